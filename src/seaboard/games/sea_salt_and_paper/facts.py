"""What a hint of Sea Salt & Paper may say: what happens to a seat until the end of the round."""

from seaboard.games.sea_salt_and_paper.state import BET_LOST, BET_WON, LAST_CHANCE_CALLED, MERMAIDS_LAID, ROUND_SCORED, STOP_CALLED, State

CHANCES = ("ended", "bet_won", "bet_lost", "mermaids")
AMOUNTS = ("points", "rivals")
BAD = ("ended", "bet_lost", "rivals")
ENDED, WON_BET, LOST_BET, MERMAIDS, POINTS, RIVALS = range(6)


def note(s: State, seat: int, kind: int, who: int, a: int, b: int, c: int, found: list[float]) -> None:
    """Note an event after the move."""
    if kind in (STOP_CALLED, LAST_CHANCE_CALLED):
        found[ENDED] = 0.0 if who == seat else 1.0
    elif kind == BET_WON and who == seat:
        found[WON_BET] = 1.0
    elif kind == BET_LOST and who == seat:
        found[LOST_BET] = 1.0
    elif kind == MERMAIDS_LAID and who == seat:
        found[MERMAIDS] = 1.0
    elif kind == ROUND_SCORED:
        if who == seat:
            found[POINTS] = a
        else:
            found[RIVALS] = max(found[RIVALS], float(a))
