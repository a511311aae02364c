"""A database that does not answer: how long to wait for it, and when connections count as dead.

A frozen, cut off or overloaded database says nothing at all, so waiting for it could last for ever.
"""

import asyncio
import contextlib
import os
import socket
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, TypeVar

from sqlalchemy.engine import URL, Connection
from sqlalchemy.exc import DBAPIError, InterfaceError, OperationalError, SQLAlchemyError

T = TypeVar("T")
READ_ONLY = "25006"
"""How PostgreSQL says that it takes nothing to write."""
PATIENCE = 4.0
"""Seconds after which callers are told that the database does not answer."""
STUCK = 15.0
"""Seconds without an answer after which a connection is closed and a fresh one tried: another machine may have taken over."""
_TIMEOUTS = {
    "connect_timeout": "3",
    "keepalives_idle": "10",
    "keepalives_interval": "3",
    "keepalives_count": "3",
    "tcp_user_timeout": "15000",
    "options": "-c statement_timeout=15000 -c lock_timeout=5000 -c idle_in_transaction_session_timeout=30000",
}
UNLIMITED = "SET LOCAL statement_timeout = 0; SET LOCAL lock_timeout = 0; SET LOCAL idle_in_transaction_session_timeout = 0"
"""For a command's transaction, which may take as long as it takes."""


class NoAnswer(SQLAlchemyError):
    """The database has not answered in time. A request in progress may still succeed."""


async def answered(asked: "asyncio.Future[T]", *, patience: float | None, last: Callable[[], float]) -> T:
    """Wait for the database's answer. NoAnswer if that takes longer than `patience` and its last answer to anyone, at `last`, is as long
    ago: a database that is only busy is waited for.
    """
    try:
        while True:
            done, _ = await asyncio.wait([asked], timeout=patience)
            if done:
                return asked.result()
            if time.monotonic() - last() > (patience or 0.0):
                raise NoAnswer(f"the database has not answered for {patience} s")
    finally:
        asked.cancel()  # nothing happens if there was an answer


def with_timeouts(url: URL) -> URL:
    """Return the address of a PostgreSQL, with every timeout that it does not set itself."""
    return url.update_query_dict({name: value for name, value in _TIMEOUTS.items() if name not in url.query})


def address_of(url: URL) -> str:
    """The address of a PostgreSQL as its own library reads it, with timeouts."""
    shown = with_timeouts(url).set(drivername="postgresql").render_as_string(hide_password=False)
    return shown.replace("+", "%20")  # a space; a literal plus is encoded differently


def is_passing(error: Exception) -> bool:
    """Whether the database is only temporarily unavailable, so that a write can be retried later."""
    if isinstance(error, DBAPIError) and getattr(error.orig, "sqlstate", None) == READ_ONLY:
        return True  # a standby that is about to take over
    return isinstance(error, OperationalError | InterfaceError)


class Watchdog:
    """Tracks since when connections have waited for PostgreSQL, and closes those that wait too long, so that their users can continue."""

    def __init__(self) -> None:
        self._since: dict[int, float] = {}  # by file descriptor
        self._loop: asyncio.AbstractEventLoop | None = None
        self._timer: asyncio.TimerHandle | None = None

    def start(self, loop: asyncio.AbstractEventLoop) -> None:
        """Start checking every second."""
        self._loop = loop
        self._timer = loop.call_later(1.0, self._look)

    def close(self) -> None:
        """Stop checking."""
        if self._timer is not None:
            self._timer.cancel()

    @contextmanager
    def watching(self, connection: Connection) -> Iterator[None]:
        """Watch a connection while it is used."""
        driver: Any = connection.connection.driver_connection
        file = driver.fileno()
        self.begin(file)
        try:
            yield
        finally:
            self.end(file)

    def begin(self, file: int) -> None:
        """Note a request through this file descriptor."""
        if self._loop is not None:
            self._since[file] = self._loop.time()

    def end(self, file: int) -> None:
        """Note its answer."""
        self._since.pop(file, None)

    def _look(self) -> None:
        assert self._loop is not None
        now = self._loop.time()
        for file, since in list(self._since.items()):
            if now - since > STUCK:
                self.end(file)
                _shut_down(file)
        self._timer = self._loop.call_later(1.0, self._look)


def _shut_down(file: int) -> None:
    """Shut down a socket that a thread waits for: it finds the socket closed, unlike after closing the file itself."""
    with contextlib.suppress(OSError), socket.socket(fileno=os.dup(file)) as found:
        found.shutdown(socket.SHUT_RDWR)
