"""One stream for everybody in the harbour: the tables to join and the matches to watch.

The list is the same for everyone, so it is made once for each change, and sent as it is to all connections.
"""

import asyncio
import logging
from collections.abc import Iterator

from seaboard.server.http.tables.public_tables import PublicTables
from seaboard.server.live.connection import Receive, Send
from seaboard.server.live.own_tables_stream import TROUBLE, Stream
from seaboard.server.storage import queries
from seaboard.server.tables.changes import Change
from seaboard.server.tables.registry import Rooms
from seaboard.server.tables.room import Room

PATH = "/api/harbour"
PAUSE = 1.0
"""Seconds between two lists, however much changes."""
_log = logging.getLogger("seaboard.harbour")


class Harbour:
    """Sends everybody the public tables."""

    def __init__(self, rooms: Rooms, public: PublicTables) -> None:
        self._rooms = rooms
        self._public = public
        self._streams: set[Stream] = set()
        self._text = ""
        self._is_stale = True
        self._making: asyncio.Task[None] | None = None

    async def serve(self, receive: Receive, send: Send, stream: Stream) -> None:
        """Serve one stream, until its socket closes. Anything it sends requests the list."""
        self._streams.add(stream)
        telling = asyncio.create_task(self._tell(stream, send))
        self._make_soon()
        try:
            while (await receive())["type"] != "websocket.disconnect":
                if stream.heeds():
                    stream.news.set()
        finally:
            self._streams.discard(stream)
            telling.cancel()
            await asyncio.wait([telling])

    async def _tell(self, stream: Stream, send: Send) -> None:
        try:
            while True:
                await stream.news.wait()
                stream.news.clear()
                if stream.closing is not None:
                    await send({"type": "websocket.close", "code": stream.closing})
                    return
                if self._text:
                    await send({"type": "websocket.send", "text": self._text})
                    await asyncio.sleep(PAUSE)
        except OSError:  # it is gone; the reading task will notice
            return

    # ---- Changes -------------------------------------------------------------------------------

    def hear(self, room: Room, change: Change, _own: bool) -> None:
        """Handle a change at a table."""
        if change in {Change.TABLE, Change.GONE} and (room.table.public or room.table.id in self._public.ids):
            self._spoil()

    async def hear_of(self, table: str) -> None:
        """Handle a change by another server of a table that may be unknown here."""
        if not self._streams or self._is_stale or table in self._public.ids:
            self._spoil()
            return
        found = await self._rooms.store.read(lambda c: queries.find_table(c, table))
        if found and found.public:
            self._spoil()

    def _spoil(self) -> None:
        self._is_stale = True
        self._public.spoil()
        self._make_soon()

    def _make_soon(self) -> None:
        if self._is_stale and self._streams and self._making is None:
            self._making = asyncio.create_task(self._make())

    async def _make(self) -> None:
        try:
            while self._is_stale and self._streams:
                self._is_stale = False
                try:
                    text = (await self._public.whole()).body.decode()
                except Exception:
                    _log.exception("the public tables could not be listed; it will be tried again")
                    self._is_stale = True
                    await asyncio.sleep(TROUBLE)
                    continue
                if text != self._text:
                    self._text = text
                    for stream in self._streams:
                        stream.news.set()
                await asyncio.sleep(PAUSE)
        finally:
            self._making = None

    def __iter__(self) -> Iterator[Stream]:
        """Every stream."""
        yield from self._streams

    def close(self) -> None:
        """Make no more lists."""
        if self._making is not None:
            self._making.cancel()
