"""Somebody to join, somebody to watch: the list of public tables, and bots that play when no people do."""

import asyncio
import json
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa
from websockets.asyncio.client import ClientConnection, connect

from seaboard.server.storage import queries, schema
from seaboard.server.storage.matches import bot_shows as stored
from seaboard.server.storage.matches import listing
from seaboard.server.tables import bot_shows, seating
from tests.server.harness import PATIENCE, Guest, Served, served
from tests.server.inside import Inside

Tables = dict[str, dict[str, Any]]


@asynccontextmanager
async def harbour(url: str) -> AsyncIterator[ClientConnection]:
    async with connect(url.replace("http", "ws") + "/api/harbour") as socket:
        yield socket


async def until(socket: ClientConnection, seen: Callable[[Tables], bool]) -> None:
    """Hear on until the list is as wanted."""
    async with asyncio.timeout(PATIENCE):
        while not seen({table["id"]: table for table in json.loads(await socket.recv())["tables"]}):
            pass


async def story(host: Guest, other: Guest, url: str) -> None:
    """A public table is opened, joined, played at and ended, and whoever is in the harbour sees it without asking."""
    async with harbour(url) as socket:
        await until(socket, lambda _: True)
        table = (await asyncio.to_thread(host.post, "/tables", game="sea-change", seats=2, public=True, clock=60))["id"]
        await until(socket, lambda tables: table in tables and tables[table]["stage"] == "open" and tables[table]["you"] is None)
        await asyncio.to_thread(other.post, f"/tables/{table}/sit")
        await until(socket, lambda tables: [chair["name"] for chair in tables[table]["chairs"]] == [host.name, other.name])
        await asyncio.to_thread(other.post, f"/tables/{table}/start")
        await until(socket, lambda tables: tables[table]["stage"] == "playing" and tables[table]["at"] > tables[table]["made"])
        for guest in (host, other):
            await asyncio.to_thread(guest.post, f"/tables/{table}/resign")
        await until(socket, lambda tables: table not in tables)


def test_the_harbour_follows_public_tables_without_being_asked(server: Served) -> None:
    ada, bob = Guest(server.url, "Ada"), Guest(server.url, "Bob")
    asyncio.run(story(ada, bob, server.url))
    private = ada.post("/tables", game="sea-change", seats=2)["id"]
    public = ada.post("/tables", game="sea-change", seats=2, public=True)["id"]
    listed = {table["id"]: table for table in bob.get("/tables")["tables"]}
    assert private not in listed
    assert listed[public]["at"] == listed[public]["made"]
    ada.post(f"/tables/{public}/options", public=False)
    assert public not in {table["id"] for table in bob.get("/tables")["tables"]}


def test_two_servers_have_one_harbour(postgres: str, tmp_path: Path) -> None:
    with served("--database", postgres, data=tmp_path / "a") as one, served("--database", postgres, data=tmp_path / "b") as two:
        asyncio.run(story(Guest(one.url, "Ada"), Guest(one.url, "Bob"), two.url))


@pytest.fixture
def inside(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Inside]:
    monkeypatch.setattr(bot_shows, "LEVEL", "cabin-boy")  # they play as they would, but sooner
    inside = Inside(tmp_path, bot_pause=0.03)  # slowly enough to be watched: those who rush are told of once a second
    yield inside
    inside.close()


class Page:
    """A page that is connected to a server inside: what it has been sent, until it leaves."""

    def __init__(self, inside: Inside, path: str) -> None:
        self._inbox: asyncio.Queue[dict[str, Any]] = asyncio.Queue()
        self._inbox.put_nowait({"type": "websocket.connect"})
        self.told: asyncio.Queue[dict[str, Any]] = asyncio.Queue()
        scope = {"type": "websocket", "path": path, "headers": [], "client": ("inside", 1), "extensions": {}}
        self._serving = asyncio.ensure_future(inside.server(scope, self._inbox.get, self._hear))

    async def _hear(self, message: Any) -> None:
        if message["type"] == "websocket.send":
            self.told.put_nowait(json.loads(message["text"]))

    async def leave(self) -> None:
        self._inbox.put_nowait({"type": "websocket.disconnect"})
        await self._serving


