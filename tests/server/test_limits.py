"""What one stranger can do to everybody else: every cost has a bound, and what takes long isn't done where all wait for it."""

import asyncio
import contextlib
import json
import logging
import sqlite3
import sys
import threading
import time
import tracemalloc
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

import httpx
import psutil
import pytest
from sqlalchemy.exc import IntegrityError

from seaboard.game import Game
from seaboard.games import GAMES
from seaboard.match import Match
from seaboard.server.close_codes import CloseCode
from seaboard.server.http import api, listings
from seaboard.server.http.bodies import answer
from seaboard.server.http.matches.replays import MOST_WAITING
from seaboard.server.http.people.identity import new_device
from seaboard.server.http.tables import own_tables
from seaboard.server.limits import Buckets, Limits, Rates, network
from seaboard.server.live.broadcast import COUNTED
from seaboard.server.logs import JsonLines
from seaboard.server.matches import records
from seaboard.server.matches.decide import decide
from seaboard.server.matches.outcomes import Declined
from seaboard.server.matches.session import MOST_CHANGES, MOST_TAKE_BACKS, Session
from seaboard.server.protocol import Person, Play, TakeBack
from seaboard.server.refusals import Refused
from seaboard.server.storage import ids, queries, schema
from seaboard.server.storage.engine.appending import APPEND, rows_json
from seaboard.server.storage.people import people
from seaboard.server.storage.rows import Entry, MatchRow
from seaboard.server.storage.store import Store
from seaboard.server.tables import registry
from seaboard.server.tables.opening import MOST_TABLES
from tests.server.harness import served
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


def row_of(game: str, seats: int) -> MatchRow:
    return MatchRow("m" * 16, "t" * 16, game, GAMES[game].version, seats, {}, f"{7:032x}", "", 0.0, [""] * seats)


def much_taken_back(row: MatchRow, moves: int, take_backs: int) -> list[Entry]:
    """A match of so many moves whose last one is taken back and made again, so often."""
    match = Match(row.game, seats=row.seats, seed=int(row.seed, 16))
    entries: list[Entry] = []
    for _ in range(moves):
        seat, action = match.to_act[0], match.legal(match.to_act[0])[0]
        match.play(seat, action)
        entries.append(Entry(row.id, len(entries), seat, action, None, 0.0))
    for _ in range(take_backs):
        entries.append(Entry(row.id, len(entries), seat, -moves, None, 0.0))
        entries.append(Entry(row.id, len(entries), seat, action, None, 0.0))
    return entries


def test_take_backs_are_bounded_and_a_match_with_many_is_rebuilt_soon(monkeypatch: pytest.MonkeyPatch) -> None:
    row = row_of("sea-change", 4)
    entries = much_taken_back(row, 190, MOST_TAKE_BACKS)
    rules, calls = GAMES["sea-change"].rules, 0
    apply = rules.apply

    def counted(*arguments: Any) -> None:
        nonlocal calls
        calls += 1
        apply(*arguments)

    monkeypatch.setattr(rules, "apply", counted)
    almost = Session(row, entries[:-2])
    assert calls < 2 * len(entries)
    seat = entries[-1].seat
    back = TakeBack("again", row.id, almost.number)
    assert isinstance(decide(almost, seat, back, is_alone=True), Entry)
    assert almost.may_take_back(seat)
    whole = Session(row, entries)
    declined = decide(whole, seat, TakeBack("again", row.id, whole.number), is_alone=True)
    assert isinstance(declined, Declined)
    assert declined.reason.key == "take_back.too_many"
    assert not whole.may_take_back(seat)


def test_a_secret_choice_is_changed_so_often_at_most() -> None:
    row = row_of("land-unter", 3)
    session = Session(row, [])

    def choose(seat: int, nth: int) -> Entry | Declined:
        legal = session.match.legal(seat)
        decided = decide(
            session, seat, Play(f"{seat}-{session.number}", row.id, session.to_seat_count(seat), legal[nth % len(legal)]), is_alone=False
        )
        assert isinstance(decided, Entry | Declined)
        if isinstance(decided, Entry):
            session.absorb(decided)
        return decided

    for trick in range(2):
        for nth in range(1 + MOST_CHANGES):
            assert isinstance(choose(0, nth), Entry), (trick, nth)
        declined = choose(0, 1)
        assert isinstance(declined, Declined)
        assert (declined.reason.key, declined.reason.values) == ("play.too_many_changes", {"most": str(MOST_CHANGES)})
        for seat in (1, 2):  # what others may do is as it was
            assert isinstance(choose(seat, 0), Entry)


def two_play(inside: Inside, guests: list[str]) -> dict[str, Any]:
    """A table where two guests play."""
    table = inside.request("POST", "/api/tables", guests[0], game="sea-change", seats=2).json()["id"]
    inside.request("POST", f"/api/tables/{table}/sit", guests[1], seat=1)
    found: dict[str, Any] = inside.request("POST", f"/api/tables/{table}/start", guests[0], fill="cabin-boy").json()
    return found


