"""What every answer has, whatever it says: words where it is a refusal, and the headers that keep a browser safe."""

from pathlib import Path
from typing import Any

import pytest

from seaboard.server.http import listings
from tests.server.inside import Inside


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
