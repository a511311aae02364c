"""What costs more than most: it has limits of its own, and is done beside everything else."""

import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from seaboard.server.http import listings
from seaboard.server.http.matches import advice
from seaboard.server.limits import Buckets, Rates
from seaboard.server.matches import records
from tests.server.inside import Inside
from tests.server.rooming import ADA, a_table, awake, begun, come, written


@pytest.fixture
def limited(tmp_path: Path) -> Iterator[Inside]:
    few = Rates(records=Buckets(0.001, 4), lessons=Buckets(0.001, 5), blocks=Buckets(0.001, 3))
    server = Inside(tmp_path, rates=few)
    yield server
    server.close()


def where_done(monkeypatch: pytest.MonkeyPatch, place: Any, name: str) -> list[threading.Thread]:
    """In which threads this is done."""
    where, does = list[threading.Thread](), getattr(place, name)

    def noted(*arguments: Any) -> Any:
        where.append(threading.current_thread())
        return does(*arguments)

    monkeypatch.setattr(place, name, noted)
    return where


def test_records_are_made_elsewhere_and_limited(limited: Inside, monkeypatch: pytest.MonkeyPatch) -> None:
    table = a_table()
    match, moves = begun(limited, table)
    path = f"/api/matches/{match}/record"
    assert limited.request("GET", path).json()["seaboard_in_progress"] == 1
    written(limited, match, moves)
    room = awake(limited, table, catch_up=True)
    assert room.session is not None
    where = where_done(monkeypatch, records, "record")
    found = limited.request("GET", path).json()
    assert found["moves"] == [list(move) for move in moves]
    assert threading.main_thread() not in where
    assert [limited.request("GET", path).status_code for _ in range(4)] == [200, 200, 429, 429]


def test_lessons_and_puzzles_are_set_up_elsewhere_and_limited(limited: Inside, monkeypatch: pytest.MonkeyPatch) -> None:
    lessons, puzzles = where_done(monkeypatch, listings, "lesson"), where_done(monkeypatch, advice, "shown")
    lesson = limited.request("GET", "/api/lessons/sea-change").json()["lessons"][0]["name"]
    assert limited.request("POST", f"/api/lessons/sea-change/{lesson}", moves=[]).json()["name"] == lesson
    puzzle = limited.request("GET", "/api/puzzles/sea-change").json()["puzzles"][0]
    assert limited.request("GET", f"/api/puzzles/sea-change/{puzzle}").status_code == 200
    assert len(lessons) == len(puzzles) == 1
    assert threading.main_thread() not in (*lessons, *puzzles)
    codes = [
        limited.request(*asked, **body).status_code
        for asked, body in (
            (("GET", "/api/lessons/sea-change"), {}),
            (("GET", "/api/lessons/sea-change"), {}),
            (("POST", f"/api/lessons/sea-change/{lesson}"), {"moves": []}),
            (("GET", "/api/puzzles/sea-change"), {}),
            (("GET", f"/api/puzzles/sea-change/{puzzle}"), {}),
            (("POST", f"/api/puzzles/sea-change/{puzzle}"), {"action": 0}),
        )
    ]
    assert codes == [200] + [429] * 5


def test_who_blocks_somebody_costs_only_their_own_sockets(limited: Inside, monkeypatch: pytest.MonkeyPatch) -> None:
    table = a_table()
    begun(limited, table)
    room = awake(limited, table)
    own = [come(limited, room, ADA) for _ in range(2)]
    others = [come(limited, room) for _ in range(3)]
    monkeypatch.setattr(type(limited.server.broadcast), "__iter__", None)  # nobody goes over all of them
    limited.server.broadcast.block(ADA.id, frozenset({"p9"}))
    assert [told.types() for _, told in (*own, *others)] == [["table"] * 2] * 2 + [["table"]] * 3
    assert [connection.blocked for connection, _ in (*own, *others)] == [frozenset({"p9"})] * 2 + [frozenset()] * 3


def test_blocking_is_limited(limited: Inside) -> None:
    ada, eve = limited.guest("Ada"), limited.guest("Eve")
    person = limited.request("GET", "/api/me", eve).json()["id"]
    codes = [limited.request("POST", f"/api/people/{person}/{do}block", ada).status_code for do in ("", "un", "", "un", "")]
    assert codes == [200] * 3 + [429] * 2
