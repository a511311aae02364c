"""Fair measuring on a noisy machine: ours and the peer take turns, and the best of several rounds counts."""

import time
from collections.abc import Callable
from dataclasses import dataclass


@dataclass(frozen=True)
class Row:
    """One comparison: what was measured, ours, the peer's, and the target ratio."""

    what: str
    unit: str
    ours: float
    peer: float | None = None
    peer_name: str = ""
    wanted: float | None = None
    """The ratio to reach, or the figure itself where there is no peer."""
    at_most: bool = False

    @property
    def ratio(self) -> float | None:
        return self.ours / self.peer if self.peer else None

    @property
    def reached(self) -> bool | None:
        if self.wanted is None:
            return None
        value = self.ratio if self.ratio is not None else self.ours
        return value <= self.wanted if self.at_most else value >= self.wanted


def rates(*works: Callable[[], int], rounds: int = 5) -> list[float]:
    """How many units a second each piece of work does (each returns its units); they take turns."""
    best = [0.0] * len(works)
    for work in works:
        work()
    for _ in range(rounds):
        for i, work in enumerate(works):
            began = time.perf_counter()
            units = work()
            best[i] = max(best[i], units / (time.perf_counter() - began))
    return best
