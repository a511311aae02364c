"""All the rooms of a server process: loaded when somebody comes, forgotten when nobody has been there for a while."""

import asyncio
import logging
import time
from collections import OrderedDict
from collections.abc import Callable, Coroutine
from typing import TYPE_CHECKING, Any

from sqlalchemy.engine import Connection as Database

from seaboard.server import metrics, protocol
from seaboard.server.live.pacing import Pace, safely
from seaboard.server.matches.session import Playing
from seaboard.server.protocol import CoveredWhy, Line, Person
from seaboard.server.refusals import Refused
from seaboard.server.settings import Settings
from seaboard.server.storage import queries
from seaboard.server.storage.rows import Table
from seaboard.server.storage.store import Store
from seaboard.server.tables import seating
from seaboard.server.tables.room import Room

if TYPE_CHECKING:
    from seaboard.server.live.endpoint import Connection

_log = logging.getLogger("seaboard.rooms")


class House:
    """All the rooms of a server process."""

    def __init__(self, store: Store, settings: Settings) -> None:
        self.store = store
        self.settings = settings
        self.rooms: dict[str, Room] = {}
        self._loading: dict[str, asyncio.Future[Room]] = {}
        self._idle: OrderedDict[str, None] = OrderedDict()
        self.gone: dict[tuple[str, str], asyncio.TimerHandle] = {}
        """By table and person: who has left, and when a bot covers for them."""
        self.tasks: set[asyncio.Task[None]] = set()
        self.pace = Pace()
        self.on_change: Callable[[Room, bool], None] = lambda room, own: None
        """Called when it may be a bot's turn; `own` when this server made the change."""

    def run(self, work: Coroutine[Any, Any, None]) -> asyncio.Task[None]:
        """Do this beside everything else."""
        task = asyncio.get_running_loop().create_task(work)
        self.tasks.add(task)
        task.add_done_callback(self._ran)
        return task

    def _ran(self, task: asyncio.Task[None]) -> None:
        self.tasks.discard(task)
        error = None if task.cancelled() else task.exception()
        if error and not isinstance(error, Refused):  # a match of other rules can't go on, and nothing is wrong
            _log.error("a task failed; the sweep will try again", exc_info=error)

    # ---- Rooms come and go ---------------------------------------------------------------------

    async def room(self, table: str) -> Room:
        """The room of a table, loaded if need be; refused if there is no such table."""
        while table not in self.rooms:
            loading = self._loading.get(table)
            if loading is None:
                return await self._load(table)
            await asyncio.wait([loading])
        return self.rooms[table]

    async def _load(self, table: str) -> Room:
        self._loading[table] = asyncio.get_running_loop().create_future()
        try:
            found, lines, elsewhere = await self.store.read(
                lambda c: (
                    queries.find_table(c, table),
                    queries.lines_of(c, table),
                    queries.present(c, self.store.process, table) if self.store.is_shared else set(),
                )
            )
            if found is None:
                raise Refused("table.unknown", status=404)
            room = Room(found)
            room.lines, room.elsewhere = lines, elsewhere
            self.rooms[table] = room
            metrics.ROOMS.set(len(self.rooms))
            self.rest(room)
            return room
        finally:
            self._loading.pop(table).cancel()

    def rest(self, room: Room) -> None:
        """Forget a room sooner or later, if nobody is in it."""
        if self.rooms.get(room.table.id) is not room:
            return
        if room.connections or room.driver:
            self._idle.pop(room.table.id, None)
            return
        self._idle[room.table.id] = None
        self._idle.move_to_end(room.table.id)
        for table in list(self._idle)[: max(0, len(self._idle) - self.settings.idle_rooms)]:
            self._forget(table)

    def _forget(self, table: str) -> None:
        room = self.rooms[table]
        if room.lock.is_taken:
            return  # the next one that rests tries again
        del self._idle[table]
        if room.driver or room.connections:
            return
        if room.timer:
            room.timer.cancel()
        del self.rooms[table]
        metrics.ROOMS.set(len(self.rooms))

    def drop_resting(self) -> None:
        """Drop from memory the matches in which nothing has happened for a while."""
        before = time.monotonic() - self.settings.rest
        for room in self.rooms.values():
            if room.playing and room.used < before and not room.driver and not room.lock.is_taken:
                room.drop()

    # ---- Matches -------------------------------------------------------------------------------

    async def awake(self, room: Room, *, catch_up: bool = False) -> Playing | None:
        """The room's match as the database has it. Call it with the room's lock held."""
        match = room.table.match
        room.used = time.monotonic()
        playing = room.awake
        if playing:
            if catch_up:
                entries = await self.store.read(lambda c: queries.entries_of(c, playing.row.id, playing.number))
                for entry in entries:
                    playing.absorb(entry)
                if entries:
                    room.changed()
            return playing
        if match is None:
            room.playing = None
            return None
        row, entries = await self.store.read(lambda c: (queries.find_match(c, match), queries.entries_of(c, match)))
        assert row is not None
        room.playing = Playing(row, entries)
        room.written_due = row.due
        room.changed()
        return room.playing

    async def refresh(self, room: Room) -> None:
        """Look what others have written, and tell the connections."""
        async with room.lock:
            await self.awake(room, catch_up=True)

    # ---- Tables --------------------------------------------------------------------------------

    async def change(self, table: str, change: Callable[[Table], None], then: Callable[[Database, Table], None] | None = None) -> Room:
        """Change a table, on disk and in its room; what the change refuses is raised."""

        def work(c: Database) -> Table:
            before = queries.find_table(c, table)
            after = queries.change_table(c, table, change)
            if before and before.stage == "playing" and after.stage == "over" and after.match:
                queries.end_match(c, after.match, "abandoned")
            if then:
                then(c, after)
            return after

        after = await self.store.write(work, order=table, notes=(f"t:{table}",))
        room = await self.room(table)
        self.took(room, after, own=True)
        return room

    def took(self, room: Room, table: Table, *, own: bool) -> None:
        """Let the room know its table as it is now."""
        if table.version < room.table.version:
            return
        room.know(table)
        playing = room.playing
        if playing and playing.row.id == table.match and table.stage != "playing" and not playing.is_played_out:
            room.playing = None  # the database says how it ended: nobody is left, or there are last moves that are unknown here
        for seat in [seat for seat, bot in room.bots.items() if table.chairs[seat].level != bot.level]:
            del room.bots[seat]
        room.changed()
        self.on_change(room, own)

    async def say(self, room: Room, person: Person, text: str, message: str) -> Line:
        """Somebody says something."""
        table = room.table
        if person.id in table.banned:
            raise Refused("table.removed", status=403)
        if table.maker != person.id and table.seat_of(person.id) is None:
            raise Refused("table.not_seated", status=403)
        if not table.chat:
            raise Refused("chat.off")
        line = await self.store.write(lambda c: queries.say(c, table.id, person, text, message), order=table.id, notes=(f"c:{table.id}",))
        self.heard(room, [line])
        return line

    def heard(self, room: Room, lines: list[Line]) -> None:
        """Show the lines that are new to this room."""
        last = room.lines[-1].number if room.lines else 0
        new = [line for line in lines if line.number > last]
        room.lines = (room.lines + new)[-queries.CHAT_SHOWN :]
        for connection in list(room.connections):
            for line in new:
                connection.tell(protocol.Chatted(line))

    # ---- Who is there --------------------------------------------------------------------------

    async def arrive(self, room: Room, connection: "Connection") -> None:
        """Somebody connects; if a bot covered for them, they have their seat back."""
        self._idle.pop(room.table.id, None)
        self.rooms[room.table.id] = room
        person = connection.person
        is_new = person is not None and person.id not in {c.person.id for c in room.connections if c.person}
        room.connections.add(connection)
        if person:
            self._back(room.table.id, person.id)
        if person and is_new and self.store.is_shared:
            await self.store.write(lambda c: queries.arrive(c, self.store.process, room.table.id, person.id), notes=(f"p:{room.table.id}",))
        if self.store.is_shared:
            table, room.elsewhere = await self.store.read(
                lambda c: (queries.find_table(c, room.table.id), queries.present(c, self.store.process, room.table.id))
            )
            if table:
                self.took(room, table, own=False)
        seat = room.table.seat_of(person.id if person else None)
        if seat is not None and room.table.chairs[seat].covered:
            await self.come_back(room, seat)
        async with room.lock:
            await self.awake(room, catch_up=self.store.is_shared)
        self._tell_presence(room, but=connection)
        self.on_change(room, False)

    async def leave(self, room: Room, connection: "Connection") -> None:
        """A connection is gone."""
        room.connections.discard(connection)
        person = connection.person
        if person and person.id not in room.here - room.elsewhere:
            if self.store.is_shared:
                await self.store.write(
                    lambda c: queries.leave(c, self.store.process, room.table.id, person.id), notes=(f"p:{room.table.id}",)
                )
            if room.table.clock and room.table.stage == "playing" and room.table.seat_of(person.id) is not None:
                self._gone(room.table.id, person.id)
        self._tell_presence(room)
        self.rest(room)

    def _gone(self, table: str, person: str) -> None:
        self._back(table, person)
        loop = asyncio.get_running_loop()
        self.gone[table, person] = loop.call_later(self.settings.grace, lambda: self.run(self._cover_if_gone(table, person)))

    def _back(self, table: str, person: str) -> None:
        timer = self.gone.pop((table, person), None)
        if timer:
            timer.cancel()

    async def _cover_if_gone(self, table: str, person: str) -> None:
        self._back(table, person)
        room = await self.room(table)
        seat = room.table.seat_of(person)
        if seat is not None and room.table.stage == "playing" and not room.table.chairs[seat].covered and person not in room.here:
            await self.cover(room, seat, "left")

    async def cover(self, room: Room, seat: int, why: CoveredWhy) -> None:
        """A bot plays for a person from now on."""
        person = room.table.chairs[seat].person

        def change(table: Table) -> None:
            if table.stage == "playing" and table.chairs[seat].person == person:
                seating.cover(table, seat, why)

        await self.change(room.table.id, change)
        metrics.COVERED.labels(why).inc()

    async def come_back(self, room: Room, seat: int) -> None:
        """A covered person plays again."""
        await self.change(room.table.id, lambda table: seating.come_back(table, seat))

    def _tell_presence(self, room: Room, but: "Connection | None" = None) -> None:
        for connection in list(room.connections):
            if connection is not but:
                safely(connection.tell_presence)

    # ---- News from other servers ---------------------------------------------------------------

    async def hear(self, note: str) -> None:
        """Another server has written something: `m:` a match's entries, `t:` a table, `c:` chat, `p:` presence."""
        kind, _, name = note.partition(":")
        room = self.rooms.get(name)
        if room is None:
            return
        if kind == "m":
            if room.playing or room.connections:
                await self.refresh(room)
                self.on_change(room, False)
        elif kind == "t":
            table = await self.store.read(lambda c: queries.find_table(c, name))
            if table:
                self.took(room, table, own=False)
        elif kind == "c":
            self.heard(room, await self.store.read(lambda c: queries.lines_of(c, name)))
        elif kind == "p":
            room.elsewhere = await self.store.read(lambda c: queries.present(c, self.store.process, name))
            for person in room.elsewhere:
                self._back(name, person)
            self._tell_presence(room)

    async def hear_all(self) -> None:
        """News may have been missed: look at every room again."""
        for name in list(self.rooms):
            for kind in "mtcp":
                await self.hear(f"{kind}:{name}")
