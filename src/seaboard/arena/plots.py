"""Plots of results."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from seaboard.errors import SeaboardError

if TYPE_CHECKING:
    from seaboard.arena.ratings import Share
    from seaboard.arena.simulate import Simulation

COLOURS = ("#0072B2", "#009E73", "#D55E00", "#7B4FA3", "#E6B800", "#56B4E9", "#CC79A7", "#666666")


def pyplot() -> Any:
    """matplotlib's pyplot, drawing to files; or an error that says how to get it."""
    try:
        import matplotlib
    except ImportError as error:
        raise SeaboardError("plots need matplotlib: pip install 'seaboard[plots]'") from error
    matplotlib.use("Agg")
    from matplotlib import pyplot

    return pyplot


def save(figure: Any, path: str | Path) -> None:
    """Write a figure as PNG, SVG or PDF, by the ending of its name."""
    try:
        figure.savefig(path, dpi=150)
    except (OSError, ValueError) as error:
        raise SeaboardError(f"the plot can't be written to {path}: {error}") from error


def plot_simulation(result: "Simulation", path: str | Path) -> None:
    """Wins by seat, score distributions and match lengths, side by side."""
    plt = pyplot()
    figure, (wins, scores, lengths) = plt.subplots(1, 3, figsize=(13, 4), constrained_layout=True)
    entries = range(result.scores.shape[1])
    names = [f"seat {i}" if i < result.seats else "AI" for i in entries]
    colours = [COLOURS[i % len(COLOURS)] for i in entries]

    wins.bar(names, result.wins * 100, yerr=result.margin * 100, color=colours, capsize=4)
    wins.axhline(100 / len(names), color="#888", linestyle=":", linewidth=1)
    wins.set(title="Share of wins, %, with 95 % intervals")
    wins.tick_params(axis="x", rotation=30 if len(names) > 4 else 0)

    low, high = int(result.scores.min()), int(result.scores.max())
    bins = np.arange(low, high + 2) - 0.5 if high - low < 60 else np.linspace(low, high, 60)
    for i in entries:
        scores.hist(result.scores[:, i], bins=bins, histtype="step", linewidth=1.8, color=colours[i], label=names[i])
    scores.set(title="Final scores", xlabel="score")
    scores.legend()

    lengths.hist(result.steps, bins=40, color=COLOURS[0])
    lengths.set(title="Length of a match", xlabel="actions")
    figure.suptitle(f"{result.game.title}, {result.seats} seats: {result.games:,} random matches")
    save(figure, path)
    plt.close(figure)


def plot_shares(tables: "Sequence[Sequence[Share]]", title: str, path: str | Path) -> None:
    """Each table's shares of wins with their intervals, and the fair shares as dotted lines."""
    plt = pyplot()
    rows = sum(len(table) for table in tables)
    figure, axes = plt.subplots(
        len(tables), 1, figsize=(7, 1.2 + 0.4 * rows + 0.3 * len(tables)), squeeze=False, sharex=True, constrained_layout=True
    )
    for axis, table in zip(axes[:, 0], tables, strict=True):
        reach = [[s.mean - s.low for s in table], [s.high - s.mean for s in table]]
        axis.errorbar([s.mean for s in table], range(len(table)), xerr=reach, fmt="o", capsize=4, color=COLOURS[0])
        for row, share in enumerate(table):
            axis.plot([share.fair, share.fair], [row - 0.3, row + 0.3], color="#888", linestyle=":")
        axis.set_yticks(range(len(table)), [s.bot for s in table])
        axis.set(xlim=(0, 1), ylim=(len(table) - 0.5, -0.5))
    axes[-1, 0].set_xlabel("share of the wins, with 95 % intervals; dotted: the fair share")
    figure.suptitle(title)
    save(figure, path)
    plt.close(figure)


def plot_training(curves: Mapping[str, Sequence[Mapping[str, Any]]], path: str | Path) -> None:
    """How strong networks were while they learned: by name, the points of `curve.jsonl`."""
    plt = pyplot()
    figure, axes = plt.subplots(figsize=(7, 3.6), constrained_layout=True)
    for (name, points), colour in zip(curves.items(), COLOURS, strict=False):
        axes.plot([p["seconds"] / 60 for p in points], [100 * p["against_simple"] for p in points], color=colour, label=name)
    axes.axhline(50, color="#888", linestyle=":", linewidth=1)
    axes.set(xlabel="minutes", ylabel="% of wins against simple")
    axes.legend(loc="lower right")
    save(figure, path)
    plt.close(figure)
