"""A bot that learned the game by playing against itself: its network alone, or a search that begins with what the network foresees."""

import math
import secrets
from typing import Any

import numpy as np

from seaboard import position, state
from seaboard.bots.precompiler import is_compiled, precompile_in_background, precompile_on_terminal
from seaboard.bots.search import SearchBot, Thought
from seaboard.bots.simple import SimpleBot
from seaboard.bots.weights import network
from seaboard.features import features
from seaboard.game import Game

STAND_IN_SIMULATIONS = 1_000
PER_TRY = 20  # simulations per look ahead by the network, unless the game's strategy.py says otherwise
SHARP = 0.01  # an action that promises this much less of a win than the best is less likely by a factor of e
LIKES = 0.45  # how much of a search's prior is what the network likes at first sight,
DOUBT = 0.1  # and how much is the same for every action, whatever the network says; the rest is what it foresees


class Intuition:
    """A game's network, and scratch memory for it."""

    def __init__(self, game: Game, weights: str = "") -> None:
        from seaboard.compiled import twin  # imported late: numba is slow to import

        self.game = game
        self.network = network(game, weights)
        self._kernel = twin(game).kernel("network")
        self._row = np.zeros(features(game).size, np.int8)
        self._sums = np.zeros(len(self.network[2]), np.int32)
        self._inputs = np.zeros(max(len(self._row), len(self._sums)), np.int32)
        self._units = np.zeros((2, len(self._sums)), np.float32)
        self.out = np.zeros(game.state.ACTIONS, np.int64)
        self.chances = np.zeros(game.state.ACTIONS)
        self._foresight = twin(game).kernel("foresight")
        self._dice, self._others = np.ones(1, np.int64), np.ones(1, np.int64)
        self._worlds = twin(game).blank(2)
        self.actions, self.means = np.zeros(game.state.ACTIONS, np.int64), np.zeros(game.state.ACTIONS)
        self.counts, self._active = np.zeros(game.state.ACTIONS, np.int64), np.zeros(game.state.ACTIONS, np.int64)

    def room(self, width: int) -> tuple[Any, ...]:
        """Return scratch memory for `kernels.network.advise`, for rows of this length."""
        return self._row[:width], self._inputs, self._sums, self._units, self.out, self.chances

    def advise(self, known: Any, seat: int) -> int:
        """Return the index of a seat's best legal action; fills `out` and `chances` with all of them."""
        width = features(self.game, int(known["seats"])).size
        return int(self._kernel.advise(known, seat, self.network, *self.room(width)))

    def foresee(self, known: Any, seat: int, *, tries: int, dice: int) -> int:
        """Return the index of the best legal action, looking one move ahead; fills `actions`, `means` and `counts` with all of them."""
        self._dice[0] = dice
        width = features(self.game, int(known["seats"])).size
        of_seat = (self.actions, self.means, self.counts, self._active)
        self.counts[:] = 0
        return int(
            self._foresight.foresee(known, seat, tries, self._dice, self._others, self._worlds, self.network, *self.room(width), *of_seat)
        )

    def prior(self, known: Any, seat: int, *, tries: int, dice: int) -> dict[int, float]:
        """Return how likely each legal action is to be the best, judging one move ahead."""
        best = self.foresee(known, seat, tries=tries, dice=dice)
        tried = [k for k in range(len(self.counts)) if self.counts[k]]
        top = max((float(self.means[k]) for k in tried), default=0.0)
        likely = {k: math.exp((float(self.means[k]) - top) / SHARP) for k in tried} or {best: 1.0}
        total = sum(likely.values())
        return {int(self.actions[k]): chance / total for k, chance in likely.items()}

    def outlook(self) -> float:
        """Return the outlook it expected in the position it last advised on."""
        return float(self._kernel.outlook(self.network, self._units))


class LearnedBot:
    """Plays its network's favourite action or, with simulations, what a search finds that starts from the network's preferences."""

    def __init__(
        self, game: Game, *, simulations: int | None = None, weights: str = "", seed: int | None = None, patient: bool = True
    ) -> None:
        self.game = game
        self.weights = weights
        self.simulations = simulations
        self.patient = patient
        self.thoughts: list[Thought] = []
        """What the last `choose` was based on; empty if there was nothing to think about."""
        network(game, weights)  # fails at once if there is none
        self._search = SearchBot(game, simulations=simulations or STAND_IN_SIMULATIONS, seed=secrets.randbits(64) if seed is None else seed)
        self._stand_in = SimpleBot(game)
        self._per_try = getattr(game.strategy, "PER_TRY", PER_TRY)
        self._intuition: Any = None
        precompile_in_background(game)

    def __getstate__(self) -> dict[str, Any]:
        return {**self.__dict__, "_intuition": None}

    def roll(self, seed: int) -> None:
        """Continue with the dice of another seed."""
        self._search.roll(seed)

    def choose(self, view: dict[str, Any]) -> int:
        """Return the preferred action; an impatient bot follows the simple strategy until everything is compiled."""
        legal = position.legal_in(view)
        self.thoughts = []
        if len(legal) == 1:
            return int(next(iter(legal.values())))
        if not self._ready():
            return self._stand_in.choose(view)
        self.thoughts = self.explain(view)
        return self.thoughts[0]["action"]

    def explain(self, view: dict[str, Any]) -> list[Thought]:
        """Each legal action, the preferred one first. Without simulations, visits are the network's chances in thousandths."""
        s = position.remembered(self.game, view)
        if not self.game.features.is_learnable(s):  # a deck that no network was trained on
            return self._search.explain(view)
        known, seat = state.to_record(s), view["seat"]
        if self._intuition is None:
            self._intuition = Intuition(self.game, self.weights)
        count = len(view["legal"])
        best = int(self._intuition.out[self._intuition.advise(known, seat)])
        chances = dict(zip(self._intuition.out[:count].tolist(), self._intuition.chances[:count].tolist(), strict=True))
        if self.simulations:
            foreseen = self._intuition.prior(known, seat, tries=self.simulations // self._per_try, dice=self._search.rolled())
            rest = 1 - LIKES - DOUBT
            prior = {action: LIKES * chance + rest * foreseen.get(action, 0.0) + DOUBT / count for action, chance in chances.items()}
            return self._search.explain(view, prior=prior)
        outlook = self._intuition.outlook()
        thoughts: list[Thought] = [
            {"action": action, "move": move, "visits": round(1000 * chances[action]), "value": outlook}
            for move, action in view["legal"].items()
        ]
        return sorted(thoughts, key=lambda thought: (thought["action"] != best, -thought["visits"]))

    def _ready(self) -> bool:
        if self.patient:
            precompile_on_terminal(self.game)
        return is_compiled(self.game)
