"""Events as people and programs read them: named, and without what a seat may not know."""

import threading
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

import numpy as np

from seaboard.kit import EVENT_INTS, LOG_INTS

RawEvent = tuple[int, ...]
Event = dict[str, Any]


@dataclass(frozen=True)
class Kind:
    """The name of one kind of event, and what its numbers mean.

    `fields` name the numbers in order: the seat first, then up to three more; "" skips one. Those in `secret` are shown only to the seats
    named by the event's `known_to` fields; with `private`, the others don't even see that it happened.
    What `also` says of an event is worked out from its numbers, for readers: only where everyone sees all of it.
    """

    name: str
    fields: tuple[str, ...]
    secret: tuple[str, ...] = ()
    known_to: tuple[str, ...] = ("seat",)
    private: bool = False
    also: Mapping[str, Callable[[RawEvent], Any]] = field(default_factory=dict, hash=False)

    def __post_init__(self) -> None:
        if self.also and not self.is_open:
            raise ValueError(f"{self.name} has secrets, so nothing can be worked out from its numbers for everyone")

    @cached_property
    def is_open(self) -> bool:
        """Whether everyone sees all of it."""
        return not self.secret and not self.private

    @cached_property
    def shown(self) -> tuple[tuple[int, str], ...]:
        """The index and name of each of an event's numbers."""
        return tuple((at, name) for at, name in enumerate(self.fields, 1) if name)

    @cached_property
    def shown_to_all(self) -> tuple[tuple[int, str], ...]:
        """The same without what is secret."""
        return tuple((at, name) for at, name in self.shown if name not in self.secret)

    @cached_property
    def places(self) -> frozenset[int]:
        """The indices of its numbers."""
        return frozenset(at for at, _ in self.shown)

    @cached_property
    def places_of_all(self) -> frozenset[int]:
        """The indices of the numbers that are not secret."""
        return frozenset(at for at, _ in self.shown_to_all)

    @cached_property
    def _knowers(self) -> tuple[int, ...]:
        """The indices of the numbers that name the seats that know all of it."""
        return tuple(at for at, name in enumerate(self.fields, 1) if name in self.known_to)

    def is_known_to(self, raw: RawEvent, seat: int | None) -> bool:
        """Whether a seat (None: a spectator) sees all of such an event; all who don't see the same part of it."""
        return self.is_open or seat in [raw[at] for at in self._knowers]

    def is_seen_by(self, raw: RawEvent, seat: int | None) -> bool:
        """Whether a seat (None: a spectator) sees anything of such an event."""
        return not self.private or self.is_known_to(raw, seat)


HIDDEN = -(1 << 15)
"""In a history: a number that the seat was not shown. No number of an event is so small."""


def told(raw: RawEvent, seat: int | None, *, kinds: Mapping[int, Kind]) -> tuple[int, ...] | None:
    """Return an event as a learner gets it: its kind, from 1, and its numbers, HIDDEN if not shown to the seat; None if it saw nothing."""
    kind = kinds[raw[0]]
    if not kind.is_seen_by(raw, seat):
        return None
    seen = kind.places if kind.is_known_to(raw, seat) else kind.places_of_all
    return (raw[0] + 1, *(raw[at] if at in seen else HIDDEN if at in kind.places else 0 for at in range(1, EVENT_INTS)))


def tell(events: Iterable[RawEvent], seat: int | None, *, kinds: Mapping[int, Kind]) -> list[list[int]]:
    """Return what a seat saw of some events, in the same form."""
    return [list(numbers) for raw in events if (numbers := told(raw, seat, kinds=kinds))]


class Logs(threading.local):
    """One log per thread, interpreted and compiled, reused by every match: it is needed only during a call."""

    def __init__(self) -> None:
        self.plain = [1] + [0] * (LOG_INTS - 1)
        self.compiled = np.array(self.plain)


LOGS = Logs()


def read_log(log: Any) -> list[RawEvent]:
    """Return the events written to a log, oldest first."""
    written = log[1 : log[0]]
    numbers = iter(written if isinstance(written, list) else written.tolist())  # plain numbers, from a compiled game's array too
    return list(zip(*[numbers] * EVENT_INTS, strict=True))


def show(
    raw: RawEvent,
    seat: int | None,
    *,
    kinds: Mapping[int, Kind],
    formatters: Mapping[str, Callable[[int], Any]],
) -> Event | None:
    """Return an event as a seat saw it (None: a spectator), or None if it saw nothing.

    `formatters` turn the numbers of a field into something readable: a card into its name.
    """
    kind = kinds[raw[0]]
    if not kind.is_seen_by(raw, seat):
        return None
    knows = kind.is_known_to(raw, seat)
    event: Event = {"event": kind.name}
    for at, name in kind.shown if knows else kind.shown_to_all:
        event[name] = formatters[name](raw[at]) if name in formatters else raw[at]
    for name, say in kind.also.items():
        event[name] = say(raw)
    return event
