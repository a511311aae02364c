"""A lagging standby takes over, and the database has less than a server knows: matches continue from what it has."""

import json
from collections.abc import Iterator
from pathlib import Path

import pytest
import sqlalchemy as sa

from seaboard.server.protocol import Person, Play
from seaboard.server.storage import queries, schema
from seaboard.server.storage.rows import Table
from seaboard.server.tables.room import Room
from tests.server.inside import Inside
from tests.server.rooming import ADA, Move, a_table, awake, begun, come, written

BOB = Person("p2", "Bob")


@pytest.fixture
def inside(postgres: str, tmp_path: Path) -> Iterator[Inside]:
    running = Inside(tmp_path, database=postgres)
    yield running
    running.close()


def played(inside: Inside, count: int) -> tuple[Table, Room, str, list[Move]]:
    table = a_table()
    match, moves = begun(inside, table)
    written(inside, match, moves[:count])
    return table, awake(inside, table), match, moves


def lose(inside: Inside, match: str, since: int) -> None:
    e = schema.entries
    inside.run(inside.server.store.write(lambda c: c.execute(e.delete().where(e.c.match_id == match, e.c.number >= since))))


def numbers(inside: Inside, match: str) -> list[int]:
    return [entry.number for entry in inside.run(inside.server.store.read(lambda c: queries.entries_of(c, match)))]


def play(inside: Inside, room: Room, match: str, number: int, move: Move) -> str:
    outcomes: list[object] = []

    async def ask() -> None:
        inside.server.moves.play(room, move[0], Play(f"q{number}", match, number, move[1]), then=outcomes.append)

    inside.run(ask())
    inside.run(inside.settle())
    for _ in range(100):
        if outcomes:
            break
        inside.run(inside.server.store.read(lambda c: c.execute(sa.text("SELECT pg_sleep(0.05)"))))
    return type(outcomes[0]).__name__


def test_moves_that_the_database_has_lost_are_taken_back_everywhere(inside: Inside) -> None:
    _, room, match, moves = played(inside, 4)
    _, told = come(inside, room, BOB)
    lose(inside, match, 1)
    inside.run(inside.server.elsewhere.resync())
    inside.run(inside.settle())
    assert room.session is not None
    assert room.session.number == 1
    seen = json.loads(told.texts[-1])
    assert (seen["type"], seen["match"]["number"]) == ("table", 1)
    assert play(inside, room, match, 1, moves[1]) == "Acknowledged"
    assert numbers(inside, match) == [0, 1]


def test_lost_moves_that_were_replaced_by_others_are_forgotten(inside: Inside) -> None:
    _, room, match, moves = played(inside, 4)
    before = room.session
    lose(inside, match, 2)
    written(inside, match, moves[2:6], since=2)  # by a server that did not know them
    inside.run(inside.server.elsewhere.resync())
    assert room.session is None or (room.session is not before and room.session.number == 6)


def test_no_move_is_written_if_the_one_before_it_is_missing(inside: Inside) -> None:
    _, room, match, moves = played(inside, 4)
    _, told = come(inside, room, BOB)
    lose(inside, match, 1)
    assert play(inside, room, match, 4, moves[4]) == "Declined"
    assert numbers(inside, match) == [0]
    inside.run(inside.settle())
    assert json.loads(told.texts[-1])["match"]["number"] == 1, "the state in the database"


def test_a_match_that_the_database_has_lost_never_began(inside: Inside) -> None:
    table = a_table()
    match, moves = begun(inside, table)
    written(inside, match, moves[:2])
    inside.run(inside.server.rooms.change(table.id, lambda t: setattr(t, "chat", False)))
    room = awake(inside, table)
    _, told = come(inside, room, ADA)
    known = room.table.version

    def go_back(c: sa.Connection) -> None:
        doc = queries.find_table(c, table.id)
        assert doc is not None
        doc.stage, doc.match, doc.version = "open", None, known - 1
        c.execute(schema.tables.update().where(schema.tables.c.id == table.id).values(**queries._columns(doc)))
        c.execute(schema.entries.delete().where(schema.entries.c.match_id == match))
        c.execute(schema.matches.delete().where(schema.matches.c.id == match))

    inside.run(inside.server.store.write(go_back))
    inside.run(inside.server.elsewhere.resync())
    inside.run(inside.settle())
    seen = json.loads(told.texts[-1])
    assert (seen["type"], seen["table"]["stage"], seen["match"]) == ("table", "open", None)
