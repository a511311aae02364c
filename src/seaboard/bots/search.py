"""A bot that thinks ahead: information-set tree search over the compiled rules, the same for every game."""

import secrets
import time
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypedDict

from seaboard import position, state
from seaboard.bots.precompiler import can_search, precompile_in_background, precompile_on_terminal
from seaboard.bots.simple import SimpleBot
from seaboard.game import Game
from seaboard.kernels.dice import first, word

if TYPE_CHECKING:
    from seaboard.bots.memory import SearchMemory

GUESS_PER_SECOND = 300_000  # simulations; only decides how much memory to allocate
FIRST_STRETCH = 50  # simulations before the clock is read for the first time
STRETCH_SECONDS = 0.02


class Thought(TypedDict):
    """What a search thinks of one legal action."""

    action: int
    move: str
    visits: int
    """How many simulations tried it: the surest sign of what the search prefers."""
    value: float | None
    """The expected share of the match's win, 0 to 1; None if it was never tried."""


class SearchBot:
    """Thinks for a number of simulations or seconds, and can say why. One bot plays one seat."""

    def __init__(
        self,
        game: Game,
        *,
        simulations: int | None = None,
        seconds: float | None = None,
        seed: int | None = None,
        patient: bool = True,
    ) -> None:
        self.game = game
        self.simulations = simulations
        self.seconds = seconds
        self.patient = patient
        self.thoughts: list[Thought] = []
        """What the last `choose` was based on; empty if there was nothing to think about."""
        self._dice = first(secrets.randbits(64) if seed is None else seed)
        self._stand_in = SimpleBot(game)
        precompile_in_background(game)

    def roll(self, seed: int) -> None:
        """Continue with the dice of another seed."""
        self._dice = first(seed)

    def rolled(self) -> int:
        """The first of other dice, by one roll of its own."""
        own = [self._dice]
        seed = word(own)
        self._dice = own[0]
        return first(seed)

    def choose(self, view: dict[str, Any]) -> int:
        """Return the action that the search tried most; an impatient bot follows the simple strategy until everything is compiled."""
        legal = position.legal_in(view)
        self.thoughts = []
        if len(legal) == 1:
            return int(next(iter(legal.values())))
        if not self._ready():
            return self._stand_in.choose(view)
        self.thoughts = self._think(view)
        return self.thoughts[0]["action"]

    def explain(self, view: dict[str, Any], *, prior: Mapping[int, float] | None = None) -> list[Thought]:
        """Each legal action with its visits and its value, the preferred one first.

        `prior` is how likely each is to be the best before searching; a search that has one starts from it.
        """
        if self._ready():
            return self._think(view, prior)
        preferred = self._stand_in.choose(view)
        untried: list[Thought] = [{"action": a, "move": move, "visits": 0, "value": None} for move, a in view["legal"].items()]
        return sorted(untried, key=lambda thought: thought["action"] != preferred)

    def _ready(self) -> bool:
        if self.patient:
            precompile_on_terminal(self.game)
        return can_search(self.game)

    def _think(self, view: dict[str, Any], prior: Mapping[int, float] | None = None) -> list[Thought]:
        root = state.to_record(position.remembered(self.game, view))
        return self.think(root, view["seat"], view["legal"], prior)

    def think(self, root: Any, seat: int, legal: Mapping[str, int], prior: Mapping[int, float] | None = None) -> list[Thought]:
        """The same from the record that a seat knows, which an environment has without making a view first."""
        from seaboard.bots.memory import borrowed

        began = time.perf_counter()
        most = self.simulations or int(GUESS_PER_SECOND * (self.seconds or 1))
        with borrowed(self.game, simulations=most) as memory:
            memory.notes["dice"] = self._dice
            memory.begin(most)
            memory.trust(prior or {})
            if self.simulations:
                memory.think(root, seat, self.simulations)
            else:
                _think_until(memory, began + (self.seconds or 0), root, seat)
            best = memory.best_action(root, seat)
            self._dice = int(memory.notes["dice"][0])
            thoughts: list[Thought] = [
                {"action": action, "move": move, "visits": int(visits), "value": float(value) if visits else None}
                for (move, action), visits, value in zip(legal.items(), memory.visits, memory.values, strict=False)
            ]
        return sorted(thoughts, key=lambda thought: (thought["action"] != best, -thought["visits"]))


def _think_until(memory: "SearchMemory", end: float, root: Any, seat: int) -> None:
    stretch = FIRST_STRETCH
    while True:
        before = time.perf_counter()
        memory.think(root, seat, stretch)
        now = time.perf_counter()
        pace = stretch / max(now - before, 1e-6)
        stretch = int(pace * min(STRETCH_SECONDS, end - now))
        if now >= end or stretch < 1:
            return
