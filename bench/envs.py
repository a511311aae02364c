"""Environments beside PettingZoo's hanabi, RLCard's uno and gin rummy, and Pgx's card games, all playing at random."""

import os
import random
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from typing import Any

import numpy as np

from bench.measure import Row, rates
from seaboard import GAMES, envs

STEPS = 1500
BATCH = 4096
PGX_CARD_GAMES = ("kuhn_poker", "leduc_holdem", "sparrow_mahjong")


def one_at_a_time() -> list[Row]:
    """One match stepped from Python: PettingZoo's loop for ours and for hanabi, RLCard's own loop for its games."""
    import rlcard
    from pettingzoo.classic import hanabi_v5

    peers = {"PettingZoo hanabi": _pettingzoo_loop(hanabi_v5.env(), 500)}
    peers |= {f"RLCard {name}": _rlcard_loop(rlcard.make(name)) for name in ("uno", "gin-rummy")}
    ours = {game.title: _pettingzoo_loop(envs.aec(game), STEPS) for game in GAMES.values()}
    measured = dict(zip([*ours, *peers], rates(*ours.values(), *peers.values()), strict=True))
    wanted = {"PettingZoo hanabi": 5.0}
    return [
        Row(f"{title}, PettingZoo AEC: last and step", "steps/s", measured[title], measured[peer], peer, wanted.get(peer, 1.0))
        for peer in peers
        for title in ours
    ]


def _pettingzoo_loop(env: Any, steps: int) -> Callable[[], int]:
    rng = random.Random(1)

    def play() -> int:
        done = 0
        while done < steps:
            env.reset()
            for _ in env.agent_iter():
                observation, _, terminated, truncated, _ = env.last()
                if terminated or truncated:
                    env.step(None)
                else:
                    legal = np.flatnonzero(observation["action_mask"])
                    env.step(legal[int(rng.random() * len(legal))])
                    done += 1
        return done

    return play


def _rlcard_loop(env: Any) -> Callable[[], int]:
    rng = random.Random(1)

    def play() -> int:
        done = 0
        while done < STEPS:
            seen, _ = env.reset()
            while not env.is_over():
                legal = list(seen["legal_actions"])
                seen, _ = env.step(legal[int(rng.random() * len(legal))])
                done += 1
        return done

    return play


class Lowest:
    """A bot of somebody's own, asked by views."""

    def choose(self, view: dict[str, Any]) -> int:
        return int(min(view["legal"].values()))


class Shown(Lowest):
    """The same, from what an environment shows."""

    def choose_from(self, seen: dict[str, Any]) -> int:
        return int(seen["action_mask"].argmax())

    def choose_many(self, seen: dict[str, Any]) -> Any:
        return seen["action_mask"].argmax(axis=1)


def against_bots() -> list[Row]:
    """Sea Change, four seats: choices of one of them a second, all that three bots do in between included.

    One match (Gymnasium) or 1,024 at once. A bot of one's own gets a view for each choice, or is shown what the environment shows.
    """
    few: dict[str, tuple[Any, int]] = {
        "simple": ("simple", 3000),
        "search:100": ("search:100", 100),
        "learned": ("learned", 1500),
        "a bot of one's own, by views": (Lowest(), 1000),
        "a bot of one's own that is shown rows": (Shown(), 3000),
    }
    slow = {"search:100": 1, "a bot of one's own, by views": 2}
    alone = {f"against {what}, envs.gym": _gym_loop(bot, steps) for what, (bot, steps) in few.items()}
    together = {f"against {what}, envs.vector": _vector_loop(bot, slow.get(what, 20)) for what, (bot, _) in few.items()}
    loops = alone | together
    return [Row(what, "steps/s", rate) for what, rate in zip(loops, rates(*loops.values(), rounds=3), strict=True)]


def _gym_loop(bot: Any, steps: int) -> Callable[[], int]:
    env = envs.gym("sea-change", bots=[bot])
    seen, _ = env.reset(seed=1)
    kept = [seen]

    def play() -> int:
        for _ in range(steps):
            kept[0], _, over, _, _ = env.step(int(kept[0]["action_mask"].argmax()))
            if over:
                kept[0], _ = env.reset()
        return steps

    return play


