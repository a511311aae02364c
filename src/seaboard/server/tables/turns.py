"""Who may change a room: one at a time, in the order they came."""

import asyncio


class Turns:
    """A lock like asyncio's that can also be acquired at once, without a coroutine, if it is free."""

    __slots__ = ("_waiting", "is_taken")

    def __init__(self) -> None:
        self.is_taken = False
        self._waiting: list[asyncio.Future[None]] = []

    def try_acquire(self) -> bool:
        """Acquire it now; return False if it is held."""
        if self.is_taken:
            return False
        self.is_taken = True
        return True

    def release(self) -> None:
        """Hand it to the longest waiter."""
        while self._waiting:
            turn = self._waiting.pop(0)
            if not turn.done():  # otherwise the waiter has given up
                turn.set_result(None)
                return
        self.is_taken = False

    async def acquire(self) -> None:
        """Acquire it as soon as it is free."""
        if self.try_acquire():
            return
        turn = asyncio.get_running_loop().create_future()
        self._waiting.append(turn)
        try:
            await turn
        except asyncio.CancelledError:
            if not turn.cancelled():  # it was handed over just before
                self.release()
            raise

    async def __aenter__(self) -> None:
        await self.acquire()

    async def __aexit__(self, *_: object) -> None:
        self.release()
