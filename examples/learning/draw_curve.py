"""A curve of `maskable_ppo.py` as a picture: `python examples/learning/draw_curve.py training/maskable-ppo/curve.jsonl curve.svg`."""

import argparse
import json
from pathlib import Path

import matplotlib as mpl

mpl.use("svg")
mpl.rcParams["svg.hashsalt"] = "curve"  # the same picture from the same numbers
from matplotlib import pyplot as plt  # noqa: E402  # after the choice of how to draw


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("curve", type=Path)
    parser.add_argument("picture", type=Path)
    chosen = parser.parse_args()
    points = [json.loads(line) for line in chosen.curve.read_text(encoding="utf-8").splitlines()]
    figure, axes = plt.subplots(figsize=(7, 3.5))
    axes.plot([p["cpu_seconds"] / 60 for p in points], [100 * p["wins"] for p in points], color="#1f6f8b", marker="o", markersize=3)
    axes.axhline(50, color="#999999", linewidth=1, linestyle="--")
    axes.set(xlabel="minutes of one core", ylabel="% of matches won against simple", ylim=(0, 100), xlim=(0, None))
    axes.spines[["top", "right"]].set_visible(False)
    figure.tight_layout()
    figure.savefig(chosen.picture, metadata={"Date": None})


if __name__ == "__main__":
    main()
