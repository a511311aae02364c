"""Long measurements: the same figures by one process or several, in one go or two, and without what only a server needs."""

import argparse
import json
import subprocess
import sys
from pathlib import Path

import pytest

from bench import many
from bench.ratings import fixtures, play

GAME = "land-unter"


def asked(results: Path | None = None, *, workers: int = 1, seconds: float = 600.0) -> argparse.Namespace:
    return argparse.Namespace(results=results, workers=workers, seconds=seconds)


def pieces(matches: int) -> list[tuple[many.Row, tuple[object, ...]]]:
    levels = ["cabin-boy", "sailor"]
    return [(one.name, (one,)) for one in fixtures(GAME, "cabin-boy", levels, matches, seed=1)]


def test_two_processes_find_what_one_does(tmp_path: Path) -> None:
    alone = many.play_all("test", [GAME], play, pieces(6), asked())
    together = many.play_all("test", [GAME], play, pieces(6), asked(tmp_path / "rows.jsonl", workers=2))
    assert alone == together
    assert all(row and row["winners"] for row in alone)


def test_what_is_in_the_file_is_not_played_again(tmp_path: Path) -> None:
    file = tmp_path / "rows.jsonl"
    first = many.play_all("test", [GAME], play, pieces(2), asked(file))
    kept = file.read_text(encoding="utf-8").splitlines()
    assert len(kept) == 3
    rest = many.play_all("test", [GAME], play, pieces(4), asked(file))
    assert rest[:2] == first
    assert file.read_text(encoding="utf-8").splitlines()[:3] == kept
    assert len(file.read_text(encoding="utf-8").splitlines()) == 5


def test_matches_by_other_rules_are_played_anew(tmp_path: Path) -> None:
    file = tmp_path / "rows.jsonl"
    many.play_all("test", [GAME], play, pieces(1), asked(file))
    header, row = file.read_text(encoding="utf-8").splitlines()
    old = json.loads(row) | {"rules": 0, "winners": []}
    file.write_text(f"{header}\n{json.dumps(old)}\n", encoding="utf-8")
    (found,) = many.play_all("test", [GAME], play, pieces(1), asked(file))
    assert found
    assert found["winners"]


def test_what_there_is_no_time_for_is_missing(tmp_path: Path) -> None:
    found = many.play_all("test", [GAME], play, pieces(3), asked(tmp_path / "rows.jsonl", seconds=0.0))
    assert found[0] is not None
    assert found[1:] == [None, None]


@pytest.mark.parametrize("command", ["daily", "ladder", "ratings"])
def test_no_server_is_needed(command: str) -> None:
    """A machine that only computes has no database and no web server installed."""
    absent = "['sqlalchemy', 'alembic', 'fastapi', 'starlette', 'uvicorn', 'websockets', 'httpx', 'prometheus_client', 'cryptography']"
    code = f"import sys; sys.modules.update(dict.fromkeys({absent})); import bench.{command}"
    subprocess.run([sys.executable, "-c", code], check=True, cwd=Path(__file__).parents[2])
