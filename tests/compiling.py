"""Compiles what most tests need, each game once, on all cores, before the tests begin: `python -m tests.compiling`.

Otherwise every process of the tests, and every server that they start, would compile the same at the same time. What was compiled is kept
in the checkout until its source is edited, so only the first run takes long. What is missing here is compiled by the test that needs it.
"""

import gc
import multiprocessing
import os
import subprocess
import sys

import numpy as np

import tests.conftest  # noqa: F401  # first: it says how to compile, and where to keep it
from seaboard import GAMES, bots, envs, state
from seaboard.arena import contest, simulate
from seaboard.bots.specs import Spec
from seaboard.compiled import origin, twin
from seaboard.envs.table import Table
from seaboard.game import Game
from seaboard.kit import lowest
from seaboard.review import luck
from tests.conformance.play import Setup
from tests.conformance.test_soundness import check_matches


def size_of(name: str) -> int:
    """How much there is to compile, as far as it can be told."""
    return sum(file.stat().st_size for file in origin(GAMES[name].package).parent.glob("*.py"))


def compile_game(name: str) -> None:
    """Do what tests do with a game, once and as briefly as it can be done."""
    gc.disable()  # a compiler keeps most of what it makes: looking through it for garbage again and again is in vain
    game = GAMES[name]
    bots.precompile(game)
    check_matches(Setup(game, game.default_seats), 1)
    _try_rules(game)
    _try_environments(game)
    _try_arena(game)


def _try_rules(game: Game) -> None:
    """Call what tests call from Python: it is compiled apart."""
    compiled = twin(game)
    s = state.to_record(game.new_state(seats=game.default_seats, seed=0, options=game.check_options(game.default_seats, {})))
    out = np.zeros(game.state.ACTIONS, np.int64)
    compiled.rules.start(s, None)
    seat = lowest(int(compiled.rules.to_act(s)))
    count = compiled.rules.legal_actions(s, seat, out)
    compiled.module("strategy").simple(s, seat, out, count)
    compiled.rules.apply(s, seat, int(out[0]), None)
    compiled.module("view").hide(s, seat)
    compiled.module("redeal").redeal(s, seat)


def _try_environments(game: Game) -> None:
    for events in (False, True):
        table = Table(game, events=events)
        table.reset(0)
        seat = lowest(table.acting)
        table.look(seat)
        table.pick(seat, np.ones(1, np.int64))
        table.step(seat, table.advise(seat))
        table.rewards()
    batch = envs.batch(game, size=2)  # of one, arrays would have another type
    batch.step(batch.random_actions())
    batch.random_steps(1)
    batch.observe(0)
    batch.known(0)
    many = envs.vector(game, num_envs=2, bots=["simple"])
    seen, _ = many.reset(seed=0)
    many.step(np.array([np.flatnonzero(mask)[0] for mask in seen["action_mask"]]))


def _try_arena(game: Game) -> None:
    seats, options = game.default_seats, game.check_options(game.default_seats, {})
    simulate.play_part(game.name, seats, options, 0, 0, 1)
    moves = contest.play(game, [Spec("simple")] * seats, seed=0, bots_seed=0).moves
    luck.walk(game, seats=seats, options=options, seed=0, moves=moves, playouts=1, fates=1, dice=1, thorough=True)


def read_tests() -> subprocess.Popen[bytes]:
    """Begin to read every test, if a core has nothing else to do: pytest keeps what it makes of a file, or each worker would make it."""
    command = [sys.executable, "-m", "pytest", "--collect-only", "-qq", "--ignore=tests/train"]
    return subprocess.Popen(["nice", "-n", "19", *command], stdout=subprocess.DEVNULL)


if __name__ == "__main__":
    reading = read_tests()
    with multiprocessing.get_context("spawn").Pool(os.cpu_count(), maxtasksperchild=1) as pool:  # no game inherits another's garbage
        pool.map(compile_game, sorted(GAMES, key=size_of, reverse=True), chunksize=1)
    reading.terminate()  # what it has not come to is made later
    reading.wait()
