"""`seaboard simulate`: many random matches, and what happens in them."""

import argparse
from pathlib import Path
from typing import Any

from seaboard.cli.arguments import add_command, add_figures_arguments, add_table_arguments, progress_bar, table_of, write_json


def add_to(subparsers: Any) -> None:
    """Add `simulate` to the command line."""
    parser = add_command(subparsers, "simulate", simulate, help="play many random matches and show what happens in them")
    add_table_arguments(parser)
    parser.add_argument("--games", type=int, default=10_000, metavar="N", help="number of matches (default: 10000)")
    parser.add_argument("--workers", type=int, default=1, metavar="N", help="number of processes (default: 1)")
    parser.add_argument("--keep", type=Path, metavar="FILE", help="save partial results there, and resume from them")
    parser.add_argument("--device", choices=("cpu", "cuda"), default="cpu", help="cuda: a GPU plays the same matches (default: cpu)")
    add_figures_arguments(parser)


def simulate(chosen: argparse.Namespace) -> None:
    """Play the matches that were asked for, and show the figures."""
    from seaboard.arena import simulate as arena
    from seaboard.arena.plots import plot_simulation, pyplot

    game, seats, options = table_of(chosen)
    if chosen.plot:
        pyplot()  # reports a missing library before the work, not after it
    with progress_bar() as bar:
        task = bar.add_task(f"{game.title}: compiling", total=chosen.games)
        result = arena.simulate(
            game,
            games=chosen.games,
            seats=seats,
            options=options,
            seed=chosen.seed or 0,
            workers=chosen.workers,
            ray=chosen.ray,
            keep=chosen.keep,
            device=chosen.device,
            progress=lambda done: bar.update(task, description=game.title, completed=done),
        )
    summary = result.summary()
    if chosen.json:
        write_json(summary, chosen.json)
    if chosen.plot:
        plot_simulation(result, chosen.plot)
        bar.console.print(f"Plot written to {chosen.plot}")
    if chosen.json != "-":
        show(summary)


def show(summary: dict[str, Any]) -> None:
    """Print the figures of a simulation."""
    from rich.console import Console
    from rich.table import Table

    steps = summary["steps"]
    console = Console()
    console.print(
        f"{summary['games']:,} matches of {summary['game']} with {summary['seats']} seats in {summary['seconds']:.2f} s: "
        f"[bold]{summary['games_per_second']:,}[/] matches/s, [bold]{summary['steps_per_second']:,}[/] actions/s"
    )
    console.print(
        f"Length: {steps['mean']:.0f} actions on average, 90 % between {steps['p5']} and {steps['p95']}, longest {steps['longest']}"
    )
    if summary["unfinished"]:
        console.print(f"[bold]{summary['unfinished']}[/] were left unfinished after a million actions")
    table = Table("entry", "wins", "± 95 %", "mean score", "sd", "scores, from lowest to highest")
    for entry in summary["entries"]:
        counts = entry["scores"]
        name = f"seat {entry['entry']}" if entry["entry"] < summary["seats"] else "AI"
        wins, margin = f"{entry['wins']:.1%}", f"{entry['margin']:.1%}"
        table.add_row(name, wins, margin, f"{entry['score_mean']:.2f}", f"{entry['score_sd']:.2f}", _sparkline(counts))
    console.print(table)


def _sparkline(counts: dict[int, int], width: int = 20) -> str:
    low, high = min(counts), max(counts)
    slots = min(width, high - low + 1)
    sums = [0] * slots
    for value, number in counts.items():
        sums[(value - low) * slots // (high - low + 1)] += number
    bars = "".join(" ▁▂▃▄▅▆▇█"[round(8 * n / max(sums)) if n == 0 else max(1, round(8 * n / max(sums)))] for n in sums)
    return f"{low} {bars} {high}"
