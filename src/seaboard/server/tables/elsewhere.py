"""Writes by other servers on the same database: applying their notifications to this server's rooms."""

import logging
from collections.abc import Awaitable, Callable

from seaboard.server.storage import queries
from seaboard.server.storage.engine import notes
from seaboard.server.tables import chat
from seaboard.server.tables.blocks import Blocks
from seaboard.server.tables.changes import Change
from seaboard.server.tables.presence import Presence
from seaboard.server.tables.registry import Rooms
from seaboard.server.tables.room import Room

_log = logging.getLogger("seaboard.elsewhere")


class Elsewhere:
    """Keeps this server's rooms up to date with what others write."""

    def __init__(
        self,
        rooms: Rooms,
        presence: Presence,
        blocks: Blocks,
        *,
        hear_of: Callable[[str], None],
        hear_of_table: Callable[[str], Awaitable[None]],
        hear_of_person: Callable[[str | None], Awaitable[None]],
        hear_of_list: Callable[[str], None],
        hear_of_house: Callable[[], Awaitable[None]],
        hear_of_network: Callable[[str, float, str], Awaitable[None]],
    ) -> None:
        self._hear_of = hear_of  # called for every table that others have changed, except for moves that all listeners hear of
        self._hear_of_table = hear_of_table  # called for tables where more than a move was made
        self._hear_of_person = hear_of_person  # called for every person that others have changed; None: perhaps anybody
        self._hear_of_list = hear_of_list  # called for every person whose invitations or blocks have changed
        self._hear_of_house = hear_of_house  # called when a moderator has decided something
        self._hear_of_network = hear_of_network  # called to ban a person's network, for a time, in a moderator's name
        self._blocks = blocks
        self._rooms = rooms
        self._presence = presence
        self._store = rooms.store
        self._behind: set[str] = set()  # tables whose moves will be read soon

    async def apply(self, note: str) -> None:
        """Apply a note of another server: `m:` moves at a table (a single one may follow), `t:` a table, `c:` chat, `p:` presence, `g:` a
        person, `b:` whom a person blocks, `i:` a person's invitations, `x:` a moderator's decision, `n:` a person's network to ban (person,
        seconds, moderator), `r:` a reaction (table, person and reaction). Unknown kinds come from a newer server and are ignored.
        """
        kind, _, name = note.partition(":")
        name, *more = name.split(":")
        if kind == "g":
            await self._hear_of_person(name)
            return
        if kind == "x":
            await self._hear_of_house()
            return
        if kind == "n":
            await self._hear_of_network(name, float(more[0]), more[1])
            return
        if kind in ("b", "i"):
            if kind == "b":
                await self._blocks.hear_of(name)
            self._hear_of_list(name)
            return
        room = self._rooms.get(name)
        if kind == "m":
            if room and (room.session or room.has_people):
                self._follow(room, *more[:1])
            else:
                self._hear_of(name)
            return
        if kind == "t":
            self._hear_of(name)
            await self._hear_of_table(name)
        if room is None:
            return
        if kind == "t":
            table = await self._store.read(lambda c: queries.find_table(c, name))
            if table:
                self._rooms.apply_table(room, table, own=False)
            else:
                self._rooms.remove(room)
        elif kind == "c":
            lines = await self._store.read(lambda c: queries.lines_of(c, name))
            chat.add_lines(self._rooms, room, lines)
            room.set_lines(lines)
        elif kind == "r":
            chat.add_reaction(self._rooms, room, *more[:2])
        elif kind == "p":
            self._presence.are_elsewhere(room, *await self._store.read(lambda c: queries.present(c, self._store.process, name)))

    def _follow(self, room: Room, carried: str = "") -> None:
        """Play the move in a note; if it isn't the next one here, or the room is busy, read from the database."""
        move = notes.carried_in(carried)
        is_followed = False
        if move is not None and room.lock.try_acquire():
            try:
                is_followed = room.follow(move)
            except Exception:  # it can't be played here: the match in memory differs from the database
                _log.exception("a move by another server could not be applied")
                room.drop_session()
            finally:
                room.lock.release()
        if is_followed:
            self._rooms.tell(room, Change.MOVED, own=False)
        elif room.table.id not in self._behind:
            self._behind.add(room.table.id)
            self._rooms.run(self._read_moves(room))

    async def _read_moves(self, room: Room) -> None:
        """Read new moves in the background, since the room may be busy for a while."""
        async with room.lock:
            self._behind.discard(room.table.id)  # anything newer comes with another note
            await self._rooms.wake(room, catch_up=True)
        self._rooms.tell(room, Change.MOVED, own=False)

    async def resync(self) -> None:
        """Check every room and every person again, since notifications may have been missed."""
        await self._hear_of_house()
        await self._hear_of_person(None)
        for room in self._rooms:
            await self._rooms.check(room)
            if room.session or room.has_people:
                await self._read_moves(room)
            for kind in "tcp":
                await self.apply(f"{kind}:{room.table.id}")
