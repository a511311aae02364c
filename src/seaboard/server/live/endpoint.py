"""The ASGI application of live sockets: who may connect, what is read from them, and what is answered."""

import asyncio
import contextlib
import logging
from collections import Counter
from functools import partial
from typing import Any

import msgspec
from sqlalchemy.exc import SQLAlchemyError

from seaboard.server import metrics, protocol, versions
from seaboard.server.close_codes import CloseCode
from seaboard.server.http.people.identity import Guests, Visitor
from seaboard.server.limits import MOST_FAST, NETWORKS, Limits, network, wide_network
from seaboard.server.live import gradual_close
from seaboard.server.live.broadcast import Broadcast, why_closed
from seaboard.server.live.connection import Connection, Receive, Send
from seaboard.server.live.harbour import PATH as HARBOUR
from seaboard.server.live.harbour import Harbour
from seaboard.server.live.own_tables_stream import PATH as MINE
from seaboard.server.live.own_tables_stream import Mine, Stream
from seaboard.server.live.pending import Pending
from seaboard.server.live.sockets import Socket, Sockets
from seaboard.server.live.transport import SOCKET, PushingProtocol
from seaboard.server.plain_text import plain_text
from seaboard.server.protocol import FromServer, Person
from seaboard.server.refusals import Refused
from seaboard.server.shuffle_parts import Commit, Reveal
from seaboard.server.storage import queries
from seaboard.server.storage.engine.silence import PATIENCE, NoAnswer
from seaboard.server.tables import chat
from seaboard.server.tables.blocks import Blocks
from seaboard.server.tables.dealing import Dealer
from seaboard.server.tables.moves import Moves
from seaboard.server.tables.presence import Presence
from seaboard.server.tables.registry import Rooms

_log = logging.getLogger("seaboard.live")
MOST_SOCKETS = 16
"""Connections of one person."""
MOST_UNKNOWN = 200
"""Connections of one address without a cookie."""
MOST_OF_NETWORK = 1000
"""Connections per address, whatever the person, since making guests is free."""
DRAIN = 3.0
"""Seconds over which sockets are closed where others of this server go on."""
_PING = b'{"type":"ping"'
_HELLO = protocol.write(versions.Hello(versions.PROTOCOL, versions.OLDEST)).decode()
_UNREADABLE = (msgspec.DecodeError, RecursionError, UnicodeError)


