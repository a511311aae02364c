"""What becomes of a move: one of these values, for people and bots alike."""

from dataclasses import dataclass

from seaboard.server.protocol import Reason


@dataclass(frozen=True, slots=True)
class Acknowledged:
    """It is on disk, or was already when the same message came before; `number` is its place, as its seat counts."""

    number: int


@dataclass(frozen=True, slots=True)
class Declined:
    """It can't be made now: the rules forbid it, or the seat has not seen what happened since."""

    reason: Reason


@dataclass(frozen=True, slots=True)
class Lost:
    """Another server was faster; the match in memory shows its move now."""


@dataclass(frozen=True, slots=True)
class Failed:
    """Something went wrong, and nothing was made."""

    error: Exception


Outcome = Acknowledged | Declined | Lost | Failed
