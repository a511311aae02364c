"""Several servers on one real PostgreSQL: the append is the lock, NOTIFY brings the news, and one may die."""

import asyncio
import random
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import AsyncExitStack
from pathlib import Path

import httpx
import psycopg
import pytest

from seaboard.server.matches import bots
from tests.server.harness import Guest, Served, served, table_of
from tests.server.test_shuffles import Browser, at_table, play_now, started, table_for

LEVEL = bots.LEVELS[0]


@pytest.fixture(scope="module")
def two(postgres: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Served, Served]]:
    one = ["--database", postgres]
    with served(*one, data=tmp_path_factory.mktemp("one")) as a, served(*one, data=tmp_path_factory.mktemp("two")) as b:
        yield a, b


def split(two: tuple[Served, Served], count: int) -> list[Guest]:
    """People, every other one at the other server."""
    return [Guest(two[i % 2].url, f"P{i}") for i in range(count)]


def test_players_of_one_table_on_two_servers_see_the_same_match(two: tuple[Served, Served]) -> None:
    guests = split(two, 4)
    table = table_of(guests, "sea-change", options={"target": 1})

    async def play() -> None:
        async with AsyncExitStack() as stack:
            seats = [await stack.enter_async_context(guest.at(table["id"])) for guest in guests]
            await asyncio.gather(*(seat.play_on(random.Random(i)) for i, seat in enumerate(seats)))
            for seat in seats:
                while seat.table["stage"] != "over":
                    await seat.until("table")
                assert seat.match is not None
                assert seat.match["ended"] == "over"
                assert seat.match["seed"]
            assert len({seat.match["seed"] for seat in seats if seat.match}) == 1
            assert all(seat.view["scores"] == seats[0].view["scores"] for seat in seats)
            await seats[0].ask(type="chat", text="well played")
            while not seats[1].chat:
                await seats[1].hear()

    asyncio.run(play())


def test_people_on_two_servers_shuffle_together(two: tuple[Served, Served]) -> None:
    ada, bob = (Browser(guest) for guest in split(two, 2))
    table = table_for(ada.guest, bob.guest)

    async def play() -> None:
        async with at_table(table, ada, bob):
            while True:  # each server is to know of the other's people
                known = await asyncio.to_thread(ada.guest.get, f"/tables/{table}")
                if len(known["coming"]["shares"]) == 2 and all(chair["connected"] for chair in known["chairs"]):
                    break
                await ada.seat.hear()
            starting = started(ada.guest, table)
            await asyncio.gather(ada.hear_dealing(), bob.hear_dealing())
            assert (await bob.reveal())["type"] == "ack"
            assert (await ada.reveal())["type"] == "ack"
            assert (await starting).status_code == 200
            mine, theirs = await ada.hear_cards(), await bob.hear_cards()
            assert mine["shares"] == theirs["shares"]
            assert [share["bytes"] for share in mine["shares"]] == [ada.bytes, bob.bytes]
            # Whoever asks the other server for its part gets one that this server knows.
            sealed = await asyncio.to_thread(bob.guest.post, "/shuffle")
            made = await asyncio.to_thread(ada.guest.post, "/tables", **play_now(sealed, ada.bytes))
            assert made["match"] == sealed["match"]

    asyncio.run(play())


def test_of_two_servers_that_get_a_move_for_the_same_place_at_once_one_wins(two: tuple[Served, Served]) -> None:
    """The same person on both servers sends different moves for the same number, over and over."""
    guests = [Guest(two[0].url, "A"), Guest(two[0].url, "B")]
    table = table_of(guests, "sea-change")
    rng = random.Random(1)

    async def play() -> None:
        async with AsyncExitStack() as stack:
            seats = []
            for guest in guests:
                here = await stack.enter_async_context(guest.at(table["id"]))
                there = await stack.enter_async_context(guest.moved_to(two[1].url).at(table["id"]))
                seats.append((here, there))
            for _ in range(12):
                pair = next(pair for pair in seats if pair[0].view["legal"])
                moves = [seat.move(rng) for seat in pair]
                answers = await asyncio.gather(*(seat.ask(**move) for seat, move in zip(pair, moves, strict=True)))
                kinds = sorted(answer["type"] for answer in answers)
                assert kinds == ["ack", "refused"], answers
                lost = next(answer for answer in answers if answer["type"] == "refused")
                assert lost["reason"]["key"] == "play.stale"
                assert lost["number"] == moves[0]["number"] + 1
                for seat in (*seats[0], *seats[1]):
                    await seat.settle(moves[0]["number"] + 1)
            for here, there in seats:
                assert here.view == there.view
                assert here.events == there.events
            # the same message to both servers at once is one move
            pair = next(pair for pair in seats if pair[0].view["legal"])
            move = pair[0].move(rng) | {"id": "both"}
            answers = await asyncio.gather(*(seat.ask(**move) for seat in pair))
            assert answers[0] == answers[1]
            assert answers[0]["type"] == "ack"

    asyncio.run(play())


