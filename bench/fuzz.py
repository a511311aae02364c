"""Hostile clients that send whatever they like to a server inside this process, to every route and socket; every answer is checked.

An exchange is a request with its answer, or a message on a socket with whatever comes of it. What must not be in an answer: the seed and
the server's secret of a running match, anybody's token, and any view of that match but the one that its reader may have, to the byte.
"""

import asyncio
import json
import logging
import multiprocessing
import random
import re
import tempfile
import time
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from urllib.parse import quote

import sqlalchemy as sa

from bench.mutating import Mutator
from seaboard.server.app import Server
from seaboard.server.settings import Settings
from seaboard.server.storage import schema
from seaboard.server.storage.store import Store

HEAVY = re.compile(r"review|hint|puzzles|replay|summary|export|everything|lessons|daily|deals|preview|docs|openapi")
"""Routes that think, and are asked for less often."""
BODIES: dict[str, Any] = {
    "/api/guest": {"name": "Eve"},
    "/api/tables": {
        "game": "land-unter",
        "seats": 3,
        "bots": [None, "cabin-boy", "cabin-boy"],
        "public": False,
        "options": {},
        "clock": 30,
    },
    "/api/replays": {"game": "sea-change", "rules": 1, "seats": 2, "options": {}, "seed": "0" * 32, "moves": [], "names": ["Eve", "Bob"]},
    "sit": {"seat": 1},
    "bot": {"seat": 1, "level": "cabin-boy"},
    "start": {"fill": "cabin-boy"},
    "cover": {"seat": 0},
    "options": {"options": {"deck": "# mine\n"}, "clock": 60, "seats": 2},
    "remove": {"person": "p0"},
    "chat": {"on": True},
    "notify": {"on": True},
    "hints": {"on": True},
    "invite": {"handle": "h"},
    "report": {"table": "t", "person": "p", "reason": "chat", "text": "no"},
    "name": {"name": "Eve"},
    "push": {"endpoint": "https://push.example/x", "keys": {"p256dh": "B" * 87, "auth": "A" * 22}, "language": "en"},
}


@dataclass
class Found:
    """The results."""

    requests: int = 0
    messages: int = 0
    failures: list[str] = field(default_factory=list)
    leaks: list[str] = field(default_factory=list)
    statuses: Counter[int] = field(default_factory=Counter)
    kinds: Counter[str] = field(default_factory=Counter)

    def add(self, other: "Found") -> None:
        self.requests += other.requests
        self.messages += other.messages
        self.failures += other.failures
        self.leaks += other.leaks
        self.statuses += other.statuses
        self.kinds += other.kinds


class Errors(logging.Handler):
    """Errors that the server logs are failures, whatever it answers."""

    def __init__(self, found: Found) -> None:
        super().__init__(logging.ERROR)
        self._found = found

    def emit(self, record: logging.LogRecord) -> None:
        self._found.failures.append(f"logged: {record.getMessage()} {record.exc_info[1] if record.exc_info else ''}"[:300])


