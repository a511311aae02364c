"""The recipes for hosting name nothing that isn't there."""

import os
import re
from argparse import Namespace
from pathlib import Path
from typing import Any

import pytest
import yaml

from seaboard.cli import config, main, serve
from seaboard.server.live.endpoint import DRAIN
from seaboard.server.live.farewell import PATIENCE
from seaboard.server.live.shutdown import NOTICE

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


def compose() -> dict[str, Any]:
    found: dict[str, Any] = yaml.safe_load((DEPLOY / "compose.yaml").read_text())
    return found


def test_the_proxy_knows_the_servers_that_the_compose_file_starts() -> None:
    services = compose()["services"]
    upstream = re.search(r"reverse_proxy ([^{]*) \{", (DEPLOY / "Caddyfile").read_text())
    assert upstream
    built = {f"{name}:8000" for name, one in services.items() if "build" in one}
    assert set(upstream[1].split()) == built == {"one:8000", "two:8000"}


def test_a_server_in_a_container_can_do_next_to_nothing_and_has_time_to_end() -> None:
    whole = compose()
    for name in ("one", "two"):
        server = whole["services"][name]
        assert server["read_only"] is True
        assert server["cap_drop"] == ["ALL"]
        assert server["security_opt"] == ["no-new-privileges:true"]
        assert "ports" not in server, "people come through the proxy"
        assert int(server["stop_grace_period"].removesuffix("s")) > NOTICE + DRAIN + PATIENCE
        assert server["environment"]["SEABOARD_PROXY"] == whole["networks"]["front"]["ipam"]["config"][0]["subnet"]
        assert not any("password" in str(value).lower() or "://seaboard" in str(value) for value in server["environment"].values())
    assert whole["networks"]["back"] == {"internal": True}
    assert set(whole["services"]["postgres"]["networks"]) == {"back"}
    recipe = (DEPLOY / "Containerfile").read_text()
    assert re.search(r"^USER seaboard$", recipe, re.MULTILINE)
