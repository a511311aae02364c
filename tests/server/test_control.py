"""A bot plays for people only while one of them is in control; when nobody is, the match waits, and goes on with whoever comes back."""

import asyncio
import random
import time
from pathlib import Path

import pytest

from seaboard.server.protocol import Person
from seaboard.server.refusals import Refused
from seaboard.server.storage.rows import Chair, Table
from seaboard.server.tables import seating
from tests.server.harness import Guest, Seat, served, table_of


async def until_paused(seat: Seat) -> None:
    while not seat.table["paused"]:
        await seat.until("table")


async def hears_nothing_of_the_match(seat: Seat, seconds: float) -> bool:
    """Whether nothing is played for a while."""
    assert seat.match is not None
    before = seat.match["number"]
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        await seat.ask(type="ping")
        await asyncio.sleep(0.1)
    return bool(seat.match["number"] == before)


@pytest.mark.parametrize("game", ["sea-change", "land-unter"])
def test_when_everybody_has_timed_out_nothing_is_played_until_somebody_is_back(ada: Guest, bob: Guest, game: str) -> None:
    guests = [ada, bob] if game == "sea-change" else [ada, bob, Guest(ada.url, "Cleo")]
    table = table_of(guests, game, clock=5)

    async def play() -> None:
        async with ada.at(table["id"]) as a, bob.at(table["id"]):
            await until_paused(a)
            assert all(chair["covered"] == "clock" for chair in a.table["chairs"])
            assert a.match is not None
            assert a.match["left"] == {}
            number = a.match["number"]
            assert number <= 1  # a bot may have played for the first while the second had time left, and no more
            assert await hears_nothing_of_the_match(a, 1.5)
            await a.ask(type="return")
            while a.table["paused"]:
                await a.until("table")
            while not a.view["legal"]:
                await a.hear()
            assert a.match["left"]["0"] > 3, "the clock did not stand still while the match was paused"
            assert await a.play_on(random.Random(1), 1) == 1

    asyncio.run(play())


def test_a_match_of_one_person_and_bots_waits_for_that_person(ada: Guest) -> None:
    table = ada.post("/tables", game="sea-change", seats=3, clock=5, bots=[None, "cabin-boy", "cabin-boy"], start=True)

    async def play() -> None:
        async with ada.at(table["id"]) as a:
            await until_paused(a)
            assert await hears_nothing_of_the_match(a, 1)
            await a.ask(type="return")
            assert await a.play_on(random.Random(2), 3) == 3

    asyncio.run(play())


def test_a_pause_outlives_the_server(tmp_path: Path) -> None:
    with served("--grace", "0.5", data=tmp_path) as server:
        ada = Guest(server.url, "Ada")
        table = ada.post("/tables", game="sea-change", seats=2, clock=5, bots=[None, "cabin-boy"], start=True)
        assert ada.post(f"/tables/{table['id']}/stand")["paused"]
        server.kill()
        server.start()
        time.sleep(3)  # a sweep or two
        assert ada.get(f"/tables/{table['id']}")["paused"]
        assert ada.get(f"/matches/{table['match']}/record")["number"] <= 1

        async def come_back() -> None:
            async with ada.at(table["id"]) as a:
                assert not a.table["paused"]
                assert await a.play_on(random.Random(3), 2) == 2

        asyncio.run(come_back())


def test_what_a_bot_played_for_a_person_is_told_to_all(ada: Guest, bob: Guest) -> None:
    table = table_of([ada, bob], "sea-change")
    bob.post(f"/tables/{table['id']}/stand")

    async def play() -> None:
        async with ada.at(table["id"]) as a:
            assert a.match is not None
            marks = list(a.match["bot_moves"])
            while len(marks) < 2:
                if a.view["legal"]:
                    await a.send(**a.move(random.Random(4)))
                message = await a.until("moved")
                marks += message["bot_moves"]
            async with bob.at(table["id"]) as b:
                assert b.match is not None
                assert [mark["seat"] for mark in b.match["bot_moves"]][:2] == [1, 1]
                for mark in b.match["bot_moves"]:
                    played = b.events[mark["at"]]
                    assert (played["event"], played["seat"]) == ("card_played", 1)
                assert b.match["bot_moves"][: len(marks)] == marks

    asyncio.run(play())


def test_by_correspondence_whoever_closes_the_page_keeps_their_seat(ada: Guest, bob: Guest) -> None:
    table = table_of([ada, bob], "sea-change", clock=86400)

    async def come_and_go() -> None:
        async with ada.at(table["id"]) as a:
            async with bob.at(table["id"]):
                pass
            assert await hears_nothing_of_the_match(a, 1.5)
            assert a.table["chairs"][1]["covered"] is None

    asyncio.run(come_and_go())


def test_others_may_let_a_bot_play_for_somebody_only_after_a_day() -> None:
    ada, now = Person("a", "Ada"), time.time()
    table = Table(
        id="t", game="sea-change", seats=2, options={}, maker="a", maker_name="Ada",
        made=0.0, chairs=[Chair(person="a", name="Ada"), Chair(person="b", name="Bob")], stage="playing", match="m",
    )  # fmt: skip
    for since in (None, now, now - seating.WAITING + 60):
        with pytest.raises(Refused, match=r"chair\.waiting"):
            seating.cover_absent(table, ada, 1, here={"a"}, since=since)
    with pytest.raises(Refused, match=r"chair\.connected"):
        seating.cover_absent(table, ada, 1, here={"a", "b"}, since=0.0)
    seating.cover_absent(table, ada, 1, here={"a"}, since=now - seating.WAITING - 1)
    assert table.chairs[1].covered == "left"


def test_whoever_stops_answering_is_missed_within_six_seconds(tmp_path: Path) -> None:
    """A phone in a tunnel closes nothing: its socket just falls silent."""
    with served("--heartbeat", "2.9", data=tmp_path) as server:
        ada, bob = Guest(server.url, "Ada"), Guest(server.url, "Bob")
        table = table_of([ada, bob], "sea-change")

        async def fall_silent() -> float:
            async with ada.at(table["id"]) as a, bob.at(table["id"]) as b:
                b.socket.transport.pause_reading()
                began = time.monotonic()
                while (await a.until("present"))["connected"][1]:
                    pass
                b.socket.transport.abort()
                return time.monotonic() - began

        assert asyncio.run(fall_silent()) < 15  # six, and what a busy machine makes of it
