"""Threads share the matches of a batch: each, the caller included, takes parts that nobody has begun, without Python's lock.

So nobody waits for a thread that is still asleep or has no core: the others do its parts. They coordinate through one row of numbers, the
desk.
"""

from typing import Any

SIZE, PARTS, JOB, GIVEN, TURN, DONE, FAILED, AWAKE, BEGUN = range(9)
"""The numbers of a desk: how many matches and parts there are; the addresses of the work and of its arguments; the number of this work;
how many of its parts are done, and how many of those failed; how many threads are awake; and from `BEGUN` on, for each part, the number of
the last work in which it was begun."""

PATIENCE = 3000  # pauses before an idle thread goes to sleep: about 0.1 ms


def share(desk: Any, work: Any, given: Any) -> None:
    """Offer `work(part, begin, end, *given)` for every part to all threads. The caller must `finish` it while `given` still exists.

    Compiled code uses `intrinsics.py` for this function and those below that do nothing here.
    """


def run(job: int, given: int, part: int, begin: int, end: int) -> bool:
    """Do one part of the shared work; return whether it failed."""
    return False


def read(desk: Any, place: int) -> int:
    """Read a number that other threads change, and see everything that they wrote before it."""
    return 0


def add(desk: Any, place: int, count: int) -> None:
    """Add to a number that other threads change too."""


def swap(desk: Any, place: int, old: int, new: int) -> bool:
    """Replace a number unless another thread has changed it; return whether it was replaced."""
    return False


def pause() -> None:
    """Wait for a moment without giving up the core."""


def give_way() -> None:
    """Let other threads that are waiting have this core."""


def first_of(desk: Any, part: int) -> int:
    """Return the first match of a part, which is the end of the part before."""
    return desk[SIZE] * part // desk[PARTS]


def take(desk: Any, home: int) -> None:
    """Do the parts that nobody has begun, from `home` on: those a thread did last time are still in its core's cache."""
    turn = read(desk, TURN)
    parts = desk[PARTS]
    for k in range(parts):
        part = (home + k) % parts
        if swap(desk, BEGUN + part, turn - 1, turn):
            if run(desk[JOB], desk[GIVEN], part, first_of(desk, part), first_of(desk, part + 1)):
                add(desk, FAILED, 1)
            add(desk, DONE, 1)


def finish(desk: Any) -> None:
    """Do the parts that nobody has begun, and wait for the others."""
    take(desk, 0)
    while read(desk, DONE) < desk[PARTS]:
        give_way()
    if desk[FAILED]:
        raise RuntimeError("compiled code failed in a part of the batch")


def serve(desk: Any, home: int) -> None:
    """Do parts of whatever is shared until nothing has come for a while: the work of a woken thread."""
    add(desk, AWAKE, 1)
    give_way()  # to the thread that woke this one, in case both are on one core
    seen, idle = 0, 0
    while idle < PATIENCE:
        turn = read(desk, TURN)
        if turn == seen:
            idle += 1
            pause()  # not give_way(): two threads would stay on one core with another free, since the system moves a thread when it wakes
        else:
            seen, idle = turn, 0
            take(desk, home)
    add(desk, AWAKE, -1)
