"""The connections of a server: of one network only so many, and none to somebody who does not take what they asked for.

A connection that is closed stays until all that was written to it is taken, and whoever never reads would keep it for ever.
"""

import asyncio
import sys
from collections import Counter
from collections.abc import Callable
from contextlib import suppress
from typing import Any

from seaboard.server.limits import network

MOST_CONNECTIONS = 2000
"""Of one network. Browsers make half a dozen each for requests, and a few sockets."""


class Wire:
    """A connection's transport, which knows how much was written to it, and so how much of that is gone."""

    __slots__ = ("_transport", "_wires", "is_too_many", "network", "since", "taken", "written")

    def __init__(self, wires: "Wires", transport: asyncio.Transport, network: str | None, *, since: float) -> None:
        self._wires = wires
        self._transport = transport
        self.network = network
        self.is_too_many = False
        self.written = 0
        self.taken = 0  # of that, when it was last looked at
        self.since = since  # when more than before was taken, or there was nothing to take

    def write(self, data: bytes) -> None:
        """Write, as any transport does."""
        self.written += len(data)
        self._transport.write(data)

    def is_closing(self) -> bool:
        """As of any transport."""
        return self._transport.is_closing()

    def __getattr__(self, name: str) -> Any:
        """All else is done by the transport."""
        return getattr(self._transport, name)

    def lost(self) -> None:
        """The connection is gone."""
        self._wires.remove(self)


def _underway(wire: Wire) -> int:
    """Bytes that the system still has, as far as it says so. On a slow line it has many, and takes new ones in large portions."""
    if sys.platform == "linux":
        import fcntl
        import termios

        with suppress(OSError, ValueError):  # it is closed
            found = fcntl.ioctl(wire.get_extra_info("socket").fileno(), termios.TIOCOUTQ, bytes(4))
            return int.from_bytes(found, sys.byteorder)
    return 0


class Wires:
    """All of them. An address that `is_spared` has as many as it likes: a proxy has those of everybody."""

    def __init__(self, *, patience: float, most: int | None = MOST_CONNECTIONS, is_spared: Callable[[str], bool] = lambda _: False) -> None:
        self._patience = patience
        self._most = most
        self._is_spared = is_spared
        self._all: set[Wire] = set()
        self._networks: Counter[str] = Counter()
        self._is_looking = False

    def add(self, transport: asyncio.Transport) -> Wire:
        """A connection is made."""
        loop = asyncio.get_running_loop()
        peer = transport.get_extra_info("peername")
        host = str(peer[0]) if isinstance(peer, tuple) else None
        wire = Wire(self, transport, None if host is None or self._is_spared(host) else network(host), since=loop.time())
        self._all.add(wire)
        if wire.network is not None:
            self._networks[wire.network] += 1
            wire.is_too_many = self._most is not None and self._networks[wire.network] > self._most
        if not self._is_looking:
            self._is_looking = True
            loop.call_later(self._patience / 4, self._look)
        return wire

    def count(self, address: str) -> int:
        """How many there are from there."""
        return self._networks[network(address)]

    def remove(self, wire: Wire) -> None:
        """A connection is gone, as may have been said already."""
        if wire in self._all:
            self._all.discard(wire)
            if wire.network is not None:
                self._networks[wire.network] -= 1
                if not self._networks[wire.network]:
                    del self._networks[wire.network]

    def _look(self) -> None:
        """Cut off those who have taken nothing for too long of what waits for them; look again as long as there are any."""
        loop = asyncio.get_running_loop()
        now = loop.time()
        for wire in list(self._all):
            waiting = wire.get_write_buffer_size()
            taken = wire.written - waiting - (_underway(wire) if waiting else 0)
            if not waiting or taken > wire.taken:
                wire.taken, wire.since = taken, now
            elif now - wire.since > self._patience:
                wire.abort()
        self._is_looking = bool(self._all)
        if self._is_looking:
            loop.call_later(self._patience / 4, self._look)
