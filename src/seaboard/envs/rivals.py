"""Who plays the other seats of a single-agent environment: bots, in compiled code where that is possible."""

from typing import Protocol

import numpy as np

from seaboard import bots
from seaboard.bots.specs import Spec
from seaboard.envs.table import Table
from seaboard.game import Game
from seaboard.kernels.dice import first


class Rival(Protocol):
    """Something that plays a seat of a table."""

    def act(self, table: Table, seat: int) -> int:
        """A legal action."""
        ...


def rival(bot: "str | bots.Bot", game: Game, seed: int) -> Rival:
    """A bot by name, or a bot itself, as a rival."""
    if not isinstance(bot, str):
        return ByViews(bot)
    kind = Spec.read(bot, game=game.name).kind
    if kind == "random":
        return Chance(seed)
    if kind == "simple":
        return Simple()
    return ByViews(bots.make(bot, game, seed=seed))


class ByViews:
    """Any bot: it gets a view of its seat."""

    def __init__(self, bot: bots.Bot) -> None:
        self.bot = bot

    def act(self, table: Table, seat: int) -> int:
        """What the bot chooses."""
        return self.bot.choose(table.match().view(seat))


class Chance:
    """Plays as `RandomBot` with the same seed would."""

    def __init__(self, seed: int) -> None:
        self._dice = np.array([first(seed)])

    def act(self, table: Table, seat: int) -> int:
        """Any legal action."""
        return table.pick(seat, self._dice)


class Simple:
    """Plays as `SimpleBot` would."""

    def act(self, table: Table, seat: int) -> int:
        """What the game's simple strategy advises."""
        return table.advise(seat)
