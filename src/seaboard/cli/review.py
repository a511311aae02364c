"""`seaboard review`: was it me, or the cards?"""

import argparse
import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

import msgspec

from seaboard.cli.arguments import add_command, progress_bar, write_json
from seaboard.errors import SeaboardError
from seaboard.locales import LANGUAGES

if TYPE_CHECKING:
    from rich.console import Console

    from seaboard.review import Review

COLOURS = {"blunder": "red", "mistake": "yellow", "inexact": "cyan"}


def add_to(subparsers: Any) -> None:
    """Add `review` to the command line."""
    parser = add_command(subparsers, "review", run, help="review a match: what was luck, what was play, and which moves cost the most")
    parser.add_argument("record", type=Path, help="the record downloaded after the match")
    parser.add_argument("--seat", type=int, action="append", metavar="N", help="review only this seat's decisions (may be repeated)")
    parser.add_argument("--simulations", type=int, default=2000, metavar="N", help="how long to think about each decision (default: 2000)")
    parser.add_argument("--seed", type=int, default=0, metavar="N", help="the review's own dice (default: 0)")
    parser.add_argument("--language", choices=LANGUAGES, default="en", help="the story's language (default: en)")
    parser.add_argument("--json", metavar="FILE", help="write the whole review there (- for standard output)")


def run(chosen: argparse.Namespace) -> None:
    """Review the record and show the result."""
    from rich.console import Console

    from seaboard import bots
    from seaboard.review import review

    try:
        record = json.loads(chosen.record.read_text(encoding="utf-8"))
    except OSError as error:
        raise SeaboardError(f"can't read {chosen.record}: {error.strerror}") from error
    except (ValueError, RecursionError) as error:
        raise SeaboardError(f"{chosen.record} is not a record of a match: it isn't JSON") from error
    if chosen.simulations < 1:
        raise SeaboardError("--simulations must be 1 or more")
    with progress_bar() as bar:
        compiling = bar.add_task("compiling", total=1)
        if isinstance(record, dict) and "game" in record:
            bots.precompile(record["game"], lambda done, count: bar.update(compiling, completed=done, total=count + 1))
        bar.remove_task(compiling)
        moves = bar.add_task("moves", total=1)
        found = review(
            record,
            seats=chosen.seat,
            simulations=chosen.simulations,
            seed=chosen.seed,
            progress=lambda done, count: bar.update(moves, completed=done, total=count),
        )
    if chosen.json:
        write_json(msgspec.to_builtins(found), chosen.json)
    if chosen.json != "-":
        show(Console(), found, chosen.language)


def show(console: "Console", found: "Review", language: str) -> None:
    """Print the split of everybody's result, the costly decisions and the story."""
    from rich.table import Table

    from seaboard.review.story import tell

    split = Table(title="What the result was made of (shares of the win)", title_justify="left")
    split.add_column("seat")
    for name in ("result", "luck", "own play", "others' play", "without luck", "error rate", "hints"):
        split.add_column(name, justify="right")
    for seat in found.seats:
        rate = "" if seat.error_rate is None else f"{seat.error_rate:.1%}"
        parts = (f"{seat.result:.0%}", f"{seat.luck:+.0%}", f"{seat.own:+.0%}", f"{seat.others:+.0%}", f"{seat.adjusted:.0%}", rate)
        split.add_row(str(seat.seat), *parts, str(seat.hints or ""))
    console.print(split)
    costly = [decision for decision in found.decisions if decision.label in COLOURS]
    if costly:
        table = Table(title="Decisions that cost something", title_justify="left")
        for name in ("move", "seat", "played", "better", "cost", ""):
            table.add_column(name)
        for d in sorted(costly, key=lambda d: -d.cost)[:10]:
            label = f"[{COLOURS[d.label]}]{d.label}[/]"
            table.add_row(str(d.number + 1), str(d.seat), d.move, d.best, f"{d.cost:.1%} ± {d.error or 0:.1%}", label)
        console.print(table)
    for seat in found.seats:
        points = [point for point in found.story if point.seat == seat.seat]
        if points:
            console.print(f"[bold]Seat {seat.seat}[/]")
        for point in points:
            console.print(f"  {tell(language, point)}")
