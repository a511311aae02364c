"""What one stranger can do to everybody else: every cost has a bound, and what takes long isn't done where all wait for it."""

import threading
from pathlib import Path
from typing import Any

import pytest

from seaboard.game import Game
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
