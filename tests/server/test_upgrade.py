"""Two releases side by side on one PostgreSQL: a server of the release before, this one, people of both pages, and nobody notices."""

import asyncio
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from threading import Thread

import httpx
import psycopg
import pytest
from sqlalchemy.engine import make_url
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed

from bench.roaming import Kept, Roamer, missing
from seaboard.server import versions
from seaboard.server.storage.store import Store
from seaboard.server.storage.upkeep.upgrading import head
from tests.server.harness import Guest, Served, served, table_of, watch
from tools.release_before import source_before


@contextmanager
def fresh(postgres: str, name: str) -> Iterator[str]:
    """An empty database of the same PostgreSQL."""
    with psycopg.connect(postgres, autocommit=True) as admin:
        admin.execute(f"CREATE DATABASE {name}")
        try:
            yield make_url(postgres).set(database=name).render_as_string(hide_password=False)
        finally:
            admin.execute(f"DROP DATABASE {name} WITH (FORCE)")


@pytest.fixture(scope="module")
def before(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The source of the release before."""
    source = source_before(tmp_path_factory.mktemp("before"))
    if source is None:
        pytest.skip("the previous release is not in this copy's history: fetch it with `git fetch --unshallow`")
    return source


def test_a_server_is_upgraded_while_people_of_both_pages_play(postgres: str, before: Path, tmp_path: Path) -> None:
    with fresh(postgres, "rolling") as database, served("--database", database, data=tmp_path / "old", source=before) as old:
        guests = [Guest(old.url, f"P{i}") for i in range(4)]
        tables = [table_of(guests[i : i + 2], "sea-change")["id"] for i in (0, 2)]
        with served("--database", database, data=tmp_path / "new") as new:  # the schema is this release's from here on
            kept = asyncio.run(asyncio.wait_for(_upgrade(old, new, guests, tables), 150))
        assert missing(database, kept.moves) == []
    assert kept.closed == {1012: 4}
    assert kept.slowest < 15, kept.slowest


async def _upgrade(old: Served, new: Served, guests: list[Guest], tables: list[str]) -> Kept:
    """Everybody plays at the old server, seen from both, and goes on at the new one when the old one is told to end."""
    kept = Kept()
    urls = [old.url]
    roamers = [
        Roamer(guest.token, tables[i // 2], kept, urls=lambda: urls, pace=0.05, protocol=1 + i // 2) for i, guest in enumerate(guests)
    ]
    playing = [asyncio.create_task(one.play()) for one in roamers]
    await _made(kept, 8)
    watching = [watch(server.url, tables[0]) for server in (old, new)]
    async with watching[0] as before, watching[1] as after:  # what is played at the one is seen at both
        numbers = [(await seat.until("moved"))["number"] for seat in (before, after)]
        assert all(numbers)
    urls[:] = [new.url]  # what a proxy does with one that is not well
    assert await asyncio.to_thread(old.end) == 0
    await _made(kept, len(kept.moves) + 20)
    for task in playing:
        task.cancel()
    await asyncio.wait(playing)
    return kept


async def _made(kept: Kept, moves: int) -> None:
    while len(kept.moves) < moves:
        await asyncio.sleep(0.05)


def test_a_server_that_ends_sends_people_to_the_other_a_few_at_a_time(postgres: str, tmp_path: Path) -> None:
    with (
        fresh(postgres, "drained") as database,
        served("--database", database, data=tmp_path / "a") as ending,
        served("--database", database, data=tmp_path / "b") as staying,
    ):
        guests = [Guest(ending.url, f"P{i}") for i in range(2)]
        table = table_of(guests, "sea-change")["id"]

        async def drain() -> None:
            spectators = [asyncio.create_task(_closed(ending, table)) for _ in range(12)]
            kept = Kept()
            urls = [ending.url]
            players = [Roamer(guest.token, table, kept, urls=lambda: urls, pace=0.1) for guest in guests]
            playing = [asyncio.create_task(one.play()) for one in players]
            await _made(kept, 1)
            before = len(kept.moves)
            ending.process.terminate()
            while (await asyncio.to_thread(httpx.get, f"{ending.url}/api/health")).status_code == 200:
                await asyncio.sleep(0.05)
            urls[:] = [staying.url]  # it says that it is not well, and listens for a while
            ends = await asyncio.gather(*spectators)
            assert {code for code, _ in ends} == {1012}
            assert max(at for _, at in ends) - min(at for _, at in ends) > 0.3  # one in every step, at least
            assert await asyncio.to_thread(ending.process.wait, 20) == 0
            assert len(kept.moves) > before, "moves went on while it ended"
            await _made(kept, len(kept.moves) + 1)
            for task in playing:
                task.cancel()
            await asyncio.wait(playing)
            assert missing(database, kept.moves) == []

        asyncio.run(asyncio.wait_for(drain(), 90))


async def _closed(server: Served, table: str) -> tuple[int, float]:
    """Watch until the socket is closed: by which code, and when."""
    async with connect(f"{server.url.replace('http', 'ws')}/api/live/{table}", compression=None) as socket:
        try:
            while True:
                await socket.recv()
        except ConnectionClosed:
            return socket.close_code or 1006, time.monotonic()


def test_a_server_says_which_protocol_it_speaks_to_those_who_ask(server: Served, ada: Guest) -> None:
    table = ada.post("/tables", game="sea-change", seats=2)["id"]

    async def first(query: str) -> str:
        async with connect(f"{server.url.replace('http', 'ws')}/api/live/{table}{query}", compression=None) as socket:
            return str(await socket.recv())

    assert '"type":"table"' in asyncio.run(first(""))
    assert asyncio.run(first("?protocol=2")) == f'{{"type":"hello","protocol":{versions.PROTOCOL},"oldest":{versions.OLDEST}}}'
    assert ada.get("/notice")["protocol"] == versions.PROTOCOL


def test_a_page_that_is_too_old_is_told_so(server: Served) -> None:
    assert versions.said_in(b"") == 1
    assert versions.said_in(b"a=1&protocol=7&b=2") == 7
    assert versions.said_in(b"protocol=x") == versions.said_in(b"xprotocol=3") == 1

    async def ask() -> int:
        async with connect(f"{server.url.replace('http', 'ws')}/api/harbour?protocol=0", compression=None) as socket:
            with pytest.raises(ConnectionClosed):
                await socket.recv()
            return socket.close_code or 0

    assert asyncio.run(ask()) == 4426


def test_a_server_that_writes_meanwhile_does_not_stop_an_upgrade(postgres: str) -> None:
    """The upgrade has locked `members` and waits for `tables`; a server that has changed `tables` waits for `members`."""
    with fresh(postgres, "deadlock") as database:
        store = Store(database)
        store.open("0021")
        with psycopg.connect(database) as server, psycopg.connect(database, autocommit=True) as watching:
            server.execute("SET deadlock_timeout = '60s'")  # so the upgrade finds out first
            server.execute("LOCK TABLE tables IN ROW EXCLUSIVE MODE")
            upgrading = Thread(target=store.open)
            upgrading.start()
            waits = "SELECT count(*) FROM pg_locks WHERE relation = 'tables'::regclass AND NOT granted"
            _until(lambda: watching.execute(waits).fetchone() == (1,))
            server.execute("LOCK TABLE members IN ROW EXCLUSIVE MODE")  # granted when PostgreSQL has ended the upgrade's transaction
            server.commit()
            upgrading.join(20)
        with psycopg.connect(database) as found:
            assert found.execute("SELECT version_num FROM alembic_version").fetchone() == (head(),)
        store.disconnect()


def _until(is_so: Callable[[], bool]) -> None:
    end = time.monotonic() + 20
    while not is_so():
        assert time.monotonic() < end
        time.sleep(0.01)
