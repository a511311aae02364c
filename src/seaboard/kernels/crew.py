"""Threads that share the matches of a batch: each takes a part that nobody has begun, the caller too, without Python's lock.

So nobody waits for a thread that is still asleep, or that the system has no core for: the others do its parts. All of them look at one
row of numbers, the desk.
"""

from typing import Any

PLACES = SIZE, PARTS, JOB, GIVEN, TURN, DONE, FAILED, AWAKE = range(8)
"""A desk: how many matches and parts there are; the work and what it is given, as addresses; how many parts nobody has begun (beside a
number that tells this work from the last), how many are done, how many of them have failed; and how many threads look here."""

LEFT = 0xFFFFFFFF  # of TURN, what says how many parts nobody has begun
PATIENCE = 3000  # how many pauses a thread makes before it goes to sleep: about 0.1 ms


def share(desk: Any, work: Any, given: Any) -> None:
    """Have `work(part, begin, end, *given)` done for every part. Whoever shares work has to `finish` it before what is given is gone.

    Bound, like those below, to what the processor has for it.
    """


def run(job: int, given: int, part: int, begin: int, end: int) -> bool:
    """Do a part of what was shared, and say whether it has failed."""
    return False


def read(desk: Any, place: int) -> int:
    """A number that other threads change. What they have written before is seen after."""
    return 0


def add(desk: Any, place: int, count: int) -> None:
    """Add to a number that other threads change as well."""


def swap(desk: Any, place: int, old: int, new: int) -> bool:
    """Replace a number, if no other thread has been faster."""
    return False


def pause() -> None:
    """Wait for a moment, and keep the core."""


def give_way() -> None:
    """Let other threads have this core, if any of them wants it."""


def first_of(desk: Any, part: int) -> int:
    """The first match of a part, and so the end of the part before."""
    return desk[SIZE] * part // desk[PARTS]


def take(desk: Any) -> bool:
    """Do a part that nobody has begun. False: there is none."""
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
    """Do what others leave, and wait for what they have begun."""
    while take(desk):
        pass
    while read(desk, DONE) < desk[PARTS]:
        give_way()
    if desk[FAILED]:
        raise RuntimeError("compiled code has failed in a part of the batch")


def serve(desk: Any) -> None:
    """What a thread does that was woken: parts of all that is shared, until nothing has come for a while."""
    add(desk, AWAKE, 1)
    idle = 0
    while idle < PATIENCE:
        idle = 0 if take(desk) else idle + 1
        pause()  # giving way would keep two threads on one core while another is free: the system moves one only when it wakes
    add(desk, AWAKE, -1)
