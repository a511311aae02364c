"""The training: play, learn, and now and then measure the network's strength and save a checkpoint."""

import json
import time
from collections.abc import Callable
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import torch
from torch.optim.swa_utils import AveragedModel, get_ema_multi_avg_fn

from seaboard.errors import SeaboardError
from seaboard.features import features
from seaboard.game import Game
from seaboard.train.matches import Matches, Setup, setups, side_by_side
from seaboard.train.network import HIDDEN, LAYERS, Network
from seaboard.train.ppo import NO_ACTION, Player, Settings, learn, mixed_precision
from seaboard.train.weights import export

CHECKPOINT, CURVE, WEIGHTS = "checkpoint.pt", "curve.jsonl", "weights.npz"
MEMORY = 0.95  # weight of the old average at each update


@dataclass(frozen=True)
class Plan:
    """How long to train, on how many matches, and with which network."""

    minutes: float = 4.0
    rounds: int = 0  # rounds of playing and learning; 0: as many as time allows
    size: int = 65_536  # matches of the usual setup
    others: int = 32_768  # matches of two seats, and of one of the other setups in turn
    hidden: int = HIDDEN
    layers: int = LAYERS
    look_every: float = 20.0  # seconds between measurements of its strength
    look_matches: int = 2_048
    seed: int = 0
    only: tuple[Setup, ...] = ()  # instead of all setups


class Training:
    """A network that learns one game, from the beginning or from a checkpoint.

    What plays in the end is the average over the last rounds: it is steadier than the network after any single update.
    """

    def __init__(self, game: Game, folder: Path, *, device: str, plan: Plan, settings: Settings) -> None:
        self.game, self.folder, self.device, self.plan, self.settings = game, folder, device, plan, settings
        torch.manual_seed(plan.seed)
        if device != "cpu":
            torch.set_float32_matmul_precision("high")
        self.network = Network(game, hidden=plan.hidden, layers=plan.layers).to(device)
        self.average = AveragedModel(self.network, multi_avg_fn=get_ema_multi_avg_fn(MEMORY))
        self.optimizer = torch.optim.Adam(self.network.parameters(), lr=settings.rate[0], eps=1e-5, fused=device != "cpu")
        self.rounds, self.choices, self.seconds = 0, 0.0, 0.0
        folder.mkdir(parents=True, exist_ok=True)
        if (folder / CHECKPOINT).exists():
            self._resume()
        self._parts = side_by_side(list(plan.only) or setups(game))
        self._usual = self._parts[0][0]
        self._players: dict[Setup, Player] = {}

    def _resume(self) -> None:
        kept = torch.load(self.folder / CHECKPOINT, map_location=self.device, weights_only=True)
        if kept["game"] != self.game.name or kept["width"] != features(self.game).size:
            raise SeaboardError(f"{self.folder / CHECKPOINT} belongs to a different training: choose another folder")
        self.network.load_state_dict(kept["network"])
        self.average.load_state_dict(kept["average"])
        self.optimizer.load_state_dict(kept["optimizer"])
        self.rounds, self.choices, self.seconds = kept["rounds"], kept["choices"], kept["seconds"]
        torch.manual_seed(self.plan.seed + self.rounds)

    def save(self) -> None:
        """Write a checkpoint and the weights that the bots play with."""
        kept = {
            "game": self.game.name,
            "width": features(self.game).size,
            "network": self.network.state_dict(),
            "average": self.average.state_dict(),
            "optimizer": self.optimizer.state_dict(),
            "rounds": self.rounds,
            "choices": self.choices,
            "seconds": self.seconds,
        }
        temporary = self.folder / f"{CHECKPOINT}.new"
        torch.save(kept, temporary)
        temporary.replace(self.folder / CHECKPOINT)
        about = {"game": self.game.name, "choices": int(self.choices), "seconds": round(self.seconds), "device": device_name(self.device)}
        export(
            self.average.module, self.folder / WEIGHTS, about=about | {"plan": {k: v for k, v in asdict(self.plan).items() if k != "only"}}
        )

    def _player(self, setup: Setup, size: int) -> Player:
        if setup not in self._players:
            seed = self.plan.seed * 1_000_003 + self.rounds + 1
            matches = Matches(self.game, setup, size=size, seed=seed, device=self.device)
            self._players[setup] = Player(matches, self.settings.steps)
        return self._players[setup]

    def run(self, tell: Callable[[dict[str, Any]], None]) -> None:
        """Train until the plan's minutes are over; `tell` gets each point of the curve."""
        self._player(self._usual, self.plan.size)  # compiles, before the clock starts
        began, before = time.perf_counter(), self.seconds
        last_look = self.seconds
        figures: dict[str, float] = {}
        while self._share_done() < 1.0:
            players = [self._player(self._usual, self.plan.size)]
            players += [self._player(part[self.rounds % len(part)], self.plan.others) for part in self._parts[1:]]
            lessons = [player.play(self.network, self.settings.decay) for player in players]
            figures = learn(self.network, self.optimizer, lessons, self.settings, self._share_done())
            self.average.update_parameters(self.network)
            self.rounds += 1
            self.choices += figures["choices"]
            self.seconds = before + time.perf_counter() - began
            if self.seconds - last_look >= self.plan.look_every:
                last_look = self.seconds
                self._look(figures, tell)
        self._look(figures, tell)

    def _share_done(self) -> float:
        """How much of the plan is done, 0 to 1."""
        share = self.rounds / self.plan.rounds if self.plan.rounds else self.seconds / (self.plan.minutes * 60)
        return min(share, 1.0)

    def _look(self, figures: dict[str, float], tell: Callable[[dict[str, Any]], None]) -> None:
        strength = strength_against_simple(self.average.module, self.game, self._usual, size=self.plan.look_matches, device=self.device)
        point = {"seconds": round(self.seconds, 1), "rounds": self.rounds, "choices": int(self.choices), "against_simple": strength}
        point |= {name: round(value, 5) for name, value in figures.items() if name != "choices"}
        with (self.folder / CURVE).open("a") as curve:
            curve.write(json.dumps(point) + "\n")
        self.save()
        tell(point)


