"""Answers that are the same for many clients are made once, and again after a change; a single person's long answers are bounded."""

import asyncio
import gzip
import json
import time
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest

from seaboard.game import Game
from seaboard.server.http.tables import own_tables
from seaboard.server.http.tables.public_tables import MADE
from seaboard.server.storage import ids, queries
from seaboard.server.storage.matches import listing
from seaboard.server.storage.rows import Chair, Result, Table
from seaboard.server.tables import opening
from seaboard.server.tables.seating import MOST_RESULTS
from tests.server.inside import Inside


@pytest.fixture
def inside(tmp_path: Path) -> Iterator[Inside]:
    page = tmp_path / "page"
    page.mkdir()
    (page / "index.html").write_text('<!doctype html><html lang="en"><head><title>Seaboard</title></head><body>' + "sea " * 500)
    running = Inside(tmp_path, page=page)
    yield running
    running.close()


@pytest.fixture
def lists(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """Collect a number for each time the public tables are read."""
    read: list[int] = []
    public_tables = listing.public_tables

    def counted(c: Any) -> list[listing.Listed]:
        read.append(len(read))
        return public_tables(c)

    monkeypatch.setattr(listing, "public_tables", counted)
    return read


def test_what_is_the_same_for_all_is_compressed_once(inside: Inside, monkeypatch: pytest.MonkeyPatch) -> None:
    compressed: Counter[int] = Counter()
    compress = gzip.compress

    def counted(body: bytes, *arguments: Any, **named: Any) -> bytes:
        compressed[len(body)] += 1
        return compress(body, *arguments, **named)

    monkeypatch.setattr(gzip, "compress", counted)
    for path in ("/api/openapi.json", "/api/games", "/", "/t/nope"):
        answers = [inside.request("GET", path) for _ in range(5)]
        assert {answer.status_code for answer in answers} == {200}
        assert {answer.headers["content-encoding"] for answer in answers} <= {"gzip"}
        assert len({answer.content for answer in answers}) == 1
        plain = inside.request("GET", path, headers={"accept-encoding": "identity"})
        assert "content-encoding" not in plain.headers
        assert plain.content == answers[0].content
        assert "Accept-Encoding" in plain.headers["vary"]
    assert set(compressed.values()) == {1}


def test_a_page_that_was_built_anew_is_sent_at_once(inside: Inside) -> None:
    assert "sea sea" in inside.request("GET", "/").text
    (inside.server.settings.page / "index.html").write_text("<title>Seaboard</title>" + "ocean " * 400)
    assert "ocean ocean" in inside.request("GET", "/").text
    assert 'lang="fr"' not in inside.request("GET", "/").text


def test_the_public_tables_are_listed_once_for_all_and_anew_when_one_changes(inside: Inside, lists: list[int]) -> None:
    ada, bob = inside.guest("Ada"), inside.guest("Bob")
    table = inside.request("POST", "/api/tables", ada, game="sea-change", seats=2, public=True).json()["id"]

    def names(token: str | None = None) -> list[list[str]]:
        return [[chair["name"] for chair in one["chairs"]] for one in inside.request("GET", "/api/tables", token).json()["tables"]]

    assert [names() for _ in range(20)] == [[["Ada", ""]]] * 20
    assert len(lists) == 1
    inside.request("POST", f"/api/tables/{table}/sit", bob)
    assert names() == names(ada) == [["Ada", "Bob"]]
    assert len(lists) == 2
    inside.request("POST", "/api/tables", bob, game="sea-change", seats=2)  # a private table
    assert names() == [["Ada", "Bob"]]
    eve = inside.guest("Eve")
    inside.request("POST", f"/api/people/{inside.request('GET', '/api/me', bob).json()['id']}/block", eve)
    assert names(eve) == []
    assert names() == [["Ada", "Bob"]]
    assert len(lists) == 2
    inside.request("POST", f"/api/tables/{table}/options", ada, public=False)
    assert names() == []


def test_many_who_ask_at_once_wait_for_one_list(inside: Inside, lists: list[int]) -> None:
    inside.request("POST", "/api/tables", inside.guest("Ada"), game="sea-change", public=True)

    async def ask() -> list[bytes]:
        return [one.body for one in await asyncio.gather(*(inside.server.api.public.whole() for _ in range(50)))]

    told = inside.run(ask())
    assert len(set(told)) == 1
    assert len(json.loads(told[0])["tables"]) == 1
    assert len(lists) == 1


def test_whoever_changes_public_tables_all_the_time_has_no_list_made_each_time(tmp_path: Path, lists: list[int]) -> None:
    inside = Inside(tmp_path, limits=True)
    rate, burst = MADE
    began = time.monotonic()

    async def hurry() -> None:
        for _ in range(10 * burst):
            inside.server.api.public.spoil()
            await inside.server.api.public.whole()

    inside.run(hurry())
    inside.close()
    took = time.monotonic() - began
    assert burst <= len(lists) <= 2 + burst + (rate + 1) * took


def played(person: str, matches: int, since: float) -> Table:
    """Make a table with this many finished matches."""
    return Table(
        id=ids.new_id("t"),
        game="sea-change",
        seats=2,
        options={},
        maker=person,
        maker_name="Ada",
        chairs=[Chair(person=person, name="Ada"), Chair()],
        made=since,
        results=[Result(ids.new_id("m"), "over", since + at, [0], [person, None], ["Ada", ""], [3, 1]) for at in range(matches)],
    )


def test_somebody_who_has_played_much_is_told_their_last_results_and_each_tables_last(inside: Inside) -> None:
    ada = inside.guest("Ada")
    person = inside.request("GET", "/api/me", ada).json()["id"]
    since = time.time() - 10_000
    for number in range(4):
        inside.run(opening.add_table(inside.server.rooms, played(person, MOST_RESULTS, since + 60 * number)))
    shown = inside.request("GET", "/api/my/tables", ada).json()["tables"]
    results = {table["id"]: [one["at"] for one in table["results"]] for table in shown}
    every = [room.results for room in inside.run(inside.server.store.read(lambda c: queries.tables_of(c, person)))]
    last = sorted((one.at for table in every for one in table), reverse=True)[: own_tables.MOST_RESULTS]
    assert sorted((at for told in results.values() for at in told), reverse=True)[: own_tables.MOST_RESULTS] == last
    assert sum(map(len, results.values())) == own_tables.MOST_RESULTS + 3
    assert all(told == sorted(told) for told in results.values())
    assert [table["series"]["matches"] for table in shown] == [MOST_RESULTS] * 4


def test_decks_are_read_one_after_the_other_and_few_from_one_address(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    reading, most, read = 0, 0, 0

    def slow(_self: Game, _seats: int, options: dict[str, Any]) -> dict[str, Any]:
        nonlocal reading, most, read
        reading, read = reading + 1, read + 1
        most = max(most, reading)
        time.sleep(0.01)
        reading -= 1
        return options

    inside = Inside(tmp_path, limits=True)
    guests = [inside.guest(f"P{number}") for number in range(45)]
    tables = [inside.request("POST", "/api/tables", guest, game="sea-of-clouds").json()["id"] for guest in guests]
    monkeypatch.setattr(Game, "check_options", slow)

    deck = "a = [" + "1," * 200 + "]"  # on one line, but still a file

    async def change(table: str, guest: str) -> int:
        transport = httpx.ASGITransport(app=inside.server)
        async with httpx.AsyncClient(transport=transport, base_url="http://inside", cookies={"seaboard": guest}) as web:
            return (await web.post(f"/api/tables/{table}/options", json={"options": {"deck": deck}})).status_code

    async def all_at_once() -> list[int]:
        return await asyncio.gather(*(change(table, guest) for table, guest in zip(tables, guests, strict=True)))

    codes = Counter(inside.run(all_at_once()))
    inside.close()
    assert set(codes) == {200, 429}
    assert read == codes[200] <= 30
    assert most == 1


def test_nobody_asks_for_their_own_list_all_the_time(tmp_path: Path) -> None:
    inside = Inside(tmp_path, limits=True)
    ada, bob = inside.guest("Ada"), inside.guest("Bob")
    codes = [inside.request("GET", "/api/my/tables", ada).status_code for _ in range(100)]
    assert codes[:60] == [200] * 60
    assert codes.count(429) > 20
    assert inside.request("GET", "/api/my/tables", bob).status_code == 200
    inside.close()
