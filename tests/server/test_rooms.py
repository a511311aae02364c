"""Rooms: what a server remembers of its tables, and whom it tells when."""

import asyncio
from typing import Any, cast

from seaboard.server.pace import Pace
from seaboard.server.rooms import Room
from seaboard.server.rows import Chair, Table
from tests.server.harness import PATIENCE


def empty_table() -> Table:
    return Table(
        id="t", game="sea-change", seats=2, options={}, public=False, clock=None, memory_aid=False, maker="p", maker_name="Ada",
        made=0.0, chairs=[Chair(), Chair()],
    )  # fmt: skip


class Listener:
    """A connection that only counts how often it is told something."""

    seat = None

    def __init__(self, *, is_broken: bool = False) -> None:
        self.is_broken = is_broken
        self.told = 0

    def wake(self) -> None:
        if self.is_broken:
            raise ValueError("this one can't be told")
        self.told += 1

    wake_up = answer = wake


# ---- One who can't be told ---------------------------------------------------------------------------


def test_one_who_can_not_be_told_keeps_nobody_else_waiting() -> None:
    async def tell() -> None:
        pace, first, broken, last = Pace(), Listener(), Listener(is_broken=True), Listener()
        for listener in (first, broken, last):
            pace.later(listener.wake)
        while not last.told:
            await asyncio.sleep(0.01)
        assert first.told == 1
        pace.later(last.wake)
        while last.told < 2:
            await asyncio.sleep(0.01)

    asyncio.run(asyncio.wait_for(tell(), PATIENCE))


def test_nor_does_it_in_a_room() -> None:
    async def tell() -> None:
        room, listeners = Room(empty_table()), [Listener(is_broken=i < 3) for i in range(6)]
        room.connections = cast(Any, set(listeners))
        room.changed()
        assert [listener.told for listener in listeners] == [0, 0, 0, 1, 1, 1]
        room.moved(Pace())
        assert [listener.told for listener in listeners] == [0, 0, 0, 2, 2, 2]

    asyncio.run(tell())
