"""`seaboard tournament`: bots against each other, from the command line."""

import argparse
import json
import os
import sys
from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table

from seaboard import bots
from seaboard.arena.plots import plot_shares
from seaboard.arena.ratings import Rating, Share, ratings, shares
from seaboard.arena.tournament import MEETINGS, Plan, Result, run
from seaboard.bots.specs import Spec
from seaboard.errors import SeaboardError
from seaboard.games import GAMES, find

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
    parser.add_argument("game", metavar="GAME", help=f"one of: {', '.join(GAMES)}")
    parser.add_argument("--bots", required=True, help="the bots, with commas between: random,simple,search:1000")
    parser.add_argument("--seats", type=int, help="how many seats (default: the game's usual number)")
    parser.add_argument("--option", action="append", default=[], metavar="NAME=VALUE", help="an option of the game; may be repeated")
    parser.add_argument("--deals", type=int, default=100, help="how many deals; each is played in every rotation (default: 100)")
    parser.add_argument("--meet", choices=MEETINGS, help="one table, every pair, or only neighbours of the list (a ladder)")
    parser.add_argument("--seed", type=int, default=0, help="decides every deal and every bot's dice (default: 0)")
    parser.add_argument("--workers", type=int, default=os.cpu_count() or 1, help="processes (default: one per core)")
    parser.add_argument("--out", type=Path, help="where to keep the matches, to go on from (default: a name made from the plan)")
    parser.add_argument("--json", type=Path, metavar="FILE", help="write the summary as JSON")
    parser.add_argument("--plot", type=Path, metavar="FILE", help="draw the shares (needs seaboard[plots])")


def tournament(arguments: argparse.Namespace) -> int:
    """Play the tournament that the arguments ask for, and show it."""
    console = Console()
    plan = plan_from(arguments)
    file = arguments.out or Path(f"tournament-{plan.game}-{plan.digest()}.jsonl")
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=Console(stderr=True)) as bar:
        compiling = bar.add_task("compiling", total=1)
        bots.warm(plan.game, lambda done, count: bar.update(compiling, completed=done, total=count))
        bar.remove_task(compiling)
        playing = bar.add_task("matches", total=plan.matches)
        results = run(
            plan, file, workers=arguments.workers, progress=lambda done, count: bar.update(playing, completed=done, total=count)
        )
    summary = summarise(plan, results)
    show(console, plan, results, file)
    if arguments.json:
        arguments.json.write_text(json.dumps(summary, indent=2) + "\n", encoding="utf-8")
    if arguments.plot:
        plot_shares(_tables(results), f"{find(plan.game).title}, {plan.seats} seats, {plan.deals} deals", arguments.plot)
    return 0


def plan_from(arguments: argparse.Namespace) -> Plan:
    """The plan that the arguments describe."""
    game = find(arguments.game)
    names = tuple(str(Spec.read(name)) if ":" in name else name.strip().lower() for name in arguments.bots.split(","))
    seats = game.check_seats(arguments.seats)
    meeting = arguments.meet or ("table" if len(names) == seats else "pairs")
    options = {}
    for text in arguments.option:
        name, _, value = text.partition("=")
        options[name] = game.read_option(name, value, seats)
    return Plan(game.name, names, seats, arguments.deals, arguments.seed, meeting, options)


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


def show(console: Console, plan: Plan, results: Sequence[Result], file: Path) -> None:
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
    console.print(f"the matches are in {file}; the same command goes on from there")


def _span(found: Share | Rating, form: str) -> str:
    return f"{found.low:.1%} to {found.high:.1%}" if form == "%" else f"{found.low:.2f} to {found.high:.2f}"


def main() -> int:
    """Run the command by itself."""
    parser = argparse.ArgumentParser(prog="seaboard tournament", description=ABOUT, formatter_class=argparse.RawDescriptionHelpFormatter)
    add_arguments(parser)
    try:
        return tournament(parser.parse_args())
    except SeaboardError as error:
        print(f"seaboard: {error}", file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        print("stopped; the same command goes on from here", file=sys.stderr)
        return 130


if __name__ == "__main__":
    sys.exit(main())
