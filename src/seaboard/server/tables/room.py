"""Rooms: tables in memory while somebody is there, kept true to the database."""

import asyncio
import time
from collections.abc import Callable
from typing import TYPE_CHECKING

from seaboard.server.live.pacing import RUSHED, Pace, Rush, safely
from seaboard.server.matches import bots
from seaboard.server.matches.session import Playing
from seaboard.server.protocol import Line
from seaboard.server.storage.rows import Table
from seaboard.server.tables import seating
from seaboard.server.tables.turns import Turns

if TYPE_CHECKING:
    from seaboard.server.live.endpoint import Connection


class Room:
    """A table in memory. `playing` is dropped when the match rests and rebuilt when it goes on."""

    __slots__ = (
        "_is_overdue",
        "_rush",
        "_said",
        "alone",
        "bots",
        "connections",
        "driver",
        "elsewhere",
        "is_kicked",
        "is_writing",
        "lines",
        "lock",
        "playing",
        "table",
        "timer",
        "used",
        "when_due",
        "written_due",
    )

    def __init__(self, table: Table) -> None:
        self.connections: set[Connection] = set()
        self.know(table)
        self.playing: Playing | None = None
        self.elsewhere: set[str] = set()  # people connected through other servers
        self.lines: list[Line] = []
        self.lock = Turns()
        self.is_writing = False  # `playing` is ahead of the disk: show it to nobody
        self.is_kicked = False  # somebody may have to be driven, but a move was being written
        self.driver: asyncio.Task[None] | None = None
        self.timer: asyncio.TimerHandle | None = None
        self.bots: dict[int, bots.Seat] = {}
        self.used = time.monotonic()
        self.written_due: float | None = None
        self._said: dict[tuple[int | None, int], bytes] = {}
        self._rush = Rush()
        self._is_overdue = False  # it was time to tell everyone of moves, but another was being written
        self.when_due = self._when_due  # one object for the same thing, so that it can be waiting only once

    def know(self, table: Table) -> None:
        """The table is like this now."""
        self.table = table
        self.alone = [seat for seat in range(table.seats) if seating.is_alone(table, seat)]
        for connection in self.connections:
            connection.sit()

    @property
    def awake(self) -> Playing | None:
        """The table's match, if it is in memory."""
        playing = self.playing
        return playing if playing is not None and playing.row.id == self.table.match else None

    @property
    def here(self) -> set[str]:
        """Who is connected, here or through another server."""
        return {c.person.id for c in self.connections if c.person} | self.elsewhere

    @property
    def connected(self) -> list[bool]:
        """Whether each chair has somebody who is there; bots always are."""
        here = self.here
        return [chair.person in here if chair.person else chair.kind == "bot" for chair in self.table.chairs]

    @property
    def watching(self) -> int:
        """How many connections of this server only watch."""
        return sum(self.table.seat_of(c.person.id if c.person else None) is None for c in self.connections)

    def changed(self) -> None:
        """Let every connection find out what is new to it."""
        self._said.clear()
        self._tell_all()

    def moved(self, pace: Pace) -> None:
        """The same after a move was written: those who are to act next find out first, what is said to them may be ready."""
        is_rushed = self._rush.moved()
        next_up = self.playing.next_up if self.playing else []
        for connection in list(self.connections):
            if connection.seat in next_up or (self._is_overdue and _has_waited(connection, is_rushed)):
                safely(connection.wake)
            elif connection.outbox:
                safely(connection.answer)
        self._is_overdue = False
        pace.later(self.when_due, is_rushed=is_rushed)

    def begin_writing(self) -> None:
        """A move is being written, and shown to nobody before it is."""
        self.is_writing = True
        self._said.clear()

    def end_writing(self, *, is_written: bool) -> None:
        """It is written, or it never happened and the match must be rebuilt."""
        self.is_writing = False
        if not is_written:
            self.playing = None
            self._said.clear()

    def prepare(self) -> None:
        """While a move is being written, make ready what those are told then who are to act next."""
        if self.is_writing and self.playing:
            next_up = self.playing.next_up
            for connection in list(self.connections):
                if connection.seat in next_up:
                    safely(connection.prepare)

    def _when_due(self) -> bool:
        """Tell those who have waited long enough; whether there are others, who still have to be told."""
        if self.is_writing:
            self._is_overdue = True
            return False
        is_rushed = self._rush.goes_on
        waited = [connection for connection in self.connections if _has_waited(connection, is_rushed)]
        for connection in waited:
            safely(connection.wake)
        return len(waited) < len(self.connections)

    def _tell_all(self) -> None:
        if not self.is_writing:  # else they only hear what is not of the match
            self._is_overdue = False
        for connection in list(self.connections):
            safely(connection.wake)

    def drop(self) -> None:
        """Drop the match from memory."""
        self.playing = None
        self.bots.clear()
        self._said.clear()

    def said_once(self, seat: int | None, since: int, make: Callable[["Room", int | None, int], bytes]) -> bytes:
        """The text for a seat that has seen `since`, made once for all connections that need it."""
        text = self._said.get((seat, since))
        if text is None:
            text = self._said[seat, since] = make(self, seat, since)
        return text


def _has_waited(connection: "Connection", is_rushed: bool) -> bool:
    """Whether it is time to tell them of others' moves; who plays in a rush hears of them often enough."""
    return not is_rushed or time.monotonic() - connection.heard > RUSHED / 2
