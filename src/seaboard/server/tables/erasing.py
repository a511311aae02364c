"""Deleting a person's data: a bot takes their seats, and nothing in the database refers to them any more.

Tables go first, in portions, so that no move waits for a long history; the person goes last. If the server dies in between, they still
exist, and can ask again.
"""

from functools import partial

from msgspec.structs import replace
from sqlalchemy.engine import Connection as Database

from seaboard.server.storage import queries
from seaboard.server.storage.matches import deals, finished, rating
from seaboard.server.storage.people import erasing
from seaboard.server.storage.rows import Chair, Result, Table
from seaboard.server.tables import seating
from seaboard.server.tables.registry import Rooms

AT_ONCE = 20
"""Tables that are handled in one transaction."""
LONG_AGO = 1.0
"""A due time that makes the sweep look at a match again."""


async def erase(rooms: Rooms, person: str) -> None:
    """Delete a person, with all their data."""
    while tables := await rooms.store.read(lambda c: erasing.tables_of(c, person)):
        for first in range(0, len(tables), AT_ONCE):
            await _forget(rooms, person, tables[first : first + AT_ONCE])

    def last(c: Database) -> None:
        rating.lock(c)
        erasing.delete_person(c, person)

    await rooms.store.write(last, order="people", notes=(f"g:{person}",))


async def _forget(rooms: Rooms, person: str, names: list[str]) -> None:
    notes: list[str] = []  # filled by the transaction, which finds the tables

    for name, table in await rooms.store.write(
        partial(forget_tables, names=names, person=person, notes=notes), order="people", notes=notes
    ):
        room = rooms.get(name)
        if room is None:
            continue
        if table is None:
            rooms.remove(room)
        else:
            room.set_lines(await rooms.store.read(partial(queries.lines_of, table=name)))
            rooms.apply_table(room, table, own=True)


def forget_tables(c: Database, names: list[str], person: str, notes: list[str]) -> list[tuple[str, Table | None]]:
    """Return these tables without this person (None if deleted), and put notes for the servers into `notes`."""
    rating.lock(c)
    found = [(name, forget_table(c, name, person)) for name in names]
    notes[:] = [f"{kind}:{name}" for name in names for kind in "tc"]
    return found


def forget_table(c: Database, name: str, person: str) -> Table | None:
    """Return the table without this person; None if it was deleted."""
    before = queries.find_table(c, name)
    if before is None or not erasing.others_at(c, before, person):
        erasing.delete_table(c, name)
        return None
    seats = erasing.seats_of(c, before, person)
    after = queries.change_table(c, name, lambda t: forget(t, person, seats))
    if before.stage == "playing" and after.stage == "over" and after.match:
        queries.end_match(c, after.match, "abandoned")
        deals.end(c, after.match, "abandoned")
        finished.add(c, after)
    elif after.stage == "playing" and after.match and person in before.people:
        queries.set_due(c, after.match, LONG_AGO)  # if no server has the table in memory, a sweep finds that a bot must play
    for seat, chair in enumerate(before.chairs):
        if before.stage == "playing" and before.match and person in {chair.person, chair.gave_up}:
            erasing.forget_name(c, before.match, seat)
    erasing.forget_matches(c, seats, person)
    erasing.forget_table(c, name, person)
    return after


def forget(table: Table, person: str, seats: dict[str, int]) -> None:
    """Remove a person, who sat there in these matches, from a table. A bot takes over as when they leave; another becomes the host."""
    for seat, chair in enumerate(table.chairs):
        if chair.person == person and table.stage != "playing":
            table.chairs[seat] = Chair()
            table.stage = "over" if table.is_first_try and table.matches else "open"
        elif chair.person == person:
            seating.give_up(table, seat)
            table.chairs[seat].name = erasing.NOBODY
        elif chair.gave_up == person or (chair.resigned and table.matches and seats.get(table.matches[-1]) == seat):
            chair.gave_up, chair.name = None, erasing.NOBODY
    if table.maker == person:
        table.maker = next(iter(table.people), "")
        table.maker_name = next((chair.name for chair in table.chairs if chair.person), erasing.NOBODY)
    seating.drop_share(table, person)
    table.rematch = []
    table.banned = [one for one in table.banned if one != person]
    table.quiet = [one for one in table.quiet if one != person]
    table.results = [_without(result, person, seats.get(result.match)) for result in table.results]


def _without(result: Result, person: str, seat: int | None) -> Result:
    people = [None if one == person else one for one in result.people]
    names = [
        erasing.NOBODY if at == seat or one == person else name
        for at, (one, name) in enumerate(zip(result.people, result.names, strict=True))
    ]
    return replace(result, people=people, names=names)
