"""One stream for each open page of a person: all their tables, sent again whenever something happens at one of them."""

import asyncio
import logging

from seaboard.server.http import schemas
from seaboard.server.http.api import Api
from seaboard.server.live.connection import Receive, Send
from seaboard.server.live.sockets import Socket
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


class Stream:
    """One stream: whether there is news, and (when it is to end) why it is closed."""

    def __init__(self) -> None:
        self.news = asyncio.Event()
        self.news.set()
        self.closing: int | None = None

    def close(self, code: int) -> None:
        """Close it."""
        self.closing = code
        self.news.set()


class Mine:
    """Tells people of their tables."""

    def __init__(self, api: Api) -> None:
        self._api = api
        self._streams: dict[str, set[Stream]] = {}  # by person

    async def serve(self, person: Person, receive: Receive, send: Send, socket: Socket) -> None:
        """One stream, until its socket is gone. Whatever it sends asks for the list."""
        stream = Stream()
        socket.serve(stream.close)
        self._streams.setdefault(person.id, set()).add(stream)
        telling = asyncio.create_task(self._tell(person, stream, send))
        try:
            while (await receive())["type"] != "websocket.disconnect":
                stream.news.set()
        finally:
            self._streams[person.id].discard(stream)
            if not self._streams[person.id]:
                del self._streams[person.id]
            telling.cancel()
            await asyncio.wait([telling])

    async def _tell(self, person: Person, stream: Stream, send: Send) -> None:
        while True:
            await stream.news.wait()
            stream.news.clear()
            try:
                if stream.closing is not None:
                    await send({"type": "websocket.close", "code": stream.closing})
                    return
                tables = schemas.MyTables(await self._api.my_tables(person))
                await send({"type": "websocket.send", "text": write(tables).decode()})
                await asyncio.sleep(PAUSE)
            except OSError:  # it is gone; the reading task will notice
                return
            except Exception:
                _log.exception("somebody could not be told of their tables")
                await asyncio.sleep(TROUBLE)
                stream.news.set()

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

    async def hear_of_person(self, person: str | None) -> None:
        """Something has changed about a person, or (None) may have about anybody: their tables may be others now."""
        for one in [person] if person else list(self._streams):
            for stream in self._streams.get(one, ()):
                stream.news.set()

    def _nudge(self, table: Table) -> None:
        for person in {table.maker, *table.people}:
            for stream in self._streams.get(person, ()):
                stream.news.set()

    def close(self) -> None:
        """Ask everyone to connect again."""
        for streams in self._streams.values():
            for stream in streams:
                stream.close(CloseCode.RESTART)
