"""Changes of a table: who is told of them, when, and how often."""

import asyncio
import json
import time
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from seaboard.server.limits import Buckets, Rates
from seaboard.server.live import broadcast
from seaboard.server.protocol import Person
from seaboard.server.storage import queries
from seaboard.server.storage.rows import Chair, Table
from seaboard.server.tables import chat, seating
from seaboard.server.tables.changes import Change
from tests.server.inside import Inside
from tests.server.rooming import ADA, Told, a_table, awake, begun, come


@pytest.fixture
def inside(tmp_path: Path) -> Iterator[Inside]:
    server = Inside(tmp_path)
    yield server
    server.close()


def shown_to(told: Told) -> list[int]:
    """The versions of the table that somebody was shown."""
    return [message["table"]["version"] for message in map(json.loads, told.texts) if message["type"] == "table"]


async def switch_chat(inside: Inside, table: Table, times: int) -> None:
    for number in range(times):
        await inside.server.rooms.change(table.id, partial(seating.set_chat, person=ADA, on=number % 2 == 1))


def test_a_change_that_changes_nothing_is_told_to_nobody(inside: Inside, monkeypatch: pytest.MonkeyPatch) -> None:
    table = a_table()
    begun(inside, table)
    room = awake(inside, table)
    changes, notes, version = list[Change](), list[Any](), room.table.version
    inside.server.rooms.listen(lambda _room, change, _own: changes.append(change))
    write = inside.server.store.write

    async def noted(*arguments: Any, **more: Any) -> Any:
        done = await write(*arguments, **more)
        notes.append(list(more["notes"]))
        return done

    monkeypatch.setattr(inside.server.store, "write", noted)
    for on in (False, False, True, True):
        inside.run(inside.server.rooms.change(table.id, partial(seating.set_chat, person=ADA, on=on)))
    assert [change for change in changes if change is Change.TABLE] == [Change.TABLE] * 2
    assert notes == [[f"t:{table.id}"], [], [f"t:{table.id}"], []]
    assert room.table.version == version + 2  # one of them also prepares the next shuffle


def test_who_watches_a_table_that_keeps_changing_is_shown_it_now_and_then(inside: Inside, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(broadcast, "SHOWN", 0.3)
    monkeypatch.setattr(broadcast, "SHOWN_AT_ONCE", 2)
    table = a_table()
    begun(inside, table)
    room = awake(inside, table)
    watchers = [come(inside, room)[1] for _ in range(5)]
    _, ada = come(inside, room, ADA)
    began = time.monotonic()

    async def switch() -> None:
        await switch_chat(inside, table, 20)
        assert shown_to(ada)[-1] == room.table.version  # who sits there knows at once
        while not all(shown_to(watcher)[-1] == room.table.version for watcher in watchers):
            await asyncio.sleep(0.01)

    inside.run(switch())
    assert len(shown_to(ada)) == 21
    for watcher in watchers:  # when they came, the first change, and what came of all others
        assert 2 <= len(shown_to(watcher)) <= 3 + (time.monotonic() - began) / 0.3


def test_a_table_that_changes_too_fast_is_shown_to_everybody_now_and_then(inside: Inside, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(broadcast, "SHOWN", 0.3)
    table = a_table()
    begun(inside, table)
    room = awake(inside, table)
    _, ada = come(inside, room, ADA)

    async def switch() -> None:
        await switch_chat(inside, table, 60)
        while shown_to(ada)[-1] < room.table.version:
            await asyncio.sleep(0.01)

    began = time.monotonic()
    inside.run(switch())
    assert 30 < len(shown_to(ada)) < 34 + (2 + 1 / 0.3) * (time.monotonic() - began)


def test_where_very_many_watch_they_hear_of_chat_and_comings_a_few_at_a_time(inside: Inside, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(broadcast, "COUNTED", 0.3)
    monkeypatch.setattr(broadcast, "AT_ONCE", 3)
    table = a_table()
    begun(inside, table)
    room = awake(inside, table)
    watchers = [come(inside, room)[1] for _ in range(10)]
    _, ada = come(inside, room, ADA)

    def heard(told: Told) -> list[str]:
        return [one for one in told.types() if one in ("chatted", "present")]

    async def go() -> None:
        await asyncio.sleep(1.0)  # everybody knows that all of them have come
        before = [len(heard(told)) for told in (ada, *watchers)]
        for number in range(20):
            await chat.say(inside.server.rooms, room, ADA, text="ahoy", message=f"q{number}")
            await inside.server.presence.leave(room, ADA)
            await inside.server.presence.arrive(room, ADA)
        now = [len(heard(told)) - known for told, known in zip((ada, *watchers), before, strict=True)]
        assert now[0] == 60  # who sits there knows at once
        assert sum(now[1:]) == 0
        while any(heard(told).count("chatted") < 20 for told in watchers):
            await asyncio.sleep(0.01)
        assert all(len(heard(told)) - known <= 22 for told, known in zip(watchers, before[1:], strict=True))

    inside.run(go())


def test_who_gets_up_and_who_sits_down_know_it_at_once(inside: Inside) -> None:
    table = a_table(seats=[Chair(person=ADA.id), Chair()])
    inside.run(inside.server.store.write(lambda c: queries.add_table(c, table)))
    room = awake(inside, table)
    bob = Person("p2", "Bob")
    connection, told = come(inside, room, bob)
    found = list[tuple[int | None, int]]()

    async def go() -> None:
        for change in (partial(seating.sit, person=bob, seat=1), partial(seating.stand, person=bob)):
            await inside.server.rooms.change(table.id, change)
            found.append((connection.seat, len(told.texts)))

    inside.run(go())
    assert found == [(1, 2), (None, 3)]


def test_nobody_changes_a_table_too_fast(tmp_path: Path) -> None:
    inside = Inside(tmp_path, rates=Rates(changes=Buckets(0.001, 4)))
    ada = inside.guest("Ada")
    table = inside.request("POST", "/api/tables", ada, game="sea-change", seats=2, bots=["sailor", None]).json()["id"]
    asked: list[tuple[str, dict[str, Any]]] = [("chat", {"on": False}), ("notify", {"on": False}), ("hints", {"on": True}), ("stand", {})]
    codes = [inside.request("POST", f"/api/tables/{table}/{path}", ada, **body).status_code for path, body in asked * 2]
    inside.close()
    assert codes == [200] * 4 + [429] * 4
