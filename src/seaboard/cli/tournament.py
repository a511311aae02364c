"""`seaboard tournament`: bots against each other."""

import argparse
import os
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from seaboard.arena.tournament import MEETINGS, Plan, Result, run
from seaboard.bots.specs import Spec
from seaboard.cli.arguments import add_command, add_figures_arguments, add_table_arguments, progress_bar, table_of, write_json
from seaboard.games import find

if TYPE_CHECKING:
    from rich.console import Console

    from seaboard.arena.ratings import Rating, Share

ABOUT = """Bots against each other: each deal is replayed with the bots in other seats; win rates with 95 % intervals, and ratings.

The bots are random, simple, search:SIMULATIONS, search:SECONDSs, learned, learned:SIMULATIONS and the levels (cabin-boy, sailor, captain,
admiral, legend). Your own: a class in a Python file (path/to/file.py:Class), or any program (cmd:./engine; see docs/engines.md).
With as many bots as seats, they all sit at one table (repeat a name to give that bot more seats); otherwise every pair meets.
The same command resumes a tournament that was interrupted; with more --deals it extends it."""


def add_to(subparsers: Any) -> None:
    """Add `tournament` to the command line."""
    parser = add_command(
        subparsers,
        "tournament",
        tournament,
        help="let bots play against each other",
        description=ABOUT,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    add_table_arguments(parser)
    parser.add_argument("--bots", required=True, metavar="A,B,...", help="who plays, e.g. random,simple,search:1000")
    parser.add_argument(
        "--deals", type=int, default=100, metavar="N", help="number of deals; each is played in every rotation (default: 100)"
    )
    parser.add_argument("--meet", choices=MEETINGS, help="one table, every pair, or only neighbours in the list (a ladder)")
    parser.add_argument(
        "--luck-adjusted",
        action="store_true",
        help="count wins without their luck (deals, draws, thefts): no bot is favoured, and the intervals are narrower",
    )
    parser.add_argument("--workers", type=int, default=os.cpu_count() or 1, metavar="N", help="number of processes (default: one per core)")
    parser.add_argument(
        "--out", type=Path, metavar="FILE", help="save the matches there, and resume from it (default: named after the plan)"
    )
    add_figures_arguments(parser)


def tournament(chosen: argparse.Namespace) -> None:
    """Play the tournament that was asked for, and show it."""
    from rich.console import Console

    from seaboard import bots
    from seaboard.arena import contest
    from seaboard.arena.plots import plot_shares, pyplot
    from seaboard.arena.ratings import shares_by_table, summarise

    plan = plan_of(chosen)
    if chosen.plot:
        pyplot()  # reports a missing library before the work, not after it
    file = chosen.out or Path(f"tournament-{plan.game}-{plan.digest()}.jsonl")
    with progress_bar() as bar:
        compiling = bar.add_task("compiling", total=1)
        bots.precompile(plan.game, lambda done, count: bar.update(compiling, completed=done, total=count + 1))
        contest.prepare(plan.game)
        bar.remove_task(compiling)
        playing = bar.add_task("matches", total=plan.matches)
        before: int | None = None

        def advance(done: int, count: int) -> None:
            nonlocal before
            before = done if before is None else before  # the first report is what an earlier run had played
            bar.update(playing, completed=done, total=count, before=before)

        results = run(
            plan,
            file,
            workers=chosen.workers,
            ray=chosen.ray,
            progress=advance,
        )
    if chosen.json:
        write_json(summarise(plan, results), chosen.json)
    if chosen.plot:
        plot_shares(shares_by_table(results), f"{find(plan.game).title}, {plan.seats} seats, {plan.deals} deals", chosen.plot)
    if chosen.json != "-":
        show(Console(), plan, results)
    bar.console.print(f"The matches are in {file}; the same command resumes from there.")


def plan_of(chosen: argparse.Namespace) -> Plan:
    """The plan that the arguments describe."""
    game, seats, options = table_of(chosen)
    names = tuple(
        str(Spec.read(name, game=game.name)) if ":" in name or "@" in name else name.strip().lower()
        for name in chosen.bots.split(",")
        if name.strip()
    )
    meeting = chosen.meet or ("table" if len(names) == seats else "pairs")
    return Plan(game.name, names, seats, chosen.deals, chosen.seed or 0, meeting, options, chosen.luck_adjusted)


def show(console: "Console", plan: Plan, results: Sequence[Result]) -> None:
    """Print the tables."""
    from rich.markup import escape
    from rich.table import Table

    from seaboard.arena.ratings import ratings, shares_by_table

    meetings = Table(title=f"{find(plan.game).title}, {plan.seats} seats, {plan.deals} deals, seed {plan.seed}", title_justify="left")
    meetings.add_column("bot")
    for name in ("share of wins", "95 % interval", "fair", "matches"):
        meetings.add_column(name, justify="right")
    for table in shares_by_table(results):
        for share in table:
            mark = {"above": "[green]▲[/]", "below": "[red]▼[/]", "even": " "}[share.verdict]
            meetings.add_row(escape(share.bot), f"{share.mean:.1%} {mark}", _span(share, ".1%"), f"{share.fair:.0%}", str(share.matches))
        meetings.add_section()
    console.print(meetings)
    for bot, count in _lost(results).items():
        console.print(f"{escape(bot)} lost {count} {'move' if count == 1 else 'moves'}: no legal answer in time; simple played instead.")
    ladder = Table(title="Ratings (openskill, Plackett-Luce)", title_justify="left")
    ladder.add_column("bot")
    for name in ("rating", "95 % interval"):
        ladder.add_column(name, justify="right")
    for rating in ratings(results):
        ladder.add_row(escape(rating.bot), f"{rating.mean:.2f}", _span(rating, ".2f"))
    console.print(ladder)


def _lost(results: Sequence[Result]) -> Counter[str]:
    """How many moves each outside program has lost."""
    found: Counter[str] = Counter()
    for result in results:
        for bot, count in zip(result.lineup, result.lost, strict=False):
            if count:
                found[bot] += count
    return found


def _span(found: "Share | Rating", form: str) -> str:
    return f"{found.low:{form}} to {found.high:{form}}"
