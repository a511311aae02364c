"""Rooms: what a server remembers of its tables, and what it tells while moves are being written."""

import asyncio
import itertools
import json
import time
from collections import Counter
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from seaboard.server.close_codes import CloseCode
from seaboard.server.live import broadcast, endpoint, pacing, telling
from seaboard.server.live.broadcast import Audience
from seaboard.server.live.pacing import MANY
from seaboard.server.matches import bots
from seaboard.server.matches.outcomes import Acknowledged, Declined, Failed, Outcome
from seaboard.server.matches.session import Session
from seaboard.server.protocol import Person, Play
from seaboard.server.storage import queries
from seaboard.server.storage.rows import Chair, Entry, Table
from seaboard.server.tables import seating
from seaboard.server.tables.changes import Change
from seaboard.server.tables.room import Room
from tests.server.inside import Inside
from tests.server.rooming import ADA, Writer, a_table, awake, begun, come, is_free, is_playing, written


@pytest.fixture
def inside(tmp_path: Path) -> Iterator[Inside]:
    server = Inside(tmp_path, rest=0.0, idle_rooms=1)
    yield server
    server.close()


# ---- One who can't be told, and a rush ---------------------------------------------------------------


def test_one_who_can_not_be_told_keeps_nobody_else_waiting(inside: Inside) -> None:
    table = a_table()
    begun(inside, table)
    room = awake(inside, table)
    told = [come(inside, room)[1] for _ in range(6)]
    for broken in told[:3]:
        broken.is_broken = True
    inside.run(inside.server.rooms.change(table.id, lambda t: seating.set_chat(t, ADA, on=False)))
    assert [one.types().count("table") for one in told] == [1, 1, 1, 2, 2, 2]


def test_who_plays_in_a_rush_hears_at_their_turn_and_of_its_end_like_everyone(inside: Inside) -> None:
    table = a_table()
    match, moves = begun(inside, table)
    room = awake(inside, table)
    _, watcher = come(inside, room)
    outcomes: list[Outcome] = []

    async def rush() -> None:
        for number, (seat, action) in enumerate(moves[: MANY + 6]):
            inside.server.moves.play(room, seat, Play(f"{number}", match, number, action), then=outcomes.append)
            while len(outcomes) <= number:
                await asyncio.sleep(0)
        told_in_it = watcher.types().count("moved")
        assert told_in_it <= MANY
        while json.loads(watcher.texts[-1])["number"] < len(outcomes):
            await asyncio.sleep(0.01)

    inside.run(rush())
    assert all(isinstance(outcome, Acknowledged) for outcome in outcomes)


# ---- A move is being written -------------------------------------------------------------------------


