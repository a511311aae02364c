"""Who thinks next: everybody's bots have the same share of the time, and what takes little of it goes first.

So somebody with fifty tables waits for themselves, and not everybody else for them; and a Captain, who thinks for a tenth of an Admiral's
time, does not wait behind a line of Admirals. This is fair queueing as routers do it: each decision is given the moment at which it would
be done if everybody's were served side by side, and the earliest goes first.
"""

import asyncio
import heapq
from itertools import count


class FairTurns:
    """So many may think at once; the others wait their turn."""

    def __init__(self, places: int) -> None:
        self._free = places
        self._waiting: list[tuple[float, int, float, asyncio.Future[None]]] = []
        self._number = count()
        self._now = 0.0  # how much everybody has been served who was waiting all the time
        self._served: dict[str, float] = {}  # until when each person has used up their share

    async def acquire(self, person: str, cost: float = 1.0) -> None:
        """Wait for a place, for a decision of a person's bot that takes so much."""
        self._forget()
        begin = max(self._now, self._served.get(person, 0.0))
        self._served[person] = begin + cost
        if self._free:
            self._free -= 1
            self._now = max(self._now, begin)
            return
        turn = asyncio.get_running_loop().create_future()
        heapq.heappush(self._waiting, (begin + cost, next(self._number), begin, turn))
        try:
            await turn
        except asyncio.CancelledError:
            if turn.done() and not turn.cancelled():  # it was handed over just before
                self.release()
            raise

    def release(self) -> None:
        """Give a place up to whoever is next."""
        while self._waiting:
            _, _, begin, turn = heapq.heappop(self._waiting)
            if not turn.done():  # else they have given up
                self._now = max(self._now, begin)
                turn.set_result(None)
                return
        self._free += 1

    def _forget(self) -> None:
        """Whoever has used up no more than everybody else is nobody special."""
        if len(self._served) > 1000:
            self._served = {person: until for person, until in self._served.items() if until > self._now}
