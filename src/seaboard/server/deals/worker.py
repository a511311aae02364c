"""The process in which bots play deals: a job on each line of standard input, and each try's result on a line of standard output."""

from collections.abc import Callable
from typing import Literal

import msgspec

from seaboard.server.reviews.worker import answer_jobs
from seaboard.server.storage.rows import Deal


class Work(msgspec.Struct, frozen=True):
    """A job: a number of tries, numbered from the first."""

    deal: Deal
    level: str
    first: int
    count: int


class Tried(msgspec.Struct, frozen=True, tag_field="type", tag="tried"):
    """The result of a try."""

    place: int
    margin: int


class Done(msgspec.Struct, frozen=True, tag_field="type", tag="done"):
    """The job is done: all tries were made, or one failed."""

    why: Literal["all", "failed"]


_work = msgspec.json.Decoder(Work)
LAST = (b'{"type":"done"',)
"""How the last line about a job begins."""


def make(line: bytes, tell: Callable[[msgspec.Struct], None]) -> None:
    """Make the tries of a job and write their results."""
    from seaboard.server.deals import playing

    work = _work.decode(line)
    played = None
    for number in range(work.first, work.first + work.count):
        if played is None or not playing.is_always_the_same(work.level, work.deal.game):
            played = playing.play(work.deal, work.level, number)
        tell(Tried(played.place, played.margin))
    tell(Done("all"))


if __name__ == "__main__":
    answer_jobs(make, failed=Done("failed"))
