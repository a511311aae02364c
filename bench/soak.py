"""What the server can take, measured: many tables at human pace, many sockets, many spectators, a restart, an attack.

    python -m bench.soak [tables|idle|spectators|restart|attack|fuzz|week] [--write docs/benchmarks.md]

`SEABOARD_SOAK_SCALE` makes everything smaller, tables and seconds alike: 0.1 is a tenth. Everything stays on this machine.
"""

import argparse
import asyncio
import inspect
import os
import re
import resource
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import httpx
import msgspec
from rich.console import Console
from rich.progress import MofNCompleteColumn, Progress

from bench import report
from bench.attack import attack
from bench.fuzz import fuzz
from bench.measure import Row
from bench.server import CABIN_BOY, GOAL, SEATS, free_port, hold, make_tables, play, running, seaboard
from bench.week import live_through
from seaboard.games import GAMES
from seaboard.server.run import allow_connections
from seaboard.server.storage import ids, schema
from seaboard.server.storage.rows import Chair, MatchRow, Table
from seaboard.server.storage.store import Store
from tools.release_before import source_before

SCALE = float(os.environ.get("SEABOARD_SOAK_SCALE", "1"))
SECONDS = float(os.environ.get("SEABOARD_SOAK_SECONDS", "inf"))  # the most that a soak takes of those that go on until they are done
PACE = 7.3  # seconds that a person thinks, so that with the bots' pauses a table makes a move in 4

OWN_FILES = 200
"""Files of a server, and of its players, that are not sockets."""


def scaled(number: int) -> int:
    return max(1, round(number * SCALE))


def megabytes(process: Any) -> float:
    """The memory of a server and of all that it has started."""
    return float(sum(one.memory_info().rss for one in (process, *process.children(recursive=True)))) / 1e6


