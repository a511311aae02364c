"""On a GPU the rules are the same; where there is none, numba's simulator runs the same kernels."""

import ast
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from seaboard import GAMES
from seaboard.compiled import OF_THE_GAME
from seaboard.cuda import FROM_START, FromTheStart, OwnMemory, _from_start
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


@pytest.mark.parametrize("game", [game for game in GAMES.values() if game.features], ids=lambda game: game.name)
def test_every_function_can_be_rewritten_for_a_gpu(game: Game) -> None:
    """The simulator does without it: a function that only Python runs, beside those that a kernel needs, must not stop it."""
    for name in OF_THE_GAME:
        module = getattr(game, name, None)
        if module is None:
            continue
        tree = OwnMemory(vars(module)).visit(ast.parse(Path(str(module.__file__)).read_text()))
        left = [
            call for call in ast.walk(tree) if isinstance(call, ast.Call) and isinstance(call.func, ast.Name) and call.func.id == "scratch"
        ]
        assert not left, f"{module.__name__}: a scratch array is not in the thread's own memory"


def test_rules_that_count_from_the_end_are_found() -> None:
    """Whole matches on a GPU have indices without a sign: the simulator, with which the tests above play, refuses others."""
    source = "def last(cards: list[int], count: int) -> int:\n    return cards[count - 1]"
    names = {FROM_START: _from_start}
    exec(compile(ast.fix_missing_locations(FromTheStart(names).visit(ast.parse(source))), "rules.py", "exec"), names)
    last: Any = names["last"]
    assert last([5, 6], 2) == 6
    with pytest.raises(IndexError, match="from the end"):
        last([5, 6], 0)
