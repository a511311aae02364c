"""A seat at a table: what it knows of its match, and its moves, each of which is made exactly once, whatever happens to the connection."""

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any, cast

import msgspec
from msgspec import Struct
from websockets.asyncio.client import ClientConnection
from websockets.exceptions import ConnectionClosed

from seaboard.server import protocol
from seaboard.server.protocol import Ended, FromServer, Play, Return, Table, View, write

TOO_FAST = 0.25
"""Seconds to wait when the server says that a message came too fast."""
_read: msgspec.json.Decoder[FromServer] = msgspec.json.Decoder(FromServer)


class Turn(Struct, frozen=True):
    """A seat's turn to act: everything it may know (`view`, with `legal` and `memory`), and the seconds it has."""

    match: str
    number: int
    view: dict[str, Any]
    left: float | None


class Seat:
    """An account's seat at a table, over successive sockets."""

    def __init__(self, prefix: str) -> None:
        self.ended: Ended | None = None
        self._prefix = prefix  # a prefix of message ids
        self._sent = 0
        self._table: Table | None = None
        self._match: str | None = None
        self._number = 0
        self._view: View | None = None
        self._left: dict[str, float] = {}
        self._pending: Play | None = None  # the unanswered move
        self._is_new = False  # whether news came since the last move was chosen

    async def play(self, socket: ClientConnection, choose: Callable[[Turn], Awaitable[int]]) -> bool:
        """Play over this socket. Returns True when there is nothing left to play, False when the socket is lost."""
        try:
            if self._pending is not None:
                await socket.send(write(self._pending).decode())
            while True:
                await self._hear(socket, await socket.recv())
                if self._table is not None and self._is_done(self._table):
                    return True
                turn = self._turn()
                if turn is not None and self._pending is None:
                    action = await choose(turn)
                    self._is_new = False
                    self._pending = Play(self._next_id(), turn.match, turn.number, action)
                    await socket.send(write(self._pending).decode())
        except ConnectionClosed:
            return False

    def _turn(self) -> Turn | None:
        view = self._view
        if view is None or self._match is None or not self._is_new or view["seat"] not in view["to_act"] or self.ended:
            return None
        return Turn(self._match, self._number, cast(dict[str, Any], view), self._left.get(str(view["seat"])))

    def _is_done(self, table: Table) -> bool:
        return self.ended is not None or table.stage != "playing" or table.you is None or table.you.seat is None

    async def _hear(self, socket: ClientConnection, text: str | bytes) -> None:
        message = _read.decode(text)
        match message:
            case protocol.Snapshot():
                self._table = message.table
                found, seat = message.match, message.table.you.seat if message.table.you else None
                if found is not None:
                    self._tell(found.id, found.number, found.view, found.left, found.ended)
                if seat is not None and message.table.chairs[seat].covered and not self.ended:
                    await socket.send(write(Return(self._next_id())).decode())
            case protocol.Moved() if message.match == self._match and message.number > self._number:
                self._tell(message.match, message.number, message.view, message.left, message.ended)
            case protocol.Ack() if self._pending is not None and message.id == self._pending.id:
                self._pending = None
                if message.number is not None and self._number <= message.number:
                    self._is_new = False  # the last view is from before this move
            case protocol.Refusal() if self._pending is not None and message.id == self._pending.id:
                self._pending = None
                if message.match == self._match and message.number is not None and message.view is not None:
                    self._tell(message.match, message.number, message.view, self._left, self.ended)
            case protocol.Error() if self._pending is not None:
                await asyncio.sleep(TOO_FAST)
                await socket.send(write(self._pending).decode())

    def _tell(self, match: str | None, number: int, view: View, left: dict[str, float], ended: Ended | None) -> None:
        self._match, self._number, self._view, self._left, self.ended = match, number, view, left, ended
        self._is_new = True

    def _next_id(self) -> str:
        self._sent += 1
        return f"{self._prefix}-{self._sent}"
