"""The rules on a GPU: whole random matches, and batches driven from Python, alongside Pgx. `python -m bench.gpu` on a machine that has one.

Pgx needs JAX with CUDA; it steps as many matches, with random legal actions, auto-reset and its own observations, compiled as one loop.
"""

import json
import sys
import time
from collections.abc import Callable
from typing import Any

import numpy as np

from seaboard import GAMES, state
from seaboard.cuda import cuda_twin
from seaboard.envs.cuda import CudaBatch
from seaboard.game import Game

MATCHES = 262_144
MOST_STEPS = 100_000
PEERS = ("leduc_holdem", "sparrow_mahjong")


def best(work: Callable[[], int], times: int = 3) -> float:
    """Steps per second, the best of some runs."""
    from numba import cuda

    rates = []
    for _ in range(times):
        cuda.synchronize()
        began = time.perf_counter()
        steps = work()
        cuda.synchronize()
        rates.append(steps / (time.perf_counter() - began))
    return max(rates)


def whole_matches(game: Game) -> tuple[float, float]:
    """Steps per second in whole random matches, and the seconds that compiling took."""
    from numba import cuda

    twin = cuda_twin(game, unsigned=True)
    seats = game.default_seats
    options = game.check_options(seats, {})
    states = np.zeros(MATCHES, twin.record_type)
    states[:] = state.to_record(game.new_state(seats=seats, seed=0, options=options))
    numbers = np.arange(MATCHES, dtype=np.uint64)
    states["seed"][:, 0] = numbers
    steps, winners = cuda.to_device(np.zeros(MATCHES, np.int64)), cuda.to_device(np.zeros(MATCHES, np.int64))
    scores = cuda.to_device(np.zeros((MATCHES, game.entries(seats, options)), np.int64))
    on_gpu = cuda.to_device(states)
    seeds = cuda.to_device(numbers.astype(np.int64))

    def play() -> None:
        twin.kernel("gpu").play_all(MATCHES, on_gpu, seeds, steps, scores, winners, MOST_STEPS)

    began = time.perf_counter()
    play()
    cuda.synchronize()
    compiling = time.perf_counter() - began
    total = 0.0
    for _ in range(3):
        on_gpu.copy_to_device(states)
        cuda.synchronize()
        began = time.perf_counter()
        play()
        cuda.synchronize()
        total = max(total, steps.copy_to_host().sum() / (time.perf_counter() - began))
    return total, compiling


def driven(game: Game) -> float:
    """Steps per second, driven from Python: pick and step, with masks and auto-reset."""
    batch = CudaBatch(game, size=MATCHES)

    def work() -> int:
        for _ in range(50):
            batch.step(batch.random_actions())
        return 50 * MATCHES

    work()
    batch.check()
    return best(work)


def observed(game: Game) -> float:
    """The same, with what the seat to act sees after each step."""
    batch = CudaBatch(game, size=MATCHES)

    def work() -> int:
        for _ in range(20):
            batch.step(batch.random_actions())
            batch.observe()
        return 20 * MATCHES

    work()
    return best(work)


def pgx_rate(name: str, steps: int = 20) -> float:
    """Steps per second of one of Pgx's games."""
    import os

    os.environ.setdefault("XLA_PYTHON_CLIENT_PREALLOCATE", "false")  # the GPU's memory is shared with ours
    import jax
    import pgx
    from jax import numpy as jnp

    env = pgx.make(name)

    def step(before: Any, key: Any) -> Any:
        choosing, dealing = jax.random.split(key)
        action = jax.random.categorical(choosing, jnp.where(before.legal_action_mask, 0.0, -1e9))
        after, new = env.step(before, action), env.init(dealing)
        over = after.terminated | after.truncated
        return jax.tree_util.tree_map(lambda begun, played: jnp.where(over, begun, played), new, after)

    def play(matches: Any, key: Any) -> Any:
        def all_of_them(now: Any, key: Any) -> tuple[Any, None]:
            return jax.vmap(step)(now, jax.random.split(key, MATCHES)), None

        return jax.lax.scan(all_of_them, matches, jax.random.split(key, steps))[0]

    run = jax.jit(play)
    matches = jax.jit(jax.vmap(env.init))(jax.random.split(jax.random.PRNGKey(0), MATCHES))
    matches = jax.block_until_ready(run(matches, jax.random.PRNGKey(1)))
    rates = []
    for number in range(3):
        began = time.perf_counter()
        matches = jax.block_until_ready(run(matches, jax.random.PRNGKey(2 + number)))
        rates.append(steps * MATCHES / (time.perf_counter() - began))
    return max(rates)


def main() -> None:
    for peer in PEERS:
        print(json.dumps({"peer": f"Pgx {peer}", "steps": round(pgx_rate(peer))}), flush=True)
    for name in sys.argv[1:] or GAMES:
        rate, compiling = whole_matches(GAMES[name])
        print(json.dumps({"game": name, "whole_matches": round(rate), "compile_s": round(compiling, 1)}), flush=True)
        print(json.dumps({"game": name, "driven": round(driven(GAMES[name])), "observed": round(observed(GAMES[name]))}), flush=True)


if __name__ == "__main__":
    main()
