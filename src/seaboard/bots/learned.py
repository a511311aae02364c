"""A bot that learned the game by playing against itself: its network alone, or a search that trusts the network's first impression."""

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
DOUBT = 0.3  # how much of a search's prior is the same for every action, whatever the network says


class Intuition:
    """A game's network, and room for it to think in."""

    def __init__(self, game: Game) -> None:
        from seaboard.compiled import twin  # numba takes long to import: only for those who use it

        self.game = game
        self.network = network(game)
        self._kernel = twin(game).kernel("network")
        self._row = np.zeros(features(game).size, np.int8)
        self._inputs = np.zeros(len(self._row), np.float32)
        self._sums = np.zeros(len(self.network[2]), np.float32)
        self._units = np.zeros(len(self._sums), np.float32)
        self.out = np.zeros(game.state.ACTIONS, np.int64)
        self.chances = np.zeros(game.state.ACTIONS)

    def advise(self, known: Any, seat: int) -> int:
        """The place of the best among the legal actions of a seat; `out` and `chances` get them all."""
        width = features(self.game, int(known["seats"])).size
        room = (self._row[:width], self._inputs[:width], self._sums, self._units)
        return int(self._kernel.advise(known, seat, self.network, *room, self.out, self.chances))

    def outlook(self) -> float:
        """What it expects of the match in which it was last asked for advice."""
        return float(self._kernel.outlook(self.network, self._units))


class LearnedBot:
    """Plays what its network likes best or, with simulations, what a search finds that begins with what the network likes."""

    def __init__(self, game: Game, *, simulations: int | None = None, seed: int | None = None, patient: bool = True) -> None:
        self.game = game
        self.simulations = simulations
        self.patient = patient
        self.thoughts: list[Thought] = []
        """What the last `choose` was based on; empty if there was nothing to think about."""
        network(game)  # says so at once if there is none
        self._search = SearchBot(game, simulations=simulations or STAND_IN_SIMULATIONS, seed=secrets.randbits(64) if seed is None else seed)
        self._stand_in = SimpleBot(game)
        self._intuition: Any = None
        precompile_in_background(game)

    def __getstate__(self) -> dict[str, Any]:
        return {**self.__dict__, "_intuition": None}

    def choose(self, view: dict[str, Any]) -> int:
        """The preferred action; an impatient bot's is the simple strategy's until everything is compiled."""
        legal = view["legal"]
        self.thoughts = []
        if len(legal) == 1:
            return int(next(iter(legal.values())))
        if not self._ready():
            return self._stand_in.choose(view)
        self.thoughts = self.explain(view)
        return self.thoughts[0]["action"]

    def explain(self, view: dict[str, Any]) -> list[Thought]:
        """Each legal action, the preferred one first. Without simulations, visits are the network's chances in thousandths."""
        s = position.read(self.game, view["memory"])
        if not self.game.features.is_learnable(s):  # a deck that nobody trained on
            return self._search.explain(view)
        known, seat = state.to_record(s), view["seat"]
        if self._intuition is None:
            self._intuition = Intuition(self.game)
        count = len(view["legal"])
        best = int(self._intuition.out[self._intuition.advise(known, seat)])
        chances = dict(zip(self._intuition.out[:count].tolist(), self._intuition.chances[:count].tolist(), strict=True))
        if self.simulations:
            return self._search.explain(view, prior={a: (1 - DOUBT) * chance + DOUBT / count for a, chance in chances.items()})
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
