"""The picture of how the networks learned, from the curves in docs/training: `python -m bench.training`."""

import json
from pathlib import Path

from seaboard import GAMES
from seaboard.arena.plots import plot_training

DOCS = Path(__file__).parents[1] / "docs"


def main() -> None:
    curves = {}
    for game in GAMES.values():
        lines = (DOCS / "training" / f"{game.name}.jsonl").read_text(encoding="utf-8").splitlines()
        curves[f"{game.title}, {game.default_seats} seats"] = [json.loads(line) for line in lines]
    plot_training(curves, DOCS / "pictures" / "training.svg")


if __name__ == "__main__":
    main()
