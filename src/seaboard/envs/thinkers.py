"""Bots that play the other seats of many matches at once: `search:1000` and `learned` compiled, all others match by match."""

from typing import Any, Protocol, runtime_checkable

import numpy as np
from numpy.typing import NDArray

from seaboard import bots
from seaboard.bots.learned import Intuition
from seaboard.bots.memory import SearchMemory
from seaboard.bots.outside import wants_history
from seaboard.bots.specs import Spec
from seaboard.compiled import twin
from seaboard.envs.arguments import as_action
from seaboard.envs.batch import Batch
from seaboard.errors import IllegalAction, SeaboardError
from seaboard.features import features
from seaboard.game import Game
from seaboard.kernels.dice import first


class Thinker(Protocol):
    """Plays one seat of many matches."""

    def begin(self, seed: int) -> None:
        """Set the dice from a seed."""
        ...

    def answer(self, batch: Batch, asked: NDArray[np.int64], seat: int, answers: NDArray[np.int64]) -> None:
        """Write the seat's actions into `answers`, for the matches where it is asked."""
        ...


@runtime_checkable
class Observer(Protocol):
    """A bot that chooses for many matches at once from what an environment shows of them: a network, for instance."""

    def choose_many(self, seen: dict[str, NDArray[Any]]) -> Any:
        """For each row of `observation` one of the actions that are 1 in the same row of `action_mask`."""
        ...


def thinker(bot: "str | bots.Bot | Observer", batch: Batch) -> Thinker:
    """Make a thinker from a bot, or a bot's name."""
    if not isinstance(bot, str):
        if wants_history(bot):
            raise SeaboardError("this bot wants a history, which many matches at once don't keep: let it play in envs.gym")
        return ByRows(bot, batch.game) if isinstance(bot, Observer) else ByViews(bot, batch.size)
    game = batch.game
    spec = Spec.read(bot, game=game.name)
    if spec.kind == "search" and spec.simulations:
        return Searching(game, spec.simulations)
    if spec.kind == "learned" and not spec.simulations and game.features.is_learnable(batch.match(0).plain_state()):
        return Network(game, batch.seats, spec.where)
    return thinker(bots.make(bot, game), batch)


class Searching:
    """Searches, as `SearchBot` does, with the same dice for all matches."""

    def __init__(self, game: Game, simulations: int) -> None:
        self._from = game, simulations
        self._simulations = simulations
        self._memory = SearchMemory(game, simulations=simulations)
        self._known = twin(game).blank(1)
        self._kernel = twin(game).kernel("thinkers").search_all

    def __getstate__(self) -> Any:
        return *self._from, int(self._memory.notes["dice"][0])  # a search starts with an empty memory each time

    def __setstate__(self, kept: Any) -> None:
        game, simulations, dice = kept
        self.__init__(game, simulations)  # type: ignore[misc]  # everything but the dice is made anew
        self._memory.notes["dice"] = dice

    def begin(self, seed: int) -> None:
        """Set the dice from a seed."""
        self._memory.notes["dice"] = first(seed)

    def answer(self, batch: Batch, asked: NDArray[np.int64], seat: int, answers: NDArray[np.int64]) -> None:
        """What the search tried most."""
        m = self._memory
        room = (m.notes, m.branches, m.world, m.log, m.out, m.visits, m.values)
        self._kernel(batch.states, asked, seat, answers, self._known, self._simulations, *room)


class Network:
    """Plays what a network likes best, as `LearnedBot` does without simulations."""

    def __init__(self, game: Game, seats: int, weights: str) -> None:
        self._from = game, seats, weights
        self._intuition = Intuition(game, weights)
        self._width = features(game, seats).size
        self._known = twin(game).blank(1)
        self._kernel = twin(game).kernel("thinkers").advise_all

    def __reduce__(self) -> Any:
        return Network, self._from

    def begin(self, seed: int) -> None:
        """Do nothing: it uses no dice."""

    def answer(self, batch: Batch, asked: NDArray[np.int64], seat: int, answers: NDArray[np.int64]) -> None:
        """What the network likes best."""
        self._kernel(batch.states, asked, seat, answers, self._known, self._intuition.network, *self._intuition.room(self._width))


class ByRows:
    """A bot that chooses for many matches at once."""

    def __init__(self, bot: Observer, game: Game) -> None:
        self.bot = bot
        self._game = game
        self._look = twin(game).kernel("look").look
        self._scratch = np.zeros(game.state.ACTIONS, np.int64)

    def __reduce__(self) -> Any:
        return ByRows, (self.bot, self._game)

    def begin(self, seed: int) -> None:
        """Do nothing: it has its own dice."""

    def answer(self, batch: Batch, asked: NDArray[np.int64], seat: int, answers: NDArray[np.int64]) -> None:
        """What the bot chooses, which is checked."""
        where = np.flatnonzero(asked == seat)
        rows = np.empty((len(where), batch.features.size), np.int8)
        masks = np.zeros((len(where), len(self._scratch)), np.int8)
        self._look(batch.states[where], np.full(len(where), seat, np.int64), rows, masks, self._scratch)
        chosen = np.asarray(self.bot.choose_many({"observation": rows, "action_mask": masks}), np.int64)
        if chosen.shape != where.shape:
            raise SeaboardError(f"choose_many must choose once for each of {len(where)} rows, not return an array of shape {chosen.shape}")
        in_range = (chosen >= 0) & (chosen < masks.shape[1])
        if not in_range.all() or not masks[np.arange(len(where)), chosen].all():
            raise IllegalAction(f"choose_many chose an action for seat {seat} that is not legal: choose where `action_mask` is 1")
        answers[where] = chosen


class ByViews:
    """Any bot: it gets a view of its seat in one match after another, so it must not rely on having seen the moves before."""

    lost: NDArray[np.int64] | None = None
    """By place, the moves that a program failed to answer since the environment was reset; None for a bot that isn't a program."""

    def __init__(self, bot: bots.Bot, size: int) -> None:
        self.bot = bot
        if isinstance(bot, bots.EngineBot):
            self.lost = np.zeros(size, np.int64)

    def begin(self, seed: int) -> None:
        """Give a search other dice, and restart a program that was given up; any other outside bot has its own dice."""
        if isinstance(self.bot, bots.SearchBot | bots.LearnedBot):
            self.bot.roll(seed)
        if isinstance(self.bot, bots.EngineBot):
            self.bot.begin_match()
            self.lost = np.zeros_like(self.lost)

    def answer(self, batch: Batch, asked: NDArray[np.int64], seat: int, answers: NDArray[np.int64]) -> None:
        """What the bot chooses, which is checked."""
        for i in np.flatnonzero(asked == seat).tolist():
            match = batch.match(i)
            before = self.bot.lost if isinstance(self.bot, bots.EngineBot) else 0
            answers[i] = action = as_action(self.bot.choose(match.view(seat)))
            if action not in match.legal(seat):
                raise IllegalAction(f"a bot chose {action} in seat {seat}, which is not allowed: one of {match.legal(seat)}")
            if self.lost is not None and isinstance(self.bot, bots.EngineBot):
                self.lost[i] += self.bot.lost - before
