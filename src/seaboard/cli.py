"""The command line: `seaboard serve`, `seaboard play`, `seaboard simulate`, ..."""

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from seaboard.arena.tournament_command import add_tournament_command
from seaboard.arguments import add_table_arguments, table_of, write_json
from seaboard.errors import SeaboardError
from seaboard.games import GAMES
from seaboard.server.command import add_serve_command, add_verify_command


def main(arguments: Sequence[str] | None = None) -> int:
    """Run a command; errors are one clear line, and the exit status says whether it worked."""
    parser = argparse.ArgumentParser(prog="seaboard", description="Four sea card games: play them, host them, study them.")
    commands = parser.add_subparsers(dest="command", required=True, metavar="COMMAND")
    add_serve_command(commands)
    add_verify_command(commands)
    _add_play(commands)
    _add_simulate(commands)
    add_tournament_command(commands)
    _add_games(commands)
    chosen = parser.parse_args(arguments)
    try:
        return int(chosen.run(chosen) or 0)
    except SeaboardError as error:
        print(f"seaboard: {error}", file=sys.stderr)
        return 2
    except (KeyboardInterrupt, EOFError):
        print("\nStopped.", file=sys.stderr)
        return 130


def _add_games(commands: Any) -> None:
    parser = commands.add_parser("games", help="list the games with their seats and options")
    parser.set_defaults(run=_games)


def _games(chosen: argparse.Namespace) -> None:
    from rich.console import Console
    from rich.table import Table

    table = Table("game", "seats", "minutes", "options")
    for game in GAMES.values():
        options = ", ".join(option.name for option in game.options)
        table.add_row(game.name, f"{game.seats[0]}-{game.seats[-1]}", str(game.minutes), options)
    Console().print(table)


def _add_play(commands: Any) -> None:
    parser = commands.add_parser("play", help="play a match in the terminal against bots")
    add_table_arguments(parser)
    parser.add_argument("--seat", type=int, default=0, metavar="N", help="your seat (default 0)")
    parser.add_argument("--bot", default="captain", metavar="NAME", help="who plays the other seats (default: captain)")
    parser.set_defaults(run=_play)


def _play(chosen: argparse.Namespace) -> None:
    from seaboard.terminal import play

    game, seats, options = table_of(chosen)
    play(game, seats=seats, options=options, seed=chosen.seed, seat=chosen.seat, bot=chosen.bot)


def _add_simulate(commands: Any) -> None:
    parser = commands.add_parser("simulate", help="play many random matches and show what happens in them")
    add_table_arguments(parser)
    parser.add_argument("--games", type=int, default=10_000, metavar="N", help="how many matches (default 10000)")
    parser.add_argument("--workers", type=int, default=1, metavar="N", help="processes (default 1)")
    parser.add_argument("--ray", metavar="ADDRESS", help="play on a Ray cluster instead: auto, or ray://host:10001")
    parser.add_argument("--keep", type=Path, metavar="FILE", help="keep what is done there, and go on from it when interrupted")
    parser.add_argument("--json", metavar="FILE", help="write the figures as JSON ('-' for standard output)")
    parser.add_argument("--plot", metavar="FILE", help="draw them: a .png, .svg or .pdf")
    parser.set_defaults(run=_simulate)


def _simulate(chosen: argparse.Namespace) -> None:
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    from seaboard.arena.plots import plot_simulation, pyplot
    from seaboard.arena.simulate import simulate

    game, seats, options = table_of(chosen)
    if chosen.plot:
        pyplot()  # a missing library is told before the work, not after it
    notes = Console(stderr=True)
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=notes, transient=True) as bar:
        task = bar.add_task(f"{game.title}: compiling", total=chosen.games)
        result = simulate(
            game,
            games=chosen.games,
            seats=seats,
            options=options,
            seed=chosen.seed or 0,
            workers=chosen.workers,
            ray=chosen.ray,
            keep=chosen.keep,
            progress=lambda done: bar.update(task, description=game.title, completed=done),
        )
    summary = result.summary()
    if chosen.json:
        write_json(summary, chosen.json)
    if chosen.plot:
        plot_simulation(result, chosen.plot)
        notes.print(f"Plot written to {chosen.plot}")
    if chosen.json != "-":
        _print_simulation(summary)


def _print_simulation(summary: dict[str, Any]) -> None:
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
