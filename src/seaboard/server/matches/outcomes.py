"""The outcome of a move: one of these values, for people and bots alike."""

import msgspec

from seaboard.server.protocol import Reason


class Acknowledged(msgspec.Struct, frozen=True):
    """It is on disk, now or since the same message came before; `number` is its place, as its seat counts."""

    number: int


class Declined(msgspec.Struct, frozen=True):
    """It can't be made now: the rules forbid it, or the seat has not seen what happened since."""

    reason: Reason


class Lost(msgspec.Struct, frozen=True):
    """Another server was faster; the in-memory match now has its move."""


class Failed(msgspec.Struct, frozen=True):
    """Something went wrong, and no move was made."""

    error: Exception


Outcome = Acknowledged | Declined | Lost | Failed
