"""Storage: SQLite or PostgreSQL through SQLAlchemy Core, with one writer that commits for everybody at once.

Everything waiting when the writer is free goes into one transaction, and nobody is answered before it is committed. So a commit to disk,
which takes as long for one move as for a hundred, is shared by all tables. On PostgreSQL, moves without other writes take a shorter path
(`engine/appending.py`) in the same way.
"""

import asyncio
import logging
import queue
import threading
import time
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import AbstractContextManager, contextmanager, nullcontext, suppress
from functools import partial
from operator import attrgetter
from typing import Any, TypeVar, cast

import sqlalchemy as sa
from alembic.util import CommandError
from sqlalchemy.engine import URL, Connection, Engine, make_url
from sqlalchemy.exc import ArgumentError, DBAPIError, OperationalError, SQLAlchemyError

from seaboard.errors import SeaboardError
from seaboard.server import metrics
from seaboard.server.storage import ids, schema
from seaboard.server.storage.engine.appending import (
    APPEND,
    APPEND_AND_NOTIFY,
    BY_INDEX,
    NOTIFY,
    SET_DUE,
    STALE,
    Appender,
    append_and_notify,
    rows_json,
    to_json,
    winners,
)
from seaboard.server.storage.engine.notes import KEEP
from seaboard.server.storage.engine.silence import PATIENCE, UNLIMITED, NoAnswer, Watchdog, answered, is_passing, with_timeouts
from seaboard.server.storage.engine.write_queue import Batcher, Job, lines_of, settle, tell
from seaboard.server.storage.moderation import host_decisions
from seaboard.server.storage.rows import Entry
from seaboard.server.storage.upkeep import upgrading
from seaboard.server.storage.upkeep.file_permissions import keep_private

_log = logging.getLogger("seaboard.store")
T = TypeVar("T")
READERS = 4
PORTION = 8
"""The most other writes in one transaction: moves go first, and never wait for more than these."""
AGAIN = 0.5
"""Seconds before moves that could not be written are tried again."""


class BadDatabase(SeaboardError):
    """The database can't be used; the message says why."""


