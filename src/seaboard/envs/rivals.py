"""Players of the other seats of a single-agent environment: bots, in compiled code where possible."""

from typing import Any, Protocol, runtime_checkable

import numpy as np
from numpy.typing import NDArray

from seaboard import bots
from seaboard.bots.learned import Intuition
from seaboard.bots.outside import load_class, wants_history
from seaboard.bots.specs import Spec
from seaboard.envs.table import Table
from seaboard.game import Game
from seaboard.kernels.dice import first


class Rival(Protocol):
    """Something that plays a seat of a table."""

    def act(self, table: Table, seat: int) -> int:
        """A legal action."""
        ...


@runtime_checkable
class Observer(Protocol):
    """A bot that doesn't need a view: an environment shows it what `envs.observe` would make of one, in a fraction of the time."""

    def choose_from(self, seen: dict[str, NDArray[Any]]) -> int:
        """One of the actions that are 1 in `action_mask`."""
        ...


def rival(bot: "str | bots.Bot", table: Table, seed: int) -> Rival:
    """Make a rival from a bot, or a bot's name."""
    game = table.game
    if not isinstance(bot, str):
        return ByRows(bot) if isinstance(bot, Observer) else ByViews(bot)
    spec = Spec.read(bot, game=game.name)
    if spec.kind == "random":
        return Chance(seed)
    if spec.kind == "simple":
        return Simple()
    if spec.kind == "learned" and not spec.simulations and game.features.is_learnable(table.match().plain_state()):
        return Network(game, spec.where)
    made = bots.make(bot, game, seed=seed)
    if isinstance(made, bots.SearchBot):
        return Searching(made)
    return rival(made, table, seed)


def needs_history(bot: "str | bots.Bot", game: Game) -> bool:
    """Whether a bot, given by name or itself, wants a history."""
    if isinstance(bot, str):
        spec = Spec.read(bot, game=game.name)
        return spec.kind == "file" and wants_history(load_class(spec.where, game=game, seed=0))
    return wants_history(bot)


class ByViews:
    """Any bot: it gets a view of its seat."""

    def __init__(self, bot: bots.Bot) -> None:
        self.bot = bot

    def act(self, table: Table, seat: int) -> int:
        """What the bot chooses."""
        view = table.match().view(seat)
        if wants_history(self.bot):
            view["history"] = [list(numbers) for numbers in table.told(seat)]
        return self.bot.choose(view)


class ByRows:
    """A bot that chooses from what an environment shows."""

    def __init__(self, bot: Observer) -> None:
        self.bot = bot

    def act(self, table: Table, seat: int) -> int:
        """What the bot chooses."""
        return self.bot.choose_from(table.observation(seat))


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


class Network:
    """Plays as a `LearnedBot` that does not think ahead would."""

    def __init__(self, game: Game, weights: str) -> None:
        self._from = game, weights
        self._intuition = Intuition(game, weights)

    def __reduce__(self) -> Any:
        return Network, self._from

    def act(self, table: Table, seat: int) -> int:
        """What the network likes best."""
        return int(self._intuition.out[self._intuition.advise(table.known(seat), seat)])


class Searching:
    """A search, from the record itself."""

    def __init__(self, bot: bots.SearchBot) -> None:
        self.bot = bot

    def act(self, table: Table, seat: int) -> int:
        """What the search tried most."""
        legal = table.legal(seat)
        return legal[0] if len(legal) == 1 else self.bot.think(table.known(seat), seat, {str(a): a for a in legal})[0]["action"]
