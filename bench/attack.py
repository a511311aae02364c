"""Ten strangers on ten addresses of this machine, who try at once all that might trouble a server, while everyone else plays."""

import asyncio
import contextlib
import itertools
import json
import os
import random
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import AsyncIterator, Awaitable, Callable
from dataclasses import dataclass, field
from functools import partial
from typing import Any

import httpx
import psutil
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import WebSocketException

from bench.server import ROOT, free_port, make_tables, running
from seaboard import Match

ADDRESSES = [f"127.0.0.{number}" for number in range(2, 12)]
ATTACKS = os.environ.get("SEABOARD_SOAK_ATTACKS", "guests,decks,admirals,take_backs,crowds,chat,replays,silence").split(",")
TABLES = 10
PACE = 1.0
DECK = ".".join("a" * 24_900) + " = 1"
STRANGERS_NICE = 10
"""Strangers have their own machines: here, where they share one with the server, it is the server that is to be measured."""
TROUBLE = (OSError, TimeoutError, httpx.HTTPError, WebSocketException, KeyError, ValueError)


@dataclass
class Found:
    """What became of it."""

    requests: int = 0
    failures: int = 0
    p99: float = 0.0
    p99_before: float = 0.0
    captain: float = 0.0
    memory: float = 0.0
    statuses: Counter[int] = field(default_factory=Counter)

    def as_json(self) -> str:
        """For the process that has let the strangers come."""
        return json.dumps(vars(self))


class Stranger:
    """All that one address does."""

    def __init__(self, address: str, port: int, found: Found, victim: str) -> None:
        self.address, self.port, self.found, self.victim = address, port, found, victim
        self.web = self._client()

    def _client(self, token: str | None = None) -> httpx.AsyncClient:
        transport = httpx.AsyncHTTPTransport(local_address=self.address)
        cookies = {"seaboard": token} if token else None
        return httpx.AsyncClient(base_url=f"http://127.0.0.1:{self.port}/api", transport=transport, timeout=60, cookies=cookies)

    async def ask(self, method: str, path: str, **how: Any) -> httpx.Response:
        answer = await self.web.request(method, path, **how)
        self.found.requests += 1
        self.found.statuses[answer.status_code] += 1
        self.found.failures += answer.status_code >= 500 and answer.status_code != 503
        return answer

    @contextlib.asynccontextmanager
    async def at(self, table: str, token: str | None) -> AsyncIterator[ClientConnection]:
        headers = {"Cookie": f"seaboard={token}"} if token else {}
        url = f"ws://127.0.0.1:{self.port}/api/live/{table}"
        async with connect(url, additional_headers=headers, compression=None, local_addr=(self.address, 0)) as socket:
            yield socket

    async def guest(self) -> str:
        answer = await self.ask("POST", "/guest", json={"name": f"Eve {random.randrange(10**6)}"})
        return answer.cookies["seaboard"]

    # ---- What they try --------------------------------------------------------------------------

    async def guests(self) -> None:
        await self.guest()

    async def decks(self) -> None:
        await self.ask("POST", "/tables", json={"game": "sea-of-clouds", "options": {"deck": DECK}})

    async def admirals(self) -> None:
        table = {"game": "sea-change", "seats": 4, "bots": [None, "admiral", "admiral", "admiral"], "start": True, "public": True}
        made = (await self.ask("POST", "/tables", json=table)).json()
        await self.ask("POST", f"/tables/{made['id']}/cover", json={"seat": 0})

    async def take_backs(self) -> None:
        token = self.web.cookies["seaboard"]
        made = (
            await self.ask("POST", "/tables", json={"game": "sea-change", "seats": 2, "bots": [None, "cabin-boy"], "start": True})
        ).json()
        async with self.at(made["id"], token) as socket:
            for number in itertools.count():
                heard = json.loads(await asyncio.wait_for(socket.recv(), 10))
                match = heard.get("match") if heard["type"] == "table" else heard
                if heard["type"] not in ("table", "moved") or not match:
                    continue
                asked = {"id": f"q{number}", "match": made["match"], "number": match["number"]}
                legal = list(match["view"]["legal"].values())
                if legal:
                    await socket.send(json.dumps({"type": "play", "action": legal[0], **asked}))
                await socket.send(json.dumps({"type": "take_back", **asked, "id": f"b{number}"}))
                self.found.requests += 2

    async def crowds(self) -> None:
        async with contextlib.AsyncExitStack() as stack:
            for _ in range(30):
                await stack.enter_async_context(self.at(self.victim, None))
                self.found.requests += 1

    async def chat(self) -> None:
        made = (await self.ask("POST", "/tables", json={"game": "sea-change", "seats": 2})).json()
        async with self.at(made["id"], self.web.cookies["seaboard"]) as socket:
            for number in range(500):
                await socket.send(json.dumps({"type": "chat", "id": f"c{number}", "text": "x" * 200}))
                self.found.requests += 1

    async def replays(self) -> None:
        await self.ask("POST", "/replays", content=_record(), headers={"content-type": "application/json"})

    async def silence(self) -> None:
        sockets = []
        try:
            for half in (
                b"",
                b"GET /api/health HTTP/1.1\r\nHost: x\r\n",
                b"POST /api/guest HTTP/1.1\r\nHost: x\r\nContent-Length: 9000\r\n\r\n{",
            ) * 10:
                _, writer = await asyncio.open_connection("127.0.0.1", self.port, local_addr=(self.address, 0))
                writer.write(half)
                sockets.append(writer)
                self.found.requests += 1
            await asyncio.sleep(5)
        finally:
            for writer in sockets:
                writer.close()

    async def run(self, end: float) -> None:
        """Try everything at once, over and over."""
        with contextlib.suppress(*TROUBLE):
            await self.guest()
        await asyncio.gather(*(self._over_and_over(getattr(self, name), end) for name in ATTACKS))
        await self.web.aclose()

    async def _over_and_over(self, attempt: Callable[[], Awaitable[None]], end: float) -> None:
        while time.monotonic() < end:
            with contextlib.suppress(*TROUBLE):
                async with asyncio.timeout(max(0.1, end - time.monotonic())):
                    await attempt()
            await asyncio.sleep(0.05)


