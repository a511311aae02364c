"""A batch is the same, to the bit, whatever the number of threads that step it."""

import multiprocessing
import pickle
from typing import Any

import numpy as np
import pytest

import seaboard
from seaboard import envs
from seaboard.envs.slices import LEAST, Slices, usual_threads

STEPS = 600
SIZE = 7  # so that slices differ in length


def looks(b: envs.Batch) -> list[bytes]:
    rows = [b.observe(), b.observe(0), b.known(), b.simple_actions()]
    return [array.tobytes() for array in (b.states, b.seat, b.mask, b.share, b._seed, *rows)]


@pytest.mark.parametrize("in_place", [True, False])
@pytest.mark.parametrize("game", seaboard.GAMES.values(), ids=lambda game: game.name)
def test_any_number_of_threads_plays_the_same(game: Any, in_place: bool) -> None:
    batches = [envs.batch(game, size=SIZE, seed=4, threads=threads, in_place=in_place) for threads in (1, 2, 3)]
    ended = 0
    for step in range(STEPS):
        actions = [b.random_actions() for b in batches]
        for b, chosen in zip(batches, actions, strict=True):
            b.step(chosen)
        ended += int(batches[0].over.sum())
        if step % 50 == 0 or batches[0].over.any():
            first, *others = map(looks, batches)
            assert all(other == first for other in others)
    assert ended > SIZE
    for b in batches:
        b.random_steps(20)
        b.step(b.random_actions())
    first, *others = map(looks, batches)
    assert all(other == first for other in others)
    for b in batches:
        b.reset(seed=5)
    assert looks(batches[2]) == looks(batches[0]) == looks(envs.batch(game, size=SIZE, seed=5))


def test_a_finished_match_stays_in_every_slice() -> None:
    batches = [envs.batch("sea-change", size=SIZE, options={"target": 1}, auto_reset=False, threads=threads) for threads in (1, 3)]
    for b in batches:
        for _ in range(500):
            b.step(b.random_actions())
        assert b.over.all()
    assert looks(batches[0]) == looks(batches[1])


def test_bad_actions_change_nothing_in_any_slice() -> None:
    b = envs.batch("sea-change", size=SIZE, threads=3)
    before = looks(b)
    actions = b.random_actions()
    actions[SIZE - 1] = -1
    with pytest.raises(seaboard.IllegalAction, match=f"match {SIZE - 1}"):
        b.step(actions)
    assert looks(b) == before


@pytest.mark.parametrize("wrong", range(3))
def test_an_error_in_a_slice_reaches_the_caller_when_all_are_done(wrong: int) -> None:
    slices, done = Slices(9, threads=3), []

    def work(k: int, part: slice) -> None:
        if k == wrong:
            raise ZeroDivisionError(k)
        done.append(part)

    with pytest.raises(ZeroDivisionError, match=str(wrong)):
        slices.each(work)
    assert len(done) == 2


def test_slices_have_every_place_once() -> None:
    for size, threads in ((1, 1), (1, 4), (7, 3), (4096, 5)):
        slices = Slices(size, threads=threads)
        assert len(slices) == min(size, threads)
        assert np.concatenate([np.arange(size)[part] for part in slices.parts]).tolist() == list(range(size))
    assert usual_threads(1) == usual_threads(2 * LEAST - 1) == 1
    with pytest.raises(seaboard.SeaboardError, match="thread"):
        envs.batch("sea-change", size=2, threads=0)


def test_copies_and_forks_have_threads_of_their_own() -> None:
    b = envs.batch("sea-change", size=SIZE, threads=3)
    for other in (b.copy(), pickle.loads(pickle.dumps(b))):
        assert other.threads == 3
        assert (other.states == b.states).all()  # not to the byte: what is between the fields of a record is not copied
        assert (other.observe() == b.observe()).all()
    child = multiprocessing.get_context("fork").Process(target=looks, args=(b,))  # the threads of this batch are not there
    child.start()
    child.join(60)
    assert child.exitcode == 0
