"""A database that says nothing: frozen, locked or full. Whoever moves is told so within seconds, and loses nothing."""

import asyncio
import os
import random
import resource
import signal
import sqlite3
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import psutil
import pytest
import sqlalchemy as sa
from websockets.asyncio.client import connect

from seaboard.server.close_codes import CloseCode
from seaboard.server.storage import schema
from seaboard.server.storage.engine import silence
from tests.server.harness import Guest, Seat, Served, play_by_turns, served, table_of
from tests.server.inside import Inside

SOON = 8.0
"""Seconds within which everybody is answered; half of it on a machine that has nothing else to do."""
RNG = random.Random(21)
Trouble = Callable[[Served, str], Iterator[None]]


def frozen(_server: Served, database: str) -> Iterator[None]:
    """Every process of PostgreSQL stands still; the kernel still takes what is sent to it."""
    with sa.create_engine(database.replace("postgresql:", "postgresql+psycopg:")).connect() as db:
        folder = Path(str(db.execute(sa.text("SHOW data_directory")).scalar()))
    main = psutil.Process(int((folder / "postmaster.pid").read_text().split()[0]))
    processes = [main, *main.children(recursive=True)]
    for process in processes:
        process.send_signal(signal.SIGSTOP)
    try:
        yield
    finally:
        for process in processes:
            process.send_signal(signal.SIGCONT)


def locked(_server: Served, database: str) -> Iterator[None]:
    """Another program holds the file's lock."""
    other = sqlite3.connect(database.removeprefix("sqlite:///"), isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    try:
        yield
    finally:
        other.execute("ROLLBACK")
        other.close()


def full(server: Served, database: str) -> Iterator[None]:
    """No file of the server may grow."""
    log = Path(database.removeprefix("sqlite:///") + "-wal")
    _, most = resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE)
    resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE, (log.stat().st_size, most))
    try:
        yield
    finally:
        resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE, (most, most))


TROUBLES = {"postgresql-frozen": frozen, "sqlite-locked": locked, "sqlite-full": full}