def _record() -> bytes:
    """As long a record as there is."""
    if not _RECORD:
        match, rng = Match("sea-change", seats=4, seed=1, options={"target": 20}), random.Random(1)
        while not match.over:
            seat = match.to_act[0]
            match.play(seat, rng.choice(match.legal(seat)))
        _RECORD.append(json.dumps(match.record()).encode())
    return _RECORD[0]


_RECORD: list[bytes] = []


# ---- Everyone else ---------------------------------------------------------------------------------


class Captain:
    """Somebody who plays against a Captain, and notes how long it takes to answer."""

    def __init__(self, port: int) -> None:
        self._port = port
        self.slowest = 0.0
        self.is_warm = asyncio.Event()

    async def play(self, end: float) -> None:
        web = httpx.AsyncClient(base_url=f"http://127.0.0.1:{self._port}/api", timeout=30)
        token = (await web.post("/guest", json={"name": "Ada"})).cookies["seaboard"]
        while time.monotonic() < end:
            table = (await web.post("/tables", json={"game": "sea-change", "seats": 2, "bots": [None, "captain"], "start": True})).json()
            url = f"ws://127.0.0.1:{self._port}/api/live/{table['id']}"
            async with connect(url, additional_headers={"Cookie": f"seaboard={token}"}, compression=None) as socket:
                await self._match(socket, table["match"], end)
        await web.aclose()

    async def _match(self, socket: ClientConnection, name: str, end: float) -> None:
        waiting_since: float | None = None
        for number in itertools.count():
            if time.monotonic() > end:
                return
            try:
                heard = json.loads(await asyncio.wait_for(socket.recv(), 5))
            except TimeoutError:
                continue
            match = heard.get("match") if heard["type"] == "table" else heard
            if heard["type"] not in ("table", "moved") or not match:
                continue
            if match["ended"]:
                return
            if waiting_since is not None and 1 not in match["view"]["to_act"]:
                if self.is_warm.is_set():
                    self.slowest = max(self.slowest, time.monotonic() - waiting_since)
                self.is_warm.set()
                waiting_since = None
            if match["view"]["legal"]:
                action = next(iter(match["view"]["legal"].values()))
                move = {"type": "play", "id": f"a{number}", "match": name, "number": match["number"], "action": action}
                await socket.send(json.dumps(move))
            elif waiting_since is None:
                waiting_since = time.monotonic()


