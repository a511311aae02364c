"""What a hint of Sea of Clouds may say: the next boarding, and what a seat has at the end of the match."""

from seaboard.games.sea_of_clouds.state import BOARDING_ENDED, CATEGORY_COUNTED, FIGHT_WON, MATCH_SCORED, State

CHANCES = ("fight", "beaten")
AMOUNTS = ("doubloons", "rums", "relics", "secrets", "objects", "points")
BAD = ("beaten",)
FIGHT, BEATEN, FIRST_CATEGORY = range(3)
POINTS, BOARDINGS = 7, 8


def note(s: State, seat: int, kind: int, who: int, a: int, b: int, c: int, found: list[float]) -> None:
    """Note an event after the move."""
    if kind == BOARDING_ENDED:
        found[BOARDINGS] += 1.0
    elif kind == FIGHT_WON and found[BOARDINGS] == 0.0:
        if who == seat:
            found[FIGHT] = 1.0
        elif a == seat:
            found[BEATEN] = 1.0
    elif kind == CATEGORY_COUNTED and who == seat:
        found[FIRST_CATEGORY + a] = b
    elif kind == MATCH_SCORED and who == seat:
        found[POINTS] = a
