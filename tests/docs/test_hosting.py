"""The recipes for hosting name nothing that isn't there."""

import re
from argparse import Namespace
from pathlib import Path

import pytest

from seaboard.cli import main, serve

ROOT = Path(__file__).parents[2]
DEPLOY = ROOT / "deploy"
NOT_OF_SERVE = {"DATABASE", "DATABASE_FILE", "DATA"}


def test_every_setting_that_is_named_is_one() -> None:
    known = {name.upper() for name in serve.FROM_ENVIRONMENT} | NOT_OF_SERVE
    files = [*DEPLOY.iterdir(), ROOT / "docs" / "hosting.md"]
    named = {name for file in files if file.is_file() for name in re.findall(r"SEABOARD_([A-Z_]*[A-Z])", file.read_text())}
    assert named <= known
    assert named >= known - {"HOST", "PORT"}


def test_settings_come_from_the_environment_and_an_argument_counts_more(monkeypatch: pytest.MonkeyPatch) -> None:
    for name, text in {
        "HOST": "0.0.0.0",
        "PORT": "8123",
        "ORIGIN": "https://a.example https://b.example",
        "SECURE": "1",
        "METRICS": "0",
    }.items():
        monkeypatch.setenv(f"SEABOARD_{name}", text)
    chosen: list[Namespace] = []
    monkeypatch.setattr(serve, "serve", lambda given: chosen.append(given))
    assert main(["serve", "--port", "8124"]) == 0
    (given,) = chosen
    assert (given.host, given.port, given.secure, given.metrics) == ("0.0.0.0", 8124, True, False)
    assert given.origin == ["https://a.example", "https://b.example"]
    monkeypatch.setenv("SEABOARD_PORT", "eight")
    with pytest.raises(SystemExit, match="SEABOARD_PORT can't be 'eight'"):
        main(["serve"])
