"""Whole matches played at random, with every state on the way checked."""

from typing import Any

from seaboard.kit import draw, lowest

rules: Any = None  # the game's, bound when compiled
soundness: Any = None


def check(s: Any, chooser: Any, actions: Any, most_steps: int) -> int:
    """Play a match at random: how many steps it took, or -1 - (the step) at which it was not sound, had no action, or did not end.

    `chooser` is any State with a seed of its own; its numbers choose the actions.
    """
    rules.start(s, None)
    for step in range(most_steps):
        if not soundness.is_sound(s):
            return -1 - step
        acting = rules.to_act(s)
        if acting == 0:
            return step
        seat = lowest(acting)
        count = rules.legal_actions(s, seat, actions)
        if count == 0:
            return -1 - step
        rules.apply(s, seat, actions[draw(chooser, count)], None)
    return -1 - most_steps


def check_all(states: Any, chooser: Any, actions: Any, steps: Any, most_steps: int) -> None:
    """Check a match from every state of an array, in which seats, seed and options are written; `steps` gets each one's result."""
    for i in range(len(states)):
        steps[i] = check(states[i], chooser, actions, most_steps)
