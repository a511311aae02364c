"""The recipes for hosting name nothing that isn't there."""

import os
import re
from argparse import Namespace
from pathlib import Path

import pytest

from seaboard.cli import config, main, serve

ROOT = Path(__file__).parents[2]
DEPLOY = ROOT / "deploy"
NOT_OF_SERVE = {"CONFIG", "DATABASE", "DATABASE_FILE", "DATA"}


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


def test_a_file_counts_less_than_the_environment_and_that_less_than_an_argument(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "seaboard.toml"
    file.write_text('port = 8001\nhost = "10.0.0.1"\norigin = ["https://a.example"]\nonly-tables = true\nkeep-chat = 30\n')
    chosen: list[Namespace] = []
    monkeypatch.setattr(serve, "serve", lambda given: chosen.append(given))
    monkeypatch.setenv("SEABOARD_HOST", "10.0.0.2")
    assert main(["serve", "--config", str(file), "--origin", "https://b.example", "--origin", "https://c.example"]) == 0
    (given,) = chosen
    assert (given.port, given.host, given.only_tables, given.keep_chat) == (8001, "10.0.0.2", True, 30.0)
    assert given.origin == ["https://b.example", "https://c.example"]
    assert "SEABOARD_PORT" not in os.environ  # nothing of it stays
    monkeypatch.setenv("SEABOARD_CONFIG", str(file))
    assert main(["serve", "--port", "8002"]) == 0
    assert (chosen[-1].port, chosen[-1].origin) == (8002, ["https://a.example"])

    for text, said in {
        "prot = 1": "did you mean 'port'?",
        "only_tables = true": "did you mean 'only-tables'?",
        'port = "8000"': "has to be a whole number",
        "secure = 1": "has to be true or false",
        'origin = "https://a.example"': "has to be a list",
        "port = ": "are not TOML",
    }.items():
        file.write_text(text)
        assert main(["serve"]) == 2
        assert said in capsys.readouterr().err
    file.unlink()
    assert main(["people"]) == 2
    assert "can't read the settings" in capsys.readouterr().err
    assert config.read(DEPLOY / "seaboard.toml")["SEABOARD_PORT"] == "8000"
