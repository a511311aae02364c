"""How many requests begin in one turn of the event loop: few, so that players' messages are read between them however many come."""

import asyncio
from collections import deque

AT_ONCE = 4
"""Requests that begin in one turn; most take about a thousandth of a second."""


class Doorway:
    """Lets a few requests in at a time; where more come, networks take turns."""

    def __init__(self) -> None:
        self._free = AT_ONCE
        self._is_turning = False
        self._lines: dict[str, deque[asyncio.Future[None]]] = {}

    async def enter(self, network: str) -> None:
        """Wait for one's turn, if too many come at once."""
        if not self._is_turning:
            self._is_turning = True
            asyncio.get_running_loop().call_soon(self._next_turn)
        if self._free and not self._lines:
            self._free -= 1
            return
        turn: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._lines.setdefault(network, deque()).append(turn)
        await turn

    def _next_turn(self) -> None:
        self._free = AT_ONCE
        while self._free and self._lines:
            network = next(iter(self._lines))
            line = self._lines.pop(network)
            turn = line.popleft()
            if line:
                self._lines[network] = line  # behind all others
            if not turn.done():  # otherwise nobody waits any more
                turn.set_result(None)
                self._free -= 1
        self._is_turning = bool(self._lines)
        if self._is_turning:
            asyncio.get_running_loop().call_soon(self._next_turn)
