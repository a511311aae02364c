"""A batch cut into slices, each worked on by a thread of its own: compiled code lets go of Python's lock."""

import os
import weakref
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor, wait

from seaboard.errors import SeaboardError

LEAST = 256  # matches in a slice: with fewer, waking a thread takes longer than what it is woken for


def usual_threads(size: int) -> int:
    """One for each core that this process may use, as far as there are matches for them."""
    return max(1, min(_cores(), size // LEAST))


def _cores() -> int:
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


class Slices:
    """`size` places in as many slices as there are threads, nearly alike."""

    def __init__(self, size: int, *, threads: int) -> None:
        if threads < 1:
            raise SeaboardError(f"a batch is stepped by at least one thread, not {threads}")
        count = min(threads, size)
        ends = [size * k // count for k in range(count + 1)]
        self.parts = [slice(*ends[k : k + 2]) for k in range(count)]
        self._open()
        _all.add(self)

    def __len__(self) -> int:
        return len(self.parts)

    def _open(self) -> None:
        """Threads start with their first work, and end with this object."""
        self._pool = ThreadPoolExecutor(len(self), "seaboard-batch")

    def each(self, work: Callable[[int, slice], None]) -> None:
        """Do this for every slice, given its number, and wait; the first is done here. An error of one is raised when all are done."""
        others = [self._pool.submit(work, k, self.parts[k]) for k in range(1, len(self))]
        try:
            work(0, self.parts[0])
        finally:
            wait(others)
        for other in others:
            other.result()


_all: weakref.WeakSet[Slices] = weakref.WeakSet()


def _open_again() -> None:
    for one in _all:
        one._open()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_open_again)  # a forked process has none of its parent's threads
