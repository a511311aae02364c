"""Closing the sockets of a server that is about to stop: each is told to reconnect once it has nothing in progress.

If other servers keep running, this takes some seconds, so that not everybody reconnects to them at once.
"""

import asyncio
import math
from collections.abc import Callable, Iterable
from typing import Protocol

from seaboard.server.close_codes import CloseCode

STEP = 0.05
"""Seconds between two looks."""
PATIENCE = 5.0
"""Seconds that a move or an answer which is under way gets beyond the time that all get."""


class Leaving(Protocol):
    """A socket that is to be closed."""

    @property
    def is_closing(self) -> bool:
        """Whether it has already been told to reconnect."""

    @property
    def has_work(self) -> bool:
        """Whether an answer is owed."""

    def close(self, code: int) -> None:
        """Tell it to reconnect."""


async def part(sockets: Callable[[], Iterable[Leaving]], over: float) -> None:
    """Close all sockets over this many seconds, including new ones; one with work in progress gets a limited time to finish."""
    loop = asyncio.get_running_loop()
    began = loop.time()
    while left := [one for one in sockets() if not one.is_closing]:
        passed = loop.time() - began
        steps = max(1, math.ceil((over - passed) / STEP))
        ready = left if passed > over + PATIENCE else [one for one in left if not one.has_work]
        for one in ready[: math.ceil(len(left) / steps)]:
            one.close(CloseCode.RESTART)
        await asyncio.sleep(STEP)