class Store:
    """The database of a server process."""

    def __init__(self, url: str, *, process: str | None = None) -> None:
        self.process = process or ids.new_id("s")
        self._url = _checked(url)
        self.is_shared = self._url.get_backend_name() == "postgresql"
        self._reading = _engine(self._url, READERS)
        self._writing = _engine(self._url, 1, begin="BEGIN IMMEDIATE")
        self._appending = _engine(self._url, 1, begin=None, pool_recycle=STALE)
        self._batches: queue.SimpleQueue[list[Job] | None] = queue.SimpleQueue()
        self._readers = ThreadPoolExecutor(READERS, "seaboard-read")
        self._watchdog = Watchdog()
        self._read_at = self._written_at = 0.0  # when the database last answered
        self._writer = threading.Thread(target=self._write_all, name="seaboard-write", daemon=True)

    # ---- Beginning and end ---------------------------------------------------------------------

    def open(self, revision: str = "head") -> None:
        """Upgrade the schema (or, for a backup, to the version it had); BadDatabase if the database can't be used."""
        shown = self._url.render_as_string(hide_password=True)
        try:
            if not self.is_shared:
                keep_private(self._url.database)
            upgrading.beside_others(self._writing, revision, is_shared=self.is_shared)
        except (CommandError, upgrading.TooNew) as error:
            raise BadDatabase(f"the database {shown} was last used by a newer Seaboard: upgrade this one, or use a backup") from error
        except (SQLAlchemyError, OSError) as error:
            raise BadDatabase(f"can't open the database {shown}: {_first_line(error)}") from error

    @contextmanager
    def snapshot(self) -> Iterator[Connection]:
        """Read everything as it is at one moment, while servers keep writing."""
        with self._reading.connect() as connection:
            if not self.is_shared:
                yield connection
                return
            connection.execution_options(isolation_level="REPEATABLE READ")
            connection.exec_driver_sql(UNLIMITED)
            yield connection

    def do(self, work: Callable[[Connection], object], notes: Iterable[str] = ()) -> None:
        """Run a command's work in its own transaction, and notify the servers; the work may fill `notes`."""
        with self.transaction() as connection:
            work(connection)
            if self.is_shared:
                connection.execute(NOTIFY, {"lines": to_json([f"{self.process} {note}" for note in notes])})
            else:
                host_decisions.add_news(connection, list(notes))

    @contextmanager
    def transaction(self) -> Iterator[Connection]:
        """A transaction of a command; servers have `write`."""
        with self._writing.begin() as connection:
            if self.is_shared:
                connection.exec_driver_sql(UNLIMITED)
            yield connection

    def check_current(self, connection: Connection) -> str:
        """Return the schema's version; BadDatabase if it is not that of this Seaboard."""
        known = upgrading.head()
        if upgrading.current(connection) != known:
            raise BadDatabase("the database belongs to another version of Seaboard, or is empty: use the version that serves it")
        return known

    def start(self, loop: asyncio.AbstractEventLoop, *, when_late: Callable[[str], None] | None = None) -> None:
        """Start the writer; results are delivered on this event loop.

        `when_late` gets the notes of writes that succeeded after their callers had been told that storage does not answer.
        """
        self._loop = loop
        self._when_late = when_late or _ignore
        self._batcher = Batcher(loop, self._batches.put)
        self._appender = Appender(loop, self._url, self.process, self._batches.put, self._watchdog) if self.is_shared else None
        self._watchdog.start(loop)
        self._writer.start()

    async def close(self) -> None:
        """Write everything that is waiting, then disconnect."""
        if self._appender is not None:
            await self._appender.close()
        self._batcher.hand_over()
        self._batches.put(None)
        await asyncio.to_thread(self._writer.join)
        await asyncio.to_thread(self._readers.shutdown)
        self._watchdog.close()
        self.disconnect()

    def disconnect(self) -> None:
        """Close its connections; they are re-opened when needed."""
        for engine in (self._reading, self._writing, self._appending):
            engine.dispose()

    # ---- Reading and writing -------------------------------------------------------------------

    async def read(self, work: Callable[[Connection], T], *, patience: float | None = PATIENCE) -> T:
        """Run something that only reads, off the event loop; NoAnswer if nobody could read anything for `patience`."""

        def run() -> T:
            try:
                return once()
            except DBAPIError as error:
                if not error.connection_invalidated:
                    raise
                return once()  # the connection was lost while idle: use a fresh one

        def once() -> T:
            with self._reading.connect() as connection, self._watched(connection):
                found = work(connection)
            self._read_at = time.monotonic()
            return found

        running = asyncio.get_running_loop().run_in_executor(self._readers, run)
        return await answered(running, patience=patience, last=lambda: self._read_at)

    async def write(
        self,
        work: Callable[[Connection], T],
        *,
        order: str = "",
        notes: Iterable[str] = (),
        patience: float | None = PATIENCE,
        goes_with_moves: bool = False,
    ) -> T:
        """Run something in one of the next transactions; returns when it is committed. NoAnswer if nobody could write anything for
        `patience`.

        It may run twice if the database requires it, so it must change nothing but the database. `order` is the id of the row it locks;
        `notes` tell the other servers what changed. Moves are written first, unless it `goes_with_moves`.
        """
        done = self._loop.create_future()
        job = Job(partial(self._settle, done, notes), order, notes, work=work, goes_with_moves=goes_with_moves)
        self._batcher.put(job)
        try:
            return cast(T, await answered(done, patience=patience, last=lambda: self._written_at))
        except NoAnswer:
            job.is_given_up = True  # it won't begin any more; if it had begun, `when_late` is called
            raise

    def _settle(self, done: "asyncio.Future[Any]", notes: Iterable[str], result: Any) -> None:
        if not done.cancelled():
            settle(done, result)
        elif not isinstance(result, Exception):
            for note in notes:
                self._when_late(note)

    def append(
        self,
        entry: Entry,
        *,
        table: str,
        then: Callable[[tuple[bool, Any] | Exception], None],
        meanwhile: Callable[[], None],
        due: float | None = KEEP,
        work: Callable[[Connection], Any] | None = None,
    ) -> None:
        """Append an entry to its match: `then` gets True when it is on disk, False if another has that number.

        If it is appended, `work`, which may change the table, runs in the same transaction; its result comes second. `meanwhile` runs on
        the event loop once the writer has the entry.
        """
        notes = (f"t:{table}",) if work else ()
        job = Job(then, table, notes, entry=entry, due=due, work=work, meanwhile=meanwhile)
        if self._appender is not None and job.is_only_entry:
            self._appender.put(job)
        else:
            self._batcher.put(job)

    # ---- The writer ----------------------------------------------------------------------------

    def _write_all(self) -> None:
        kept, others, is_open = list[Job](), deque[Job](), True
        while is_open or others:
            batches = self._next_batches(wait=0.0 if others or not is_open else AGAIN if kept else None)
            is_open &= None not in batches
            fresh = [job for jobs in batches if jobs for job in jobs]
            moves = [job for job in fresh if job.entry or job.goes_with_moves]
            others += (job for job in fresh if not (job.entry or job.goes_with_moves))
            if kept:  # the database has trouble: other writes must not keep moves from being retried
                kept = self._commit(kept, keep=is_open)
            kept += self._commit(moves, keep=is_open)
            kept += self._commit([others.popleft() for _ in range(min(PORTION, len(others)))], keep=is_open)

    def _next_batches(self, *, wait: float | None) -> list[list[Job] | None]:
        """Return all waiting batches; if there are none, the next one, or nothing if it doesn't come soon enough."""
        batches: list[list[Job] | None] = []
        with suppress(queue.Empty):
            batches.append(self._batches.get(timeout=wait))
            while True:
                batches.append(self._batches.get_nowait())
        return batches

    def _commit(self, batch: list[Job], *, keep: bool) -> list[Job]:
        """Commit all of these in one transaction and report their outcome. Moves that can't be written for now are returned, to be retried
        until they can: they have been played, and their players are told that they wait.
        """
        batch = [job for job in batch if not job.is_given_up]
        if not batch:
            return []
        began, kept = time.perf_counter(), list[Job]()
        for attempt in range(3):
            try:
                with self._transaction(batch) as connection, self._watched(connection):
                    self._do(connection, batch)
                metrics.COMMITTED.inc(len(batch))
                self._written_at = time.monotonic()
                break
            except Exception as error:
                if is_passing(error) and attempt < 2:  # a lost connection or a deadlock: the next attempt gets a fresh connection
                    time.sleep(0.05 * 4**attempt)
                    continue
                kept = [job for job in batch if job.entry] if keep and is_passing(error) else []
                if kept:
                    _log.error("moves wait to be written: %s", _first_line(error))
                _fail(batch, error)
                break
        metrics.COMMITS.observe(time.perf_counter() - began)
        metrics.KEPT.set(len(kept))
        told = [job for job in batch if not job.entry] if kept else batch
        self._loop.call_soon_threadsafe(tell, told)
        return kept

    def _watched(self, connection: Connection) -> AbstractContextManager[None]:
        return self._watchdog.watching(connection) if self.is_shared else nullcontext()

    def _transaction(self, batch: list[Job]) -> AbstractContextManager[Connection]:
        """Run a batch; entries alone are a single statement, which is its own transaction."""
        return self._appending.connect() if all(job.is_only_entry for job in batch) else self._writing.begin()

    def _do(self, connection: Connection, batch: list[Job]) -> None:
        """Run a whole batch. Rows are locked in the same order everywhere, so that two servers can't deadlock."""
        batch = sorted(batch, key=attrgetter("order"))
        moves = [job for job in batch if job.entry]
        if moves:
            self._append_all(connection, moves)
        for job in batch:
            if job.work is None or (job.entry and not job.result[0]):
                continue
            try:
                with connection.begin_nested():
                    done = job.work(connection)
                job.result = (True, done) if job.entry else done
            except OperationalError:
                raise
            except Exception as error:
                job.result = error
        others = (job for job in batch if not job.entry)  # the notes of entries are in the statement that appends them
        lines = lines_of(self.process, others) if self.is_shared else []
        if lines:
            connection.execute(NOTIFY, {"lines": to_json(lines)})

    def _append_all(self, connection: Connection, jobs: list[Job]) -> None:
        entries = [job.entry for job in jobs if job.entry]
        if self.is_shared:
            added = connection.execute(APPEND_AND_NOTIFY, append_and_notify(self.process, jobs)).scalars().first()
        else:
            added = connection.execute(APPEND, {"rows": rows_json(entries)}).rowcount
        won = None if added == len(entries) else winners(connection, entries)
        for job in jobs:
            assert job.entry is not None
            job.result = (won is None or job.entry in won, None)
            if won:
                won.discard(job.entry)
        due = [(job.entry.match, job.due) for job in jobs if job.entry and job.result[0] and job.due != KEEP]
        if due and self.is_shared:  # row by row, in the order in which all servers lock them
            connection.execute(_DUE, [{"of": match, "due": when} for match, when in due])
        elif due:
            connection.execute(SET_DUE, {"rows": to_json(due)})


