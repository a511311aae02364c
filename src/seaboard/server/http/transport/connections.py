"""uvicorn's HTTP protocol, with a bound on how long a connection may be silent or half-sent, and on the size of a request's head.

A server has a limited number of connections, so clients can't keep one without using it, or have too many (`connection_limits.py`).
"""

import asyncio
from typing import Any, cast

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

from seaboard.server.http.transport.connection_limits import Wires
from seaboard.server.http.transport.cookie import without_others

HEAD_BYTES = 32 * 1024
MOST_PIPELINED = 5
"""Requests that may wait on one connection: browsers and proxies send the next one after the answer."""
_TOO_LARGE = b"HTTP/1.1 431 Request Header Fields Too Large\r\ncontent-length: 0\r\nconnection: close\r\n\r\n"
_TOO_MANY = b"HTTP/1.1 429 Too Many Requests\r\ncontent-length: 0\r\nretry-after: 5\r\nconnection: close\r\n\r\n"


class TooMany(Exception):
    """Too many requests wait on a connection."""


class BoundedProtocol(HttpToolsProtocol):
    """A connection that must send the head of a request, and soon."""

    patience = 10.0
    """Seconds from when a connection is made, or a request begins, until its head is there."""
    wires: Wires

    def connection_made(self, transport: Any) -> None:
        """Expect a request, unless the address has too many connections."""
        self._wire = self.wires.add(transport)
        super().connection_made(cast(asyncio.Transport, self._wire))
        self._deadline: asyncio.TimerHandle | None = None
        self._head = 0
        if self._wire.is_too_many:
            self.transport.write(_TOO_MANY)
            self.transport.close()
        else:
            self._expect_head()

    def data_received(self, data: bytes) -> None:
        """Read on; data after an answer is the next request, even if it doesn't look like one yet."""
        super().data_received(data)
        if self.transport.get_protocol() is not self:
            del self.parser  # it is a socket now; breaking the parser's reference back frees both without the garbage collector
            return
        if self.transport.is_closing():
            return
        if self._deadline is None and self.cycle is not None and self.cycle.response_complete:
            self._expect_head()
        if self._deadline is not None:
            self._head += len(data)
            if self._head > HEAD_BYTES:
                self.transport.write(_TOO_LARGE)
                self.transport.close()

    def on_message_begin(self) -> None:
        """A request begins, unless too many wait: the error then ends the connection."""
        if len(self.pipeline) >= MOST_PIPELINED:
            raise TooMany
        super().on_message_begin()
        if self._deadline is None:
            self._expect_head()

    def on_headers_complete(self) -> None:
        """Its head is complete; the application limits the time for its body."""
        self._expect_nothing()
        super().on_headers_complete()

    def handle_websocket_upgrade(self) -> None:
        """Go on as a socket."""
        self.scope["headers"] = without_others(self.scope["headers"])
        super().handle_websocket_upgrade()

    def connection_lost(self, exc: Exception | None) -> None:
        """Handle the end of the connection."""
        self._expect_nothing()
        self._wire.lost()
        super().connection_lost(exc)
        self.pipeline.clear()  # requests and their connection refer to each other, and would wait for the garbage collector
        self.cycle = cast(Any, None)

    def _expect_head(self) -> None:
        self._head = 0
        self._deadline = self.loop.call_later(self.patience, self.transport.close)

    def _expect_nothing(self) -> None:
        if self._deadline is not None:
            self._deadline.cancel()
            self._deadline = None


def bounded(patience: float, wires: Wires) -> type[BoundedProtocol]:
    """Make the protocol class for connections with this timeout, counted in these wires."""
    return type("BoundedProtocol", (BoundedProtocol,), {"patience": patience, "wires": wires})