def test_a_change_is_read_once_however_many_look(inside: Inside, monkeypatch: pytest.MonkeyPatch) -> None:
    read = 0

    def counted(c: sa.Connection, ask: Any = listing.public_tables) -> Any:
        nonlocal read
        read += 1
        return ask(c)

    monkeypatch.setattr(listing, "public_tables", counted)
    token = inside.guest("Ada")

    async def look() -> None:
        pages = [Page(inside, "/api/harbour") for _ in range(200)]
        assert [await page.told.get() for page in pages] == [{"tables": []}] * 200
        assert read == 1
        room = await inside.server.rooms.room(table)
        await inside.server.rooms.change(room.table.id, lambda t: setattr(t, "public", True))
        lists = [(await page.told.get())["tables"] for page in pages]
        assert all([one["id"] for one in tables] == [table] for tables in lists)
        assert read == 2
        for page in pages:
            await page.leave()

    table = inside.request("POST", "/api/tables", token, game="sea-change", seats=2).json()["id"]
    inside.run(look())


def entries(inside: Inside) -> int:
    found: int = inside.run(inside.server.store.read(lambda c: c.execute(sa.select(sa.func.count()).select_from(schema.entries)).scalar()))
    return found


def test_bots_play_for_whoever_watches_and_for_nobody_else(inside: Inside) -> None:
    table = inside.request("POST", "/api/games/sea-change/show").json()
    assert {chair["kind"] for chair in table["chairs"]} == {"bot"}
    assert inside.request("POST", "/api/games/sea-change/show").json()["id"] == table["id"]
    assert inside.request("POST", "/api/games/nothing/show").status_code == 404
    assert inside.request("GET", "/api/tables").json() == {"tables": []}

    async def watch(moves: int) -> dict[str, Any]:
        page = Page(inside, f"/api/live/{table['id']}")
        first = await page.told.get()
        made = 0
        while made < moves:
            made += (await page.told.get())["type"] == "moved"
        await page.leave()
        await inside.settle()
        return dict(first)

    inside.run(inside.settle())
    assert entries(inside) == 0  # nobody is there
    first = inside.run(watch(3))
    assert first["match"]["view"]["seat"] is None
    stopped = entries(inside)
    assert stopped >= 3
    inside.run(asyncio.sleep(0.3))
    assert entries(inside) == stopped  # nobody is there any more
    again = inside.run(watch(2))  # and it goes on where it was
    assert again["match"]["number"] == stopped
    assert entries(inside) > stopped


def test_shows_are_not_kept_for_ever(inside: Inside, monkeypatch: pytest.MonkeyPatch) -> None:
    def of(path: str = "/api/games/sea-change/show") -> str:
        return str(inside.request("POST", path).json()["id"])

    first, other = of(), of("/api/games/land-unter/show")
    inside.run(inside.server.rooms.change(first, seating.end))
    second = of()
    assert second != first
    assert inside.request("GET", f"/api/tables/{first}").status_code == 200
    inside.run(inside.server.rooms.change(second, seating.end))
    monkeypatch.setattr(stored, "KEPT", -1.0)
    third = of()
    assert [inside.request("GET", f"/api/tables/{table}").status_code for table in (first, second, third, other)] == [404, 404, 200, 200]

    def left(c: sa.Connection) -> tuple[set[str], set[str], bool]:
        matches = set(c.execute(sa.select(schema.matches.c.table_id)).scalars())
        return matches, set(c.execute(sa.select(schema.shows.c.table_id)).scalars()), queries.find_table(c, first) is not None

    assert inside.run(inside.server.store.read(left)) == ({third, other}, {third, other}, False)
