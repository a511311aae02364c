"""A finished match as everybody saw it: games choose its best moments from this."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from seaboard.events import Event

Value = int | str


@dataclass(frozen=True)
class Sentence:
    """A key of the game's locales, or else of the page's, with its values (a text with a dot in it is a key itself)."""

    key: str
    values: Mapping[str, Value] = field(default_factory=dict)


@dataclass(frozen=True)
class Moment:
    """Something worth remembering: `moment.<key>.title` and `moment.<key>` of the locales."""

    key: str
    entries: tuple[int, ...]
    """Whose moment it is, by place in `scores`."""
    number: int
    """The move that brought it."""
    values: Mapping[str, Value] = field(default_factory=dict)


@dataclass(frozen=True)
class Chronicle:
    """What everybody saw of a match, from its beginning to its end."""

    events: list[tuple[int, Event]]
    """Each with the number of the move that caused it; 0: the first deal."""
    totals: list[list[int]]
    """Every score after each round."""
    winners: list[int]
    table: Mapping[str, Any]
    """What a spectator saw at the end."""

    def of(self, kind: str) -> Iterator[tuple[int, int, Event]]:
        """The events of a kind: round, move, event."""
        at = 0
        for number, event in self.events:
            at += event["event"] == "round_began"
            if event["event"] == kind:
                yield at, number, event

    def last(self, kind: str) -> Event:
        """Return the last event of a kind; there must be one."""
        return next(event for _, event in reversed(self.events) if event["event"] == kind)

    @property
    def scores(self) -> list[int]:
        """The final ones."""
        return self.totals[-1]

    def round_ends(self, round_number: int) -> int:
        """Return the move that ended a round, counted from 1."""
        begun = [number for _, number, _ in self.of("round_began")]
        return begun[round_number] if round_number < len(begun) else self.events[-1][0]


def best_round(told: Chronicle, gains: Iterable[tuple[int, int, Mapping[str, Any]]], *, who: str, what: str) -> list[Moment]:
    """Find the most that anyone gained in a round; `gains` are the events that say who gained what."""
    found = [(event[what], -at, number, event[who]) for at, number, event in gains]
    if len(told.totals) < 2 or not found or max(found)[0] <= 0:
        return []
    points, at, number, entry = max(found)
    return [Moment("best_round", (entry,), number, {"n": points, "round": -at})]


def comeback(told: Chronicle, *, least: int) -> list[Moment]:
    """Find how far behind the winner once was, if it was far."""
    if len(told.winners) != 1:
        return []
    [winner] = told.winners
    behind = [(max(totals) - totals[winner], -at) for at, totals in enumerate(told.totals, start=1)]
    most, at = max(behind)
    return [Moment("comeback", (winner,), told.round_ends(-at), {"n": most, "round": -at})] if most >= least else []


def most_often(key: str, told: Chronicle, kind: str, *, least: int, who: str = "seat") -> list[Moment]:
    """Find who did something most often, unless there is a tie."""
    counts = Counter(event[who] for _, _, event in told.of(kind))
    ranked = counts.most_common(2)
    if not ranked or ranked[0][1] < least or (len(ranked) > 1 and ranked[1][1] == ranked[0][1]):
        return []
    entry, count = ranked[0]
    number = max(number for _, number, event in told.of(kind) if event[who] == entry)
    return [Moment(key, (entry,), number, {"n": count})]