def tables() -> list[Row]:
    """10,000 tables at a person's pace, or as many as two files a table allow: four seats, half of them bots, a move every 4 seconds at
    each, on SQLite. p99 is from a person's move to its acknowledgement.
    """
    files, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
    count, seconds = min(scaled(10_000), (files - OWN_FILES) // 2), max(20.0, 120 * SCALE)
    with tempfile.TemporaryDirectory() as folder:
        database = f"sqlite:///{folder}/soak.db"
        places = make_tables(database, count, bots=SEATS // 2)
        with seaboard(database, "--heartbeat", "30") as server:
            found = play("seaboard", places, server, pace=PACE, seconds=seconds)
            memory = megabytes(server[1])
    name = f"{count:,} tables at a person's pace"
    return [
        Row(f"{name}: people's moves", "/s", found["moves_per_second"], wanted=0.9 * count / 8),
        Row(f"{name}: p99 to acknowledgement", "ms", found["p99_ms"], wanted=50, at_most=True),
        Row(f"{name}: memory of the server", "MB", memory, wanted=1000, at_most=True),
        Row(f"{name}: connections lost, moves refused", "", found["lost"] + found["refused"], wanted=0, at_most=True),
    ]


def idle() -> list[Row]:
    """10,000 sockets at 2,500 tables, open and silent."""
    count = scaled(2_500)
    with tempfile.TemporaryDirectory() as folder:
        database = f"sqlite:///{folder}/soak.db"
        places = make_tables(database, count)
        with seaboard(database, "--rest", "2", "--heartbeat", "30") as (port, process):
            before = megabytes(process)
            held = asyncio.run(hold(port, places, process)) / 1e6
    name = f"{len(places):,} idle sockets"
    return [Row(f"{name}: memory of the server", "MB", before + held, wanted=300, at_most=True)]


def spectators() -> list[Row]:
    """2,000 spectators of one table, at which four people play a move a second."""
    count, seconds = scaled(2_000), max(20.0, 120 * SCALE)
    with tempfile.TemporaryDirectory() as folder:
        database = f"sqlite:///{folder}/soak.db"
        places = make_tables(database, 1)
        watching = [places[0] | {"token": None} for _ in range(count)]
        with seaboard(database, "--heartbeat", "30") as server:
            found = play("seaboard", places + watching, server, pace=1.0, seconds=seconds)
    name = f"{count:,} spectators of one table"
    return [
        Row(f"{name}: p99 of its players to acknowledgement", "ms", found["p99_ms"], wanted=50, at_most=True),
        Row(f"{name}: connections lost", "", found["lost"], wanted=0, at_most=True),
    ]


def restart() -> list[Row]:
    """A server starts on a database with 100,000 tables, at a hundredth of which a bot is due: from its start to its first answers. Beside
    it the same with a single table, which is the time that Python takes to load everything.
    """
    count, rows = scaled(100_000), list[Row]()
    alone, full = (min((_restarted(number) for _ in range(3)), key=sum) for number in (1, count))
    for what, ours, peer in zip(("first answer", "first table shown"), full, alone, strict=True):
        rows.append(Row(f"restart with {count:,} tables: {what}", "s", ours, wanted=3, at_most=True))
        rows.append(Row(f"restart with {count:,} tables: {what}", "s", ours, peer, "with one table"))
    return rows


def _restarted(count: int) -> tuple[float, float]:
    """Seconds to the first answer, and to the first table."""
    with tempfile.TemporaryDirectory() as folder:
        database = f"sqlite:///{folder}/soak.db"
        _many_tables(database, count)
        port = free_port()
        command = [sys.executable, "-m", "seaboard", "serve", "--port", str(port), "--no-limits", "--database", database]
        began = time.perf_counter()
        with running(command, "Seaboard is at", pause=0.0):
            health = _first_answer(f"http://127.0.0.1:{port}/api/health") - began
            return health, _first_answer(f"http://127.0.0.1:{port}/api/tables/t{count - 1}") - began


def _first_answer(url: str) -> float:
    while True:
        try:
            if httpx.get(url, timeout=10).status_code == 200:
                return time.perf_counter()
        except httpx.TransportError:
            time.sleep(0.02)


def _many_tables(database: str, count: int) -> None:
    """Tables at which matches are played, as rows."""
    game, now = GAMES["sea-change"], time.time()
    options = game.check_options(SEATS, {"target": GOAL})
    chairs = [Chair(person="p0", name="Ada"), *(Chair(level=CABIN_BOY) for _ in range(SEATS - 1))]
    names = [chair.name or CABIN_BOY for chair in chairs]
    table_rows, match_rows = list[dict[str, Any]](), list[dict[str, Any]]()
    for number in range(count):
        seed = ids.new_seed()
        table = Table(
            id=f"t{number}", game=game.name, seats=SEATS, options=options, public=False, clock=None, memory_aid=False, maker="p0",
            maker_name="Ada", made=now, chairs=chairs, stage="playing", match=f"m{number}",
        )  # fmt: skip
        doc = msgspec.json.encode(table).decode()
        table_rows.append({"id": table.id, "version": 1, "public": False, "stage": "playing", "touched": now, "doc": doc})
        row = MatchRow(
            id=f"m{number}", table=table.id, game=game.name, rules=game.version, seats=SEATS, options=options, seed=seed,
            commitment=ids.commitment_to(seed), started=now, names=names, due=now if number % 100 == 0 else None,
        )  # fmt: skip
        kept = {name: value for name, value in msgspec.structs.asdict(row).items() if name not in ("table", "hints")}
        texts = {name: msgspec.json.encode(kept[name]).decode() for name in ("options", "names")}
        match_rows.append(kept | texts | {"table_id": table.id})
    store = Store(database)
    store.open()
    with store.transaction() as c:
        c.execute(schema.tables.insert(), table_rows)
        c.execute(schema.matches.insert(), match_rows)
    store.disconnect()


def attacked() -> list[Row]:
    """Ten addresses of this machine do all at once, for five minutes, that a stranger may try, each as a hundred guests: tables with
    Admirals and with Captains that they leave, decks and replays that are hard to read, take-backs, crowds that come and go, chat to
    somebody who has to listen, silent and half-sent requests, heads without end. Everyone else plays on, limits as they come.
    """
    found = attack(seconds=max(20.0, 300 * SCALE), after=60.0)
    return [
        Row(f"{found.requests:,} hostile requests: p99 of everyone else", "ms", found.p99, wanted=100, at_most=True),
        Row("the same, beside that before they came", "ms", found.p99, found.p99_before, "without them"),
        Row("the slowest Captain's answer meanwhile", "s", found.captain, wanted=2, at_most=True),
        Row("memory afterwards, of that before", "", found.memory, wanted=1.1, at_most=True),
        Row("answers that say the server failed (5xx but 503)", "", found.failures, wanted=0, at_most=True),
    ]


def fuzzed() -> list[Row]:
    """A million exchanges with strangers who send whatever they like, a third requests to every route, the rest messages on sockets:
    no answer says that the server failed, and none has in it what its reader may not know. `SEABOARD_SOAK_SECONDS` ends it earlier.
    """
    count = scaled(1_000_000)
    with Progress(*Progress.get_default_columns(), MofNCompleteColumn()) as progress:
        task = progress.add_task("exchanges", total=count)
        found = fuzz(count, 2, lambda done: progress.update(task, completed=done), seconds=SECONDS)
    for one in (found.failures + found.leaks)[:20]:
        print(one)
    print(dict(found.statuses.most_common()), dict(found.kinds.most_common()))
    name = f"{found.requests:,} requests and {found.messages:,} messages"
    return [
        Row(f"{name}: exchanges", "", found.requests + found.messages, wanted=count * 0.999),
        Row(f"{name}: answers that say the server failed, and errors logged", "", len(found.failures), wanted=0, at_most=True),
        Row(f"{name}: answers with something hidden", "", len(found.leaks), wanted=0, at_most=True),
    ]


def week() -> list[Row]:
    """A week in an hour: 60 pairs of people at two servers on PostgreSQL, 60 at one on SQLite, a quarter of them by correspondence, while
    servers are killed and upgraded from the release before, a disk is full, PostgreSQL ends in the middle, and a backup is restored
    elsewhere. `SEABOARD_SOAK_SECONDS` ends it earlier.
    """
    seconds = min(max(120.0, 3600 * SCALE), SECONDS)
    with tempfile.TemporaryDirectory() as folder, Progress() as progress:
        before = source_before(Path(folder))
        if before is None:
            raise SystemExit("the previous release is not in this copy's history: fetch it with `git fetch --unshallow`")
        task = progress.add_task("the week", total=1.0)

        def told(part: float, what: str) -> None:
            progress.update(task, completed=part)
            if what:
                progress.console.print(f"{time.strftime('%H:%M:%S')} {what}")

        found = asyncio.run(live_through(seconds, max(4, round(60 * min(SCALE, 1))), before, told))
    slope, least, most = found.slope()
    moves = [len(kept.moves) for kept in found.kept.values()]
    print(*found.happened, sep="\n")
    print({name: kept.closed for name, kept in found.kept.items()}, f"{found.reviews} reviews")
    name = f"a week in {seconds:.0f} s"
    return [
        Row(f"{name}: acknowledged moves of {found.matches} matches", "", sum(moves), wanted=1),
        Row(f"{name}: of them not found, or found twice", "", len(found.lost), wanted=0, at_most=True),
        Row(f"{name}: acknowledged before the backup, and not in it", "", found.not_in_backup, wanted=0, at_most=True),
        Row(f"{name}: the longest that a move waited", "s", max(kept.slowest for kept in found.kept.values()), wanted=60, at_most=True),
        Row(f"{name}: memory, slope over {len(found.samples)} samples", "MB/h", slope),
        Row(f"{name}: memory, the lower end of its interval of 95 %", "MB/h", least, wanted=0, at_most=True),
        Row(f"{name}: memory, the upper end", "MB/h", most),
    ]


SOAKS: dict[str, tuple[str, Callable[[], list[Row]]]] = {
    "tables": ("Tables at a person's pace", tables),
    "idle": ("Idle sockets", idle),
    "spectators": ("Spectators", spectators),
    "restart": ("Restart", restart),
    "attack": ("Attack", attacked),
    "fuzz": ("Strangers", fuzzed),
    "week": ("A week", week),
}


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m bench.soak", description="Measure what the server can take.")
    parser.add_argument("soaks", nargs="*", metavar="SOAK", help=f"{', '.join(SOAKS)} (default: all)")
    parser.add_argument("--write", metavar="FILE", type=Path, help="also write the figures into this .md page")
    chosen = parser.parse_args()
    if unknown := set(chosen.soaks) - set(SOAKS):
        parser.error(f"there is no soak {', '.join(sorted(unknown))}")
    allow_connections()
    console, missed = Console(width=max(100, Console().width)), list[str]()
    for soak in chosen.soaks or SOAKS:
        name, measure = SOAKS[soak]
        console.print(f"{name}...")
        rows = measure()
        console.print(report.as_table(name, rows))
        missed += [row.what for row in rows if row.reached is False]
        if chosen.write:
            before = chosen.write.read_text(encoding="utf-8")
            about = dict.fromkeys(re.findall(r"^## (.+)$", before, re.MULTILINE), "")  # the other sections stay where they are
            about |= {name: (inspect.getdoc(measure) or "").replace("\n", " ") for name, measure in SOAKS.values()}
            chosen.write.write_text(report.as_markdown({name: rows}, about=about, before=before), encoding="utf-8")
    for what in missed:
        console.print(f"[bold red]Not reached:[/] {what}")
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main())
