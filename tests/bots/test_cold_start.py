"""Nothing is compiled on a player's time at a server; everywhere else a search waits until it can think."""

import json
import os
import pty
import subprocess
import sys
from pathlib import Path

import pytest

from seaboard import GAMES

FIRST_MOVES = """
import json, os, sys, time
import seaboard
from seaboard import bots

game = sys.argv[1]
m = seaboard.Match(game, seed=1)
reports = []
bots.precompile_in_background(game, lambda done, count: reports.append((done, count)))
players = [bots.make("admiral", game, seed=seat, patient=False) for seat in range(m.seats)]
spent, began = [], time.perf_counter()
while not m.over and not (bots.is_compiled(game) or time.perf_counter() - began > 4):
    seat = m.to_act[0]
    before = time.perf_counter()
    m.play(seat, players[seat].choose(m.view(seat)))
    spent.append(time.perf_counter() - before)
    time.sleep(0.05)
print(json.dumps({"spent": spent, "reports": reports}), flush=True)
os._exit(0)  # without waiting for what is being compiled
"""


@pytest.mark.parametrize("game", GAMES)
def test_bots_answer_within_two_seconds_when_nothing_is_compiled(game: str, tmp_path: Path) -> None:
    run = subprocess.run(
        [sys.executable, "-c", FIRST_MOVES, game],
        env=environment(cache=tmp_path),
        capture_output=True,
        text=True,
        timeout=120,
        check=True,
    )
    told = json.loads(run.stdout)
    assert len(told["spent"]) >= 3, "each of these was asked while nothing, or not everything, was compiled"
    assert max(told["spent"]) < 2
    assert all(0 <= done <= count for done, count in told["reports"])
    assert told["reports"][0][0] < told["reports"][0][1]


FIRST_THOUGHT = """
from seaboard import Match, bots

m = Match("sea-change", seed=1)
bot = bots.make("search:10", "sea-change", seed=1)
bot.choose(m.view(m.to_act[0]))
print(sum(thought["visits"] for thought in bot.thoughts))
"""


def test_a_search_made_in_python_thinks_from_its_first_choice_on() -> None:
    run = subprocess.run([sys.executable, "-c", FIRST_THOUGHT], env=environment(), capture_output=True, text=True, timeout=300, check=True)
    assert run.stdout == "10\n"
    assert run.stderr == ""


def test_whoever_waits_at_a_terminal_sees_progress(tmp_path: Path) -> None:
    master, slave = pty.openpty()
    run = subprocess.Popen([sys.executable, "-c", FIRST_THOUGHT], env=environment(cache=tmp_path), stdout=subprocess.DEVNULL, stderr=slave)
    os.close(slave)
    seen = ""
    try:
        while "Sea Change: compiling" not in seen:
            seen += os.read(master, 1024).decode()  # raises when the program has ended without a word
    finally:
        run.kill()
        run.wait()
        os.close(master)


def environment(**folders: Path) -> dict[str, str]:
    changes = {f"SEABOARD_{name.upper()}": str(folder) for name, folder in folders.items()}
    return {**os.environ, **changes, "PYTHONPATH": os.pathsep.join(sys.path)}
