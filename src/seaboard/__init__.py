"""Seaboard: four sea card games, for people, bots and research.

>>> import seaboard
>>> m = seaboard.Match("sea-change", seats=4, seed=7)
>>> m.over
False
"""

from seaboard import bots
from seaboard.errors import (
    BadNotation,
    BadOption,
    BadPosition,
    BadRecord,
    BadSeats,
    HistoryFull,
    IllegalAction,
    MatchOver,
    NewerRules,
    NotYourTurn,
    SeaboardError,
    UnknownGame,
)
from seaboard.games import GAMES
from seaboard.match import Match

__version__ = "0.1.0"

__all__ = [
    "GAMES",
    "BadNotation",
    "BadOption",
    "BadPosition",
    "BadRecord",
    "BadSeats",
    "HistoryFull",
    "IllegalAction",
    "Match",
    "MatchOver",
    "NewerRules",
    "NotYourTurn",
    "SeaboardError",
    "UnknownGame",
    "__version__",
    "bots",
]
