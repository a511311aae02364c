"""Who is told first: those whose turn it is at once, the others when there is time.

On a server with time to spare everyone hears of a move within milliseconds. On a busy one the people who only watch wait a
little (LATEST at most) and get several moves as one message, so that those who are to act don't have to.
"""

import asyncio
import logging
from collections.abc import Callable

TICK = 0.004
BUSY = 0.004
"""A tick that comes this late means that the loop has other things to do."""
LATEST = 0.3
_log = logging.getLogger("seaboard.pace")
SHARE = 0.01
"""Seconds that one tick may take."""


class Pace:
    """Things that can wait, each done once however often it is asked for."""

    def __init__(self) -> None:
        self._waiting: dict[Callable[[], None], float] = {}
        self._expected = 0.0

    def later(self, work: Callable[[], None]) -> None:
        """Do this when there is time."""
        if work not in self._waiting:
            loop = asyncio.get_running_loop()
            if not self._waiting:
                self._expected = loop.time() + TICK
                loop.call_at(self._expected, self._tick, loop)
            self._waiting[work] = loop.time()

    def _tick(self, loop: asyncio.AbstractEventLoop) -> None:
        began = loop.time()
        is_busy = began - self._expected > BUSY
        while self._waiting and loop.time() - began < SHARE:
            work = next(iter(self._waiting))  # the one that has waited longest
            if is_busy and began - self._waiting[work] < LATEST:
                break
            del self._waiting[work]
            safely(work)
        if self._waiting:
            self._expected = loop.time() + TICK
            loop.call_at(self._expected, self._tick, loop)


def safely(work: Callable[[], None]) -> None:
    """Do it; if it fails, that is one connection's misfortune and not that of those who are told after it."""
    try:
        work()
    except Exception:
        _log.exception("somebody could not be told")
