"""The database that a command works on: named by an argument, the environment or a file, or the one in the user's data folder."""

import argparse
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from seaboard.errors import SeaboardError
from seaboard.server.settings import data_folder

if TYPE_CHECKING:
    from seaboard.server.storage.store import Store


def add_database_argument(parser: argparse.ArgumentParser) -> None:
    """Add the argument that names a database, and the one that names a file of settings (read by `cli/config.py`)."""
    parser.add_argument("--config", metavar="FILE", help="settings from a TOML file like deploy/seaboard.toml (default: SEABOARD_CONFIG)")
    parser.add_argument(
        "--database",
        metavar="URL",
        help="postgresql://host/name, shared by any number of servers (default: SEABOARD_DATABASE, the first line of the file that"
        " SEABOARD_DATABASE_FILE names, or a file in your data folder); others on the machine can see arguments: no password here",
    )


def database_of(chosen: argparse.Namespace) -> str:
    """Return the address of the database."""
    if chosen.database:
        return str(chosen.database)
    if os.environ.get("SEABOARD_DATABASE"):
        return os.environ["SEABOARD_DATABASE"]
    secret = os.environ.get("SEABOARD_DATABASE_FILE")
    if secret:
        try:
            return Path(secret).read_text(encoding="utf-8").strip().partition("\n")[0]
        except OSError as error:
            raise SeaboardError(f"can't read {secret}, which SEABOARD_DATABASE_FILE names: {error.strerror}") from error
    return f"sqlite:///{_data_file()}"


@contextmanager
def opened(chosen: argparse.Namespace) -> "Iterator[Store]":
    """Open the database as it is: a command alongside a server doesn't change its schema."""
    try:
        from sqlalchemy.exc import DBAPIError, SQLAlchemyError

        from seaboard.server.storage.store import Store
    except ImportError as error:
        raise SeaboardError(f"{error.name} is missing: pip install 'seaboard[server]'") from error
    try:
        yield Store(database_of(chosen))
    except SQLAlchemyError as error:
        why = error.orig if isinstance(error, DBAPIError) and error.orig else error
        raise SeaboardError(f"the database can't be used: {str(why).strip().partition(chr(10))[0]}") from error


def _data_file() -> Path:
    folder = data_folder()
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)  # it contains the seeds of running matches
        if "SEABOARD_DATA" not in os.environ:  # a folder that the user chose may contain other things
            folder.chmod(0o700)
    except OSError as error:
        raise SeaboardError(f"can't make the folder {folder}: {error.strerror}; name another with SEABOARD_DATA") from error
    file = folder / "seaboard.db"
    if not os.access(folder, os.W_OK) or (file.exists() and not os.access(file, os.W_OK)):
        raise SeaboardError(f"can't write to {file}; make it writable, or name another folder with SEABOARD_DATA")
    return file
