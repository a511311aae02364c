"""The write queue: jobs, and how consecutive ones are batched into one transaction."""

import asyncio
import logging
from collections.abc import Callable, Iterable
from typing import Any

import msgspec
from sqlalchemy.engine import Connection

from seaboard.server.storage.engine import notes
from seaboard.server.storage.engine.notes import KEEP
from seaboard.server.storage.rows import Entry

_log = logging.getLogger("seaboard.store")
PATIENCE = 0.002
"""Seconds for which jobs that come in a row are gathered."""


class Job(msgspec.Struct, eq=False):
    """Something to write, and the function that gets its result or exception.

    `order` is the id of the row it locks, which for a move is its table.
    """

    then: Callable[[Any], None]
    order: str
    notes: Iterable[str]
    entry: Entry | None = None
    due: float | None = KEEP
    work: Callable[[Connection], Any] | None = None
    meanwhile: Callable[[], None] | None = None
    goes_with_moves: bool = False
    """Written among moves, in the order in which they come, and before everything else."""
    is_given_up: bool = False
    """Nobody waits for it any more; it is done only if it has been begun."""
    result: Any = None

    def all_notes(self, *, carrying: bool) -> Iterable[str]:
        """Return the notes for the other servers, the move (if there is one) first."""
        if self.entry is None:
            return self.notes
        move = notes.of_entry(self.order, self.entry, due=self.due) if carrying else notes.of_moves(self.order)
        return (move, *self.notes)

    @property
    def is_only_entry(self) -> bool:
        """Whether nothing else is written with its entry."""
        return self.entry is not None and self.work is None and self.due == KEEP


class Batcher:
    """Hands over jobs that arrive close together as one batch: a transaction is expensive, one more move in it is cheap."""

    def __init__(self, loop: asyncio.AbstractEventLoop, take: Callable[[list[Job]], None]) -> None:
        self._is_held = False  # the writer is busy
        self._loop = loop
        self._take = take
        self._waiting: list[Job] = []
        self._counted = 0
        self._latest = 0.0

    def put(self, job: Job) -> None:
        """Hand this over soon."""
        if not self._waiting and not self._is_held:
            self._counted = 0
            self._latest = self._loop.time() + PATIENCE
            self._loop.call_soon(self._hand_over_soon)
        self._waiting.append(job)

    def hold(self) -> None:
        """Hand over nothing more for now: the writer is busy."""
        self._is_held = True

    def release(self) -> None:
        """Hand over again, as soon as there are jobs or `hand_over` is called."""
        self._is_held = False

    def _hand_over_soon(self) -> None:
        """Wait for an iteration of the event loop without new jobs, but not for long."""
        if len(self._waiting) > self._counted and self._loop.time() < self._latest:
            self._counted = len(self._waiting)
            self._loop.call_soon(self._hand_over_soon)
        else:
            self.hand_over()

    def hand_over(self) -> None:
        """Hand over everything that is waiting, unless held, and run `meanwhile` work in the meantime."""
        if self._waiting and not self._is_held:
            batch, self._waiting = self._waiting, []
            self._take(batch)
            self._loop.call_soon(_meanwhile, batch)


def _meanwhile(batch: list[Job]) -> None:
    for job in batch:
        if job.meanwhile is not None:
            try:
                job.meanwhile()
            except Exception:  # one failure must not stop the rest
                _log.exception("the messages about a move could not be prepared")


def tell(batch: list[Job]) -> None:
    """Report the outcome of every job."""
    for job in batch:
        try:
            job.then(job.result)
        except Exception:  # one failure must not stop the rest
            _log.exception("the outcome of a write could not be reported")


def settle(future: "asyncio.Future[Any]", result: Any) -> None:
    """Complete a future, if it is still awaited."""
    if future.done():
        return
    if isinstance(result, Exception):
        future.set_exception(result)
    else:
        future.set_result(result)


def lines_of(process: str, jobs: Iterable[Job], *, carrying: bool = False) -> list[str]:
    """Return the notification lines for these jobs; `carrying` their moves, which must have been written."""
    return notes.as_lines(process, (note for job in jobs for note in job.all_notes(carrying=carrying)))
