"""The levels that a player chooses from, and which bot each of them is: the only place that defines this.

It is set per game, since a thousand simulations are a lot in one and little in another. Each level should win 65 to 80 % against the one
below it when they alternate around the table (`seaboard tournament GAME --bots captain,sailor`). `python -m bench.ladder` measured their
strength, which is stored by bot in `arena/ladder.json`: a new bot here has no rating until it is measured.
"""

from typing import overload

LEVELS = ("cabin-boy", "sailor", "captain", "admiral", "legend")
"""From the weakest to the strongest; the words for them are in the locales, as `level.sailor`."""

BOTS = {
    "sea-change": ("simple", "search:35", "search:130", "search:1000", "learned:30000"),
    "sea-salt-and-paper": ("simple", "search:130", "search:480", "search:5000", "learned:20000"),
    "land-unter": ("simple", "search:25", "search:100", "search:1000", "learned:4000"),
    "sea-of-clouds": ("simple", "search:60", "search:150", "search:1000", "learned:16000"),
}
ELSEWHERE = ("simple", "search:30", "search:150", "search:1000", "search:10000")
"""In a game that nobody has measured, or trained a network for."""

FORMER = {"sailor-1": "search:100", "captain-1": "search:1000", "admiral-1": "search:10000"}
"""What three levels were in every game before each had its own: matches and deals of that time go on with them."""


def bot_of(level: str, game: str) -> str | None:
    """Return the bot of a level in a game; None if there is no such level."""
    if level in LEVELS:
        return BOTS.get(game, ELSEWHERE)[LEVELS.index(level)]
    return FORMER.get(level)


@overload
def current(level: str) -> str: ...
@overload
def current(level: str | None) -> str | None: ...
def current(level: str | None) -> str | None:
    """Return a level as players know it: a former level goes by today's name."""
    return level.removesuffix("-1") if level in FORMER and level is not None else level
