"""Bots of every level play the deals of the day too, so that people can compare, whatever the cards.

They begin once a person has begun a deal, in a process of the lowest priority on the machine; finished tries are kept.
"""

import asyncio
import logging
import time

import msgspec

from seaboard.server.deals.shared import SharedDeals
from seaboard.server.deals.worker import LAST, Tried, Work
from seaboard.server.matches import days
from seaboard.server.reviews.process import Died, Process
from seaboard.server.settings import Settings
from seaboard.server.storage.matches import deals
from seaboard.server.storage.store import Store

AT_ONCE = 10
"""Tries that are made before their results are written."""
PATIENCE = 60.0
"""Seconds to wait when the process has died."""
_log = logging.getLogger("seaboard.deals")
_tried = msgspec.json.Decoder(Tried)


class BotTries:
    """Lets bots play the deals of the day."""

    def __init__(self, store: Store, settings: Settings, shared: SharedDeals, *, wanted: dict[str, int]) -> None:
        """`wanted` says how many tries of each level are made."""
        self._store = store
        self._shared = shared
        self._every = settings.sweep
        self._wanted = wanted
        self._process = Process(settings.review_nice, "seaboard.server.deals.worker", LAST)

    async def run(self) -> None:
        """Let bots play the deals that people have begun, until cancelled."""
        while True:
            await asyncio.sleep(self._every)
            try:
                while await self.play_some():
                    pass
            except Died:
                _log.error("the process in which bots play deals died")
                await asyncio.sleep(PATIENCE)
            except Exception:
                _log.exception("bots could not play a deal; it will be tried again")
                await asyncio.sleep(PATIENCE)

    async def play_some(self) -> bool:
        """Let some bots play a deal of today or yesterday; False if all have."""
        today = self._shared.day
        wanted = [today, days.day_after(today, -1)]
        server = self._store.process
        if not await self._store.read(lambda c: deals.is_wanted(c, wanted, time.time(), server, sum(self._wanted.values()))):
            return False
        found = await self._store.write(lambda c: deals.claim(c, server, wanted, self._wanted))
        if found is None:
            return False
        deal, level, first = found
        count = min(AT_ONCE, self._wanted[level] - first)
        parts = [part async for part in self._process.make(Work(deal, level, first, count)) if not part.startswith(LAST)]
        results = [(one.place, one.margin) for one in map(_tried.decode, parts)]
        if len(results) < count:
            raise Died
        await self._store.write(lambda c: deals.keep_bots(c, deal.id, level, first, results), patience=None)
        return True

    async def close(self) -> None:
        """End the process, whatever it is doing."""
        await self._process.close()
