"""All of a person's tables, live: one stream for each page."""

import asyncio
import json
import random
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import pytest
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

from tests.server.harness import PATIENCE, Guest, Served, served, table_of

Tables = dict[str, dict[str, Any]]


@asynccontextmanager
async def stream(guest: Guest) -> AsyncIterator[ClientConnection]:
    address = guest.url.replace("http", "ws") + "/api/mine"
    async with connect(address, additional_headers={"Cookie": f"seaboard={guest.token}"}) as socket:
        yield socket


async def listed(socket: ClientConnection) -> Tables:
    async with asyncio.timeout(PATIENCE):
        return {table["id"]: table for table in json.loads(await socket.recv())["tables"]}


async def until_turn(socket: ClientConnection, table: str, turn: bool) -> None:
    while (await listed(socket))[table]["your_turn"] is not turn:
        pass


def test_a_turn_is_told_without_being_asked_for(server: Served) -> None:
    ada, bob = Guest(server.url, "Ada"), Guest(server.url, "Bob")

    async def play() -> None:
        async with stream(ada) as mine:
            assert await listed(mine) == {}
            table = (await asyncio.to_thread(table_of, [ada, bob], "sea-change"))["id"]
            while (await listed(mine)).get(table, {}).get("stage") != "playing":
                pass
            async with ada.at(table) as a, bob.at(table) as b:
                for _ in range(4):
                    first, other = (a, b) if a.view["legal"] else (b, a)
                    assert await first.play_on(random.Random(1), 1) == 1
                    assert first.match is not None
                    await other.settle(first.match["number"])
                    await mine.send("?")
                    await until_turn(mine, table, bool(a.view["legal"]))

    asyncio.run(play())


def test_two_servers_tell_of_each_others_tables(postgres: str, tmp_path: Any) -> None:
    with served("--database", postgres, data=tmp_path / "a") as one, served("--database", postgres, data=tmp_path / "b") as two:
        ada, bob = Guest(one.url, "Ada"), Guest(one.url, "Bob")
        here = Guest(two.url, "Somebody")
        here.id, here.token = ada.id, ada.token  # Ada's harbour is at the other server

        async def watch() -> None:
            async with stream(here) as mine:
                assert await listed(mine) == {}
                table = (await asyncio.to_thread(table_of, [ada, bob], "sea-change"))["id"]
                while (await listed(mine)).get(table, {}).get("stage") != "playing":
                    pass
                async with ada.at(table) as a, bob.at(table) as b:
                    for _ in range(2):
                        first, other = (a, b) if a.view["legal"] else (b, a)
                        assert await first.play_on(random.Random(1), 1) == 1
                        assert first.match is not None
                        await other.settle(first.match["number"])
                    await until_turn(mine, table, bool(a.view["legal"]))

        asyncio.run(watch())


def test_nobody_has_no_stream(server: Served) -> None:
    async def come() -> int | None:
        async with connect(server.url.replace("http", "ws") + "/api/mine") as socket:
            with pytest.raises(ConnectionClosed):
                await asyncio.wait_for(socket.recv(), PATIENCE)
            return socket.close_code

    assert asyncio.run(come()) == 4401


def test_a_finished_table_can_be_taken_off_the_list(server: Served) -> None:
    ada, bob = Guest(server.url, "Ada"), Guest(server.url, "Bob")
    table = table_of([ada, bob], "sea-change")["id"]
    assert ada.refused(f"/tables/{table}/forget") == "table.not_over"
    ada.post(f"/tables/{table}/resign")
    bob.post(f"/tables/{table}/resign")
    ada.post(f"/tables/{table}/forget")
    assert ada.get("/my/tables")["tables"] == []
    assert [one["id"] for one in bob.get("/my/tables")["tables"]] == [table]
