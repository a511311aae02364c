"""Changes at a table, for listeners, which read the details from its room."""

from enum import Enum, auto


class Change(Enum):
    """The kinds of changes."""

    __hash__ = object.__hash__  # members are unique, so their identity will do; Enum's own hash is slow, and needed several times a move

    MOVING = auto()
    """A move is being written. Nobody may see it yet, but its messages can be prepared."""
    MOVED = auto()
    """A move has been written."""
    CAUGHT_UP = auto()
    """The match in memory was rebuilt from the database, or brought up to date with it."""
    TABLE = auto()
    """The table has changed."""
    CHAT = auto()
    """A new chat line."""
    REACTED = auto()
    """A player shows a reaction."""
    GONE = auto()
    """The table was deleted: its host has cancelled it."""
    PRESENCE = auto()
    """A person has come or gone."""