def attack(*, seconds: float, after: float) -> Found:
    """Let the strangers come, for so long; memory is looked at so long after they have gone."""
    found = Found()
    with tempfile.TemporaryDirectory() as folder:
        database = f"sqlite:///{folder}/soak.db"
        places = make_tables(database, TABLES)
        port = free_port()
        command = [sys.executable, "-m", "seaboard", "serve", "--port", str(port), "--database", database, "--heartbeat", "20"]
        with running(command, "Seaboard is at") as process:
            for place in places:
                place["port"] = port
            asyncio.run(_all(found, process, port, places, seconds, after))
    return found


async def _others(places: list[dict[str, Any]], seconds: float) -> dict[str, Any]:
    """Everyone else plays for so long."""
    command = [sys.executable, "-m", "bench.players", "seaboard", "127.0.0.1", str(seconds), str(PACE)]
    players = await asyncio.create_subprocess_exec(*command, cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
    told, _ = await players.communicate(json.dumps(places).encode())
    played: dict[str, Any] = json.loads(told)
    return played


async def _strangers(port: int, victim: str, seconds: float) -> dict[str, Any]:
    """Let the strangers come, in a process of their own that counts less to the system than the server does."""
    command = [sys.executable, "-m", "bench.attack", str(port), victim, str(seconds)]
    nice = partial(os.nice, STRANGERS_NICE)
    strangers = await asyncio.create_subprocess_exec(*command, cwd=ROOT, stdout=subprocess.PIPE, preexec_fn=nice)
    told, _ = await strangers.communicate()
    came: dict[str, Any] = json.loads(told)
    return came


async def come(port: int, victim: str, seconds: float) -> Found:
    """All the strangers, and what they were answered."""
    found, until = Found(), time.monotonic() + seconds
    await asyncio.gather(*(Stranger(address, port, found, victim).run(until) for address in ADDRESSES))
    return found


async def _all(found: Found, process: psutil.Process, port: int, places: list[dict[str, Any]], seconds: float, after: float) -> None:
    captain = Captain(port)
    end = time.monotonic() + seconds + 120
    playing = asyncio.create_task(captain.play(end))
    await asyncio.wait_for(captain.is_warm.wait(), 120)
    found.p99_before = (await _others(places, min(20.0, seconds)))["p99_ms"]
    others = asyncio.create_task(_others(places, seconds))
    await asyncio.sleep(8)  # they sit down
    before = process.memory_info().rss
    came = await _strangers(port, places[0]["table"], seconds - 5)
    found.requests, found.failures = came["requests"], came["failures"]
    played = await others
    playing.cancel()
    await asyncio.wait([playing])
    await asyncio.sleep(after)
    found.p99, found.captain = played["p99_ms"], captain.slowest
    found.memory = process.memory_info().rss / before
    print(f"answers by status: {came['statuses']}; memory before {before / 1e6:.0f} MB; {played}", flush=True)


if __name__ == "__main__":
    print(asyncio.run(come(int(sys.argv[1]), sys.argv[2], float(sys.argv[3]))).as_json(), flush=True)
