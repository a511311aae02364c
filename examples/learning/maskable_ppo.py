"""sb3-contrib's MaskablePPO learns Sea Salt & Paper against `simple`: `python examples/learning/maskable_ppo.py --minutes 30`.

Two seats; 256 matches are stepped in one compiled call. The result of a match comes at its end, some hundred choices after the first,
so the change of the lead is added to it as the rounds go by: that tells the same, only sooner. `docs/tutorials.md` shows the curve.
"""

import argparse
import json
import time
from pathlib import Path
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray
from sb3_contrib import MaskablePPO
from stable_baselines3.common.callbacks import BaseCallback
from stable_baselines3.common.vec_env import VecEnv

from seaboard import envs

GAME, SEATS, MATCHES, TARGET = "sea-salt-and-paper", 2, 256, 40


class Matches(VecEnv):  # type: ignore[misc]  # it has no types
    """`envs.vector` as Stable-Baselines3 wants it: rows scaled for a network, masks by `env_method`.

    After the end of a match there is one step without a choice, in which the next begins: its mask has one action, so nothing is learned.
    """

    def __init__(self) -> None:
        self.matches = envs.vector(GAME, num_envs=MATCHES, seats=SEATS, bots=["simple"])
        self.rows = envs.layout(GAME, SEATS)
        shape = (self.rows.size,)
        from gymnasium import spaces

        super().__init__(MATCHES, spaces.Box(-1.0, 1.0, shape, np.float32), self.matches.single_action_space)
        self.over = np.zeros(MATCHES, bool)
        self.lead = np.zeros(MATCHES)

    def reset(self) -> NDArray[np.float32]:
        return self.seen(self.matches.reset(seed=0)[0])

    def step_async(self, actions: NDArray[np.int64]) -> None:
        self.actions = actions

    def step_wait(self) -> tuple[NDArray[np.float32], NDArray[np.float32], NDArray[np.bool_], list[dict[str, Any]]]:
        before, lead = self.over, self.lead
        seen, rewards, self.over, _, _ = self.matches.step(self.actions)
        rows = self.seen(seen)
        rewards = np.where(before, 0.0, rewards + (self.lead - lead) / TARGET)
        return rows, rewards.astype(np.float32), self.over, [{} for _ in range(MATCHES)]

    def seen(self, seen: dict[str, NDArray[Any]]) -> NDArray[np.float32]:
        score = self.rows.read(seen["observation"])["score"][..., 0].astype(float)
        self.lead = score[:, 0] - score[:, 1]
        return np.asarray(seen["observation"] * self.rows.scale, np.float32)

    def env_method(self, method_name: str, *_: Any, **__: Any) -> list[Any]:
        return list(getattr(self.matches, method_name)())

    def has_attr(self, attr_name: str) -> bool:
        return hasattr(self.matches, attr_name)

    def get_attr(self, attr_name: str, indices: Any = None) -> list[Any]:
        return [getattr(self.matches, attr_name, None)] * MATCHES

    def set_attr(self, attr_name: str, value: Any, indices: Any = None) -> None:
        raise NotImplementedError("nothing is set from outside")

    def env_is_wrapped(self, wrapper_class: Any, indices: Any = None) -> list[bool]:
        return [False] * MATCHES

    def close(self) -> None:
        pass


def share_of_wins(model: Any, matches: int, seed: int) -> float:
    """How many of so many matches against `simple` the network wins, playing what it likes best."""
    many, rows = envs.vector(GAME, num_envs=matches, seats=SEATS, bots=["simple"]), envs.layout(GAME, SEATS)
    seen, _ = many.reset(seed=seed)
    won, ended = np.zeros(matches), np.zeros(matches, bool)
    while not ended.all():
        actions, _ = model.predict(
            (seen["observation"] * rows.scale).astype(np.float32), action_masks=seen["action_mask"], deterministic=True
        )
        seen, rewards, over, _, _ = many.step(actions)
        won = np.where(over & ~ended, rewards, won)
        ended |= over
    return float(won.mean())


class Curve(BaseCallback):  # type: ignore[misc]  # it has no types
    """Writes down how good the network is, every other lesson, until the time is up; what measuring takes does not count."""

    def __init__(self, seconds: float, file: Path) -> None:
        super().__init__()
        self.seconds, self.file = seconds, file
        self.begun, self.lessons = time.process_time(), 0

    @property
    def spent(self) -> float:
        return time.process_time() - self.begun

    def _on_rollout_start(self) -> None:
        if self.lessons % 10 == 0:
            before = self.spent
            line = {"cpu_seconds": round(before), "choices": self.num_timesteps, "wins": share_of_wins(self.model, 512, seed=99)}
            with self.file.open("a", encoding="utf-8") as out:
                out.write(json.dumps(line) + "\n")
            print(line, flush=True)
            self.begun += self.spent - before
        self.lessons += 1

    def _on_step(self) -> bool:
        return self.spent < self.seconds


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--minutes", type=float, default=30, help="of one core's time")
    parser.add_argument("--folder", type=Path, default=Path("training/maskable-ppo"))
    chosen = parser.parse_args()
    chosen.folder.mkdir(parents=True, exist_ok=True)
    torch.set_num_threads(1)
    curve = Curve(chosen.minutes * 60, chosen.folder / "curve.jsonl")
    model = MaskablePPO(
        "MlpPolicy",
        Matches(),
        learning_rate=lambda _: 5e-5 + 5e-4 * max(1 - curve.spent / curve.seconds, 0),  # it falls with the time
        n_steps=64,
        batch_size=2048,
        n_epochs=3,
        gamma=0.995,
        gae_lambda=0.9,
        ent_coef=0.01,
        policy_kwargs={"net_arch": [256, 256], "activation_fn": torch.nn.ReLU},
        seed=1,
    )
    model.learn(10**9, callback=curve)  # until the time is up
    model.save(chosen.folder / "model")
    print(f"against simple, 4,096 matches: {share_of_wins(model, 4096, seed=5):.1%}")


if __name__ == "__main__":
    main()