class Fuzzer:
    """A server, the people of a private match, and the attackers."""

    def __init__(self, folder: str, seed: int, *, seconds: float) -> None:
        database = f"sqlite:///{folder}/fuzz.db"
        self._store = Store(database)
        self._store.open()
        self.server = Server(Settings(database=database, limits=False, bot_pause=0.0, deal_tries=0), self._store)
        self.found = Found()
        self._seed = seed
        self._until = time.monotonic() + seconds
        self._secrets = re.compile(b"(?!)")
        self._match_of: dict[bytes, str] = {}  # by seed or secret, which are told when the match is over

    async def run(self, exchanges: int, told: Any = None) -> Found:
        """Make this many exchanges, two thirds of them on sockets; `told` is called with the number done."""
        logging.getLogger("seaboard").addHandler(Errors(self.found))
        self._store.start(asyncio.get_running_loop())
        await self._prepare()
        done = 0
        while done < exchanges and time.monotonic() < self._until:
            if (await self._ask("GET", "/api/me", token=self.tokens["Eve"]))[0] != 200:  # she has deleted herself
                await self._bring_eve()
            at_once = min(300, exchanges - done)
            for _ in range(at_once // 3):
                await self._request()
            await self._talk(at_once - at_once // 3)
            done += at_once
            if told:
                told(done)
        await self.server.driver.close()
        await self._store.close()
        return self.found

    # ---- Before ----------------------------------------------------------------------------------

    async def _prepare(self) -> None:
        """Ada and Bob play, Eve may watch; Eve plays against a bot."""
        self.tokens = {name: await self._guest(name) for name in ("Ada", "Bob")}
        await self._bring_eve()
        ada, bob = self.tokens["Ada"], self.tokens["Bob"]
        self.table = (await self._post("/api/tables", ada, {"game": "sea-change", "seats": 2}))["id"]
        await self._post(f"/api/tables/{self.table}/sit", bob, {})
        self.match = (await self._post(f"/api/tables/{self.table}/start", ada, {}))["match"]
        with self._store.snapshot() as c:
            rows = c.execute(sa.select(schema.matches.c.id, schema.matches.c.seed, schema.matches.c.shuffle)).all()
        for row in rows:
            for word in (row.seed, *re.findall(r'"secret":\s*"([0-9a-f]{16,})"', row.shuffle or "")):
                self._match_of[word.encode()] = row.id
        self._secrets = re.compile(b"|".join(re.escape(one) for one in (ada.encode(), bob.encode(), *self._match_of)))
        openapi = json.loads((await self._ask("GET", "/api/openapi.json"))[1])
        self._routes = [(method.upper(), path) for path, ways in openapi["paths"].items() for method in ways]
        people = [(json.loads((await self._ask("GET", "/api/me", token=token))[1]))["id"] for token in self.tokens.values()]
        known = [
            self.table,
            self.match,
            self.own,
            self.own_match,
            *people,
            "sea-change",
            "land-unter",
            "sea-of-clouds",
            "sea-salt-and-paper",
        ]
        self._mutator = Mutator(self._seed, known)

    async def _bring_eve(self) -> None:
        """Add an attacker, with her own table at which she plays against a bot."""
        self.tokens["Eve"] = await self._guest("Eve")
        made = {"game": "sea-change", "seats": 2, "bots": [None, "cabin-boy"], "start": True}
        own = await self._post("/api/tables", self.tokens["Eve"], made)
        self.own, self.own_match = own["id"], own["match"]

    async def _guest(self, name: str) -> str:
        _, _, headers = await self._ask("POST", "/api/guest", body=json.dumps({"name": name}).encode())
        return re.search(r"seaboard=([^;]+)", dict(headers)[b"set-cookie"].decode())[1]  # type: ignore[index]  # who signs in gets one

    async def _post(self, path: str, token: str, body: dict[str, Any]) -> dict[str, Any]:
        status, text, _ = await self._ask("POST", path, token=token, body=json.dumps(body).encode())
        if status >= 300:
            raise RuntimeError(f"{path}: {text!r}")
        answer: dict[str, Any] = json.loads(text)
        return answer

    # ---- Requests --------------------------------------------------------------------------------

    async def _ask(
        self, method: str, path: str, *, token: str = "", body: bytes = b"", headers: tuple[tuple[bytes, bytes], ...] = ()
    ) -> tuple[int, bytes, list[tuple[bytes, bytes]]]:
        raw, _, query = path.partition("?")
        cookie = ((b"cookie", f"seaboard={token}".encode()),) if token else ()
        scope = {
            "type": "http",
            "asgi": {"version": "3.0"},
            "http_version": "1.1",
            "method": method,
            "scheme": "http",
            "path": raw,
            "raw_path": raw.encode("utf-8", "replace"),
            "query_string": query.encode("utf-8", "replace"),
            "root_path": "",
            "headers": [(b"host", b"fuzz"), (b"content-type", b"application/json"), *cookie, *headers],
            "client": ("10.1.2.3", 1),
            "server": ("fuzz", 80),
        }
        answered: list[bytes] = []
        start: dict[str, Any] = {}
        given = False

        async def receive() -> dict[str, Any]:
            nonlocal given
            if given:
                await asyncio.sleep(3600)
            given = True
            return {"type": "http.request", "body": body, "more_body": False}

        async def send(message: dict[str, Any]) -> None:
            if message["type"] == "http.response.start":
                start.update(message)
            else:
                answered.append(message.get("body", b""))

        async with asyncio.timeout(60):
            await self.server.web(scope, receive, send)  # type: ignore[arg-type]  # as a server calls it
        return start["status"], b"".join(answered), start["headers"]

    async def _request(self) -> None:
        change, rng = self._mutator, self._mutator.rng
        method, path = rng.choice(self._routes)
        if HEAVY.search(path) and rng.random() < 0.9:
            method, path = rng.choice(self._routes)
        path = re.sub(r"\{[^}]*\}", lambda _: self._quoted(300, "" if rng.random() < 0.7 else "/"), path)
        if rng.random() < 0.3:
            path += "?" + "&".join(f"{change.word()}={self._quoted(100, '')}" for _ in range(2))
        token = rng.choice(("", self.tokens["Eve"], self.tokens["Eve"], "x" * 43))
        shape = BODIES.get(path) or BODIES.get(path.rpartition("/")[2]) or {"seat": 0, "match": self.match, "name": "Eve"}
        text = change.text(shape)
        body = text if isinstance(text, bytes) else text.encode("utf-8", "replace")
        if rng.random() < 0.03:
            method = rng.choice(("GET", "POST", "PUT", "DELETE", "PATCH", "HEAD", "OPTIONS"))
        more = ((b"accept-language", str(change.value())[:200].encode("latin-1", "replace")),) if rng.random() < 0.1 else ()
        status, answer, headers = await self._ask(method, path, token=token, body=b"" if method == "GET" else body, headers=more)
        self.found.requests += 1
        self.found.statuses[status] += 1
        if status >= 500:
            self.found.failures.append(f"{status} {method} {path[:200]} {body[:200]!r}")
        told = answer + b"".join(value for _, value in headers)
        if leak := self._leak(told):
            self.found.leaks.append(f"{method} {path[:200]} {body[:200]!r}: {leak}")

    def _leak(self, told: bytes) -> str:
        """Return a secret in an answer, with the text around it; "" if there is none. Matches that Eve has ended have no secrets."""
        for hit in self._secrets.finditer(told):
            match = self._match_of.get(hit[0])
            if match == self.match or match is None or not self._is_over(match):
                return told[max(0, hit.start() - 200) : hit.end() + 50].decode("utf-8", "replace")
        return ""

    def _is_over(self, match: str) -> bool:
        with self._store.snapshot() as c:
            return c.execute(sa.select(schema.matches.c.ended).where(schema.matches.c.id == match)).scalar() is not None

    def _quoted(self, most: int, safe: str) -> str:
        return quote(str(self._mutator.value())[:most].encode("utf-8", "replace"), safe=safe)

    # ---- Sockets ---------------------------------------------------------------------------------

    async def _talk(self, messages: int) -> None:
        """Send this many messages from a person at a table."""
        rng = self._mutator.rng
        where, token, seat = rng.choice(
            ((self.table, "", None), (self.table, self.tokens["Eve"], None), (self.own, self.tokens["Eve"], 0), (self.own, "", None))
        )
        left = messages
        while left > 0:
            left -= await self._socket(where, token, seat, left)

    async def _socket(self, table: str, token: str, seat: int | None, messages: int) -> int:
        """Run one socket, until it is closed or everything was sent; return how many messages it accepted."""
        asked, is_closed, sent = asyncio.Event(), False, 0
        inbox: asyncio.Queue[dict[str, Any]] = asyncio.Queue()
        inbox.put_nowait({"type": "websocket.connect"})

        async def receive() -> dict[str, Any]:
            if inbox.empty():
                asked.set()
            return await inbox.get()

        async def send(message: dict[str, Any]) -> None:
            nonlocal is_closed
            if message["type"] == "websocket.close":
                is_closed = True
                inbox.put_nowait({"type": "websocket.disconnect"})
                asked.set()
            elif message["type"] == "websocket.send":
                self._look(message["text"], table, seat)

        headers = [(b"host", b"fuzz"), *([(b"cookie", f"seaboard={token}".encode())] if token else [])]
        query = self._mutator.rng.choice((b"", b"protocol=2", b"protocol=x", b"protocol=1&protocol=2"))
        scope = {"type": "websocket", "path": f"/api/live/{table}", "headers": headers, "client": ("10.1.2.3", 1), "query_string": query}
        serving = asyncio.ensure_future(self.server.live(scope, receive, send))
        async with asyncio.timeout(60):
            await asked.wait()
            while sent < messages and not is_closed:
                asked.clear()
                text = self._mutator.text(self._message())
                inbox.put_nowait({"type": "websocket.receive", "bytes" if isinstance(text, bytes) else "text": text})
                await asked.wait()
                sent += 1
                self.found.messages += 1
            if not is_closed:
                inbox.put_nowait({"type": "websocket.disconnect"})
            await serving
        return max(1, sent)

    def _message(self) -> dict[str, Any]:
        rng = self._mutator.rng
        kind = rng.choice(("play", "play", "take_back", "chat", "react", "return", "commit", "reveal", "ping"))
        match = rng.choice((self.match, self.own_match))
        message: dict[str, Any] = {"type": kind, "id": f"f{rng.randrange(10**6)}"}
        match kind:
            case "play":
                message |= {"match": match, "number": rng.randrange(4), "action": rng.randrange(40)}
            case "take_back":
                message |= {"match": match, "number": rng.randrange(4)}
            case "chat":
                message |= {"text": "ahoy"} if rng.random() < 0.02 else {"text": ""}
            case "react":
                message |= {"reaction": "ahoy"}
            case "commit":
                message |= {"match": match, "commitment": "ab" * 32}
            case "reveal":
                message |= {"match": match, "bytes": "cd" * 32}
        return message

    def _look(self, text: str, table: str, seat: int | None) -> None:
        """Check what a socket received: no secret, and no view but its reader's own."""
        self.found.kinds[text[9:20].partition('"')[0]] += 1
        if leak := self._leak(text.encode()):
            self.found.leaks.append(f"socket of seat {seat}: {leak}")
        if '"server.trouble"' in text:
            self.found.failures.append(f"socket: {text[:200]}")
        if table == self.table and '"view":{' in text:
            heard = json.loads(text)
            view = heard["match"]["view"] if heard["type"] == "table" else heard["view"]
            session = self.server.rooms.get(table).session  # type: ignore[union-attr]  # it was made here
            if session is not None and view != json.loads(json.dumps(session.view(seat, memory=False))):
                self.found.leaks.append(f"a view that is not seat {seat}'s: {text[:300]}")


def fuzz(exchanges: int, processes: int, told: Any, *, seconds: float) -> Found:
    """Make this many exchanges, or as many as possible in this many seconds, in several processes, each with its own server."""
    found = Found()
    spawn = multiprocessing.get_context("spawn")
    results: Any = spawn.Queue()
    workers = [
        spawn.Process(target=_work, args=(exchanges // processes, random.getrandbits(32), seconds, results)) for _ in range(processes)
    ]
    for worker in workers:
        worker.start()
    progress = [0] * processes
    left = {worker.pid for worker in workers}
    while left:
        who, what = results.get()
        if isinstance(what, Found):
            found.add(what)
            left.discard(who)
        else:
            progress[[worker.pid for worker in workers].index(who)] = what
            told(sum(progress))
    for worker in workers:
        worker.join()
    return found


def _work(exchanges: int, seed: int, seconds: float, results: Any) -> None:
    pid = multiprocessing.current_process().pid
    memory = Path("/dev/shm")
    last = 0.0

    def told(done: int) -> None:
        nonlocal last
        if time.monotonic() - last > 1:
            last = time.monotonic()
            results.put((pid, done))

    with tempfile.TemporaryDirectory(dir=memory if memory.is_dir() else None) as folder:
        fuzzer = Fuzzer(folder, seed, seconds=seconds)
        try:
            asyncio.run(fuzzer.run(exchanges, told))
        except Exception as error:
            fuzzer.found.failures.append(f"the fuzzer itself (seed {seed}): {error!r}")
        results.put((pid, fuzzer.found))
