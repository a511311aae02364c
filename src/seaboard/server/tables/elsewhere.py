"""What other servers on the same database write: their notifications, applied to the rooms of this one."""

from collections.abc import Awaitable, Callable

from seaboard.server.storage import queries
from seaboard.server.tables import chat
from seaboard.server.tables.blocks import Blocks
from seaboard.server.tables.changes import Change
from seaboard.server.tables.presence import Presence
from seaboard.server.tables.registry import Rooms


class Elsewhere:
    """Keeps this server's rooms up to date with what others write."""

    def __init__(
        self,
        rooms: Rooms,
        presence: Presence,
        blocks: Blocks,
        *,
        hear_of: Callable[[str], Awaitable[None]],
        hear_of_table: Callable[[str], Awaitable[None]],
        hear_of_person: Callable[[str | None], Awaitable[None]],
        hear_of_list: Callable[[str], None],
    ) -> None:
        self._hear_of = hear_of  # is told of every table that others have changed, in memory here or not
        self._hear_of_table = hear_of_table  # is told of those where more than a move was made
        self._hear_of_person = hear_of_person  # is told of every person about whom others have changed something; None: of anybody
        self._hear_of_list = hear_of_list  # is told of every person whose invitations or blocks have changed
        self._blocks = blocks
        self._rooms = rooms
        self._presence = presence
        self._store = rooms.store

    async def apply(self, note: str) -> None:
        """Another server has written something: `m:` a match's entries, `t:` a table, `c:` chat, `p:` presence, `g:` a person, `b:` whom a
        person blocks, `i:` a person's invitations; or somebody there shows a reaction, `r:` table, person and reaction.
        """
        kind, _, name = note.partition(":")
        name, *more = name.split(":")
        if kind == "g":
            await self._hear_of_person(name)
            return
        if kind in "bi":
            if kind == "b":
                await self._blocks.hear_of(name)
            self._hear_of_list(name)
            return
        if kind in "mt":
            await self._hear_of(name)
        if kind == "t":
            await self._hear_of_table(name)
        room = self._rooms.get(name)
        if room is None:
            return
        if kind == "m":
            if room.session or room.has_people:
                await self._rooms.refresh(room)
                self._rooms.tell(room, Change.MOVED, False)
        elif kind == "t":
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
            chat.add_reaction(self._rooms, room, *more)
        elif kind == "p":
            self._presence.are_elsewhere(room, await self._store.read(lambda c: queries.present(c, self._store.process, name)))

    async def resync(self) -> None:
        """Notifications may have been missed: look at every room and every person again."""
        await self._hear_of_person(None)
        for room in self._rooms:
            for kind in "mtcp":
                await self.apply(f"{kind}:{room.table.id}")
