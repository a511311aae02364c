"""Caddy accepts its file: part of `make soak`, and of `make test` if Caddy is installed."""

from pathlib import Path

from tests.deploy.programs import run

FILE = Path(__file__).parents[2] / "deploy" / "Caddyfile"


def test_caddy_takes_its_file() -> None:
    done = run("caddy", "validate", "--adapter", "caddyfile", "--config", str(FILE), SITE="play.example.org")
    assert done.returncode == 0, done.stderr
