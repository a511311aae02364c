"""A plain PyTorch loop on a batch: a network learns Sea Change in both seats: `python examples/learning/self_play.py --minutes 5`.

1,024 matches of one round for two go on side by side; each choice is credited with how its match ended, less what the network
expected (REINFORCE with a baseline). Every so often the network plays against `simple`. `docs/tutorials.md` shows the curve.
"""

import argparse
import time

import numpy as np
import torch
from torch import nn

from seaboard import envs

GAME, SEATS, OPTIONS, MATCHES = "sea-change", 2, {"target": 1}, 1024


class Network(nn.Module):  # type: ignore[misc]  # it has no types
    """What is seen, a layer of 256 units, a preference for each action and the expected share of the win."""

    def __init__(self, actions: int) -> None:
        super().__init__()
        rows = envs.layout(GAME, SEATS)
        self.register_buffer("scale", torch.from_numpy(rows.scale))
        self.body = nn.Sequential(nn.Linear(rows.size, 256), nn.ReLU(), nn.Linear(256, 128), nn.ReLU())
        self.preferences, self.expected = nn.Linear(128, actions), nn.Linear(128, 1)

    def forward(self, rows: torch.Tensor, masks: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
        units = self.body(rows * self.scale)
        return self.preferences(units).masked_fill(masks == 0, -torch.inf), self.expected(units)[:, 0]


def play(network: Network, batch: envs.Batch) -> tuple[torch.Tensor, ...]:
    """Play every match once to its end; rows, masks, actions and results of all choices."""
    kept = []
    while not batch.over.all():
        rows, masks, seats = torch.from_numpy(batch.observe()), torch.from_numpy(batch.mask.copy()), batch.seat.copy()
        with torch.no_grad():
            actions = torch.distributions.Categorical(logits=network(rows, masks)[0]).sample()
        kept.append((rows, masks, actions, seats))
        batch.step(actions.numpy())
    going = [torch.from_numpy(seats >= 0) for *_, seats in kept]
    results = [torch.from_numpy(batch.share[np.arange(batch.size), np.maximum(seats, 0)]) for *_, seats in kept]
    columns = [*zip(*[(rows, masks, actions) for rows, masks, actions, _ in kept], strict=True), results]
    return tuple(torch.cat([part[on] for part, on in zip(column, going, strict=True)]) for column in columns)


def learn(network: Network, optimizer: torch.optim.Optimizer, choices: tuple[torch.Tensor, ...]) -> None:
    """One step for every 4,096 choices, in any order."""
    for some in torch.randperm(len(choices[0])).split(4096):
        rows, masks, actions, results = (part[some] for part in choices)
        logits, expected = network(rows, masks)
        chances = torch.distributions.Categorical(logits=logits)
        gain = (results - expected).detach()
        policy = -(chances.log_prob(actions) * gain).mean()
        spread = -(chances.probs * chances.logits.clamp(min=-20)).sum(-1).mean()
        loss = policy + (results - expected).square().mean() - 0.005 * spread
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()


def share_of_wins(network: Network, matches: int, seed: int) -> float:
    """What the network wins against `simple`, playing what it likes best, half of the matches in each seat."""
    won = 0.0
    for seat in range(SEATS):
        batch = envs.batch(GAME, size=matches // SEATS, seats=SEATS, options=OPTIONS, seed=seed, auto_reset=False)
        while not batch.over.all():
            with torch.no_grad():
                mine = network(torch.from_numpy(batch.observe()), torch.from_numpy(batch.mask))[0].argmax(-1).numpy()
            batch.step(np.where(batch.seat == seat, mine, batch.simple_actions()))
        won += float(batch.share[:, seat].sum())
    return won / matches


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--minutes", type=float, default=5, help="of one core's time")
    chosen = parser.parse_args()
    torch.manual_seed(1)
    torch.set_num_threads(1)
    batch = envs.batch(GAME, size=MATCHES, seats=SEATS, options=OPTIONS, auto_reset=False)
    network = Network(batch.mask.shape[1])
    optimizer = torch.optim.Adam(network.parameters(), lr=1e-3)
    begun, lesson, choices = time.process_time(), 0, 0
    while (spent := time.process_time() - begun) < 60 * chosen.minutes:
        if lesson % 10 == 0:
            print(f"{spent:5.0f} s {choices:9,} choices: {share_of_wins(network, 2048, seed=10**6):.1%} against simple", flush=True)
        batch.reset(seed=lesson)
        played = play(network, batch)
        learn(network, optimizer, played)
        lesson, choices = lesson + 1, choices + len(played[0])
    print(f"in the end, 16,384 matches: {share_of_wins(network, 16_384, seed=10**7):.1%}")


if __name__ == "__main__":
    main()
