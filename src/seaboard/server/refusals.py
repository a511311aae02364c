"""Refusals: every "no" that the server says to a person, with its sentence from the locales."""

from typing import Any

from seaboard import locales
from seaboard.match import Match
from seaboard.server.protocol import Reason


class Refused(Exception):
    """A request is refused; nothing was changed."""

    def __init__(self, key: str, *, status: int = 409, **values: Any) -> None:
        super().__init__(key)
        self.key = key
        self.status = status
        self.values = {name: str(value) for name, value in values.items()}

    def reason(self) -> Reason:
        """As it is sent."""
        return Reason(self.key, self.values, text=locales.say("en", "server", self.key, **self.values), game=False)


class Forbidden(Refused):
    """An action that the game's rules forbid, with the game's own sentence."""

    def __init__(self, reason: Reason) -> None:
        super().__init__(reason.key)
        self._reason = reason

    def reason(self) -> Reason:
        """As it is sent."""
        return self._reason


def why_not(match: Match, seat: int, action: int) -> Reason | None:
    """Why a seat can't do this now, or None if it can; computed from what the seat knows, so it can't reveal more."""
    legal = match.legal(seat)
    if action in legal:
        return None  # even when the table doesn't wait for this seat: a secret choice may be changed
    if not legal and seat not in match.to_act:
        return Refused("play.not_your_turn").reason()
    game = match.game
    if not 0 <= action < game.state.ACTIONS:
        return Refused("play.no_such_action").reason()
    reason = match.reason(seat, action)
    return Refused("play.not_legal").reason() if reason is None else game_reason(game.name, *reason)


def game_reason(game: str, key: str, values: dict[str, str]) -> Reason:
    """Why the rules forbid an action, with the game's own sentence."""
    return Reason(key, values, text=locales.reason("en", game, key, values), game=True)
