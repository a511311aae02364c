"""What a move takes of the server: processor time of its event loop's thread, in this checkout and in others.

    python -m bench.moves [CHECKOUT...] [--tables 50] [--windows 6] [--rounds 3]

All servers run at the same time, and their players take turns of a second each: whatever else the machine does meets them all. Linux only.
"""

import argparse
import json
import os
import signal
import sqlite3
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, closing, contextmanager
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from statistics import median
from typing import Any

from bench.server import ROOT, seaboard

WINDOW = 1.0
"""Seconds of play that are measured in a row."""
WARM = 0.3
"""Seconds of play before each of them."""
MAKE = "import json, sys; from bench.server import make_tables; print(json.dumps(make_tables(sys.argv[1], int(sys.argv[2]))))"


@dataclass(frozen=True)
class Sample:
    """What a server has done up to a moment; times in seconds."""

    at: float
    moves: int
    loop: float
    process: float


@dataclass(frozen=True)
class Cost:
    """Microseconds for a move: of the event loop's thread, and of all threads; and moves a second."""

    loop: float
    process: float
    rate: float


class Side:
    """A server, and its players, who are stopped except while they are measured."""

    def __init__(self, server: int, port: int, database: Path, places: list[dict[str, Any]]) -> None:
        self._server, self._database, self._seats = server, database, len(places)
        command = [sys.executable, "-m", "bench.players", "seaboard", "127.0.0.1", "600", "0"]
        environment = os.environ | {"PYTHONPATH": str(ROOT / "src")}
        self._players = subprocess.Popen(command, cwd=ROOT, env=environment, stdin=subprocess.PIPE, text=True)
        assert self._players.stdin is not None
        self._players.stdin.write(json.dumps([place | {"port": port} for place in places]))
        self._players.stdin.close()

    def seat(self) -> None:
        """Wait until everybody is seated and plays, then stop them."""
        while moves_in(self._database) < self._seats:
            time.sleep(0.05)
        self._players.send_signal(signal.SIGSTOP)

    def close(self) -> None:
        """Send the players away."""
        self._players.kill()
        self._players.wait()

    def measure(self) -> Cost:
        """Let the players play for a while."""
        self._players.send_signal(signal.SIGCONT)
        time.sleep(WARM)
        before = self._look()
        time.sleep(WINDOW)
        after = self._look()
        self._players.send_signal(signal.SIGSTOP)
        moves = after.moves - before.moves
        if not moves:
            raise RuntimeError("nobody moves: all matches are over, or a server was kept waiting too long")
        per_move = 1e6 / moves
        return Cost((after.loop - before.loop) * per_move, (after.process - before.process) * per_move, moves / (after.at - before.at))

    def _look(self) -> Sample:
        threads = {int(task.name): on_processor(task) for task in Path(f"/proc/{self._server}/task").iterdir()}
        return Sample(time.perf_counter(), moves_in(self._database), threads[self._server], sum(threads.values()))


def on_processor(task: Path) -> float:
    """The seconds for which a thread has run."""
    return int((task / "schedstat").read_text().split()[0]) / 1e9


def moves_in(database: Path) -> int:
    with closing(sqlite3.connect(f"file:{database}?mode=ro", uri=True)) as c:
        return int(c.execute("SELECT count(*) FROM entries").fetchone()[0])


@contextmanager
def serving(checkout: Path, tables: int) -> Iterator[Callable[[], Side]]:
    """A server of a checkout, and how to let its players in: later, for those who wait too long for a turn are taken for gone."""
    environment = {**os.environ, "PYTHONPATH": str(checkout / "src")}
    with tempfile.TemporaryDirectory() as folder:
        database = Path(folder) / "bench.db"
        url = f"sqlite:///{database}"
        make = [sys.executable, "-c", MAKE, url, str(tables)]
        made = subprocess.run(make, cwd=checkout, env=environment, check=True, capture_output=True, text=True)
        with seaboard(url, version=checkout) as (port, process):
            yield partial(Side, process.pid, port, database, json.loads(made.stdout))


@contextmanager
def all_playing(checkouts: Sequence[Path], tables: int) -> Iterator[list[Side]]:
    """Servers of these checkouts with everybody seated."""
    with ExitStack() as stack:
        servers = [stack.enter_context(serving(checkout.resolve(), tables)) for checkout in checkouts]
        sides = [stack.enter_context(closing(let_in())) for let_in in servers]
        for side in sides:
            side.seat()
        yield sides


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m bench.moves", description="Processor time of a server's event loop for a move.")
    parser.add_argument("checkouts", nargs="*", type=Path, default=[ROOT], metavar="CHECKOUT", help="default: this one")
    parser.add_argument("--tables", type=int, default=50)
    parser.add_argument("--windows", type=int, default=6, help="how often everybody plays for a second in a round")
    parser.add_argument("--rounds", type=int, default=3, help="how often the servers are started")
    chosen = parser.parse_args()
    found: dict[Path, list[Cost]] = {checkout: [] for checkout in chosen.checkouts}
    for _ in range(chosen.rounds):
        with all_playing(chosen.checkouts, chosen.tables) as sides:
            for _ in range(chosen.windows):
                for checkout, side in zip(chosen.checkouts, sides, strict=True):
                    found[checkout].append(side.measure())
        for checkout, costs in found.items():
            loop, process, rate = (sorted(getattr(cost, name) for cost in costs) for name in ("loop", "process", "rate"))
            print(
                f"{checkout}: {median(loop):.1f} µs a move, {loop[0]:.1f} to {loop[-1]:.1f} ({median(process):.1f} with all threads);"
                f" {median(rate):,.0f} moves/s, at best {rate[-1]:,.0f}",
                flush=True,
            )


if __name__ == "__main__":
    main()
