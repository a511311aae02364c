"""Ten hostile clients that try everything that might trouble a server (`strangers.py`) while everyone else plays, and the effects."""

import asyncio
import itertools
import json
import os
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import httpx
import psutil
from websockets.asyncio.client import ClientConnection, connect

from bench.server import ROOT, free_port, make_tables, running
from bench.strangers import views

TABLES = 10
PACE = 1.0
STRANGERS_NICE = 10
"""Strangers have their own machines: here, where they share one with the server, it is the server that is to be measured."""


@dataclass
class Found:
    """The results of the attack."""

    requests: int = 0
    failures: int = 0
    p99: float = 0.0
    p99_before: float = 0.0
    captain: float = 0.0
    memory: float = 0.0


class Captain:
    """A person who plays against a Captain, and records how long it takes to answer."""

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
    """Run the attack for a time; memory is measured some time after it has ended."""
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


async def _warm_up(port: int) -> None:
    """Play once against each of the bots that the strangers will abandon, so that their code and networks are already in memory."""
    web = httpx.AsyncClient(base_url=f"http://127.0.0.1:{port}/api", timeout=60)
    token = (await web.post("/guest", json={"name": "Ida"})).cookies["seaboard"]
    for game, level in (("sea-change", "admiral"), ("sea-salt-and-paper", "legend")):
        asked = {"game": game, "seats": 4, "bots": [None, level, level, level], "start": True}
        table = (await web.post("/tables", json=asked)).json()
        url = f"ws://127.0.0.1:{port}/api/live/{table['id']}"
        async with asyncio.timeout(300), connect(url, additional_headers={"Cookie": f"seaboard={token}"}, compression=None) as socket:
            async for number, match in views(socket, patience=300):
                legal = list(match["view"]["legal"].values())
                if match["number"] >= 16 or match["ended"]:
                    break  # every bot has thought
                if legal:
                    move = {"type": "play", "id": f"w{number}", "match": table["match"], "number": match["number"], "action": legal[0]}
                    await socket.send(json.dumps(move))
        await web.post(f"/tables/{table['id']}/stand")
    await web.aclose()


async def _others(places: list[dict[str, Any]], seconds: float) -> dict[str, Any]:
    """Let everyone else play for a time."""
    command = [sys.executable, "-m", "bench.players", "seaboard", "127.0.0.1", str(seconds), str(PACE)]
    players = await asyncio.create_subprocess_exec(*command, cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
    told, _ = await players.communicate(json.dumps(places).encode())
    played: dict[str, Any] = json.loads(told)
    return played


async def _strangers(port: int, victim: str, seconds: float) -> dict[str, Any]:
    """Run the attackers in a separate process, at lower priority than the server."""
    command = [sys.executable, "-m", "bench.strangers", str(port), victim, str(seconds)]
    strangers = await asyncio.create_subprocess_exec(
        *command, cwd=ROOT, stdout=subprocess.PIPE, preexec_fn=_step_back, start_new_session=True
    )
    told, _ = await strangers.communicate()
    came: dict[str, Any] = json.loads(told)
    return came


def _step_back() -> None:
    """Lower the priority of this process: where Linux shares the cores among sessions, a process counts only within its own."""
    os.nice(STRANGERS_NICE)
    session = Path("/proc/self/autogroup")
    if session.exists():
        session.write_text(str(STRANGERS_NICE))


async def _all(found: Found, process: psutil.Process, port: int, places: list[dict[str, Any]], seconds: float, after: float) -> None:
    captain = Captain(port)
    end = time.monotonic() + seconds + 420
    playing = asyncio.create_task(captain.play(end))
    await asyncio.wait_for(captain.is_warm.wait(), 120)
    await _warm_up(port)
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
    print(
        f"answers by status: {came['statuses']}; they brought about {came['reached']}; memory before {before / 1e6:.0f} MB; {played}",
        flush=True,
    )
