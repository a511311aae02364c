"""What the programs that read the files of deploy/ say of them; `make soak` asks, since few machines have these programs."""

import os
import re
import shutil
import subprocess
from pathlib import Path

import pytest

DEPLOY = Path(__file__).parents[2] / "deploy"


def run(*command: str, **environment: str) -> subprocess.CompletedProcess[str]:
    if shutil.which(command[0]) is None:
        pytest.fail(f"{command[0]} is needed to read the files of deploy/: install it (on Debian: apt install caddy systemd)")
    return subprocess.run(command, env={**os.environ, **environment}, capture_output=True, text=True, check=False)


def test_caddy_takes_its_file() -> None:
    done = run("caddy", "validate", "--adapter", "caddyfile", "--config", str(DEPLOY / "Caddyfile"), SITE="play.example.org")
    assert done.returncode == 0, done.stderr


def test_systemd_takes_its_unit_and_finds_it_tight() -> None:
    unit = str(DEPLOY / "seaboard.service")
    checked = run("systemd-analyze", "verify", unit)
    assert [line for line in checked.stderr.splitlines() if "seaboard.service" in line and "is not executable" not in line] == []
    judged = run("systemd-analyze", "security", "--offline=yes", unit)
    exposure = re.search(r"exposure level for seaboard.service: ([\d.]+)", judged.stdout)
    assert exposure
    assert float(exposure[1]) <= 2.0
