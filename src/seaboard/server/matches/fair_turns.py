"""Who thinks next: everybody's bots get the same share of the time, and short decisions go first.

So a person with fifty tables delays only themselves; and a Captain, who thinks for a tenth of an Admiral's time, does not wait behind a
line of Admirals. This is fair queueing as in routers: each decision gets the time at which it would finish if everybody were served in
parallel, and the earliest goes first.

Queues are nested. Anybody can be a hundred guests, but few have a hundred addresses: shares go to networks, and within a network to its
people. A household where several people wait gets one share for each, up to `HOUSEHOLD`.
"""

import asyncio
import heapq
from collections import Counter
from itertools import count

HOUSEHOLD = 3
"""Shares that one network gets at most."""
CROWD = 50
"""Decisions that may wait in one network before no more matches begin there."""


class _Line:
    """The waiting decisions of one network."""

    def __init__(self) -> None:
        self.served = 0.0  # the time up to which the network has used its share
        self._waiting: list[tuple[float, int, float, str, asyncio.Future[None]]] = []
        self._number = count()
        self._people: Counter[str] = Counter()  # how many of its decisions are waiting
        self._now = 0.0  # how much service anyone waiting all the time has received
        self._served: dict[str, float] = {}  # the time up to which each person has used their share

    def __len__(self) -> int:
        return len(self._waiting)

    @property
    def shares(self) -> int:
        """Return its number of shares of the time."""
        return min(HOUSEHOLD, len(self._people))

    def add(self, person: str, cost: float, turn: "asyncio.Future[None]") -> None:
        """Add a waiting decision."""
        begin = max(self._now, self._served.get(person, 0.0))
        self._served[person] = begin + cost
        self._people[person] += 1
        heapq.heappush(self._waiting, (begin + cost, next(self._number), begin, person, turn))

    def first(self) -> tuple[float, "asyncio.Future[None]"] | None:
        """Return the cost of the next decision, and whose turn it is; None if nothing is waiting."""
        while self._waiting and self._waiting[0][-1].done():  # they have given up
            self.remove_first()
        if not self._waiting:
            return None
        end, _, begin, _, turn = self._waiting[0]
        return end - begin, turn

    def remove_first(self) -> None:
        """Remove the first one, which is served now."""
        _, _, begin, person, _ = heapq.heappop(self._waiting)
        self._now = max(self._now, begin)
        self._people[person] -= 1
        if not self._people[person]:
            del self._people[person]
        if len(self._served) > 1000:  # people who have used no more than everybody else need no entry
            self._served = {one: until for one, until in self._served.items() if until > self._now}


class FairTurns:
    """Lets a number of bots think at once; the others wait their turn."""

    def __init__(self, places: int) -> None:
        self._free = places
        self._now = 0.0  # how much service a network waiting all the time has received
        self._lines: dict[str, _Line] = {}  # by network
        self._waiting: dict[str, _Line] = {}  # those with waiting decisions

    async def acquire(self, person: str, cost: float = 1.0, *, network: str = "") -> None:
        """Wait for a slot, for a decision of a person's bot with this cost."""
        turn: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._forget()
        line = self._lines.setdefault(network, _Line())
        if network not in self._waiting:
            self._waiting[network] = line
            line.served = max(line.served, self._now)  # unused time is not saved up
        line.add(person, cost, turn)
        self._serve()
        try:
            await turn
        except asyncio.CancelledError:
            if turn.done() and not turn.cancelled():  # it was handed over just before
                self.release()
            raise

    def release(self) -> None:
        """Pass the slot on to the next decision."""
        self._free += 1
        self._serve()

    def is_crowded(self, network: str) -> bool:
        """Whether so many decisions of a network are waiting that none should be added."""
        return network in self._waiting and len(self._waiting[network]) >= CROWD

    def _serve(self) -> None:
        while self._free and self._waiting:
            network, line, end, turn = self._next()
            if turn is not None:
                self._now = max(self._now, line.served)
                line.served = end
                line.remove_first()
                turn.set_result(None)
                self._free -= 1
            if not len(line):
                del self._waiting[network]

    def _next(self) -> tuple[str, _Line, float, "asyncio.Future[None] | None"]:
        """Return the next network, the time up to which it will have used its share, and whose turn it is there (None: nobody's)."""
        best: tuple[str, _Line, float, asyncio.Future[None] | None] | None = None
        for network, line in self._waiting.items():
            first = line.first()
            if first is None:
                return network, line, line.served, None
            cost, turn = first
            end = line.served + cost / line.shares
            if best is None or end < best[2]:
                best = network, line, end, turn
        assert best is not None, "somebody waits"
        return best

    def _forget(self) -> None:
        """Drop networks that have used no more than the others, which need no entry."""
        if len(self._lines) > 1000:
            self._lines = {name: line for name, line in self._lines.items() if name in self._waiting or line.served > self._now}
