"""Rooms: tables in memory while somebody is there, kept true to the database."""

import asyncio
import logging
import time
from collections import OrderedDict
from collections.abc import Callable, Coroutine
from typing import TYPE_CHECKING, Any, TypeVar

import msgspec
from sqlalchemy.engine import Connection as Database

from seaboard.server import botseats, chairs, metrics, queries
from seaboard.server.pace import RUSHED, Pace, Rush, safely
from seaboard.server.playing import Playing
from seaboard.server.refusals import Refused
from seaboard.server.rows import Line, Person, Result, Table
from seaboard.server.settings import Settings
from seaboard.server.store import Store
from seaboard.server.turns import Turns

if TYPE_CHECKING:
    from seaboard.server.live import Connection

T = TypeVar("T")
OWN_FILE = "own"
"""What a list of tables says of an option whose value is the text of a file."""
_log = logging.getLogger("seaboard.rooms")


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
        self.bots: dict[int, botseats.Seat] = {}
        self.used = time.monotonic()
        self.written_due: float | None = None
        self._said: dict[tuple[int | None, int], bytes] = {}
        self._rush = Rush()
        self._is_overdue = False  # it was time to tell everyone of moves, but another was being written
        self.when_due = self._when_due  # one object for the same thing, so that it can be waiting only once

    def know(self, table: Table) -> None:
        """The table is like this now."""
        self.table = table
        self.alone = [seat for seat in range(table.seats) if chairs.is_alone(table, seat)]
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
                connection.tell({"type": "chatted", "line": line})

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

    async def cover(self, room: Room, seat: int, why: str) -> None:
        """A bot plays for a person from now on."""
        person = room.table.chairs[seat].person

        def change(table: Table) -> None:
            if table.stage == "playing" and table.chairs[seat].person == person:
                chairs.cover(table, seat, why)

        await self.change(room.table.id, change)
        metrics.COVERED.labels(why).inc()

    async def come_back(self, room: Room, seat: int) -> None:
        """A covered person plays again."""
        await self.change(room.table.id, lambda table: chairs.come_back(table, seat))

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
