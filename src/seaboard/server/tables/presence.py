"""Who is at a table: people come and go, and a bot covers for people who stay away while a clock runs."""

import asyncio
from collections.abc import Sequence

from seaboard.server import metrics
from seaboard.server.matches.deadlines import clock_of
from seaboard.server.protocol import CoveredWhy, Person
from seaboard.server.storage import queries
from seaboard.server.storage.rows import Table
from seaboard.server.tables import seating
from seaboard.server.tables.changes import Change
from seaboard.server.tables.registry import Rooms
from seaboard.server.tables.room import Room

COUNTED = 1.0
"""Seconds over which spectators who come or go are counted together for the other servers."""
QUICK = 3600.0
"""Seconds a move: where a clock is slower, people come and go, and only the clock tells whether they stay away."""


class Presence:
    """Lets people come, go, be covered and come back."""

    def __init__(self, rooms: Rooms) -> None:
        self._rooms = rooms
        self._store = rooms.store
        self._grace = rooms.settings.grace
        self._counted: dict[str, int] = {}  # spectators here, by table, as last sent to the other servers
        self._counting: set[str] = set()  # tables whose numbers have to be sent
        self._away: dict[tuple[str, str], asyncio.TimerHandle] = {}  # by table and person, until a bot covers for them

    async def arrive(self, room: Room, person: Person | None) -> None:
        """Handle a new connection; if a bot covered for its person, they get their seat back. The room is then up to date."""
        self._rooms.hold(room)
        table = room.table.id
        is_new = room.add_person(person.id if person else None)
        if person:
            self._is_back(table, person.id)
        if self._store.is_shared:
            if person and is_new:
                await self._store.write(lambda c: queries.arrive(c, self._store.process, table, person.id), notes=(f"p:{table}",))
            found, elsewhere = await self._store.read(
                lambda c: (queries.find_table(c, table), queries.present(c, self._store.process, table))
            )
            room.set_elsewhere(*elsewhere)
            if found:
                self._rooms.apply_table(room, found, own=False)
        seat = room.table.seat_of(person.id if person else None)
        if seat is not None and room.table.chairs[seat].covered:
            await self.come_back(room, seat)
        async with room.lock:
            await self._rooms.wake(room, catch_up=self._store.is_shared)
        self._rooms.tell(room, Change.PRESENCE, own=False)
        self._count(room)

    async def leave(self, room: Room, person: Person | None) -> None:
        """Handle the end of a connection."""
        is_last = room.remove_person(person.id if person else None)
        table = room.table.id
        try:
            if person and is_last:
                if self._store.is_shared:
                    await self._store.write(
                        lambda c: queries.leave(c, self._store.process, table, person.id), notes=(f"p:{table}",), patience=None
                    )
                seat = room.table.seat_of(person.id)
                clock = None if seat is None else clock_of(room.table, seat)
                if clock and clock <= QUICK and room.table.stage == "playing":
                    self._is_away(table, person.id)
            self._rooms.tell(room, Change.PRESENCE)
            self._count(room)
        finally:
            self._rooms.let_go(room)

    def hear(self, room: Room, _change: Change, _own: bool) -> None:
        """Handle a change of a table: people who sit down are no longer spectators."""
        self._count(room)

    def _count(self, room: Room) -> None:
        """Send the other servers the number of spectators here, soon, since many may come and go at once."""
        table = room.table.id
        if self._store.is_shared and room.watching_here != self._counted.get(table, 0) and table not in self._counting:
            self._counting.add(table)
            self._rooms.hold(room)
            self._rooms.run(self._tell_count(room))

    async def _tell_count(self, room: Room) -> None:
        table = room.table.id
        try:
            await asyncio.sleep(COUNTED)
            self._counting.discard(table)  # later changes are sent again
            count = room.watching_here
            if count:
                self._counted[table] = count
            else:
                self._counted.pop(table, None)
            await self._store.write(
                lambda c: queries.note_watching(c, self._store.process, table, count), notes=(f"p:{table}",), patience=None
            )
        finally:
            self._rooms.let_go(room)

    def are_elsewhere(self, room: Room, people: set[str], watching: int) -> None:
        """Set the people connected through other servers, and the number of spectators there."""
        room.set_elsewhere(people, watching)
        for person in people:
            self._is_back(room.table.id, person)
        self._rooms.tell(room, Change.PRESENCE, own=False)

    async def cover(self, room: Room, seats: Sequence[int], why: CoveredWhy) -> None:
        """Have bots play for these people: for all at once, since the match pauses if nobody is left."""
        people = {seat: room.table.chairs[seat].person for seat in seats}

        def change(table: Table) -> None:
            for seat, person in people.items():
                if table.stage == "playing" and table.chairs[seat].person == person:
                    seating.cover(table, seat, why)

        await self._rooms.change(room.table.id, change)
        metrics.COVERED.labels(why).inc(len(people))

    async def come_back(self, room: Room, seat: int) -> None:
        """Give a covered person their seat back."""
        await self._rooms.change(room.table.id, lambda table: seating.come_back(table, seat))

    def close(self) -> None:
        """Stop covering for anybody."""
        for timer in self._away.values():
            timer.cancel()

    def _is_away(self, table: str, person: str) -> None:
        self._is_back(table, person)
        loop = asyncio.get_running_loop()
        self._away[table, person] = loop.call_later(self._grace, lambda: self._rooms.run(self._cover_if_away(table, person)))

    def _is_back(self, table: str, person: str) -> None:
        timer = self._away.pop((table, person), None)
        if timer:
            timer.cancel()

    async def _cover_if_away(self, table: str, person: str) -> None:
        self._is_back(table, person)
        room = await self._rooms.room(table)
        seat = room.table.seat_of(person)
        if seat is not None and room.table.stage == "playing" and not room.table.chairs[seat].covered and person not in room.here:
            await self.cover(room, [seat], "left")
