"""sb3-contrib's MaskablePPO learns Sea Salt & Paper against `simple`: `python examples/learning/maskable_ppo.py --minutes 12`.

Two seats; `envs.sb3` steps 512 matches in one compiled call. The result of a match comes some eighty choices after the first one, so it is
paid as the rounds go by (`rewards="rounds"`), which adds up to the same. `docs/tutorials.md` shows the curve.
"""

import argparse
import json
import time
from pathlib import Path
from typing import Any

import numpy as np
import torch
from sb3_contrib import MaskablePPO
from stable_baselines3.common.callbacks import BaseCallback
from stable_baselines3.common.torch_layers import BaseFeaturesExtractor

from seaboard import envs

GAME, SEATS = "sea-salt-and-paper", 2


class Shared(BaseFeaturesExtractor):  # type: ignore[misc]  # it has no types
    """The first layer, which policy and value share: it has most of the weights, for a row has 1,398 numbers."""

    def __init__(self, observation_space: Any, units: int) -> None:
        super().__init__(observation_space, units)
        self.register_buffer("scale", torch.as_tensor(envs.layout(GAME, SEATS).scale))
        self.layer = torch.nn.Linear(observation_space.shape[0], units)

    def forward(self, rows: torch.Tensor) -> torch.Tensor:
        weight = self.layer.weight * self.scale  # the same as scaling the rows
        return torch.relu(torch.nn.functional.linear(rows, weight, self.layer.bias))


def results(model: Any, matches: int, seed: int) -> list[float]:
    """Shares of so many matches against `simple`, half of them in each seat; the network plays what it likes best."""
    shares = []
    for seat in range(SEATS):
        many = envs.vector(GAME, num_envs=matches // SEATS, seats=SEATS, seat=seat, bots=["simple"])
        seen, _ = many.reset(seed=seed)
        won, ended = np.zeros(many.num_envs), np.zeros(many.num_envs, bool)
        while not ended.all():
            actions, _ = model.predict(seen["observation"], action_masks=seen["action_mask"], deterministic=True)
            seen, rewards, over, _, _ = many.step(actions)
            won = np.where(over & ~ended, rewards, won)
            ended |= over
        shares += won.tolist()
    return shares


class Curve(BaseCallback):  # type: ignore[misc]  # it has no types
    """Writes down how good the network is as it learns, until the time is up; what measuring takes does not count."""

    def __init__(self, seconds: float, file: Path, every: int) -> None:
        super().__init__()
        self.seconds, self.file, self.every = seconds, file, every
        self.begun, self.lessons = time.process_time(), 0

    @property
    def spent(self) -> float:
        return time.process_time() - self.begun

    @property
    def left(self) -> float:
        return max(1 - self.spent / self.seconds, 0)

    def _on_rollout_start(self) -> None:
        self.model.ent_coef = 0.01 * self.left + 0.001
        if self.lessons % self.every == 0:
            self.measure()
        self.lessons += 1

    def measure(self) -> None:
        before = self.spent
        wins = float(np.mean(results(self.model, 1024, seed=99)))
        line = {"cpu_seconds": round(before), "choices": self.num_timesteps, "wins": round(wins, 4)}
        with self.file.open("a", encoding="utf-8") as out:
            out.write(json.dumps(line) + "\n")
        print(line, flush=True)
        self.begun += self.spent - before

    def _on_step(self) -> bool:
        return self.spent < self.seconds


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--minutes", type=float, default=12, help="of one core's time")
    parser.add_argument("--folder", type=Path, default=Path("training/maskable-ppo"))
    chosen = parser.parse_args()
    chosen.folder.mkdir(parents=True, exist_ok=True)
    torch.set_num_threads(1)
    curve = Curve(chosen.minutes * 60, chosen.folder / "curve.jsonl", every=64)
    env = envs.sb3(GAME, num_envs=512, seats=SEATS, bots=["simple"], rewards="rounds")
    env.seed(1)
    model = MaskablePPO(
        "MlpPolicy",
        env,
        learning_rate=lambda _: 1e-4 + 6e-4 * curve.left,
        n_steps=32,
        batch_size=1024,
        n_epochs=2,
        gamma=1.0,
        gae_lambda=0.9,
        policy_kwargs={
            "features_extractor_class": Shared,
            "features_extractor_kwargs": {"units": 128},
            "net_arch": [64],
            "activation_fn": torch.nn.ReLU,
        },
        seed=1,
    )
    model.learn(10**9, callback=curve)  # until the time is up
    model.save(chosen.folder / "model")
    curve.measure()
    shares = results(model, 4096, seed=5)
    error = 1.96 * np.std(shares) / len(shares) ** 0.5
    print(f"against simple, {len(shares):,} matches, half in each seat: {np.mean(shares):.1%} ± {error:.1%}")


if __name__ == "__main__":
    main()
