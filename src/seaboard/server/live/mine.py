"""One stream for each open page of a person: all their tables, sent again whenever something happens at one of them."""

import asyncio
import logging

from seaboard.server.http import schemas
from seaboard.server.http.api import Api
from seaboard.server.live.connection import Receive, Send
from seaboard.server.protocol import CloseCode, Person, write
from seaboard.server.storage import queries
from seaboard.server.storage.rows import Table
from seaboard.server.tables.changes import Change
from seaboard.server.tables.room import Room

PATH = "/api/mine"
PAUSE = 0.5
"""Seconds between two lists: a table that rushes is no news every time."""
TROUBLE = 5.0
"""Seconds to wait when storage is unavailable."""
_log = logging.getLogger("seaboard.mine")


class Mine:
    """Tells people of their tables."""

    def __init__(self, api: Api) -> None:
        self._api = api
        self._streams: dict[str, set[asyncio.Event]] = {}  # by person; set when there is news
        self._is_closing = False

    async def serve(self, person: Person, receive: Receive, send: Send) -> None:
        """One stream, until its socket is gone. Whatever it sends asks for the list."""
        news = asyncio.Event()
        news.set()
        self._streams.setdefault(person.id, set()).add(news)
        telling = asyncio.create_task(self._tell(person, news, send))
        try:
            while (await receive())["type"] != "websocket.disconnect":
                news.set()
        finally:
            self._streams[person.id].discard(news)
            if not self._streams[person.id]:
                del self._streams[person.id]
            telling.cancel()
            await asyncio.wait([telling])

    async def _tell(self, person: Person, news: asyncio.Event, send: Send) -> None:
        while True:
            await news.wait()
            news.clear()
            try:
                if self._is_closing:
                    await send({"type": "websocket.close", "code": CloseCode.RESTART})
                    return
                tables = schemas.MyTables(await self._api.my_tables(person))
                await send({"type": "websocket.send", "text": write(tables).decode()})
                await asyncio.sleep(PAUSE)
            except OSError:  # it is gone; the reading task will notice
                return
            except Exception:
                _log.exception("somebody could not be told of their tables")
                await asyncio.sleep(TROUBLE)
                news.set()

    def hear(self, room: Room, change: Change, _own: bool) -> None:
        """Something has changed at a table."""
        if self._streams and change in {Change.MOVED, Change.TABLE, Change.GONE}:
            self._nudge(room.table)

    async def hear_of(self, table: str) -> None:
        """Another server has written something at a table, which this one may know nothing of."""
        if self._streams:
            found = await self._api.store.read(lambda c: queries.find_table(c, table))
            if found:
                self._nudge(found)

    def _nudge(self, table: Table) -> None:
        for person in {table.maker, *table.people}:
            for news in self._streams.get(person, ()):
                news.set()

    def close(self) -> None:
        """Ask everyone to connect again."""
        self._is_closing = True
        for streams in self._streams.values():
            for news in streams:
                news.set()
