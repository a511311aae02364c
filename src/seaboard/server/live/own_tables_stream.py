"""One stream for each open page of a person: their tables and invitations, sent again whenever something happens to one of them.

A page says whether its user can see the invitations (`protocol.FromReader`): if so, another one needs no push.
"""

import asyncio
import logging
from collections.abc import Iterator

import msgspec

from seaboard.server.close_codes import CloseCode
from seaboard.server.http.api import Api
from seaboard.server.http.tables import own_tables
from seaboard.server.limits import MESSAGES, MOST_FAST, Bucket, Limits
from seaboard.server.live.connection import Receive, Send
from seaboard.server.live.sockets import Socket
from seaboard.server.protocol import Away, FromReader, Look, Person, read_reader, write
from seaboard.server.refusals import Refused
from seaboard.server.storage import queries
from seaboard.server.storage.rows import Table
from seaboard.server.tables.changes import Change
from seaboard.server.tables.room import Room

PATH = "/api/mine"
PAUSE = 0.5
"""Seconds between two lists, however fast a table moves."""
MOMENT = 0.1
"""Seconds for which tables that other servers have changed are gathered."""
TROUBLE = 5.0
"""Seconds to wait when storage is unavailable."""
WORDS: dict[str, FromReader] = {"look": Look(), "away": Away()}
"""How pages and programs of the previous release say it."""
_log = logging.getLogger("seaboard.mine")


class Stream:
    """One stream: whether there is news, and (when it is to end) why it closes.

    `invited` are the tables whose invitations it has sent, `is_looking` whether its user can see them.
    """

    def __init__(self, limits: Limits, address: str) -> None:
        self._limits = limits
        self._address = address
        self._bucket = Bucket(*MESSAGES)
        self._too_fast = 0
        self.news = asyncio.Event()
        self.news.set()
        self.closing: int | None = None
        self.invited: set[str] = set()
        self.is_looking = False

    has_work = False
    """It never has any: it only sends."""

    @property
    def is_closing(self) -> bool:
        """Whether it is closing."""
        return self.closing is not None

    def heeds(self) -> bool:
        """Whether to act on a message: not if they come too fast, on this socket or from its address, since each one needs a new list."""
        if not self._limits.on:
            return True
        try:
            if not self._bucket.take():
                raise Refused("too_fast")
            self._limits.ask(self._address)
        except Refused:
            self._too_fast += 1
            if self._too_fast >= MOST_FAST:
                self.close(CloseCode.TOO_FAST)
            return False
        return True

    def may_have_list(self, person: str) -> bool:
        """Whether this person's list may be made for it now; otherwise it is made later, with everything new by then."""
        try:
            self._limits.listing(self._address)
            self._limits.own_list(person)
        except Refused:
            return False
        return True

    def close(self, code: int) -> None:
        """Close it."""
        self.closing = code
        self.news.set()


def understood(text: str) -> FromReader | None:
    """What a page says of its user; None is anything else, which requests the list."""
    if text in WORDS:
        return WORDS[text]
    try:
        return read_reader.decode(text)
    except (msgspec.DecodeError, RecursionError, UnicodeError):
        return None


class Mine:
    """Sends people their tables."""

    def __init__(self, api: Api) -> None:
        self._api = api
        self._streams: dict[str, set[Stream]] = {}  # by person
        self._changed: set[str] = set()  # tables changed by other servers, to be looked up
        self._invited: dict[str, set[Stream]] = {}  # streams by the table whose invitation they have sent

    async def serve(self, person: Person, receive: Receive, send: Send, socket: Socket) -> None:
        """One stream, until its socket is gone. Anything it sends requests the list."""
        stream = Stream(self._api.limits, socket.address)
        socket.serve(stream.close)
        self._streams.setdefault(person.id, set()).add(stream)
        telling = asyncio.create_task(self._tell(person, stream, send))
        try:
            while (event := await receive())["type"] != "websocket.disconnect":
                if not stream.heeds():
                    continue
                said = understood(event.get("text") or "")
                if said is None:
                    stream.news.set()
                else:
                    await self._look(person.id, stream, is_looking=isinstance(said, Look))
        finally:
            telling.cancel()
            await asyncio.wait([telling])
            self._note_invited(stream, set())
            await self._look(person.id, stream, is_looking=False)
            self._streams[person.id].discard(stream)
            if not self._streams[person.id]:
                del self._streams[person.id]

    async def _look(self, person: str, stream: Stream, *, is_looking: bool) -> None:
        """Handle a page becoming visible or hidden."""
        if is_looking != stream.is_looking:
            stream.is_looking = is_looking
            invitations = self._api.invitations
            await (invitations.begin_to_look(person) if is_looking else invitations.look_away(person))

    async def _tell(self, person: Person, stream: Stream, send: Send) -> None:
        while True:
            await stream.news.wait()
            stream.news.clear()
            try:
                if stream.closing is not None:
                    await send({"type": "websocket.close", "code": stream.closing})
                    return
                while not stream.may_have_list(person.id):
                    await asyncio.sleep(PAUSE)
                tables = await own_tables.of_person(self._api, person)
                self._note_invited(stream, {invitation.table for invitation in tables.invitations})
                await send({"type": "websocket.send", "text": write(tables).decode()})
                await asyncio.sleep(PAUSE)
            except OSError:  # it is gone; the reading task will notice
                return
            except Exception:
                _log.exception("a list of tables could not be sent")
                await asyncio.sleep(TROUBLE)
                stream.news.set()

    def hear(self, room: Room, change: Change, _own: bool) -> None:
        """Something has changed at a table."""
        if self._streams and change in {Change.MOVED, Change.TABLE, Change.GONE}:
            self._nudge(room.table)

    def hear_of(self, table: str) -> None:
        """Handle a write by another server about a table that may be unknown here."""
        if self._streams:
            if not self._changed:
                self._api.rooms.run(self._look_up())
            self._changed.add(table)

    async def _look_up(self) -> None:
        """Find out whose tables have changed, with one query for all changes within a moment."""
        await asyncio.sleep(MOMENT)
        changed, self._changed = self._changed, set()
        found = await self._api.store.read(lambda c: queries.find_tables(c, sorted(changed)))
        for table in found:
            self._nudge(table)
        for gone in changed - {table.id for table in found}:
            self._nudge_invited(gone)

    async def hear_of_person(self, person: str | None) -> None:
        """Handle a change of a person, or (None) perhaps of anybody: they may have other tables now."""
        for one in [person] if person else list(self._streams):
            self.hear_of_list(one)

    def hear_of_house(self) -> None:
        """Handle a moderator's decision, which may concern everybody."""
        for person in list(self._streams):
            self.hear_of_list(person)

    def hear_of_list(self, person: str) -> None:
        """Handle a change of a person's invitations or blocks."""
        for stream in self._streams.get(person, ()):
            stream.news.set()

    def _nudge(self, table: Table) -> None:
        for person in {table.maker, *table.people}:
            self.hear_of_list(person)
        self._nudge_invited(table.id)

    def _nudge_invited(self, table: str) -> None:
        for stream in self._invited.get(table, ()):
            stream.news.set()

    def _note_invited(self, stream: Stream, tables: set[str]) -> None:
        for table in stream.invited - tables:
            self._invited[table].discard(stream)
            if not self._invited[table]:
                del self._invited[table]
        for table in tables - stream.invited:
            self._invited.setdefault(table, set()).add(stream)
        stream.invited = tables

    def __iter__(self) -> Iterator[Stream]:
        """Every stream."""
        for streams in self._streams.values():
            yield from streams
