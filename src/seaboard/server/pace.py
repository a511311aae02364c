"""Who is told first: those whose turn it is at once, the others when there is time.

At the pace of people, and on a server with time to spare, everyone hears of a move within milliseconds. Those who only watch
wait a little (LATEST at most) and get several moves as one message where a table moves faster than that, and on a busy server;
so those who are to act don't have to.
"""

import asyncio
import logging
import math
from collections.abc import Callable

TICK = 0.004
BUSY = 0.004
"""A tick that comes this late means that the loop has other things to do."""
LATEST = 0.3
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
        """Do this when there is time; if it was last done a moment ago (by the loop's time), only when LATEST is over."""
        if work in self._soon or work in self._patient:
            return
        loop = asyncio.get_running_loop()
        now = loop.time()
        if not self._soon and not self._patient:
            self._next_tick(loop, now)
        (self._soon if now - last >= LATEST else self._patient)[work] = now

    def _next_tick(self, loop: asyncio.AbstractEventLoop, now: float) -> None:
        self._expected = now + TICK
        loop.call_at(self._expected, self._tick, loop)

    def _tick(self, loop: asyncio.AbstractEventLoop) -> None:
        began = loop.time()
        is_busy = began - self._expected > BUSY
        for waiting in (self._soon, self._patient):
            while waiting and loop.time() - began < SHARE:
                work, since = next(iter(waiting.items()))
                if began - since < LATEST and (is_busy or waiting is self._patient):
                    break
                del waiting[work]
                safely(work)
        if self._soon or self._patient:
            self._next_tick(loop, loop.time())


def safely(work: Work) -> None:
    """Do it; if it fails, that is one connection's misfortune and not that of those who are told after it."""
    try:
        work()
    except Exception:
        _log.exception("somebody could not be told")
