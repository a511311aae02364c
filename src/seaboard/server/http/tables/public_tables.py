"""The list of public tables, the same for everyone: made once, and again when it has changed."""

import asyncio
import time

import msgspec

from seaboard.server.http import listings
from seaboard.server.http.made import Made
from seaboard.server.limits import Bucket
from seaboard.server.storage.matches import listing
from seaboard.server.storage.matches.listing import Listed
from seaboard.server.tables.registry import Rooms

OLDEST = 5.0
"""Seconds after which the list is made again even without a change: people come and go, and old tables drop out."""
MADE = 4, 20
"""How often the list may be made, in a second and at once; beyond that, one up to `PAUSE` seconds old is sent."""
PAUSE = 1.0


class PublicTables:
    """The list ready to send, and its parts, for people who may not see all of them."""

    def __init__(self, rooms: Rooms) -> None:
        self._rooms = rooms
        self._parts: list[tuple[Listed, bytes]] = []
        self._whole = Made(_joined([]))
        self._changes = 0
        self._made_after = -1  # the number of changes then
        self._made_at = float("-inf")
        self._making: asyncio.Task[None] | None = None
        self._often = Bucket(*MADE)
        self.ids: set[str] = set()

    def spoil(self) -> None:
        """Note a change at a public table."""
        self._changes += 1

    async def whole(self) -> Made:
        """Return the whole list."""
        await self._renew()
        return self._whole

    async def without(self, people: frozenset[str]) -> bytes:
        """Return the list without tables where one of these people is."""
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
            await asyncio.shield(self._making)  # others may be waiting for it when this client leaves

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
