"""The compiled twin is never stale, and starts fast once it has been made."""

import gc
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from numba.core.errors import TypingError

import seaboard
from seaboard import GAMES
from seaboard.compiled import twin

SOURCE = Path(seaboard.__file__).parent
CODE = """
from seaboard import GAMES
from seaboard.compiled import twin
game = twin(GAMES["sea-change"])
print(game.rules.points_taken.py_func.__code__.co_filename)
s = game.blank()[0]
s["taken"][0][s["trump"]] = 0b11  # two cards, one of them the 0 of the trump suit
print(game.rules.points_taken(s, 0), game.rules.cards_taken(s, 0))
"""
"""Little of the rules, for it is compiled anew whenever they are edited: what takes from a table, and what calls the kit."""


def run(package: Path, cache: Path) -> list[str]:
    # what is compiled here runs once: no need to make it fast
    environment = {**os.environ, "PYTHONPATH": str(package.parent), "SEABOARD_CACHE": str(cache), "NUMBA_OPT": "0"}
    done = subprocess.run([sys.executable, "-c", CODE], env=environment, capture_output=True, text=True, check=True)
    return done.stdout.splitlines()


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, list[str]]:
    """A copy of the package with a cache beside it, and what it printed."""
    folder = tmp_path_factory.mktemp("played")
    shutil.copytree(SOURCE, folder / "seaboard", ignore=shutil.ignore_patterns("__pycache__", "page"))
    before = run(folder / "seaboard", folder / "cache")
    assert run(folder / "seaboard", folder / "cache") == before, "the second run comes from the cache"
    return folder, before


@pytest.mark.parametrize(
    ("file", "old", "new"),
    [
        ("games/sea_change/cards.py", "TRUMP_ZERO_POINTS = 5", "TRUMP_ZERO_POINTS = 105"),
        (
            "games/sea_change/scoring.py",
            "return s.points[side] + TRUMP_ZERO_POINTS if",
            "return s.points[side] + 100 + TRUMP_ZERO_POINTS if",
        ),
        ("kit.py", "return bits.bit_count()", "return bits.bit_count() + 0"),
        ("intrinsics.py", "return 64 - _leading_zeros(number)", "return 64 + 0 - _leading_zeros(number)"),
    ],
    ids=["imported-table", "rules", "kit", "intrinsics"],
)
def test_an_edited_rules_file_never_gives_a_stale_result(played: tuple[Path, list[str]], file: str, old: str, new: str) -> None:
    folder, before = played
    edited = folder / "seaboard" / file
    text = edited.read_text()
    assert text.count(old) == 1
    stamp = edited.stat()
    try:
        edited.write_text(text.replace(old, new))
        os.utime(edited, (stamp.st_atime, stamp.st_mtime))  # even if the clock did not move
        after = run(folder / "seaboard", folder / "cache")
    finally:
        edited.write_text(text)
    assert after[0] != before[0]
    assert (after[1] == before[1]) == (file in {"kit.py", "intrinsics.py"})


def test_an_unwritable_cache_folder_is_no_obstacle(tmp_path: Path) -> None:
    blocked = tmp_path / "file"
    blocked.write_text("not a folder")
    assert run(SOURCE, blocked)[1] == "5 2"


SCRATCH = """
from seaboard.kit import scratch

SIZE = 5

def fresh(times):
    found = 0
    for i in range(times):
        row = scratch(SIZE)
        found += len(row)
        for at in range(SIZE):
            found += row[at]
            row[at] = i + 1
    return found

def unknown(count):
    return scratch(count)[0]
"""


def test_scratch_is_zeros_each_time_it_is_asked_for() -> None:
    written = twin(GAMES["sea-change"]).written("scratch", lambda: SCRATCH)
    assert written.fresh(3) == 15


def test_scratch_of_a_size_that_is_not_known_says_so() -> None:
    written = twin(GAMES["sea-change"]).written("scratch", lambda: SCRATCH)
    with pytest.raises(TypingError, match="known when the rules are compiled"):
        written.unknown(3)


CALLS = """
from seaboard.kit import size

def twice(bits):
    return 2 * size(bits)

def factorial(number):
    if number < 2:
        return 1
    return number * factorial(number - 1)

def wrong(number):
    return number.nothing
"""


def test_functions_can_be_called_from_python_and_from_each_other() -> None:
    written = twin(GAMES["sea-change"]).written("calls", lambda: CALLS)
    assert written.size(7) == 3
    assert written.twice(7) == 6
    assert written.factorial(5) == 120
    kernel = twin(GAMES["sea-change"]).kernel("playout")
    assert kernel.rules.sides_of(twin(GAMES["sea-change"]).blank()[0]) == 0


def test_compiling_leaves_the_search_for_garbage_as_it_was() -> None:
    written = twin(GAMES["sea-change"]).written("calls", lambda: CALLS)
    usual = gc.get_threshold()
    with pytest.raises(TypingError):
        written.wrong(1)
    assert gc.get_threshold() == usual


@pytest.mark.parametrize("code", ["import seaboard; seaboard.Match('sea-change').view(0)", "import seaboard.server.run"])
def test_neither_interpreted_play_nor_a_server_that_starts_imports_numba(code: str) -> None:
    code += "; import sys; print('numba' in sys.modules)"
    environment = {**os.environ, "PYTHONPATH": str(SOURCE.parent)}
    done = subprocess.run([sys.executable, "-c", code], env=environment, capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "False"


@pytest.mark.parametrize(
    ("line", "error", "says"),
    [
        ("from seaboard.match import RECORD_FORMAT as MORE\n", ImportError, "takes RECORD_FORMAT from seaboard.match"),
        ("from seaboard.arena.ladder import MEAN as MORE\n", ImportError, "takes MEAN from seaboard.arena.ladder"),
        ("from seaboard.protocol_names import MORE\n", ImportError, "protocol_names"),
        ("import seaboard.match as played\n\nMORE = played.RECORD_FORMAT\n", ImportError, "imports seaboard.match, but"),
        ("from seaboard import match\n\nMORE = match.RECORD_FORMAT\n", ImportError, "imports seaboard.match, but"),
        ("if True:\n    from seaboard.match import RECORD_FORMAT as MORE\n", ImportError, "takes RECORD_FORMAT from seaboard.match"),
        (
            "try:\n    import seaboard.match as played\nfinally:\n    MORE = played.RECORD_FORMAT\n",
            ImportError,
            "imports seaboard.match, but",
        ),
        ("from seaboard.state import copy_block\n\nMORE = 0\n", TypingError, "copy_block"),
    ],
    ids=["number", "fraction", "unknown", "module", "module of a package", "under a condition", "tried", "function"],
)
def test_what_the_key_does_not_cover_is_not_compiled(line: str, error: type[Exception], says: str, tmp_path: Path) -> None:
    call = "copy_block(seat, 0)" if "copy_block" in line else "MORE"
    source = f"{line}\n\ndef same(seat):\n    return {call}\n"
    with pytest.raises(error, match=says):
        twin(GAMES["sea-change"]).written("not_covered_" + error.__name__.lower(), lambda: source).same(1)
