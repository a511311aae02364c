"""Bots: anything with `choose(view) -> action`. They get views, so they can't peek."""

from typing import Any, Protocol

from seaboard.bots.random import RandomBot
from seaboard.errors import SeaboardError
from seaboard.games import find


class Bot(Protocol):
    """Somebody who plays a seat."""

    def choose(self, view: dict[str, Any]) -> int:
        """One of the legal actions of a view."""
        ...


NAMES = ("random",)


class UnknownBot(SeaboardError):
    """No bot has this name."""


def make(name: str, game: str, *, seed: int | None = None) -> Bot:
    """A bot by name, for a game."""
    find(game)
    if name == "random":
        return RandomBot(seed=seed)
    raise UnknownBot(f"there is no bot {name!r}; the bots are: {', '.join(NAMES)}")
