"""Who may change a room, and when."""

import asyncio

from seaboard.server.tables.turns import Turns


def test_nobody_overtakes_and_one_who_gives_up_is_passed_over() -> None:
    order: list[str] = []

    async def work(turns: Turns, name: str) -> None:
        async with turns:
            order.append(name)
            assert turns.is_taken
            assert not turns.try_acquire()
            await asyncio.sleep(0)

    async def run() -> None:
        turns = Turns()
        assert turns.try_acquire()
        tasks = [asyncio.create_task(work(turns, name)) for name in "abcd"]
        await asyncio.sleep(0)
        tasks[1].cancel()
        turns.release()
        assert not turns.try_acquire()  # it is promised to the first who waits
        await asyncio.wait(tasks)
        assert order == ["a", "c", "d"]
        assert turns.try_acquire()

    asyncio.run(run())


def test_one_who_gives_up_just_when_it_is_handed_over_passes_it_on() -> None:
    async def run() -> None:
        turns = Turns()
        assert turns.try_acquire()
        waiting = [asyncio.create_task(turns.acquire()) for _ in range(2)]
        await asyncio.sleep(0)
        turns.release()
        waiting[0].cancel()
        await asyncio.wait(waiting)
        assert waiting[0].cancelled()
        assert not waiting[1].cancelled()
        turns.release()
        assert not turns.is_taken

    asyncio.run(run())
