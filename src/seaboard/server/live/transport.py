"""uvicorn's WebSocket protocol with a shortcut: messages can be pushed without a task that waits for them, and the most common
incoming ones, short and complete, are handled right where they are read.

A move goes to everyone at the table, and most connections can accept it right away; a coroutine through three layers for each would cost
more than the message itself. Applications find the socket in the scope's extensions, and work without it elsewhere.

Everything pushed in one iteration of the event loop is written at its end, in one go: writing to a sleeping process wakes it, which costs
more than everything else; this way, processes on the same machine are woken once.
"""

import asyncio
import contextlib
import logging
from collections.abc import Callable
from typing import Any, cast
from weakref import WeakKeyDictionary

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

from seaboard.server.close_codes import CloseCode
from seaboard.server.http.transport.connection_limits import Wire
from seaboard.server.limits import Bucket
from seaboard.server.live.frames import FrameCounter

try:
    from websockets.speedups import apply_mask
except ImportError:  # not built for this machine: ten times as slow
    from websockets.utils import apply_mask

SOCKET = "seaboard.socket"
_log = logging.getLogger("seaboard.sockets")
_TEXT = 0x81  # a whole text message in one frame
_BAD_HEAD = b"HTTP/1.1 400 Bad Request\r\ncontent-length: 0\r\nconnection: close\r\n\r\n"
_SHORT = 126  # bytes; longer frames encode their length differently
_SHORT_HEADS = [bytes((_TEXT, size)) for size in range(_SHORT)]
_LONG_HEAD, _HUGE_HEAD = bytes((_TEXT, 126)), bytes((_TEXT, 127))
_HEAD = 6  # bytes before those of a short frame from a client; the last four are its mask
FRAMES = 100, 500
"""Frames of any kind on a socket, in a second and at once: pings and empty parts of messages cost as much as messages. They are counted
before they are read, and whoever sends more is cut off.
"""

OnText = Callable[[bytes], bool]


class PushingProtocol(WebSocketsSansIOProtocol):
    """A socket that can be pushed to, and that offers most messages to a function first."""

    most_frames: tuple[float, float] | None = FRAMES

    def __init__(self, *arguments: Any, **more: Any) -> None:
        super().__init__(*arguments, **more)
        self.queue = cast(Any, Incoming())
        self.writable = cast(Any, Gate())

    def connection_made(self, transport: Any) -> None:
        """Set up the connection; each event loop has one list of pending writes."""
        super().connection_made(transport)
        self._outgoing = _OUTGOING.setdefault(self.loop, _Outgoing())
        self._is_between_frames = True
        self._heard = 0.0  # when the client last sent a short message
        self._allowed: Bucket | None = None
        self._counter: FrameCounter | None = None
        self._on_text: OnText | None = None

    def handle_connect(self, event: Any) -> None:
        """Offer itself to the application, which starts after this."""
        super().handle_connect(event)
        if hasattr(self, "scope"):
            extensions: dict[str, Any] = cast(dict[str, Any], self.scope["extensions"])
            extensions[SOCKET] = self

    def offer_to(self, on_text: OnText | None) -> None:
        """Offer most messages to this function first: it handles one at once and returns True, or leaves it to be received as usual."""
        self._on_text = on_text

    def data_received(self, data: bytes) -> None:
        """Read short messages that arrive whole, as moves and pongs do; the library reads all others."""
        if not self.handshake_initiated:
            super().data_received(data)
            if not self.handshake_initiated and not self.transport.is_closing():  # the whole head was here, and there will be no other
                self.transport.write(_BAD_HEAD)
                self.transport.close()
        elif self._may_read(data):
            frames = _short_frames(data) if self._is_between_frames and self.handshake_complete else []
            if not frames:
                self._is_between_frames = False  # only the library knows where the next one begins
                super().data_received(data)
            for frame in frames:
                if frame[0] != _TEXT or not self._take(frame):
                    super().data_received(frame)
                if self.transport.is_closing():
                    return

    def _take(self, frame: bytes) -> bool:
        """Handle a text message; False if the library must read it."""
        if not self.queue.empty() or self.frames or self.close_sent:
            return False
        self._heard = self.loop.time()
        text = apply_mask(frame[_HEAD:], frame[_HEAD - 4 : _HEAD])
        if self._on_text is not None and self._on_text(text):
            return True
        try:
            self.queue.put_nowait({"type": "websocket.receive", "text": text.decode()})
        except UnicodeDecodeError:
            return False
        return True

    def _may_read(self, data: bytes) -> bool:
        """Count the frames in what came; cut the client off if there have been too many, even if its socket has been told to close."""
        if self.transport.is_closing():
            return False
        if self.most_frames is None:
            return True
        count = 1
        if not (self._is_between_frames and _is_short_frame(data)):
            self._counter = self._counter or FrameCounter()
            count = self._counter.count(data, most=int(self.most_frames[1]))
        if self._allowed is None:
            self._allowed = Bucket(*self.most_frames)
        if self._allowed.take(count):
            return True
        self.stop_keepalive()
        if not self.close_sent:
            self.queue.put_nowait({"type": "websocket.disconnect", "code": CloseCode.TOO_FAST})
            self.conn.send_close(CloseCode.TOO_FAST)
            self.transport.write(b"".join(self.conn.data_to_send()))
            self.close_sent = True
        self.transport.close()
        return False

    def send_keepalive_ping(self) -> None:
        """Send a keep-alive ping, unless the client has sent something since the last one was due."""
        interval = self.ping_interval or 0.0
        silence = self.loop.time() - self._heard
        if silence < interval:
            self.ping_timer = self.loop.call_later(interval - silence, self.send_keepalive_ping)
        else:
            super().send_keepalive_ping()

    def connection_lost(self, exc: Exception | None) -> None:
        """It is gone."""
        wire = cast(Any, self.transport)
        if isinstance(wire, Wire):  # otherwise it is served without our connections
            wire.lost()
        super().connection_lost(exc)
        self._on_text = None
        with contextlib.suppress(ValueError):  # it is being read just now
            self.conn.parser.close()  # these refer to each other, and would wait for the garbage collector
        if hasattr(self, "scope"):
            cast(dict[str, Any], self.scope["extensions"]).pop(SOCKET, None)

    def push(self, texts: list[bytes]) -> bool:
        """Write text messages very soon, together; return False, without writing anything, if the socket can't accept them now."""
        if not self.writable.is_set() or not self.handshake_complete or self.close_sent or self.transport.is_closing():
            return False
        frames: list[bytes] = []
        for text in texts:
            size = len(text)
            if size < _SHORT:
                frames += _SHORT_HEADS[size], text
            elif size < 65536:
                frames += _LONG_HEAD, size.to_bytes(2, "big"), text
            else:
                frames += _HUGE_HEAD, size.to_bytes(8, "big"), text
        self._outgoing.add(self, b"".join(frames))
        return True

    async def send(self, message: Any) -> None:
        """Send a message as usual, after anything pushed before."""
        self._outgoing.write()
        await super().send(message)
        if message["type"] == "websocket.accept":
            self.request.headers.clear()  # they have been read, and a socket stays open for hours
            del self.request, self.response

    def shutdown(self) -> None:
        """Shut down, after sending anything pushed before."""
        self._outgoing.write()
        super().shutdown()