_DUE = sa.update(schema.matches).where(schema.matches.c.id == sa.bindparam("of")).values(due=sa.bindparam("due"))


def _ignore(_note: str) -> None:
    """Ignore the result."""


def _fail(batch: list[Job], error: Exception) -> None:
    for job in batch:
        job.result = error


def _checked(url: str) -> URL:
    try:
        found = make_url(url)
        if found.get_backend_name() == "postgresql":
            return with_timeouts(found.set(drivername="postgresql+psycopg"))
    except ArgumentError as error:
        raise BadDatabase(f"{url.partition('@')[0][:12]!r}... is not the address of a database: {_WANTED}") from error
    if found.get_backend_name() != "sqlite":
        raise BadDatabase(f"Seaboard keeps tables in SQLite or PostgreSQL, not {found.get_backend_name()}: {_WANTED}")
    return found


_WANTED = "write postgresql://user:password@host/name, or sqlite:////path/to/file.db"


def _engine(url: URL, size: int, *, begin: str | None = "BEGIN", **remote: Any) -> Engine:
    """Make connections to a database; with `begin` None each statement is its own transaction. `remote` is for one elsewhere."""
    level = {} if begin else {"isolation_level": "AUTOCOMMIT"}
    if url.get_backend_name() == "postgresql":
        engine = sa.create_engine(url, pool_size=size, max_overflow=0, hide_parameters=True, **level, **remote)
        if size == 1:  # the one that writes

            @sa.event.listens_for(engine, "connect")
            def _on_connect_elsewhere(connection: Any, _record: Any) -> None:
                connection.execute(BY_INDEX)
                connection.commit()

        return engine
    engine = sa.create_engine(url, pool_size=size, max_overflow=0, hide_parameters=True, **level)

    @sa.event.listens_for(engine, "connect")
    def _on_connect(connection: Any, _record: Any) -> None:
        connection.isolation_level = None  # transactions begin explicitly, below
        cursor = connection.cursor()
        cursor.execute("PRAGMA busy_timeout = 10000")
        cursor.execute("PRAGMA journal_mode = WAL")
        cursor.execute("PRAGMA synchronous = FULL")
        cursor.close()

    if begin:

        @sa.event.listens_for(engine, "begin")
        def _on_begin(connection: Connection) -> None:
            connection.exec_driver_sql(begin)

    return engine


def _first_line(error: BaseException) -> str:
    text = str(error.orig) if isinstance(error, DBAPIError) and error.orig else str(error)
    return text.strip().partition("\n")[0]
