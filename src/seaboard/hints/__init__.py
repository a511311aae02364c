"""Hints: the best move from what a seat knows, and why, in one line.

A search values every legal move. Then the best two are each played in the same deals, which all fit what the seat knows, and the biggest
difference between them (among the facts that the game names in its `facts.py`) is the reason.
"""

from collections.abc import Mapping
from functools import cache
from typing import Any

import numpy as np
from msgspec import Struct

from seaboard import position, state
from seaboard.game import Game
from seaboard.kernels.dice import first

SIMULATIONS = 4_000
DEALS = 400
LEAST = 0.08
"""A fact that differs by less than so many of its standard deviations explains nothing."""
EVEN = 0.01
"""Two moves of which the better is worth less than this more are as good as each other."""
TENTHS = 10


class Reason(Struct, frozen=True):
    """Why a move is better than the next best: `hint.<fact>` of the game's locales or, if no fact distinguishes them, of the page's."""

    key: str
    values: dict[str, float]
    """`a` for the best move, `b` for the next best: deals of ten in which something happens, an average, or percents of the win."""


class Hint(Struct, frozen=True):
    """The best move for a seat, from what it knows."""

    action: int
    move: str
    value: float
    """The expected share of the match's win."""
    gain: float
    """What it is worth more than the next best move."""
    reason: Reason


class Fact(Struct, frozen=True):
    """A fact's statistics over many deals."""

    mean: float
    deviation: float


def hint(game: Game, view: dict[str, Any], *, simulations: int = SIMULATIONS, deals: int = DEALS) -> Hint | None:
    """The hint for a view, always the same for the same view; None if there is no choice to make."""
    legal: dict[str, int] = view["legal"]
    if len(legal) < 2:
        return None
    from seaboard.review.decisions import Judge  # imported late: numba takes much time and memory, and a server starts without it

    judged = Judge(game, simulations=max(simulations, 2 * len(legal))).judge(view, next(iter(legal.values())), number=0, turn=0)
    assert judged is not None, "there was a choice"
    best, second = judged.alternatives[:2]
    value, other = best.value or 0.0, second.value or 0.0
    if value - other < EVEN:
        return Hint(best.action, best.move, value, value - other, Reason("hint.even", {}))
    reason = explain(game, view, best.action, second.action, deals=deals) or by_chances(value, other)
    return Hint(best.action, best.move, value, value - other, reason)


def explain(game: Game, view: Mapping[str, Any], best: int, second: int, *, deals: int = DEALS) -> Reason | None:
    """Find the biggest difference between two moves in favour of the first; None if no fact distinguishes them."""
    if game.facts is None:
        return None
    names = (*game.facts.CHANCES, *game.facts.AMOUNTS)
    ours, theirs = (consequences(game, view, action, deals=deals) for action in (best, second))
    telling: list[tuple[float, Reason]] = []
    for name in names:
        one, two = ours[name], theirs[name]
        spread = float(np.hypot(one.deviation, two.deviation)) or 1.0
        weight = (two.mean - one.mean if name in game.facts.BAD else one.mean - two.mean) / spread
        scale, digits = (TENTHS, 0) if name in game.facts.CHANCES else (1, 1)
        a, b = (round(scale * fact.mean, digits) for fact in (one, two))
        if weight >= LEAST and a != b:
            telling.append((weight, Reason(f"hint.{name}", {"a": a, "b": b})))
    return max(telling, key=lambda found: found[0])[1] if telling else None


def consequences(game: Game, view: Mapping[str, Any], action: int, *, deals: int) -> dict[str, Fact]:
    """Measure each fact of a game after a move, over deals that fit what the seat knows: the same deals for every move."""
    from seaboard.bots.memory import SearchMemory  # as above
    from seaboard.compiled import twin

    names = (*game.facts.CHANCES, *game.facts.AMOUNTS)
    memory = SearchMemory(game, simulations=1)
    root = state.to_record(position.remembered(game, view))
    found, sums = np.zeros(len(names) + 1), np.zeros((2, len(names) + 1))
    scratch = (memory.notes, memory.world, memory.log, memory.out, found, sums)
    twin(game).kernel("facts").play(root, view["seat"], action, _dice(deals), *scratch)
    means = sums[0] / deals
    deviations = np.sqrt(np.maximum(sums[1] / deals - means * means, 0.0))
    return {name: Fact(float(mean), float(deviation)) for name, mean, deviation in zip(names, means, deviations, strict=False)}


@cache
def _dice(deals: int) -> Any:
    return np.array([first(i) for i in range(deals)])


def by_chances(value: float, other: float) -> Reason:
    """Return the reason if no fact distinguishes two moves: it wins more often."""
    return Reason("hint.win", {"a": round(100 * value), "b": round(100 * other)})
