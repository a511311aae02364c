"""A game's deal of the day, derived from the day's key."""

import time

from seaboard.bots import LEVELS
from seaboard.games import GAMES
from seaboard.server.matches import days
from seaboard.server.storage import ids
from seaboard.server.storage.rows import Deal

OPPONENTS = LEVELS[1]
"""The bots of a deal of the day: they play well enough to be worth beating, and think briefly, since they play often."""


SLOW = LEVELS[-1]
SLOW_SHARE = 5
"""The strongest think for as long as all the others together: a fifth as many of them play."""


def tries_by_level(tries: int) -> dict[str, int]:
    """Return how often bots of each level play a deal, given the number for all but the strongest."""
    return {level: -(-tries // SLOW_SHARE) if level == SLOW else tries for level in LEVELS} if tries else {}


def deal_of(day: str, key: str, name: str) -> Deal:
    """Derive a game's deal of a day from the key."""
    game = GAMES[name]
    seats = game.default_seats
    chairs: list[str | None] = [OPPONENTS] * seats
    chairs[days.seat_of(key, name, seats)] = None
    return Deal(
        id=ids.new_id("d"),
        kind="day",
        game=name,
        rules=game.version,
        seats=seats,
        options=game.check_options(seats, {}),
        seed=days.seed_of(key, name),
        chairs=chairs,
        made=time.time(),
        day=day,
    )
