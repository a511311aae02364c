"""What a server says of itself: its logs, and the page that it hasn't."""

import ast
from pathlib import Path

from seaboard import server
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
