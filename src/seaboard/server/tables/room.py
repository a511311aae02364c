"""A room: a table in memory, kept in step with the database."""

import time
from collections import Counter
from collections.abc import Sequence

from seaboard.server.matches.deadlines import next_deadline
from seaboard.server.matches.keeping import Ending
from seaboard.server.matches.session import Session
from seaboard.server.protocol import Line, Reacted
from seaboard.server.storage.notes import KEEP, Carried
from seaboard.server.storage.rows import Entry, Table
from seaboard.server.tables import seating
from seaboard.server.tables.turns import Turns

LINES = 50
"""How many chat lines newcomers are shown."""
REACTIONS = 8
"""How many reactions a connection that was slow is still told of."""


class Room:
    """A table in memory. Its match is dropped when it rests and rebuilt when it goes on.

    Whoever changes the match holds `lock`. While a move is being written, the match is ahead of the disk, because what follows
    from the move (the end, the next deadline) is written with it: `is_writing` says so, and nobody may be shown it.
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
        self.table = table
        self.alone = _alone(table)
        self.lines = list(lines)
        self.reactions: list[Reacted] = []  # the last ones, for those who are here
        self.reacted = 0  # how many there were
        self.lock = Turns()
        self.used = time.monotonic()
        self.due: float | None = None  # as written: when somebody other than an untimed player must act
        self.is_gone = False  # the table was cancelled; nobody comes in any more
        self.is_writing = False
        self._due_ahead: float | None = None
        self.session: Session | None = None  # the table's match, if it is in memory
        self.ending: Ending | None = None  # how the table's match ended, if its rules have changed since
        self._present: Counter[str | None] = Counter()  # connections of this server, by person
        self._elsewhere, self._watching_elsewhere = elsewhere or (set(), 0)  # people connected through other servers

    # ---- The table -----------------------------------------------------------------------------

    def apply_table(self, table: Table, *, is_back: bool = False) -> bool:
        """The table is like this now; False if that is older than what is known, unless it `is_back` to that."""
        if table.version < self.table.version and not is_back:
            return False
        self.table = table
        self.alone = _alone(table)
        if self.ending and self.ending.row.id != table.match:
            self.ending = None
        session = self.session
        if session and (session.row.id != table.match or (table.stage != "playing" and not session.is_played_out)):
            self.session = None  # another match, or the database says how it ended: there are last moves that are unknown here
        return True

    def add_lines(self, lines: Sequence[Line]) -> bool:
        """Somebody said this, or turned out to be somebody else; False if nothing new was said."""
        last = self.lines[-1].number if self.lines else 0
        known = {line.number: line for line in (*self.lines, *lines)}
        self.lines = [known[number] for number in sorted(known)][-LINES:]
        return bool(self.lines) and self.lines[-1].number > last

    def set_lines(self, lines: Sequence[Line]) -> None:
        """This is all that was said, as far as newcomers are shown it: somebody has taken everything back."""
        self.lines = list(lines)

    def add_reaction(self, reaction: Reacted) -> None:
        """Somebody shows a reaction."""
        self.reactions = [*self.reactions, reaction][-REACTIONS:]
        self.reacted += 1

    def reactions_since(self, reacted: int) -> list[Reacted]:
        """The reactions after so many, as far as they are remembered."""
        return self.reactions[-(self.reacted - reacted) :] if reacted < self.reacted else []

    def note_gone(self) -> None:
        """The table is no more."""
        self.is_gone = True

    # ---- Its match -----------------------------------------------------------------------------

    def open_session(self, session: Session) -> None:
        """The match is in memory again, as the database has it."""
        self.session = session
        self.due = session.row.due

    def open_ending(self, ending: Ending) -> None:
        """The match is finished, and its rules have changed since."""
        self.ending = ending

    def drop_session(self) -> None:
        """Drop the match from memory."""
        self.session = self.ending = None

    def touch(self) -> None:
        """Something happens here: don't drop the match yet."""
        self.used = time.monotonic()

    def begin_write(self, entry: Entry) -> float | None:
        """Let a move happen that is being written; when somebody other than an untimed player must act after it."""
        session = self.session
        assert session is not None
        self.is_writing = True
        self.used = time.monotonic()
        session.absorb(entry)
        self._due_ahead = next_deadline(self.table, session)
        return self._due_ahead

    def end_write(self, *, is_written: bool) -> None:
        """It is written, or it never happened and the match must be rebuilt."""
        self.is_writing = False
        if is_written:
            self.due = self._due_ahead
        else:
            self.session = None

    def follow(self, move: Carried) -> bool:
        """Let a move happen that another server has written; False if there are others before it. Call it with the lock held."""
        session = self.session
        if session is None or session.row.id != move.match or session.number < move.number:
            return False
        if session.number == move.number:  # else it is known already
            session.absorb(move.entry)
            if move.due != KEEP:
                self.due = move.due
        self.touch()
        return True

    def note_due(self, due: float | None) -> None:
        """This is being written as when somebody must act."""
        self.due = due

    # ---- Who is there --------------------------------------------------------------------------

    def add_person(self, person: str | None) -> bool:
        """Somebody connects (None: without a cookie); whether they were not there before."""
        self._present[person] += 1
        return self._present[person] == 1

    def remove_person(self, person: str | None) -> bool:
        """A connection has ended; whether it was their last."""
        self._present[person] -= 1
        if not self._present[person]:
            del self._present[person]
        return person not in self._present

    def set_elsewhere(self, people: set[str], watching: int) -> None:
        """These are connected through other servers, and so many connections there only watch."""
        self._elsewhere, self._watching_elsewhere = people, watching

    def has(self, person: str) -> bool:
        """Whether somebody is connected, here or through another server."""
        return person in self._present or person in self._elsewhere

    @property
    def here(self) -> set[str]:
        """Who is connected, here or through another server."""
        return {person for person in self._present if person} | self._elsewhere

    @property
    def has_people(self) -> bool:
        """Whether anybody is connected through this server, be it to watch."""
        return bool(self._present)

    def has_memory(self, seat: int | None) -> bool:
        """Whether a seat's views say what a perfect memory knows: programs have one."""
        return self.table.memory_aid or (seat is not None and self.table.chairs[seat].bot)

    def takes_back(self, seat: int | None) -> bool:
        """Whether a seat may take moves back at this table: nobody else has seen them, and it isn't their one try at a deal."""
        return seat in self.alone and not self.table.is_first_try

    def is_closed_to(self, seat: int | None) -> bool:
        """Whether whoever has this seat may not watch: the cards are others' to play yet."""
        return seat is None and self.table.deal is not None

    @property
    def is_awaited(self) -> bool:
        """Whether anybody is there, or plays by correspondence: bots don't play on by themselves where all have left."""
        return self.has_people or bool(self._elsewhere) or any(chair.person and not chair.covered for chair in self.table.chairs)

    @property
    def connected(self) -> list[bool]:
        """Whether each chair has somebody who is there; bots always are."""
        here = self.here
        return [chair.person in here if chair.person else chair.kind == "bot" for chair in self.table.chairs]

    @property
    def watching(self) -> int:
        """How many connections only watch, here or through another server."""
        return self.watching_here + self._watching_elsewhere

    @property
    def watching_here(self) -> int:
        """How many connections of this server only watch."""
        return self._present.total() - sum(self._present[person] for person in self.table.people)


def _alone(table: Table) -> list[int]:
    """The seats at which all others are bots."""
    return [seat for seat in range(table.seats) if seating.is_alone(table, seat)]
