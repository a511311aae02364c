"""All of a server's data as an archive to read: JSON lines in a zip file, without secrets.

Unlike a backup it can't be restored: it contains no token or its fingerprint, and no seed of a match still being played.
"""

import os
import time
import zipfile
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import msgspec
import sqlalchemy as sa
from sqlalchemy.engine import Connection, RowMapping

from seaboard import __version__
from seaboard.errors import SeaboardError
from seaboard.server.matches import records
from seaboard.server.storage import queries, schema
from seaboard.server.storage.store import Store

FORMAT = 1
AT_ONCE = 500
"""Rows that are in memory at once."""
_SECRET = {"coming"}
"""What a table knows of the shuffle of its next match."""
_PLAIN = {
    "ratings": (schema.ratings, ("game", "person", "mean", "spread", "matches", "at")),
    "chat": (schema.chat, ("table_id", "number", "person", "name", "text", "at")),
    "blocks": (schema.blocks, ("person", "blocked", "at")),
    "bans": (schema.bans, ("subject", "kind", "at", "until")),
    "reports": (schema.reports, ("id", "at", "table_id", "person", "name", "reporter", "reporter_name", "reason", "words", "settled")),
    "audit": (schema.audit, ("at", "host", "act", "subject", "why")),
}
_DEVICE = ("person", "browser", "system", "made", "seen")


def write(store: Store, file: Path, advance: Callable[[int, int], None]) -> dict[str, int]:
    """Write an archive while servers run; return how many lines each file in it has. `advance` is called with the progress."""
    part = file.with_name(file.name + ".part")
    try:
        with open(os.open(part, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "wb") as raw:
            with zipfile.ZipFile(raw, "w", zipfile.ZIP_DEFLATED) as packed, store.snapshot() as c:
                lines = _write(packed, c, store.check_current(c), advance)
            raw.flush()
            os.fsync(raw.fileno())
        part.replace(file)
    except OSError as error:
        raise SeaboardError(f"can't write {file}: {error.strerror}") from error
    finally:
        part.unlink(missing_ok=True)
    return lines


def _write(packed: zipfile.ZipFile, c: Connection, version: str, advance: Callable[[int, int], None]) -> dict[str, int]:
    files: dict[str, Iterator[dict[str, Any]]] = {
        "people": (dict(row) for row in _rows(c, schema.people)),
        "devices": ({name: row[name] for name in _DEVICE} for row in _rows(c, schema.devices)),
        "tables": (_table(row) for row in _rows(c, schema.tables)),
        "matches": _matches(c),
    }
    files |= {name: _columns(c, table, columns) for name, (table, columns) in _PLAIN.items()}
    counted = (schema.people, schema.devices, schema.tables, schema.matches, *(table for table, _ in _PLAIN.values()))
    total = sum(c.execute(sa.select(sa.func.count()).select_from(table)).scalar_one() for table in counted)
    done, lines = 0, {}
    for name, values in files.items():
        before = done
        with packed.open(f"{name}.jsonl", "w", force_zip64=True) as out:
            for value in values:
                out.write(msgspec.json.encode(value) + b"\n")
                done += 1
                advance(done, total)
        lines[name] = done - before
    about = {"seaboard_archive": FORMAT, "version": __version__, "schema": version, "made": time.time(), "lines": lines}
    packed.writestr("about.json", msgspec.json.encode(about))
    return lines


def _rows(c: Connection, table: sa.Table) -> Iterator[RowMapping]:
    """Read all rows of a table, by its key, in portions, so that other queries can run in between."""
    key = list(table.primary_key.columns)
    last: tuple[Any, ...] | None = None
    while True:
        query = sa.select(table).order_by(*key).limit(AT_ONCE)
        found = c.execute(query if last is None else query.where(sa.tuple_(*key) > sa.tuple_(*map(sa.literal, last)))).mappings().all()
        yield from found
        if len(found) < AT_ONCE:
            return
        last = tuple(found[-1][column.name] for column in key)


def _columns(c: Connection, table: sa.Table, columns: tuple[str, ...]) -> Iterator[dict[str, Any]]:
    return ({name: row[name] for name in columns} for row in _rows(c, table))


def _table(row: RowMapping) -> dict[str, Any]:
    doc: dict[str, Any] = msgspec.json.decode(row["doc"])
    return {name: value for name, value in doc.items() if name not in _SECRET}


def _matches(c: Connection) -> Iterator[dict[str, Any]]:
    """Return records of finished matches; for one that is running, or whose cards people may still play, only a description."""
    m, d = schema.matches, schema.deals
    played = set(c.execute(sa.select(m.c.seed).where(m.c.ended.is_(None))).scalars())
    today = time.strftime("%Y-%m-%d", time.gmtime())
    played |= set(c.execute(sa.select(d.c.seed).where(d.c.day >= today)).scalars())
    for row in _rows(c, m):
        about = {name: row[name] for name in ("id", "table_id", "started", "ended", "commitment")}
        found = queries.find_match(c, row["id"])
        if found is None or found.ended is None or found.seed in played:
            shown = {"game": row["game"], "rules": row["rules"], "seats": row["seats"], "names": msgspec.json.decode(row["names"])}
            yield {**about, **shown, "record": None}
        else:
            yield {**about, "record": records.bare_record(found, queries.entries_of(c, found.id))}
