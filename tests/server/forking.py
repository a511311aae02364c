"""Processes of `seaboard` that start at once: forked from one that has imported everything, in place of two seconds of importing each.

What runs is the command itself, in a process of its own, with the environment it is given.
"""

import multiprocessing
import os
import signal
import subprocess
import sys
import tempfile
from functools import cache
from multiprocessing.connection import Connection
from multiprocessing.context import ForkServerContext
from pathlib import Path
from typing import TextIO

ROOT = Path(__file__).parents[2]
PRELOADED = [
    "seaboard.cli",
    "seaboard.server.app",
    "seaboard.server.run",
    "psycopg",
    "pydantic.v1",
    "httpcore",
    "uvloop",
    "tests.server.forking",
    "tests.server.warm",
]


@cache
def _context() -> ForkServerContext:
    context = multiprocessing.get_context("forkserver")
    context.set_forkserver_preload(PRELOADED)
    return context


class Forked:
    """A running command: as much of `subprocess.Popen` as tests ask for."""

    def __init__(self, arguments: list[str], *, env: dict[str, str], log: Path) -> None:
        reader, writer = _context().Pipe(duplex=False)
        self._process = _context().Process(target=_run, args=(arguments, env, writer, str(log)))
        before = os.environ.get("PYTHONPATH")
        os.environ["PYTHONPATH"] = os.pathsep.join(filter(None, [str(ROOT / "src"), str(ROOT), before]))  # for the first process of all
        try:
            self._process.start()
        finally:
            if before is None:
                del os.environ["PYTHONPATH"]
            else:
                os.environ["PYTHONPATH"] = before
        writer.close()
        self.stdout: TextIO = os.fdopen(os.dup(reader.fileno()), encoding="utf-8")
        reader.close()
        assert self._process.pid is not None
        self.pid: int = self._process.pid

    def poll(self) -> int | None:
        return self._process.exitcode

    def wait(self, timeout: float | None = None) -> int:
        self._process.join(timeout)
        if self._process.exitcode is None:
            raise subprocess.TimeoutExpired("seaboard", timeout or 0)
        self.stdout.close()
        return self._process.exitcode

    def send_signal(self, number: int) -> None:
        if self.poll() is None:
            os.kill(self.pid, number)

    def terminate(self) -> None:
        self.send_signal(signal.SIGTERM)

    def kill(self) -> None:
        self.send_signal(signal.SIGKILL)


def run(arguments: list[str], *, env: dict[str, str], timeout: float = 60) -> subprocess.CompletedProcess[str]:
    """Run a command to its end."""
    with tempfile.TemporaryDirectory() as folder:
        log = Path(folder) / "log"
        forked = Forked(arguments, env=env, log=log)
        said = forked.stdout.read()
        return subprocess.CompletedProcess(arguments, forked.wait(timeout), said, log.read_text(encoding="utf-8"))


def _run(arguments: list[str], env: dict[str, str], out: Connection, log: str) -> None:
    os.environ.clear()
    os.environ.update(env)
    os.dup2(out.fileno(), 1)
    out.close()
    with Path(log).open("ab") as file:
        os.dup2(file.fileno(), 2)
    from seaboard.cli import main

    sys.argv = ["seaboard", *arguments]
    sys.exit(main(arguments))
