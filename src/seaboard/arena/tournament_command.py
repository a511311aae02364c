"""`seaboard tournament`: bots against each other, from the command line."""

import argparse
import os
from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table

from seaboard import bots
from seaboard.arena import contest
from seaboard.arena.plots import plot_shares, pyplot
from seaboard.arena.ratings import Rating, Share, ratings, shares
from seaboard.arena.tournament import MEETINGS, Plan, Result, run
from seaboard.arguments import add_table_arguments, table_of, write_json
from seaboard.bots.specs import Spec
from seaboard.games import find

ABOUT = """Bots against each other: the same deals with the seats swapped, shares of wins with 95 % intervals, ratings.

The bots are random, simple, search:SIMULATIONS, search:SECONDSs and the levels (cabin-boy, sailor, captain, admiral).
As many bots as seats sit at one table (name one several times to give it more seats); otherwise every pair meets.
The same command continues a tournament that was interrupted; with more --deals it adds to it."""


def add_tournament_command(subparsers: Any) -> None:
    """Add `tournament` to the commands."""
    parser = subparsers.add_parser(
        "tournament", help="bots against each other", description=ABOUT, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    add_arguments(parser)
    parser.set_defaults(run=tournament)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The arguments of the command."""
    add_table_arguments(parser)
    parser.add_argument("--bots", required=True, metavar="A,B,...", help="who plays: random,simple,search:1000")
    parser.add_argument(
        "--deals", type=int, default=100, metavar="N", help="how many deals; each is played in every rotation (default 100)"
    )
    parser.add_argument("--meet", choices=MEETINGS, help="one table, every pair, or only neighbours in the list (a ladder)")
    parser.add_argument("--workers", type=int, default=os.cpu_count() or 1, metavar="N", help="processes (default: one per core)")
    parser.add_argument("--ray", metavar="ADDRESS", help="play on a Ray cluster instead: auto, or ray://host:10001")
    parser.add_argument(
        "--out", type=Path, metavar="FILE", help="where to keep the matches, to go on from (default: a name made from the plan)"
    )
    parser.add_argument("--json", metavar="FILE", help="write the summary as JSON ('-' for standard output)")
    parser.add_argument("--plot", metavar="FILE", help="draw the shares of wins: a .png, .svg or .pdf")


def tournament(chosen: argparse.Namespace) -> None:
    """Play the tournament that was asked for, and show it."""
    plan = plan_from(chosen)
    if chosen.plot:
        pyplot()  # a missing library is told before the work, not after it
    file = chosen.out or Path(f"tournament-{plan.game}-{plan.digest()}.jsonl")
    notes = Console(stderr=True)
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=notes, transient=True) as bar:
        compiling = bar.add_task("compiling", total=1)
        bots.warm(plan.game, lambda done, count: bar.update(compiling, completed=done, total=count + 1))
        contest.prepare(plan.game)
        bar.remove_task(compiling)
        playing = bar.add_task("matches", total=plan.matches)
        results = run(
            plan,
            file,
            workers=chosen.workers,
            ray=chosen.ray,
            progress=lambda done, count: bar.update(playing, completed=done, total=count),
        )
    if chosen.json:
        write_json(summarise(plan, results), chosen.json)
    if chosen.plot:
        plot_shares(_tables(results), f"{find(plan.game).title}, {plan.seats} seats, {plan.deals} deals", chosen.plot)
    if chosen.json != "-":
        show(Console(), plan, results)
    notes.print(f"The matches are in {file}; the same command goes on from there.")


def plan_from(chosen: argparse.Namespace) -> Plan:
    """The plan that the arguments describe."""
    game, seats, options = table_of(chosen)
    names = tuple(str(Spec.read(name)) if ":" in name else name.strip().lower() for name in chosen.bots.split(","))
    meeting = chosen.meet or ("table" if len(names) == seats else "pairs")
    return Plan(game.name, names, seats, chosen.deals, chosen.seed or 0, meeting, options)


def summarise(plan: Plan, results: Sequence[Result]) -> dict[str, Any]:
    """Everything that the tables show, for JSON."""
    return {
        **plan.header(),
        "deals": plan.deals,
        "matches": len(results),
        "ratings": [asdict(rating) for rating in ratings(results)],
        "tables": [[{**asdict(share), "verdict": share.verdict} for share in table] for table in _tables(results)],
    }


def _tables(results: Sequence[Result]) -> list[list[Share]]:
    return [shares(r for r in results if r.table == number) for number in sorted({r.table for r in results})]


def show(console: Console, plan: Plan, results: Sequence[Result]) -> None:
    """Print the tables."""
    title = f"{find(plan.game).title}, {plan.seats} seats, {plan.deals} deals, seed {plan.seed}"
    meetings = Table(title=title, title_justify="left")
    for name, side in (("bot", "left"), ("share of wins", "right"), ("95 % interval", "right"), ("fair", "right"), ("matches", "right")):
        meetings.add_column(name, justify=side)  # type: ignore[arg-type]  # rich wants a literal
    for table in _tables(results):
        for share in table:
            mark = {"above": "[green]▲[/]", "below": "[red]▼[/]", "even": " "}[share.verdict]
            meetings.add_row(share.bot, f"{share.mean:.1%} {mark}", _span(share, "%"), f"{share.fair:.0%}", str(share.matches))
        meetings.add_section()
    console.print(meetings)
    ladder = Table(title="Ratings (openskill, Plackett-Luce)", title_justify="left")
    for name, side in (("bot", "left"), ("rating", "right"), ("95 % interval", "right")):
        ladder.add_column(name, justify=side)  # type: ignore[arg-type]  # likewise
    for rating in ratings(results):
        ladder.add_row(rating.bot, f"{rating.mean:.2f}", _span(rating, "f"))
    console.print(ladder)


def _span(found: Share | Rating, form: str) -> str:
    return f"{found.low:.1%} to {found.high:.1%}" if form == "%" else f"{found.low:.2f} to {found.high:.2f}"
