"""Backups: everything in the database as it is at one moment, in a file that any Seaboard can read, for SQLite and PostgreSQL alike.

A file is gzipped JSON lines: a header, then each table's columns followed by its rows, and last the number of rows, so that a truncated
file is detected.
"""

import base64
import gzip
import os
import re
import time
import zlib
from collections.abc import Iterator
from pathlib import Path
from typing import Any, BinaryIO

import msgspec
import sqlalchemy as sa
from sqlalchemy.engine import Connection
from sqlalchemy.exc import SQLAlchemyError

from seaboard import __version__
from seaboard.errors import SeaboardError
from seaboard.server.storage import schema
from seaboard.server.storage.store import Store

FORMAT = 1
LONGEST = 64 * 1024 * 1024
"""The most bytes of a line: a longer one, made to unpack into more than fits into memory, is cut, and the file counts as damaged."""
MANY = 500
"""Rows that are written at once."""
_OF_A_DAY = re.compile(r"\d{4}-\d\d-\d\d\.seaboard(\.part)?")
"""Backups named by `todays`, and unfinished ones that a machine left when it went down."""
_PASSING = (schema.processes, schema.presence, schema.watching, schema.news, schema.compatible)
"""Tables about the moment: which servers run, who is connected to them, and their news. A restored database has none of it."""


class Head(msgspec.Struct, frozen=True):
    """The line above a table's rows; `binary` are the columns written in base64."""

    table: str
    columns: list[str]
    binary: list[int]


_head = msgspec.json.Decoder(Head)


class BadBackup(SeaboardError):
    """The file can't be restored; the message says why."""


def write(store: Store, file: Path) -> int:
    """Write a backup while servers run; return the number of rows. The file appears when it is complete, readable by its owner only."""
    part = file.with_name(file.name + ".part")
    try:
        with open(os.open(part, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "wb") as raw:
            rows = _write(store, raw)
            os.fsync(raw.fileno())
        part.replace(file)
    except OSError as error:
        raise SeaboardError(f"can't write {file}: {error.strerror}") from error
    finally:
        part.unlink(missing_ok=True)
    return rows


def todays(folder: Path) -> Path:
    """Return the path of today's backup in a folder: a second one replaces it, so that repeated runs delete no other day's."""
    if not folder.is_dir():
        raise SeaboardError(f"there is no folder {folder}: make it first, for its owner alone (mkdir -m 700)")
    return folder / time.strftime("%Y-%m-%d.seaboard")


def rotate(folder: Path, *, keep: int) -> list[Path]:
    """Delete all but the last backups named by their day; other files are left alone."""
    found = sorted(file for file in folder.iterdir() if _OF_A_DAY.fullmatch(file.name))
    whole = [file for file in found if file.suffix != ".part"]
    old = [file for file in found if file not in whole[-keep:]]
    for file in old:
        file.unlink(missing_ok=True)
    return old


def _write(store: Store, raw: BinaryIO) -> int:
    count = 0
    with gzip.GzipFile(fileobj=raw, mode="wb", mtime=0) as packed, store.snapshot() as c:

        def line(value: object) -> None:
            packed.write(msgspec.json.encode(value) + b"\n")

        line({"seaboard_backup": FORMAT, "version": __version__, "schema": store.check_current(c), "made": time.time()})
        for table in schema.metadata.sorted_tables:
            if table in _PASSING:
                continue
            binary = [i for i, column in enumerate(table.c) if isinstance(column.type, sa.LargeBinary)]
            line({"table": str(table.name), "columns": [str(column.name) for column in table.c], "binary": binary})
            for row in c.execution_options(yield_per=MANY).execute(sa.select(table)):
                values = list(row)
                for i in binary:
                    values[i] = None if values[i] is None else base64.b64encode(values[i]).decode()
                line(values)
                count += 1
        line({"rows": count})
    return count


def read(store: Store, file: Path) -> int:
    """Restore a backup into an empty database; return the number of rows. If anything is wrong, the database stays empty."""
    try:
        with gzip.open(file, "rb") as packed:
            lines = iter(lambda: packed.readline(LONGEST), b"")
            head = msgspec.json.decode(next(lines, b"null"))
            if not isinstance(head, dict) or head.get("seaboard_backup") != FORMAT or "schema" not in head:
                raise BadBackup(f"{file} is not a backup of Seaboard")
            store.open(str(head["schema"]))
            with store.transaction() as c:
                if any(c.execute(sa.select(sa.func.count()).select_from(table)).scalar() for table in (schema.people, schema.matches)):
                    raise BadBackup("this database is not empty: restore into an empty one, then point the server to it")
                count = _read(c, lines)
            store.open()  # upgrade the backup of an older Seaboard
            return count
    except BadBackup:
        raise
    except (EOFError, gzip.BadGzipFile, zlib.error, msgspec.MsgspecError, ValueError, IndexError, SQLAlchemyError) as error:
        raise BadBackup(f"{file} is damaged or truncated; nothing was restored") from error
    except OSError as error:
        raise SeaboardError(f"can't read {file}: {error.strerror}") from error


def _read(c: Connection, lines: Iterator[bytes]) -> int:
    count = 0
    rows: list[dict[str, Any]] = []
    into: sa.TableClause | None = None
    head = Head("", [], [])
    known = set(sa.inspect(c).get_table_names()) - {table.name for table in _PASSING} - {"alembic_version"}

    def flush() -> None:
        if rows and into is not None:
            c.execute(into.insert(), rows)
            rows.clear()

    for text in lines:
        line = msgspec.json.decode(text)
        if isinstance(line, list):
            for i in head.binary:
                line[i] = None if line[i] is None else base64.b64decode(line[i])
            rows.append(dict(zip(head.columns, line, strict=True)))
            count += 1
            if len(rows) >= MANY:
                flush()
            continue
        flush()
        if isinstance(line, dict) and "rows" in line:
            if line["rows"] != count:
                break
            return count
        head = _head.decode(text)
        if head.table not in known:
            raise BadBackup(f"the backup has a table {head.table[:32]!r} that Seaboard doesn't know; nothing was restored")
        into = sa.table(head.table, *(sa.column(name) for name in head.columns))
        if head.table == schema.secrets.name:
            c.execute(schema.secrets.delete())
    raise BadBackup("the backup is incomplete: some of its rows are missing; nothing was restored")
