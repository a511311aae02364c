"""The process that makes reviews: a job on each line of standard input, the parts of its review on lines of standard output.

It lowers its priority as far as its argument says (19 at most), so that all other work on the machine comes first, and ends with its
server.
"""

import contextlib
import os
import signal
import sys
import time
from collections.abc import Callable
from typing import Any

import msgspec

from seaboard.server.refusals import Refused
from seaboard.server.review_parts import ReviewChances, ReviewDone, ReviewFailed, ReviewGoes, ReviewPart
from seaboard.server.time_slices import let_others_interrupt

LAST_OF_ALL = 19
"""The highest niceness that a process can have."""
EVERY = 0.2
"""Seconds between two messages while decisions are judged."""


class Work(msgspec.Struct, frozen=True):
    """A review to make."""

    record: dict[str, Any]
    seat: int | None
    """Whose decisions to judge; None: nobody's."""
    simulations: int | None = None
    """Simulations for each decision; None: as many as there is time for."""


_work = msgspec.json.Decoder(Work)


def make(work: Work, tell: Callable[[ReviewPart], None]) -> None:
    """Make a review and write its parts."""
    from seaboard.review.making import in_parts
    from seaboard.review.model import Chances, Decision, Judged

    waiting: list[Decision] = []
    told = time.monotonic()
    for part in in_parts(work.record, seats=[] if work.seat is None else [work.seat], simulations=work.simulations):
        if isinstance(part, Chances):
            tell(ReviewChances(part.seats, part.steps))
        elif isinstance(part, Judged):
            waiting += [part.decision] if part.decision else []
            if time.monotonic() - told > EVERY or part.done == part.total:
                tell(ReviewGoes(part.done, part.total, waiting))
                waiting, told = [], time.monotonic()
        else:
            tell(ReviewDone(work.seat, part))


def step_back(nice: int) -> None:
    """Lower the priority: at the lowest, a process that wants the core doesn't even wait for a time slice."""
    if hasattr(os, "nice"):
        os.nice(nice)
    let_others_interrupt()
    if nice >= LAST_OF_ALL and hasattr(os, "SCHED_IDLE"):
        with contextlib.suppress(OSError):  # not every container allows it
            os.sched_setscheduler(0, os.SCHED_IDLE, os.sched_param(0))


def answer_jobs(make: Callable[[bytes, Callable[[Any], None]], None], *, failed: msgspec.Struct) -> None:
    """Do the job on each line of standard input until it ends; `failed` makes the message for one that failed."""
    step_back(int(sys.argv[1]))
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl+C is for the server, which then ends this
    answers = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)  # anything else that is printed goes to the log

    def tell(part: msgspec.Struct) -> None:
        answers.write(msgspec.json.encode(part) + b"\n")
        answers.flush()

    with contextlib.suppress(BrokenPipeError):
        for line in sys.stdin.buffer:
            try:
                make(line, tell)
            except BrokenPipeError:
                return
            except Exception as error:  # the next job may fare better
                print(f"a job failed: {type(error).__name__}: {error}", file=sys.stderr, flush=True)
                tell(failed)


if __name__ == "__main__":
    answer_jobs(lambda line, tell: make(_work.decode(line), tell), failed=ReviewFailed(Refused("review.failed").reason()))
