"""Threads that share the matches of a batch: each takes parts that nobody has begun, the caller too, without Python's lock.

So nobody waits for a thread that is still asleep, or that the system has no core for: the others do its parts. All of them look at one
row of numbers, the desk.
"""

from typing import Any

SIZE, PARTS, JOB, GIVEN, TURN, DONE, FAILED, AWAKE, BEGUN = range(9)
"""A desk: how many matches and parts there are; the work and what it is given, as addresses; which work it is, by number; how many parts
of it are done, and how many of them have failed; how many threads look here; and from `BEGUN` on, for each part, the last work in which
somebody has begun it."""

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


def take(desk: Any, home: int) -> None:
    """Do the parts that nobody has begun, from `home` on: each thread begins where it did before, for that is still in its core's cache."""
    turn = read(desk, TURN)
    parts = desk[PARTS]
    for k in range(parts):
        part = (home + k) % parts
        if swap(desk, BEGUN + part, turn - 1, turn):
            if run(desk[JOB], desk[GIVEN], part, first_of(desk, part), first_of(desk, part + 1)):
                add(desk, FAILED, 1)
            add(desk, DONE, 1)


def finish(desk: Any) -> None:
    """Do what others leave, and wait for what they have begun."""
    take(desk, 0)
    while read(desk, DONE) < desk[PARTS]:
        give_way()
    if desk[FAILED]:
        raise RuntimeError("compiled code has failed in a part of the batch")


def serve(desk: Any, home: int) -> None:
    """What a thread does that was woken: parts of all that is shared, until nothing has come for a while."""
    add(desk, AWAKE, 1)
    give_way()  # to whoever has woken it, if both are on one core
    seen, idle = 0, 0
    while idle < PATIENCE:
        turn = read(desk, TURN)
        if turn == seen:
            idle += 1
            pause()  # giving way would keep two threads on one core while another is free: the system moves one only when it wakes
        else:
            seen, idle = turn, 0
            take(desk, home)
    add(desk, AWAKE, -1)
