"""What a hint of Land Unter may say: what happens to a seat until the end of the round."""

from seaboard.games.land_unter.state import LIFEBUOY_LOST, ROUND_SCORED, SCORE_CHANGED, SEAT_ELIMINATED, WATER_TAKEN, State

CHANCES = ("pays", "out")
AMOUNTS = ("lifebuoys", "points")
BAD = ("pays", "out")
PAYS, OUT, LIFEBUOYS, POINTS, WATER_CARDS = range(5)
PER_TRICK = 2


def note(s: State, seat: int, kind: int, who: int, a: int, b: int, c: int, found: list[float]) -> None:
    """Note an event after the move."""
    if kind == WATER_TAKEN:
        found[WATER_CARDS] += 1.0
    elif who == seat:
        if kind in (LIFEBUOY_LOST, SEAT_ELIMINATED) and found[WATER_CARDS] <= PER_TRICK:
            found[PAYS] = 1.0
        if kind == SEAT_ELIMINATED:
            found[OUT] = 1.0
        elif kind == ROUND_SCORED:
            found[LIFEBUOYS] = a
        elif kind == SCORE_CHANGED:
            found[POINTS] = a
