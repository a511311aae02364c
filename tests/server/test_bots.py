"""Bots at the tables of many people: nobody waits for another's fifty tables, and nothing is thought where nobody is."""

import asyncio
import json
import os
import sys
import threading
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from seaboard.bots import Bot
from seaboard.match import Match
from seaboard.server import whereabouts
from seaboard.server.matches import bots
from seaboard.server.matches.fair_turns import CROWD, HOUSEHOLD, FairTurns
from seaboard.server.protocol import View
from seaboard.server.storage import queries
from tests.server.harness import PATIENCE
from tests.server.inside import Inside


def test_the_lines_of_people_take_turns() -> None:
    async def think() -> list[str]:
        turns = FairTurns(1)
        done: list[str] = []

        async def one(person: str) -> None:
            await turns.acquire(person)
            await asyncio.sleep(0)
            done.append(person)
            turns.release()

        greedy = [asyncio.create_task(one("greedy")) for _ in range(50)]
        await asyncio.sleep(0)
        others = [asyncio.create_task(one(person)) for person in ("ada", "bob", "ada")]
        await asyncio.gather(*greedy, *others)
        return done

    done = asyncio.run(think())
    assert len(done) == 53
    assert max(done.index("ada"), done.index("bob")) < 6
    assert done[:9].count("ada") == 2


def test_what_takes_little_goes_before_others_long_thoughts() -> None:
    async def think() -> list[str]:
        turns = FairTurns(1)
        done: list[str] = []

        async def one(person: str, cost: float) -> None:
            await turns.acquire(person, cost)
            await asyncio.sleep(0)
            done.append(person)
            turns.release()

        strangers = [asyncio.create_task(one(f"stranger {number % 40}", 10.0)) for number in range(400)]
        await asyncio.sleep(0)
        for _ in range(3):  # somebody's Captain has to answer again and again
            await one("ada", 1.0)
        await asyncio.gather(*strangers)
        return done

    done = asyncio.run(think())
    assert [at for at, who in enumerate(done) if who == "ada"][-1] < 10
    assert sorted(done[:43]) == sorted(["ada"] * 3 + [f"stranger {number}" for number in range(40)])


@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere a thread has no priority of its own")
def test_thinking_is_less_urgent_than_answering() -> None:
    def priority() -> int:
        return os.getpriority(os.PRIO_PROCESS, threading.get_native_id())

    assert bots._threads.submit(priority).result() == priority() + bots.YIELDING


def test_who_gives_up_keeps_no_place() -> None:
    async def think() -> None:
        turns = FairTurns(1)
        await turns.acquire("ada")
        waiting = [asyncio.create_task(turns.acquire("bob")) for _ in range(3)]
        await asyncio.sleep(0)
        waiting[0].cancel()
        turns.release()
        waiting[1].cancel()  # it has just been given the place
        await asyncio.wait(waiting)
        assert [task.cancelled() for task in waiting] == [True, True, False]
        turns.release()
        await turns.acquire("ada")

    asyncio.run(asyncio.wait_for(think(), PATIENCE))


def test_a_cabin_boy_waits_for_nobody_who_thinks(monkeypatch: pytest.MonkeyPatch) -> None:
    match = Match("sea-change", seats=3, seed=1)
    view: Any = match.view(match.to_act[0])
    begun, end = threading.Semaphore(0), threading.Event()

    class Slow:
        def choose(self, view: dict[str, Any]) -> int:
            begun.release()
            end.wait(PATIENCE)
            return int(next(iter(view["legal"].values())))

    make = bots.make
    monkeypatch.setattr(bots, "make", lambda level, game: make(level, game) if level == "cabin-boy" else Slow())

    async def play(view: View) -> None:
        turns = FairTurns(bots.PLACES)
        seats = [bots.Seat("admiral", "sea-change", person="greedy", turns=turns) for _ in range(10)]
        thinking = [asyncio.create_task(seat.choose(view)) for seat in seats]
        for _ in range(bots.PLACES):
            await asyncio.to_thread(begun.acquire, timeout=PATIENCE)
        quick = bots.Seat("cabin-boy", "sea-change", person="ada", turns=turns)
        assert await asyncio.wait_for(quick.choose(view), PATIENCE) in view["legal"].values()
        assert not any(task.done() for task in thinking)
        end.set()
        await asyncio.gather(*thinking)

    asyncio.run(play(view))


def test_nothing_is_thought_where_nobody_is(tmp_path: Path) -> None:
    inside = Inside(tmp_path)
    ada = inside.guest("Ada")
    asked: dict[str, Any] = {"game": "land-unter", "seats": 3, "bots": [None, "cabin-boy", "cabin-boy"], "start": True}
    table = inside.request("POST", "/api/tables", ada, **asked).json()
    path = f"/api/tables/{table['id']}"

    def made() -> int:
        return len(inside.run(inside.server.store.read(lambda c: queries.entries_of(c, table["match"]))))

    inside.run(inside.settle())
    before = made()  # the bots have made theirs, for Ada may come back to hers at any time
    assert inside.request("POST", f"{path}/stand", ada).json()["chairs"][0]["covered"] == "left"
    inside.run(inside.settle())
    assert made() == before
    assert inside.run(inside.server.store.read(lambda c: queries.overdue(c, 1e12))) == []
    assert inside.request("POST", f"{path}/sit", ada, seat=0).json()["chairs"][0]["covered"] is None
    told = json.loads(inside.live(table["id"], ada, [])[0])["match"]
    action = next(iter(told["view"]["legal"].values()))
    play = {"type": "play", "id": "q1", "match": table["match"], "number": told["number"], "action": action}
    inside.live(table["id"], ada, [play])
    inside.run(inside.settle())
    assert made() > before + 1
    inside.close()


