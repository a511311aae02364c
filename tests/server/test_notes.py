"""What servers on one PostgreSQL tell each other of moves: the move itself, so that nobody has to read it again."""

import asyncio
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import psycopg
import pytest

from bench.server import make_tables
from seaboard.server.storage.engine import notes
from seaboard.server.storage.engine.notes import KEEP
from seaboard.server.storage.rows import Entry
from seaboard.server.storage.store import Store
from seaboard.server.tables.changes import Change
from seaboard.server.tables.room import Room
from tests.server.inside import Inside

ENTRY = Entry("m1", 7, 2, 31, "!a:b~", 1763196900.5)


@pytest.mark.parametrize("due", [KEEP, None, 1763196999.25])
def test_a_note_carries_a_move(due: float | None) -> None:
    note = notes.of_entry("t1", ENTRY, due=due)
    kind, table, carried = note.split(":")
    assert (kind, table) == ("m", "t1")  # all that a server of the version before reads
    move = notes.carried_in(carried)
    assert move is not None
    assert (move.entry, move.due) == (ENTRY, due)


@pytest.mark.parametrize("word", ["", "é", "a", "AAAA", "lqJtMQ==", "_" * 9000])
def test_what_can_not_be_read_carries_nothing(word: str) -> None:
    assert notes.carried_in(word) is None


def test_lines_are_short_enough_for_postgresql() -> None:
    longest = Entry("m" * 16, 10**6, 5, 10**4, "~" * 40, 1763196900.123456)
    moves = [notes.of_entry(f"t{i}", longest, due=1763196900.123456) for i in range(200)]
    lines = notes.as_lines("s1", [*moves, *moves])
    assert max(len(line.encode()) for line in lines) < 8000
    assert [note for line in lines for note in line.split()[1:]] == moves


# ---- One who hears of it ---------------------------------------------------------------------------


@pytest.fixture
def playing(tmp_path: Path) -> Iterator[tuple[Inside, Room]]:
    inside = Inside(tmp_path)
    ada = inside.guest("Ada")
    table = inside.request("POST", "/api/tables", ada, game="sea-change", seats=2).json()["id"]
    inside.request("POST", f"/api/tables/{table}/sit", inside.guest("Bob"))
    inside.request("POST", f"/api/tables/{table}/start", ada)
    room = inside.run(inside.server.rooms.room(table))
    inside.run(inside.server.rooms.refresh(room))
    inside.run(inside.settle())
    yield inside, room
    inside.close()


def hear(inside: Inside, room: Room, *, number: int, match: str | None = None, is_legal: bool = True, due: float | None = KEEP) -> Any:
    """Hear of a move that is not in the database, so that it can't have been read there."""
    session = room.session
    assert session is not None
    seat = session.to_act[0]
    entry = Entry(match or session.row.id, number, seat, session.match.legal(seat)[0] if is_legal else 9999, "q", 1763196900.5)

    async def apply() -> None:
        await inside.server.elsewhere.apply(notes.of_entry(room.table.id, entry, due=due))
        await inside.settle()

    inside.run(apply())
    return room.session


def test_the_next_move_is_followed_without_reading_it(playing: tuple[Inside, Room]) -> None:
    inside, room = playing
    told: list[tuple[Change, bool]] = []
    inside.server.rooms.listen(lambda _room, change, own: told.append((change, own)))
    assert hear(inside, room, number=0).number == 1
    assert hear(inside, room, number=1).number == 2
    assert told == [(Change.MOVED, False)] * 2


def test_what_is_known_already_is_not_played_twice(playing: tuple[Inside, Room]) -> None:
    inside, room = playing
    hear(inside, room, number=0)
    assert hear(inside, room, number=0).number == 1


def test_with_a_gap_before_it_the_database_is_asked(playing: tuple[Inside, Room]) -> None:
    inside, room = playing
    told: list[Change] = []
    inside.server.rooms.listen(lambda _room, change, _own: told.append(change))
    assert hear(inside, room, number=1).number == 0  # there it has no moves
    assert hear(inside, room, number=0, match="m0").number == 0
    assert told == [Change.MOVED] * 2  # those who listen may have missed something


def test_a_move_that_can_not_be_played_makes_the_match_be_read_anew(playing: tuple[Inside, Room]) -> None:
    inside, room = playing
    hear(inside, room, number=0)
    assert hear(inside, room, number=1, is_legal=False).number == 0


def test_a_room_that_is_busy_reads_when_it_is_free(playing: tuple[Inside, Room]) -> None:
    inside, room = playing
    session = room.session
    assert session is not None
    entry = Entry(session.row.id, 0, session.to_act[0], session.match.legal(session.to_act[0])[0], "q", 1763196900.5)

    async def apply() -> None:
        async with room.lock:
            for _ in range(3):
                await inside.server.elsewhere.apply(notes.of_entry(room.table.id, entry, due=KEEP))
            assert len(inside.server.rooms.tasks) == 1  # once for all of them
        await inside.settle()

    inside.run(apply())
    assert room.session is not None
    assert room.session.number == 0


def test_when_somebody_is_due_comes_with_the_move(playing: tuple[Inside, Room]) -> None:
    session = playing[1].session
    assert session is not None
    seat = session.to_act[0]
    room = playing[1]
    assert room.follow(notes.Carried(session.row.id, 0, seat, session.match.legal(seat)[0], None, 1.0, 12.5))
    assert room.due == 12.5


# ---- One who tells ---------------------------------------------------------------------------------


def test_only_moves_that_are_in_the_database_are_carried(postgres: str) -> None:
    """Of two servers with a move for the same place one is too late: of its move nobody may hear, nor of others' in its stead."""
    places = make_tables(postgres, 2)
    matches = [(place["table"], place["match"]) for place in places[::4]]

    async def race() -> list[list[str]]:
        stores = [Store(postgres), Store(postgres)]
        for store in stores:
            store.start(asyncio.get_running_loop())
        won: list[tuple[bool, Any]] = []

        async def append(store: Store, *entries: Entry) -> None:
            done = [asyncio.get_running_loop().create_future() for _ in entries]
            for entry, future in zip(entries, done, strict=True):
                table = next(table for table, match in matches if match == entry.match)
                store.append(entry, table=table, then=future.set_result, meanwhile=lambda: None)
            won.extend(await asyncio.gather(*done))

        async with await psycopg.AsyncConnection.connect(postgres, autocommit=True) as listening:
            await listening.execute("LISTEN seaboard")
            first, second = matches[0][1], matches[1][1]
            await append(stores[0], Entry(first, 0, 0, 1, "won", 1.0))
            await append(stores[1], Entry(first, 0, 1, 2, "lost", 1.0), Entry(second, 0, 0, 3, "kept", 1.0))
            await append(stores[1], Entry(second, 1, 1, 4, "next", 1.0))
            heard = [note.payload.split()[1:] async for note in listening.notifies(timeout=20, stop_after=4)]
        assert [one for one, _ in won] == [True, False, True, True]
        for store in stores:
            await store.close()
        return heard

    lines = asyncio.run(race())
    carried = [move.message for line in lines for note in line if (move := notes.carried_in(note.partition(":")[2].partition(":")[2]))]
    assert carried == ["won", "next"]
    assert {note.split(":")[1] for line in lines[1:-1] for note in line} == {table for table, _ in matches}  # of which the others read
