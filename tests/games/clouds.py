"""Scenes of Sea of Clouds played on, and what came of them."""

from typing import Any

from seaboard.games.sea_of_clouds.cards import LEG, ROUNDS
from seaboard.games.sea_of_clouds.scenes import GAME, scene
from seaboard.match import Match

__all__ = ["GAME", "boarding", "final_count", "kinds_on", "last_boarding", "legal", "play", "scene", "state", "told"]

LAST_CARD = "phoenix-feather#4"  # what the last seat takes before a boarding: it changes no fight


def boarding(
    *boards: str, loot: tuple[str, str] = ("lookout#2", "smuggler#2"), round_number: int | None = None, hat: int = 0, **more: Any
) -> Match:
    """A match at the moment when a boarding has begun: the last seat has just taken a harmless Relic as the first share.

    `loot` is the second and the third share; the first is refilled with the top of the deck.
    """
    seats = len(boards)
    match = scene(
        *boards,
        shares=[LAST_CARD, *loot],
        turn=(hat + seats - 1) % seats,
        hat=hat,
        round_number=round_number or LEG[seats],
        **more,
    )
    play(match, "take")
    return match


def last_boarding(*boards: str, **more: Any) -> Match:
    """The same, after the last round."""
    return boarding(*boards, round_number=ROUNDS[len(boards)], **more)


def play(match: Match, *moves: str) -> None:
    """Play moves, each by the seat that is to act."""
    for move in moves:
        seat = match.to_act[0]
        match.play(seat, match.parse(move, seat))


def legal(match: Match) -> set[str]:
    """The moves that are allowed now."""
    seat = match.to_act[0]
    return {match.notation(action, seat) for action in match.legal(seat)}


def kinds_on(match: Match, seat: int) -> list[str]:
    """What lies on a board, by kind."""
    return sorted(name.partition("#")[0] for name in match.position()["boards"][seat])


def state(match: Match) -> Any:
    return match.plain_state()


def told(match: Match, seat: int | None, *events: str) -> list[dict[str, Any]]:
    """The events of some kinds, as a seat saw them."""
    return [event for event in match.events(seat) if event["event"] in events]


def final_count(match: Match, seat: int) -> dict[str, int]:
    """What each kind of card has counted at the end."""
    return {e["kind"]: e["points"] for e in told(match, None, "cards_counted") if e["seat"] == seat}
