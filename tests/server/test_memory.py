"""What stays in memory: nothing of tables that are over, not even until the next time that the garbage is looked through."""

import asyncio
import dataclasses
import gc
import json
import tracemalloc
import weakref
from pathlib import Path
from typing import Any

import pytest

from seaboard.server import heap
from seaboard.server.close_codes import CloseCode
from seaboard.server.live.connection import Connection
from seaboard.server.protocol import Ack
from tests.server.inside import Inside


def play_a_little(inside: Inside, token: str) -> list[weakref.ref[Any]]:
    """A table with bots at which somebody moves, is refused, talks and resigns; all that it took, by weak references."""
    asked: dict[str, Any] = {"game": "land-unter", "seats": 3, "bots": [None, "cabin-boy", "sailor"], "start": True}
    table = inside.request("POST", "/api/tables", token, **asked).json()
    match = {"match": table["match"]}
    told = json.loads(inside.live(table["id"], token, [])[0])["match"]
    action = next(iter(told["view"]["legal"].values()))
    play = {**match, "type": "play", "number": told["number"]}
    sent = [
        {**play, "id": "q1", "action": 9999},
        {**play, "id": "q2", "action": action},
        {"type": "chat", "id": "q3", "text": "hello"},
    ]
    inside.live(table["id"], token, sent)
    inside.request("GET", f"/api/matches/{table['match']}/record", token)
    room = inside.server.rooms.get(table["id"])
    assert room is not None
    assert room.session is not None
    seen: list[weakref.ref[Any]] = [weakref.ref(room), weakref.ref(room.session), weakref.ref(room.session.match)]
    del room
    inside.request("POST", f"/api/tables/{table['id']}/resign", token, level="cabin-boy")
    return seen


def test_tables_that_are_over_leave_memory_at_once(tmp_path: Path) -> None:
    inside = Inside(tmp_path)
    ada = inside.guest("Ada")
    play_a_little(inside, ada)  # what is made once stays
    gc.collect()
    gc.disable()
    try:
        seen = [one for _ in range(5) for one in play_a_little(inside, ada)]
        inside.run(inside.settle())
        inside.guest("Bob")  # the writer remembers what it wrote last
        rooms = inside.server.rooms
        rooms.settings = dataclasses.replace(rooms.settings, idle_rooms=0)
        rooms._forget_some()
        assert [one() for one in seen] == [None] * len(seen)
        assert not inside.server.driver._bots
        assert not inside.server.driver._timers
        assert not inside.server.rooms._holds
    finally:
        gc.enable()
        inside.close()


def test_a_connection_that_is_closed_before_all_was_sent_leaves_memory_at_once(tmp_path: Path) -> None:
    inside = Inside(tmp_path)
    table = inside.request("POST", "/api/tables", inside.guest("Ada"), game="land-unter", seats=3).json()["id"]

    async def come_and_go() -> weakref.ref[Any]:
        async def send(_message: dict[str, Any]) -> None:
            """A socket that says nothing."""

        connection = Connection(await inside.server.rooms.room(table), None, send, None)
        connection.open(lambda _: None)
        connection.close(CloseCode.TOO_FAST)
        await connection.stop()
        return weakref.ref(send)

    gc.disable()
    try:
        assert inside.run(come_and_go())() is None, "it would keep its table, too"
    finally:
        gc.enable()
        inside.close()


class Knot:
    """Something that keeps itself."""

    def __init__(self) -> None:
        self.self = self


def test_what_keeps_itself_leaves_a_busy_server_within_seconds(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(heap, "LOOK", 0.05)
    monkeypatch.setattr(heap, "QUIET", 0.0)  # it is never quiet

    async def run() -> bool:
        gc.collect()
        knot = Knot()
        seen = weakref.ref(knot)
        gc.collect(0)  # it has got old
        del knot
        giving_back = asyncio.create_task(heap.give_back())
        await asyncio.sleep(0.3)
        giving_back.cancel()
        await asyncio.wait([giving_back])
        return seen() is None

    known = gc.get_threshold()
    gc.set_threshold(0)
    try:
        assert asyncio.run(run())
    finally:
        gc.set_threshold(*known)


def test_answers_that_nobody_reads_are_not_kept_without_end(tmp_path: Path) -> None:
    inside = Inside(tmp_path)
    table = inside.request("POST", "/api/tables", inside.guest("Ada"), game="land-unter", seats=3).json()["id"]
    closed: list[bool] = []

    async def ask_and_ask() -> int:
        async def send(_message: dict[str, Any]) -> None:
            await asyncio.sleep(3600)  # nobody reads

        connection = Connection(await inside.server.rooms.room(table), None, send, None)
        connection.open(lambda _: None)
        tracemalloc.start()
        for number in range(200):
            connection.answer(Ack("x" * 20_000 + str(number), number))  # as large as a refusal with a view can be
        closed.append(connection.is_closing)
        await asyncio.sleep(0)
        kept, _ = tracemalloc.get_traced_memory()
        tracemalloc.stop()
        await connection.stop()
        return kept

    assert inside.run(ask_and_ask()) < 500_000
    assert closed == [True]
    inside.close()
