"""The pages do what they say, and those that are written by a program are current."""

import doctest
import re
from pathlib import Path

import numpy as np
import pytest

from seaboard import GAMES
from seaboard.envs import describe
from seaboard.game import Game

ROOT = Path(__file__).parents[2]


@pytest.mark.parametrize("name", ["write-a-bot.md", "environments.md"])
def test_examples(name: str) -> None:
    failed, tried = doctest.testfile(str(ROOT / "docs" / name), module_relative=False, globs={"np": np})
    assert tried > 5
    assert failed == 0


@pytest.mark.parametrize("game", GAMES.values(), ids=lambda game: game.name)
def test_pages_of_observations_are_current(game: Game) -> None:
    page = ROOT / "docs" / "observations" / f"{game.name}.md"
    assert page.read_text(encoding="utf-8") == describe.page(game), "run python -m seaboard.envs.describe"
    assert f"observations/{game.name}.md" in (ROOT / "docs" / "environments.md").read_text(encoding="utf-8")


def test_the_command_says_which_pages_are_old(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert describe.main([str(tmp_path)]) == 0
    assert describe.main([str(tmp_path), "--check"]) == 0
    (tmp_path / "sea-change.md").write_text("old")
    assert describe.main([str(tmp_path), "--check"]) == 1
    assert "sea-change.md" in capsys.readouterr().err


def test_the_files_that_architecture_walks_through_exist() -> None:
    page = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8").replace("<game>", "sea_change")
    paths = re.findall(r"`((?:\w[\w.-]*/)+|(?:\w[\w.-]*/)+[\w.-]+\.(?:py|ts|svelte)|\w+\.py)`", page)
    assert len(paths) > 40
    assert not [path for path in paths if not (ROOT / path).exists() and not (ROOT / "src" / "seaboard" / path).exists()]
