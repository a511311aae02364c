"""Pruning while people play: nobody loses what they have just come back to, and people at the tables are told."""

import asyncio
import json
import time
from typing import Any

import pytest
import sqlalchemy as sa

from seaboard.server.protocol import Person, Play
from seaboard.server.settings import Settings
from seaboard.server.storage import queries, schema
from seaboard.server.storage.engine.appending import APPEND, APPEND_AND_NOTIFY, rows_json
from seaboard.server.storage.people import erasing
from seaboard.server.storage.rows import Chair, Entry
from seaboard.server.storage.store import Store
from seaboard.server.tables import pruning, seating
from seaboard.server.tables.pruning import DAY, Pruner
from tests.server.inside import Inside
from tests.server.rooming import ADA, Move, a_table, awake, begun, come, written

BOB = Person("p2", "Bob")
OLD = 400 * DAY


SETTINGS = Settings("", keep_tables=30, keep_guests=None, keep_reports=None, keep_deleted=None, keep_deals=None)


@pytest.fixture
def pruner(inside: Inside) -> Pruner:
    return Pruner(inside.server.rooms, SETTINGS, inside.server._apply)


def age(inside: Inside, table: str, match: str | None = None) -> None:
    t, e, then = schema.tables, schema.entries, time.time() - OLD

    def work(c: sa.Connection) -> None:
        c.execute(t.update().where(t.c.id == table).values(touched=then))
        c.execute(e.update().where(e.c.match_id == match).values(at=then))

    inside.run(inside.server.store.write(work))


def found(inside: Inside, settings: Settings) -> pruning.Pruned:
    result: pruning.Pruned = inside.run(inside.server.store.read(lambda c: pruning.find(c, settings, time.time())))
    return result


def do(inside: Inside, steps: Any) -> list[str]:
    told: list[str] = []
    for work, notes in steps:
        inside.run(inside.server.store.write(work, notes=notes))
        told += notes
    return told


def test_a_table_to_which_people_come_back_during_pruning_stays(inside: Inside) -> None:
    played_at, waiting = a_table(), a_table()
    match, moves = begun(inside, played_at)
    inside.run(inside.server.store.write(lambda c: queries.add_table(c, waiting)))
    for table in (played_at, waiting):
        age(inside, table.id, match)
    old = found(inside, SETTINGS)
    assert played_at.id in old.unfinished
    assert waiting.id in old.unstarted
    written(inside, match, moves[:1])
    inside.run(inside.server.rooms.change(waiting.id, lambda t: setattr(t, "chat", False)))
    told = do(inside, pruning.steps(old, SETTINGS, time.time()))
    assert not {f"t:{played_at.id}", f"t:{waiting.id}"} & set(told)
    tables = inside.run(inside.server.store.read(lambda c: queries.find_tables(c, [played_at.id, waiting.id])))
    assert {table.stage for table in tables} == {"playing", "open"}


@pytest.mark.parametrize("settings", [Settings("", keep_people=30, keep_guests=None), Settings("", keep_guests=30)])
def test_a_person_who_comes_back_during_pruning_is_not_deleted(inside: Inside, settings: Settings) -> None:
    tokens = [inside.guest("Ada"), inside.guest("Bob")]
    ada, bob = [inside.request("GET", "/api/me", token).json()["id"] for token in tokens]
    d, p, then = schema.devices, schema.people, time.time() - OLD

    def grow_old(c: sa.Connection) -> None:
        c.execute(d.update().where(d.c.person.in_([ada, bob])).values(seen=then))
        c.execute(p.update().where(p.c.id.in_([ada, bob])).values(made=then))

    inside.run(inside.server.store.write(grow_old))
    old = found(inside, settings)
    assert {ada, bob} <= {*old.people, *old.guests}
    inside.run(inside.server.store.write(lambda c: c.execute(d.update().where(d.c.person == ada).values(seen=time.time()))))
    do(inside, pruning.steps(old, settings, time.time()))
    left = set(inside.run(inside.server.store.read(lambda c: list(c.execute(sa.select(p.c.id)).scalars()))))
    assert ada in left
    assert bob not in left


def test_people_at_a_pruned_match_are_told_and_can_play_no_more(inside: Inside, pruner: Pruner) -> None:
    table = a_table()
    match, moves = begun(inside, table)
    age(inside, table.id)
    room = awake(inside, table)
    _, told = come(inside, room, ADA)
    inside.run(pruner.prune())
    inside.run(inside.settle())
    seen = json.loads(told.texts[-1])
    assert (seen["type"], seen["table"]["stage"]) == ("table", "over")
    outcomes: list[object] = []
    seat, action = moves[0]

    async def play() -> None:
        inside.server.moves.play(room, seat, Play("q", match, 0, action), then=outcomes.append)
        while not outcomes:
            await asyncio.sleep(0.01)

    inside.run(play())
    assert type(outcomes[0]).__name__ == "Declined"


