"""Seaboard: four sea card games, for people, bots and research.

>>> import seaboard
>>> m = seaboard.Match("sea-change", seats=4, seed=7)
>>> m.over
False
"""

import importlib
from typing import TYPE_CHECKING, Any

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

if TYPE_CHECKING:
    from seaboard import bots

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


def __getattr__(name: str) -> Any:
    """Import the bots when they are asked for: simulations and environments begin sooner without them."""
    if name == "bots":
        return importlib.import_module("seaboard.bots")
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
