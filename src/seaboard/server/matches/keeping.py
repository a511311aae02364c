"""What is stored of a finished match so that it stays readable for ever: each move as each seat saw it.

As long as the server has the rules that a match was played by, its entries are enough. Once the rules have changed, only what was shown
then can be shown.
"""

import time
import zlib
from collections.abc import Iterable
from typing import Any

import msgspec

from seaboard.server.matches import records
from seaboard.server.matches.session import Session
from seaboard.server.protocol import Ended, Event, View, written_events
from seaboard.server.refusals import Refused
from seaboard.server.storage.rows import Entry, MatchRow

MOMENT = 0.003
"""Seconds to pause after each move while a match is being prepared, so that others get their turn."""


class Kept(msgspec.Struct, frozen=True):
    """A finished match: its record, and its frames as a spectator and then each seat saw them."""

    record: dict[str, Any]
    frames: list[list[dict[str, Any]]]
    numbers: list[int]
    """How far each of them had counted."""

    def replay(self, seat: int | None) -> dict[str, Any]:
        """As `records.replay` tells it."""
        told = {name: value for name, value in self.record.items() if name not in {"started", "shuffle"}}
        return {"record": told, "seat": seat, "frames": self._seen_by(seat)}

    def _seen_by(self, seat: int | None) -> list[dict[str, Any]]:
        if not self.frames:
            raise Refused("match.old_rules")
        if seat is not None and seat + 1 >= len(self.frames):
            raise Refused("chair.unknown", status=422, seat=seat, last=len(self.frames) - 2)
        return self.frames[0 if seat is None else seat + 1]

    def last_sights(self) -> "list[Sight]":
        """Return what a spectator and each seat saw at the end."""
        return [
            Sight(number, seen[-1]["view"], written_events(msgspec.json.encode([event for frame in seen for event in frame["events"]])))
            for number, seen in zip(self.numbers, self.frames, strict=True)
        ]


class Sight(msgspec.Struct, frozen=True):
    """What a seat or spectator saw of a match: the final view, and all events."""

    number: int
    view: View
    events: list[Event]


class Ending(msgspec.Struct, frozen=True):
    """What a table remembers of a match whose rules have changed since; no sights if they were not kept in time."""

    row: MatchRow
    ended: Ended
    sights: list[Sight]


_kept = msgspec.json.Decoder(Kept)


def write(row: MatchRow, entries: Iterable[Entry]) -> bytes:
    """Write a finished match in the form that is stored. It takes a while, but yields to others."""
    session = Session(row, entries)
    seats: list[int | None] = [None, *range(row.seats)]
    seen: list[list[bytes]] = [[] for _ in seats]
    for shown in records.frames(session.match, seats):
        for texts, frame in zip(seen, shown, strict=True):
            texts.append(msgspec.json.encode(frame))
        time.sleep(MOMENT)
    whole = {
        "record": records.record(session),
        "frames": [msgspec.Raw(b"[" + b",".join(texts) + b"]") for texts in seen],
        "numbers": [session.to_seat_count(seat) for seat in seats],
    }
    return zlib.compress(msgspec.json.encode(whole))


def read(row: MatchRow, entries: Iterable[Entry], frames: bytes | None) -> Kept:
    """Read a finished match as it was stored; if it was not stored in time, only its record."""
    return _kept.decode(zlib.decompress(frames)) if frames else Kept(records.bare_record(row, entries), [], [])


def ending(row: MatchRow, frames: bytes | None) -> Ending:
    """What a table remembers of a match whose rules have changed."""
    return Ending(row, row.ended or "over", read(row, (), frames).last_sights())