@pytest.fixture(params=TROUBLES)
def troubled(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[tuple[Served, str, Trouble]]:
    kind = str(request.param)
    database = str(request.getfixturevalue("postgres")) if kind.startswith("postgresql") else f"sqlite:///{tmp_path}/seaboard.db"
    with served("--database", database, data=tmp_path) as server:
        yield server, database, TROUBLES[kind]


def entries_of(database: str, match: str) -> list[tuple[int, str]]:
    e = schema.entries.c
    with sa.create_engine(database.replace("postgresql:", "postgresql+psycopg:")).connect() as db:
        rows = db.execute(sa.select(e.number, e.message).where(e.match_id == match).order_by(e.number))
        return [(row.number, row.message) for row in rows]


def test_a_move_that_can_not_be_saved_says_so_is_kept_and_is_made_once(troubled: tuple[Served, str, Trouble]) -> None:
    server, database, trouble = troubled
    guests = [Guest(server.url, name) for name in ("Ada", "Bob")]
    table = table_of(guests, "sea-change")["id"]

    async def play() -> None:
        async with guests[0].at(table) as ada, guests[1].at(table) as bob:
            mover = ada if ada.view["legal"] else bob
            match = mover.match and mover.match["id"]
            with contextmanager(trouble)(server, database):
                began = time.monotonic()
                move = mover.move(RNG) | {"id": "the-move"}
                await mover.send(**move)
                told = await mover.until("held", "ack", "refused", "error")
                assert (told["type"], told["id"]) == ("held", "the-move")
                assert told["reason"]["key"] == "play.held"
                assert time.monotonic() - began < SOON
                await mover.send(type="ping", id="still-there")
                assert (await mover.until("pong"))["id"] == "still-there"
                await asyncio.to_thread(everything_else_is_refused, guests[0])
                await nobody_comes_in(guests[1], table)
                await asyncio.sleep(2)
            answer = await mover.until("ack", "refused", "error")
            assert (answer["type"], answer["id"]) == ("ack", "the-move")
            again = await mover.ask(**move)  # as a page does that was cut off meanwhile
            assert (again["type"], again["number"]) == ("ack", answer["number"])
            assert entries_of(database, str(match)) == [(0, "the-move")]
            await goes_on(ada, bob)

    asyncio.run(play())
    assert guests[0].post("/tables", game="sea-change", seats=2)["stage"] == "open"


def everything_else_is_refused(guest: Guest) -> None:
    for path, body in (("/tables", {"game": "sea-change", "seats": 2}), ("/guest", {"name": "Eve"})):
        began = time.monotonic()
        answer = guest.web.post(f"/api{path}", json=body)
        assert (answer.status_code, answer.json()["error"]["key"]) == (503, "server.storage"), answer.text
        assert int(answer.headers["retry-after"]) > 0
        assert time.monotonic() - began < SOON


async def nobody_comes_in(guest: Guest, table: str) -> None:
    """Whoever comes now is told why they can't, instead of waiting."""
    headers = {"Cookie": f"seaboard={guest.token}"}
    async with connect(guest.url.replace("http", "ws") + f"/api/live/{table}", additional_headers=headers) as socket:
        async with asyncio.timeout(2 * SOON):
            await socket.wait_closed()
        assert socket.close_code == CloseCode.NO_STORAGE


async def goes_on(one: Seat, other: Seat) -> None:
    meanwhile = asyncio.create_task(other.play_on(RNG))
    assert await one.play_on(RNG, 3) == 3
    meanwhile.cancel()
    await asyncio.wait([meanwhile])


def test_chat_is_refused_and_may_be_said_again(troubled: tuple[Served, str, Trouble]) -> None:
    server, database, trouble = troubled
    ada = Guest(server.url, "Ada")
    table = ada.post("/tables", game="sea-change", seats=2)["id"]

    async def talk() -> None:
        async with ada.at(table) as seat:
            with contextmanager(trouble)(server, database):
                await seat.send(type="chat", id="ahoy", text="Ahoy!")
                answers = [await seat.until("held", "ack", "error")]
                if answers[0]["type"] == "held":
                    answers.append(await seat.until("ack", "error"))
                assert [(one["id"], one["reason"]["key"]) for one in answers[-1:]] == [("ahoy", "server.storage")]
            while (await seat.ask(type="chat", id="ahoy", text="Ahoy!"))["type"] != "ack":
                await asyncio.sleep(0.2)
        async with ada.at(table) as seat:
            assert [line["text"] for line in seat.chat] == ["Ahoy!"]

    asyncio.run(talk())


@pytest.fixture
def soon_stuck(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Servers that take a connection for dead sooner, though not before whoever waits has been told so: what they do then is the same."""
    home = tmp_path / "soon-stuck"
    home.mkdir()
    (home / "sitecustomize.py").write_text(
        f"from seaboard.server.storage.engine import silence\n\nsilence.STUCK = {silence.PATIENCE + 2}\n"
    )
    monkeypatch.setenv("PYTHONPATH", str(home))


@pytest.mark.usefixtures("soon_stuck")
def test_a_server_ends_even_if_its_database_is_frozen(postgres: str, tmp_path: Path) -> None:
    with served("--database", postgres, data=tmp_path) as server:
        Guest(server.url, "Ada")
        with contextmanager(frozen)(server, postgres):
            server.process.send_signal(signal.SIGTERM)
            assert server.process.wait(timeout=90) == 0


@pytest.mark.usefixtures("soon_stuck")
def test_another_machine_that_takes_over_is_found(postgres: str, tmp_path: Path) -> None:
    """A connection whose other end is gone without a word is replaced: the move goes through the fresh one."""
    with served("--database", postgres, data=tmp_path) as server:
        guests = [Guest(server.url, name) for name in ("Ada", "Bob")]
        table = table_of(guests, "sea-change")["id"]

        async def play() -> None:
            async with guests[0].at(table) as ada, guests[1].at(table) as bob:
                await play_by_turns([ada, bob], RNG, 4)  # so that the connection by which moves are written is open
                mover = ada if ada.view["legal"] else bob
                backends = backends_of(postgres)
                for backend in backends:
                    os.kill(backend, signal.SIGSTOP)
                try:
                    await mover.send(**(mover.move(RNG) | {"id": "the-move"}))
                    assert await answer_to(mover, "the-move") == "held"
                    assert await answer_to(mover, "the-move") == "ack"
                finally:
                    for backend in backends:
                        os.kill(backend, signal.SIGCONT)
                await goes_on(ada, bob)

        asyncio.run(play())


async def answer_to(seat: Seat, message: str) -> str:
    """What a message is answered next."""
    while True:
        told = await seat.hear()
        if told.get("id") == message:
            return str(told["type"])


def backends_of(database: str) -> list[int]:
    """The processes of PostgreSQL that serve others' connections now."""
    with sa.create_engine(database.replace("postgresql:", "postgresql+psycopg:")).connect() as db:
        found = "SELECT pid FROM pg_stat_activity WHERE backend_type = 'client backend' AND pid <> pg_backend_pid()"
        return [int(pid) for pid in db.execute(sa.text(found)).scalars()]


def test_health_is_only_well_if_something_can_be_written(tmp_path: Path) -> None:
    inside = Inside(tmp_path)
    assert inside.request("GET", "/api/health").status_code == 200
    with sqlite3.connect(tmp_path / "inside.db") as other:
        other.execute("BEGIN IMMEDIATE")  # nobody else can write now, but read they can
        began = time.monotonic()
        assert inside.request("GET", "/api/health").status_code == 503
        assert time.monotonic() - began < 8
    inside.close()
