"""Moves of Sea Salt & Paper in a player's notation, and what came of them."""

from typing import Any

import seaboard
from seaboard.games.sea_salt_and_paper.scenes import CARDS, GAME, at

__all__ = ["CARDS", "GAME", "at", "can", "do", "hand", "happened", "table"]


def do(m: seaboard.Match, *moves: str) -> seaboard.Match:
    """Play moves, whoever's turn it is."""
    for move in moves:
        seat = m.to_act[0]
        m.play(seat, m.parse(move, seat))
    return m


def can(m: seaboard.Match) -> set[str]:
    """What the seat to act may do."""
    seat = m.to_act[0]
    return {m.notation(action, seat) for action in m.legal(seat)}


def hand(m: seaboard.Match, seat: int) -> set[str]:
    return set(m.view(seat)["table"]["hand"])


def table(m: seaboard.Match, seat: int | None = None) -> dict[str, Any]:
    shown: dict[str, Any] = m.view(seat)["table"]
    return shown


def happened(m: seaboard.Match, name: str, seat: int | None = None) -> list[dict[str, Any]]:
    """The events of a kind, as a seat saw them."""
    return [event for event in m.events(seat) if event["event"] == name]
