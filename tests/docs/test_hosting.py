"""The recipes for hosting name nothing that isn't there."""

import os
import re
import shlex
from argparse import Namespace
from ipaddress import ip_network
from pathlib import Path
from typing import Any

import pytest
import yaml

from seaboard.cli import config, main, serve
from seaboard.server.live.endpoint import DRAIN
from seaboard.server.live.gradual_close import PATIENCE
from seaboard.server.live.shutdown import NOTICE

ROOT = Path(__file__).parents[2]
DEPLOY = ROOT / "deploy"
PAGE = ROOT / "docs" / "hosting.md"
NOT_OF_SERVE = {"CONFIG", "DATABASE", "DATABASE_FILE", "DATA"}


def test_every_setting_that_is_named_is_one() -> None:
    known = {name.upper() for name in serve.FROM_ENVIRONMENT} | NOT_OF_SERVE
    files = [*DEPLOY.iterdir(), PAGE]
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
    built = {f"{name}:8000" for name, one in services.items() if "build" in one and "command" not in one}
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
        assert server["environment"]["SEABOARD_PROXY"].split() == [one["subnet"] for one in whole["networks"]["front"]["ipam"]["config"]]
        assert not any("password" in str(value).lower() or "://seaboard" in str(value) for value in server["environment"].values())
    assert [ip_network(one["subnet"]).version for one in whole["networks"]["front"]["ipam"]["config"]] == [4, 6]
    assert whole["networks"]["front"]["enable_ipv6"] is True, "or everybody who comes by IPv6 has the gateway's address"
    assert whole["networks"]["back"] == {"internal": True}
    assert set(whole["services"]["postgres"]["networks"]) == {"back"}
    recipe = (DEPLOY / "Containerfile").read_text()
    assert re.search(r"^USER seaboard$", recipe, re.MULTILINE)


# ---- The commands of the page, as far as they can be read without Docker and systemd ------------------


def commands(first: str) -> list[list[str]]:
    """The words of every command of the page that begins like this, in blocks and in sentences."""
    text = PAGE.read_text()
    blocks = re.findall(r"^```sh\n(.*?)^```", text, re.MULTILINE | re.DOTALL)
    lines = "".join(blocks).replace("\\\n", " ").splitlines()
    lines += re.findall(r"`(" + first + r" [^`]+)`", re.sub(r"^```.*?^```", "", text, flags=re.MULTILINE | re.DOTALL))
    parts = [part.strip() for line in lines for part in re.split(r"&&|;|\|(?!\|)", line.partition(" #")[0])]
    return [shlex.split(part) for part in parts if part.startswith(first + " ") and part.count("'") % 2 == 0 and part.count('"') % 2 == 0]


def test_every_service_and_path_in_a_compose_command_is_in_the_compose_file() -> None:
    whole = compose()
    seen = set()
    for _, _, verb, *rest in commands("docker compose"):
        words = [word for word in rest if not word.startswith("--") and "=" not in word]
        seen.add(verb)
        if verb == "cp":
            service, _, path = words[0].partition(":")
            names, paths = [service], [path]
        elif verb in ("exec", "run"):
            names, paths = words[:1], [word for word in words[1:] if word.startswith("/")]
        else:
            names, paths = words, []
        for name in names:
            assert name in whole["services"], f"docker compose {verb} {' '.join(rest)}"
            mounted = dict(reversed(one.split(":")[:2]) for one in whole["services"][name].get("volumes", ()))
            for path in paths:
                volume = mounted.get(str(Path(path).parent))
                assert volume in whole["volumes"], f"{path} is in no volume of {name}: {verb} {' '.join(rest)}"
    assert seen >= {"exec", "cp", "up", "build", "stop", "run"}


def test_the_backup_container_writes_where_the_page_looks() -> None:
    backup = compose()["services"]["backup"]
    assert backup["command"][-1].count("seaboard backup --keep 14 /backups") == 1
    assert "backups:/backups" in backup["volumes"]
    assert backup["networks"] == ["back"]
    recipe = (DEPLOY / "Containerfile").read_text()
    assert re.search(r"install --directory --mode=0700 --owner=seaboard .* /backups$", recipe, re.MULTILINE), (
        "a new volume is like the image's folder"
    )


def unit(name: str, section: str = "") -> list[tuple[str, str]]:
    """Return the settings of a unit, or of one of its sections, in order; some occur more than once."""
    text = (DEPLOY / name).read_text()
    lines = (text.partition(f"[{section}]\n")[2].partition("\n[")[0] if section else text).splitlines()
    return [(key, value) for key, sign, value in (line.partition("=") for line in lines) if sign and not key.startswith("#")]


def test_what_runs_beside_the_service_is_the_same_user_with_the_same_folders() -> None:
    """systemd gives the service's folders to whoever starts last: with another user, the running server would lose its database."""
    service, backup = unit("seaboard.service"), unit("seaboard-backup.service")
    (command,) = commands("systemd-run")
    given = [word.removeprefix("--property=").partition("=") for word in command if word.startswith("--property=")]
    beside = [(key, value) for key, _, value in given]
    told = {word.removeprefix("--setenv=") for word in command if word.startswith("--setenv=")}
    same = ["User", "DynamicUser", "UMask", "StateDirectoryMode", "CacheDirectory", "EnvironmentFile"]
    for other in (backup, beside):
        assert [(key, dict(other)[key]) for key in same] == [(key, dict(service)[key]) for key in same]
        assert dict(other)["StateDirectory"].split()[0] == dict(service)["StateDirectory"]
    assert dict(service)["User"] == "seaboard"
    assert told == set(dict(service)["Environment"].split()) == set(dict(backup)["Environment"].split())
    assert command[-2] == dict(service)["ExecStart"].split()[0] == dict(backup)["ExecStart"].split()[0]


def test_the_service_never_gives_up_and_comes_after_a_database_on_the_same_machine() -> None:
    head, service = dict(unit("seaboard.service", "Unit")), dict(unit("seaboard.service", "Service"))
    assert (head["StartLimitIntervalSec"], service["Restart"]) == ("0", "always")  # systemd ignores it in any other section
    assert 0 < float(service["RestartSec"]) < 30
    for name in ("seaboard.service", "seaboard-backup.service"):
        assert "postgresql.service" in dict(unit(name, "Unit"))["After"].split()
        assert "postgresql.service" not in dict(unit(name, "Unit"))["Wants"].split(), "it may be there for something else"


def test_the_backup_unit_is_as_tight_as_the_service_and_writes_to_a_folder_of_its_own() -> None:
    service, backup = unit("seaboard.service"), unit("seaboard-backup.service")
    first = service.index(("CapabilityBoundingSet", ""))
    tight = {one for one in service[first:] if one[0] != "WantedBy"}
    assert len(tight) > 15
    assert tight <= set(backup)
    folder = dict(backup)["ExecStart"].split()[-1]
    assert folder == "/var/lib/" + dict(backup)["StateDirectory"].split()[-1]
    assert dict(unit("seaboard-backup.timer"))["Persistent"] == "true"
