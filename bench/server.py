"""Tables on a server beside boardgame.io's own: moves a second and waiting times, over real sockets, durable."""

import asyncio
import contextlib
import json
import os
import random
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import Any

import psutil

from bench.measure import Row
from bench.players import Run, SeaboardPlayer
from seaboard.bots.levels import LEVELS
from seaboard.games import GAMES
from seaboard.server.http.people.identity import new_device
from seaboard.server.protocol import Person
from seaboard.server.storage import ids, queries
from seaboard.server.storage.people import people as people_rows
from seaboard.server.storage.rows import Chair, MatchRow, Table
from seaboard.server.storage.store import Store
from tools.build_page import find_npm
from tools.postgres import postgres

ROOT = Path(__file__).parents[1]
BOARDGAMEIO = Path(__file__).parent / "boardgameio"
TABLES = tuple(int(n) for n in os.environ.get("SEABOARD_BENCH_TABLES", "50,200,500").split(","))
SECONDS = float(os.environ.get("SEABOARD_BENCH_SECONDS", "6"))
ROUNDS = int(os.environ.get("SEABOARD_BENCH_ROUNDS", "3"))
IDLE, IDLE_CONNECTED = 1200, 200
SEATS = 4
CABIN_BOY = LEVELS[0]
PORTS = 10_000, 30_000
GOAL = 20  # so that no match ends while it is measured


def free_port() -> int:
    """A port that nobody listens on, and that the system gives to no connection either: a server that is killed finds it free again."""
    while True:
        with socket.socket() as s, contextlib.suppress(OSError):
            s.bind(("127.0.0.1", random.randrange(*PORTS)))
            return int(s.getsockname()[1])


@contextmanager
def running(command: list[str], ready: str, pause: float = 2.0, **env: str) -> Iterator[psutil.Process]:
    """A server process, from the line that says it is ready to its end."""
    process = subprocess.Popen(
        command,
        env={**os.environ, "PYTHONPATH": str(ROOT / "src"), **env},
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
        start_new_session=True,  # what it starts itself, as a Node from a wheel does, ends with it
    )
    try:
        assert process.stdout is not None
        for line in process.stdout:
            if ready in line:
                break
        else:
            raise RuntimeError(f"did not start: {' '.join(command)}")
        time.sleep(pause)
        yield psutil.Process(process.pid)
    finally:
        os.killpg(process.pid, signal.SIGTERM)
        try:
            process.wait(10)
        except subprocess.TimeoutExpired:
            os.killpg(process.pid, signal.SIGKILL)
            process.wait()


@contextmanager
def seaboard(database: str, *more: str, version: Path = ROOT) -> Iterator[tuple[int, psutil.Process]]:
    """A server of this version, or of that in another folder."""
    port = free_port()
    command = [sys.executable, "-m", "seaboard", "serve", "--port", str(port), "--no-limits", "--database", database, *more]
    with running(command, "Seaboard is at", PYTHONPATH=str(version / "src")) as process:
        yield port, process


