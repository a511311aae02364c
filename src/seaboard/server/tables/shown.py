"""Tables and results as people are shown them."""

from typing import Any

import msgspec

from seaboard.server.storage.rows import Person, Result, Table
from seaboard.server.tables.room import Room

OWN_FILE = "own"
"""What a list of tables says of an option whose value is the text of a file."""


def table_json(room: Room, person: Person | None, *, brief: bool = False) -> dict[str, Any]:
    """A table as it is sent to a person; `brief`, for a list of them, without the texts of files."""
    table = room.table
    options = {name: OWN_FILE if is_file(value) else value for name, value in table.options.items()} if brief else table.options
    return {
        "id": table.id,
        "version": table.version,
        "game": table.game,
        "seats": table.seats,
        "options": options,
        "public": table.public,
        "clock": table.clock,
        "memory_aid": table.memory_aid,
        "chat": table.chat,
        "stage": table.stage,
        "maker": {"id": table.maker, "name": table.maker_name},
        "chairs": [
            {
                "seat": seat,
                "kind": chair.kind,
                "id": chair.person,
                "name": chair.name,
                "connected": connected,
                "covered": chair.covered,
                "level": chair.level,
                "resigned": chair.resigned,
            }
            for seat, (chair, connected) in enumerate(zip(table.chairs, room.connected, strict=True))
        ],
        "match": table.match,
        "matches": table.matches,
        "watching": room.watching,
        "made": table.made,
        "you": you_json(table, person),
    }


def is_file(value: object) -> bool:
    """Whether an option's value is the text of a file."""
    return isinstance(value, str) and "\n" in value


def result_json(result: Result, person: Person) -> dict[str, Any]:
    """How a match ended, for a person."""
    seat = result.people.index(person.id) if person.id in result.people else None
    names = dict(enumerate(result.names))
    return {
        "match": result.match,
        "ended": result.ended,
        "at": result.at,
        "winners": [{"seat": winner, "name": names.get(winner, "")} for winner in result.winners],
        "seat": seat,
        "won": None if seat is None or result.ended != "over" else seat in result.winners,
    }


def you_json(table: Table, person: Person | None) -> dict[str, Any] | None:
    """Who the asking person is at a table."""
    if person is None:
        return None
    return {**msgspec.structs.asdict(person), "seat": table.seat_of(person.id), "maker": table.maker == person.id}
