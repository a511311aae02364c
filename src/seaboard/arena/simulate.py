"""Many random matches on the compiled rules, and what they show."""

import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from seaboard import state
from seaboard.compiled import twin
from seaboard.errors import SeaboardError
from seaboard.game import Game
from seaboard.games import find

MOST_STEPS = 1_000_000  # a match of more steps than this is left unfinished, and counted as such
CHUNK = 2_000


@dataclass(frozen=True)
class Simulation:
    """How a number of matches went, one row a match."""

    game: Game
    seats: int
    options: Mapping[str, Any]
    seed: int
    seconds: float
    steps: NDArray[np.int64]
    scores: NDArray[np.int64]
    winners: NDArray[np.int64]
    """As bits; 0 for a match that was left unfinished."""

    @property
    def games(self) -> int:
        """How many matches were played."""
        return len(self.steps)

    @property
    def wins(self) -> NDArray[np.float64]:
        """The share of wins by place in the scores, a shared win split among those who share it."""
        won = (self.winners[:, None] >> np.arange(self.scores.shape[1])) & 1
        shares: NDArray[np.float64] = (won / np.maximum(won.sum(axis=1, keepdims=True), 1)).mean(axis=0)
        return shares

    @property
    def margin(self) -> NDArray[np.float64]:
        """Half the width of the 95 % interval of each share of wins."""
        return 1.96 * np.sqrt(self.wins * (1 - self.wins) / self.games)

    def summary(self) -> dict[str, Any]:
        """Everything worth telling, for JSON."""
        low, median, high = (int(q) for q in np.percentile(self.steps, [5, 50, 95]))
        return {
            "game": self.game.name,
            "rules": self.game.version,
            "seats": self.seats,
            "options": dict(self.options),
            "seed": self.seed,
            "games": self.games,
            "unfinished": int((self.winners == 0).sum()),
            "seconds": round(self.seconds, 3),
            "games_per_second": round(self.games / self.seconds),
            "steps_per_second": round(int(self.steps.sum()) / self.seconds),
            "steps": {"mean": float(self.steps.mean()), "p5": low, "median": median, "p95": high, "longest": int(self.steps.max())},
            "entries": [
                {
                    "entry": i,
                    "wins": float(self.wins[i]),
                    "margin": float(self.margin[i]),
                    "score_mean": float(self.scores[:, i].mean()),
                    "score_sd": float(self.scores[:, i].std()),
                    "scores": {int(v): int(n) for v, n in zip(*np.unique(self.scores[:, i], return_counts=True), strict=True)},
                }
                for i in range(self.scores.shape[1])
            ],
        }


def simulate(
    game: str | Game,
    *,
    games: int,
    seats: int | None = None,
    options: Mapping[str, Any] | None = None,
    seed: int = 0,
    progress: Callable[[int], None] = lambda done: None,
) -> Simulation:
    """Play matches at random; the same seed gives the same matches, however they are divided up."""
    found = find(game)
    if games < 1:
        raise SeaboardError(f"at least one game must be played, not {games}")
    seats = found.check_seats(seats)
    chosen = found.check_options(seats, options or {})
    blank = found.new_state(seats=seats, seed=0, options=chosen)
    first = _play(found, blank, seed, 0, 1)  # also compiles, before the clock runs
    entries = first[1].shape[1]
    steps, winners = np.zeros(games, np.int64), np.zeros(games, np.int64)
    scores = np.zeros((games, entries), np.int64)
    seconds = 0.0
    for start in range(0, games, CHUNK):
        part = slice(start, min(start + CHUNK, games))
        began = time.perf_counter()
        steps[part], scores[part], winners[part] = _play(found, blank, seed, part.start, part.stop)
        seconds += time.perf_counter() - began
        progress(part.stop)
    return Simulation(found, seats, chosen, seed, seconds, steps, scores, winners)


def _play(game: Game, blank: Any, seed: int, start: int, stop: int) -> tuple[NDArray[np.int64], NDArray[np.int64], NDArray[np.int64]]:
    compiled = twin(game)
    count = stop - start
    numbers = np.arange(start, stop, dtype=np.uint64)
    states = compiled.blank(count)
    states[:] = state.to_record(blank)
    states["seed"] = np.stack([numbers & 0xFFFFFFFF, numbers >> 32, np.full(count, seed & 0xFFFFFFFF), np.full(count, seed >> 32)], axis=1)
    dice = _mix(numbers + np.uint64(seed % 2**64))
    steps, winners = np.zeros(count, np.int64), np.zeros(count, np.int64)
    entries = 2 if blank.seats == 1 else blank.seats
    scores = np.zeros((count, entries), np.int64)
    actions = np.zeros(game.rules.ACTIONS, np.int64)
    compiled.kernel("playout").play_all(states, dice, steps, scores, winners, actions, MOST_STEPS)
    return steps, scores, winners


def _mix(numbers: NDArray[np.uint64]) -> NDArray[np.int64]:
    """Neighbouring numbers turned into dice that have nothing in common (splitmix64)."""
    with np.errstate(over="ignore"):
        z = (numbers + np.uint64(1)) * np.uint64(0x9E3779B97F4A7C15)
        z = (z ^ (z >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
        z = (z ^ (z >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return (z ^ (z >> np.uint64(31)) | np.uint64(1)).view(np.int64)
