"""The sockets of a server that is about to end: each is told to connect again as soon as nothing of its own is under way.

Where other servers go on, that is done over some seconds, so that not everybody comes to them at once.
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
        """Whether it was told already."""

    @property
    def has_work(self) -> bool:
        """Whether an answer is owed."""

    def close(self, code: int) -> None:
        """Tell it."""


async def part(sockets: Callable[[], Iterable[Leaving]], over: float) -> None:
    """Close all sockets in so many seconds, those that come meanwhile too; one with work under way waits for it, but not for ever."""
    loop = asyncio.get_running_loop()
    began = loop.time()
    while left := [one for one in sockets() if not one.is_closing]:
        passed = loop.time() - began
        steps = max(1, math.ceil((over - passed) / STEP))
        ready = left if passed > over + PATIENCE else [one for one in left if not one.has_work]
        for one in ready[: math.ceil(len(left) / steps)]:
            one.close(CloseCode.RESTART)
        await asyncio.sleep(STEP)
