"""systemd accepts the units of deploy/: part of `make soak`, and of `make test` if systemd is installed."""

import re
from pathlib import Path

import pytest

from tests.deploy.programs import run
from tests.docs.test_hosting import commands

DEPLOY = Path(__file__).parents[2] / "deploy"


@pytest.mark.parametrize("unit", ["seaboard.service", "seaboard-backup.service"])
def test_systemd_takes_its_units_and_finds_them_tight(unit: str) -> None:
    assert complaints(DEPLOY / unit) == []
    judged = run("systemd-analyze", "security", "--offline=yes", str(DEPLOY / unit))
    exposure = re.search(rf"exposure level for {unit}: ([\d.]+)", judged.stdout)
    assert exposure
    assert float(exposure[1]) <= 2.0


def test_systemd_takes_the_timer() -> None:
    assert complaints(DEPLOY / "seaboard-backup.timer") == []


def test_systemd_takes_what_the_page_runs_beside_the_service(tmp_path: Path) -> None:
    (command,) = commands("systemd-run")
    settings = [word.removeprefix("--property=") for word in command if word.startswith("--property=")]
    unit = tmp_path / "seaboard-beside.service"
    unit.write_text("\n".join(["[Service]", "Type=oneshot", *settings, f"ExecStart={command[-2]} people", ""]))
    assert complaints(unit) == []


def complaints(unit: Path) -> list[str]:
    """What systemd has to say against a unit, but for what is not installed here."""
    said = run("systemd-analyze", "verify", str(unit)).stderr.splitlines()
    return [line for line in said if "seaboard" in line and "is not executable" not in line]