async def appended(inside: Inside, match: str, number: int, move: Move) -> bool:
    """Append a move as a server does; whether it was appended."""
    done = asyncio.get_running_loop().create_future()
    entry = Entry(match, number, *move, None, time.time())
    inside.server.store.append(entry, table="", then=done.set_result, meanwhile=lambda: None)
    return bool((await done)[0])


def test_nothing_is_appended_to_a_match_that_has_ended(inside: Inside) -> None:
    match, moves = begun(inside, a_table())
    written(inside, match, moves[:1])
    inside.run(inside.server.store.write(lambda c: queries.end_match(c, match, "abandoned")))

    assert not inside.run(appended(inside, match, 1, moves[1]))
    assert len(inside.run(inside.server.store.read(lambda c: queries.entries_of(c, match)))) == 1


def test_a_move_that_overlaps_the_end_of_its_match_does_not_land_in_it(inside: Inside) -> None:
    table = a_table()
    match, moves = begun(inside, table)
    age(inside, table.id)
    [(end, _)] = pruning.steps(found(inside, SETTINGS), SETTINGS, time.time())

    async def play() -> bool:
        with inside.server.store.transaction() as ending:
            await asyncio.to_thread(end, ending)
            moving = asyncio.ensure_future(appended(inside, match, 0, moves[0]))
            await asyncio.sleep(0.3)  # it is on its way, and its match is being ended
            assert not moving.done()
        return await moving

    assert not inside.run(play())
    assert not inside.run(inside.server.store.read(lambda c: queries.entries_of(c, match)))


def test_a_match_is_not_ended_while_somebody_moves_in_it(inside: Inside) -> None:
    table = a_table()
    match, moves = begun(inside, table)
    age(inside, table.id)
    [(end, notes)] = pruning.steps(found(inside, SETTINGS), SETTINGS, time.time())
    store = inside.server.store
    entry = Entry(match, 0, *moves[0], None, time.time())

    other = Store(inside.server.settings.database)  # with a connection of its own

    async def prune() -> None:
        with other.transaction() as moving:
            statement = APPEND_AND_NOTIFY if store.is_shared else APPEND
            more = {"count": 1, "carrying": "[]", "lines": "[]"} if store.is_shared else {}
            moving.execute(statement, {"rows": rows_json([entry]), **more})
            pruning_it = asyncio.ensure_future(store.write(end, notes=notes))
            await asyncio.sleep(0.3)
            assert not pruning_it.done()
        await pruning_it

    inside.run(prune())
    other.disconnect()
    assert notes == []
    [stayed] = inside.run(store.read(lambda c: queries.find_tables(c, [table.id])))
    assert stayed.stage == "playing"


def test_nothing_is_appended_to_a_match_that_was_deleted(inside: Inside) -> None:
    table = a_table()
    match, moves = begun(inside, table)
    inside.run(inside.server.store.write(lambda c: erasing.delete_table(c, table.id)))
    assert not inside.run(appended(inside, match, 0, moves[0]))
    assert not inside.run(inside.server.store.read(lambda c: queries.entries_of(c, match)))


def sign(inside: Inside, days: float) -> None:
    """Make everything in this database at least so many days old."""
    then = time.time() - days * DAY
    at = [schema.people.c.made, schema.devices.c.seen, schema.tables.c.touched, schema.processes.c.seen]

    def work(c: sa.Connection) -> None:
        for column in at:
            c.execute(column.table.update().where(column > then).values({column.name: then}))

    inside.run(inside.server.store.write(work))


