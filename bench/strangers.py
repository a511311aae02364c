"""Ten hostile clients on ten addresses of this machine, which try everything that might trouble a server at once.

    python -m bench.strangers PORT TABLE SECONDS

Each is a hundred guests, as many as a server allows an address, and does everything as a different one: so limits per person are tried a
hundred times, and limits per address once.
"""

import asyncio
import contextlib
import itertools
import json
import os
import random
import sys
import time
from collections import Counter
from collections.abc import AsyncIterator, Awaitable, Callable
from dataclasses import dataclass, field
from http.cookiejar import CookieJar, DefaultCookiePolicy
from typing import Any

import httpx
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import WebSocketException

from seaboard import Match
from seaboard.server.run import allow_connections

ADDRESSES = [f"127.0.0.{number}" for number in range(2, 12)]
ALL = "guests,decks,admirals,captains,resigning,take_backs,crowds,chat,replays,silence,headers,floods,hurry,crafted,upgrades"
ATTACKS = os.environ.get("SEABOARD_SOAK_ATTACKS", ALL).split(",")
GUESTS = 100
"""Guests of one address, whoever came first forgotten first."""
DECK = ".".join("a" * 24_900) + " = 1"
SILENT = 110
"""Connections of one address on which nothing is said, or half of something."""
HEADERS = 20_000_000
"""Bytes of headers that are tried on one connection."""
UPGRADE = (
    "GET /api/live/{table} HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n"
)
FRAMES = (b"\x89\x80\0\0\0\0", b"\x8a\x80\0\0\0\0", b"\0\x80\0\0\0\0", b"\x81\x80\0\0\0\0", b"\x81\xfe\0\xc8\0\0\0\0" + b"x" * 200)
"""A ping, a pong, an empty part of a message, an empty message, and a longer one."""
HURRIED = 30
"""Connections of one address on which the next request follows the answer to the one before."""
MOVES = 30
"""What a guest plays against Captains before they leave."""
TROUBLE = (OSError, TimeoutError, httpx.HTTPError, WebSocketException, KeyError, ValueError)


@dataclass
class Told:
    """The answers to the attackers."""

    requests: int = 0
    failures: int = 0
    statuses: Counter[int] = field(default_factory=Counter)
    reached: Counter[str] = field(default_factory=Counter)
    """What they brought about: guests, tables that bots were left to, lines heard by an opponent, bytes of headers …"""

    def as_json(self) -> str:
        """For the process that has let the strangers come."""
        return json.dumps(vars(self))


