"""`serve --workers N`: several processes on one port, any of which may die."""

import asyncio
import os
import random
import signal
import time
from collections.abc import Callable
from contextlib import AsyncExitStack
from pathlib import Path

import psutil

from tests.server.harness import PATIENCE, Guest, served, watch
from tests.server.test_command import serve
from tests.server.test_durable import TABLES, check_all_promises, load, moved


def processes_of(parent: int) -> list[int]:
    """The server processes."""
    return [child.pid for child in psutil.Process(parent).children() if "spawn_main" in " ".join(child.cmdline())]


def wait_for(what: Callable[[], bool]) -> None:
    end = time.monotonic() + 3 * PATIENCE
    while not what():
        assert time.monotonic() < end
        time.sleep(0.1)


def test_one_of_several_processes_is_killed_and_nothing_is_lost(postgres: str, tmp_path: Path) -> None:
    rng = random.Random(1)
    with served("--database", postgres, "--workers", "2", data=tmp_path) as server:
        parent = server.process.pid
        wait_for(lambda: len(processes_of(parent)) == 2)
        players = load(server)
        victim, other = processes_of(parent)

        async def play() -> None:
            over = asyncio.Event()

            async def play_on(index: int) -> None:
                while not over.is_set():
                    await players[index].play(rng)  # until its connection breaks

            playing = [asyncio.create_task(play_on(i)) for i in range(len(players))]
            await moved(players, 2 * TABLES)
            os.kill(victim, signal.SIGKILL)
            await moved(players, 5 * TABLES)
            over.set()
            for task in playing:
                task.cancel()
            ended = await asyncio.gather(*playing, return_exceptions=True)
            assert not [e for e in ended if isinstance(e, Exception)]

        asyncio.run(play())
        wait_for(lambda: len(processes_of(parent)) == 2)
        assert other in processes_of(parent)
        assert check_all_promises(postgres.replace("postgresql:", "postgresql+psycopg:"), players) >= 7 * TABLES
        everyone = processes_of(parent)
        server.process.send_signal(signal.SIGINT)
        assert server.process.wait(PATIENCE) == 0
        wait_for(lambda: not any(psutil.pid_exists(pid) for pid in everyone))


def test_people_at_two_processes_are_there_once(postgres: str, tmp_path: Path) -> None:
    with served("--database", postgres, "--workers", "2", data=tmp_path) as server:
        wait_for(lambda: len(processes_of(server.process.pid)) == 2)
        ada = Guest(server.url, "Ada")
        table = ada.post("/tables", game="sea-change", seats=2)["id"]

        async def look() -> None:
            async with ada.at(table) as seat:
                async with AsyncExitStack() as spectators:
                    for _ in range(12):  # all at one process: one time in 2,048
                        await spectators.enter_async_context(watch(server.url, table))
                    while (present := await seat.until("present"))["watching"] < 12:
                        pass
                    assert (present["watching"], present["connected"]) == (12, [True, False])
                while (await seat.until("present"))["watching"]:
                    pass

        asyncio.run(look())


def test_what_can_not_be_served_by_several_processes_is_told(tmp_path: Path) -> None:
    done = serve("--port", "0", "--workers", "2", SEABOARD_DATA=str(tmp_path))
    assert done.returncode == 1
    assert "--workers needs PostgreSQL" in done.stderr
    done = serve("--port", "0", SEABOARD_WORKERS="0", SEABOARD_DATA=str(tmp_path))
    assert done.returncode == 1
    assert "--workers" in done.stderr
