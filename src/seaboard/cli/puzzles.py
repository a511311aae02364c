"""`seaboard puzzles`: positions from bot matches in which one move is clearly best."""

import argparse
import os
from pathlib import Path
from typing import Any

from seaboard.cli.arguments import add_command, add_table_arguments, progress_bar
from seaboard.errors import SeaboardError
from seaboard.games import find


def add_to(subparsers: Any) -> None:
    """Add `puzzles` to the command line."""
    about = "find puzzles: moments of bot matches at which one move is clearly the best, and weak bots miss it"
    parser = add_command(subparsers, "puzzles", make, help=about)
    parser.add_argument("what", choices=("make",), help="make: search matches for puzzles")
    add_table_arguments(parser)
    parser.add_argument("--count", type=int, default=100, metavar="N", help="number of puzzles (default: 100)")
    parser.add_argument(
        "--simulations", type=int, default=100_000, metavar="N", help="how long to think about a likely puzzle (default: 100000)"
    )
    parser.add_argument(
        "--missed", type=int, default=3, metavar="N", help="how many of five searches of 100 simulations must miss the answer (default: 3)"
    )
    parser.add_argument("--workers", type=int, default=os.cpu_count() or 1, metavar="N", help="number of processes (default: one per core)")
    parser.add_argument("--ray", metavar="ADDRESS", help="search on a Ray cluster instead: auto, or ray://host:10001")
    parser.add_argument(
        "--keep", type=Path, metavar="FILE", help="save what is found there, and resume from it (default: named after the game)"
    )
    parser.add_argument("--out", type=Path, metavar="FILE", help="write the puzzles there (default: where Seaboard reads them)")


def make(chosen: argparse.Namespace) -> None:
    """Search until there are enough puzzles, and write them to a file."""
    from seaboard import bots
    from seaboard.arena import contest
    from seaboard.arena.puzzles import Plan, make, with_reasons
    from seaboard.puzzles import file_of, write

    game = find(chosen.game)
    if chosen.count < 1 or chosen.simulations < 1:
        raise SeaboardError("--count and --simulations must be 1 or more")
    seats = None if chosen.seats is None else game.check_seats(chosen.seats)
    options: dict[str, Any] = {}
    known = {option.name: option for option in game.options}
    for text in chosen.option:
        name, _, value = text.partition("=")
        options[name] = known[name].read(value, seats or game.default_seats) if name in known else value
    game.check_options(seats or game.default_seats, options)
    plan = Plan(game.name, seed=chosen.seed or 0, simulations=chosen.simulations, seats=seats, options=options, missed=chosen.missed)
    kept = chosen.keep or Path(f"puzzles-{game.name}.jsonl")
    with progress_bar() as bar:
        compiling = bar.add_task("compiling", total=1)
        bots.precompile(game, lambda done, count: bar.update(compiling, completed=done, total=count + 1))
        contest.prepare(game)
        bar.remove_task(compiling)
        searching = bar.add_task("puzzles", total=chosen.count)

        def tell(found: int, matches: int) -> None:
            bar.update(searching, completed=found, description=f"puzzles in {matches} matches")

        puzzles = with_reasons(make(plan, kept, count=chosen.count, workers=chosen.workers, ray=chosen.ray, progress=tell))
    out = chosen.out or file_of(game)
    try:
        write(out, puzzles)
    except OSError as error:
        raise SeaboardError(f"{out} can't be written: {error.strerror}") from error
    bar.console.print(f"{len(puzzles)} puzzles of {game.title} are in {out}; the matches that were searched, in {kept}.")
