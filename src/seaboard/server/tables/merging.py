"""Merging two guests who turn out to be one person: seats, tables, finished matches and chat are moved.

All of it happens in one transaction, except for finished tables beyond the first hundred: those go first, in portions, so that no move
waits for a long history. If the server dies in between, the rest is moved when the person signs in again.
"""

from collections.abc import Callable
from functools import partial
from typing import TypeVar

from sqlalchemy.engine import Connection as Database

from seaboard.server.protocol import Person
from seaboard.server.refusals import Refused
from seaboard.server.storage import queries
from seaboard.server.storage.matches import deals, history, rating
from seaboard.server.storage.people import people
from seaboard.server.storage.rows import Table
from seaboard.server.tables import seating
from seaboard.server.tables.banning import DECIDED
from seaboard.server.tables.registry import Rooms

T = TypeVar("T")
AT_ONCE = 100
"""Tables that go over in one transaction; unfinished ones all do."""


async def merge(rooms: Rooms, old: str, new: str, then: Callable[[Database], T]) -> T:
    """Move everything of `old` to `new`; refused if both play in the same match. `then` runs in the last transaction."""
    await rooms.store.read(lambda c: _check(c, old, new))
    while await rooms.store.read(lambda c: people.count_tables(c, old)) > AT_ONCE:
        moved, _ = await _move(rooms, old, new, finished=True, then=lambda _: None)
        if not moved:
            break
    _, result = await _move(rooms, old, new, finished=False, then=lambda c: _end(c, old, new, then))
    return result


def _check(c: Database, old: str, new: str) -> None:
    for name in people.shared_tables(c, old, new):
        table = queries.find_table(c, name)
        if table and table.seat_of(old) is not None and table.seat_of(new) is not None:
            raise Refused("merge.same_table")
    for pair in deals.duplicates_of(c, old, new):
        tables = [queries.find_table(c, name) for name in pair]
        if all(table and table.seat_of(one) is not None for table, one in zip(tables, (old, new), strict=True)):
            raise Refused("merge.same_table")


async def _move(rooms: Rooms, old: str, new: str, *, finished: bool, then: Callable[[Database], T]) -> tuple[int, T]:
    is_judged = rooms.house.has_decided(old)  # the ban or mute is moved with the rest (`house.move`)
    notes: list[str] = []  # filled while it is written: which tables there are is known only then

    def work(c: Database) -> tuple[list[Table], T]:
        notes[:] = [f"g:{old}", f"g:{new}"]
        if is_judged:
            notes.append(DECIDED)
        rating.lock(c)  # before tables, in the same order as rating does
        # Anyone taking a seat as `old` has done so before this, or is refused afterwards (`people.check_there`).
        named = {one: people.find(c, one) for one in sorted((old, new))}[new]
        if named is None:
            raise Refused("guest.gone", status=404)
        most = AT_ONCE if finished else 1_000_000
        tables = [_move_table(c, name, old, named) for name in people.tables_to_move(c, old, finished=finished, most=most)]
        for table in tables:
            notes.extend((f"t:{table.id}", f"c:{table.id}"))
        return tables, then(c)

    tables, result = await rooms.store.write(work, order="people", notes=notes)
    if is_judged:
        await rooms.house.load()
    for table in tables:
        room = rooms.get(table.id)
        if room:
            room.add_lines(await rooms.store.read(partial(queries.lines_of, table=table.id)))
            rooms.apply_table(room, table, own=True)
    return len(tables), result


def _move_table(c: Database, name: str, old: str, new: Person) -> Table:
    table = queries.change_table(c, name, lambda t: seating.become(t, old, new))
    people.move_table(c, name, old, new.id)
    return table


def _end(c: Database, old: str, new: str, then: Callable[[Database], T]) -> T:
    history.move(c, old, new)
    rating.move(c, old, new)
    people.move_person(c, old, new)
    return then(c)
