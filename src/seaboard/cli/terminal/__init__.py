"""A match in the terminal: the table as a seat sees it, and what happened, for people to read.

Seaboard's own games each have a file here; any other is shown field by field (`view_text`).
"""

from typing import Any, Protocol

from rich.markup import escape

from seaboard.cli.terminal import land_unter, sea_change, sea_of_clouds, sea_salt_and_paper
from seaboard.cli.terminal.words import Words
from seaboard.events import Event
from seaboard.view_text import table_lines


class Drawing(Protocol):
    """What a game's file here provides."""

    def lines(self, view: dict[str, Any], words: Words) -> list[str]:
        """The table as the seat sees it."""

    def line(self, event: Event, view: dict[str, Any], words: Words) -> str | None:
        """What happened, in a sentence."""


DRAWN: dict[str, Drawing] = {
    "sea-change": sea_change,
    "sea-salt-and-paper": sea_salt_and_paper,
    "land-unter": land_unter,
    "sea-of-clouds": sea_of_clouds,
}


def lines(view: dict[str, Any], words: Words) -> list[str]:
    """The table in lines of rich markup."""
    drawn = DRAWN.get(view["game"])
    return drawn.lines(view, words) if drawn else [escape(line) for line in table_lines(view)]


def line(event: Event, view: dict[str, Any], words: Words) -> str | None:
    """Describe an event in one line of rich markup; None if there is nothing to say."""
    drawn = DRAWN.get(view["game"])
    if drawn:
        return drawn.line(event, view, words)
    details = " ".join(f"{name} {value}" for name, value in event.items() if name != "event")
    return escape(f"{event['event'].replace('_', ' ')}: {details}") if event["event"] != "card_dealt" else None


def plays_cards(view: dict[str, Any]) -> bool:
    """Whether every legal move is a card of the hand, so that no separate list is needed."""
    hand = view["table"].get("hand", [])
    return all(move in hand for move in view["legal"])
