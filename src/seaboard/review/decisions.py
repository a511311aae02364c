"""Decisions: what each legal action was worth, from what the seat knew and nothing more."""

import hashlib
import math
from typing import Any

import numpy as np

from seaboard import position, state
from seaboard.bots.memory import SearchMemory
from seaboard.game import Game
from seaboard.kernels.dice import first
from seaboard.review.model import Alternative, Decision, Label

SIMULATIONS = 2000
EVENLY = 1e9
"""How much the search trusts a prior that likes every action the same: it tries each as often, for not the best alone matters here."""
SURE = 2.0
"""A cost of fewer standard errors than this may be none."""
INEXACT, MISTAKE, BLUNDER = 0.02, 0.05, 0.10


class Judge:
    """Judges the decisions of one game. Its judgement depends on its seed and on what the seat knew, and on nothing else."""

    def __init__(self, game: Game, *, simulations: int = SIMULATIONS, seed: int = 0) -> None:
        self.game = game
        self.simulations = simulations
        self._seed = seed
        self._memory = SearchMemory(game, simulations=simulations)

    def judge(self, view: dict[str, Any], action: int, *, number: int, turn: int) -> Decision | None:
        """Judge an action of a view; None if there was no choice. `turn` counts the seat's own choices: its dice come from that."""
        if len(view["legal"]) < 2:
            return None
        return decision(self.weigh(view, turn=turn), action, seat=view["seat"], number=number)

    def weigh(self, view: dict[str, Any], *, turn: int) -> list[Alternative]:
        """Value each legal action of a view, the best first."""
        legal: dict[str, int] = view["legal"]
        memory, seat = self._memory, view["seat"]
        root = state.to_record(position.remembered(self.game, view))
        digest = hashlib.blake2b(f"{self._seed} {seat} {turn}".encode(), digest_size=8).digest()
        memory.notes["dice"] = first(int.from_bytes(digest, "big"))
        memory.trust(dict.fromkeys(legal.values(), 1 / len(legal)))
        memory.notes["trust"] = EVENLY
        memory.begin(self.simulations)
        memory.think(root, seat, self.simulations)
        memory.best_action(root, seat)  # also fills in visits and values
        found = [
            Alternative(move, action, float(value) if visits else None, _error(float(value), int(visits)), int(visits))
            for (move, action), visits, value in zip(legal.items(), memory.visits, memory.values, strict=False)
        ]
        return sorted(found, key=lambda a: -1.0 if a.value is None else a.value, reverse=True)


def decision(found: list[Alternative], action: int, *, seat: int, number: int) -> Decision:
    """Judge a choice of one of these alternatives."""
    best = found[0]
    played = next(a for a in found if a.action == action)
    cost, error = _cost(best, played)
    return Decision(number, seat, played.move, best.move, cost, error, _label(cost, error, played is best), found)


def _error(value: float, visits: int) -> float | None:
    """Return the standard error of a mean of shares: at most that of wins and losses."""
    return math.sqrt(max(value * (1 - value), 1 / (visits + 2)) / visits) if visits else None


def _cost(best: Alternative, played: Alternative) -> tuple[float, float | None]:
    if played is best:
        return 0.0, 0.0
    if best.value is None or best.error is None or played.value is None or played.error is None:
        return 0.0, None
    return max(best.value - played.value, 0.0), math.hypot(best.error, played.error)


def _label(cost: float, error: float | None, is_best: bool) -> Label:
    if is_best:
        return "good"
    if error is None:
        return "unclear"
    if cost + SURE * error < INEXACT:
        return "good"  # as good as the best, or nearly
    if cost < SURE * error:
        return "unclear"
    return "blunder" if cost >= BLUNDER else "mistake" if cost >= MISTAKE else "inexact" if cost >= INEXACT else "good"


def error_rate(decisions: list[Decision]) -> float | None:
    """Return the mean cost over all decisions, counting only costs that are sure."""
    if not decisions:
        return None
    return float(np.mean([d.cost if d.label in ("inexact", "mistake", "blunder") else 0.0 for d in decisions]))
