"""Bots cover for whoever left or is out of time, and give the seat back."""

import asyncio
import random
import time
from pathlib import Path

from seaboard.server.matches import bots
from tests.server.harness import Guest, play_by_turns, served, table_of

LEVEL = bots.LEVELS[0]


def test_resigning_gives_the_seat_to_a_bot_for_good(ada: Guest, bob: Guest) -> None:
    table = table_of([ada, bob], "sea-change")
    after = ada.post(f"/tables/{table['id']}/resign", level=LEVEL)
    assert after["chairs"][0] | {"kind": "bot", "level": LEVEL, "name": "Ada", "resigned": True} == after["chairs"][0]
    assert after["stage"] == "playing"
    assert ada.refused(f"/tables/{table['id']}/sit") == "table.started"

    async def play() -> None:
        async with bob.at(table["id"]) as seat:
            assert await seat.play_on(random.Random(3), 4) == 4

    asyncio.run(play())
    after = bob.post(f"/tables/{table['id']}/resign")
    assert after["stage"] == "over"
    record = bob.get(f"/matches/{table['match']}/record")
    assert record["ended"] == "abandoned"
    assert record["seed"]


def test_a_bot_covers_for_whoever_left_until_they_return(ada: Guest, bob: Guest) -> None:
    table = table_of([ada, bob], "sea-change")
    path = f"/tables/{table['id']}"
    assert bob.post(f"{path}/stand")["chairs"][1]["covered"] == "left"

    async def play() -> None:
        async with ada.at(table["id"]) as a:
            assert await a.play_on(random.Random(4), 3) == 3
            async with bob.at(table["id"]) as b:
                assert b.table["chairs"][1]["covered"] is None
                await play_by_turns([a, b], random.Random(4), 4)
            assert await asyncio.to_thread(ada.refused, f"{path}/cover", seat=0) == "chair.connected"
            assert await asyncio.to_thread(ada.refused, f"{path}/cover", seat=1) == "chair.waiting"
            assert (await asyncio.to_thread(bob.post, f"{path}/stand"))["chairs"][1]["covered"] == "left"
            assert await a.play_on(random.Random(4), 2) == 2

    asyncio.run(play())
    assert bob.post(f"{path}/sit")["chairs"][1]["covered"] is None


def test_with_a_clock_a_lost_connection_and_a_slow_player_are_covered(ada: Guest, bob: Guest) -> None:
    table = table_of([ada, bob], "sea-change", clock=5)

    async def play() -> None:
        async with ada.at(table["id"]) as a:
            async with bob.at(table["id"]):
                pass
            while a.table["chairs"][1]["covered"] != "left":
                await a.until("table")
            async with bob.at(table["id"]) as b:
                assert b.table["chairs"][1]["covered"] is None
                assert b.match is not None
                await a.settle(b.match["number"])
                first, other = (a, b) if a.view["to_act"] == [0] else (b, a)
                assert first.match is not None
                assert 0 < first.match["left"][str(first.match["seat"])] <= 5
                seat = first.match["seat"]
                while other.table["chairs"][seat]["covered"] != "clock":
                    await other.until("table")
                assert await other.play_on(random.Random(5), 2) == 2
                assert (await first.ask(type="return"))["type"] == "ack"
                while first.table["chairs"][seat]["covered"]:
                    await first.until("table")
                assert await first.play_on(random.Random(5), 1) == 1

    asyncio.run(play())


def test_whoever_comes_back_and_leaves_again_is_given_the_whole_time(tmp_path: Path) -> None:
    with served("--grace", "2", data=tmp_path) as server:
        ada, bob = Guest(server.url, "Ada"), Guest(server.url, "Bob")
        table = table_of([ada, bob], "sea-change", clock=300)

        async def come_and_go() -> float:
            async with ada.at(table["id"]) as a:
                async with bob.at(table["id"]):
                    pass
                await asyncio.sleep(1)
                async with bob.at(table["id"]):
                    left = time.monotonic()
                while not a.table["chairs"][1]["covered"]:
                    await a.until("table")
                return time.monotonic() - left

        assert asyncio.run(come_and_go()) >= 1.9
