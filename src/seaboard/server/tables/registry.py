"""All the rooms of a server process: loaded when a person comes, dropped when nobody has been there for a while."""

import asyncio
import logging
import time
from collections import Counter, OrderedDict
from collections.abc import Callable, Coroutine, Iterator
from functools import partial
from typing import Any

from sqlalchemy.engine import Connection as Database

from seaboard.server import metrics
from seaboard.server.matches import keeping
from seaboard.server.matches.session import Session, has_rules
from seaboard.server.refusals import Refused
from seaboard.server.settings import Settings
from seaboard.server.storage import queries
from seaboard.server.storage.matches import deals, finished
from seaboard.server.storage.rows import Table
from seaboard.server.storage.store import Store
from seaboard.server.tables.changes import Change
from seaboard.server.tables.host_decisions import House
from seaboard.server.tables.room import Room
from seaboard.server.tables.shuffle_secrets import Seals
from seaboard.server.tables.table_message import is_file
from seaboard.server.whereabouts import Whereabouts

Listener = Callable[[Room, Change, bool], None]
"""Called with each change in a room, and whether this server made it."""
Watcher = Callable[[Room, Table, Table], None]
"""Called with each change that this server makes to a table: the table before it, and after."""
_log = logging.getLogger("seaboard.rooms")
MOMENT = 1e-3
"""Two entries further apart than these seconds are not the same."""
QUICK = 40
"""Entries up to which a match is rebuilt on the spot."""


