"""A batch is the same, to the bit, whatever the number of threads that step it."""

import gc
import multiprocessing
import pickle
import threading
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import numpy as np
import pytest

import seaboard
from seaboard import envs
from seaboard.compiled import twin
from seaboard.envs.slices import LEAST, Slices, usual_threads
from seaboard.kernels.crew import AWAKE

STEPS = 600
SIZE = 7  # so that parts differ in length


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


def test_a_finished_match_stays_in_every_part() -> None:
    batches = [envs.batch("sea-change", size=SIZE, options={"target": 1}, auto_reset=False, threads=threads) for threads in (1, 3)]
    for b in batches:
        for _ in range(500):
            b.step(b.random_actions())
        assert b.over.all()
    assert looks(batches[0]) == looks(batches[1])


def test_bad_actions_change_nothing_in_any_part() -> None:
    b = envs.batch("sea-change", size=SIZE, threads=3)
    before = looks(b)
    actions = b.random_actions()
    actions[SIZE - 1] = -1
    with pytest.raises(seaboard.IllegalAction, match=f"match {SIZE - 1}"):
        b.step(actions)
    assert looks(b) == before


WORK = """
from seaboard.kernels.crew import finish, share


def count_part(part, begin, end, times, wrong):
    if part == wrong:
        raise ValueError("wrong")
    for i in range(begin, end):
        times[i] += 1


def count(desk, times, wrong):
    share(desk, count_part, (times, wrong))
    finish(desk)
"""


def counting(size: int, threads: int) -> tuple[Slices, Any]:
    """A crew, and work that counts how often each place is worked on."""
    compiled = twin(seaboard.GAMES["land-unter"])
    return Slices(size, threads=threads, serve=compiled.kernel("crew").serve), compiled.written("counting", lambda: WORK).count


@pytest.mark.parametrize("wrong", [0, 2])
def test_an_error_in_a_part_reaches_the_caller_when_all_are_done(wrong: int) -> None:
    slices, count = counting(9, 3)
    times = np.zeros(9, np.int64)
    with pytest.raises(RuntimeError, match="part of the batch"), slices as desk:
        count(desk, times, wrong)
    assert times.reshape(3, 3).sum(axis=1).tolist() == [0 if part == wrong else 3 for part in range(3)]
    with slices as desk:
        count(desk, times, -1)
    assert times.sum() == 6 + 9


@pytest.mark.parametrize(("size", "threads"), [(1, 1), (1, 4), (7, 3), (4096, 1), (4096, 5)])
def test_every_place_is_worked_on_once(size: int, threads: int) -> None:
    slices, count = counting(size, threads)
    times = np.zeros(size, np.int64)
    for done in range(1, 200):
        with slices as desk:
            count(desk, times, -1)
        assert (times == done).all()


def test_a_batch_has_a_thread_for_each_core_if_it_is_big_enough() -> None:
    assert usual_threads(1) == usual_threads(2 * LEAST - 1) == 1
    with pytest.raises(seaboard.SeaboardError, match="thread"):
        envs.batch("sea-change", size=2, threads=0)


def wait_for(what: Callable[[], bool]) -> bool:
    end = time.monotonic() + 20
    while not what() and time.monotonic() < end:
        time.sleep(0.01)
    return what()


def test_threads_sleep_while_nothing_is_stepped_and_end_with_their_batch() -> None:
    before = set(threading.enumerate())
    b = envs.batch("land-unter", size=SIZE, threads=3)
    threads = set(threading.enumerate()) - before
    assert len(threads) == 2
    desk, bell = b._slices._desk, b._slices._bell
    assert wait_for(lambda: desk[AWAKE] == 0 and bell.empty())
    b.step(b.random_actions())
    del b
    gc.collect()
    assert wait_for(lambda: not any(thread.is_alive() for thread in threads))


def test_several_threads_may_look_at_one_batch() -> None:
    b = envs.batch("land-unter", size=64, threads=3)
    expected = [b.observe(seat).tobytes() for seat in range(b.seats)]
    with ThreadPoolExecutor(4) as pool:
        seen = list(pool.map(lambda k: b.observe(k % b.seats).tobytes() == expected[k % b.seats], range(200)))
    assert all(seen)


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