def test_a_hundred_guests_of_an_address_are_no_hundred_people() -> None:
    """Whoever sits alone at home waits for so many shares as there are networks, not for a thousand guests."""

    async def think() -> list[int]:
        turns, done = FairTurns(1), 0

        async def one(person: str, network: str) -> None:
            nonlocal done
            await turns.acquire(person, network=network)
            await asyncio.sleep(0)
            done += 1
            turns.release()

        async def again_and_again(number: int) -> None:
            while True:
                await one(f"guest {number}", f"192.0.2.{number % 10}")

        strangers = [asyncio.create_task(again_and_again(number)) for number in range(1000)]
        await asyncio.sleep(0)
        waited = []
        for _ in range(5):  # Ada moves, and her Captain answers
            before = done
            await one("ada", "198.51.100.1")
            waited.append(done - before)
        for stranger in strangers:
            stranger.cancel()
        await asyncio.wait(strangers)
        return waited

    assert max(asyncio.run(think())) <= 10 * HOUSEHOLD + 12


def test_a_household_has_as_many_shares_as_people_up_to_a_few() -> None:
    async def think() -> list[str]:
        turns, done = FairTurns(1), list[str]()

        async def one(person: str, network: str) -> None:
            await turns.acquire(person, network=network)
            await asyncio.sleep(0)
            done.append(network)
            turns.release()

        homes = {"alone": ["ada"], "two": ["bob", "cy"], "club": [f"guest {number}" for number in range(20)]}
        people = [(person, home) for home, found in homes.items() for person in found]
        await asyncio.gather(*(one(person, home) for _ in range(40) for person, home in people))
        return done

    counted = Counter(asyncio.run(think())[:60])
    assert counted["alone"] == pytest.approx(10, abs=1)
    assert counted["two"] == pytest.approx(20, abs=1)
    assert counted["club"] == pytest.approx(10 * HOUSEHOLD, abs=1)


def test_nobody_in_a_household_waits_for_anothers_fifty_tables() -> None:
    async def think() -> list[str]:
        turns, done = FairTurns(1), list[str]()

        async def one(person: str) -> None:
            await turns.acquire(person, network="home")
            await asyncio.sleep(0)
            done.append(person)
            turns.release()

        greedy = [asyncio.create_task(one("greedy")) for _ in range(50)]
        await asyncio.sleep(0)
        await asyncio.gather(one("ada"), *greedy)
        return done

    assert asyncio.run(think()).index("ada") < 4


class Held:
    """Turns that nobody gets before `release`, for a test to look who waits."""

    def __init__(self, inside: Inside) -> None:
        self.turns = inside.server.driver.turns
        inside.run(self._take_all())

    async def _take_all(self) -> None:
        for place in range(bots.PLACES):
            await self.turns.acquire(f"nobody {place}")

    def release(self) -> None:
        for _ in range(bots.PLACES):
            self.turns.release()


def alone_with(level: str) -> dict[str, Any]:
    return {"game": "land-unter", "seats": 3, "bots": [None, level, level], "start": True}


def test_what_waits_to_be_thought_is_not_once_its_people_have_left(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    inside = Inside(tmp_path)
    thinking, make = list[str](), bots.make

    def noted(level: str, game: str) -> Bot:
        thinking.append(level)
        return make(level, game)

    monkeypatch.setattr(bots, "make", noted)  # a bot is made when it first has to choose
    held = Held(inside)
    tables = []
    for _ in range(20):
        ada = inside.guest("Ada")
        table = inside.request("POST", "/api/tables", ada, **alone_with("captain")).json()["id"]
        tables.append((table, ada))
        assert inside.request("POST", f"/api/tables/{table}/stand", ada).status_code == 200
    held.release()
    inside.run(inside.settle())
    assert thinking == []
    table, ada = tables[0]
    inside.request("POST", f"/api/tables/{table}/sit", ada, seat=0)
    inside.run(inside.settle())
    assert thinking == ["captain"] * 2, "both Captains choose when she is back"
    inside.close()


def test_one_network_begins_no_more_where_much_waits(tmp_path: Path) -> None:
    inside = Inside(tmp_path, limits=True)
    held = Held(inside)
    made = [inside.request("POST", "/api/tables", inside.guest("Eve"), **alone_with("captain")) for _ in range(CROWD // 2 + 5)]
    assert [one.status_code for one in made] == [201] * (CROWD // 2) + [429] * 5
    assert made[-1].json()["error"]["key"] == "bot.crowded"
    assert inside.request("POST", "/api/tables", inside.guest("Eve"), **alone_with("cabin-boy")).status_code == 201
    held.release()
    inside.run(inside.settle())
    inside.close()


def test_where_people_are_is_known_as_long_as_there_is_room(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(whereabouts, "MOST_REMEMBERED", 2)
    seen = whereabouts.Whereabouts()
    seen.note("ada", "192.0.2.1")
    seen.note("bob", "2001:db8:1:2::5")
    seen.note("ada", "192.0.2.2")
    seen.note("cy", "192.0.2.3")
    assert [seen.of(one) for one in ("ada", "bob", "cy")] == ["192.0.2.2", "", "192.0.2.3"]
    assert seen.of("bob", "cy") == "192.0.2.3"
