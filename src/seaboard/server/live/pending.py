"""Messages that are being answered: a client that waits long is told why, well before it would consider the connection lost."""

import asyncio

from seaboard.server import protocol
from seaboard.server.live.connection import Connection
from seaboard.server.refusals import Refused

UNNOTICED = 1.5
"""Seconds that an answer may take without a word; pages take a connection for lost after 2.5."""
LOOK = 0.25


class Pending:
    """The latest messages, oldest first; a connection knows which of its own are unanswered."""

    def __init__(self) -> None:
        self._loop: asyncio.AbstractEventLoop | None = None
        self._since: dict[tuple[Connection, str], float] = {}

    def begin(self, connection: Connection, message: str) -> None:
        """Add a message that is being handled."""
        if self._loop is not None:
            connection.owe(message)
            self._since.pop((connection, message), None)  # a message sent again under its id is the newest
            self._since[connection, message] = self._loop.time()

    def end(self, connection: Connection, message: str) -> None:
        """It is answered."""
        connection.settle(message)
        self._since.pop((connection, message), None)

    async def run(self) -> None:
        """Check until cancelled."""
        self._loop = asyncio.get_running_loop()
        while True:
            await asyncio.sleep(LOOK)
            self._look(self._loop.time() - UNNOTICED)

    def _look(self, before: float) -> None:
        late = []
        for one, since in self._since.items():
            if since > before:
                break
            late.append(one)
        for connection, message in late:
            is_owed = message in connection.unanswered
            self.end(connection, message)
            if not is_owed:
                continue
            key = "play.held" if connection.is_busy else "server.storage"
            connection.answer(protocol.Held(message, Refused(key).reason()))
