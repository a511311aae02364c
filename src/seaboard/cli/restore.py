"""`seaboard restore`: restore a backup into an empty database."""

import argparse
from pathlib import Path
from typing import Any

from seaboard.cli.arguments import add_command
from seaboard.cli.database import add_database_argument, opened


def add_to(subparsers: Any) -> None:
    """Add `restore` to the command line."""
    parser = add_command(subparsers, "restore", restore, help="restore a backup into an empty database, SQLite or PostgreSQL")
    parser.add_argument("file", type=Path, help="the backup")
    add_database_argument(parser)


def restore(chosen: argparse.Namespace) -> None:
    """Restore a backup."""
    with opened(chosen) as store:
        from seaboard.server.storage.upkeep import backups

        print(f"{chosen.file}: {backups.read(store, chosen.file)} rows restored")
