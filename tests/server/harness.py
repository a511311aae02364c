"""Real servers in processes of their own, and people who play on them over real sockets."""

import asyncio
import json
import os
import random
import re
import signal
import subprocess
import sys
import time
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from pathlib import Path
from typing import Any, Self

import httpx
from websockets.asyncio.client import ClientConnection, connect

from tests.server.forking import Forked

ROOT = Path(__file__).parents[2]
SOURCE = ROOT / "src"
IMPORTED_FROM = os.environ.get("PYTHONPATH")
PATIENCE = 20.0
CERTIFICATES = False
"""Whether to read those that the machine trusts: it takes as long as ten requests, and here is no https."""


class Served:
    """A server process."""

    def __init__(self, *arguments: str, data: Path, limits: bool = False, source: Path = SOURCE) -> None:
        always = [] if limits else ["--no-limits"]
        always += [] if "--heartbeat" in arguments else ["--heartbeat", "20"]  # people in tests share a busy event loop
        always += [] if "--deal-tries" in arguments else ["--deal-tries", "0"]  # or bots would take a core until every test is over
        always += ["--review-nice", "0"]  # or what else runs on the machine would make reviews take for ever
        self._arguments = ["serve", "--port", "0", "--bot-pause", "0", *always, *arguments]
        # what was imported before can't be what is to be imported from elsewhere, and workers are processes of their own
        self._is_fresh = source != SOURCE or os.environ.get("PYTHONPATH") != IMPORTED_FROM or "--workers" in arguments
        self.data = data
        self._source = source
        data.mkdir(parents=True, exist_ok=True)
        self.log = data / f"log-{os.urandom(4).hex()}"
        self.start()

    def start(self) -> None:
        """Start, or start again on the same port."""
        path = os.pathsep.join(filter(None, [str(self._source), os.environ.get("PYTHONPATH")]))
        env = {**os.environ, "PYTHONPATH": path, "SEABOARD_DATA": str(self.data)}
        self.process: subprocess.Popen[str] | Forked
        if self._is_fresh:
            command = [sys.executable, "-m", "seaboard", *self._arguments]
            with self.log.open("ab") as log:
                self.process = subprocess.Popen(command, env=env, stdout=subprocess.PIPE, stderr=log, text=True)
        else:
            self.process = Forked(self._arguments, env=env, log=self.log)
        assert self.process.stdout is not None
        for line in self.process.stdout:
            found = re.search(r"http://\S+:(\d+)", line)
            if found:
                self.port = int(found[1])
                self._arguments[self._arguments.index("--port") + 1] = str(self.port)
                break
        else:
            raise AssertionError(f"the server did not start: {self.log.read_text()[-2000:]}")
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end:
            try:
                if httpx.get(f"{self.url}/api/health", timeout=2, verify=CERTIFICATES).status_code == 200:
                    return
            except httpx.TransportError:
                time.sleep(0.03)
        raise AssertionError(f"the server did not answer: {self.log.read_text()[-2000:]}")

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def kill(self) -> None:
        """The worst end."""
        self.process.send_signal(signal.SIGKILL)
        self.process.wait()

    def end(self) -> int:
        """The polite end."""
        if self.process.poll() is None:
            self.process.terminate()
        return self.process.wait(timeout=PATIENCE)

    def logged(self) -> str:
        return self.log.read_text()


@contextmanager
def served(*arguments: str, data: Path, limits: bool = False, source: Path = SOURCE) -> Iterator[Served]:
    server = Served(*arguments, data=data, limits=limits, source=source)
    try:
        yield server
    finally:
        if server.process.poll() is None:
            server.process.kill()
            server.process.wait()


class Guest:
    """A person with a cookie."""

    def __init__(self, url: str, name: str) -> None:
        self.url = url
        self.name = name
        self.web = httpx.Client(base_url=url, timeout=PATIENCE, verify=CERTIFICATES)
        answer = self.web.post("/api/guest", json={"name": name})
        assert answer.status_code == 200, answer.text
        self.id: str = answer.json()["id"]
        self.token = answer.cookies["seaboard"]

    def moved_to(self, url: str) -> Self:
        """The same person, at another server."""
        self.url = url
        self.web = httpx.Client(base_url=url, timeout=PATIENCE, verify=CERTIFICATES, cookies={"seaboard": self.token})
        return self

    def post(self, path: str, **body: Any) -> dict[str, Any]:
        """Do something that must work."""
        answer = self.web.post(f"/api{path}", json=body)
        assert answer.status_code < 300, answer.text
        found: dict[str, Any] = answer.json()
        return found

    def refused(self, path: str, **body: Any) -> str:
        """Do something that must be refused: the key of the reason."""
        answer = self.web.post(f"/api{path}", json=body)
        assert 400 <= answer.status_code < 500, answer.text
        return str(answer.json()["error"]["key"])

    def get(self, path: str) -> dict[str, Any]:
        answer = self.web.get(f"/api{path}")
        assert answer.status_code == 200, answer.text
        found: dict[str, Any] = answer.json()
        return found

    @asynccontextmanager
    async def at(self, table: str) -> AsyncIterator["Seat"]:
        """A socket at a table."""
        async with watch(self.url, table, token=self.token) as seat:
            yield seat


