"""Work that takes much time and memory is done one at a time, off the event loop."""

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

from seaboard.server.refusals import Refused

T = TypeVar("T")
MOST_WAITING = 20


class OneAtATime:
    """A thread for such work; refuses more when many are already waiting."""

    def __init__(self, name: str, *, most_waiting: int = MOST_WAITING) -> None:
        self._thread = ThreadPoolExecutor(1, name)
        self._most = most_waiting
        self._waiting = 0

    async def run(self, work: Callable[[], T]) -> T:
        """Run this when its turn comes."""
        if self._waiting >= self._most:
            raise Refused("too_fast", status=429)
        self._waiting += 1
        try:
            return await asyncio.get_running_loop().run_in_executor(self._thread, work)
        finally:
            self._waiting -= 1