class Rooms:
    """The rooms by their table's id, and listeners to what happens in them."""

    def __init__(self, store: Store, settings: Settings) -> None:
        self.store = store
        self.settings = settings
        self.whereabouts = Whereabouts()
        self.house = House(store, self.whereabouts)
        self.seals = Seals(store)
        self.tasks: set[asyncio.Task[None]] = set()
        self._rooms: dict[str, Room] = {}
        self._listeners: dict[Change, list[Listener]] = {change: [] for change in Change}
        self._watchers: list[Watcher] = []
        self._loading: dict[str, asyncio.Future[Room]] = {}
        self._holds: Counter[str] = Counter()
        self._idle: OrderedDict[str, None] = OrderedDict()

    # ---- Listening -----------------------------------------------------------------------------

    def listen(self, listener: Listener, *changes: Change) -> None:
        """Call this function on these changes; by default on every change."""
        for change in changes or Change:
            self._listeners[change].append(listener)

    def watch(self, watcher: Watcher) -> None:
        """Call this function with each table before and after a change by this server."""
        self._watchers.append(watcher)

    def tell(self, room: Room, change: Change, *, own: bool = True) -> None:
        """Notify all listeners of a change."""
        for listener in self._listeners[change]:
            try:
                listener(room, change, own)
            except Exception:  # one failure must not stop the rest
                _log.exception("a listener failed to handle a change at a table")

    def run(self, work: Coroutine[Any, Any, None]) -> asyncio.Task[None]:
        """Run this in the background."""
        task = asyncio.get_running_loop().create_task(work)
        self.tasks.add(task)
        task.add_done_callback(self._ran)
        return task

    def _ran(self, task: asyncio.Task[None]) -> None:
        self.tasks.discard(task)
        error = None if task.cancelled() else task.exception()
        if error and not isinstance(error, Refused):  # a match under other rules can't go on, which is no error
            _log.error("a task failed; the sweep will try again", exc_info=error)

    # ---- Rooms come and go ---------------------------------------------------------------------

    def __iter__(self) -> Iterator[Room]:
        return iter(list(self._rooms.values()))

    def get(self, table: str) -> Room | None:
        """Return the room of a table, if it is in memory."""
        return self._rooms.get(table)

    async def room(self, table: str) -> Room:
        """Return the room of a table, loaded if necessary; refused if there is no such table."""
        while table not in self._rooms:
            loading = self._loading.get(table)
            if loading is None:
                return await self._load(table)
            await asyncio.wait([loading])
        room = self._rooms[table]
        if room.is_gone:
            raise Refused("table.unknown", status=404)
        return room

    async def _load(self, table: str) -> Room:
        self._loading[table] = asyncio.get_running_loop().create_future()
        try:
            found, lines, elsewhere = await self.store.read(
                lambda c: (
                    queries.find_table(c, table),
                    queries.lines_of(c, table),
                    queries.present(c, self.store.process, table) if self.store.is_shared else None,
                )
            )
            if found is None:
                raise Refused("table.unknown", status=404)
            room = self._rooms[table] = Room(found, lines, elsewhere)
            metrics.ROOMS.set(len(self._rooms))
            self._idle[table] = None
            self._forget_some()
            return room
        finally:
            self._loading.pop(table).cancel()

    def hold(self, room: Room) -> None:
        """Keep a room in memory until `let_go` has been called as often as this."""
        table = room.table.id
        self._holds[table] += 1
        self._idle.pop(table, None)
        self._rooms[table] = room  # it may have been dropped just before

    def let_go(self, room: Room) -> None:
        """Drop a room sooner or later, if nobody else holds it."""
        table = room.table.id
        self._holds[table] -= 1
        if not self._holds[table]:
            del self._holds[table]
            self._idle[table] = None
            self._forget_some()

    def _forget_some(self) -> None:
        for table in list(self._idle)[: max(0, len(self._idle) - self.settings.idle_rooms)]:
            if not self._rooms[table].lock.is_taken:  # otherwise try again when the next one is let go
                del self._idle[table]
                del self._rooms[table]
        metrics.ROOMS.set(len(self._rooms))

    def drop_resting(self) -> None:
        """Drop from memory the matches in which nothing has happened for a while."""
        before = time.monotonic() - self.settings.rest
        for room in self:
            if (room.session or room.ending) and room.used < before and not room.lock.is_taken:
                room.drop_session()

    # ---- Matches -------------------------------------------------------------------------------

    async def wake(self, room: Room, *, catch_up: bool = False) -> Session | None:
        """Return the room's match, rebuilt from the database or brought up to date if necessary; None if there is none, or (`room.ending`)
        it is finished and its rules have changed since. Call it with the room's lock held.
        """
        match = room.table.match
        room.touch()
        known = room.session
        if known:
            if catch_up:
                entries = await self.store.read(lambda c: queries.entries_of(c, known.row.id, known.number))
                for entry in entries:
                    known.absorb(entry)
                if entries:
                    self.tell(room, Change.CAUGHT_UP)
            return known
        if match is None:
            room.drop_session()
            return None
        if room.ending:
            return None
        row, entries = await self.store.read(lambda c: (queries.find_match(c, match), queries.entries_of(c, match)))
        if row is None:
            raise Refused("match.unknown", status=404)  # the database has lost it; the table is soon read again
        if row.ended and not has_rules(row):
            frames = await self.store.read(lambda c: queries.kept(c, match))
            room.open_ending(await asyncio.to_thread(keeping.ending, row, frames))
            self.tell(room, Change.CAUGHT_UP)
            return None
        if len(entries) > QUICK or any(is_file(value) for value in row.options.values()):
            session = await asyncio.to_thread(Session, row, entries)
        else:
            session = Session(row, entries)
        if room.table.match != match:  # the table has gone on meanwhile
            return await self.wake(room)
        room.open_session(session)
        self.tell(room, Change.CAUGHT_UP)
        return session

    async def check(self, room: Room) -> None:
        """Drop whatever the database doesn't have of a room: a standby that took over may have lost the last moments."""
        known = room.table.version
        table = await self.store.read(lambda c: queries.find_table(c, room.table.id))
        if table is not None and table.version < known == room.table.version:
            room.apply_table(table, is_back=True)
            self.tell(room, Change.TABLE, own=False)
        async with room.lock:
            session = room.session
            if session is None or not session.number:
                return
            last = await self.store.read(lambda c: queries.entries_of(c, session.row.id, session.number - 1))
            if not last or abs(last[0].at - session.last_at) > MOMENT:
                room.drop_session()

    async def refresh(self, room: Room) -> None:
        """Check for writes by other servers."""
        async with room.lock:
            await self.wake(room, catch_up=True)

    # ---- Tables --------------------------------------------------------------------------------

    async def change(self, table: str, change: Callable[[Table], None], then: Callable[[Database, Table], None] | None = None) -> Room:
        """Change a table, on disk and in its room; raises if the change is refused. Listeners only hear of real changes."""
        notes: list[str] = []

        def work(c: Database) -> tuple[Table | None, Table]:
            before = queries.find_table(c, table)
            after = queries.change_table(c, table, partial(self._change, c, change))
            notes[:] = [] if before and before.version == after.version else [f"t:{table}"]
            if before and before.stage == "playing" and after.stage == "over" and after.match:
                queries.end_match(c, after.match, "abandoned")
                deals.end(c, after.match, "abandoned")
                finished.add(c, after)
            if then:
                then(c, after)
            return before, after

        before, after = await self.store.write(work, order=table, notes=notes)
        room = await self.room(table)
        if notes or after.version > room.table.version:
            self.apply_table(room, after, own=True)
        if notes and before is not None:
            self._show_change(room, before, after)
        return room

    def _change(self, c: Database, change: Callable[[Table], None], table: Table) -> None:
        """Change a table; a person who comes or goes while cards are dealt voids that shuffle, which they take part in."""
        if table.coming is None:
            table.coming = self.seals.next(c)
        dealt_to = _dealt_to(table) if table.coming.until is not None else None
        change(table)
        if table.coming is None or (dealt_to is not None and table.stage != "playing" and _dealt_to(table) != dealt_to):
            table.coming = self.seals.next(c)

    def _show_change(self, room: Room, before: Table, after: Table) -> None:
        for watcher in self._watchers:
            try:
                watcher(room, before, after)
            except Exception:  # what was written is written
                _log.exception("a watcher failed to handle a change of a table")

    def apply_table(self, room: Room, table: Table, *, own: bool) -> None:
        """Apply the current table to its room, and notify listeners."""
        if room.apply_table(table):
            self.tell(room, Change.TABLE, own=own)

    def remove(self, room: Room) -> None:
        """Remove a deleted table."""
        room.note_gone()
        self.tell(room, Change.GONE)


def _dealt_to(table: Table) -> tuple[list[tuple[str | None, str | None]], dict[str, Any]]:
    """Return who is dealt cards at a table, and by which rules."""
    return [(chair.person, chair.level) for chair in table.chairs], table.options
