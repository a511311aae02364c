"""Who is told first: those whose turn it is at once, the others when there is time.

At the pace of people, and on a server with time to spare, everyone hears of a move within milliseconds. On a busy server those
who only watch wait a little (LATEST at most), so that those who are to act don't have to. Nobody can follow a table that rushes,
as programs make it: its watchers get many moves as one message, every RUSHED seconds, and its players hear of the others'
moves when it is their turn.
"""

import asyncio
import logging
import time
from collections.abc import Callable

TICK = 0.004
BUSY = 0.004
"""A tick that comes this late means that the loop has other things to do."""
SHARE = 0.01
"""Seconds that one tick may take."""
LATEST = 0.3
RUSHED = 1.0
MOMENT = 0.2
MANY = 8
"""A table rushes when this many moves have come in a row, each within a MOMENT of the one before."""

_log = logging.getLogger("seaboard.pace")
Work = Callable[[], bool | None]
"""Something to do; if it returns True, it is to be done again, as for a table that rushes."""


class Rush:
    """How fast a table moves."""

    __slots__ = ("_count", "_last")

    def __init__(self) -> None:
        self._count = 0
        self._last = 0.0

    def moved(self) -> bool:
        """A move was made: whether the table rushes now."""
        now = time.monotonic()
        self._count = self._count + 1 if now - self._last < MOMENT else 0
        self._last = now
        return self._count >= MANY

    @property
    def goes_on(self) -> bool:
        """Whether the table rushes still."""
        return self._count >= MANY and time.monotonic() - self._last < MOMENT


class Pace:
    """Things that can wait, each done once however often it is asked for."""

    def __init__(self) -> None:
        self._soon: dict[Work, float] = {}  # each with when it must be done; the first comes first
        self._patient: dict[Work, float] = {}
        self._expected = 0.0

    def later(self, work: Work, *, is_rushed: bool = False) -> None:
        """Do this when there is time, at the latest after LATEST; for a table that rushes only then, and after RUSHED."""
        if work in self._soon or work in self._patient:
            return
        now = time.monotonic()
        if not self._soon and not self._patient:
            self._next_tick(now)
        if is_rushed:
            self._patient[work] = now + RUSHED
        else:
            self._soon[work] = now + LATEST

    def _next_tick(self, now: float) -> None:
        self._expected = now + TICK
        asyncio.get_running_loop().call_later(TICK, self._tick)

    def _tick(self) -> None:
        began = time.monotonic()
        is_busy = began - self._expected > BUSY
        while (self._soon or self._patient) and time.monotonic() - began < SHARE:
            waiting = min(filter(None, (self._soon, self._patient)), key=_deadline)
            if began < _deadline(waiting):  # nothing is overdue
                if is_busy or not self._soon:
                    break
                waiting = self._soon
            work = next(iter(waiting))
            del waiting[work]
            if safely(work):
                self._patient[work] = time.monotonic() + RUSHED
        if self._soon or self._patient:
            self._next_tick(time.monotonic())


def _deadline(waiting: dict[Work, float]) -> float:
    """When the first of these must be done."""
    return next(iter(waiting.values()))


def safely(work: Work) -> bool | None:
    """Do it; if it fails, that is one connection's misfortune and not that of those who are told after it."""
    try:
        return work()
    except Exception:
        _log.exception("somebody could not be told")
        return None
