"""Errors, each with a message that says what to do."""


class SeaboardError(ValueError):
    """Base class of the errors that Seaboard raises for bad input."""


class UnknownGame(SeaboardError):
    """No game has this name."""


class BadSeats(SeaboardError):
    """The game can't be played with this many seats."""


class BadOption(SeaboardError):
    """The game has no such option, or the option has no such choice."""


class NotYourTurn(SeaboardError):
    """This seat can't act now."""


class MatchOver(SeaboardError):
    """The match is over: nobody can act any more."""


class IllegalAction(SeaboardError):
    """The rules forbid this action now; the message says why."""


class HistoryFull(SeaboardError):
    """A match has had more events than a whole history has space for."""


class BadNotation(SeaboardError):
    """This text is not a move of the game."""


class BadRecord(SeaboardError):
    """This is not a record, or it does not replay."""


class NewerRules(BadRecord):
    """A record or position made by rules newer than these."""


class BadPosition(SeaboardError):
    """This is not a position, or it can't arise in play."""
