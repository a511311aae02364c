"""A batch cut into slices, each processed by its own thread: compiled code releases Python's lock."""

import os
import threading
import weakref
from collections.abc import Callable
from queue import SimpleQueue
from typing import Any

from seaboard.errors import SeaboardError

LEAST = 256  # matches per slice: with fewer, waking a thread takes longer than its work


def usual_threads(size: int) -> int:
    """Return one thread per core available to this process, as far as there are matches for them."""
    return max(1, min(_cores(), size // LEAST))


def _cores() -> int:
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


class Slices:
    """`size` places in as many slices as there are threads, of nearly equal length."""

    def __init__(self, size: int, *, threads: int) -> None:
        if threads < 1:
            raise SeaboardError(f"a batch needs at least one thread, not {threads}")
        count = min(threads, size)
        ends = [size * k // count for k in range(count + 1)]
        self.parts = [slice(*ends[k : k + 2]) for k in range(count)]
        self._open()
        _all.add(self)

    def __len__(self) -> int:
        return len(self.parts)

    def _open(self) -> None:
        """Set up the threads: they start with their first work, and end with this object."""
        self._desks: list[
            SimpleQueue[Any]
        ] = []  # one queue per thread; handing work over with an executor's futures would take twice as long
        self._starting = threading.Lock()
        weakref.finalize(self, _dismiss, self._desks)

    def _start(self) -> None:
        with self._starting:
            while len(self._desks) < len(self) - 1:
                desk: SimpleQueue[Any] = SimpleQueue()
                threading.Thread(target=_serve, args=(desk,), name="seaboard-batch", daemon=True).start()
                self._desks.append(desk)

    def each(self, work: Callable[[int, slice], None]) -> None:
        """Call this for every slice, with its number, and wait; the first runs in this thread. Errors are raised when all are done."""
        if len(self._desks) < len(self) - 1:
            self._start()
        done: SimpleQueue[BaseException | None] = SimpleQueue()
        for k, desk in enumerate(self._desks, start=1):
            desk.put((work, k, self.parts[k], done))
        try:
            work(0, self.parts[0])
        finally:
            errors = [done.get() for _ in self._desks]
        for error in errors:
            if error is not None:
                raise error


def _serve(desk: "SimpleQueue[Any]") -> None:
    """Run the loop of a thread, until it is dismissed."""
    while task := desk.get():
        work, k, part, done = task
        error = None
        try:
            work(k, part)
        except BaseException as raised:  # handled by the caller
            error = raised
        done.put(error)
        del task, work, done, error  # a waiting thread must not keep the batch alive


def _dismiss(desks: "list[SimpleQueue[Any]]") -> None:
    for desk in desks:
        desk.put(None)


_all: weakref.WeakSet[Slices] = weakref.WeakSet()


def _open_again() -> None:
    for one in _all:
        one._open()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_open_again)  # a forked process has none of its parent's threads
