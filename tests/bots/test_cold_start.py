"""Nothing is compiled on a player's time at a server; everywhere else a search waits until it can think."""

import json
import os
import pty
import shutil
import subprocess
import sys
import time
from pathlib import Path

import psutil
import pytest

from seaboard import GAMES, bots
from seaboard.compiled import cache_folder

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


COMPILED = """
import os, resource, signal, sys, threading, time
import psutil
from seaboard import bots

def kill():
    while not (children := psutil.Process().children()):
        time.sleep(0.01)
    children[0].kill()

if "kill" in sys.argv:
    threading.Thread(target=kill).start()
bots.precompile("land-unter")
assert bots.is_compiled("land-unter")
print(resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime > 0)
"""


@pytest.fixture
def nearly_complete(tmp_path: Path) -> Path:
    """A cache with all of a game, but without the note that it is all."""
    bots.precompile("land-unter")
    for folder in cache_folder().iterdir():
        if folder.is_dir() and any(folder.glob("land_unter_*.py")):
            shutil.copytree(folder, tmp_path / "compiled" / folder.name, ignore=shutil.ignore_patterns("complete-*"))
    return tmp_path


def test_what_may_be_missing_is_compiled_by_another_process_once(nearly_complete: Path) -> None:
    assert run(COMPILED, cache=nearly_complete) == ("True\n", "")
    assert run(COMPILED, cache=nearly_complete) == ("False\n", "")


def test_when_the_other_process_is_killed_it_is_compiled_here(nearly_complete: Path) -> None:
    written, told = run(COMPILED, "kill", cache=nearly_complete)
    assert written in ("True\n", "False\n")  # it may have been killed before it took any time
    assert "the process that compiled land-unter ended with -9: it is compiled here" in told
    assert run(COMPILED, cache=nearly_complete) == ("False\n", "")


def test_the_other_process_ends_with_whoever_waits_for_it(tmp_path: Path) -> None:
    waiting = subprocess.Popen([sys.executable, "-c", FIRST_THOUGHT], env=environment(cache=tmp_path), stdout=subprocess.DEVNULL)
    while not (children := psutil.Process(waiting.pid).children()):
        assert waiting.poll() is None
        time.sleep(0.05)
    waiting.kill()
    waiting.wait()
    gone, _ = psutil.wait_procs(children, timeout=30)
    assert gone == children


def run(program: str, *arguments: str, cache: Path) -> tuple[str, str]:
    """What a program of its own writes, and what it says on the side."""
    command = [sys.executable, "-c", program, *arguments]
    done = subprocess.run(command, env=environment(cache=cache), capture_output=True, text=True, timeout=300, check=True)
    return done.stdout, done.stderr


def environment(**folders: Path) -> dict[str, str]:
    changes = {f"SEABOARD_{name.upper()}": str(folder) for name, folder in folders.items()}
    return {**os.environ, **changes, "PYTHONPATH": os.pathsep.join(sys.path)}
