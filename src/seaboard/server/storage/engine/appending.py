"""How entries are appended to matches: the statements, and a way to PostgreSQL without a thread.

All entries of a transaction go as one parameter of one statement: cheaper by far than a row at a time. A single statement
is its own transaction and needs no BEGIN and COMMIT, which would be three round trips instead of one.
"""

import asyncio
import logging
import time
from collections.abc import Callable, Iterable, Sequence
from operator import attrgetter
from typing import TYPE_CHECKING

import msgspec
import sqlalchemy as sa
from sqlalchemy.engine import URL, Connection, make_url

from seaboard.server import metrics
from seaboard.server.storage import schema
from seaboard.server.storage.engine.silence import Watchdog, address_of
from seaboard.server.storage.engine.write_queue import Batcher, Job, lines_of, tell
from seaboard.server.storage.rows import Entry

if TYPE_CHECKING:
    import psycopg

_log = logging.getLogger("seaboard.store")
CHANNEL = "seaboard"
STALE = 60
"""Seconds of idleness after which a connection is replaced: networks drop idle ones silently."""
RETRY = 1.0
"""Seconds after a failure before a connection is tried again."""

BY_INDEX = "SET enable_seqscan = off"
"""For connections that append: PostgreSQL keeps using a plan that it made when there were few entries."""
_NOTIFY = f"pg_notify('{CHANNEL}', line) FROM json_array_elements_text(CAST({{lines}} AS json)) AS line"
NOTIFY = sa.text("SELECT " + _NOTIFY.format(lines=":lines"))
_INSERT = (
    "INSERT INTO entries (match_id, number, seat, action, message, at, to_act) SELECT {columns} FROM {rows} "
    # a match may have been ended or deleted while a player was thinking
    "WHERE (SELECT 1 FROM matches WHERE id = {match} AND ended IS NULL{locked}) IS NOT NULL{further} ON CONFLICT DO NOTHING"
)
_IS_NEXT = (
    " AND (CAST(r->>1 AS int) = 0 OR (SELECT number FROM entries WHERE match_id = r->>0 AND number = CAST(r->>1 AS int) - 1) IS NOT NULL)"
)
"""Checks that the entry before is in the database: a standby that took over may have lost it."""
APPEND = sa.text(
    _INSERT.format(
        columns=", ".join(f"json_extract(value, '$[{i}]')" for i in range(7)),
        rows="json_each(:rows)",
        match="json_extract(value, '$[0]')",
        locked="",
        further="",
    )
)
SET_DUE = sa.text(
    "UPDATE matches SET due = json_extract(value, '$[1]') FROM json_each(:rows) WHERE matches.id = json_extract(value, '$[0]')"
)
"""For SQLite. One statement for all, as above: between any two, a writer's thread has to get Python's lock from a busy event loop."""
APPEND_AND_NOTIFY = sa.text(
    "WITH added AS ("
    + _INSERT.format(
        columns="r->>0, CAST(r->>1 AS int), CAST(r->>2 AS int), CAST(r->>3 AS int), r->>4, CAST(r->>5 AS float8), CAST(r->>6 AS int)",
        rows="json_array_elements(CAST(:rows AS json)) AS r",
        match="r->>0",
        locked=" FOR KEY SHARE",  # waits for a transaction that is ending the match (`queries.close_match`), then looks again
        further=_IS_NEXT,
    )
    + " RETURNING 1), counted AS (SELECT count(*) AS added FROM added) SELECT (SELECT added FROM counted), "
    # a notification may only carry moves that are in the database: if one is not, the other servers must read them all
    + _NOTIFY.format(lines="CASE WHEN (SELECT added FROM counted) = :count THEN :carrying ELSE :lines END")
)
_STATEMENT = str(APPEND_AND_NOTIFY.compile(dialect=make_url("postgresql+psycopg://").get_dialect()()))


def rows_json(entries: Iterable[Entry]) -> str:
    """Encode entries for the statements."""
    return to_json([(e.match, e.number, e.seat, e.action, e.message, e.at, e.to_act) for e in entries])


