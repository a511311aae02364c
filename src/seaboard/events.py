"""Events as people and programs read them: named, and with what a seat may not know left out."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from seaboard.kit import EVENT_INTS

RawEvent = tuple[int, ...]
Event = dict[str, Any]


@dataclass(frozen=True)
class Kind:
    """What one kind of event is called, and what its numbers mean.

    `fields` name the numbers in order: the seat first, then up to three more; "" skips one. Those in
    `secret` are shown only to the seats that the event's `known_to` fields name; with `private`, the others
    are not even told that it happened.
    """

    name: str
    fields: tuple[str, ...]
    secret: tuple[str, ...] = ()
    known_to: tuple[str, ...] = ("seat",)
    private: bool = False


def read_log(log: Any) -> list[RawEvent]:
    """The events written to a log, oldest first."""
    return [tuple(int(n) for n in log[at : at + EVENT_INTS]) for at in range(1, int(log[0]), EVENT_INTS)]


def show(
    raw: RawEvent,
    seat: int | None,
    *,
    kinds: Mapping[int, Kind],
    words: Mapping[str, Callable[[int], Any]],
) -> Event | None:
    """An event as a seat saw it (None: a spectator), or None if it saw nothing.

    `words` turns the numbers of a field into something readable: a card into its name.
    """
    kind = kinds[raw[0]]
    if not kind.secret and not kind.private:
        event: Event = {"event": kind.name}
        for name, number in zip(kind.fields, raw[1:], strict=False):
            if name:
                event[name] = words[name](number) if name in words else number
        return event
    numbers = dict(zip(kind.fields, raw[1:], strict=False))
    knows = seat is not None and any(numbers[name] == seat for name in kind.known_to if name in numbers)
    if kind.private and not knows:
        return None
    event = {"event": kind.name}
    for name, number in numbers.items():
        if name and (knows or name not in kind.secret):
            event[name] = words[name](number) if name in words else number
    return event