@contextmanager
def boardgameio(**env: str) -> Iterator[tuple[int, psutil.Process]]:
    npm = find_npm()
    if not (BOARDGAMEIO / "node_modules").is_dir():
        subprocess.run([npm, "ci"], cwd=BOARDGAMEIO, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    port = free_port()
    with running(
        [str(npm.parent / "node"), str(BOARDGAMEIO / "serve.js")],
        "ready",
        2.0,
        PORT=str(port),
        GOAL=str(GOAL),
        NODE_ENV="production",
        **env,
    ) as process:
        yield port, process


def make_tables(database: str, count: int, *, bots: int = 0) -> list[dict[str, Any]]:
    """Tables with people (and so many Cabin boys) at them, written straight into the database: making them is not what is measured."""
    game = GAMES["sea-change"]
    options = game.check_options(SEATS, {"target": GOAL})
    places: list[dict[str, Any]] = []
    store = Store(database)
    store.open()

    def add(c: Any) -> None:
        places.clear()
        for _ in range(count):
            people = [(Person(ids.new_id("p"), f"P{seat}"), ids.new_token()) for seat in range(SEATS - bots)]
            for person, token in people:
                people_rows.add(c, person, new_device(person.id, ""), ids.fingerprint(token))
            chairs = [Chair(person=person.id, name=person.name) for person, _ in people]
            chairs += [Chair(level=CABIN_BOY) for _ in range(bots)]
            maker = people[0][0]
            seed, now = ids.new_seed(), time.time()
            table = Table(
                id=ids.new_id("t"), game=game.name, seats=SEATS, options=options, public=False, clock=None, memory_aid=False,
                maker=maker.id, maker_name=maker.name, made=now, chairs=chairs, stage="playing", match=ids.new_id("m"),
            )  # fmt: skip
            assert table.match is not None
            row = MatchRow(
                id=table.match, table=table.id, game=game.name, rules=game.version, seats=SEATS, options=options, seed=seed,
                commitment=ids.commitment_to(seed), started=now, names=[chair.name or CABIN_BOY for chair in chairs],
            )  # fmt: skip
            queries.add_table(c, table)
            queries.add_match(c, row)
            places.extend({"table": table.id, "match": table.match, "token": token} for _, token in people)

    async def write() -> None:
        store.start(asyncio.get_running_loop())
        await store.write(add, patience=None)
        await store.close()

    asyncio.run(write())
    return places


def play(
    kind: str,
    places: list[dict[str, Any]],
    *servers: tuple[int, psutil.Process],
    apart: bool = False,
    pace: float = 0.0,
    seconds: float = SECONDS,
) -> dict[str, Any]:
    """Play at these places, each table at one of the servers (or its people `apart`, each at the next one); what the players found,
    and what it took the servers. With a `pace` each thinks for about so many seconds.
    """
    for i, place in enumerate(places):
        place["port"] = servers[(i if apart else i // SEATS) % len(servers)][0]
    before = cpu_seconds(servers)
    command = [sys.executable, "-m", "bench.players", kind, "127.0.0.1", str(seconds), str(pace)]
    env = {**os.environ, "PYTHONPATH": str(ROOT / "src")}
    done = subprocess.run(command, cwd=ROOT, env=env, input=json.dumps(places), capture_output=True, text=True, check=False)
    if done.returncode:
        raise RuntimeError(done.stderr[-2000:])
    found: dict[str, Any] = json.loads(done.stdout)
    found["server_cpu_seconds"] = cpu_seconds(servers) - before
    return found


def cpu_seconds(servers: Iterable[tuple[int, psutil.Process]]) -> float:
    processes = [one for _, process in servers for one in (process, *process.children(recursive=True))]
    return sum(float(times.user + times.system) for times in (process.cpu_times() for process in processes))


def on_sqlite(tables: int) -> dict[str, Any]:
    with tempfile.TemporaryDirectory() as folder:
        database = f"sqlite:///{folder}/bench.db"
        places = make_tables(database, tables)
        with seaboard(database) as server:
            return play("seaboard", places, server)


def on_postgres(tables: int) -> dict[str, Any]:
    with postgres() as database:
        places = make_tables(database, tables)
        with seaboard(database) as server:
            return play("seaboard", places, server)


def on_two_servers(tables: int) -> dict[str, Any]:
    with postgres() as database:
        places = make_tables(database, tables)
        with seaboard(database) as one, seaboard(database) as other:
            return play("seaboard", places, one, other)


def on_boardgameio(tables: int, **env: str) -> dict[str, Any]:
    places = [{"match": f"bench{table}", "seat": seat, "seats": SEATS} for table in range(tables) for seat in range(SEATS)]
    with boardgameio(**env) as server:
        return play("boardgameio", places, server)


Found = dict[str, Any]


def best_of(rounds: int, *runs: Callable[[int], Found], tables: int) -> list[Found]:
    """The best round of each; they take turns, so that a machine's moods meet them all."""
    found: list[list[Found]] = [[] for _ in runs]
    for _ in range(rounds):
        for i, run in enumerate(runs):
            found[i].append(run(tables))
    return [max(rounds, key=lambda one: one["moves_per_second"]) for rounds in found]


def in_memory(tables: int) -> Found:
    return on_boardgameio(tables)


def in_files(tables: int) -> Found:
    with tempfile.TemporaryDirectory() as folder:
        return on_boardgameio(tables, FLATFILE=folder)


def beside_boardgameio() -> list[Row]:
    """Four scripted players a table over real sockets, each move sent as soon as it is the player's turn: moves a second, and
    p50 and p99 from send to acknowledgement. Ours is on disk before it is acknowledged, in every row; two servers share one
    PostgreSQL and the tables. boardgame.io 0.50.2 has the same rules, its storage in files (written, not synced) or, as it comes, in
    memory only (a restart forgets every match). Servers, database and players share the machine's cores.
    """
    rows = []
    for tables in TABLES:
        sqlite, postgresql, two, files, memory = best_of(ROUNDS, on_sqlite, on_postgres, on_two_servers, in_files, in_memory, tables=tables)
        for name, ours in (("SQLite", sqlite), ("PostgreSQL", postgresql), ("PostgreSQL, two servers", two)):
            what = f"{tables} tables, durable on {name}"
            rate = ours["moves_per_second"]
            rows.append(Row(f"{what}: moves", "/s", rate, files["moves_per_second"], "boardgame.io, in files", wanted=3))
            rows.append(Row(f"{what}: moves", "/s", rate, memory["moves_per_second"], "boardgame.io, in memory only", wanted=3))
            for part in ("p50", "p99"):
                rows.append(
                    Row(f"{what}: {part} to acknowledgement", "ms", ours[f"{part}_ms"], files[f"{part}_ms"], "boardgame.io, in files")
                )
    return rows


def idle_tables() -> list[Row]:
    """What a table costs in memory while nothing happens at it: nobody there, and everybody there."""
    with tempfile.TemporaryDirectory() as folder:
        database = f"sqlite:///{folder}/bench.db"
        places = make_tables(database, IDLE)
        with seaboard(database, "--rest", "2") as (port, process):
            visit(port, places[: 200 * SEATS])
            before = process.memory_info().rss
            visit(port, places[200 * SEATS :])
            nobody = (process.memory_info().rss - before) / (IDLE - 200)
            held = asyncio.run(hold(port, places[: IDLE_CONNECTED * SEATS], process))
    return [
        Row("memory per idle table, nobody connected", "kB", nobody / 1000, wanted=20, at_most=True),
        Row(f"memory per idle table, {SEATS} people connected", "kB", held / IDLE_CONNECTED / 1000),
    ]


def visit(port: int, places: list[dict[str, Any]]) -> None:
    """Everybody comes to their table, looks, and leaves; ten tables at a time."""

    async def come(some: list[dict[str, Any]]) -> None:
        for player in await seat(Run("127.0.0.1"), port, some):
            player.transport.close()

    for at in range(0, len(places), 10 * SEATS):
        asyncio.run(come(places[at : at + 10 * SEATS]))


async def seat(run: Run, port: int, places: list[dict[str, Any]]) -> list[SeaboardPlayer]:
    """Open a socket for each."""
    players = []
    for place in places:
        player = SeaboardPlayer(run, place | {"port": port})
        await run.loop.create_connection(partial(_same, player), run.host, port)
        await player.ready
        players.append(player)
    return players


def _same(player: SeaboardPlayer) -> SeaboardPlayer:
    return player


async def hold(port: int, places: list[dict[str, Any]], process: psutil.Process) -> float:
    """How much more the server needs while all these sockets are open and silent."""
    before = process.memory_info().rss
    run = Run("127.0.0.1")
    players = await seat(run, port, places)
    await asyncio.sleep(8)
    run.is_over = True
    held = process.memory_info().rss - before
    for player in players:
        player.transport.close()
    return float(held)
