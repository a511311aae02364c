"""What Caddy says of its file: part of `make test` where there is a Caddy, and of `make soak`."""

from pathlib import Path

from tests.deploy.programs import run

FILE = Path(__file__).parents[2] / "deploy" / "Caddyfile"


def test_caddy_takes_its_file() -> None:
    done = run("caddy", "validate", "--adapter", "caddyfile", "--config", str(FILE), SITE="play.example.org")
    assert done.returncode == 0, done.stderr
