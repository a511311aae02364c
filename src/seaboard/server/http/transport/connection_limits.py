"""The connections of a server: a limited number per network, and none to clients that don't read their answers.

A closed connection stays until everything written to it has been read, so a client that never reads would keep it for ever.
"""

import asyncio
import sys
from collections import Counter
from collections.abc import Callable
from contextlib import suppress
from typing import Any

from seaboard.server.limits import NETWORKS, Buckets, network, wide_network
from seaboard.server.refusals import Refused

MOST_CONNECTIONS = 2000
"""Of one network. Browsers make half a dozen each for requests, and a few sockets."""
NEW_CONNECTIONS = 100, 2000
"""Of one network, in a second and at once: making one costs as much as a request that is refused."""


class Wire:
    """A connection's transport, which counts what was written to it, and so how much of that has been sent."""

    __slots__ = ("_is_lost", "_transport", "_wires", "is_closing", "is_too_many", "network", "since", "taken", "wide", "written")

    def __init__(self, wires: "Wires", transport: asyncio.Transport, network: str | None, wide: str, *, since: float) -> None:
        self._wires = wires
        self._transport = transport
        self.is_closing = transport.is_closing  # asked several times for each message
        self.network = network
        self.wide = wide  # the network around it, if it is one of many that somebody may have
        self.is_too_many = False
        self._is_lost = False
        self.written = 0
        self.taken = 0  # how much of that had been sent at the last check
        self.since = since  # when more was last read, or there was nothing to read

    def write(self, data: bytes) -> None:
        """Write, unless the connection is lost: of pipelined requests, uvicorn tells only the last one, and still answers the others."""
        if not self._is_lost:
            self.written += len(data)
            self._transport.write(data)

    def __getattr__(self, name: str) -> Any:
        """Delegate everything else to the transport."""
        return getattr(self._transport, name)

    def lost(self) -> None:
        """The connection is gone."""
        self._is_lost = True
        self._wires.remove(self)


def _underway(wire: Wire) -> int:
    """Return the bytes still in the system's buffer, if known. On a slow line it holds many, and accepts new ones in large portions."""
    if sys.platform == "linux":
        import fcntl
        import termios

        with suppress(OSError, ValueError):  # it is closed
            found = fcntl.ioctl(wire.get_extra_info("socket").fileno(), termios.TIOCOUTQ, bytes(4))
            return int.from_bytes(found, sys.byteorder)
    return 0


def _counted(wire: Wire, most: int | None) -> list[tuple[str, int | None]]:
    """Return the networks that a connection counts for, and how many each may have."""
    if wire.network is None:
        return []
    return [(wire.network, most)] + ([(wire.wide, most and NETWORKS * most)] if wire.wide else [])


class Wires:
    """All connections. An address that `is_spared` may have any number: a proxy carries everybody's."""

    def __init__(self, *, patience: float, most: int | None = MOST_CONNECTIONS, is_spared: Callable[[str], bool] = lambda _: False) -> None:
        self._patience = patience
        self._most = most
        self._is_spared = is_spared
        self._all: set[Wire] = set()
        self._networks: Counter[str] = Counter()
        self._new = Buckets(*NEW_CONNECTIONS)
        self._is_looking = False

    def add(self, transport: asyncio.Transport) -> Wire:
        """Add a connection."""
        loop = asyncio.get_running_loop()
        peer = transport.get_extra_info("peername")
        host = str(peer[0]) if isinstance(peer, tuple) else None
        known = None if host is None or self._is_spared(host) else host
        wire = Wire(self, transport, known and network(known), (known and wide_network(known)) or "", since=loop.time())
        self._all.add(wire)
        for counted, most in _counted(wire, self._most):
            self._networks[counted] += 1
            wire.is_too_many |= most is not None and (self._networks[counted] > most or self._is_too_fast(counted, wire))
        if not self._is_looking:
            self._is_looking = True
            loop.call_later(self._patience / 4, self._look)
        return wire

    def _is_too_fast(self, counted: str, wire: Wire) -> bool:
        try:
            self._new.check(counted, 1 / NETWORKS if counted == wire.wide else 1)
        except Refused:
            return True
        return False

    def count(self, address: str) -> int:
        """Count the connections from a network."""
        return self._networks[network(address)]

    def remove(self, wire: Wire) -> None:
        """Remove a connection, if it hasn't been removed yet."""
        if wire in self._all:
            self._all.discard(wire)
            for counted, _ in _counted(wire, None):
                self._networks[counted] -= 1
                if not self._networks[counted]:
                    del self._networks[counted]

    def _look(self) -> None:
        """Cut off clients that have read nothing of their waiting data for too long; check again while there are any."""
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
