"""Proximal policy optimization (Schulman et al., 2017) by self-play: every seat of every match is the same network."""

from dataclasses import dataclass

import torch

from seaboard.train.matches import Matches
from seaboard.train.network import Network

NO_ACTION = -1e9


@dataclass(frozen=True)
class Settings:
    """Hyperparameters. Those with two values fall linearly from the first to the last over the whole training."""

    steps: int = 48  # choices per match between two lessons
    batch: int = 65_536
    epochs: int = 1
    rate: tuple[float, float] = (1e-3, 5e-5)
    entropy: tuple[float, float] = (0.02, 0.001)
    decay: float = 0.9  # lambda: how far an outcome is credited back
    clip: float = 0.2
    value_weight: float = 1.0
    largest_step: float = 0.5


@dataclass
class Lesson:
    """What was seen and done, with a row for each choice that got a result."""

    rows: torch.Tensor
    masks: torch.Tensor
    chosen: torch.Tensor
    chance: torch.Tensor
    advantage: torch.Tensor
    outlook: torch.Tensor

    def __len__(self) -> int:
        return len(self.chosen)


class Player:
    """The network in all seats of some matches."""

    def __init__(self, matches: Matches, steps: int) -> None:
        self.matches = matches
        size, actions, device = matches.size, matches.game.state.ACTIONS, matches.device
        self.rows = torch.zeros((steps + 1, size, matches.width), dtype=torch.int8, device=device)
        self.masks = torch.zeros((steps + 1, size, actions), dtype=torch.uint8, device=device)
        self.rewards = torch.zeros((steps, size, matches.setup.seats), dtype=torch.float32, device=device)
        self.seats = torch.zeros((steps + 1, size), dtype=torch.int64, device=device)
        self.cut = torch.zeros((steps, size), dtype=torch.int64, device=device)
        self.chosen = torch.zeros((steps, size), dtype=torch.int64, device=device)
        self.chance = torch.zeros((steps, size), device=device)
        self.outlook = torch.zeros((steps, size), device=device)
        matches.begin(self.masks[-1], self.rows[-1])
        self.seats[-1] = matches.seats

    @torch.no_grad()
    def play(self, network: Network, decay: float) -> Lesson:
        """Play on for this many steps, and return what came of each choice."""
        for kept in (self.rows, self.masks, self.seats):
            kept[0] = kept[-1]
            kept[1:] = 0
        self.rewards.zero_()
        for step in range(len(self.chosen)):
            with mixed_precision(self.matches.device):
                preferences, outlook = network(self.rows[step])
            preferences = preferences.float().masked_fill(self.masks[step] == 0, NO_ACTION)
            logs = torch.log_softmax(preferences, dim=-1)
            noise = torch.rand_like(logs).clamp_(1e-20)
            chosen = (logs - torch.log(-torch.log(noise))).argmax(dim=-1)  # samples from these probabilities
            self.chosen[step] = chosen
            self.chance[step] = logs.gather(1, chosen[:, None])[:, 0]
            self.outlook[step] = outlook.float()
            self.matches.act(chosen, self.masks[step + 1], self.rows[step + 1], self.rewards[step])
            self.cut[step] = self.matches.cut
            self.seats[step + 1] = self.matches.seats
        return self._lesson(decay)

    def _lesson(self, decay: float) -> Lesson:
        """Credit each choice with what came of it, from the last step back, separately for each seat.

        A seat's last choice before the steps end only provides a value: nothing has come of it yet.
        """
        steps, size = self.chosen.shape
        seats = self.rewards.shape[2]
        device = self.chosen.device
        everyone = torch.arange(size, device=device)
        following = torch.zeros((size, seats), device=device)  # the outlook at the seat's next choice, or where play was cut
        credit = torch.zeros((size, seats), device=device)
        known = torch.zeros((size, seats), dtype=torch.bool, device=device)
        advantage = torch.zeros((steps, size), device=device)
        counts = torch.zeros((steps, size), dtype=torch.bool, device=device)
        for step in range(steps - 1, -1, -1):
            ended = (self.cut[step] > 0)[:, None]
            following = torch.where(ended, self.rewards[step], following)
            credit = torch.where(ended, torch.zeros_like(credit), credit)
            known = known | ended
            seat = self.seats[step]
            here = (everyone, seat)
            gain = following[here] - self.outlook[step] + decay * credit[here]
            counts[step] = known[here]
            advantage[step] = gain
            credit[here] = torch.where(known[here], gain, 0.0)
            following[here] = self.outlook[step]
            known[here] = True
        counted = counts.flatten()
        flat = (part.flatten(0, 1)[counted] for part in (self.rows[:-1], self.masks[:-1], self.chosen, self.chance))
        rows, masks, chosen, chance = flat
        gains = advantage.flatten()[counted]
        return Lesson(rows, masks, chosen, chance, gains, gains + self.outlook.flatten()[counted])


