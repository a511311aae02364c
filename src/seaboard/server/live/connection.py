"""One socket at a table. It isn't sent messages one by one: it is given updates, and knows what it has seen.

So a slow connection slows down only itself, and a returning one needs no history.
"""

import asyncio
import logging
import time
from collections.abc import Awaitable, Callable
from typing import Any

import msgspec

from seaboard.server import metrics, protocol
from seaboard.server.close_codes import CloseCode
from seaboard.server.limits import MESSAGES, Bucket
from seaboard.server.matches.outcomes import Acknowledged, Declined, Failed, Outcome
from seaboard.server.protocol import FromServer, Person, write
from seaboard.server.refusals import Refused
from seaboard.server.tables.room import Room

Send = Callable[[dict[str, Any]], Awaitable[None]]
Receive = Callable[[], Awaitable[dict[str, Any]]]
Push = Callable[[list[bytes]], bool]

MOST_WAITING = 256
"""Messages that may wait for a slow socket."""
MOST_BYTES = 256 * 1024
"""Bytes that may: refusals contain a view, and those of a client that reads none pile up here. A single one may be larger."""
_log = logging.getLogger("seaboard.live")


class Seen(msgspec.Struct, frozen=True):
    """What a connection has seen."""

    version: int = 0  # of the table
    match: str | None = None
    number: int = -1
    line: int = 0
    presence: int = 0
    reacted: int = 0


