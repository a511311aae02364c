"""Bots: anything with `choose(view) -> action`. They get views, so they can't peek."""

from typing import Any, Protocol

from seaboard.bots.learned import LearnedBot
from seaboard.bots.levels import LEVELS
from seaboard.bots.outside import EngineBot, load_class
from seaboard.bots.precompiler import is_compiled, precompile, precompile_in_background
from seaboard.bots.random import RandomBot
from seaboard.bots.search import SearchBot, Thought
from seaboard.bots.simple import SimpleBot
from seaboard.bots.specs import ENGINE_SECONDS, NAMES, BadBot, Spec, UnknownBot
from seaboard.game import Game, in_range
from seaboard.games import find

__all__ = [
    "LEVELS",
    "NAMES",
    "BadBot",
    "Bot",
    "EngineBot",
    "LearnedBot",
    "RandomBot",
    "SearchBot",
    "SimpleBot",
    "Spec",
    "Thought",
    "UnknownBot",
    "is_compiled",
    "make",
    "precompile",
    "precompile_in_background",
]


class Bot(Protocol):
    """A player of a seat."""

    def choose(self, view: dict[str, Any]) -> int:
        """One of the legal actions of a view."""
        ...


def make(
    name: str | None = None,
    game: str | Game = "",
    *,
    simulations: int | None = None,
    seconds: float | None = None,
    level: str | None = None,
    seed: int | None = None,
    patient: bool = True,
) -> Bot:
    """A bot for one seat of a game.

    `name` is `random`, `simple`, `search`, `learned`, the name of a level (`captain`), or one with its strength
    (`search:1000`, `search:0.5s`, `learned:1000`); a network that you have trained (`learned@training/sea-change/weights.npz`, or with
    `:1000` after it); or an outside bot: a class in a Python file (`my.py:Miser`) or a program
    (`cmd:./engine`, or `cmd@2s:./engine` for two seconds a move instead of five).

    A search whose code is not compiled yet waits for it, so that it always gets its full thinking time, and the same seed gives the same
    moves; with `patient=False`, for a server whose players should not wait, it plays like `simple` meanwhile.
    """
    found = find(game)
    if seed is not None:
        seed = in_range(seed, 0, None, "a bot's seed is a whole number from 0")
    spec = Spec.read(level or name or "search", game=found.name, simulations=simulations, seconds=seconds)
    if spec.kind == "random":
        return RandomBot(seed=seed)
    if spec.kind == "simple":
        return SimpleBot(found)
    if spec.kind == "learned":
        return LearnedBot(found, simulations=spec.simulations, weights=spec.where, seed=seed, patient=patient)
    if spec.kind == "file":
        bot: Bot = load_class(spec.where, game=found, seed=seed)
        return bot
    if spec.kind == "cmd":
        return EngineBot(found, spec.where, seconds=spec.seconds or ENGINE_SECONDS, seed=seed)
    return SearchBot(found, simulations=spec.simulations, seconds=spec.seconds, seed=seed, patient=patient)
