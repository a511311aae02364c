"""Who thinks next: bots wait in one line for each person whose tables they sit at, and the lines take turns.

So somebody with fifty tables waits for themselves, and not everybody else for them.
"""

import asyncio
from collections import OrderedDict, deque


class FairTurns:
    """So many may think at once; the others wait their turn."""

    def __init__(self, places: int) -> None:
        self._free = places
        self._lines: OrderedDict[str, deque[asyncio.Future[None]]] = OrderedDict()

    async def acquire(self, person: str) -> None:
        """Wait for a place, in a person's line."""
        if self._free:
            self._free -= 1
            return
        turn = asyncio.get_running_loop().create_future()
        self._lines.setdefault(person, deque()).append(turn)
        try:
            await turn
        except asyncio.CancelledError:
            if turn.done() and not turn.cancelled():  # it was handed over just before
                self.release()
            raise

    def release(self) -> None:
        """Give a place up: the first of the next line has it, and that line comes last then."""
        while self._lines:
            person, line = self._lines.popitem(last=False)
            turn = line.popleft()
            if line:
                self._lines[person] = line
            if not turn.done():  # else they have given up
                turn.set_result(None)
                return
        self._free += 1
