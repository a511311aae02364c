"""A database that does not answer: how long anybody waits for it, and connections that are taken for dead.

Frozen, cut off or overloaded, a database says nothing at all, and whoever waits for it would wait for ever.
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
"""Seconds after which whoever asks for something is told that the database does not answer."""
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
    """The database has not answered in time. What was asked for may still happen, if it was under way."""


async def answered(asked: "asyncio.Future[T]", *, patience: float | None, last: Callable[[], float]) -> T:
    """What the database answers. NoAnswer if that takes longer than `patience` and `last`, the time of its last answer to anybody, is as
    long ago: a database that is only busy is waited for.
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
    """The address of a PostgreSQL, with every timeout that it does not set itself."""
    return url.update_query_dict({name: value for name, value in _TIMEOUTS.items() if name not in url.query})


def address_of(url: URL) -> str:
    """The address of a PostgreSQL as its own library reads it, with timeouts."""
    shown = with_timeouts(url).set(drivername="postgresql").render_as_string(hide_password=False)
    return shown.replace("+", "%20")  # a space; a plus of its own is written in another way


def is_passing(error: Exception) -> bool:
    """Whether the database is only unavailable: what could not be written now can be written later."""
    if isinstance(error, DBAPIError) and getattr(error.orig, "sqlstate", None) == READ_ONLY:
        return True  # a standby that is about to take over
    return isinstance(error, OperationalError | InterfaceError)


class Watchdog:
    """Knows since when connections wait for PostgreSQL, and closes those that wait for too long, so that their users go on."""

    def __init__(self) -> None:
        self._since: dict[int, float] = {}  # by file descriptor
        self._loop: asyncio.AbstractEventLoop | None = None
        self._timer: asyncio.TimerHandle | None = None

    def start(self, loop: asyncio.AbstractEventLoop) -> None:
        """Look every second."""
        self._loop = loop
        self._timer = loop.call_later(1.0, self._look)

    def close(self) -> None:
        """Look no more."""
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
        """Something is asked through this file descriptor."""
        if self._loop is not None:
            self._since[file] = self._loop.time()

    def end(self, file: int) -> None:
        """It was answered."""
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
    """End a socket that somebody waits for: they find it closed, which closing the file itself would not tell them."""
    with contextlib.suppress(OSError), socket.socket(fileno=os.dup(file)) as found:
        found.shutdown(socket.SHUT_RDWR)
