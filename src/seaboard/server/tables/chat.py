"""What is said at a table."""

from seaboard.server.protocol import Line, Person
from seaboard.server.refusals import Refused
from seaboard.server.storage import queries
from seaboard.server.tables.changes import Change
from seaboard.server.tables.registry import Rooms
from seaboard.server.tables.room import Room


async def say(rooms: Rooms, room: Room, person: Person, *, text: str, message: str) -> Line:
    """Somebody says something; the same message said again is the same line."""
    table = room.table
    if person.id in table.banned:
        raise Refused("table.removed", status=403)
    if table.maker != person.id and table.seat_of(person.id) is None:
        raise Refused("table.not_seated", status=403)
    if not table.chat:
        raise Refused("chat.off")
    line = await rooms.store.write(lambda c: queries.say(c, table.id, person, text, message), order=table.id, notes=(f"c:{table.id}",))
    add_lines(rooms, room, [line])
    return line


def add_lines(rooms: Rooms, room: Room, lines: list[Line]) -> None:
    """Show the lines that are new to this room."""
    if room.add_lines(lines):
        rooms.tell(room, Change.CHAT)