def test_however_many_watch_all_are_told_and_never_too_many_in_a_row(inside: Inside, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(broadcast, "AT_ONCE", 2)
    monkeypatch.setattr(pacing, "SHARE", 1e-9)  # only so many, and the others have a turn
    table = a_table()
    match, moves = begun(inside, table)
    room = awake(inside, table)
    watchers = [come(inside, room)[1] for _ in range(9)]
    _, ada = come(inside, room, ADA)
    (seat, action), told = moves[0], [0]

    async def play() -> None:
        inside.server.moves.play(room, seat, Play("a", match, 0, action), then=lambda _: None)
        while told[-1] < 1 + len(watchers):
            await asyncio.sleep(0)  # everybody else has a turn
            told.append(sum("moved" in one.types() for one in (ada, *watchers)))

    inside.run(play())
    assert max(after - before for before, after in itertools.pairwise(told)) <= 2
    assert all(one.types().count("moved") == 1 for one in watchers)


def test_a_move_is_shown_to_nobody_before_it_is_written(inside: Inside, monkeypatch: pytest.MonkeyPatch) -> None:
    table = a_table()
    match, moves = begun(inside, table)
    room = awake(inside, table)
    _, told = come(inside, room)
    writer, outcomes = Writer(inside, monkeypatch), list[Outcome]()
    seat, action = moves[0]

    async def play() -> None:
        inside.server.moves.play(room, seat, Play("a", match, 0, action), then=outcomes.append)
        assert room.is_writing
        inside.server.rooms.tell(room, Change.MOVED)  # of an earlier move; whoever is due for it waits for this one too
        inside.server.rooms.tell(room, Change.CAUGHT_UP)
        await asyncio.sleep(0.5)
        assert told.types() == ["table"]
        assert not outcomes
        writer.then.pop()((True, None))
        while len(told.texts) < 2:
            await asyncio.sleep(0.01)

    inside.run(play())
    assert told.types() == ["table", "moved"]
    assert outcomes == [Acknowledged(0)]


def test_a_move_that_can_not_be_written_does_not_hide_those_before_it(inside: Inside, monkeypatch: pytest.MonkeyPatch) -> None:
    table = a_table()
    match, moves = begun(inside, table)
    room = awake(inside, table)
    _, told = come(inside, room)
    written(inside, match, moves[:1])
    assert room.session
    room.session.absorb(Entry(match, 0, *moves[0], None, time.time()))  # and the watcher is still to be told

    def fail(*_: Any, then: Any, **__: Any) -> None:
        then(OSError("the disk is gone"))

    async def play() -> None:
        inside.server.moves.play(room, seat, Play("a", match, 1, action), then=outcomes.append)
        while len(told.texts) < 2 or not outcomes:
            await asyncio.sleep(0.01)

    seat, action = moves[1]
    outcomes: list[Outcome] = []
    monkeypatch.setattr(inside.server.store, "append", fail)
    inside.run(play())
    assert json.loads(told.texts[1])["number"] == 1
    assert [type(outcome) for outcome in outcomes] == [Failed]
    assert not room.lock.is_taken


@pytest.mark.parametrize("result", [OSError("the disk is gone"), (False, None)])
def test_what_is_ready_to_be_said_of_a_move_is_not_said_if_it_is_not_written(
    inside: Inside, monkeypatch: pytest.MonkeyPatch, result: Any
) -> None:
    table = a_table()
    match, moves = begun(inside, table)
    room = awake(inside, table)
    _, told = come(inside, room, Person(str(table.chairs[moves[1][0]].person), "Next"))
    (seat, action) = moves[0]
    writer, outcomes, made = Writer(inside, monkeypatch), list[Outcome](), list[int]()

    def moved(_room: Room, session: Session, _seat: int | None, _since: int) -> bytes:
        made.append(session.number)
        return b"{}"

    monkeypatch.setattr(telling, "moved", moved)

    async def play() -> None:
        inside.server.moves.play(room, seat, Play("a", match, 0, action), then=outcomes.append)
        assert made == [1]
        assert len(told.texts) == 1
        while not outcomes:
            if writer.then:  # again and again, if another server is faster
                writer.then.pop()(result)
            await asyncio.sleep(0.01)
        await asyncio.sleep(0.1)

    inside.run(play())
    assert "moved" not in told.types()
    assert [type(outcome) for outcome in outcomes] == [Failed if isinstance(result, OSError) else Declined]


def test_a_bot_that_came_while_a_move_was_being_written_has_its_turn(inside: Inside, monkeypatch: pytest.MonkeyPatch) -> None:
    table = a_table()
    match, moves = begun(inside, table)
    room = awake(inside, table)
    (seat, action), (next_seat, _) = moves[0], moves[1]
    assert seat != next_seat
    writer, outcomes = Writer(inside, monkeypatch), list[Outcome]()

    async def play() -> None:
        inside.server.moves.play(room, seat, Play("a", match, 0, action), then=outcomes.append)
        await inside.server.rooms.change(table.id, lambda t: seating.cover(t, next_seat, "left"))
        await asyncio.sleep(0.05)
        assert len(writer.then) == 1
        writer.then.pop()((True, None))
        while not writer.then:  # until the bot's move is to be written
            await asyncio.sleep(0.01)
        monkeypatch.undo()
        writer.then.pop()(OSError("that is enough"))

    inside.run(play())
    assert outcomes == [Acknowledged(0)]


def test_who_has_lost_their_seat_while_a_move_was_being_written_plays_no_more(inside: Inside, monkeypatch: pytest.MonkeyPatch) -> None:
    table = a_table()
    match, moves = begun(inside, table)
    room = awake(inside, table)
    (seat, action), (next_seat, _) = moves[0], moves[1]
    person = str(table.chairs[next_seat].person)
    connection, _ = come(inside, room, Person(person, "Next"))
    writer, outcomes = Writer(inside, monkeypatch), list[Outcome]()

    async def play() -> None:
        inside.server.moves.play(room, seat, Play("a", match, 0, action), then=outcomes.append)
        await inside.server.rooms.change(table.id, lambda t: seating.give_up(t, next_seat))
        assert connection.seat is None
        writer.then.pop()((True, None))

    inside.run(play())


# ---- Other servers -----------------------------------------------------------------------------------


def test_who_is_connected_hears_of_a_move_elsewhere_even_when_the_match_rests_here(inside: Inside) -> None:
    table = a_table()
    match, moves = begun(inside, table)
    room = awake(inside, table)
    _, told = come(inside, room)
    inside.server.rooms.drop_resting()
    assert not is_playing(room)
    written(inside, match, moves[:1])
    inside.run(inside.server.elsewhere.apply(f"m:{table.id}"))
    inside.run(inside.settle())
    assert room.session is not None
    assert room.session.number == 1
    assert told.types() == ["table", "moved"]


def test_what_was_made_for_a_seat_is_made_anew_when_there_are_moves_of_another_server(inside: Inside) -> None:
    table = a_table()
    match, moves = begun(inside, table)
    room = awake(inside, table)
    audience = Audience(room)
    written(inside, match, moves[:1])
    awake(inside, table, catch_up=True)
    assert room.session
    first = audience.moves_since(room.session, 0, 0)
    assert audience.moves_since(room.session, 0, 0) is first
    written(inside, match, moves[1:2], since=1)
    awake(inside, table, catch_up=True)
    assert json.loads(audience.moves_since(room.session, 0, 0))["number"] == 2


def test_a_table_that_is_over_before_its_last_moves_are_known_here_was_not_abandoned(inside: Inside) -> None:
    table = a_table()
    match, moves = begun(inside, table)
    rooms = inside.server.rooms
    room = awake(inside, table)
    written(inside, match, moves)

    def end(c: Any) -> Table:
        queries.end_match(c, match, "over")
        return queries.change_table(c, table.id, seating.end)

    rooms.apply_table(room, inside.run(rooms.store.write(end)), own=False)
    assert awake(inside, table) is room
    assert room.session is not None
    assert room.session.ended == "over"
    assert room.session.number == len(moves)


def test_a_last_move_that_two_servers_made_does_not_end_the_rematch(tmp_path: Path) -> None:
    fast, slow = Inside(tmp_path), Inside(tmp_path)
    try:
        table = a_table(seats=[Chair(person=ADA.id), Chair(level=bots.LEVELS[0])])
        match, moves = begun(fast, table)
        written(fast, match, moves[:-1])
        rooms = [awake(inside, table) for inside in (fast, slow)]
        last: dict[str, Any] = {"match": match, "number": len(moves) - 1, "action": moves[-1][1]}
        fast.run(fast.server.moves.play_bot(rooms[0], 1, **last))
        again = fast.run(fast.server.dealer.start(table.id, lambda t: seating.again(t, ADA))).table
        slow.run(slow.server.moves.play_bot(rooms[1], 1, **last))
        after = slow.run(slow.server.store.read(lambda c: queries.find_table(c, table.id)))
        assert (after.stage, after.match, after.matches) == ("playing", again.match, [match])
    finally:
        fast.close()
        slow.close()


def test_a_bots_move_that_is_not_made_leaves_the_room_to_others(inside: Inside, monkeypatch: pytest.MonkeyPatch) -> None:
    table = a_table()
    match, _ = begun(inside, table)
    room = awake(inside, table)

    async def fails(*_: object) -> None:
        raise ValueError("this match can't be rebuilt")

    async def goes() -> None:
        move = partial(inside.server.moves.play_bot, room, 0, match=match, number=0, action=0)
        await move()  # somebody sits there
        assert is_free(room)
        monkeypatch.setattr(inside.server.rooms, "wake", fails)
        with pytest.raises(ValueError, match="rebuilt"):
            await move()
        assert is_free(room)
        monkeypatch.setattr(inside.server.rooms, "wake", lambda *_: asyncio.sleep(60))
        moving = asyncio.ensure_future(move())
        await asyncio.sleep(0.01)
        assert not is_free(room)
        moving.cancel()
        await asyncio.wait([moving])
        assert is_free(room)

    inside.run(goes())


# ---- Rooms that are forgotten ------------------------------------------------------------------------


def test_a_bot_that_covers_moves_even_when_the_match_rests(inside: Inside) -> None:
    table = a_table()
    begun(inside, table)
    rooms = inside.server.rooms
    room = awake(inside, table)
    assert room.session is not None
    (seat,) = room.session.match.to_act
    rooms.drop_resting()
    assert not is_playing(room)

    async def cover() -> None:
        await inside.server.presence.cover(room, [seat], "left")
        while not await rooms.store.read(lambda c: queries.entries_of(c, str(table.match))):
            await asyncio.sleep(0.05)

    inside.run(cover())


def test_a_room_that_is_forgotten_while_its_table_is_written_comes_back(inside: Inside) -> None:
    rooms, tables = inside.server.rooms, [a_table() for _ in range(3)]

    def add(c: Any) -> None:
        for table in tables:
            queries.add_table(c, table)

    inside.run(rooms.store.write(add))
    first, *others = [table.id for table in tables]
    forgotten = inside.run(rooms.room(first))

    async def change() -> Room:
        changing = asyncio.create_task(rooms.change(first, lambda t: seating.set_chat(t, ADA, on=False), lambda c, t: time.sleep(0.5)))
        for other in others:
            await rooms.room(other)
        assert rooms.get(first) is None
        return await changing

    room: Room = inside.run(change())
    assert rooms.get(first) is room
    assert not room.table.chat
    assert forgotten is not room
    for other in others:
        inside.run(rooms.room(other))


def test_a_burst_of_sockets_is_counted_before_any_of_them_is_let_in(tmp_path: Path) -> None:
    inside = Inside(tmp_path, limits=True)
    try:
        token = inside.guest("Ada")
        table = inside.request("POST", "/api/tables", token, game="sea-change").json()["id"]
        told: Counter[str | int] = Counter()

        async def come() -> None:
            async def hear(message: Any) -> None:
                if message["type"] == "websocket.close":
                    told[message["code"]] += 1
                elif message["type"] == "websocket.send":
                    told[json.loads(message["text"])["type"]] += 1

            inbox = asyncio.Queue[dict[str, Any]]()
            inbox.put_nowait({"type": "websocket.connect"})
            headers = [(b"cookie", f"seaboard={token}".encode())]
            scope = {"type": "websocket", "path": f"/api/live/{table}", "headers": headers, "client": ("inside", 1), "extensions": {}}
            await inside.server(scope, inbox.get, hear)

        async def all_at_once() -> None:
            coming = [asyncio.create_task(come()) for _ in range(endpoint.MOST_SOCKETS + 4)]
            while told["table"] + told[CloseCode.TOO_MANY] < len(coming):
                await asyncio.sleep(0.01)
            for task in coming:
                task.cancel()
            await asyncio.wait(coming)

        inside.run(all_at_once())
        assert (told["table"], told[CloseCode.TOO_MANY]) == (endpoint.MOST_SOCKETS, 4)
    finally:
        inside.close()
