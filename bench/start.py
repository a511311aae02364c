"""Cold and warm start of the compiled games, each in a process of its own."""

import os
import subprocess
import sys
import tempfile

from bench.measure import Row
from seaboard import GAMES

CODE = """
import time
began = time.perf_counter()
from seaboard.arena.simulate import simulate
simulate({name!r}, games=1)
print(time.perf_counter() - began)
"""


def seconds(name: str, cache: str) -> float:
    """Time from nothing imported to the first compiled match played."""
    environment = {**os.environ, "SEABOARD_CACHE": cache}
    done = subprocess.run([sys.executable, "-c", CODE.format(name=name)], env=environment, check=True, capture_output=True, text=True)
    return float(done.stdout)


def starts() -> list[Row]:
    """With an empty cache, and with a full one (the best of three)."""
    rows = []
    for game in GAMES.values():
        with tempfile.TemporaryDirectory() as cache:
            rows.append(Row(f"{game.title}, cold start", "s", seconds(game.name, cache)))
            warm = min(seconds(game.name, cache) for _ in range(3))
            rows.append(Row(f"{game.title}, warm start", "s", warm, wanted=1, at_most=True))
    return rows
