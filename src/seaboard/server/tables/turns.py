"""Who may change a room: one at a time, in the order they came."""

import asyncio


class Turns:
    """A lock as asyncio has it, which can also be taken at once, without a coroutine, if nobody has it."""

    __slots__ = ("_waiting", "is_taken")

    def __init__(self) -> None:
        self.is_taken = False
        self._waiting: list[asyncio.Future[None]] = []

    def take(self) -> bool:
        """Take it now; False if somebody has it."""
        if self.is_taken:
            return False
        self.is_taken = True
        return True

    def give(self) -> None:
        """Give it to whoever has waited longest."""
        while self._waiting:
            turn = self._waiting.pop(0)
            if not turn.done():  # else they have given up
                turn.set_result(None)
                return
        self.is_taken = False

    async def wait(self) -> None:
        """Take it as soon as it is there."""
        if self.take():
            return
        turn = asyncio.get_running_loop().create_future()
        self._waiting.append(turn)
        try:
            await turn
        except asyncio.CancelledError:
            if not turn.cancelled():  # it was given just before
                self.give()
            raise

    async def __aenter__(self) -> None:
        await self.wait()

    async def __aexit__(self, *_: object) -> None:
        self.give()
