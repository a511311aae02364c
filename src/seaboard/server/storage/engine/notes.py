"""Notes: what a server tells the others on the same PostgreSQL of what it has written, as words of a notification.

A note is a kind and the id of what has changed. The note of a move carries the move itself, so that the others need not read it;
a server that only reads the id, as one that is being upgraded does, asks the database.
"""

from base64 import urlsafe_b64decode, urlsafe_b64encode
from collections.abc import Iterable

import msgspec

from seaboard.server.storage.rows import Entry

KEEP = -1.0
"""For `due`: leave it as it is."""
MOST_BYTES = 7000  # PostgreSQL carries 8000 bytes at most in one notification


class Carried(msgspec.Struct, frozen=True, array_like=True):
    """A move as a note carries it."""

    match: str
    number: int
    seat: int
    action: int
    message: str | None
    at: float
    due: float | None
    """When somebody is due after it; KEEP: as before."""

    @property
    def entry(self) -> Entry:
        """The move's entry, but for what only lists need."""
        return Entry(self.match, self.number, self.seat, self.action, self.message, self.at)


_carried = msgspec.msgpack.Decoder(Carried)


def of_moves(table: str) -> str:
    """Moves were made at a table."""
    return f"m:{table}"


def of_entry(table: str, entry: Entry, *, due: float | None) -> str:
    """This move was made at a table, and this is when somebody is due then. It is short: so are the ids of messages."""
    carried = Carried(entry.match, entry.number, entry.seat, entry.action, entry.message, entry.at, due)
    return f"m:{table}:{urlsafe_b64encode(msgspec.msgpack.encode(carried)).decode()}"


def carried_in(word: str) -> Carried | None:
    """The move that a note carries; None if it can't be read, as that of a newer server."""
    try:
        return _carried.decode(urlsafe_b64decode(word))
    except (ValueError, msgspec.MsgspecError):
        return None


def as_lines(process: str, notes: Iterable[str]) -> list[str]:
    """What a server tells the others, each note once and in this order, in lines short enough for a notification."""
    lines: list[str] = []
    for note in dict.fromkeys(notes):
        if not lines or len(lines[-1]) + len(note) > MOST_BYTES:
            lines.append(process)
        lines[-1] += " " + note
    return lines
