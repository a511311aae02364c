"""Refusals: every "no" that the server says to a person, with words from the locales."""

from typing import Any

from seaboard import words


class Refused(Exception):
    """Something that can't be done; nothing was changed."""

    def __init__(self, key: str, *, status: int = 409, **values: Any) -> None:
        super().__init__(key)
        self.key = key
        self.status = status
        self.values = {name: str(value) for name, value in values.items()}

    def reason(self) -> dict[str, Any]:
        """As it is sent."""
        return {"key": self.key, "values": self.values, "text": words.say("en", "server", self.key, **self.values), "game": False}


def game_reason(game: str, key: str, values: dict[str, str]) -> dict[str, Any]:
    """Why the rules forbid an action, in the game's own words."""
    return {"key": key, "values": values, "text": words.reason("en", game, key, values), "game": True}
