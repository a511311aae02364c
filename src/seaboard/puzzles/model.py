"""What a puzzle is: a position from a match between bots in which one move is clearly best, and rarely found."""

import hashlib
from typing import Any

from msgspec import Struct, field

from seaboard.hints import Reason
from seaboard.match import Match


class Puzzle(Struct, frozen=True):
    """A position, and what is known about it."""

    game: str
    rules: int
    seats: int
    seed: str
    """Of the match, in hexadecimal."""
    actions: list[int]
    """All moves up to the moment; where several seats are to act, the lowest goes first."""
    seat: int
    """Who is to find the move."""
    answer: int
    values: dict[str, float]
    """What each legal action (in decimal) is worth: the expected share of the match's win, from what the seat knew."""
    gap: float
    """What the answer is worth more than the next best."""
    error: float
    """The standard error of the gap."""
    misses: float
    """How many of the searches that were asked, weak and strong, miss the answer: how hard it is, from 0 to 1."""
    reason: Reason | None = None
    options: dict[str, Any] = field(default_factory=dict)

    @property
    def id(self) -> str:
        """A short name that stays the same for the same moment of the same match."""
        text = f"{self.game} {self.rules} {self.seed} {len(self.actions)} {self.seat}"
        return hashlib.blake2b(text.encode(), digest_size=4).hexdigest()

    @property
    def difficulty(self) -> float:
        """The key to sort puzzles by: the hardest are missed by many searches, and by a small margin."""
        return self.misses - self.gap

    def match(self) -> Match:
        """The match up to the moment."""
        match = Match(self.game, seats=self.seats, seed=int(self.seed, 16), options=self.options, rules=self.rules)
        for action in self.actions:
            match.play(match.to_act[0], action)
        return match
