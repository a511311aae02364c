"""`seaboard prune`: delete old data."""

import argparse
import time
from typing import TYPE_CHECKING, Any

from seaboard.cli.arguments import add_command
from seaboard.cli.database import add_database_argument, database_of, opened
from seaboard.errors import SeaboardError
from seaboard.server.settings import Settings

if TYPE_CHECKING:
    from seaboard.server.tables.pruning import Pruned

KEPT = {
    "--keep-tables": "days after which a table goes that nobody came back to before its match was over",
    "--keep-people": "days after which somebody is forgotten who was not seen",
    "--keep-chat": "days after which what was said at a table is forgotten",
    "--keep-guests": "days after which a guest is forgotten who was not seen and never sat down",
    "--keep-reports": "days after which settled reports and what moderators did are forgotten",
    "--keep-deleted": "days after which open reports about people who have deleted themselves are forgotten, and their bans",
    "--keep-deals": "days after which deals go that nobody played, and what bots made of deals of the day",
}


def add_to(subparsers: Any) -> None:
    """Add `prune` to the command line."""
    parser = add_command(subparsers, "prune", prune, help="delete tables, people, chat and more past a given age, while the server runs")
    add_keep_arguments(parser)
    parser.add_argument("--dry-run", action="store_true", help="only say what would be deleted")
    parser.add_argument(
        "--even-most", action="store_true", help="delete even most of the people or tables, or after days without a sign of life"
    )
    add_database_argument(parser)


def add_keep_arguments(parser: argparse.ArgumentParser, *, when_serving: bool = False) -> None:
    """Add the arguments that say how long data is kept; a server has defaults, a command has none."""
    for flag, help in KEPT.items():
        days: float | None = getattr(Settings, _name(flag)) if when_serving else None
        default = "never" if days is None else f"{days:g}; inf: never"
        parser.add_argument(flag, type=float, metavar="DAYS", help=f"{help} (default: {default})")


def kept_by(chosen: argparse.Namespace) -> dict[str, Any]:
    """Return how many days each kind of data is kept, by its name in the settings; None if not given."""
    kept = {name: getattr(chosen, name) for name in map(_name, KEPT)}
    if any(days is not None and not days >= 1 for days in kept.values()):
        raise SeaboardError("data is kept for at least a day")
    return kept


def _name(flag: str) -> str:
    return flag.removeprefix("--").replace("-", "_")


def prune(chosen: argparse.Namespace) -> None:
    """Delete old data, or say what would be deleted."""
    kept = kept_by(chosen)
    if all(days is None for days in kept.values()):
        raise SeaboardError(f"say how long to keep something: {', '.join(KEPT)}")
    settings, now = Settings(database=database_of(chosen), **kept), time.time()
    with opened(chosen) as store:
        from seaboard.server.storage.upkeep import retention
        from seaboard.server.tables import pruning

        with store.snapshot() as c:
            store.check_current(c)
            found = pruning.find(c, settings, now)
            alive = retention.last_sign(c, now)
        why = _why_not(found, 0.0 if alive is None else now - alive)
        is_dry = chosen.dry_run or bool(why and not chosen.even_most)
        if not is_dry:
            for work, notes in pruning.steps(found, settings, now):
                store.do(work, notes)
    would = "would be deleted" if is_dry else "deleted"
    print(f"Tables at which nothing was played to its end: {len(found.unstarted)} {would}.")
    print(f"Matches that nobody continued: {len(found.unfinished)} {'would end' if is_dry else 'ended'}.")
    print(f"People who were not seen: {len(found.people)} {would}.")
    print(f"Guests who never sat down: {len(found.guests)} {would}.")
    print(f"Lines of chat: {found.lines} {would}.")
    for kind, _, count in found.aged:
        print(f"{kind.called}: {count} {would}.")
    if is_dry and not chosen.dry_run:
        raise SeaboardError(f"{why}, so nothing was deleted; if that is right, add --even-most")


def _why_not(found: "Pruned", gap: float) -> str:
    """Say why an operator should first look at what would be deleted; return nothing if all is as usual."""
    from seaboard.server.tables.pruning import DAY, GAP

    if gap > GAP:
        return f"nobody was on this server for {gap / DAY:.0f} days, or this machine's clock is wrong"
    return f"most {' and most '.join(found.most)} would be deleted" if found.most else ""