class Stranger:
    """Everything one address does."""

    def __init__(self, address: str, port: int, told: Told, victim: str) -> None:
        self.address, self.port, self.told, self.victim = address, port, told, victim
        forgetful = CookieJar(DefaultCookiePolicy(allowed_domains=[]))  # every request says as whom it comes
        transport = httpx.AsyncHTTPTransport(local_address=address)
        self.web = httpx.AsyncClient(base_url=f"http://127.0.0.1:{port}/api", transport=transport, timeout=60, cookies=forgetful)
        self._guests: list[str] = []

    async def ask(self, method: str, path: str, token: str | None = None, **how: Any) -> httpx.Response:
        headers = {"cookie": f"seaboard={token}"} if token else {}
        answer = await self.web.request(method, path, headers=headers | how.pop("headers", {}), **how)
        self.told.requests += 1
        self.told.statuses[answer.status_code] += 1
        self.told.failures += answer.status_code >= 500 and answer.status_code != 503
        return answer

    @contextlib.asynccontextmanager
    async def at(self, table: str, token: str | None) -> AsyncIterator[ClientConnection]:
        headers = {"Cookie": f"seaboard={token}"} if token else {}
        url = f"ws://127.0.0.1:{self.port}/api/live/{table}"
        async with connect(url, additional_headers=headers, compression=None, local_addr=(self.address, 0)) as socket:
            yield socket

    def guest(self) -> str:
        """One of its guests."""
        return random.choice(self._guests)

    async def table(self, token: str, **asked: Any) -> dict[str, Any]:
        made: dict[str, Any] = (await self.ask("POST", "/tables", token, json={"game": "sea-change", **asked})).json()
        return made

    # ---- What they try --------------------------------------------------------------------------

    async def guests(self) -> None:
        answer = await self.ask("POST", "/guest", json={"name": f"Eve {random.randrange(10**6)}"})
        self._guests = [*self._guests, answer.cookies["seaboard"]][-GUESTS:]
        self.told.reached["guests"] += 1

    async def decks(self) -> None:
        await self.ask("POST", "/tables", self.guest(), json={"game": "sea-of-clouds", "options": {"deck": DECK}})

    async def admirals(self) -> None:
        """Start matches with Admirals, and leave while they think."""
        token = self.guest()
        made = await self.table(token, seats=4, bots=[None, "admiral", "admiral", "admiral"], start=True, public=random.random() < 0.5)
        answer = await self.ask("POST", f"/tables/{made['id']}/stand", token)
        self.told.reached["admirals left alone"] += answer.status_code == 200

    async def captains(self) -> None:
        """Start matches with Captains, a hundred times as many as others: play each for a while, then disconnect or leave."""
        token = self.guest()
        made = await self.table(token, seats=2, bots=[None, "captain"], start=True)
        async with self.at(made["id"], token) as socket:
            async for number, match in views(socket):
                legal = list(match["view"]["legal"].values())
                if number >= MOVES or match["ended"]:
                    break
                if legal:
                    play = {"type": "play", "id": f"q{number}", "match": made["match"], "number": match["number"], "action": legal[0]}
                    await socket.send(json.dumps(play))
                    self.told.requests += 1
        if random.random() < 0.5:
            await self.ask("POST", f"/tables/{made['id']}/stand", token)
        self.told.reached["captains left alone"] += 1

    async def resigning(self) -> None:
        """Resign at the start of a match against the slowest bots: the server then has to find out what the position was worth."""
        token = self.guest()
        made = await self.table(token, game="sea-salt-and-paper", seats=4, bots=[None, "legend", "legend", "legend"], start=True)
        answer = await self.ask("POST", f"/tables/{made['id']}/resign", token, json={"level": "legend"})
        self.told.reached["matches resigned"] += answer.status_code == 200

    async def take_backs(self) -> None:
        token = self.guest()
        made = await self.table(token, seats=2, bots=[None, "cabin-boy"], start=True)
        async with self.at(made["id"], token) as socket:
            async for number, match in views(socket):
                asked = {"id": f"q{number}", "match": made["match"], "number": match["number"]}
                legal = list(match["view"]["legal"].values())
                if legal:
                    await socket.send(json.dumps({"type": "play", "action": legal[0], **asked}))
                await socket.send(json.dumps({"type": "take_back", **asked, "id": f"b{number}"}))
                self.told.requests += 2

    async def crowds(self) -> None:
        async with contextlib.AsyncExitStack() as stack:
            for _ in range(30):
                await stack.enter_async_context(self.at(self.victim, random.choice([None, self.guest()])))
                self.told.requests += 1

    async def chat(self) -> None:
        """Chat endlessly, with a real person listening."""
        token, other = random.sample(self._guests, 2)
        made = await self.table(token, seats=2)
        await self.ask("POST", f"/tables/{made['id']}/sit", other, json={})
        async with self.at(made["id"], token) as talking, self.at(made["id"], other) as hearing:
            listening = [
                asyncio.create_task(self._listen(hearing, "lines heard")),
                asyncio.create_task(self._listen(talking, "lines said")),
            ]
            try:
                for number in range(500):
                    await talking.send(json.dumps({"type": "chat", "id": f"c{number}", "text": "x" * 200}))
                    self.told.requests += 1
                    await asyncio.sleep(0.01)  # who listens runs in this process, too
            finally:
                for task in listening:
                    task.cancel()
                await asyncio.wait(listening)

    async def _listen(self, socket: ClientConnection, what: str) -> None:
        async for text in socket:
            self.told.reached[what] += json.loads(text)["type"] == "chatted"

    async def replays(self) -> None:
        await self.ask("POST", "/replays", self.guest(), content=_record(), headers={"content-type": "application/json"})

    async def silence(self) -> None:
        """Open connections that send nothing, half a head, or half a body, for longer or shorter than the server waits."""
        halves = (b"", b"GET /api/health HTTP/1.1\r\nHost: x\r\n", b"POST /api/guest HTTP/1.1\r\nHost: x\r\nContent-Length: 9000\r\n\r\n{")
        writers: list[asyncio.StreamWriter] = []
        try:
            for half in itertools.islice(itertools.cycle(halves), SILENT):
                _, writer = await asyncio.open_connection("127.0.0.1", self.port, local_addr=(self.address, 0))
                writers.append(writer)
                writer.write(half)
                self.told.requests += 1
            await asyncio.sleep(random.choice([2, 20]))
            self.told.reached["silent connections"] += len(writers)
        finally:
            for writer in writers:
                writer.close()

    async def headers(self) -> None:
        """Send a request head that never ends."""
        _, writer = await asyncio.open_connection("127.0.0.1", self.port, local_addr=(self.address, 0))
        line = b"X-Sea: " + b"x" * 8000 + b"\r\n"
        try:
            writer.write(b"GET /api/health HTTP/1.1\r\nHost: x\r\n")
            self.told.requests += 1
            for number in range(HEADERS // len(line)):
                writer.write(line)
                await writer.drain()
                most = self.told.reached["bytes of headers on one connection"]
                self.told.reached["bytes of headers on one connection"] = max(most, number * len(line))
        finally:
            writer.close()

    async def floods(self) -> None:
        """Send frames without end: pings, parts of messages, messages."""
        reader, writer = await asyncio.open_connection("127.0.0.1", self.port, local_addr=(self.address, 0))
        frame = random.choice(FRAMES)
        try:
            writer.write(UPGRADE.format(table=self.victim).encode() + b"\r\n")
            self.told.requests += 1
            await asyncio.wait_for(reader.readuntil(b"\r\n\r\n"), 10)
            if not frame[0]:
                writer.write(b"\x01" + frame[1:])  # there must be a beginning
            reading = asyncio.create_task(_read_all(reader))
            while not reading.done():
                writer.write(frame * (60_000 // len(frame)))
                self.told.reached["bytes of frames"] += 60_000
                await writer.drain()
        finally:
            writer.close()

    async def hurry(self) -> None:
        """Send requests as fast as answers come, on many connections."""

        async def ask_on() -> None:
            reader, writer = await asyncio.open_connection("127.0.0.1", self.port, local_addr=(self.address, 0))
            try:
                async with asyncio.timeout(5):
                    while True:
                        writer.write(b"GET /api/alive HTTP/1.1\r\nHost: x\r\n\r\n" * 10)
                        self.told.requests += 10
                        if not await reader.read(65536):
                            break
            finally:
                writer.close()

        await asyncio.gather(*(ask_on() for _ in range(HURRIED)), return_exceptions=True)

    async def crafted(self) -> None:
        """Send cookies, paths and queries that take long to read."""
        await self.ask("GET", "/me", headers={"cookie": 'seaboard="' + '\\"' * 14_000})
        await self.ask("GET", "/" + "a/" * 14_000)
        await self.ask("GET", "/tables?" + "&".join(f"a{number}=1" for number in range(3_500)))

    async def upgrades(self) -> None:
        """Begin to open sockets, with malformed heads."""
        readers: list[tuple[asyncio.StreamReader, asyncio.StreamWriter]] = []
        head = UPGRADE.format(table=self.victim) + "".join(f"X-{number}: a\r\n" for number in range(200)) + "\r\n"
        try:
            for _ in range(20):
                readers.append(await asyncio.open_connection("127.0.0.1", self.port, local_addr=(self.address, 0)))
                readers[-1][1].write(head.encode())
                self.told.requests += 1
            await asyncio.sleep(10)
            for reader, _ in readers:
                self.told.reached["sockets kept half open"] += b"HTTP/1.1 400" not in await _so_far(reader)
        finally:
            for _, writer in readers:
                writer.close()

    # ---- All of it ------------------------------------------------------------------------------

    async def run(self, end: float) -> None:
        """Try everything at once, over and over."""
        for _ in range(2):
            with contextlib.suppress(*TROUBLE):
                await self.guests()
        await asyncio.gather(*(self._over_and_over(getattr(self, name), end) for name in ATTACKS))
        await self.web.aclose()

    async def _over_and_over(self, attempt: Callable[[], Awaitable[None]], end: float) -> None:
        while time.monotonic() < end:
            with contextlib.suppress(*TROUBLE):
                async with asyncio.timeout(max(0.1, end - time.monotonic())):
                    await attempt()
            await asyncio.sleep(0.05)


async def _read_all(reader: asyncio.StreamReader) -> None:
    with contextlib.suppress(OSError):  # it is cut off
        while await reader.read(65536):
            pass


async def _so_far(reader: asyncio.StreamReader) -> bytes:
    try:
        return await asyncio.wait_for(reader.read(100), 0.1)
    except TimeoutError:
        return b""


async def views(socket: ClientConnection, *, patience: float = 10) -> AsyncIterator[tuple[int, dict[str, Any]]]:
    """Yield a match as it is after each move, numbered."""
    for number in itertools.count():
        heard = json.loads(await asyncio.wait_for(socket.recv(), patience))
        match = heard.get("match") if heard["type"] == "table" else heard
        if heard["type"] in ("table", "moved") and match:
            yield number, match


def _record() -> bytes:
    """Make as long a record as possible."""
    if not _RECORD:
        match, rng = Match("sea-change", seats=4, seed=1, options={"target": 20}), random.Random(1)
        while not match.over:
            seat = match.to_act[0]
            match.play(seat, rng.choice(match.legal(seat)))
        _RECORD.append(json.dumps(match.record()).encode())
    return _RECORD[0]


_RECORD: list[bytes] = []


async def come(port: int, victim: str, seconds: float) -> Told:
    """Run all the attackers, and return their answers."""
    told, until = Told(), time.monotonic() + seconds
    await asyncio.gather(*(Stranger(address, port, told, victim).run(until) for address in ADDRESSES))
    return told


if __name__ == "__main__":
    allow_connections()
    print(asyncio.run(come(int(sys.argv[1]), sys.argv[2], float(sys.argv[3]))).as_json(), flush=True)
