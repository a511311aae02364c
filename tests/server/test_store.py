"""The way of a move into PostgreSQL, and what happens where it is barred."""

import asyncio
import time
from collections.abc import Awaitable, Callable

import psycopg
import pytest
from sqlalchemy.engine import Connection

from seaboard.server.storage import ids, queries
from seaboard.server.storage.engine import appending
from seaboard.server.storage.engine.write_queue import Batcher, Job
from seaboard.server.storage.rows import Entry, MatchRow
from seaboard.server.storage.store import Store
from tests.server.harness import PATIENCE

Told = list[object]
Use = Callable[[Store], Awaitable[None]]


@pytest.fixture
def store(postgres: str) -> Store:
    found = Store(postgres)
    found.open()
    return found


@pytest.fixture
def match(store: Store) -> str:
    return new_matches(store, 1)[0]


def new_matches(store: Store, count: int) -> list[str]:
    """Matches that have just begun."""
    rows = [
        MatchRow(
            id=ids.new_id("m"), table="t1", game="sea-change", rules=1, seats=2, options={}, seed=ids.new_seed(),
            commitment="", started=0.0, names=["Ada", "Bob"],
        )
        for _ in range(count)
    ]  # fmt: skip
    with store.transaction() as c:
        for row in rows:
            queries.add_match(c, row)
    return [row.id for row in rows]


def use(store: Store, work: Use) -> None:
    """Do this with an open store, and close it."""

    async def run() -> None:
        store.start(asyncio.get_running_loop())
        try:
            await work(store)
        finally:
            await store.close()

    asyncio.run(asyncio.wait_for(run(), PATIENCE))


def an_entry(match: str, number: int, *, seat: int = 0) -> Entry:
    return Entry(match, number, seat, 7, f"{seat}-{number}", time.time())


def append(store: Store, entry: Entry, told: Told) -> None:
    store.append(entry, table="t1", then=told.append, meanwhile=lambda: None)


async def count(told: Told, number: int) -> None:
    while len(told) < number:
        await asyncio.sleep(0.005)


def end_connections(postgres: str) -> None:
    with psycopg.connect(postgres, autocommit=True) as connection:
        connection.execute("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE pid <> pg_backend_pid() AND usename IS NOT NULL")


def held(c: Connection, matches: list[str]) -> int:
    """Count these matches' entries."""
    return sum(len(queries.entries_of(c, match)) for match in matches)


def test_what_is_told_is_in_the_database(store: Store) -> None:
    async def write(store: Store) -> None:
        told: Told = []
        matches = new_matches(store, 100)
        for number, match in enumerate(matches):
            append(store, an_entry(match, 0), told)
            if number % 7 == 0:
                await count(told, number + 1)
                assert await store.read(lambda c: held(c, matches)) == number + 1
        await count(told, 100)
        assert told == [(True, None)] * 100

    use(store, write)


def test_of_two_entries_with_one_number_the_first_stays(store: Store, postgres: str) -> None:
    theirs: Told = []
    matches = new_matches(store, 3)

    async def write_first(other: Store) -> None:
        append(other, an_entry(matches[1], 0, seat=1), theirs)

    async def write(store: Store) -> None:
        ours: Told = []
        for match in matches:
            append(store, an_entry(match, 0), ours)
        await count(ours, 3)
        assert ours == [(True, None), (False, None), (True, None)]

    use(Store(postgres), write_first)
    assert theirs == [(True, None)]
    use(store, write)


def test_a_lost_connection_loses_no_entry(store: Store, match: str, postgres: str) -> None:
    async def write(store: Store) -> None:
        told: Told = []
        for number in range(30):
            append(store, an_entry(match, number), told)
            if number in (5, 6, 20):
                await asyncio.to_thread(end_connections, postgres)
            await count(told, number + 1)
        assert told == [(True, None)] * 30
        assert len(await store.read(lambda c: queries.entries_of(c, match))) == 30

    use(store, write)


def test_closing_waits_for_what_is_being_written(store: Store) -> None:
    told: Told = []
    matches = new_matches(store, 50)

    async def write(store: Store) -> None:
        for number, match in enumerate(matches):
            append(store, an_entry(match, 0), told)
            if number % 10 == 0:
                await asyncio.sleep(0)

    use(store, write)
    assert told == [(True, None)] * 50
    with store.snapshot() as c:
        assert held(c, matches) == 50


def test_a_connection_that_was_idle_for_long_is_made_anew(store: Store, match: str, monkeypatch: pytest.MonkeyPatch) -> None:
    async def write(store: Store) -> None:
        told: Told = []
        append(store, an_entry(match, 0), told)
        await count(told, 1)
        appender = store._appender
        assert appender is not None
        before = appender._cursor
        monkeypatch.setattr(appending, "STALE", -1.0)  # whatever was used before is stale
        append(store, an_entry(match, 1), told)
        await count(told, 2)
        assert appender._cursor is not before
        assert before is not None
        assert before.connection.closed

    use(store, write)


def test_what_comes_while_others_are_written_goes_together() -> None:
    async def put() -> None:
        batches: list[list[Job]] = []
        batcher = Batcher(asyncio.get_running_loop(), batches.append)
        jobs = [Job(lambda _: None, "t1", ()) for _ in range(4)]
        batcher.put(jobs[0])
        while not batches:
            await asyncio.sleep(0)
        batcher.hold()
        for job in jobs[1:]:
            batcher.put(job)
            await asyncio.sleep(0.01)
        batcher.hand_over()
        assert batches == [jobs[:1]]
        batcher.release()
        batcher.hand_over()
        assert batches == [jobs[:1], jobs[1:]]

    asyncio.run(put())