def _is_short_frame(data: bytes) -> bool:
    """Whether this is one short masked frame, as nearly always."""
    return len(data) >= _HEAD and len(data) == _HEAD + data[1] - 128 and data[1] < 128 + _SHORT


def _short_frames(data: bytes) -> list[bytes]:
    """Split data into short masked frames; none if it contains anything else."""
    if _is_short_frame(data):
        return [data]
    frames = []
    at = 0
    while at < len(data):
        size = _HEAD + data[at + 1] - 128 if at + 1 < len(data) else 0
        if not _HEAD <= size < _HEAD + _SHORT or at + size > len(data):
            return []
        frames.append(data[at : at + size])
        at += size
    return frames


class UnlimitedProtocol(PushingProtocol):
    """The same, for a server without limits."""

    most_frames = None


class Incoming:
    """A socket's incoming messages, for one receiver: an `asyncio.Queue` takes five times the memory."""

    __slots__ = ("_messages", "_receiver")

    def __init__(self) -> None:
        self._messages: list[Any] = []
        self._receiver: asyncio.Future[None] | None = None

    def empty(self) -> bool:
        """Whether nothing waits to be received."""
        return not self._messages

    def put_nowait(self, message: Any) -> None:
        """Add a message."""
        self._messages.append(message)
        if self._receiver is not None and not self._receiver.done():
            self._receiver.set_result(None)

    async def get(self) -> Any:
        """Return the next message, waiting for it."""
        while not self._messages:
            self._receiver = asyncio.get_running_loop().create_future()
            try:
                await self._receiver
            finally:
                self._receiver = None
        return self._messages.pop(0)


class Gate:
    """An `asyncio.Event` that is nearly always set, and takes no memory while it is."""

    __slots__ = ("_opening",)

    def __init__(self) -> None:
        self._opening: asyncio.Event | None = None

    def is_set(self) -> bool:
        """Whether nobody has to wait."""
        return self._opening is None

    def set(self) -> None:
        """Let waiters continue."""
        opening, self._opening = self._opening, None
        if opening is not None:
            opening.set()

    def clear(self) -> None:
        """Make callers wait."""
        if self._opening is None:
            self._opening = asyncio.Event()

    async def wait(self) -> None:
        """Wait until it is set."""
        while self._opening is not None:
            await self._opening.wait()


class _Outgoing:
    """The pending writes of an event loop's sockets in this iteration."""

    def __init__(self) -> None:
        self._waiting: dict[PushingProtocol, bytes] = {}

    def add(self, socket: PushingProtocol, frames: bytes) -> None:
        if not self._waiting:
            socket.loop.call_soon(self.write)
        self._waiting[socket] = self._waiting.get(socket, b"") + frames

    def write(self) -> None:
        waiting, self._waiting = self._waiting, {}
        for socket, frames in waiting.items():
            if not (socket.close_sent or socket.transport.is_closing()):
                try:
                    socket.transport.write(frames)
                except Exception:  # one failure must not stop the rest
                    _log.exception("a socket could not be written to")
                    socket.transport.abort()


_OUTGOING: WeakKeyDictionary[asyncio.AbstractEventLoop, _Outgoing] = WeakKeyDictionary()
