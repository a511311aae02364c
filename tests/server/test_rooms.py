"""Rooms: what a server remembers of its tables, and whom it tells when."""

import asyncio
import json
import random
import time
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Any, cast

import pytest

from seaboard import GAMES, Match
from seaboard.server import protocol
from seaboard.server.live import endpoint
from seaboard.server.live.pacing import MANY, MOMENT, RUSHED, Pace, Rush
from seaboard.server.matches import bots
from seaboard.server.protocol import Person, Play
from seaboard.server.storage import ids, queries
from seaboard.server.storage.rows import Chair, Entry, MatchRow, Table
from seaboard.server.tables import seating
from seaboard.server.tables.room import Room
from tests.server.harness import PATIENCE
from tests.server.inside import Inside

ADA = Person("p1", "Ada")
Move = tuple[int, int]


@pytest.fixture
def inside(tmp_path: Path) -> Iterator[Inside]:
    server = Inside(tmp_path, rest=0.0, idle_rooms=1)
    yield server
    server.close()


def a_table(*, seats: list[Chair] | None = None) -> Table:
    return Table(
        id=ids.new_id("t"), game="sea-change", seats=2, options=GAMES["sea-change"].check_options(2, {"target": 1}), public=False,
        clock=None, memory_aid=False, maker=ADA.id, maker_name=ADA.name, made=0.0,
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
        room = await inside.server.house.room(table.id)
        async with room.lock:
            await inside.server.house.awake(room, catch_up=catch_up)
        return room

    room: Room = inside.run(wake())
    return room


def is_playing(room: Room) -> bool:
    return room.playing is not None


class Listener:
    """A connection that only counts how often it is told something."""

    seat = None
    outbox: tuple[bytes, ...] = (b"an answer",)
    heard = 0.0

    def __init__(self, *, is_broken: bool = False) -> None:
        self.is_broken = is_broken
        self.told = 0

    def wake(self) -> None:
        if self.is_broken:
            raise ValueError("this one can't be told")
        self.told += 1

    answer = wake


class Asker:
    """Somebody who has sent a message."""

    def __init__(self) -> None:
        self.held: list[protocol.FromServer] = []
        self.answers: list[protocol.FromServer | None] = []

    def hold(self, message: protocol.FromServer) -> None:
        self.held.append(message)

    def answered(self, answer: protocol.FromServer | None) -> None:
        self.answers.append(answer)


# ---- One who can't be told ---------------------------------------------------------------------------


def test_one_who_can_not_be_told_keeps_nobody_else_waiting() -> None:
    async def tell() -> None:
        pace, first, broken, last = Pace(), Listener(), Listener(is_broken=True), Listener()
        for listener in (first, broken, last):
            pace.later(listener.wake)
        while not last.told:
            await asyncio.sleep(0.01)
        assert first.told == 1
        pace.later(last.wake)
        while last.told < 2:
            await asyncio.sleep(0.01)

    asyncio.run(asyncio.wait_for(tell(), PATIENCE))


def test_nor_does_it_in_a_room() -> None:
    async def tell() -> None:
        room, listeners = Room(a_table()), [Listener(is_broken=i < 3) for i in range(6)]
        room.connections = cast(Any, set(listeners))
        room.changed()
        assert [listener.told for listener in listeners] == [0, 0, 0, 1, 1, 1]
        room.moved(Pace())
        assert [listener.told for listener in listeners] == [0, 0, 0, 2, 2, 2]

    asyncio.run(tell())


# ---- One table moves faster than people can follow ---------------------------------------------------


def test_a_table_rushes_when_one_move_chases_another() -> None:
    rush = Rush()
    assert [rush.moved() for _ in range(MANY + 2)] == [False] * MANY + [True, True]
    time.sleep(MOMENT)
    assert not rush.moved()


def test_who_plays_in_a_rush_hears_of_it_at_their_turn_and_of_its_end_like_everyone() -> None:
    async def tell() -> None:
        room, pace, watcher, player = Room(a_table()), Pace(), Listener(), Listener()
        room.connections = cast(Any, {watcher, player})
        watcher.outbox = player.outbox = ()
        for _ in range(MANY + 1):
            room.moved(pace)
        player.heard = time.monotonic()
        assert room.when_due()
        assert (watcher.told, player.told) == (1, 0)
        while not player.told:
            await asyncio.sleep(0.01)

    asyncio.run(asyncio.wait_for(tell(), PATIENCE))


def test_who_watches_a_rush_waits_and_then_hears_all_at_once() -> None:
    async def tell() -> None:
        pace, told, began = Pace(), list[str](), time.monotonic()
        rushed = partial(told.append, "rushed")
        for _ in range(5):
            pace.later(rushed, is_rushed=True)
        pace.later(partial(told.append, "at ease"))
        while len(told) < 2:
            await asyncio.sleep(0.01)
        assert time.monotonic() - began >= RUSHED
        await asyncio.sleep(2 * RUSHED)
        assert told == ["at ease", "rushed"]

    asyncio.run(asyncio.wait_for(tell(), PATIENCE))


def test_who_waits_is_told_however_much_else_is_new() -> None:
    async def tell() -> None:
        pace, told = Pace(), list[bool]()
        pace.later(lambda: told.append(True), is_rushed=True)
        while not told:
            for _ in range(25):
                pace.later(lambda: time.sleep(0.0001))
            await asyncio.sleep(0.001)

    asyncio.run(asyncio.wait_for(tell(), PATIENCE))


# ---- A move is being written -------------------------------------------------------------------------


def watcher(inside: Inside, room: Room, told: list[bytes]) -> endpoint.Connection:
    """Somebody who watches, told of all so far."""

    def push(texts: list[bytes]) -> bool:
        told.extend(texts)
        return True

    async def come() -> endpoint.Connection:
        connection = endpoint.Connection(inside.server.live, room, None, cast(Any, None), push)
        room.connections.add(connection)
        connection.is_here = True
        connection.wake()
        return connection

    connection: endpoint.Connection = inside.run(come())
    return connection


def test_who_is_due_while_a_move_is_being_written_hears_of_it_when_it_is(inside: Inside) -> None:
    table, told = a_table(), list[bytes]()
    match, moves = begun(inside, table)
    room = awake(inside, table)
    watcher(inside, room, told)

    async def write() -> None:
        assert room.playing
        room.is_writing = True
        room.playing.absorb(Entry(match, 0, *moves[0], None, time.time()))
        room.when_due()
        room.changed()
        assert len(told) == 1
        room.is_writing = False
        room.moved(Pace())

    inside.run(write())
    assert [json.loads(text)["type"] for text in told] == ["table", "moved"]


def test_a_move_that_can_not_be_written_does_not_hide_those_before_it(inside: Inside, monkeypatch: pytest.MonkeyPatch) -> None:
    table, told = a_table(), list[bytes]()
    match, moves = begun(inside, table)
    room = awake(inside, table)
    watcher(inside, room, told)
    written(inside, match, moves[:1])
    assert room.playing
    room.playing.absorb(Entry(match, 0, *moves[0], None, time.time()))  # and the watcher is still to be told

    def fail(*_: Any, then: Any, **__: Any) -> None:
        then(OSError("the disk is gone"))

    async def play() -> None:
        inside.server.moves.act(room, seat, Play("a", match, 1, action), asker)
        while len(told) < 2 or not asker.answers:
            await asyncio.sleep(0.01)

    seat, action = moves[1]
    asker = Asker()
    monkeypatch.setattr(inside.server.store, "append", fail)
    inside.run(play())
    assert json.loads(told[1])["number"] == 1
    assert [type(answer) for answer in asker.answers] == [protocol.Error]
    assert not asker.held
    assert not room.lock.is_taken


class Writer:
    """A store that writes when it is told to."""

    def __init__(self, inside: Inside, monkeypatch: pytest.MonkeyPatch) -> None:
        self.then: list[Any] = []
        monkeypatch.setattr(inside.server.store, "append", self.append)

    def append(self, *_: Any, then: Any, meanwhile: Any, **__: Any) -> None:
        self.then.append(then)
        meanwhile()


@pytest.mark.parametrize("outcome", [OSError("the disk is gone"), (False, None)])
def test_what_is_ready_to_be_said_of_a_move_is_not_said_if_it_is_not_written(
    inside: Inside, monkeypatch: pytest.MonkeyPatch, outcome: Any
) -> None:
    table, told = a_table(), list[bytes]()
    match, moves = begun(inside, table)
    room = awake(inside, table)
    next_up = watcher(inside, room, told)
    (seat, action), next_up.seat = moves[0], moves[1][0]
    writer, asker, made = Writer(inside, monkeypatch), Asker(), list[int]()

    def moved(room: Room, _seat: int | None, _since: int) -> bytes:
        made.append(room.playing.number if room.playing else 0)
        return b"{}"

    monkeypatch.setattr(inside.server.live, "moved", moved)

    async def play() -> None:
        inside.server.moves.act(room, seat, Play("a", match, 0, action), asker)
        while not made:
            await asyncio.sleep(0)
        assert len(told) == 1
        while not asker.answers:
            if writer.then:  # again and again, if another server is faster
                writer.then.pop()(outcome)
            await asyncio.sleep(0.01)
        await asyncio.sleep(0.1)

    inside.run(play())
    assert len(told) == 1
    assert made[0] == 1
    assert asker.answers


def test_a_bot_that_came_while_a_move_was_being_written_has_its_turn(inside: Inside, monkeypatch: pytest.MonkeyPatch) -> None:
    table = a_table()
    match, moves = begun(inside, table)
    room = awake(inside, table)
    (seat, action), (next_seat, _) = moves[0], moves[1]
    assert seat != next_seat
    writer, asker = Writer(inside, monkeypatch), Asker()

    async def play() -> None:
        inside.server.moves.act(room, seat, Play("a", match, 0, action), asker)
        await inside.server.house.change(table.id, lambda t: seating.cover(t, next_seat, "left"))
        assert room.driver is None
        writer.then.pop()((True, None))
        assert room.driver is not None

    inside.run(play())


# ---- News of other servers ---------------------------------------------------------------------------


def test_who_is_connected_hears_of_a_move_elsewhere_even_when_the_match_rests_here(inside: Inside) -> None:
    table, listener = a_table(), Listener()
    match, moves = begun(inside, table)
    room = awake(inside, table)
    room.connections = cast(Any, {listener})
    inside.server.house.drop_resting()
    assert not is_playing(room)
    written(inside, match, moves[:1])
    inside.run(inside.server.house.hear(f"m:{table.id}"))
    assert room.playing is not None
    assert room.playing.number == 1
    assert listener.told


def test_what_was_made_for_a_seat_is_made_anew_when_there_are_moves_of_another_server(inside: Inside) -> None:
    table = a_table()
    match, moves = begun(inside, table)
    room = awake(inside, table)
    assert room.said_once(0, 0, lambda *_: b"before") == b"before"
    written(inside, match, moves[:1])
    awake(inside, table, catch_up=True)
    assert room.said_once(0, 0, lambda *_: b"after") == b"after"


def test_a_table_that_is_over_before_its_last_moves_are_known_here_was_not_abandoned(inside: Inside) -> None:
    table = a_table()
    match, moves = begun(inside, table)
    house = inside.server.house
    room = awake(inside, table)
    written(inside, match, moves)

    def end(c: Any) -> Table:
        queries.end_match(c, match, "over")
        return queries.change_table(c, table.id, seating.end)

    house.took(room, inside.run(house.store.write(end)), own=False)
    assert awake(inside, table) is room
    assert room.playing is not None
    assert room.playing.ended == "over"
    assert room.playing.number == len(moves)


def test_a_last_move_that_two_servers_made_does_not_end_the_rematch(tmp_path: Path) -> None:
    fast, slow = Inside(tmp_path), Inside(tmp_path)
    try:
        table = a_table(seats=[Chair(person=ADA.id), Chair(level=bots.LEVELS[0])])
        match, moves = begun(fast, table)
        written(fast, match, moves[:-1])
        rooms = [awake(inside, table) for inside in (fast, slow)]
        last: dict[str, Any] = {"match": match, "number": len(moves) - 1, "action": moves[-1][1]}
        fast.run(fast.server.driver._play_for(rooms[0], 1, **last))
        again = fast.run(fast.server.api.begin(table.id, lambda t: seating.again(t, ADA))).table
        slow.run(slow.server.driver._play_for(rooms[1], 1, **last))
        after = slow.run(slow.server.store.read(lambda c: queries.find_table(c, table.id)))
        assert (after.stage, after.match, after.matches) == ("playing", again.match, [match])
    finally:
        fast.close()
        slow.close()


# ---- Rooms that are forgotten ------------------------------------------------------------------------


def test_a_bot_that_covers_moves_even_when_the_match_rests(inside: Inside) -> None:
    table = a_table()
    begun(inside, table)
    house = inside.server.house
    room = awake(inside, table)
    assert room.playing is not None
    (seat,) = room.playing.match.to_act
    house.drop_resting()
    assert not is_playing(room)

    async def cover() -> None:
        await house.cover(room, seat, "left")
        while not await house.store.read(lambda c: queries.entries_of(c, str(table.match))):
            await asyncio.sleep(0.05)

    inside.run(cover())


def test_a_room_that_is_forgotten_while_its_table_is_written_comes_back(inside: Inside) -> None:
    house, tables = inside.server.house, [a_table() for _ in range(3)]

    def add(c: Any) -> None:
        for table in tables:
            queries.add_table(c, table)

    inside.run(house.store.write(add))
    first, *others = [table.id for table in tables]
    forgotten = inside.run(house.room(first))

    async def change() -> Room:
        changing = asyncio.create_task(house.change(first, lambda t: seating.set_chat(t, ADA, False), lambda c, t: time.sleep(0.5)))
        for other in others:
            await house.room(other)
        assert first not in house.rooms
        return await changing

    room = inside.run(change())
    assert house.rooms[first] is room
    assert not room.table.chat
    house.rest(forgotten)
    for other in others:
        inside.run(house.room(other))


def test_a_burst_of_sockets_is_counted_before_any_of_them_is_let_in(tmp_path: Path) -> None:
    inside = Inside(tmp_path, limits=True)
    try:
        token = inside.guest("Ada")
        codes: list[int] = []

        async def come() -> None:
            async def hear(message: Any) -> None:
                if message["type"] == "websocket.close":
                    codes.append(message["code"])

            async def say() -> dict[str, Any]:
                return {"type": "websocket.connect"}

            headers = [(b"cookie", f"seaboard={token}".encode())]
            scope = {"type": "websocket", "path": "/api/live/t0", "headers": headers, "client": ("inside", 1), "extensions": {}}
            await inside.server(scope, say, hear)

        async def all_at_once() -> None:
            await asyncio.gather(*(come() for _ in range(endpoint.MOST_SOCKETS + 4)))

        inside.run(all_at_once())
        assert (codes.count(endpoint.UNKNOWN_TABLE), codes.count(endpoint.TOO_MANY)) == (endpoint.MOST_SOCKETS, 4)
    finally:
        inside.close()
