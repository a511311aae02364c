"""On a GPU the rules are the same; where there is none, numba's simulator runs the same kernels."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from seaboard import GAMES
from seaboard.game import Game

ROOT = Path(__file__).parents[2]


@pytest.mark.parametrize("game", [game for game in GAMES.values() if game.features], ids=lambda game: game.name)
def test_a_gpu_plays_the_same_matches(game: Game) -> None:
    wanted = [f"{game.name}-{seats}" for seats in (game.seats[0], game.default_seats)]
    told = subprocess.run(
        [sys.executable, "-m", "tests.conformance.cuda_agrees", "2", *wanted],
        cwd=ROOT,
        env={**os.environ, "NUMBA_ENABLE_CUDASIM": "1", "PYTHONPATH": str(ROOT / "src")},
        capture_output=True,
        text=True,
        check=False,
    )
    assert told.returncode == 0, told.stderr
    assert told.stdout.count("agrees") == len(set(wanted))
