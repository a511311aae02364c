"""A match rebuilt from its entries is the one that was played, however much was taken back, in a time that does not grow with that."""

import json
import random
import sys
import threading
from collections.abc import Callable
from pathlib import Path
from types import FrameType
from typing import Any

import pytest
from msgspec.structs import replace

from seaboard.games import GAMES
from seaboard.match import MARKED, Match
from seaboard.server.http import api
from seaboard.server.http.tables import own_tables
from seaboard.server.matches.decide import decide
from seaboard.server.matches.outcomes import Declined
from seaboard.server.matches.session import MOST_CHANGES, MOST_TAKE_BACKS, Session
from seaboard.server.protocol import Play, TakeBack
from seaboard.server.storage import queries
from seaboard.server.storage.engine.appending import APPEND, rows_json
from seaboard.server.storage.rows import Entry, MatchRow
from seaboard.server.tables import registry
from tests.server.inside import Inside

TOLD = (
    "number", "rewound", "acted", "since", "since_at", "last_at", "unnoticed", "take_backs", "to_act", "next_up", "is_over",
    "_changes", "_by_bots", "_answers", "_legal",
)  # fmt: skip


class Log:
    """A match that is played and taken back, and its entries as they are written."""

    def __init__(self, game: str, *, origin_moves: int = 0) -> None:
        found = GAMES[game]
        seats = found.check_seats(None)
        self.row = MatchRow(
            id="m1", table="t1", game=game, rules=found.version, seats=seats, options=found.check_options(seats, {}), seed=f"{7:032x}",
            commitment="", started=0.0, names=[""] * seats, origin_moves=origin_moves,
        )  # fmt: skip
        self.session = Session(self.row, [])
        self.entries: list[Entry] = []
        self.rng = random.Random(game)

    def put(self, seat: int, action: int) -> None:
        number = self.session.number
        entry = Entry("m1", number, seat, action, self.rng.choice([None, f"q{number}"]), float(number))
        self.session.absorb(entry)
        self.entries.append(replace(entry, to_act=self.session.to_act_bits))

    def play(self, moves: int) -> None:
        for _ in range(moves):
            able = [seat for seat in range(self.row.seats) if self.session.match.legal(seat)]  # some only change what they have chosen
            if able:
                seat = self.rng.choice(able)
                self.put(seat, self.rng.choice(self.session.match.legal(seat)))

    def take_back(self, kept: int) -> None:
        self.put(0, -1 - kept)

    def check(self, entries: list[Entry]) -> None:
        rebuilt = Session(self.row, entries)
        for name in TOLD:
            assert getattr(rebuilt, name) == getattr(self.session, name), name
        assert rebuilt.match.record() == self.session.match.record()
        for seat in (None, *range(self.row.seats)):
            assert rebuilt.view(seat, memory=True) == self.session.view(seat, memory=True)
            assert rebuilt.events(seat) == self.session.events(seat)


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("origin_moves", [0, 7])
def test_a_rebuilt_match_is_the_one_that_was_played(game: str, origin_moves: int) -> None:
    log = Log(game, origin_moves=origin_moves)
    log.play(max(origin_moves, 12))
    log.entries[:origin_moves] = [replace(entry, to_act=None) for entry in log.entries[:origin_moves]]  # as practice begins
    for _ in range(8):
        log.check(log.entries)
        log.play(log.rng.randrange(20))
        log.take_back(log.rng.randrange(origin_moves, len(log.session.match.moves) + 1))
        log.check(log.entries)
        log.play(log.rng.randrange(5))
    log.check([replace(entry, to_act=None) for entry in log.entries])  # as they were written long ago


def test_taking_back_move_after_move_plays_little_again(monkeypatch: pytest.MonkeyPatch) -> None:
    log = Log("sea-change")
    log.play(100)
    played: list[int] = []
    rules = GAMES["sea-change"].rules
    apply = rules.apply

    def count(*arguments: Any) -> None:
        played.append(1)
        apply(*arguments)

    monkeypatch.setattr(rules, "apply", count)
    for kept in range(99, 60, -1):
        log.take_back(kept)
    assert len(played) <= 100 + 39 * MARKED
    played.clear()
    rebuilt = Session(log.row, log.entries)
    assert len(played) == len(rebuilt.match.moves) == 61


def test_how_a_seat_counts_takes_no_longer_however_many_secret_changes() -> None:
    log, changes = Log("land-unter"), list[tuple[int, int]]()
    while not log.session.is_over:
        to_act, number = log.session.to_act, log.session.number
        log.play(1)
        if log.entries[number].seat not in to_act:
            changes.append((number, log.entries[number].seat))
    session = log.session
    assert len(changes) > 50
    for seat in (None, *range(log.row.seats)):
        others = [at for at, by in changes if by != seat]
        for number in range(0, session.number + 1, 17):
            count = number - sum(at < number for at in others)
            assert session.to_seat_count(seat, number) == count
            if seat is not None:
                meant = count
                for at in others:
                    meant += at <= meant
                assert session.from_seat_count(seat, count) == meant
    assert lines_run(lambda: session.to_seat_count(None)) < 25
    assert lines_run(lambda: session.from_seat_count(0, session.number)) < 25


def lines_run(work: Callable[[], object]) -> int:
    """Count the lines of Python that this runs."""
    count = 0

    def trace(_frame: FrameType, what: str, _argument: object) -> Any:
        nonlocal count
        count += what == "line"
        return trace

    before = sys.gettrace()
    sys.settrace(trace)
    try:
        work()
    finally:
        sys.settrace(before)
    return count


# ---- Long matches: what makes them longer is bounded, and nobody waits while one is rebuilt ---------------


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
