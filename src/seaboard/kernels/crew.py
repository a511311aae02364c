"""Threads share the matches of a batch: each, the caller included, takes parts that nobody has begun, without Python's lock.

So nobody waits for a thread that is still asleep or has no core: the others do its parts. They coordinate through one row of numbers, the
desk.
"""

from typing import Any

PLACES = SIZE, PARTS, JOB, GIVEN, TURN, DONE, FAILED, AWAKE = range(8)
"""The numbers of a desk: how many matches and parts there are; the addresses of the work and of its arguments; how many parts nobody has
begun (together with a number that tells this work from the last), how many are done, and how many of those failed; how many threads are
awake."""

LEFT = 0xFFFFFFFF  # the bits of TURN that count the parts nobody has begun
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


def take(desk: Any) -> bool:
    """Do a part that nobody has begun; return False if there is none."""
    turn = read(desk, TURN)
    left = turn & LEFT
    if left == 0:
        return False
    job, given = desk[JOB], desk[GIVEN]
    if swap(desk, TURN, turn, turn - 1):
        if run(job, given, left - 1, first_of(desk, left - 1), first_of(desk, left)):
            add(desk, FAILED, 1)
        add(desk, DONE, 1)
    return True


def finish(desk: Any) -> None:
    """Do the parts that nobody has begun, and wait for the others."""
    while take(desk):
        pass
    while read(desk, DONE) < desk[PARTS]:
        give_way()
    if desk[FAILED]:
        raise RuntimeError("compiled code failed in a part of the batch")


def serve(desk: Any) -> None:
    """Do parts of whatever is shared until nothing has come for a while: the work of a woken thread."""
    add(desk, AWAKE, 1)
    idle = 0
    while idle < PATIENCE:
        idle = 0 if take(desk) else idle + 1
        pause()  # not give_way(): two threads would stay on one core with another free, since the system moves a thread only when it wakes
    add(desk, AWAKE, -1)
