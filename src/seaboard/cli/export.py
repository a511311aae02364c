"""`seaboard export`: all of a server's data for reading, as JSON lines, without secrets."""

import argparse
from pathlib import Path
from typing import Any

from seaboard.cli.arguments import add_command, progress_bar
from seaboard.cli.database import add_database_argument, opened

STEP = 100
"""Lines between two looks of the progress bar."""


def add_to(subparsers: Any) -> None:
    """Add `export` to the command line."""
    help = "write people, tables and records of a server to a zip of JSON lines, without secrets, while it serves"
    parser = add_command(subparsers, "export", export, help=help)
    parser.add_argument("file", type=Path, help="where to write it; it contains people's names and what they said")
    add_database_argument(parser)


def export(chosen: argparse.Namespace) -> None:
    """Write an archive, and say what is in it."""
    with opened(chosen) as store:
        from seaboard.server.matches import archive

        with progress_bar() as bar:
            task = bar.add_task("Exporting", total=None)

            def advance(done: int, total: int) -> None:
                if done % STEP == 0 or done == total:
                    bar.update(task, completed=done, total=total)

            lines = archive.write(store, chosen.file, advance)
    print(f"{chosen.file}: " + ", ".join(f"{count} {name}" for name, count in lines.items()))
