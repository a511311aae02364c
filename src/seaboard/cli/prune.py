"""`seaboard prune`: let go of what nobody came back to."""

import argparse
import time
from typing import Any

from seaboard.cli.arguments import add_command
from seaboard.cli.database import add_database_argument, database_of, opened
from seaboard.errors import SeaboardError
from seaboard.server.settings import Settings

KEPT = {
    "--keep-tables": "days after which a table goes that nobody came back to before its match was over",
    "--keep-people": "days after which somebody is forgotten who was not seen",
    "--keep-chat": "days after which what was said at a table is forgotten",
}


def add_to(subparsers: Any) -> None:
    """Add `prune` to the command line."""
    parser = add_command(subparsers, "prune", prune, help="let go of tables, people and chat that are older than you say, while it serves")
    add_keep_arguments(parser)
    parser.add_argument("--dry-run", action="store_true", help="only say what would go")
    add_database_argument(parser)


def add_keep_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments that say for how long things are kept."""
    for flag, help in KEPT.items():
        parser.add_argument(flag, type=float, metavar="DAYS", help=f"{help} (default: never)")


def kept_by(chosen: argparse.Namespace) -> dict[str, Any]:
    """For how many days things are kept, by their names in the settings."""
    kept = {"keep_tables": chosen.keep_tables, "keep_people": chosen.keep_people, "keep_chat": chosen.keep_chat}
    if any(days is not None and days < 1 for days in kept.values()):
        raise SeaboardError("things are kept for a day at least")
    return kept


def prune(chosen: argparse.Namespace) -> None:
    """Let go of what is old."""
    kept = kept_by(chosen)
    if all(days is None for days in kept.values()):
        raise SeaboardError(f"say for how long things are kept: {', '.join(KEPT)}")
    settings, now = Settings(database=database_of(chosen), **kept), time.time()
    with opened(chosen) as store:
        from seaboard.server.tables import pruning

        with store.snapshot() as c:
            store.check_current(c)
            found = pruning.find(c, settings, now)
        if not chosen.dry_run:
            for work, notes in pruning.steps(found, settings, now):
                store.do(work, notes)
    would = "would go" if chosen.dry_run else "gone"
    print(f"Tables at which nothing was played: {len(found.unstarted)} {would}.")
    print(f"Matches that nobody went on with: {len(found.unfinished)} {'would end' if chosen.dry_run else 'ended'}.")
    print(f"People who were not seen: {len(found.people)} {would}.")
    print(f"Lines of chat: {found.lines} {would}.")
