"""The list of public tables, the same for everybody: made once, and again when something in it has changed."""

import asyncio
import time

import msgspec

from seaboard.server.http import listings
from seaboard.server.http.made import Made
from seaboard.server.limits import Bucket
from seaboard.server.storage import listing
from seaboard.server.storage.listing import Listed
from seaboard.server.tables.registry import Rooms

OLDEST = 5.0
"""Seconds after which it is made anew in any case: who is there now, and what nobody came to for days."""
MADE = 4, 20
"""How often it is made in a second, and at once, however much changes; between these it is as old as `PAUSE` at most."""
PAUSE = 1.0


class PublicTables:
    """The list as it is sent, and in parts, for those to whom some of it isn't shown."""

    def __init__(self, rooms: Rooms) -> None:
        self._rooms = rooms
        self._parts: list[tuple[Listed, bytes]] = []
        self._whole = Made(_joined([]))
        self._changes = 0
        self._made_after = -1  # so many changes
        self._made_at = float("-inf")
        self._making: asyncio.Task[None] | None = None
        self._often = Bucket(*MADE)
        self.ids: set[str] = set()

    def spoil(self) -> None:
        """Something has changed at a public table."""
        self._changes += 1

    async def whole(self) -> Made:
        """The list."""
        await self._renew()
        return self._whole

    async def without(self, people: frozenset[str]) -> bytes:
        """The list without tables at which one of these people is."""
        await self._renew()
        return _joined([part for one, part in self._parts if not one.has_any(people)])

    async def _renew(self) -> None:
        changes, came = self._changes, time.monotonic()
        while self._made_after < changes or self._made_at < came - OLDEST:
            if self._making is None:
                is_young = self._made_at > time.monotonic() - PAUSE
                if is_young and self._rooms.settings.limits and not self._often.take():
                    return
                self._making = asyncio.create_task(self._make())
            await asyncio.shield(self._making)  # whoever waits for it with others may go

    async def _make(self) -> None:
        try:
            changes = self._changes
            found = await self._rooms.store.read(listing.public_tables)
            shown = listings.public_tables(self._rooms, found).tables
            parts = [msgspec.json.encode(one) for one in shown]
            whole = await asyncio.to_thread(Made, _joined(parts))
            self._parts, self._whole = list(zip(found, parts, strict=True)), whole
            self.ids = {one.table.id for one in found}
            self._made_after, self._made_at = changes, time.monotonic()
        finally:
            self._making = None


def _joined(parts: list[bytes]) -> bytes:
    return b'{"tables":[' + b",".join(parts) + b"]}"