def test_a_long_match_is_rebuilt_off_the_event_loop(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    where: list[threading.Thread] = []

    def noted(row: MatchRow, entries: list[Entry]) -> Session:
        where.append(threading.current_thread())
        return Session(row, entries)

    monkeypatch.setattr(registry, "Session", noted)
    inside = Inside(tmp_path)
    try:
        table = two_play(inside, [inside.guest("Ada"), inside.guest("Bob")])
        row = inside.run(inside.server.store.read(lambda c: queries.find_match(c, table["match"])))
        entries = much_taken_back(row, 8, 40)
        inside.run(inside.server.store.write(lambda c: c.execute(APPEND, {"rows": rows_json(entries)})))
        room = inside.server.rooms.get(table["id"])
        assert room is not None
        room.drop_session()
        where.clear()
        assert json.loads(inside.live(table["id"], None, [])[0])["match"]["number"] == len(entries)
    finally:
        inside.close()
    assert where
    assert threading.main_thread() not in where


def test_a_list_of_tables_rebuilds_no_match(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    inside = Inside(tmp_path)
    guests = [inside.guest("Ada"), inside.guest("Bob")]
    table = two_play(inside, guests)["id"]
    for number in range(5):
        told = {token: json.loads(inside.live(table, token, [])[0])["match"] for token in guests}
        actor = next(token for token in guests if told[token]["view"]["legal"])
        action = next(iter(told[actor]["view"]["legal"].values()))
        play = {"type": "play", "id": f"q{number}", "match": told[actor]["id"], "number": number, "action": action}
        inside.live(table, actor, [play])
    told = {token: json.loads(inside.live(table, token, [])[0])["match"] for token in guests}
    inside.close()

    for module in (api, own_tables, registry):
        monkeypatch.setattr(module, "Session", None)
    inside = Inside(tmp_path)
    for token in guests:
        shown = inside.request("GET", "/api/my/tables", token).json()["tables"]
        assert [one["your_turn"] for one in shown] == [bool(told[token]["view"]["legal"])]
    inside.close()


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


def long_record() -> dict[str, Any]:
    """A real match of many moves."""
    file = Path(__file__).parents[1] / "records" / "sea-salt-and-paper-rules-1.jsonl"
    return max((json.loads(line) for line in file.read_text().splitlines()), key=lambda record: len(record["moves"]))


def test_a_replay_takes_little_more_memory_than_its_text() -> None:
    record = long_record()
    tracemalloc.start()
    try:
        text = bytes(answer(listings.shown(records.replay(record, None))).body)
        peak = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    assert len(json.loads(text)["frames"]) == len(record["moves"]) + 1
    assert peak < 4 * len(text)


def test_few_wait_for_a_replay(tmp_path: Path) -> None:
    inside = Inside(tmp_path)

    async def flood() -> list[int]:
        transport = httpx.ASGITransport(app=inside.server)
        async with httpx.AsyncClient(transport=transport, base_url="http://inside") as web:
            answers = await asyncio.gather(*(web.post("/api/replays", json={}) for _ in range(MOST_WAITING + 10)))
        return [one.status_code for one in answers]

    codes = Counter(inside.run(flood()))
    inside.close()
    assert codes == {422: MOST_WAITING, 429: 10}


def test_replays_go_on_when_their_process_is_killed(tmp_path: Path) -> None:
    inside = Inside(tmp_path)
    record, before = long_record(), set(psutil.Process().children())
    first = inside.request("POST", "/api/replays", **record)
    for child in set(psutil.Process().children()) - before:
        child.kill()
        child.wait(10)
    again = inside.request("POST", "/api/replays", **record)
    inside.close()
    assert (first.status_code, again.status_code) == (200, 200)
    assert first.json() == again.json()


def test_who_makes_replays_does_not_hold_the_port_of_a_server_that_was_killed(tmp_path: Path) -> None:
    with served(data=tmp_path) as server:
        assert httpx.post(f"{server.url}/api/replays", json=long_record(), timeout=60).status_code == 200
        helpers = psutil.Process(server.process.pid).children()
        assert helpers
        assert not [one for helper in helpers for one in helper.net_connections() if one.status == psutil.CONN_LISTEN]


def test_a_replay_is_compressed_for_those_who_can_read_it(tmp_path: Path) -> None:
    inside = Inside(tmp_path)
    record = long_record()
    plain, small = (inside.request("POST", "/api/replays", headers={"accept-encoding": how}, **record) for how in ("identity", "gzip"))
    inside.close()
    assert "content-encoding" not in plain.headers
    assert small.headers["content-encoding"] == "gzip"
    assert small.num_bytes_downloaded < plain.num_bytes_downloaded / 5
    assert plain.json() == small.json()


def test_health_is_only_well_if_something_can_be_written(tmp_path: Path) -> None:
    inside = Inside(tmp_path)
    assert inside.request("GET", "/api/health").status_code == 200
    with sqlite3.connect(tmp_path / "inside.db") as other:
        other.execute("BEGIN IMMEDIATE")  # nobody else can write now, but read they can
        began = time.monotonic()
        assert inside.request("GET", "/api/health").status_code == 503
        assert time.monotonic() - began < 8
    inside.close()


def test_errors_of_the_database_are_logged_without_ids_and_moves(tmp_path: Path) -> None:
    store = Store(f"sqlite:///{tmp_path}/x.db")
    store.open()
    person = Person(ids.new_id("p"), "Ada")
    with store._writing.begin() as connection:
        people.add(connection, person, new_device(person.id, ""), b"")
        with pytest.raises(IntegrityError) as failure:
            people.add(connection, person, new_device(person.id, ""), b"")
    record = logging.LogRecord("x", logging.ERROR, "", 0, "failed", None, failure._excinfo)
    assert "IntegrityError" in JsonLines().format(record)
    assert person.id not in JsonLines().format(record)
    try:
        raise ValueError(f"duplicate key\nDETAIL:  Key (match_id, number)=({person.id}, 5) already exists.")
    except ValueError:
        told = JsonLines().format(logging.LogRecord("x", logging.ERROR, "", 0, "failed", None, sys.exc_info()))
    assert "duplicate key" in told
    assert person.id not in told


def test_metrics_are_for_those_who_asked_for_them(tmp_path: Path) -> None:
    for wanted in (False, True):
        inside = Inside(tmp_path, metrics=wanted)
        assert ("seaboard_moves" in inside.request("GET", "/metrics").text) == wanted
        inside.close()


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
