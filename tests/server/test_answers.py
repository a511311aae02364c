"""What every answer has, whatever it says: words where it is a refusal, and the headers that keep a browser safe."""

import re
import sqlite3
from pathlib import Path
from typing import Any

import pytest

from seaboard.server.http import listings
from tests.server.inside import Inside

DEPLOY = Path(__file__).parents[2] / "deploy"


def test_a_failure_of_the_server_is_a_refusal_in_words_too_and_is_logged(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def fail(_name: str) -> Any:
        raise KeyError("a secret of the server")

    inside = Inside(tmp_path)
    monkeypatch.setattr(listings, "lessons", fail)
    answer = inside.request("GET", "/api/lessons/sea-change")
    inside.close()
    assert answer.status_code == 500
    assert answer.json()["error"]["key"] == "server.trouble"
    assert answer.headers["x-content-type-options"] == "nosniff"
    assert [record.exc_info[0] for record in caplog.records if record.exc_info] == [KeyError]


def test_a_proxy_sends_people_here_while_storage_is_silent_but_not_when_the_server_is_to_end(tmp_path: Path) -> None:
    asked = {re.findall(r"health_uri (\S+)", (DEPLOY / "Caddyfile").read_text())[0]}
    asked |= set(re.findall(r"127.0.0.1:8000(/api/\w+)", (DEPLOY / "Containerfile").read_text()))
    inside = Inside(tmp_path)
    with sqlite3.connect(tmp_path / "inside.db") as other:
        other.execute("BEGIN IMMEDIATE")  # nobody else can write now
        assert inside.request("GET", "/api/health").status_code == 503
        assert {path: inside.request("GET", path).status_code for path in asked} == dict.fromkeys(asked, 200)
        assert inside.request("GET", "/").status_code == 200
    inside.server.house.begin_to_end()
    for path in (*asked, "/api/health"):
        answer = inside.request("GET", path)
        assert (answer.status_code, answer.json()["error"]["key"]) == (503, "server.ending")
    inside.close()
