"""Prepares finished matches to be kept for ever, one at a time, while the server has little else to do."""

import asyncio
import logging

from seaboard.server import metrics
from seaboard.server.matches import keeping
from seaboard.server.storage import queries
from seaboard.server.tables.registry import Rooms

_log = logging.getLogger("seaboard.keeper")
BUSY = 25
"""Moves a second above which a server counts as busy."""


class Keeper:
    """Keeps finished matches."""

    def __init__(self, rooms: Rooms) -> None:
        self._store = rooms.store
        self._every = rooms.settings.sweep

    async def run(self) -> None:
        """Keep all matches that end, until cancelled."""
        while True:
            before = metrics.MOVES.total
            await asyncio.sleep(self._every)
            try:
                while metrics.MOVES.total - before < BUSY * self._every and await self.keep_one():
                    pass
            except Exception:
                _log.exception("a finished match could not be kept; it will be tried again")

    async def keep_one(self) -> bool:
        """Keep a finished match; return False if there is none."""
        match = await self._store.read(queries.unkept)
        if match is None:
            return False
        row, entries = await self._store.read(lambda c: (queries.find_match(c, match), queries.entries_of(c, match)))
        assert row is not None
        frames = await asyncio.to_thread(keeping.write, row, entries)
        await self._store.write(lambda c: queries.keep(c, match, frames), patience=None)
        return True
