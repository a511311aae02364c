"""A room: a table in memory, kept in step with the database."""

import time
from collections import Counter
from collections.abc import Sequence

from seaboard.server.matches.deadlines import has_deadlines, next_deadline
from seaboard.server.matches.keeping import Ending
from seaboard.server.matches.session import Session
from seaboard.server.protocol import Line, Reacted
from seaboard.server.storage.engine.notes import KEEP, Carried
from seaboard.server.storage.rows import Entry, Table
from seaboard.server.tables import seating
from seaboard.server.tables.turns import Turns

LINES = 50
"""How many chat lines newcomers are shown."""
REACTIONS = 8
"""How many reactions are kept for slow connections."""


class Room:
    """A table in memory. Its match is dropped when idle and rebuilt when needed.

    Code that changes the match must hold `lock`. While a move is being written, the match is ahead of the disk, because the move's
    consequences (the end, the next deadline) are written with it: `is_writing` is then true, and nobody may be shown the match.
    """

    __slots__ = (
        "__weakref__",
        "_due_ahead",
        "_elsewhere",
        "_present",
        "_watching_elsewhere",
        "alone",
        "due",
        "ending",
        "has_deadlines",
        "is_gone",
        "is_writing",
        "lines",
        "lock",
        "reacted",
        "reactions",
        "session",
        "table",
        "used",
    )

    def __init__(self, table: Table, lines: Sequence[Line] = (), elsewhere: tuple[set[str], int] | None = None) -> None:
        self._set_table(table)
        self.lines = list(lines)
        self.reactions: list[Reacted] = []  # the latest ones, for people who are here
        self.reacted = 0  # how many there have been
        self.lock = Turns()
        self.used = time.monotonic()
        self.due: float | None = None  # as stored: when a bot or a timed player must act
        self.is_gone = False  # the table was cancelled; nobody can come in any more
        self.is_writing = False
        self._due_ahead: float | None = None
        self.session: Session | None = None  # the table's match, if it is in memory
        self.ending: Ending | None = None  # how the table's match ended, if its rules have changed since
        self._present: Counter[str | None] = Counter()  # connections of this server, by person
        self._elsewhere, self._watching_elsewhere = elsewhere or (set(), 0)  # people connected through other servers

    # ---- The table -----------------------------------------------------------------------------

    def apply_table(self, table: Table, *, is_back: bool = False) -> bool:
        """Apply a new state of the table; return False if it is older than the known one, unless the table `is_back` at an older state."""
        if table.version < self.table.version and not is_back:
            return False
        self._set_table(table)
        if self.ending and self.ending.row.id != table.match:
            self.ending = None
        session = self.session
        if session and (session.row.id != table.match or (table.stage != "playing" and not session.is_played_out)):
            self.session = None  # another match, or the database says how it ended: the last moves are unknown here
        return True

    def _set_table(self, table: Table) -> None:
        """Set the table, and what is asked of it for every move."""
        self.table = table
        self.alone = _alone(table)
        self.has_deadlines = has_deadlines(table)

    def add_lines(self, lines: Sequence[Line]) -> bool:
        """Add chat lines, or update their authors; return False if nothing is new."""
        last = self.lines[-1].number if self.lines else 0
        known = {line.number: line for line in (*self.lines, *lines)}
        self.lines = [known[number] for number in sorted(known)][-LINES:]
        return bool(self.lines) and self.lines[-1].number > last

    def set_lines(self, lines: Sequence[Line]) -> None:
        """Replace the chat shown to newcomers, after a person's lines were deleted."""
        self.lines = list(lines)

    def add_reaction(self, reaction: Reacted) -> None:
        """Add a reaction."""
        self.reactions = [*self.reactions, reaction][-REACTIONS:]
        self.reacted += 1

    def reactions_since(self, reacted: int) -> list[Reacted]:
        """Return the reactions after this many, as far as they are remembered."""
        return self.reactions[-(self.reacted - reacted) :] if reacted < self.reacted else []

    def note_gone(self) -> None:
        """Note that the table was deleted."""
        self.is_gone = True

    # ---- Its match -----------------------------------------------------------------------------

    def open_session(self, session: Session) -> None:
        """Put the match in memory, as it is in the database."""
        self.session = session
        self.due = session.row.due

    def open_ending(self, ending: Ending) -> None:
        """Note that the match is finished, and that its rules have changed since."""
        self.ending = ending

    def drop_session(self) -> None:
        """Drop the match from memory."""
        self.session = self.ending = None

    def touch(self) -> None:
        """Note activity: don't drop the match yet."""
        self.used = time.monotonic()

    def begin_write(self, entry: Entry) -> float | None:
        """Play a move that is being written; return when a bot or a timed player must act after it."""
        session = self.session
        assert session is not None
        self.is_writing = True
        self.used = time.monotonic()
        session.absorb(entry)
        self._due_ahead = next_deadline(self.table, session) if self.has_deadlines else None
        return self._due_ahead

    def end_write(self, *, is_written: bool) -> None:
        """Note that it is written, or that it failed and the match must be rebuilt."""
        self.is_writing = False
        if is_written:
            self.due = self._due_ahead
        else:
            self.session = None

    def follow(self, move: Carried) -> bool:
        """Play a move that another server has written; return False if others come before it. Call it with the lock held."""
        session = self.session
        if session is None or session.row.id != move.match or session.number < move.number:
            return False
        if session.number == move.number:  # otherwise it is already known
            session.absorb(move.entry)
            if move.due != KEEP:
                self.due = move.due
        self.touch()
        return True

    def note_due(self, due: float | None) -> None:
        """Note the deadline that is being written."""
        self.due = due

    # ---- Who is there --------------------------------------------------------------------------

    def add_person(self, person: str | None) -> bool:
        """Add a connection (None: without a cookie); return whether its person is new here."""
        self._present[person] += 1
        return self._present[person] == 1

    def remove_person(self, person: str | None) -> bool:
        """Remove a connection; return whether it was its person's last."""
        self._present[person] -= 1
        if not self._present[person]:
            del self._present[person]
        return person not in self._present

    def set_elsewhere(self, people: set[str], watching: int) -> None:
        """Set the people connected through other servers, and the number of spectators there."""
        self._elsewhere, self._watching_elsewhere = people, watching

    def has(self, person: str) -> bool:
        """Whether a person is connected, here or through another server."""
        return person in self._present or person in self._elsewhere

    @property
    def here(self) -> set[str]:
        """Who is connected, here or through another server."""
        return {person for person in self._present if person} | self._elsewhere

    @property
    def has_people(self) -> bool:
        """Whether anybody is connected through this server, even a spectator."""
        return bool(self._present)

    def has_memory(self, seat: int | None) -> bool:
        """Whether a seat's views include a perfect memory: programs have one."""
        return self.table.memory_aid or (seat is not None and self.table.chairs[seat].bot)

    def takes_back(self, seat: int | None) -> bool:
        """Whether a seat may take moves back at this table: nobody else has seen them, and it isn't the player's one try at a deal."""
        return seat in self.alone and not self.table.is_first_try

    def is_closed_to(self, seat: int | None) -> bool:
        """Whether a viewer without a seat is kept out, because others may still play the cards."""
        return seat is None and self.table.deal is not None

    @property
    def is_awaited(self) -> bool:
        """Whether anybody is there, or plays by correspondence: bots don't play on by themselves when everyone has left."""
        return self.has_people or bool(self._elsewhere) or any(chair.person and not chair.covered for chair in self.table.chairs)

    @property
    def connected(self) -> list[bool]:
        """Whether each chair's player is there; bots always are."""
        here = self.here
        return [chair.person in here if chair.person else chair.kind == "bot" for chair in self.table.chairs]

    @property
    def watching(self) -> int:
        """Return the number of spectators, here or through another server."""
        return self.watching_here + self._watching_elsewhere

    @property
    def watching_here(self) -> int:
        """Return the number of spectators through this server."""
        return self._present.total() - sum(self._present[person] for person in self.table.people)


def _alone(table: Table) -> list[int]:
    """Return the seats at which all others are bots."""
    return [seat for seat in range(table.seats) if seating.is_alone(table, seat)]
