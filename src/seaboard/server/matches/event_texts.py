"""Events as JSON text. There are few different ones, which recur: each is encoded once."""

from collections.abc import Callable, Iterable, Mapping
from functools import cache
from typing import Any

from seaboard.events import RawEvent, show
from seaboard.game import Game
from seaboard.server import protocol

MOST_REMEMBERED = 2048
"""Of each kind: what a game has more of recurs too seldom to take memory for it."""


class EventTexts:
    """The texts of a game's events. Most are open: everyone sees the same text. The others are remembered as each seat saw them."""

    def __init__(self, game: Game, formatters: Mapping[str, Callable[[int], Any]]) -> None:
        self._kinds = game.view.EVENTS
        self._formatters = formatters
        self._open: dict[RawEvent, bytes] = {}
        self._seen: dict[int | None, dict[RawEvent, bytes]] = {}  # the others, by seat

    def of(self, raws: Iterable[RawEvent], seat: int | None) -> bytes:
        """A list of events as a seat saw them."""
        seen = self._seen.get(seat)
        if seen is None:
            seen = self._seen[seat] = {}
        to_all, to_seat = self._open.get, seen.get
        return b"[" + b",".join(filter(None, [to_all(raw) or to_seat(raw) or self._write(raw, seat) for raw in raws])) + b"]"

    def _write(self, raw: RawEvent, seat: int | None) -> bytes:
        """Write and remember an event as a seat saw it; nothing if it did not."""
        written = self._open if self._kinds[raw[0]].is_open else self._seen[seat]
        if len(written) >= MOST_REMEMBERED:
            written.clear()
        event = show(raw, seat, kinds=self._kinds, formatters=self._formatters)
        text = written[raw] = b"" if event is None else protocol.write(event)
        return text


@cache
def _standard(game: Game) -> EventTexts:
    return EventTexts(game, game.view.FORMATTERS)


def texts_of(game: Game, options: Mapping[str, Any]) -> EventTexts:
    """Return the texts for a match; matches share them, unless an option changes names."""
    formatters = game.formatters(options)
    return _standard(game) if formatters is game.view.FORMATTERS else EventTexts(game, formatters)