def test_one_server_is_killed_and_its_players_go_on_at_the_other(postgres: str, two: tuple[Served, Served], tmp_path: Path) -> None:
    survivor = two[0]
    with served("--database", postgres, data=tmp_path) as doomed:
        guests = [Guest((survivor, doomed)[i % 2].url, f"P{i}") for i in range(4)]
        table = table_of(guests, "sea-change")

        async def play() -> None:
            async with AsyncExitStack() as stack:
                seats = [await stack.enter_async_context(guest.at(table["id"])) for guest in guests]
                playing = [asyncio.create_task(seat.play_on(random.Random(i))) for i, seat in enumerate(seats)]
                await seats[0].reached(12)
                doomed.kill()
                done, _ = await asyncio.wait([playing[1], playing[3]], timeout=10)
                assert len(done) == 2
                assert all(task.exception() for task in done), "the sockets of a killed server must break"
                back = [await stack.enter_async_context(guests[i].moved_to(survivor.url).at(table["id"])) for i in (1, 3)]
                playing[1], playing[3] = (asyncio.create_task(seat.play_on(random.Random(9))) for seat in back)
                await asyncio.gather(*playing)
                assert seats[0].match is not None
                assert seats[0].match["ended"] == "over"

        asyncio.run(play())


def test_bots_of_a_killed_server_go_on_at_the_other(postgres: str, two: tuple[Served, Served], tmp_path: Path) -> None:
    survivor = two[0]
    with served("--database", postgres, "--bot-pause", "0.3", data=tmp_path) as doomed:
        guest = Guest(doomed.url, "Ada")
        table = guest.post("/tables", game="sea-change", seats=4, bots=[None, LEVEL, LEVEL, LEVEL], start=True)

        async def play() -> None:
            async with guest.at(table["id"]) as seat:
                await seat.play_on(random.Random(1), 1)
                doomed.kill()
            async with guest.moved_to(survivor.url).at(table["id"]) as seat:
                assert await seat.play_on(random.Random(1), 2) == 2

        asyncio.run(play())


def test_presence_is_known_across_servers(two: tuple[Served, Served]) -> None:
    a, b = split(two, 2)
    table = table_of([a, b], "sea-change")

    async def look() -> None:
        async with a.at(table["id"]) as here:
            async with b.at(table["id"]) as there:
                assert [chair["connected"] for chair in there.table["chairs"]] == [True, True]
                while (await here.until("present"))["connected"] != [True, True]:
                    pass
            while (await here.until("present"))["connected"] != [True, False]:
                pass

    asyncio.run(look())


def test_a_server_survives_the_loss_of_its_database_connections(two: tuple[Served, Served], postgres: str) -> None:
    a, b = split(two, 2)
    table = table_of([a, b], "sea-change", options={"target": 1})

    async def play() -> None:
        async with a.at(table["id"]) as here, b.at(table["id"]) as there:
            playing = [asyncio.create_task(seat.play_on(random.Random(i))) for i, seat in enumerate((here, there))]
            await here.reached(4)
            with psycopg.connect(postgres, autocommit=True) as connection:
                connection.execute(
                    "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE pid <> pg_backend_pid() AND usename IS NOT NULL"
                )
            await asyncio.wait_for(asyncio.gather(*playing), 30)
            for seat in (here, there):
                assert seat.match is not None
                assert seat.match["ended"] == "over"

    asyncio.run(play())


def test_who_is_connected_hears_of_a_move_after_a_long_silence(postgres: str, tmp_path: Path) -> None:
    """Neither server has the match in memory any more when somebody moves."""
    short = ("--database", postgres, "--rest", "0.2")
    with served(*short, data=tmp_path / "one") as one, served(*short, data=tmp_path / "two") as two:
        a, b = split((one, two), 2)
        table = table_of([a, b], "sea-change")

        async def play() -> None:
            async with a.at(table["id"]) as here, b.at(table["id"]) as there:
                await asyncio.sleep(3)  # for a sweep to have come by
                actor, other = (here, there) if here.view["legal"] else (there, here)
                assert (await actor.ask(**actor.move(random.Random(1))))["type"] == "ack"
                await other.settle(1)

        asyncio.run(play())


def test_nobody_has_two_first_tries_on_two_servers_at_once(two: tuple[Served, Served]) -> None:
    for game in ("sea-change", "land-unter"):
        ada = Guest(two[0].url, "Ada")
        with ThreadPoolExecutor(8) as threads:
            tables = list(threads.map(_daily, [two[i % 2].url for i in range(8)], [ada.token] * 8, [game] * 8))
        assert len(set(tables)) == 1
    days = [Guest(server.url, "Bob").get("/daily") for server in two]
    assert days[0]["keys"] == days[1]["keys"]  # one secret for both
    assert [game["deal"] for game in days[0]["games"]] == [game["deal"] for game in days[1]["games"]]


def _daily(url: str, token: str, game: str) -> str:
    answer = httpx.post(f"{url}/api/daily/{game}", cookies={"seaboard": token}, timeout=30)
    assert answer.status_code == 201, answer.text
    return str(answer.json()["id"])
