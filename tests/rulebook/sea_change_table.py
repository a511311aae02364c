"""Moves of Sea Change in a player's notation, and what came of them."""

from typing import Any

from seaboard import Match


def play(m: Match, cards: str) -> list[dict[str, Any]]:
    """Play cards in turn and return the events."""
    before = len(m.events(None))
    for name in cards.split():
        seat = m.to_act[0]
        m.play(seat, m.parse(name, seat))
    return m.events(None, since=before)


def last(events: list[dict[str, Any]], kind: str) -> dict[str, Any]:
    """The last event of a kind."""
    return [event for event in events if event["event"] == kind][-1]
