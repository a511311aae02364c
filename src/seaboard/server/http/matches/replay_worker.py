"""The process that replays records: a job on each line of standard input, the whole answer on a line of standard output."""

import gzip
from collections.abc import Callable
from typing import Any

import msgspec

from seaboard.errors import SeaboardError
from seaboard.server.http import listings
from seaboard.server.matches import records
from seaboard.server.reviews.worker import answer_jobs

LEVEL = 5
"""How hard to compress: more takes twice as long and saves little."""


class Work(msgspec.Struct, frozen=True):
    """A record to replay."""

    record: dict[str, Any]
    seat: int | None
    """Who saw it; None: a spectator."""
    compress: bool


class Made(msgspec.Struct, frozen=True, tag_field="type", tag="made"):
    """A replay as it is answered, compressed if it was to be."""

    body: bytes


class Bad(msgspec.Struct, frozen=True, tag_field="type", tag="bad"):
    """The record doesn't replay."""

    why: str


class Failed(msgspec.Struct, frozen=True, tag_field="type", tag="failed"):
    """The replay failed for an unknown reason."""


_work = msgspec.json.Decoder(Work)
LAST = (b'{"type":',)
"""How the last line about a job begins: there is only one."""


def make(line: bytes, tell: Callable[[msgspec.Struct], None]) -> None:
    """Replay a record."""
    work = _work.decode(line)
    try:
        body = msgspec.json.encode(listings.shown(records.replay(work.record, work.seat)))
    except SeaboardError as error:
        tell(Bad(str(error)))
    else:
        tell(Made(gzip.compress(body, LEVEL) if work.compress else body))


if __name__ == "__main__":
    answer_jobs(make, failed=Failed())