class Live:
    """The ASGI application of live sockets."""

    def __init__(
        self,
        rooms: Rooms,
        presence: Presence,
        moves: Moves,
        dealer: Dealer,
        *,
        broadcast: Broadcast,
        blocks: Blocks,
        mine: Mine,
        harbour: Harbour,
        guests: Guests,
        limits: Limits,
    ) -> None:
        self._rooms = rooms
        self._presence = presence
        self._moves = moves
        self._dealer = dealer
        self._broadcast = broadcast
        self._blocks = blocks
        self._mine = mine
        self._harbour = harbour
        self._guests = guests
        self._settings = rooms.settings
        self._limits = limits
        self._sockets: Counter[str] = Counter()  # by person, or by network if there is no person
        self._networks: Counter[str] = Counter()
        self._house = rooms.house
        self._open = Sockets(rooms.store, rooms.house)
        guests.listen(self._open.check)
        rooms.house.listen(self._open.close_banned)
        self.pending = Pending()
        self._is_closing = False

    async def __call__(self, scope: dict[str, Any], receive: Receive, send: Send) -> None:
        """One socket, from its opening to its end."""
        await receive()
        came = await self._let_in(scope, send)
        if isinstance(came, int):
            await send({"type": "websocket.close", "code": came})
            return
        visitor, address = came
        scope["headers"] = []  # already read; a socket stays open for hours
        person, path = visitor.person if visitor else None, scope["path"]
        if person:
            self._rooms.whereabouts.note(person.id, address)
        here, wide = network(address), wide_network(address)
        who = person.id if person else here
        most = MOST_SOCKETS if person else MOST_UNKNOWN
        is_crowded = self._networks[here] >= MOST_OF_NETWORK or self._networks[wide] >= NETWORKS * MOST_OF_NETWORK
        if self._settings.limits and (self._sockets[who] >= most or is_crowded):
            await send({"type": "websocket.close", "code": CloseCode.TOO_MANY})
            return
        counted = [(self._sockets, who), (self._networks, here)]
        if wide:
            counted.append((self._networks, wide))
        for counter, key in counted:  # before the first await: many may connect at once
            counter[key] += 1
        own = self._open.open(visitor, address)
        metrics.SOCKETS.inc()
        try:
            if path == HARBOUR:
                stream = Stream(self._limits, address)
                own.serve(stream.close)
                await self._harbour.serve(receive, send, stream)
            elif path != MINE:
                if versions.said_in(scope.get("query_string", b"")) > 1:
                    await send({"type": "websocket.send", "text": _HELLO})
                await self._serve(path.rpartition("/")[2], person, receive, send, scope.get("extensions", {}).get(SOCKET), own)
            elif person is None:
                await send({"type": "websocket.close", "code": CloseCode.NOBODY})
            else:
                await self._mine.serve(person, receive, send, own)
        except SQLAlchemyError:
            _log.warning("a socket could not be served: storage does not answer")
            await send({"type": "websocket.close", "code": CloseCode.NO_STORAGE})
        finally:
            self._open.closed(own)
            metrics.SOCKETS.dec()
            for counter, key in counted:
                counter[key] -= 1
                if not counter[key]:
                    del counter[key]

    async def _let_in(self, scope: dict[str, Any], send: Send) -> tuple[Visitor | None, str] | int:
        """Return who opens a socket, and from which address; or the code to close it with."""
        headers = {name: value.decode("latin-1") for name, value in scope["headers"]}
        path: str = scope["path"]
        is_ours = path in {MINE, HARBOUR} or path.rpartition("/")[0] == "/api/live"
        if not is_ours or not self._settings.is_own(headers.get(b"origin"), headers.get(b"host", "")):
            return 1008  # before acceptance: HTTP 403
        await send({"type": "websocket.accept"})
        address: str = (scope.get("client") or ("unknown",))[0]
        if self._is_closing:
            return CloseCode.RESTART
        if versions.said_in(scope.get("query_string", b"")) < versions.OLDEST:
            return CloseCode.OLD_CLIENT
        try:
            self._limits.connect(address)
        except Refused:
            return CloseCode.TOO_FAST  # the page tries again: a school may be back all at once after a restart
        try:
            visitor = await self._guests.of_headers(headers.get(b"cookie", ""), headers.get(b"authorization", ""))
        except Refused:  # a bot account's token that is invalid, or that this server doesn't accept
            return CloseCode.NOBODY
        except SQLAlchemyError:
            return CloseCode.NO_STORAGE
        if self._house.is_banned(visitor.person.id if visitor else None, address):
            return CloseCode.BANNED
        return visitor, address

    async def _serve(
        self, table: str, person: Person | None, receive: Receive, send: Send, socket: PushingProtocol | None, own: Socket
    ) -> None:
        try:
            room = await self._rooms.room(table)
        except Refused:
            await send({"type": "websocket.close", "code": CloseCode.UNKNOWN_TABLE})
            return
        connection = Connection(room, person, send, socket.push if socket else None)
        try:
            try:
                async with asyncio.timeout(1.5 * PATIENCE):  # a move that waits to be written keeps the room
                    await self._presence.arrive(room, person)
            except TimeoutError:
                raise NoAnswer("a room could not be entered") from None
            connection.block(await self._blocks.of(person.id if person else None))
            self._broadcast.join(connection)
            own.serve(connection.close)
            if socket:
                socket.offer_to(partial(self._take, connection))
            await self._read(connection, receive)
        except Refused as no:
            await send({"type": "websocket.close", "code": why_closed(no)})
        finally:
            if socket:
                socket.offer_to(None)
            self._broadcast.leave(connection)
            await self._presence.leave(room, person)
            await connection.stop()

    # ---- What is read --------------------------------------------------------------------------

    def _take(self, connection: Connection, text: bytes) -> bool:
        """Make a move right where it is read, without waking the reading task; False if it must be handled there."""
        if connection.is_closing:
            return False
        if connection.is_busy or connection.is_reading:
            return text.startswith(_PING) and self._take_ping(connection, text)
        try:
            message = protocol.read_play(text)
        except _UNREADABLE:
            return False
        if not message.is_sound(connection.room.table.match) or (self._settings.limits and not connection.bucket.take()):
            return False
        self._play(connection, message)
        return True

    def _take_ping(self, connection: Connection, text: bytes) -> bool:
        """Answer a ping, however long another answer takes; False if it must be handled in its turn."""
        try:
            message = protocol.read.decode(text)
        except _UNREADABLE:
            return False
        if not isinstance(message, protocol.Ping) or (self._settings.limits and not connection.bucket.take()):
            return False
        connection.answer(protocol.Pong(message.id))
        return True

    async def _read(self, connection: Connection, receive: Receive) -> None:
        too_fast = 0
        while True:
            event = await connection.next_event(receive)
            if event["type"] == "websocket.disconnect":
                return
            if connection.is_closing:
                continue
            text = event.get("text")
            if self._settings.limits and not connection.bucket.take():
                too_fast += 1
                if too_fast >= MOST_FAST:
                    connection.close(CloseCode.TOO_FAST)
                else:
                    connection.answer(protocol.Error(None, Refused("too_fast").reason()))
            elif text is None:
                connection.answer(protocol.Error(None, Refused("message.unreadable").reason()))
            elif len(text) > protocol.LARGEST:
                connection.close(CloseCode.TOO_LARGE)
            else:
                await self._receive(connection, text)

    async def _receive(self, connection: Connection, text: str) -> None:
        try:
            message = protocol.read.decode(text)
        except _UNREADABLE:
            connection.answer(protocol.Error(None, Refused("message.unreadable").reason()))
            return
        if isinstance(message, protocol.Play | protocol.TakeBack):
            await connection.idle()
            if not connection.is_closing:
                self._play(connection, message)
            return
        self.pending.begin(connection, message.id)
        try:
            connection.answer(await self._answer(connection, message))
        except Refused as no:
            metrics.REFUSALS.labels(no.key).inc()
            connection.answer(protocol.Refusal(message.id, no.reason(), match=None, number=None, view=None))
        except SQLAlchemyError as error:
            _log.error("storage failed: %s", type(error).__name__)
            connection.answer(protocol.Error(message.id, Refused("server.storage").reason()))
        except Exception:
            _log.exception("a message could not be handled")
            connection.answer(protocol.Error(message.id, Refused("server.trouble").reason()))
        finally:
            self.pending.end(connection, message.id)

    async def _answer(
        self,
        connection: Connection,
        message: protocol.Chat | protocol.React | protocol.Return | Commit | Reveal | protocol.Ping,
    ) -> FromServer:
        room, person, seat = connection.room, connection.person, connection.seat
        match message:
            case protocol.Chat():
                if person is None:
                    raise Refused("table.not_seated")
                self._house.check_mute(person.id)
                self._limits.chat(person.id)
                await self._house.check_newcomer(person.id)
                text = plain_text(message.text, longest=200, what="message")
                line = await chat.say(self._rooms, room, person, text=text, message=message.id)
                return protocol.Ack(message.id, line.number)
            case protocol.React():
                if person is None:
                    raise Refused("table.not_seated")
                self._limits.react(person.id)
                await chat.react(self._rooms, room, person, message.reaction)
                return protocol.Ack(message.id, None)
            case protocol.Return():
                if seat is None:
                    raise Refused("table.not_seated")
                if room.table.chairs[seat].covered:
                    await self._presence.come_back(room, seat)
                return protocol.Ack(message.id, None)
            case Commit():
                if person is None:
                    raise Refused("table.not_seated")
                self._limits.shuffle(person.id)
                await self._dealer.commit(room, person, message.match, message.commitment)
                return protocol.Ack(message.id, None)
            case Reveal():
                if person is None:
                    raise Refused("table.not_seated")
                await self._dealer.reveal(room, person, message.match, message.bytes)
                return protocol.Ack(message.id, None)
            case protocol.Ping():
                return protocol.Pong(message.id)

    def _play(self, connection: Connection, message: protocol.Play | protocol.TakeBack) -> None:
        connection.begin_move()
        self.pending.begin(connection, message.id)
        self._moves.play(connection.room, connection.seat, message, then=partial(connection.end_move, message.id))

    # ---- The end -------------------------------------------------------------------------------

    async def begin_to_end(self) -> float:
        """Announce that this server is stopping; return over how many seconds to close its sockets, 0 if there is no other server."""
        self._house.begin_to_end()
        if self._settings.drain is not None:
            return self._settings.drain
        store = self._rooms.store
        with contextlib.suppress(SQLAlchemyError, NoAnswer):
            if store.is_shared and await store.read(lambda c: queries.has_others(c, store.process)):
                return DRAIN
        return 0.0

    async def close(self, over: float) -> None:
        """Accept no more sockets, send pending answers, and ask everyone to reconnect, over this many seconds."""
        self._is_closing = True
        self._harbour.close()
        await gradual_close.part(lambda: (*self._broadcast, *self._mine, *self._harbour), over)
        await asyncio.sleep(0.1)
