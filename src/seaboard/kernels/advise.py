"""The game's simple strategy for one seat of a match, from what that seat may see."""

from typing import Any

rules: Any = None  # the game's, bound when compiled
strategy: Any = None
view: Any = None


def simple(states: Any, seat: int, known: Any, out: Any) -> int:
    """Return the action that `strategy.simple` advises; `known` is space for one record."""
    known[0] = states[0]
    view.hide(known[0], seat)
    count = rules.legal_actions(known[0], seat, out)
    return out[0] if count == 1 else strategy.simple(known[0], seat, out, count)
