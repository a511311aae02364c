"""A rate that everybody shares. When more come than it lets in, they wait in line for a moment, and whoever's neighbourhood was let in
longest ago, or never, goes first: so those who come again and again from many addresses keep nobody else out.
"""

import asyncio
from collections import OrderedDict, deque
from itertools import count

from seaboard.server.limits import Bucket, Buckets, neighbourhood
from seaboard.server.refusals import Refused

PATIENCE = 8.0
"""Seconds for which somebody waits at most."""
MOST_WAITING = 1000
MOST_OF_LINE = 20
"""How many from one neighbourhood may wait."""
MOST_REMEMBERED = 10_000
"""Neighbourhoods that are remembered as having been let in."""


class Turnstile:
    """Lets in as many as the rate allows, fairly by neighbourhood."""

    def __init__(self, rate: Buckets, *, patience: float = PATIENCE) -> None:
        self._bucket = Bucket(rate.rate, rate.burst)
        self._patience = patience
        self._pause = 1 / rate.rate
        self._lines: dict[str, deque[asyncio.Future[bool]]] = {}
        self._number = count(1)
        self._let_in: OrderedDict[str, int] = OrderedDict()  # when each neighbourhood last was, as a number
        self._timer: asyncio.TimerHandle | None = None

    async def enter(self, address: str) -> None:
        """Wait to be let in; refused if that takes too long."""
        where = neighbourhood(address)
        if not self._lines and self._bucket.take():
            self._note(where)
            return
        turn = self._queue(where)
        if self._timer is None:
            self._timer = asyncio.get_running_loop().call_later(self._pause, self._serve)
        try:
            async with asyncio.timeout(self._patience):
                is_let_in = await turn
        except TimeoutError:
            is_let_in = False
        finally:
            self._leave(where, turn)
        if not is_let_in:
            raise Refused("sign_in.busy", status=429)

    def _queue(self, where: str) -> "asyncio.Future[bool]":
        if len(self._lines.get(where, ())) >= MOST_OF_LINE:
            raise Refused("sign_in.busy", status=429)
        if sum(map(len, self._lines.values())) >= MOST_WAITING:
            last = max(self._lines, key=self._order)
            if self._order(last) <= self._order(where):
                raise Refused("sign_in.busy", status=429)
            sent_away = self._lines[last][-1]
            self._leave(last, sent_away)
            _settle(sent_away, is_let_in=False)
        turn: asyncio.Future[bool] = asyncio.get_running_loop().create_future()
        self._lines.setdefault(where, deque()).append(turn)
        return turn

    def _order(self, where: str) -> int:
        return self._let_in.get(where, 0)

    def _serve(self) -> None:
        while self._lines and self._bucket.take():
            where = min(self._lines, key=self._order)  # among equals, whoever came first
            turn = self._lines[where][0]
            self._leave(where, turn)
            _settle(turn, is_let_in=True)
            self._note(where)
        self._timer = asyncio.get_running_loop().call_later(self._pause, self._serve) if self._lines else None

    def _leave(self, where: str, turn: "asyncio.Future[bool]") -> None:
        line = self._lines.get(where)
        if line is not None and turn in line:
            line.remove(turn)
            if not line:
                del self._lines[where]

    def _note(self, where: str) -> None:
        self._let_in[where] = next(self._number)
        self._let_in.move_to_end(where)
        if len(self._let_in) > MOST_REMEMBERED:
            self._let_in.popitem(last=False)


def _settle(turn: "asyncio.Future[bool]", *, is_let_in: bool) -> None:
    """End somebody's waiting, unless they have just given up."""
    if not turn.done():
        turn.set_result(is_let_in)
