"""A deep copy or a pickle taken anywhere goes on identically, in another process too, whatever the hash seed."""

import copy
import hashlib
import os
import pickle
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from seaboard import GAMES, envs
from seaboard.envs.many import SeaboardVector
from tests.conformance.play import Setup, some_setups

KINDS: dict[str, Callable[[Setup], Any]] = {
    "aec": lambda s: envs.aec(s.game, seats=s.seats, options=s.options),
    "parallel": lambda s: envs.parallel(s.game, seats=s.seats, options=s.options),
    "gym": lambda s: envs.gym(s.game, seats=s.seats, options=s.options, bots=["random", "simple"], history=20),
    "vector": lambda s: envs.vector(s.game, seats=s.seats, options=s.options, bots=["random", "simple"], num_envs=4),
    "batch": lambda s: envs.batch(s.game, seats=s.seats, options=s.options, size=5, seed=1),
}


ALL = bool(os.environ.get("SEABOARD_ALL_SETUPS"))


def go_on(env: Any, steps: int) -> str:
    """Take steps with the environment's own dice (a finished match begins anew), and tell all that was seen."""
    seen = hashlib.sha256()
    for _ in range(steps):
        for part in one_step(env):
            seen.update(part.tobytes() if isinstance(part, np.ndarray) else repr(part).encode())
    return seen.hexdigest()


def one_step(env: Any) -> list[Any]:
    if isinstance(env, envs.Batch):
        env.step(env.random_actions())
        return [env.seat, env.mask, env.share, env.observe()]
    if isinstance(env, SeaboardVector):
        masks = env.action_masks()
        observations, rewards, over, _, _ = env.step(np.array([int(env.np_random.choice(np.flatnonzero(mask))) for mask in masks]))
        return [*observations.values(), rewards, over]
    if hasattr(env, "agent_selection"):
        agent = env.agent_selection
        observation, reward, terminated, truncated, _ = env.last()
        if terminated or truncated:
            env.reset()
        else:
            env.step(env.action_space(agent).sample(observation["action_mask"]))
        return [agent, observation["observation"], observation["action_mask"], reward, terminated]
    if hasattr(env, "agents"):
        if not env.agents:
            env.reset()
        looks = {agent: env.table.look(seat) for seat, agent in enumerate(env.possible_agents)}
        result = env.step({agent: env.action_space(agent).sample(looks[agent][1]) for agent in env.agents})
        return [row for look in looks.values() for row in look] + [result[1], result[2]]
    observation, reward, over, _, _ = env.step(env.action_space.sample(env.table.look(env.seat)[1]))
    if over:
        env.reset()
    return [*observation.values(), reward, over]


def begun(kind: str, setup: Setup, steps: int) -> Any:
    env = KINDS[kind](setup)
    if kind != "batch":
        env.reset(seed=5)
        spaces = [env.action_space] if kind in ("gym", "vector") else [env.action_space(agent) for agent in env.possible_agents]
        for number, space in enumerate(spaces):
            space.seed(number)
    go_on(env, steps)
    return env


@pytest.mark.parametrize("setup", some_setups(), ids=str)
@pytest.mark.parametrize("kind", KINDS)
def test_copies_and_pickles_go_on_identically(kind: str, setup: Setup) -> None:
    is_usual = setup == Setup(setup.game, setup.game.default_seats)
    for steps in (0, 1, 13, 300) if is_usual or ALL else (0, 13):  # after 300, matches have ended and begun anew
        env = begun(kind, setup, steps)
        others = [copy.deepcopy(env), env.copy(), pickle.loads(pickle.dumps(env))]
        seen = go_on(env, 40)
        assert [go_on(other, 40) for other in others] == [seen] * 3


def test_pickles_go_on_identically_in_other_processes(tmp_path: Path) -> None:
    expected = {}
    for game in GAMES.values():
        for kind in KINDS:
            env = begun(kind, Setup(game, game.default_seats), 17)
            name = f"{kind}-{game.name}"
            (tmp_path / name).write_bytes(pickle.dumps(env))
            expected[name] = go_on(env, 60)
    code = (
        "import pathlib, pickle, sys\n"
        "from tests.envs.test_copies import go_on\n"
        "for path in sorted(pathlib.Path(sys.argv[1]).iterdir()):\n"
        "    print(path.name, go_on(pickle.loads(path.read_bytes()), 60))\n"
    )
    root = Path(__file__).parents[2]
    for hash_seed in ("0", "4242"):
        done = subprocess.run(
            [sys.executable, "-c", code, str(tmp_path)],
            env={**os.environ, "PYTHONHASHSEED": hash_seed, "PYTHONPATH": f"{root / 'src'}{os.pathsep}{root}"},
            check=True,
            capture_output=True,
            text=True,
        )
        assert dict(line.split() for line in done.stdout.splitlines()) == expected


def test_a_search_bot_is_copied_with_its_dice() -> None:
    env = envs.gym("sea-change", seats=2, bots=["search:20"])
    env.reset(seed=3)
    env.step(int(np.flatnonzero(env.table.look(0)[1])[0]))
    others = [env.copy(), pickle.loads(pickle.dumps(env))]
    ends = []
    for each in (env, *others):
        each.action_space.seed(1)
        ends.append(go_on(each, 12))
    assert ends[0] == ends[1] == ends[2]


class Highest:
    """Chooses for many matches at once."""

    def choose_many(self, seen: dict[str, Any]) -> Any:
        mask = seen["action_mask"]
        return mask.shape[1] - 1 - mask[:, ::-1].argmax(axis=1)


@pytest.mark.parametrize(
    "bot", ["search:20", "search:0.01s", "learned", "captain", Highest()], ids=lambda bot: bot if isinstance(bot, str) else "rows"
)
def test_a_vector_is_copied_with_its_bots(bot: Any) -> None:
    env = envs.vector("sea-change", seats=3, bots=[bot], num_envs=2)
    env.reset(seed=3)
    go_on(env, 3)
    others = [env.copy(), copy.deepcopy(env), pickle.loads(pickle.dumps(env))]
    if bot != "search:0.01s":  # by the clock it plays differently each time
        assert [go_on(other, 4) for other in others] == [go_on(env, 4)] * 3
    for other in others:
        assert other.reset(seed=3)[0]["observation"].tolist() == env.reset(seed=3)[0]["observation"].tolist() or bot == "search:0.01s"
