"""A known list of moves played again, as fast as it goes."""

from typing import Any

rules: Any = None  # the game's, bound when compiled


def replay(s: Any, moves: Any, log: Any) -> None:
    """Start a match and play its moves, an array of (seat, action)."""
    rules.start(s, log)
    for i in range(len(moves)):
        rules.apply(s, moves[i][0], moves[i][1], log)