@asynccontextmanager
async def watch(url: str, table: str, *, token: str | None = None) -> AsyncIterator["Seat"]:
    """A socket at a table, with or without a cookie."""
    headers = {"Cookie": f"seaboard={token}"} if token else {}
    async with connect(url.replace("http", "ws") + f"/api/live/{table}", additional_headers=headers, compression=None) as socket:
        seat = Seat(socket)
        await seat.until("table")
        yield seat


class Seat:
    """One socket, and all that it has been told."""

    prefix = 0

    def __init__(self, socket: ClientConnection) -> None:
        self.socket = socket
        self.table: dict[str, Any] = {}
        self.match: dict[str, Any] | None = None
        self.events: list[Any] = []
        self.chat: list[Any] = []
        self.sent = 0
        Seat.prefix += 1
        self.prefix = Seat.prefix

    @property
    def view(self) -> dict[str, Any]:
        assert self.match is not None
        view: dict[str, Any] = self.match["view"]
        return view

    async def hear(self) -> dict[str, Any]:
        """The next message, taken in."""
        async with asyncio.timeout(PATIENCE):  # unlike wait_for, it never takes a cancellation for an answer
            message: dict[str, Any] = json.loads(await self.socket.recv())
        match message["type"]:
            case "table":
                self.table, self.match, self.chat = message["table"], message["match"], message["chat"]
                self.events = self.match["events"] if self.match else []
            case "moved":
                assert self.match is not None
                assert message["match"] == self.match["id"]
                assert message["number"] > self.match["number"]
                self.match.update({k: message[k] for k in ("number", "view", "left", "take_back", "ended", "seed")})
                self.events += message["events"]
            case "chatted":
                self.chat.append(message["line"])
        return message

    async def until(self, *types: str) -> dict[str, Any]:
        """Hear on until a message of one of these types."""
        while True:
            message = await self.hear()
            if message["type"] in types:
                return message

    async def send(self, **message: Any) -> str:
        """Send a message with a fresh id (unless it has one)."""
        self.sent += 1
        message.setdefault("id", f"{self.prefix}-{os.getpid()}-{self.sent}")
        await self.socket.send(json.dumps(message))
        return str(message["id"])

    async def ask(self, **message: Any) -> dict[str, Any]:
        """Send a message and hear on until its answer."""
        name = await self.send(**message)
        while True:
            answer = await self.hear()
            if answer.get("id") == name:
                return answer

    def move(self, rng: random.Random) -> dict[str, Any]:
        """A message that plays something legal."""
        assert self.match is not None
        return {
            "type": "play",
            "match": self.match["id"],
            "number": self.match["number"],
            "action": rng.choice(list(self.view["legal"].values())),
        }

    async def play_on(self, rng: random.Random, moves: int = 10**9) -> int:
        """Play whenever it is this seat's turn, until the match ends; how many moves were made."""
        made = 0
        while self.match and not self.match["ended"] and made < moves:
            if self.view["legal"]:
                answer = await self.ask(**self.move(rng))
                if answer["type"] == "held":  # the machine is busy: the answer follows
                    answer = await self.until("ack", "refused", "error")
                if answer["type"] == "ack":
                    made += 1
                    await self.settle(answer["number"] + 1)
                else:
                    assert answer["reason"]["key"] in {"play.stale", "play.not_your_turn"}, answer
            else:
                await self.hear()
        return made

    async def reached(self, number: int) -> None:
        """Wait until the match has reached a number, while somebody else listens on this socket."""
        async with asyncio.timeout(PATIENCE):
            while self.match is None or self.match["number"] < number:
                await asyncio.sleep(0.01)

    async def settle(self, number: int) -> None:
        """Hear on until the match has reached a number."""
        while self.match is None or self.match["number"] < number:
            await self.hear()


async def play_by_turns(seats: list[Seat], rng: random.Random, moves: int) -> None:
    """So many moves, each by whoever is to act, all of them heard by all."""
    await agree(seats)  # whoever sat here before the others may not have heard the last move yet
    for _ in range(moves):
        actor = next(seat for seat in seats if seat.view["legal"])
        assert await actor.play_on(rng, 1) == 1
        await agree(seats)


async def agree(seats: list[Seat]) -> None:
    """All of them hear on until they know the newest move that any of them knows."""
    newest = max(seat.match["number"] for seat in seats if seat.match)
    for seat in seats:
        await seat.settle(newest)


def table_of(guests: list[Guest], game: str, **asked: Any) -> dict[str, Any]:
    """A table where these people sit and play."""
    table = guests[0].post("/tables", game=game, seats=len(guests), **asked)
    for guest in guests[1:]:
        guest.post(f"/tables/{table['id']}/sit")
    return guests[0].post(f"/tables/{table['id']}/start")