class Connection:
    """One socket at a table. Updates are for one that `is_ready`; one that isn't asks for what it missed when it is again."""

    __slots__ = (
        "_catch_up",
        "_closing",
        "_idle",
        "_push",
        "_send",
        "_slow",
        "_unsent",
        "_unsent_bytes",
        "blocked",
        "bucket",
        "heard",
        "is_busy",
        "is_reading",
        "is_ready",
        "person",
        "room",
        "seat",
        "seen",
        "unanswered",
    )

    def __init__(self, room: Room, person: Person | None, send: Send, push: Push | None) -> None:
        self.room = room
        self.person = person
        self.seat = room.table.seat_of(person.id if person else None)
        self.blocked: frozenset[str] = frozenset()  # blocked people, whose chat is not sent
        self.seen = Seen()
        self.heard = 0.0  # when it was last sent moves
        self.bucket = Bucket(*MESSAGES)
        self.is_ready = False  # open, and its socket keeps up
        self.is_reading = False  # a message is being handled, and others must wait
        self.is_busy = False  # one of its moves is being made
        self.unanswered: dict[str, float] = {}  # its unanswered messages, and since when; see `pending.py`
        self._idle: asyncio.Future[None] | None = None
        self._catch_up: Callable[[Connection], None] | None = None
        self._closing: int | None = None
        self._send = send
        self._push = push
        self._slow: asyncio.Task[None] | None = None
        self._unsent: list[bytes] = []
        self._unsent_bytes = 0

    def open(self, catch_up: Callable[["Connection"], None]) -> None:
        """Start sending to it; `catch_up` sends it everything new, now and whenever its socket was too slow."""
        self._catch_up = catch_up
        self.is_ready = True
        catch_up(self)

    def sit(self) -> None:
        """Update this person's seat and name."""
        table = self.room.table
        self.seat = table.seat_of(self.person.id if self.person else None)
        if self.person and self.seat is not None and table.chairs[self.seat].name != self.person.name:
            self.person = msgspec.structs.replace(self.person, name=table.chairs[self.seat].name)

    def block(self, blocked: frozenset[str]) -> None:
        """Set the people that this person blocks, so that the table is sent again."""
        self.blocked = blocked
        self.seen = Seen()

    # ---- To the socket -------------------------------------------------------------------------

    def send(self, texts: list[bytes], seen: Seen | None = None) -> None:
        """Send at once if the socket is ready, else as soon as it is; after it this much is `seen`, if that changes."""
        if seen is not None:
            if texts and seen.number != self.seen.number:
                self.heard = time.monotonic()
            self.seen = seen
        if not texts or (self.is_ready and self._push is not None and self._push(texts)):
            return
        if len(self._unsent) + len(texts) > MOST_WAITING or self._unsent_bytes > MOST_BYTES:
            self._unsent.clear()
            self.close(CloseCode.TOO_FAST)
        elif self._closing in (None, CloseCode.RESTART):
            self._unsent += texts
            self._unsent_bytes += sum(map(len, texts))
        self._write_soon()

    def answer(self, message: FromServer) -> None:
        """Answer one of its messages."""
        self.send([write(message)])

    def close(self, code: int) -> None:
        """Close the socket after sending what is pending."""
        if self._closing is None:
            self._closing = code
            self._write_soon()

    @property
    def is_closing(self) -> bool:
        """Whether it is closing, so that nothing more is read."""
        return self._closing is not None

    @property
    def has_work(self) -> bool:
        """Whether one of its messages is being answered."""
        return self.is_busy or self.is_reading

    async def stop(self) -> None:
        """Handle the end of the socket."""
        self._catch_up = None
        self.is_ready = False
        if self._slow is not None:
            self._slow.cancel()
            await asyncio.wait([self._slow])
            self._slow = None  # breaks a reference cycle, which would otherwise wait for the garbage collector

    def _write_soon(self) -> None:
        self.is_ready = False
        if self._slow is None and self._catch_up is not None:
            self._slow = asyncio.get_running_loop().create_task(self._write())

    async def _write(self) -> None:
        """Send what waits, and wait for the socket wherever it wants to be waited for."""
        try:
            while self._unsent and self._closing in (None, CloseCode.RESTART):
                text = self._unsent.pop(0)
                self._unsent_bytes -= len(text)
                await self._send({"type": "websocket.send", "text": text.decode()})
            if self._closing is not None:
                await self._send({"type": "websocket.close", "code": self._closing})
        except OSError:  # it is gone; the reading task will notice
            self._catch_up = None
        finally:
            self._slow = None
        if self._catch_up is not None and self._closing is None:
            self.is_ready = True
            self._catch_up(self)

    # ---- From the socket -----------------------------------------------------------------------

    async def next_event(self, receive: Receive) -> dict[str, Any]:
        """Return the next message; until the next call, others must wait."""
        self.is_reading = False
        event = await receive()
        self.is_reading = event["type"] != "websocket.disconnect"
        return event

    def settle(self, message: str) -> None:
        """Note that a message has been answered."""
        self.unanswered.pop(message, None)

    # ---- Their moves ---------------------------------------------------------------------------

    def begin_move(self) -> None:
        """Note that one of its moves is being made."""
        self.is_busy = True

    def end_move(self, message: str, outcome: Outcome) -> None:
        """Answer with the move's outcome."""
        self.is_busy = False
        self.unanswered.pop(message, None)
        if self._idle is not None and not self._idle.done():
            self._idle.set_result(None)
        if isinstance(outcome, Acknowledged):
            self.send([write(protocol.Ack(message, outcome.number))])
        elif isinstance(outcome, Declined):
            self.answer(self._refusal(message, outcome))
        else:
            _log.error("a move could not be made", exc_info=outcome.error if isinstance(outcome, Failed) else None)
            self.answer(protocol.Error(message, Refused("server.trouble").reason()))

    async def idle(self) -> None:
        """Wait until none of its moves is being made."""
        if self.is_busy:
            self._idle = asyncio.get_running_loop().create_future()
            await self._idle

    def _refusal(self, message: str, declined: Declined) -> protocol.Refusal:
        """Make a refusal, with where the match stands."""
        metrics.REFUSALS.labels(declined.reason.key).inc()
        session = self.room.session
        if session is None:
            return protocol.Refusal(message, declined.reason, match=None, number=None, view=None)
        view = session.view(self.seat, memory=self.room.has_memory(self.seat))
        return protocol.Refusal(message, declined.reason, match=session.row.id, number=session.to_seat_count(self.seat), view=view)
