"""Rooms to be tried: tables and moves as another server would write them, sockets that take everything, a store that waits."""

import asyncio
import json
import random
import time
from typing import Any, cast

import pytest

from seaboard import GAMES, Match
from seaboard.server.live.connection import Connection
from seaboard.server.protocol import Person
from seaboard.server.storage import ids, queries
from seaboard.server.storage.rows import Chair, Entry, MatchRow, Table
from seaboard.server.tables.room import Room
from tests.server.inside import Inside

ADA = Person("p1", "Ada")
Move = tuple[int, int]


def a_table(*, seats: list[Chair] | None = None) -> Table:
    return Table(
        id=ids.new_id("t"), game="sea-change", seats=2, options=GAMES["sea-change"].check_options(2, {"target": 1}),
        maker=ADA.id, maker_name=ADA.name, made=0.0,
        chairs=seats or [Chair(person=ADA.id), Chair(person="p2")],
    )  # fmt: skip


def begun(inside: Inside, table: Table) -> tuple[str, list[Move]]:
    """Write a table and its match down, as another server would; the match, and moves of a bot's last one that play it to its end."""
    table.stage, table.match = "playing", ids.new_id("m")
    for number in range(1000):
        match = Match(table.game, seats=2, seed=number, options=table.options)
        rng = random.Random(number)
        while not match.over:
            seat = match.to_act[0]
            match.play(seat, rng.choice(match.legal(seat)))
        if match.moves[-1][0] == 1:
            break
    seed = f"{match.seed:032x}"
    row = MatchRow(
        id=table.match, table=table.id, game=table.game, rules=match.game.version, seats=2, options=table.options, seed=seed,
        commitment=ids.commitment_to(seed), started=time.time(), names=["Ada", "Bob"],
    )  # fmt: skip

    def add(c: Any) -> None:
        queries.add_table(c, table)
        queries.add_match(c, row)

    inside.run(inside.server.store.write(add))
    return row.id, match.moves


def written(inside: Inside, match: str, moves: list[Move], *, since: int = 0) -> None:
    """Append moves, as another server would."""

    async def write() -> None:
        for number, (seat, action) in enumerate(moves, since):
            done = asyncio.get_running_loop().create_future()
            inside.server.store.append(
                Entry(match, number, seat, action, None, time.time()), table="", then=done.set_result, meanwhile=lambda: None
            )
            assert (await done)[0]

    inside.run(write())


def awake(inside: Inside, table: Table, *, catch_up: bool = False) -> Room:
    async def wake() -> Room:
        room = await inside.server.rooms.room(table.id)
        async with room.lock:
            await inside.server.rooms.wake(room, catch_up=catch_up)
        return room

    room: Room = inside.run(wake())
    return room


def is_playing(room: Room) -> bool:
    return room.session is not None


def is_free(room: Room) -> bool:
    return not room.lock.is_taken


class Told:
    """A socket that takes everything at once, or fails."""

    def __init__(self, *, is_broken: bool = False) -> None:
        self.is_broken = is_broken
        self.texts: list[bytes] = []

    def push(self, texts: list[bytes]) -> bool:
        if self.is_broken:
            raise ValueError("this one can't be told")
        self.texts += texts
        return True

    def types(self) -> list[str]:
        return [json.loads(text)["type"] for text in self.texts]


def come(inside: Inside, room: Room, person: Person | None = None) -> tuple[Connection, Told]:
    """Somebody connects, and is told everything so far."""
    told = Told()

    async def connect() -> Connection:
        connection = Connection(room, person, cast(Any, None), told.push)
        await inside.server.presence.arrive(room, person)
        inside.server.broadcast.join(connection)
        return connection

    connection: Connection = inside.run(connect())
    assert told.types() == ["table"]
    return connection, told


class Writer:
    """A store that writes when it is told to."""

    def __init__(self, inside: Inside, monkeypatch: pytest.MonkeyPatch) -> None:
        self.then: list[Any] = []
        self.meanwhile: list[Any] = []
        monkeypatch.setattr(inside.server.store, "append", self.append)

    def append(self, *_: Any, then: Any, meanwhile: Any, **__: Any) -> None:
        self.then.append(then)
        self.meanwhile.append(meanwhile)
        meanwhile()
