"""A bot that follows the game's simple strategy: fast, sensible, and deterministic."""

from typing import Any

from seaboard import position
from seaboard.game import Game


class SimpleBot:
    """Plays what a sensible beginner would."""

    def __init__(self, game: Game) -> None:
        self.game = game

    def choose(self, view: dict[str, Any]) -> int:
        """The action that `strategy.simple` advises."""
        legal = list(position.legal_in(view).values())
        if len(legal) == 1:
            return int(legal[0])
        return self.advise(position.remembered(self.game, view), view["seat"], legal)

    def advise(self, known: Any, seat: int, legal: list[int]) -> int:
        """The same from the State that a seat knows, which an in-memory match has without making a view first."""
        return int(self.game.strategy.simple(known, seat, legal, len(legal)))
