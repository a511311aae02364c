"""A bot that follows the game's simple strategy, but now and then doesn't think: a beginner."""

import secrets

from seaboard.bots.simple import SimpleBot
from seaboard.game import Game
from seaboard.kernels.contest import SLIP
from seaboard.kernels.dice import first, roll


class CarelessBot(SimpleBot):
    """Plays as `SimpleBot` does, but one choice in `SLIP` is any legal action."""

    def __init__(self, game: Game, *, seed: int | None = None) -> None:
        super().__init__(game)
        self.roll(secrets.randbits(64) if seed is None else seed)

    def roll(self, seed: int) -> None:
        """Continue with the dice of another seed."""
        self._dice = [first(seed)]

    def advise(self, known: object, seat: int, legal: list[int]) -> int:
        """Return what the simple strategy advises, or any action."""
        if roll(self._dice, SLIP) == 0:
            return legal[roll(self._dice, len(legal))]
        return super().advise(known, seat, legal)
