"""Records replay, positions and moves survive being written and read, copies and pickles go on identically."""

import json
import os
import pickle
import random
import subprocess
import sys

import pytest

import seaboard
from tests.conformance.play import Setup, setups


def some_match(setup: Setup, seed: int, moves: int) -> seaboard.Match:
    m = seaboard.Match(setup.game, seats=setup.seats, seed=seed, options=setup.options)
    go_on(m, random.Random(seed), moves)
    return m


def go_on(m: seaboard.Match, rng: random.Random, moves: int) -> None:
    for _ in range(moves):
        if m.over:
            return
        seat = rng.choice(m.to_act)
        m.play(seat, rng.choice(m.legal(seat)))


@pytest.mark.parametrize("setup", setups(all_options=True), ids=str)
def test_a_record_replays_in_both_modes(setup: Setup) -> None:
    m = some_match(setup, 11, 100_000)
    record = json.loads(json.dumps(m.record()))
    for compiled in (False, True):
        again = seaboard.Match.replay(record, compiled=compiled)
        assert again.position() == m.position()
        assert again.record() == m.record()
        for seat in (None, *range(m.seats)):
            assert again.events(seat) == m.events(seat)


@pytest.mark.parametrize("setup", setups(all_options=True), ids=str)
def test_a_position_survives_and_goes_on(setup: Setup) -> None:
    for moves in (0, 1, 7, 23, 61, 100_000):
        m = some_match(setup, moves, moves)
        text = json.dumps(m.position())
        again = seaboard.Match.from_position(setup.game.name, json.loads(text))
        assert again.plain_state() == m.plain_state()
        assert again.options == m.options
        go_on(m, random.Random(1), 10)
        go_on(again, random.Random(1), 10)
        assert again.position() == m.position()


@pytest.mark.parametrize("setup", setups(), ids=str)
def test_every_move_has_a_notation_of_its_own(setup: Setup) -> None:
    m = seaboard.Match(setup.game, seats=setup.seats, seed=8, options=setup.options)
    rng = random.Random(8)
    while not m.over and len(m.moves) < 300:
        for seat in m.to_act:
            legal = m.legal(seat)
            names = [m.notation(action, seat) for action in legal]
            assert len(set(names)) == len(names)
            assert [m.parse(name, seat) for name in names] == legal
        seat = rng.choice(m.to_act)
        m.play(seat, rng.choice(m.legal(seat)))


@pytest.mark.parametrize("setup", setups(), ids=str)
@pytest.mark.parametrize("compiled", [False, True], ids=["interpreted", "compiled"])
def test_copies_and_pickles_go_on_identically(setup: Setup, compiled: bool) -> None:
    m = seaboard.Match(setup.game, seats=setup.seats, seed=4, options=setup.options, compiled=compiled)
    go_on(m, random.Random(4), 25)
    others = [m.copy(), pickle.loads(pickle.dumps(m))]
    go_on(m, random.Random(9), 30)
    for other in others:
        assert len(other.moves) <= len(m.moves)
        go_on(other, random.Random(9), 30)
        assert other.position() == m.position()
        assert other.events(0) == m.events(0)
        assert other.moves == m.moves


def test_the_same_seed_is_the_same_match_whatever_the_hash_seed() -> None:
    code = (
        "import random, seaboard\n"
        "for name in seaboard.GAMES:\n"
        "    m, rng = seaboard.Match(name, seed=1), random.Random(1)\n"
        "    for _ in range(40):\n"
        "        seat = rng.choice(m.to_act)\n"
        "        m.play(seat, rng.choice(m.legal(seat)))\n"
        "    print(m.position())\n"
    )
    outs = {
        subprocess.run(
            [sys.executable, "-c", code],
            env={**os.environ, "PYTHONHASHSEED": seed, "PYTHONPATH": "src"},
            check=True,
            capture_output=True,
        ).stdout
        for seed in ("0", "1", "77")
    }
    assert len(outs) == 1
