"""What a server says of itself: its logs, its metrics, and the page that it hasn't."""

import ast
import logging
import sys
from pathlib import Path

import pytest
from sqlalchemy.exc import IntegrityError

from seaboard import server
from seaboard.server.http.people.identity import new_device
from seaboard.server.logs import JsonLines
from seaboard.server.protocol import Person
from seaboard.server.storage import ids
from seaboard.server.storage.people import people
from seaboard.server.storage.store import Store
from tests.server.inside import Inside


def test_nothing_is_logged_beside_a_sentence_that_tells_of_anybody() -> None:
    named = set()
    for file in Path(server.__file__).parent.rglob("*.py"):
        for call in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if isinstance(call, ast.keyword) and call.arg == "extra" and isinstance(call.value, ast.Dict):
                named |= {ast.literal_eval(key) for key in call.value.keys if key}
    assert named == {"method", "route", "status", "ms", "game", "level", "schema", "count"}, "docs/server.md says that logs have no ids"


def test_a_server_without_a_page_says_how_to_get_one(tmp_path: Path) -> None:
    inside = Inside(tmp_path, page=tmp_path / "none")
    said = inside.request("GET", "/").text
    inside.close()
    assert "make play" in said
    assert "pip" in said
    assert "make dist" in said


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
