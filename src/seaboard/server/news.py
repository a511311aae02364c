"""News from other servers on the same PostgreSQL, by LISTEN."""

import asyncio
import logging
import threading
from collections.abc import Awaitable, Callable

import psycopg
from sqlalchemy.engine import make_url

from seaboard.server.store import CHANNEL

_log = logging.getLogger("seaboard.news")
RETRY = 1.0


class Listener:
    """A thread that hears what other servers write and tells the event loop."""

    def __init__(self, url: str, process: str, hear: Callable[[str], Awaitable[None]], hear_all: Callable[[], Awaitable[None]]) -> None:
        self._address = make_url(url).set(drivername="postgresql").render_as_string(hide_password=False)
        self._process = process
        self._hear = hear
        self._hear_all = hear_all
        self._stop = threading.Event()
        self._queue: asyncio.Queue[str | None] = asyncio.Queue()
        self._thread = threading.Thread(target=self._listen, name="seaboard-news", daemon=True)

    async def run(self) -> None:
        """Listen until cancelled, and pass on what is heard, in order."""
        self._loop = asyncio.get_running_loop()
        self._thread.start()
        try:
            while True:
                note = await self._queue.get()
                try:
                    await (self._hear_all() if note is None else self._hear(note))
                except Exception:
                    _log.exception("news could not be taken up")
        finally:
            self._stop.set()

    def _listen(self) -> None:
        while not self._stop.is_set():
            try:
                with psycopg.connect(self._address, autocommit=True) as connection:
                    connection.execute(f"LISTEN {CHANNEL}")
                    self._tell(None)  # whatever was said before, or while the connection was lost
                    while not self._stop.is_set():
                        for note in connection.notifies(timeout=0.5):
                            if not note.payload.startswith(self._process + " "):  # its own are many, and no news
                                for one in note.payload.split()[1:]:
                                    self._tell(one)
            except psycopg.Error as error:
                _log.warning("lost the connection that brings news: %s", str(error).partition("\n")[0])
                self._stop.wait(RETRY)

    def _tell(self, note: str | None) -> None:
        if not self._loop.is_closed():
            self._loop.call_soon_threadsafe(self._queue.put_nowait, note)
