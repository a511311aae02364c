"""Who is told first: those whose turn it is at once, the others when there is time.

At the pace of people, and on a server with time to spare, everyone hears of a move within milliseconds. Where a table moves
faster, and on a busy server, those who only watch wait a little (LATEST at most) and get several moves as one message, so that
those who are to act don't have to.
"""

import asyncio
import logging
import math
import time
from collections.abc import Callable

TICK = 0.004
BUSY = 0.004
"""A tick that comes this late means that the loop has other things to do."""
MOMENT = 0.1
"""A table whose people were told of a move less than this ago moves faster than people do."""
LATEST = 0.5
_log = logging.getLogger("seaboard.pace")
SHARE = 0.01
"""Seconds that one tick may take."""

Work = Callable[[], None]


class Pace:
    """Things that can wait, each done once however often it is asked for."""

    def __init__(self) -> None:
        self._soon: dict[Work, float] = {}  # each with when it was asked for, the oldest first
        self._patient: dict[Work, float] = {}
        self._expected = 0.0

    def later(self, work: Work, *, last: float = -math.inf) -> None:
        """Do this when there is time; if it was last done less than a MOMENT ago, only when LATEST is over."""
        if work in self._soon or work in self._patient:
            return
        now = time.monotonic()
        if not self._soon and not self._patient:
            self._next_tick(now)
        (self._soon if now - last >= MOMENT else self._patient)[work] = now

    def _next_tick(self, now: float) -> None:
        self._expected = now + TICK
        asyncio.get_running_loop().call_later(TICK, self._tick)

    def _tick(self) -> None:
        began = time.monotonic()
        is_busy = began - self._expected > BUSY
        while (self._soon or self._patient) and time.monotonic() - began < SHARE:
            waiting = min(filter(None, (self._soon, self._patient)), key=_since)
            if began - _since(waiting) < LATEST:  # nothing is overdue
                if is_busy or not self._soon:
                    break
                waiting = self._soon
            work = next(iter(waiting))
            del waiting[work]
            safely(work)
        if self._soon or self._patient:
            self._next_tick(time.monotonic())


def _since(waiting: dict[Work, float]) -> float:
    """When the first of these was asked for."""
    return next(iter(waiting.values()))


def safely(work: Work) -> None:
    """Do it; if it fails, that is one connection's misfortune and not that of those who are told after it."""
    try:
        work()
    except Exception:
        _log.exception("somebody could not be told")
