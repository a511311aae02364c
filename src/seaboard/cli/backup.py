"""`seaboard backup`: all of a server's data, in one file."""

import argparse
from pathlib import Path
from typing import Any

from seaboard.cli.arguments import add_command
from seaboard.cli.database import add_database_argument, opened
from seaboard.errors import SeaboardError


def add_to(subparsers: Any) -> None:
    """Add `backup` to the command line."""
    parser = add_command(subparsers, "backup", backup, help="write all of a server's data to a file, while it serves")
    parser.add_argument("file", type=Path, help="where to write it (with --keep, a folder); anyone who can read it can see running matches")
    parser.add_argument(
        "--keep", type=int, metavar="N", help="write it into a folder under today's date, then delete all but the last N of these backups"
    )
    add_database_argument(parser)


def backup(chosen: argparse.Namespace) -> None:
    """Write a backup."""
    if chosen.keep is not None and chosen.keep < 1:
        raise SeaboardError(f"--keep is how many backups to keep, at least 1, not {chosen.keep}")
    with opened(chosen) as store:
        from seaboard.server.storage.upkeep import backups

        file = chosen.file if chosen.keep is None else backups.todays(chosen.file)
        print(f"{file}: {backups.write(store, file)} rows")
        if chosen.keep is not None:
            for old in backups.rotate(chosen.file, keep=chosen.keep):
                print(f"{old}: deleted")
