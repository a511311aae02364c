"""Messages that are being answered: a client that waits long is told why, well before it would consider the connection lost."""

import asyncio

from seaboard.server import protocol
from seaboard.server.live.connection import Connection
from seaboard.server.refusals import Refused

UNNOTICED = 1.5
"""Seconds that an answer may take without a word; pages take a connection for lost after 2.5."""
LOOK = 0.25


class Pending:
    """The connections that may wait for an answer; each knows to what, and since when."""

    def __init__(self) -> None:
        self._loop: asyncio.AbstractEventLoop | None = None
        self._waiting: set[Connection] = set()

    def begin(self, connection: Connection, message: str) -> None:
        """Add a message that is being handled."""
        if self._loop is not None:
            connection.unanswered[message] = self._loop.time()
            self._waiting.add(connection)

    def end(self, connection: Connection, message: str) -> None:
        """It is answered."""
        connection.settle(message)

    async def run(self) -> None:
        """Check until cancelled."""
        self._loop = asyncio.get_running_loop()
        while True:
            await asyncio.sleep(LOOK)
            self._look(self._loop.time() - UNNOTICED)

    def _look(self, before: float) -> None:
        for connection in list(self._waiting):
            for message in [message for message, since in connection.unanswered.items() if since <= before]:
                connection.settle(message)
                key = "play.held" if connection.is_busy else "server.storage"
                connection.answer(protocol.Held(message, Refused(key).reason()))
            if not connection.unanswered:
                self._waiting.discard(connection)
