"""People whose servers come and go: each connects to any available one, resends unanswered moves, and remembers acknowledged ones."""

import asyncio
import contextlib
import json
import random
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from itertools import count
from typing import Any

import sqlalchemy as sa
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidHandshake, WebSocketException

from seaboard.server.storage import schema
from seaboard.server.storage.store import Store
from seaboard.server.versions import PROTOCOL

ANSWER = 8.0
"""Seconds without an answer after which a connection is taken for lost."""
PAUSE = 0.1
"""Seconds before the next try to connect."""


@dataclass(frozen=True)
class Acknowledged:
    """A move that a server has acknowledged as on disk."""

    match: str
    number: int
    message: str


@dataclass
class Kept:
    """What all of them have recorded together."""

    moves: list[Acknowledged] = field(default_factory=list)
    slowest: float = 0.0
    """The longest that anybody waited for an acknowledgement, reconnecting included."""
    closed: dict[int, int] = field(default_factory=dict)
    """How often sockets were closed, by code; 1006: without a word."""
    heard: Callable[[bytes], None] | None = None
    """Is shown every message that anybody gets."""


class Roamer:
    """A person who plays at a table through any server; like a page of the first protocol, without a protocol version."""

    _names = count()

    def __init__(
        self,
        token: str,
        table: str,
        kept: Kept,
        *,
        urls: Callable[[], Sequence[str]],
        pace: float,
        away: float = 0.0,
        protocol: int = PROTOCOL,
    ) -> None:
        self._headers = {"Cookie": f"seaboard={token}"}
        self._path = f"/api/live/{table}" + (f"?protocol={protocol}" if protocol > 1 else "")
        self._kept = kept
        self._urls = urls
        self._pace = pace
        self._away = away  # seconds between two visits; 0: they stay
        self._has_moved = False
        self._name = f"roam{next(self._names)}"
        self._count = 0
        self._asked: dict[str, Any] | None = None  # what is not answered yet
        self._asked_at = 0.0
        self.match: dict[str, Any] | None = None
        self.is_over = False

    async def play(self) -> None:
        """Play until the match is over, or this is cancelled."""
        while not self.is_over:
            urls = self._urls()
            if urls:
                with contextlib.suppress(OSError, InvalidHandshake, WebSocketException, TimeoutError):
                    address = random.choice(urls).replace("http", "ws") + self._path
                    async with connect(address, additional_headers=self._headers, compression=None, open_timeout=ANSWER) as socket:
                        await self._attend(socket)
                    self._note_end(socket)
            await asyncio.sleep(self._away if self._has_moved else PAUSE)
            self._has_moved = False

    def _note_end(self, socket: ClientConnection) -> None:
        code = socket.close_code or 1006
        self._kept.closed[code] = self._kept.closed.get(code, 0) + 1

    async def _attend(self, socket: ClientConnection) -> None:
        try:
            while not self.is_over and not self._has_moved:
                async with asyncio.timeout(ANSWER if self._asked else None):
                    text = await socket.recv(decode=False)
                if self._kept.heard:
                    self._kept.heard(text)
                if await self._hear(json.loads(text)) or self._asked is None:
                    await self._act(socket)
        except ConnectionClosed:
            return

    async def _hear(self, message: dict[str, Any]) -> bool:
        """Handle a message; return True if this connection is new."""
        match message["type"]:
            case "table":
                self.match = message["match"]
                self.is_over = self.match is None or self.match["ended"] is not None
                return True
            case "moved" if self.match and message["match"] == self.match["id"]:
                self.match |= {key: message[key] for key in ("number", "view", "ended")}
                self.is_over = self.match["ended"] is not None and self._asked is None
            case "ack" | "refused" | "error" if self._asked and message["id"] == self._asked["id"]:
                asked, self._asked = self._asked, None
                if message["type"] == "ack":
                    self._kept.moves.append(Acknowledged(asked["match"], message["number"], asked["id"]))
                    self._has_moved = self._away > 0
                    self._kept.slowest = max(self._kept.slowest, time.monotonic() - self._asked_at)
                if self.match and self.match["ended"]:
                    self.is_over = True
        return False

    async def _act(self, socket: ClientConnection) -> None:
        """Resend an unanswered move, or make one if it is their turn."""
        if self._asked is None and self.match and not self.match["ended"] and self.match["view"]["legal"]:
            if self._pace:
                await asyncio.sleep(random.expovariate(1 / self._pace))
            self._count += 1
            action = random.choice(list(self.match["view"]["legal"].values()))
            where = {"match": self.match["id"], "number": self.match["number"]}
            self._asked = {"type": "play", "id": f"{self._name}-{self._count}", "action": action, **where}
            self._asked_at = time.monotonic()
        if self._asked is not None:
            await socket.send(json.dumps(self._asked))


def missing(database: str, moves: Sequence[Acknowledged]) -> list[Acknowledged]:
    """Return the acknowledged moves that are not in the database exactly once, at their place."""
    store = Store(database)
    e = schema.entries
    with store.snapshot() as c:
        found: dict[tuple[str, str], list[int]] = {}
        for row in c.execute(sa.select(e.c.match_id, e.c.number, e.c.message).where(e.c.message.is_not(None))):
            found.setdefault((row.match_id, row.message), []).append(row.number)
    store.disconnect()
    return [one for one in moves if len(found.get((one.match, one.message), ())) != 1]