@pytest.mark.parametrize("away", [OLD, 7 * DAY])
def test_after_a_long_outage_or_with_a_clock_that_is_ahead_nothing_is_deleted_for_a_day(
    inside: Inside, away: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    ada = inside.request("GET", "/api/me", inside.guest("Ada")).json()["id"]
    p, pruner = schema.people, inside.server.pruner
    sign(inside, 1)

    def is_there() -> bool:
        return bool(inside.run(inside.server.store.read(lambda c: c.execute(sa.select(p.c.id).where(p.c.id == ada)).scalar())))

    now = time.time()
    monkeypatch.setattr(time, "time", lambda: now + away)
    inside.run(pruner.open())
    inside.guest("Bob")  # a guest comes before the pruner has looked
    inside.run(pruner.prune_if_alive())
    assert is_there()
    now += DAY
    inside.run(pruner.prune_if_alive())
    assert not is_there(), "a guest who never sat down and did not come back within a day"


def test_a_server_deletes_no_more_than_half_by_itself(inside: Inside, caplog: pytest.LogCaptureFixture) -> None:
    pruner = Pruner(inside.server.rooms, Settings("", keep_tables=30, keep_people=30, keep_guests=None), inside.server._apply)
    tables = [a_table() for _ in range(12)]
    ids = [f"p{i}old" for i in range(12)]

    def work(c: sa.Connection) -> None:
        c.execute(schema.people.delete())
        c.execute(schema.ratings.delete())  # else leaderboards would count people who are gone
        c.execute(schema.tables.delete())
        c.execute(schema.people.insert(), [{"id": one, "name": one, "made": time.time() - OLD, "token": b""} for one in ids])
        for table in tables:
            queries.add_table(c, table)
        c.execute(schema.tables.update().values(touched=time.time() - OLD))

    def left(column: Any) -> int:
        return int(inside.run(inside.server.store.read(lambda c: c.execute(sa.select(sa.func.count(column))).scalar_one())))

    inside.run(inside.server.store.write(work))
    inside.run(pruner.prune())
    assert (left(schema.people.c.id), left(schema.tables.c.id)) == (12, 12)
    assert "most people would be deleted" in caplog.text
    assert "most tables would be deleted" in caplog.text

    def make_room(c: sa.Connection) -> None:
        c.execute(schema.people.insert(), [{"id": f"n{one}", "name": one, "made": time.time(), "token": b""} for one in [*ids, "one"]])
        for _ in range(13):
            queries.add_table(c, a_table())

    inside.run(inside.server.store.write(make_room))
    inside.run(pruner.prune())
    assert (left(schema.people.c.id), left(schema.tables.c.id)) == (13, 13)


@pytest.mark.parametrize("is_resting", [False, True])
def test_a_bot_plays_at_once_for_a_person_whom_a_command_has_removed(inside: Inside, is_resting: bool) -> None:
    eve = inside.request("GET", "/api/me", inside.guest("Eve")).json()["id"]
    table = a_table(seats=[Chair(person=BOB.id, name="Bob"), Chair(person=eve, name="Eve")])
    table.maker = eve
    begun(inside, table)
    room = awake(inside, table)
    _, told = come(inside, room, BOB)
    assert room.session is not None
    assert room.session.to_act == [1], "it is her turn"
    if is_resting:
        room.drop_session()
    notes = do(inside, pruning.erasure(eve, 1))
    assert f"t:{table.id}" in notes

    async def sweep() -> bool:
        waiting = dict(await inside.server.store.read(lambda c: queries.overdue(c, time.time())))
        if table.id in waiting:
            await inside.server.driver.pick_up(table.id, waiting[table.id])
        return table.id in waiting

    async def hear() -> None:
        for note in notes:
            await inside.server.elsewhere.apply(note)
        if is_resting:
            assert await sweep(), "it is found"
        for _ in range(500):
            if "moved" in told.types():
                break
            await asyncio.sleep(0.02)

    inside.run(hear())
    inside.run(inside.settle())
    assert "moved" in told.types()
    assert "Eve" not in told.texts[-1].decode()
    inside.run(sweep())
    inside.run(inside.settle())
    assert not inside.run(sweep()), "and no longer found when nobody is due"


def test_tables_that_everyone_left_are_deleted_and_those_with_a_result_stay(inside: Inside, pruner: Pruner) -> None:
    left, finished = a_table(), a_table()
    for table, ended in ((left, "abandoned"), (finished, "over")):
        match, moves = begun(inside, table)
        written(inside, match, moves[:1])

        def end(c: sa.Connection, table: Any = table, match: str = match, ended: Any = ended) -> None:
            queries.end_match(c, match, ended)
            queries.change_table(c, table.id, lambda t: setattr(t, "stage", "over"))

        inside.run(inside.server.store.write(end))
        age(inside, table.id, match)
    inside.run(pruner.prune())
    tables = inside.run(inside.server.store.read(lambda c: queries.find_tables(c, [left.id, finished.id])))
    assert [table.id for table in tables] == [finished.id]
    assert inside.run(inside.server.store.read(lambda c: queries.entries_of(c, str(left.match)))) == []


def test_a_table_remembers_its_last_matches_and_a_person_is_found_in_all(inside: Inside) -> None:
    table, m, p = a_table(), schema.matches, schema.played
    names = [f"m{table.id[1:10]}{number}" for number in range(70)]
    for name in names:
        table.stage, table.match = "playing", name
        seating.end(table)
    assert table.matches == names[-seating.MOST_RESULTS :]

    def add(c: sa.Connection) -> None:
        rows = [{"id": name, "table_id": table.id, "game": "g", "rules": 1, "seats": 2, "options": "{}", "seed": ""} for name in names]
        c.execute(m.insert(), [{**row, "commitment": "", "started": 0.0, "names": "[]"} for row in rows])
        empty = {
            "at": 0.0,
            "game": "g",
            "seats": 2,
            "level": "",
            "others": "",
            "ended": "over",
            "moves": 1,
            "won": True,
            "place": 1,
            "why": "",
        }
        c.execute(p.insert(), [{**empty, "person": "p1", "match_id": name, "seat": 1} for name in names])

    inside.run(inside.server.store.write(add))
    assert inside.run(inside.server.store.read(lambda c: erasing.seats_of(c, table, "p1"))) == dict.fromkeys(names, 1)
