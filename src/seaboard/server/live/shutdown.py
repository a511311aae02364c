"""A clean shutdown: pending answers are sent, then every socket is closed in a way that clients understand.

If other servers share the database, this one first reports itself unhealthy, so that a proxy sends no new clients, then stops listening,
and only then asks people to reconnect, a few at a time.
"""

import asyncio
from collections.abc import Callable
from types import FrameType
from typing import Any

import uvicorn

from seaboard.server.live.endpoint import Live
from seaboard.server.reviews.queue import Reviews

NOTICE = 2.0
"""Seconds in which a proxy that asks for this server's health every second finds out."""


class Draining(uvicorn.Server):
    """uvicorn's server, which at the first signal lets the tables finish what they are doing."""

    def __init__(self, config: uvicorn.Config, live: Live, reviews: Reviews, when_ready: Callable[[], object] | None = None) -> None:
        super().__init__(config)
        self._when_ready = when_ready
        self._live = live
        self._reviews = reviews
        self._is_asked = False

    async def startup(self, sockets: Any = None) -> None:
        """Remember the loop: signals arrive outside of it."""
        self._loop = asyncio.get_running_loop()
        await super().startup(sockets)
        if self.started and self._when_ready:
            self._when_ready()

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        """The first signal drains, the second ends at once."""
        if self._is_asked or not self.started:
            self.should_exit = self.force_exit = True
            return
        self._is_asked = True
        self._loop.call_soon_threadsafe(lambda: self._loop.create_task(self._drain()))

    async def _drain(self) -> None:
        try:
            over = await self._live.begin_to_end()
            await asyncio.sleep(min(over, NOTICE))
            for server in self.servers:
                server.close()  # accept no new connections, keep existing ones
            await self._reviews.close()  # or shutdown would wait for everyone who waits for one
            await self._live.close(over)
        finally:
            self.should_exit = True