def append_and_notify(process: str, jobs: Sequence[Job]) -> dict[str, str | int]:
    """Return the parameters of APPEND_AND_NOTIFY for jobs that all have entries."""
    return {
        "rows": rows_json(job.entry for job in jobs if job.entry),
        "count": len(jobs),
        "carrying": to_json(lines_of(process, jobs, carrying=True)),
        "lines": to_json(lines_of(process, jobs)),
    }


def to_json(value: object) -> str:
    """JSON as text."""
    return msgspec.json.encode(value).decode()


def winners(connection: Connection, entries: Sequence[Entry]) -> set[Entry]:
    """Return which of these entries are the ones in the database: another server may have been faster."""
    e = schema.entries
    keys = sa.tuple_(e.c.match_id, e.c.number).in_([(entry.match, entry.number) for entry in entries])
    held = {tuple(row) for row in connection.execute(sa.select(e.c.match_id, e.c.number, e.c.seat, e.c.action, e.c.message).where(keys))}
    return {entry for entry in entries if (entry.match, entry.number, entry.seat, entry.action, entry.message) in held}


class Appender:
    """Appends entries to PostgreSQL from the event loop itself, without switching to a thread.

    Anything that fails (an entry that another server has written, a lost connection) is passed to the writer, which checks what is in the
    database and tries again.
    """

    def __init__(
        self, loop: asyncio.AbstractEventLoop, url: URL, process: str, otherwise: Callable[[list[Job]], None], watchdog: Watchdog
    ) -> None:
        self._address = address_of(url)
        self._process = process
        self._otherwise = otherwise
        self._watchdog = watchdog
        self._loop = loop
        self._batcher = Batcher(loop, self._take)
        self._writing: asyncio.Task[None] | None = None
        self._cursor: psycopg.AsyncCursor[tuple[int, str]] | None = None
        self._used = 0.0
        self._failed = -RETRY

    def put(self, job: Job) -> None:
        """Append the job's entry soon."""
        self._batcher.put(job)

    async def close(self) -> None:
        """Append everything that is waiting, then disconnect."""
        while True:
            self._batcher.hand_over()
            if self._writing is None:
                break
            await self._writing
        await self._disconnect()

    def _take(self, batch: list[Job]) -> None:
        self._batcher.hold()
        self._writing = self._loop.create_task(self._write(batch))

    async def _write(self, batch: list[Job]) -> None:
        began = time.perf_counter()
        is_appended = await self._append(batch)
        self._batcher.release()
        self._writing = None
        if is_appended:
            metrics.COMMITS.observe(time.perf_counter() - began)
            metrics.COMMITTED.inc(len(batch))
            for job in batch:
                job.result = (True, None)
            tell(batch)
        else:
            self._otherwise(batch)
        self._batcher.hand_over()

    async def _append(self, batch: list[Job]) -> bool:
        """Append these entries; return whether all of them are in the database now."""
        if self._loop.time() - self._failed < RETRY:
            return False
        batch.sort(key=attrgetter("order"))  # the same order everywhere, so that two servers can't deadlock
        try:
            cursor = await self._connected()
            file = cursor.connection.fileno()
            self._watchdog.begin(file)
            try:
                await cursor.execute(_STATEMENT, append_and_notify(self._process, batch))
                first = await cursor.fetchone()
            finally:
                self._watchdog.end(file)
        except Exception as error:  # whatever went wrong: the writer will try again
            _log.warning("moves could not be appended at once: %s", str(error).partition("\n")[0])
            self._failed = self._loop.time()
            await self._disconnect()
            return False
        return first is not None and first[0] == len(batch)

    async def _connected(self) -> "psycopg.AsyncCursor[tuple[int, str]]":
        from psycopg import AsyncConnection  # imported late: ten megabytes, which a server on SQLite doesn't need

        now = self._loop.time()
        if self._cursor is not None and now - self._used > STALE:
            await self._disconnect()
        if self._cursor is None:
            connection = await AsyncConnection.connect(self._address, autocommit=True, prepare_threshold=0)
            self._cursor = connection.cursor()
            await self._cursor.execute(BY_INDEX)
        self._used = now
        return self._cursor

    async def _disconnect(self) -> None:
        cursor, self._cursor = self._cursor, None
        if cursor is not None:
            await cursor.connection.close()
