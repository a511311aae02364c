"""Messages that are being answered: whoever waits for long is told why, long before they would take the connection for lost."""

import asyncio

from seaboard.server import protocol
from seaboard.server.live.connection import Connection
from seaboard.server.refusals import Refused

UNNOTICED = 1.5
"""Seconds that an answer may take without a word; pages take a connection for lost after 2.5."""
LOOK = 0.25


class Pending:
    """The messages of the last moments, oldest first; a connection knows which of its own have no answer yet."""

    def __init__(self) -> None:
        self._loop: asyncio.AbstractEventLoop | None = None
        self._since: dict[tuple[Connection, str], float] = {}

    def begin(self, connection: Connection, message: str) -> None:
        """A message is being seen to."""
        if self._loop is not None:
            connection.owe(message)
            self._since.pop((connection, message), None)  # sent again under the same id, it is the newest now
            self._since[connection, message] = self._loop.time()

    def end(self, connection: Connection, message: str) -> None:
        """It is answered."""
        connection.settle(message)
        self._since.pop((connection, message), None)

    async def run(self) -> None:
        """Look until cancelled."""
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
