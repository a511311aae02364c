"""A batch cut into parts, shared by threads of its own that sleep while nothing is stepped."""

import os
import threading
import weakref
from collections.abc import Callable
from queue import SimpleQueue

import numpy as np
from numpy.typing import NDArray

from seaboard.errors import SeaboardError
from seaboard.kernels import crew

LEAST = 256  # matches per thread: with fewer, waking a thread takes longer than its work
FEW = 128  # matches per part: nobody waits long for the thread that does the last one


def usual_threads(size: int) -> int:
    """Return one thread per core available to this process, as far as there are matches for them."""
    return max(1, min(_cores(), size // LEAST))


def _cores() -> int:
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


class Slices:
    """`size` matches in parts of nearly equal length, shared by `threads` threads as `seaboard.kernels.crew` describes.

    `with slices as desk` locks the desk and wakes the threads; a kernel shares its work there.
    """

    def __init__(self, size: int, *, threads: int, serve: Callable[[NDArray[np.int64], int], None]) -> None:
        if threads < 1:
            raise SeaboardError(f"a batch needs at least one thread, not {threads}")
        self.parts = 1 if threads == 1 else min(max(threads, -(-size // FEW)), size)
        self._size = size
        self._helpers = min(threads, size) - 1
        self._serve = serve
        self._open()
        _all.add(self)

    def _open(self) -> None:
        """Set up the threads: they start with their first work, and end with this object."""
        self._desk = np.zeros(crew.BEGUN + self.parts, np.int64)
        self._desk[[crew.SIZE, crew.PARTS]] = self._size, self.parts
        self._bell: SimpleQueue[bool] = SimpleQueue()  # each True wakes a thread, each False ends one
        self._started = 0
        self._lock = threading.Lock()
        weakref.finalize(self, _dismiss, self._bell, self._helpers)

    def __enter__(self) -> NDArray[np.int64]:
        self._lock.acquire()
        while self._started < self._helpers:
            self._started += 1
            home = self.parts * self._started // (self._helpers + 1)
            threading.Thread(target=_help, args=(self._bell, self._desk, self._serve, home), name="seaboard-batch", daemon=True).start()
        for _ in range(self._helpers - int(self._desk[crew.AWAKE]) - self._bell.qsize()):
            self._bell.put(True)
        return self._desk

    def __exit__(self, *_: object) -> None:
        self._lock.release()


def _help(bell: "SimpleQueue[bool]", desk: NDArray[np.int64], serve: Callable[[NDArray[np.int64], int], None], home: int) -> None:
    """Run the loop of a thread, until it is dismissed. It holds only the desk, since it must not keep the batch alive."""
    while bell.get():
        serve(desk, home)


def _dismiss(bell: "SimpleQueue[bool]", count: int) -> None:
    for _ in range(count):
        bell.put(False)


_all: weakref.WeakSet[Slices] = weakref.WeakSet()


def _open_again() -> None:
    for one in _all:
        one._open()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_open_again)  # a forked process has none of its parent's threads
