"""Chat and reactions at a table."""

from typing import cast, get_args

from seaboard.server.protocol import Line, Person, Reacted, Reaction
from seaboard.server.refusals import Refused
from seaboard.server.storage import queries
from seaboard.server.tables.changes import Change
from seaboard.server.tables.registry import Rooms
from seaboard.server.tables.room import Room


async def say(rooms: Rooms, room: Room, person: Person, *, text: str, message: str) -> Line:
    """Add a chat line; the same message sent again is the same line."""
    table = room.table
    if person.id in table.banned:
        raise Refused("table.removed", status=403)
    if table.maker != person.id and table.seat_of(person.id) is None:
        raise Refused("table.not_seated", status=403)
    _check_chat(room)
    line = await rooms.store.write(lambda c: queries.say(c, table.id, person, text, message), order=table.id, notes=(f"c:{table.id}",))
    add_lines(rooms, room, [line])
    return line


async def react(rooms: Rooms, room: Room, person: Person, reaction: Reaction) -> None:
    """Show a person's reaction at their seat, to everyone who is here now."""
    if room.table.seat_of(person.id) is None:
        raise Refused("table.not_seated", status=403)
    _check_chat(room)
    add_reaction(rooms, room, person.id, reaction)
    if rooms.store.is_shared:
        await rooms.store.write(lambda _: None, notes=(f"r:{room.table.id}:{person.id}:{reaction}",))


def _check_chat(room: Room) -> None:
    if not room.table.chat:
        raise Refused("chat.off")


def add_reaction(rooms: Rooms, room: Room, person: str, reaction: str) -> None:
    """Show a reaction, if it is valid and its person sits here."""
    seat = room.table.seat_of(person)
    if seat is not None and reaction in get_args(Reaction):
        room.add_reaction(Reacted(seat, person, cast(Reaction, reaction)))
        rooms.tell(room, Change.REACTED)


def add_lines(rooms: Rooms, room: Room, lines: list[Line]) -> None:
    """Show the lines that are new to this room."""
    if room.add_lines(lines):
        rooms.tell(room, Change.CHAT)
