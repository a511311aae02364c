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
    """The texts of a game's events. Everyone who knows an event in full sees the same text, and so does everyone who doesn't.

    Most events are open: everyone knows them in full, whoever asks.
    """

    def __init__(self, game: Game, formatters: Mapping[str, Callable[[int], Any]]) -> None:
        self._kinds = game.view.EVENTS
        self._formatters = formatters
        self._open: dict[RawEvent, bytes] = {}
        self._whole: dict[RawEvent, bytes] = {}  # of others, as seen by those who know all of it
        self._partly: dict[RawEvent, bytes] = {}

    def of(self, raws: Iterable[RawEvent], seat: int | None) -> bytes:
        """A list of events as a seat saw them."""
        known = self._open.get
        return b"[" + b",".join(filter(None, [known(raw) or self._text(raw, seat) for raw in raws])) + b"]"

    def _text(self, raw: RawEvent, seat: int | None) -> bytes:
        """Return an event as a seat saw it; nothing if it did not."""
        kind = self._kinds[raw[0]]
        written = self._open if kind.is_open else self._whole if kind.is_known_to(raw, seat) else self._partly
        text = written.get(raw)
        if text is None:
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
