"""No file grows until it holds two ideas."""

from pathlib import Path

ROOT = Path(__file__).parents[2]
FOLDERS = ("bench", "examples", "src/seaboard", "tools", "web/src", "web/worker")
NOT_WRITTEN_BY_HAND = ("src/seaboard/server/page", "web/src/generated")
MOST = 400
"""Lines."""


def test_no_file_but_data_and_tests_is_long() -> None:
    files = [file for folder in FOLDERS for file in (ROOT / folder).rglob("*") if file.suffix in {".css", ".js", ".py", ".svelte", ".ts"}]
    files = [file for file in files if not file.relative_to(ROOT).as_posix().startswith(NOT_WRITTEN_BY_HAND)]
    assert len(files) > 500
    assert [f"{file}: {lines}" for file in files if (lines := len(file.read_text(encoding="utf-8").splitlines())) > MOST] == []