def mixed_precision(device: str) -> torch.autocast:
    """Half the numbers' width on a GPU, where that is twice as fast."""
    return torch.autocast("cuda" if device != "cpu" else "cpu", dtype=torch.bfloat16, enabled=device != "cpu")


def learn(network: Network, optimizer: torch.optim.Optimizer, lessons: list[Lesson], settings: Settings, done: float) -> dict[str, float]:
    """Train on some lessons; `done` is how much of the training is over, 0 to 1."""
    rate = settings.rate[0] + (settings.rate[1] - settings.rate[0]) * done
    entropy_weight = settings.entropy[0] + (settings.entropy[1] - settings.entropy[0]) * done
    for group in optimizer.param_groups:
        group["lr"] = rate
    total = sum(len(lesson) for lesson in lessons)
    parts = max(1, round(total / settings.batch))
    sums = {"policy": 0.0, "value": 0.0, "entropy": 0.0}
    for _ in range(settings.epochs):
        orders = [torch.randperm(len(lesson), device=lesson.chosen.device).chunk(parts) for lesson in lessons]
        for part in range(parts):
            optimizer.zero_grad(set_to_none=True)
            for lesson, order in zip(lessons, orders, strict=True):
                if part < len(order):
                    loss, figures = loss_of(network, lesson, order[part], settings, entropy_weight)
                    (loss * (len(lesson) / total)).backward()
                    if part == 0:
                        sums = {name: sums[name] + float(value) * len(lesson) / total / settings.epochs for name, value in figures.items()}
            torch.nn.utils.clip_grad_norm_(network.parameters(), settings.largest_step)
            optimizer.step()
    return sums | {"rate": rate, "choices": float(total)}


def loss_of(
    network: Network, lesson: Lesson, order: torch.Tensor, settings: Settings, entropy_weight: float
) -> tuple[torch.Tensor, dict[str, torch.Tensor]]:
    """Return the network's loss on some choices of a lesson, and its parts."""
    with mixed_precision(str(lesson.chosen.device)):
        preferences, outlook = network(lesson.rows[order])
    legal = lesson.masks[order] > 0
    logs = torch.log_softmax(preferences.float().masked_fill(~legal, NO_ACTION), dim=-1)
    now = logs.gather(1, lesson.chosen[order][:, None])[:, 0]
    advantage = lesson.advantage[order]
    advantage = (advantage - advantage.mean()) / (advantage.std() + 1e-6)
    ratio = torch.exp(now - lesson.chance[order])
    policy = -torch.min(ratio * advantage, ratio.clamp(1 - settings.clip, 1 + settings.clip) * advantage).mean()
    value = (outlook.float() - lesson.outlook[order]).square().mean()
    entropy = -(logs.exp() * logs.masked_fill(~legal, 0.0)).sum(dim=-1).mean()
    figures = {"policy": policy.detach(), "value": value.detach(), "entropy": entropy.detach()}
    return policy + settings.value_weight * value - entropy_weight * entropy, figures
