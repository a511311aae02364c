"""A bot that follows the game's simple strategy: quick, sensible, and always the same."""

from typing import Any

from seaboard import position
from seaboard.game import Game


class SimpleBot:
    """Plays what a sensible beginner would."""

    def __init__(self, game: Game) -> None:
        self.game = game

    def choose(self, view: dict[str, Any]) -> int:
        """The action that `strategy.simple` advises."""
        legal = list(view["legal"].values())
        if len(legal) == 1:
            return int(legal[0])
        known = position.remembered(self.game, view)
        return int(self.game.strategy.simple(known, view["seat"], legal, len(legal)))
