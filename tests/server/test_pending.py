"""A player who waits long for an answer is told why, whatever else is sent meanwhile."""

import asyncio
from pathlib import Path

from seaboard.server.live.pending import LOOK, UNNOTICED
from tests.server.inside import Inside
from tests.server.rooming import a_table, awake, begun, come


def test_a_message_sent_again_and_again_keeps_nobody_else_from_being_told(tmp_path: Path) -> None:
    inside = Inside(tmp_path)
    try:
        table = a_table()
        begun(inside, table)
        room, pending = awake(inside, table), inside.server.live.pending
        (pinging, _), (waiting, told) = come(inside, room), come(inside, room)

        async def ping_for(seconds: float) -> None:
            looking = asyncio.create_task(pending.run())
            await asyncio.sleep(0)
            pending.begin(pinging, "the same")
            pending.begin(waiting, "a move")
            for _ in range(round(seconds / 0.05)):
                pending.end(pinging, "the same")
                pending.begin(pinging, "the same")
                await asyncio.sleep(0.05)
            pending.end(pinging, "the same")
            await asyncio.sleep(2 * LOOK)
            looking.cancel()

        inside.run(ping_for(UNNOTICED + 2 * LOOK + 0.5))
        assert told.types()[-1] == "held"
        assert not pending._waiting, "answered messages are forgotten"
    finally:
        inside.close()
