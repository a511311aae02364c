"""Many random matches on the compiled rules, and what they show."""

import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from seaboard import state
from seaboard.arena.checkpoint import append, load
from seaboard.arena.workers import spread
from seaboard.compiled import twin
from seaboard.errors import SeaboardError
from seaboard.game import Game
from seaboard.games import find

MOST_STEPS = 1_000_000  # a match of more steps than this is left unfinished, and counted as such
CHUNK = 2_000
GPU_CHUNK = 262_144
FORMAT = 2  # version of the results file; raised whenever the same seed would give different matches
COLUMNS = ("steps", "scores", "winners")

Part = tuple[NDArray[np.int64], NDArray[np.int64], NDArray[np.int64]]


@dataclass(frozen=True)
class Simulation:
    """The results of a number of matches, one row per match."""

    game: Game
    seats: int
    options: Mapping[str, Any]
    seed: int
    seconds: float
    steps: NDArray[np.int64]
    scores: NDArray[np.int64]
    winners: NDArray[np.int64]
    """As bits; 0 for a match that was left unfinished."""
    resumed: int = 0
    """How many matches came from a file; `seconds` covers only the others."""

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
        per_second = (self.games - self.resumed) / max(self.seconds, 1e-9)
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
            "games_per_second": round(per_second),
            "steps_per_second": round(per_second * float(self.steps.mean())),
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
    workers: int = 1,
    ray: str | None = None,
    keep: Path | None = None,
    device: str = "cpu",
    progress: Callable[[int], None] = lambda done: None,
) -> Simulation:
    """Play matches at random; the same seed gives the same matches, however and wherever they are divided up.

    `workers` are processes of this machine, `ray` is the address of a cluster instead. With `keep`, partial results are saved in that
    file, and the same simulation resumes from there. On the device `cuda` a GPU plays the same matches.
    """
    found = find(game)
    if games < 1:
        raise SeaboardError(f"at least one game must be played, not {games}")
    if not 0 <= seed < 1 << 64:
        raise SeaboardError(f"the seed of a simulation is a whole number from 0 to 2**64 - 1, not {seed!r}")
    seats = found.check_seats(seats)
    chosen = found.check_options(seats, options or {})
    setting = (found.name, seats, chosen, seed)
    if device not in ("cpu", "cuda"):
        raise SeaboardError(f"a simulation runs on the 'cpu' or on 'cuda', not on {device!r}")
    if device == "cuda" and (workers > 1 or ray is not None or keep is not None):
        raise SeaboardError("on a GPU matches are played in one process, and not resumed: leave workers, Ray and the file out")
    play, chunk = (play_part, CHUNK) if device == "cpu" else (play_part_on_gpu, GPU_CHUNK)
    _, first, _ = play(*setting, 0, 1)  # also compiles, before the clock starts
    steps, winners = np.zeros(games, np.int64), np.zeros(games, np.int64)
    scores = np.zeros((games, first.shape[1]), np.int64)
    saved = _load(keep, setting) if keep else {}
    parts = [(start, min(start + chunk, games)) for start in range(0, games, chunk)]
    done = 0
    for start, stop in parts:
        if (start, stop) in saved:
            steps[start:stop], scores[start:stop], winners[start:stop] = saved[start, stop]
            done += stop - start
    left = [part for part in parts if part not in saved]
    resumed = done
    began = time.perf_counter()
    for number, result in spread(play, [(*setting, *part) for part in left], workers=workers, ray=ray):
        start, stop = left[number]
        steps[start:stop], scores[start:stop], winners[start:stop] = result
        if keep:
            append(keep, {"start": start, "stop": stop, **{n: r.tolist() for n, r in zip(COLUMNS, result, strict=True)}})
        done += stop - start
        progress(done)
    return Simulation(found, seats, chosen, seed, time.perf_counter() - began, steps, scores, winners, resumed)


def _load(keep: Path, setting: tuple[str, int, Mapping[str, Any], int]) -> dict[tuple[int, int], Part]:
    game, seats, options, seed = setting
    header = {
        "seaboard_simulation": FORMAT,
        "game": game,
        "rules": find(game).version,
        "seats": seats,
        "options": dict(options),
        "seed": seed,
    }
    rows = load(keep, header)
    return {(row["start"], row["stop"]): tuple(np.array(row[name], np.int64) for name in COLUMNS) for row in rows}  # type: ignore[misc]  # three


def play_part(game: str, seats: int, options: Mapping[str, Any], seed: int, start: int, stop: int) -> Part:
    """Steps, scores and winners of the matches of these numbers."""
    states, seeds, steps, scores, winners = _blanks(game, seats, options, seed, start, stop)
    compiled = twin(find(game))
    actions = np.zeros(find(game).state.ACTIONS, np.int64)
    compiled.kernel("playout").play_all(states, seeds, np.zeros(1, np.int64), steps, scores, winners, actions, MOST_STEPS)
    return steps, scores, winners


def play_part_on_gpu(game: str, seats: int, options: Mapping[str, Any], seed: int, start: int, stop: int) -> Part:
    """The same, played by a GPU."""
    from numba import cuda

    from seaboard.cuda import cuda_twin

    kernel = cuda_twin(find(game), unsigned=True).kernel("gpu")
    states, seeds, steps, scores, winners = (cuda.to_device(array) for array in _blanks(game, seats, options, seed, start, stop))
    kernel.play_all(stop - start, states, seeds, steps, scores, winners, MOST_STEPS)
    return steps.copy_to_host(), scores.copy_to_host(), winners.copy_to_host()


def _blanks(game: str, seats: int, options: Mapping[str, Any], seed: int, start: int, stop: int) -> tuple[NDArray[Any], ...]:
    """Return matches that have not begun, the seeds of their dice, and space for their steps, scores and winners."""
    found = find(game)
    count = stop - start
    numbers = np.arange(start, stop, dtype=np.uint64)
    states = twin(found).blank(count)
    states[:] = state.to_record(found.new_state(seats=seats, seed=0, options=found.check_options(seats, options)))
    states["seed"] = np.stack([numbers & 0xFFFFFFFF, numbers >> 32, np.full(count, seed & 0xFFFFFFFF), np.full(count, seed >> 32)], axis=1)
    seeds = (numbers & 0xFFFFFFFF | (numbers >> 32 ^ (seed ^ seed >> 32) & 0xFFFFFFFF) << 32).view(np.int64)
    scores = np.zeros((count, found.entries(seats, options)), np.int64)
    return states, seeds, np.zeros(count, np.int64), scores, np.zeros(count, np.int64)
