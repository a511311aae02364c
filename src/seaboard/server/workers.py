"""Several server processes on one port, for more than one core: a parent that starts them, restarts those that die, and stops them all.

Each is a complete server, with its own socket on the same port; the kernel distributes connections among them. They communicate through
PostgreSQL, as servers on different machines do.
"""

import contextlib
import logging
import multiprocessing
import multiprocessing.connection
import os
import signal
import socket
import threading
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import partial
from multiprocessing.connection import Connection
from multiprocessing.context import SpawnProcess
from types import FrameType

from seaboard.errors import SeaboardError
from seaboard.server import logs, run
from seaboard.server.settings import Settings
from seaboard.server.storage import ids, queries
from seaboard.server.storage.store import Store

_log = logging.getLogger("seaboard.workers")
PAUSE = 1.0
"""Seconds before a worker that never served is restarted: whatever it lacks may come back."""
_spawn = multiprocessing.get_context("spawn")


class WorkersFailed(SeaboardError):
    """No server process could start; its log says why."""


@dataclass(frozen=True)
class Job:
    """What a worker is told to do."""

    settings: Settings
    port: int
    proxies: Sequence[str]
    name: str = field(default_factory=lambda: ids.new_id("s"))
    instead_of: str | None = None
    """The worker that died in its place."""


class Worker:
    """A server process, seen from its parent."""

    def __init__(self, job: Job) -> None:
        self.job = job
        self.is_serving = False
        self.ready, child = _spawn.Pipe(duplex=False)
        self.process: SpawnProcess = _spawn.Process(target=_work, args=(job, child), name=f"seaboard-{job.name}")
        self.process.start()
        child.close()

    def hear(self) -> None:
        """Handle the worker's message: it serves now, or has failed."""
        with contextlib.suppress(EOFError):
            self.is_serving = self.ready.recv()
        self.ready.close()


class Workers:
    """All the server processes of one port."""

    def __init__(self, settings: Settings, reserved: socket.socket, *, count: int, proxies: Sequence[str]) -> None:
        self._jobs = [Job(settings, reserved.getsockname()[1], proxies) for _ in range(count)]
        self._workers: list[Worker] = []
        self._due: list[tuple[float, Job]] = []  # those to be restarted, and when
        self._is_ending = False
        self._woken, self._wake = socket.socketpair()
        self._wake.setblocking(False)

    def run(self, when_ready: Callable[[], None]) -> None:
        """Serve until told to stop. `when_ready` is called as soon as one of them serves."""
        for number in (signal.SIGINT, signal.SIGTERM):
            signal.signal(number, self._end)
        try:
            for job in self._jobs:
                self._start(job)
            self._watch(when_ready)
        finally:
            self._end_all()

    def _watch(self, when_ready: Callable[[], None]) -> None:
        is_ready = False
        while self._workers or (self._due and not self._is_ending):
            self._wait()
            for worker in self._workers:
                if not worker.ready.closed and worker.ready.poll():
                    worker.hear()
            if not is_ready and any(worker.is_serving for worker in self._workers):
                is_ready = True
                when_ready()
            for worker in [one for one in self._workers if one.process.exitcode is not None]:
                self._workers.remove(worker)
                if not self._is_ending:
                    self._died(worker)
            if not is_ready and not self._workers and not self._is_ending:
                raise WorkersFailed("no server process could start; the lines above say why")
            self._start_due()

    def _wait(self) -> None:
        """Wait until a worker sends a message, ends or is due, or a signal comes."""
        pipes = [worker.ready for worker in self._workers if not worker.ready.closed]
        ends = [worker.process.sentinel for worker in self._workers]
        wait = max(0.0, min(at for at, _ in self._due) - time.monotonic()) if self._due else None
        if self._woken in multiprocessing.connection.wait([self._woken, *pipes, *ends], wait):
            self._woken.recv(1)

    def _died(self, worker: Worker) -> None:
        """Start a replacement."""
        _log.error("a server process has ended (%s); starting another", worker.process.exitcode)
        job = Job(worker.job.settings, worker.job.port, worker.job.proxies, instead_of=worker.job.name)
        self._due.append((time.monotonic() + (0.0 if worker.is_serving else PAUSE), job))

    def _start_due(self) -> None:
        now = time.monotonic()
        for one in [one for one in self._due if one[0] <= now and not self._is_ending]:
            self._due.remove(one)
            self._start(one[1])

    def _start(self, job: Job) -> None:
        self._workers.append(Worker(job))
        if self._is_ending:  # a signal came meanwhile, before it existed
            self._end_all()

    def _end(self, _number: int, _frame: FrameType | None) -> None:
        """Stop the workers: the first signal lets them finish, the second kills them."""
        self._is_ending = True
        self._end_all()
        with contextlib.suppress(BlockingIOError):  # it will wake up anyway
            self._wake.send(b"!")

    def _end_all(self) -> None:
        for worker in self._workers:
            if worker.process.is_alive():
                worker.process.terminate()


def reserve(host: str, port: int | None) -> socket.socket:
    """Reserve a port for workers, without listening on it: they do that themselves, so that no connection waits for a dead one."""
    if not hasattr(socket, "SO_REUSEPORT"):
        raise run.CantListen("this system can't share a port among processes: start several servers, each with a --port of its own")
    with run.listen(host, port) as found:  # fails if another program has it, which a shared one would not
        name = found.getsockname()
    return run.bound(name[0], name[1], is_shared=True)


def _work(job: Job, ready: Connection) -> None:
    """The process of a worker."""
    os.setsid()  # the parent handles Ctrl+C, and tells all workers
    threading.Thread(target=_end_with_parent, daemon=True).start()
    logs.set_up()
    store = Store(job.settings.database, process=job.name)
    store.open()
    if job.instead_of:
        _retire(store, job.instead_of)
    listening = run.bound(job.settings.host, job.port, is_shared=True)
    listening.listen(run.BACKLOG)
    with listening:
        run.run(job.settings, store, listening=listening, proxies=job.proxies, when_ready=partial(ready.send, True))


def _retire(store: Store, name: str) -> None:
    """Handle a killed worker: its connections are gone, which the others have to know."""
    with store.transaction() as c:
        tables = queries.tables_through(c, name)
    store.do(lambda c: queries.retire(c, name), notes=[f"p:{table}" for table in tables])


def _end_with_parent() -> None:
    parent = multiprocessing.parent_process()
    if parent is not None:
        multiprocessing.connection.wait([parent.sentinel])
        os.kill(os.getpid(), signal.SIGTERM)
