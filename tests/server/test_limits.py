"""What one stranger can do to everybody else: every cost has a bound."""

import asyncio
import contextlib
import json
import threading
import time
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from seaboard.game import Game
from seaboard.server.close_codes import CloseCode
from seaboard.server.limits import Buckets, Limits, Rates, network
from seaboard.server.live.broadcast import COUNTED
from seaboard.server.refusals import Refused
from seaboard.server.storage import schema
from seaboard.server.tables.opening import MOST_TABLES
from tests.server.inside import Inside


def test_options_that_may_be_files_are_read_off_the_event_loop(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    where: list[threading.Thread] = []
    check = Game.check_options

    def noted(self: Game, *arguments: Any) -> dict[str, Any]:
        where.append(threading.current_thread())
        return check(self, *arguments)

    monkeypatch.setattr(Game, "check_options", noted)
    inside = Inside(tmp_path)
    try:
        ada = inside.guest("Ada")
        deck = "".join(f"a{i} = 1\n" for i in range(3000))
        answer = inside.request("POST", "/api/tables", ada, game="sea-of-clouds", options={"deck": deck})
    finally:
        inside.close()
    assert answer.status_code == 422
    assert "line 1" in answer.json()["error"]["text"]
    assert where
    assert threading.main_thread() not in where


def test_many_who_watch_are_counted_once_for_all(tmp_path: Path) -> None:
    """Everyone told of everyone would be the square of them."""
    inside = Inside(tmp_path)
    table = inside.request("POST", "/api/tables", inside.guest("Ada"), game="sea-change", seats=2).json()["id"]
    told: Counter[str] = Counter()
    last: list[int] = []
    crowd = 60

    async def hear(message: Any) -> None:
        if message["type"] == "websocket.send":
            text = json.loads(message["text"])
            told[text["type"]] += 1
            if text["type"] == "present":
                last.append(text["watching"])

    async def watch() -> None:
        inboxes = [asyncio.Queue[dict[str, Any]]() for _ in range(crowd)]
        serving = []
        for number, inbox in enumerate(inboxes):
            scope = {"type": "websocket", "path": f"/api/live/{table}", "headers": [], "client": (f"10.0.0.{number}", 1), "extensions": {}}
            inbox.put_nowait({"type": "websocket.connect"})
            serving.append(asyncio.ensure_future(inside.server(scope, inbox.get, hear)))
            while told["table"] <= number:
                await asyncio.sleep(0)
        await asyncio.sleep(COUNTED + 0.5)
        for inbox in inboxes:
            inbox.put_nowait({"type": "websocket.disconnect"})
        await asyncio.gather(*serving)

    inside.run(watch())
    inside.close()
    assert last[-1] == crowd
    assert crowd <= told["present"] <= 8 * crowd


def test_an_address_is_the_network_that_a_household_has() -> None:
    assert network("192.0.2.7") == "192.0.2.7"
    assert network("::ffff:192.0.2.7") == "192.0.2.7"
    assert network("2001:db8:1:2::5") == network("2001:db8:1:2:ffff::9") != network("2001:db8:1:3::5")
    assert network("fe80::1%eth0") == network("fe80::2")
    assert network("unknown") == "unknown"


def test_one_network_makes_only_so_many_guests() -> None:
    limits = Limits(on=True)
    refused = 0
    for number in range(400):
        try:
            limits.guest(f"2001:db8:1:2::{number:x}")
        except Refused:
            refused += 1
    assert refused >= 290


def test_who_has_thousands_of_networks_gets_what_sixteen_households_get() -> None:
    limits = Limits(on=True)
    refused = 0
    for number in range(4_000):
        try:
            limits.guest(f"2001:db8:1:{number:x}::1")
        except Refused:
            refused += 1
    assert 2_200 < refused < 2_500
    limits.guest("2001:db8:2::1")
    for number in range(4_000):
        limits.guest(f"10.0.{number // 250}.{number % 250}")


def test_fifty_friends_behind_one_address_get_in_at_once(tmp_path: Path) -> None:
    inside = Inside(tmp_path, limits=True)
    table = inside.request("POST", "/api/tables", inside.guest("Host"), game="sea-change", seats=2).json()["id"]
    for number in range(50):
        friend = inside.guest(f"Friend {number}")
        for path in ("/api/me", "/api/games", f"/api/tables/{table}", "/api/my/tables"):
            assert inside.request("GET", path, friend).status_code == 200
        assert json.loads(inside.live(table, friend, [])[0])["type"] == "table"
    inside.close()


def test_nobody_fills_the_list_of_public_tables(tmp_path: Path) -> None:
    inside = Inside(tmp_path, limits=True)
    made = [inside.request("POST", "/api/tables", inside.guest("Ada"), game="sea-change", public=True).status_code for _ in range(20)]
    assert made == [201] * 10 + [429] * 10
    assert inside.request("POST", "/api/tables", inside.guest("Ada"), game="sea-change").status_code == 201
    inside.close()


def test_nobody_talks_too_fast(tmp_path: Path) -> None:
    inside = Inside(tmp_path, limits=True)
    ada = inside.guest("Ada")
    table = inside.request("POST", "/api/tables", ada, game="sea-change").json()["id"]
    lines = 0
    for _ in range(3):  # on a socket each
        told = inside.live(table, ada, [{"type": "chat", "id": f"q{number}", "text": "hey"} for number in range(15)])
        lines += sum(json.loads(text)["type"] == "ack" for text in told)
    assert 10 <= lines < 20
    inside.close()


def test_connecting_is_limited(tmp_path: Path) -> None:
    inside = Inside(tmp_path, limits=True)
    table = inside.request("POST", "/api/tables", inside.guest("Ada"), game="sea-change").json()["id"]
    codes: list[int] = []

    async def hear(message: Any) -> None:
        if message["type"] == "websocket.close":
            codes.append(message["code"])

    async def come_and_go() -> None:
        for _ in range(400):
            inbox: asyncio.Queue[dict[str, Any]] = asyncio.Queue()
            inbox.put_nowait({"type": "websocket.connect"})
            inbox.put_nowait({"type": "websocket.disconnect"})
            scope = {"type": "websocket", "path": f"/api/live/{table}", "headers": [], "client": ("10.0.0.1", 1), "extensions": {}}
            await inside.server(scope, inbox.get, hear)

    inside.run(come_and_go())
    inside.close()
    assert codes.count(CloseCode.TOO_FAST) > 20  # pages come again after it: after a restart a whole school may be back at once
    assert CloseCode.TOO_MANY not in codes


def test_a_person_can_have_only_so_many_tables_including_those_everyone_left(tmp_path: Path) -> None:
    fast = Buckets(1000, 1000)  # tested elsewhere
    inside = Inside(tmp_path, rates=Rates(tables=fast, tables_of_address=fast))
    ada = inside.guest("Ada")

    def make(**asked: Any) -> Any:
        return inside.request("POST", "/api/tables", ada, game="sea-change", seats=2, **asked)

    for number in range(MOST_TABLES):
        made = make(bots=[None, "cabin-boy"], start=True) if number % 2 else make()
        assert made.status_code == 201, made.text
        if number % 2:
            assert inside.request("POST", f"/api/tables/{made.json()['id']}/resign", ada).json()["stage"] == "over"
    assert make().json()["error"]["key"] == "table.too_many"
    t = schema.tables
    inside.run(inside.server.store.write(lambda c: c.execute(t.update().where(t.c.stage == "over").values(touched=time.time() - 86401))))
    assert make().status_code == 201, "tomorrow"
    inside.close()


def test_an_address_can_make_only_so_many_tables_and_store_only_so_many_decks_a_day() -> None:
    limits = Limits(on=True, rates=Rates(tables_of_address=Buckets(1000, 10_000)))
    deck = {"deck": "x\n" * 25_000}

    def count(ask: Callable[[int], None]) -> int:
        done = 0
        with contextlib.suppress(Refused):
            for number in range(2000):
                ask(number)
                done += 1
        return done

    assert 1000 <= count(lambda n: limits.table(f"p{n}", "192.0.2.7", public=False)) < 1100
    assert 100 <= count(lambda _: limits.keep_deck(deck, "192.0.2.7")) < 110
    limits.keep_deck({"target": 3}, "192.0.2.7")
    limits.table("p1", "192.0.2.8", public=False)
