"""Work spread over processes of this machine, or over a Ray cluster; if one dies, the results stay the same.

A piece of work is a function of this package with its arguments, and its result depends on those alone. So a piece lost with its worker is
simply redone, and the results are the same however many workers there are and wherever they run.
"""

import logging
import multiprocessing
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from contextlib import suppress
from typing import Any, TypeVar

from seaboard.errors import SeaboardError

Result = TypeVar("Result")

AHEAD = 2  # pieces handed out per worker: one in progress, one to start next
MOST_DEATHS = 5  # deaths in a row without a result: more means that the work itself kills the workers


class WorkersLost(SeaboardError):
    """Workers died again and again."""


def spread(
    function: Callable[..., Result], pieces: Sequence[tuple[Any, ...]], *, workers: int = 1, ray: str | None = None
) -> Iterator[tuple[int, Result]]:
    """Call the function with each piece and yield (number of the piece, result) as they are done.

    `ray` is the address of a cluster (`auto`, `ray://host:10001`, `local`); without it, `workers` processes are started here.
    """
    if ray is not None:
        return _over_ray(function, pieces, ray)
    if workers <= 1 or len(pieces) < 2:
        return ((number, function(*piece)) for number, piece in enumerate(pieces))
    return _over_processes(function, pieces, min(workers, len(pieces)))


def _over_processes(function: Callable[..., Result], pieces: Sequence[tuple[Any, ...]], workers: int) -> Iterator[tuple[int, Result]]:
    left = dict(enumerate(pieces))
    deaths = 0
    while left:
        # spawned, not forked: a forked child would share numba's locks with threads that it doesn't have
        pool = ProcessPoolExecutor(workers, mp_context=multiprocessing.get_context("spawn"))
        try:
            for number, result in _from_pool(pool, function, dict(left), AHEAD * workers):
                del left[number]
                deaths = 0
                yield number, result
        except BrokenProcessPool as error:
            deaths += 1
            if deaths == MOST_DEATHS:
                raise WorkersLost(f"worker processes died {deaths} times without a result: out of memory?") from error
        finally:
            pool.shutdown(wait=False, cancel_futures=True)


def _from_pool(
    pool: ProcessPoolExecutor, function: Callable[..., Result], pieces: dict[int, tuple[Any, ...]], ahead: int
) -> Iterator[tuple[int, Result]]:
    running: dict[Future[Result], int] = {}
    waiting = iter(pieces.items())
    while True:
        while len(running) < ahead and (piece := next(waiting, None)):
            running[pool.submit(function, *piece[1])] = piece[0]
        if not running:
            return
        for future in wait(running, return_when=FIRST_COMPLETED).done:
            yield running.pop(future), future.result()


def _over_ray(function: Callable[..., Result], pieces: Sequence[tuple[Any, ...]], address: str) -> Iterator[tuple[int, Result]]:
    try:
        import ray
    except ImportError as error:
        raise SeaboardError("Ray is not installed: pip install 'seaboard[cluster]'") from error
    if not ray.is_initialized():
        try:
            ray.init(address=address, log_to_driver=False, logging_level=logging.ERROR)
        except (ConnectionError, ValueError) as error:
            raise SeaboardError(f"no Ray cluster at {address!r}: {error}") from error
    # Ray does a piece again by itself when its worker or its node dies
    remote = ray.remote(max_retries=-1)(function)
    running: dict[Any, int] = {}
    waiting = iter(enumerate(pieces))
    try:
        while True:
            ahead = AHEAD * max(1, int(ray.cluster_resources().get("CPU", 1)))  # nodes may join or leave
            while len(running) < ahead and (piece := next(waiting, None)):
                running[remote.remote(*piece[1])] = piece[0]
            if not running:
                return
            done, _ = ray.wait(list(running))
            for reference in done:
                yield running.pop(reference), ray.get(reference)
    finally:
        with suppress(Exception):  # if the caller stopped early, cancel the rest; a cluster that is gone has stopped anyway
            for reference in running:
                ray.cancel(reference)