@torch.no_grad()
def strength_against_simple(network: Network, game: Game, setup: Setup, *, size: int, device: str, seed: int = 99) -> float:
    """Measure the network's share of the wins, without search or chance, against `simple` in every other seat."""
    matches = Matches(game, setup, size=size, seed=seed, device=device)
    rows = torch.zeros((size, matches.width), dtype=torch.int8, device=device)
    masks = torch.zeros((size, game.state.ACTIONS), dtype=torch.uint8, device=device)
    rewards = torch.zeros((size, setup.seats), device=device)
    matches.begin(masks, rows)
    first = torch.arange(size, device=device) % 2  # which seats are the network's: the even or the odd ones
    parity = torch.arange(setup.seats, device=device) % 2
    won = torch.full((size,), -1.0, device=device)
    for step in range(100_000):
        with mixed_precision(device):
            preferences, _ = network(rows)
        chosen = preferences.float().masked_fill(masks == 0, NO_ACTION).argmax(dim=-1)
        asked = (matches.seats % 2 != first).to(torch.uint8)
        rows.zero_()
        masks.zero_()
        rewards.zero_()
        matches.act(chosen, masks, rows, rewards, asked)
        ended = (matches.cut == 2) & (won < 0)
        won = torch.where(ended, (rewards * (parity[None] == first[:, None])).sum(dim=1), won)
        if step % 32 == 31 and bool((won >= 0).all()):
            break
    return round(float(won.clamp(min=0).mean()), 4)


def device_name(device: str) -> str:
    """What the training ran on."""
    return "CPU" if device == "cpu" else str(torch.cuda.get_device_name())
