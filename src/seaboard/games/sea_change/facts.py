"""What a hint of Sea Change may say: what happens to a seat's side until the end of the round."""

from seaboard.games.sea_change.rules import side_of
from seaboard.games.sea_change.state import ROUND_SCORED, TRICK_WON, VP_EARNED, State

CHANCES = ("trick", "trump_zero")
AMOUNTS = ("points", "vps")
BAD = ()
TRICK, TRUMP_ZERO, POINTS, VPS, TRICKS_ENDED = range(5)


def note(s: State, seat: int, kind: int, who: int, a: int, b: int, c: int, found: list[float]) -> None:
    """Note an event after the move."""
    if kind == TRICK_WON:
        if found[TRICKS_ENDED] == 0.0 and side_of(s, who) == side_of(s, seat):
            found[TRICK] = 1.0
        found[TRICKS_ENDED] += 1.0
    elif kind == ROUND_SCORED and who == side_of(s, seat):
        found[POINTS] = a
        found[TRUMP_ZERO] = c
    elif kind == VP_EARNED and who == side_of(s, seat):
        found[VPS] += 1.0
