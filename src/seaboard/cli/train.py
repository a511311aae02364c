"""`seaboard train`: a network that learns a game by playing against itself."""

import argparse
import json
from pathlib import Path
from typing import Any

from seaboard.cli.arguments import add_command
from seaboard.errors import SeaboardError
from seaboard.games import GAMES, find


class NoTorch(SeaboardError):
    """PyTorch is needed and not installed."""


def add_to(subparsers: Any) -> None:
    """Add `train` to the command line."""
    parser = add_command(subparsers, "train", train, help="train a network by self-play, on a GPU or on the CPU")
    parser.add_argument("game", metavar="GAME", help=f"one of: {', '.join(GAMES)}")
    parser.add_argument("--folder", type=Path, metavar="DIR", help="checkpoint, curve and weights go there (default: training/GAME)")
    parser.add_argument("--device", choices=("cuda", "cpu"), help="where to train (default: cuda where there is a GPU)")
    parser.add_argument("--minutes", type=float, default=4.0, metavar="N", help="how long in total, including resumed runs (default: 4)")
    parser.add_argument("--seed", type=int, default=0, metavar="N", help="the same seed on the same machine trains the same network")
    parser.add_argument("--matches", type=int, metavar="N", help="matches side by side (default: 65536, on a CPU 256)")
    parser.add_argument("--decay", type=float, default=0.9, metavar="N", help="how far an outcome is credited back, 0 to 1 (default: 0.9)")
    parser.add_argument("--plot", metavar="FILE", help="draw the curve so far into this PNG or SVG")
    parser.add_argument("--hidden", type=int, default=512, metavar="N", help="width of the network (default: 512)")


def train(chosen: argparse.Namespace) -> None:
    """Train, and print the curve as it grows."""
    try:
        import torch
    except ImportError as error:
        raise NoTorch("PyTorch is not installed: pip install 'seaboard[train]'") from error
    from rich.console import Console

    from seaboard.arena.plots import plot_training, pyplot
    from seaboard.train.loop import CURVE, Plan, Training
    from seaboard.train.ppo import Settings

    game = find(chosen.game)
    if chosen.plot:
        pyplot()  # reports a missing library before the work, not after it
    device = chosen.device or ("cuda" if torch.cuda.is_available() else "cpu")
    size = chosen.matches or (256 if device == "cpu" else Plan.size)
    plan = Plan(minutes=chosen.minutes, size=size, others=max(size // 2, 1), hidden=chosen.hidden, seed=chosen.seed)
    settings = Settings(steps=32, batch=2048, epochs=2, decay=chosen.decay) if device == "cpu" else Settings(decay=chosen.decay)
    folder = chosen.folder or Path("training") / game.name
    console = Console()
    console.print(f"{game.title}: training on {device} for {plan.minutes:g} minutes; checkpoint, curve and weights in {folder}")

    def tell(point: dict[str, Any]) -> None:
        console.print(
            f"{point['seconds']:7.0f} s  {point['choices'] / 1e6:8.1f} million choices  "
            f"against simple [bold]{point['against_simple']:.1%}[/]  entropy {point['entropy']:.3f}"
        )
        if chosen.plot:
            points = [json.loads(line) for line in (folder / CURVE).read_text(encoding="utf-8").splitlines()]
            plot_training({game.title: points}, chosen.plot)

    Training(game, folder, device=device, plan=plan, settings=settings).run(tell)
