"""Notifications from other servers on the same PostgreSQL, by LISTEN."""

import asyncio
import logging
from collections.abc import Awaitable, Callable

import psycopg
from sqlalchemy.engine import make_url

from seaboard.server.storage.appending import CHANNEL, RETRY

_log = logging.getLogger("seaboard.notifications")


class Listener:
    """Hears what other servers write, and passes it on in order."""

    def __init__(self, url: str, process: str, apply: Callable[[str], Awaitable[None]], resync: Callable[[], Awaitable[None]]) -> None:
        self._address = make_url(url).set(drivername="postgresql").render_as_string(hide_password=False)
        self._own = process + " "
        self._apply = apply
        self._resync = resync

    async def run(self) -> None:
        """Listen until cancelled."""
        while True:
            try:
                await self._listen()
            except (psycopg.Error, OSError) as error:
                _log.warning("lost the connection that brings notifications: %s", str(error).partition("\n")[0])
            await asyncio.sleep(RETRY)

    async def _listen(self) -> None:
        async with await psycopg.AsyncConnection.connect(self._address, autocommit=True) as connection:
            await connection.execute(f"LISTEN {CHANNEL}")
            await self._try(self._resync())  # notifications from before, or from while the connection was lost, were missed
            async for note in connection.notifies():
                if not note.payload.startswith(self._own):  # its own are many, and already known
                    for one in note.payload.split()[1:]:
                        await self._try(self._apply(one))

    async def _try(self, applying: Awaitable[None]) -> None:
        try:
            await applying
        except Exception:
            _log.exception("could not apply a notification")
