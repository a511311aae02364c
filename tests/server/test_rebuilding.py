"""A match rebuilt from its entries is the one that was played, however much was taken back, in a time that does not grow with that."""

import random
import sys
from collections.abc import Callable
from types import FrameType
from typing import Any

import pytest
from msgspec.structs import replace

from seaboard.games import GAMES
from seaboard.match import MARKED
from seaboard.server.matches.session import Session
from seaboard.server.storage.rows import Entry, MatchRow

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
