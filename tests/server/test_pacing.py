"""Who is told when: at once, when there is time, or after a rush."""

import asyncio
import time

from seaboard.server.live.pacing import LATEST, MANY, MOMENT, RUSHED, Paced, Pacer
from tests.server.harness import PATIENCE


class Told:
    """What a pacer has told of, in order; one may fail, and one may want to be told again."""

    def __init__(self) -> None:
        self.order: list[Paced] = []
        self.broken: list[Paced] = []
        self.again: list[Paced] = []
        self.pacer: Pacer[Paced] = Pacer(self.tell)

    def tell(self, paced: Paced, is_rushed: bool) -> float | None:
        if paced in self.broken:
            raise ValueError("this one can't be told")
        self.order.append(paced)
        return RUSHED if is_rushed and paced in self.again else None

    async def until(self, count: int) -> None:
        async with asyncio.timeout(PATIENCE):
            while len(self.order) < count:
                await asyncio.sleep(0.01)


def test_one_who_can_not_be_told_keeps_nobody_else_waiting() -> None:
    async def run() -> None:
        told, tables = Told(), [Paced(), Paced(), Paced()]
        told.broken = tables[1:2]
        for table in tables:
            told.pacer.moved(table)
        await told.until(2)
        assert told.order == [tables[0], tables[2]]
        told.pacer.moved(tables[2])
        await told.until(3)

    asyncio.run(run())


def test_a_table_rushes_when_one_move_chases_another() -> None:
    async def run() -> None:
        told, table = Told(), Paced()
        assert [told.pacer.moved(table) for _ in range(MANY + 2)] == [False] * MANY + [True, True]
        await asyncio.sleep(MOMENT)
        assert not told.pacer.moved(table)

    asyncio.run(run())


def test_who_watches_a_rush_waits_and_then_hears_all_at_once() -> None:
    async def run() -> None:
        told, rushing, calm = Told(), Paced(), Paced()
        for _ in range(MANY):
            told.pacer.moved(rushing)
        await told.until(1)
        began = time.monotonic()
        for _ in range(5):
            assert told.pacer.moved(rushing)
        told.pacer.moved(calm)
        await told.until(3)
        assert time.monotonic() - began >= RUSHED
        await asyncio.sleep(RUSHED + LATEST)
        assert told.order == [rushing, calm, rushing]

    asyncio.run(run())


def test_who_still_has_to_be_told_in_a_rush_is_told_after_it() -> None:
    async def run() -> None:
        told, rushing = Told(), Paced()
        told.again = [rushing]
        for _ in range(MANY + 1):
            told.pacer.moved(rushing)
        await told.until(2)
        await asyncio.sleep(RUSHED + LATEST)
        assert len(told.order) == 2

    asyncio.run(run())


def test_who_waits_is_told_however_much_else_is_new() -> None:
    async def run() -> None:
        told, rushing = Told(), Paced()
        for _ in range(MANY):
            told.pacer.moved(rushing)
        await told.until(1)
        told.pacer.moved(rushing)
        told.order.clear()
        async with asyncio.timeout(PATIENCE):
            while rushing not in told.order:
                for _ in range(25):
                    told.pacer.moved(Paced())
                await asyncio.sleep(0.001)

    asyncio.run(run())
