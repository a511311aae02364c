"""Live sockets. A connection is not fed messages one by one: it knows what it has seen, and is brought up to date.

So a slow connection costs nothing but itself, and one that comes back needs no history.
"""

import asyncio
import logging
import time
from collections import Counter
from collections.abc import Awaitable, Callable
from functools import partial
from typing import Any

import msgspec

from seaboard.server import metrics, protocol
from seaboard.server.http.identity import Guests
from seaboard.server.limits import Bucket
from seaboard.server.live.pacing import safely
from seaboard.server.live.transport import SOCKET, PushingProtocol
from seaboard.server.matches.deadlines import deadlines
from seaboard.server.plain_text import plain_text
from seaboard.server.protocol import FromServer, Person
from seaboard.server.refusals import Refused
from seaboard.server.settings import Settings
from seaboard.server.storage.write_queue import settle
from seaboard.server.tables.moves import Moves
from seaboard.server.tables.registry import House
from seaboard.server.tables.room import Room
from seaboard.server.tables.shown import show_table

_log = logging.getLogger("seaboard.live")
Send = Callable[[dict[str, Any]], Awaitable[None]]
Receive = Callable[[], Awaitable[dict[str, Any]]]
Push = Callable[[list[bytes]], bool]

UNKNOWN_TABLE, REMOVED, TOO_FAST, TOO_LARGE, TOO_MANY, OLD_RULES, RESTART = 4404, 4403, 4408, 4413, 4429, 4410, 1012
MOST_WAITING = 256
MOST_SOCKETS = 16
"""Connections of one person."""
MOST_UNKNOWN = 200
"""Connections of one address without a cookie."""
_UNREADABLE = (msgspec.DecodeError, RecursionError, UnicodeError)


class Connection:
    """One socket at a table."""

    __slots__ = (
        "_began",
        "_idle",
        "_presence",
        "_push",
        "_send",
        "_slow",
        "_unsent",
        "bucket",
        "close_with",
        "heard",
        "is_busy",
        "is_here",
        "is_reading",
        "live",
        "match",
        "number",
        "outbox",
        "person",
        "room",
        "seat",
        "version",
    )

    def __init__(self, live: "Live", room: Room, person: Person | None, send: Send, push: Push | None) -> None:
        self.live = live
        self.room = room
        self.person = person
        self.version = 0  # of the table, as last sent
        self.match: str | None = None
        self.number = -1
        self.heard = 0.0  # when there was news of the match for them
        self.is_here = False  # nothing is sent before the room is known to be up to date
        self.close_with: int | None = None
        self.bucket = Bucket(20, 60)
        self.is_busy = False  # with a move of theirs, until it is answered
        self.is_reading = False  # a message, and others must wait for it
        self._began = 0.0
        self._idle: asyncio.Future[None] | None = None
        self._send = send
        self._push = push
        self._slow: asyncio.Task[None] | None = None
        self._unsent: list[bytes] = []
        self.outbox: list[FromServer] = []  # what is held
        self._presence = False
        self.sit()

    def sit(self) -> None:
        """Find out where this person sits now."""
        self.seat = self.room.table.seat_of(self.person.id) if self.person else None

    def wake(self) -> None:
        """There may be something new: send it, at once if the socket takes it, else as soon as it does."""
        if not self.is_here or self._slow is not None:
            return
        if self.close_with is None and self._push is not None and not self._is_asleep:
            texts = self._new()
            if texts and not self._push(texts):
                self._unsent = texts
            elif self.close_with is None:
                return
        self._slow = asyncio.get_running_loop().create_task(self._write())

    def answer(self) -> None:
        """Send only what is held, and leave the news for later."""
        is_free = self.is_here and self._slow is None and self.close_with is None
        if is_free and self._push is not None and self._push([protocol.write(message) for message in self.outbox]):
            self.outbox.clear()
        else:
            self.wake()

    def hold(self, message: FromServer) -> None:
        """Send this with what is sent next."""
        if len(self.outbox) >= MOST_WAITING:
            self.close_with = TOO_FAST
        else:
            self.outbox.append(message)

    def tell(self, message: FromServer) -> None:
        """Send this, after what is new in the match."""
        self.hold(message)
        self.wake()

    def begin(self) -> None:
        """A move of theirs is being made."""
        self.is_busy = True
        self.live.answering += 1
        self._began = time.perf_counter()

    def answered(self, answer: FromServer | None) -> None:
        """It was made, and what is held says so, or this is the answer."""
        metrics.MOVES.answered(time.perf_counter() - self._began)
        self.is_busy = False
        self.live.answering -= 1
        if self._idle is not None:
            settle(self._idle, None)
        if answer is not None:
            safely(partial(self.tell, answer))

    async def idle(self) -> None:
        """Wait until no move of theirs is being made."""
        if self.is_busy:
            self._idle = asyncio.get_running_loop().create_future()
            await self._idle

    def tell_presence(self) -> None:
        """Say who is connected, once however often it changes."""
        self._presence = True
        self.wake()

    def close(self, code: int) -> None:
        """Close the socket, after what is to be sent."""
        self.close_with = code
        self.wake()

    async def stop(self) -> None:
        """The socket is gone."""
        self.is_here = False
        if self._slow is not None:
            self._slow.cancel()
            await asyncio.wait([self._slow])

    async def _write(self) -> None:
        """Send what is new and wait for the socket wherever it wants to be waited for."""
        try:
            while self.close_with in (None, RESTART):
                if self._is_asleep:
                    try:
                        async with self.room.lock:
                            await self.live.house.awake(self.room)
                    except Refused:
                        self.close_with = OLD_RULES
                        break
                self._unsent = self._unsent or self._new()
                if not self._unsent:
                    break
                await self._send({"type": "websocket.send", "text": self._unsent.pop(0).decode()})
            if self.close_with is not None:
                await self._send({"type": "websocket.close", "code": self.close_with})
        except OSError:  # it is gone; whoever reads from it finds out
            self.is_here = False
        finally:
            self._slow = None

    @property
    def _is_asleep(self) -> bool:
        """Whether a match must be rebuilt before it can be shown."""
        table = self.room.table
        if table.match is None or self.room.awake:
            return False
        return self.version != table.version or self.match != table.match

    def _new(self) -> list[bytes]:
        """All that is to be sent now."""
        room = self.room
        if self.person and self.person.id in room.table.banned:
            self.close_with = self.close_with or REMOVED
            return []
        texts = []
        if not room.is_writing:  # else there is news when it is written
            news = self._news()
            if news is not None:
                texts.append(news)
        if self._presence:
            self._presence = False
            texts.append(protocol.write(protocol.Present(room.connected, room.watching)))
        if self.outbox:
            texts += map(protocol.write, self.outbox)
            self.outbox.clear()
        return texts

    def prepare(self) -> None:
        """Make ready what will be said of the move that is being written."""
        if self._can_follow:
            self.room.said_once(self.seat, self.number, self.live.moved)

    @property
    def _can_follow(self) -> bool:
        """Whether moves are all that is new; else everything is to be told again."""
        table, playing = self.room.table, self.room.playing
        return self.version == table.version and self.match == table.match and (playing is None or self.number >= playing.rewound)

    def _news(self) -> bytes | None:
        room, playing = self.room, self.room.playing
        if not self._can_follow:
            self.version, self.match = room.table.version, room.table.match
            self.number = playing.number if playing else -1
            self._presence = False
            return protocol.write(self.live.snapshot(room, self.person))
        if playing and self.number < playing.number:
            since, self.number = self.number, playing.number
            seat = self.seat
            if playing.told(seat) == playing.told(seat, since):
                return None  # somebody has changed a secret choice
            self.heard = time.monotonic()
            return room.said_once(seat, since, self.live.moved)
        return None


