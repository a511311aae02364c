"""Notes: what a server tells the others on the same PostgreSQL about its writes, as words of a notification.

A note is a kind and the id of what has changed. The note of a move carries the move itself, so that the others needn't read it; a server
that only understands the id, as during an upgrade, asks the database.
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
    """When the next action is due; KEEP: as before."""

    @property
    def entry(self) -> Entry:
        """Return the move's entry, without what only lists need."""
        return Entry(self.match, self.number, self.seat, self.action, self.message, self.at)


_carried = msgspec.msgpack.Decoder(Carried)


def of_moves(table: str) -> str:
    """Moves were made at a table."""
    return f"m:{table}"


def of_entry(table: str, entry: Entry, *, due: float | None) -> str:
    """Make the note of a move at a table, with the time the next action is due. It is short, as message ids are."""
    carried = Carried(entry.match, entry.number, entry.seat, entry.action, entry.message, entry.at, due)
    return f"m:{table}:{urlsafe_b64encode(msgspec.msgpack.encode(carried)).decode()}"


def carried_in(word: str) -> Carried | None:
    """Read the move in a note; None if it can't be read, as from a newer server."""
    try:
        return _carried.decode(urlsafe_b64decode(word))
    except (ValueError, msgspec.MsgspecError):
        return None


def as_lines(process: str, notes: Iterable[str]) -> list[str]:
    """Pack notes, each once and in this order, into lines short enough for a notification."""
    lines: list[str] = []
    for note in dict.fromkeys(notes):
        if not lines or len(lines[-1]) + len(note) > MOST_BYTES:
            lines.append(process)
        lines[-1] += " " + note
    return lines
