"""Notifications: from other servers and commands on PostgreSQL by LISTEN, from commands alongside a server on SQLite by polling."""

import asyncio
import logging
from collections.abc import Awaitable, Callable
from functools import partial

from sqlalchemy.engine import make_url
from sqlalchemy.exc import SQLAlchemyError

from seaboard.server.storage.engine.appending import CHANNEL, RETRY
from seaboard.server.storage.engine.silence import address_of
from seaboard.server.storage.moderation import host_decisions
from seaboard.server.storage.store import Store

Apply = Callable[[str], Awaitable[None]]
Resync = Callable[[], Awaitable[None]]
LOOK = 1.0
"""Seconds between two looks for what commands have written to SQLite."""
_log = logging.getLogger("seaboard.notifications")


class Listener:
    """Listens to what other servers write, and passes it on in order."""

    def __init__(self, url: str, process: str, apply: Apply, resync: Resync) -> None:
        self._address = address_of(make_url(url))
        self._own = process + " "
        self._apply = apply
        self._resync = resync

    async def run(self) -> None:
        """Listen until cancelled."""
        from psycopg import Error  # ten megabytes, which a server on SQLite does without

        while True:
            try:
                await self._listen()
            except (Error, OSError) as error:
                _log.warning("lost the connection that brings notifications: %s", str(error).partition("\n")[0])
            await asyncio.sleep(RETRY)

    async def _listen(self) -> None:
        from psycopg import AsyncConnection

        async with await AsyncConnection.connect(self._address, autocommit=True) as connection:
            await connection.execute(f"LISTEN {CHANNEL}")
            await _try(self._resync())  # notifications from before, or while the connection was lost, were missed
            async for note in connection.notifies():
                if not note.payload.startswith(self._own):  # its own are many, and already known
                    for one in note.payload.split()[1:]:
                        await _try(self._apply(one))


class Looker:
    """Polls for what commands have written to SQLite, and passes it on in order."""

    def __init__(self, store: Store, apply: Apply, resync: Resync) -> None:
        self._store = store
        self._apply = apply
        self._resync = resync

    async def run(self) -> None:
        """Poll until cancelled."""
        known: int | None = None
        while True:
            try:
                if known is None:
                    known = await self._store.read(host_decisions.last_news)
                    await _try(self._resync())
                known = await self._look(known)
            except SQLAlchemyError as error:
                _log.warning("could not look for notifications: %s", str(error).partition("\n")[0])
            await asyncio.sleep(LOOK)

    async def _look(self, known: int) -> int:
        for number, note in await self._store.read(partial(host_decisions.news_since, number=known)):
            await _try(self._apply(note))
            known = number
        return known


async def _try(applying: Awaitable[None]) -> None:
    try:
        await applying
    except Exception:
        _log.exception("could not apply a notification")