class Live:
    """The ASGI application of live sockets."""

    def __init__(self, house: House, moves: Moves, guests: Guests, settings: Settings) -> None:
        self.house = house
        self.moves = moves
        self.guests = guests
        self.settings = settings
        self._sockets: Counter[str] = Counter()
        self.answering = 0
        self.is_closing = False

    async def __call__(self, scope: dict[str, Any], receive: Receive, send: Send) -> None:
        """One socket, from its opening to its end."""
        await receive()
        headers = {name: value.decode("latin-1") for name, value in scope["headers"]}
        prefix, _, table = scope["path"].rpartition("/")
        if prefix != "/api/live" or not self.settings.is_own(headers.get(b"origin"), headers.get(b"host", "")):
            await send({"type": "websocket.close", "code": 1008})  # before acceptance: HTTP 403
            return
        await send({"type": "websocket.accept"})
        person, _ = await self.guests.of_cookies(headers.get(b"cookie", ""))
        who = person.id if person else (scope.get("client") or ("unknown",))[0]
        most = MOST_SOCKETS if person else MOST_UNKNOWN
        if self.settings.limits and self._sockets[who] >= most:
            await send({"type": "websocket.close", "code": TOO_MANY})
            return
        self._sockets[who] += 1  # before anything is waited for: many may come at once
        metrics.SOCKETS.inc()
        try:
            await self._serve(table, person, receive, send, scope.get("extensions", {}).get(SOCKET))
        finally:
            metrics.SOCKETS.dec()
            self._sockets[who] -= 1
            if not self._sockets[who]:
                del self._sockets[who]

    async def _serve(self, table: str, person: Person | None, receive: Receive, send: Send, socket: PushingProtocol | None) -> None:
        try:
            room = await self.house.room(table)
        except Refused:
            await send({"type": "websocket.close", "code": UNKNOWN_TABLE})
            return
        connection = Connection(self, room, person, send, socket.push if socket else None)
        try:
            await self.house.arrive(room, connection)
            connection.is_here = True
            connection.wake()
            if socket:
                socket.on_text = partial(self._take, connection)
            await self._read(connection, receive)
        except Refused:
            await send({"type": "websocket.close", "code": OLD_RULES})
        finally:
            if socket:
                socket.on_text = None
            await self.house.leave(room, connection)
            await connection.stop()

    def _take(self, connection: Connection, text: bytes) -> bool:
        """Make a move right where it is read, which spares waking the task that reads; False if this is not for here."""
        if connection.is_busy or connection.is_reading or connection.close_with is not None or self.is_closing:
            return False
        try:
            message = protocol.read.decode(text)
        except _UNREADABLE:
            return False
        if not isinstance(message, protocol.Play) or (self.settings.limits and not connection.bucket.take()):
            return False
        self._act(connection, message)
        return True

    def _act(self, connection: Connection, message: protocol.Play | protocol.TakeBack) -> None:
        connection.begin()
        self.moves.act(connection.room, connection.seat, message, connection)

    async def _read(self, connection: Connection, receive: Receive) -> None:
        patience = 100
        while True:
            connection.is_reading = False
            event = await receive()
            if event["type"] == "websocket.disconnect":
                return
            connection.is_reading = True
            await connection.idle()
            if connection.close_with is not None or self.is_closing:
                continue
            if self.settings.limits and not connection.bucket.take():
                patience -= 1
                if patience <= 0:
                    connection.close(TOO_FAST)
                else:
                    connection.tell(protocol.Error(None, Refused("too_fast").reason()))
                continue
            text = event.get("text")
            if text is None or len(text) > protocol.LARGEST:
                if text is not None:
                    connection.close(TOO_LARGE)
                else:
                    connection.tell(protocol.Error(None, Refused("message.unreadable").reason()))
                continue
            await self._receive(connection, text)

    async def _receive(self, connection: Connection, text: str) -> None:
        try:
            message = protocol.read.decode(text)
        except _UNREADABLE:
            connection.tell(protocol.Error(None, Refused("message.unreadable").reason()))
            return
        if isinstance(message, protocol.Play | protocol.TakeBack):
            self._act(connection, message)
            await connection.idle()
            return
        self.answering += 1
        try:
            connection.tell(await self._answer(connection, message))
        except Refused as no:
            metrics.REFUSALS.labels(no.key).inc()
            connection.tell(protocol.Refusal(message.id, no.reason(), match=None, number=None, view=None))
        except Exception:
            _log.exception("a message could not be handled")
            connection.tell(protocol.Error(message.id, Refused("server.trouble").reason()))
        finally:
            self.answering -= 1

    async def _answer(self, connection: Connection, message: protocol.Chat | protocol.Return | protocol.Ping) -> FromServer:
        room, person, seat = connection.room, connection.person, connection.seat
        match message:
            case protocol.Chat():
                if person is None:
                    raise Refused("table.not_seated")
                text = plain_text(message.text, longest=200, what="message")
                line = await self.house.say(room, person, text, message.id)
                return protocol.Ack(message.id, line.number)
            case protocol.Return():
                if seat is None:
                    raise Refused("table.not_seated")
                if room.table.chairs[seat].covered:
                    await self.house.come_back(room, seat)
                return protocol.Ack(message.id, None)
            case protocol.Ping():
                return protocol.Pong(message.id)

    # ---- What is shown -------------------------------------------------------------------------

    def snapshot(self, room: Room, person: Person | None) -> protocol.Snapshot:
        """Everything that a person at a table may know, as of now."""
        seat = room.table.seat_of(person.id if person else None)
        playing = room.playing
        match = None
        if playing:
            match = protocol.Match(
                id=playing.row.id,
                number=playing.told(seat),
                seat=seat,
                commitment=playing.row.commitment,
                view=playing.view(seat, memory=room.table.memory_aid),
                events=playing.events(seat),
                **self._standing(room, seat),
            )
        return protocol.Snapshot(show_table(room, person), match, room.lines)

    def moved(self, room: Room, seat: int | None, since: int) -> bytes:
        """The message that tells a seat that has seen `since` of the moves after it."""
        playing = room.playing
        assert playing is not None
        return protocol.write(
            protocol.Moved(
                match=playing.row.id,
                number=playing.told(seat),
                events=playing.events_since(seat, since),
                view=playing.view(seat, memory=room.table.memory_aid),
                **self._standing(room, seat),
            )
        )

    def _standing(self, room: Room, seat: int | None) -> dict[str, Any]:
        playing = room.playing
        assert playing is not None
        now = time.time()
        ended = playing.ended
        is_alone = ended is None and seat in room.alone
        return {
            "left": {str(s): max(0.0, round(end - now, 1)) for s, end in deadlines(room, playing).items()},
            "take_back": is_alone and seat is not None and playing.keeps(seat) is not None,
            "ended": ended,
            "seed": None if ended is None else playing.row.seed,
        }

    async def close(self) -> None:
        """Take no more messages, send the answers that are owed, and ask everyone to connect again."""
        self.is_closing = True
        for _ in range(100):
            if not self.answering:
                break
            await asyncio.sleep(0.05)
        for room in self.house.rooms.values():
            for connection in list(room.connections):
                connection.close(RESTART)
        await asyncio.sleep(0.1)
