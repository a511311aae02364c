"""What can go wrong, each with a sentence that says what to do."""


class SeaboardError(ValueError):
    """Any error that Seaboard raises for what it was given."""


class UnknownGame(SeaboardError):
    """No game has this name."""


class BadSeats(SeaboardError):
    """The game is not played by this many."""


class BadOption(SeaboardError):
    """The game has no such option, or the option no such choice."""


class NotYourTurn(SeaboardError):
    """This seat can't act now."""


class MatchOver(SeaboardError):
    """Nobody can act any more."""


class IllegalAction(SeaboardError):
    """The rules forbid this action now; the message says why."""


class BadNotation(SeaboardError):
    """This text is not a move of the game."""


class BadRecord(SeaboardError):
    """A record that is not one, or that does not replay."""


class NewerRules(BadRecord):
    """A record or position made by rules newer than these."""


class BadPosition(SeaboardError):
    """A position that is not one, or that can't arise."""
