"""`seaboard backup`: everything that a server keeps, in one file."""

import argparse
from pathlib import Path
from typing import Any

from seaboard.cli.arguments import add_command
from seaboard.cli.database import add_database_argument, opened


def add_to(subparsers: Any) -> None:
    """Add `backup` to the command line."""
    parser = add_command(subparsers, "backup", backup, help="write everything that a server keeps to a file, while it serves")
    parser.add_argument("file", type=Path, help="where to write it; whoever can read it can read running matches")
    add_database_argument(parser)


def backup(chosen: argparse.Namespace) -> None:
    """Write a backup."""
    with opened(chosen) as store:
        from seaboard.server.storage import backups

        print(f"{chosen.file}: {backups.write(store, chosen.file)} rows")
