"""File permissions: the database holds the seeds of running matches, so nobody else on the machine may read it."""

import logging
import os
from pathlib import Path

_log = logging.getLogger("seaboard.store")
FILE = 0o600
OTHERS = 0o077


def keep_private(database: str | None) -> None:
    """Create SQLite's file, if missing, and make it and the files beside it readable by their owner only.

    SQLite gives the files that it adds later the same mode.
    """
    if not database or database.startswith((":memory:", "file:")):
        return
    os.close(os.open(database, os.O_RDWR | os.O_CREAT | getattr(os, "O_CLOEXEC", 0), FILE))
    for suffix in ("", "-wal", "-shm", "-journal"):
        _close_to_others(Path(database + suffix))


def _close_to_others(file: Path) -> None:
    try:
        mode = file.stat().st_mode
        if mode & OTHERS:
            file.chmod(mode & 0o7777 & ~OTHERS)
    except FileNotFoundError:
        return
    except PermissionError:
        _log.warning("other users of this machine can read the database, and it belongs to one of them: its mode was left as it is")