def _vector_loop(bot: Any, steps: int) -> Callable[[], int]:
    env = envs.vector("sea-change", num_envs=1024, bots=[bot])
    seen, _ = env.reset(seed=1)
    kept = [seen]

    def play() -> int:
        for _ in range(steps):
            kept[0], *_ = env.step(kept[0]["action_mask"].argmax(axis=1))
        return steps * env.num_envs

    return play


def batches() -> list[Row]:
    """4,096 matches stepped from Python in one call, random legal actions and auto-reset included, everything on one core.

    Pgx makes an observation in every step, so ours is measured with and without. Kuhn poker is there for the record: a game of
    three cards and two or three moves, observed as seven bits, is no measure for one of forty cards.
    """
    with one_core():
        peers = {f"Pgx {name}": _pgx_loop(name) for name in PGX_CARD_GAMES}
        ours = _batch_loops()
        measured = dict(zip([*ours, *peers], rates(*ours.values(), *peers.values()), strict=True))
    wanted = dict.fromkeys(list(ours)[:2], 5.0)
    return [
        Row(what, "steps/s", measured[what], measured[peer], peer, wanted.get(what) if "kuhn" not in peer else None)
        for peer in peers
        for what in ours
    ]


def batches_on_all_cores() -> list[Row]:
    """The same with every core that the process may use: our batch has a thread for each, and JAX takes what it can."""
    ours = _batch_loops()
    peer = "Pgx leduc_holdem"
    *found, theirs = rates(*ours.values(), _pgx_loop("leduc_holdem"))
    wanted = (5.0, 5.0, 4.0)
    return [Row(what, "steps/s", rate, theirs, peer, least) for what, rate, least in zip(ours, found, wanted, strict=True)]


def _batch_loops() -> dict[str, Callable[[], int]]:
    """A batch's steps without observations, with records, and with rows."""
    batch = envs.batch("sea-change", size=BATCH)
    records, rows = batch.known(), batch.observe()

    def steps(observe: Callable[[], Any]) -> Callable[[], int]:
        def work() -> int:
            for _ in range(30):
                batch.step(batch.random_actions())
                observe()
            return 30 * BATCH

        return work

    return {
        f"Sea Change, batches of {BATCH:,}: mask, pick, step": steps(lambda: None),
        "… and what the seat to act knows, as records": steps(lambda: batch.known(out=records)),
        f"… or as rows of {rows.shape[1]:,} numbers, turned to it": steps(lambda: batch.observe(out=rows)),
    }


@contextmanager
def one_core() -> Iterator[None]:
    """Keep this process, and threads that libraries start meanwhile, on one core."""
    before = os.sched_getaffinity(0)
    os.sched_setaffinity(0, {min(before)})
    try:
        yield
    finally:
        for thread in os.listdir("/proc/self/task"):  # a peer's threads stay, and would stay on that core
            with suppress(OSError):
                os.sched_setaffinity(int(thread), before)


def _pgx_loop(name: str) -> Callable[[], int]:
    os.environ.setdefault("JAX_PLATFORMS", "cpu")
    import jax
    import jax.numpy as jnp
    import pgx
    from pgx.experimental import auto_reset

    env = pgx.make(name)
    step_all = jax.vmap(auto_reset(env.step, env.init))

    def play_step(state: Any, key: Any) -> Any:
        key, choosing, dealing = jax.random.split(key, 3)
        actions = jax.random.categorical(choosing, jnp.where(state.legal_action_mask, 0.0, -jnp.inf), axis=-1)
        return step_all(state, actions, jax.random.split(dealing, BATCH)), key

    step = jax.jit(play_step)
    key = jax.random.PRNGKey(0)
    state = jax.jit(jax.vmap(env.init))(jax.random.split(key, BATCH))
    state, key = step(state, key)
    kept = [state, key]
    count = 3 if name == "sparrow_mahjong" else 30

    def play() -> int:
        for _ in range(count):
            kept[:] = step(*kept)
        jax.block_until_ready(kept[0].observation)
        return count * BATCH

    return play
