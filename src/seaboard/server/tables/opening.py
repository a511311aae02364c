"""Making tables, and sitting down at them."""

from sqlalchemy.engine import Connection as Database

from seaboard.server.protocol import Person
from seaboard.server.refusals import Refused
from seaboard.server.storage import queries
from seaboard.server.storage.people import bot_accounts, people
from seaboard.server.storage.rows import Table
from seaboard.server.tables import seating, sharing
from seaboard.server.tables.registry import Rooms
from seaboard.server.tables.room import Room

MOST_TABLES = 50
"""Tables of one person that haven't ended."""


async def add_table(rooms: Rooms, table: Table) -> None:
    """Store a new table."""
    rooms.house.check_open()

    def add(c: Database) -> None:
        people.check_there(c, table.maker)
        if rooms.settings.limits and queries.open_tables_of(c, table.maker) >= MOST_TABLES:
            raise Refused("table.too_many", most=MOST_TABLES)
        if table.coming is None:
            table.coming = rooms.seals.next(c)
        queries.add_table(c, table)
        if table.is_among_programs:
            bot_accounts.check_tables(c, table.maker)

    await rooms.store.write(add, order=table.id, notes=(f"t:{table.id}",))


async def sit(rooms: Rooms, table: str, person: Person, seat: int | None) -> Room:
    """Seat a person at a table; at only one table of a duplicate."""

    def check(c: Database, t: Table) -> None:
        people.check_there(c, person.id)
        sharing.check_sit(c, t, person.id)
        if person.bot:
            bot_accounts.check_tables(c, person.id)

    return await rooms.change(table, lambda t: seating.sit(t, person, seat), check)
