"""Whole matches played at random, many in one call."""

from typing import Any

from seaboard.kernels.dice import first, roll
from seaboard.kit import lowest

rules: Any = None  # the game's, bound when compiled


def finish(s: Any, dice: Any, actions: Any, most_steps: int) -> int:
    """Play on at random until the match is over (or too long) and return the number of steps."""
    steps = 0
    acting = rules.to_act(s)
    while acting and steps < most_steps:
        seat = lowest(acting)
        count = rules.legal_actions(s, seat, actions)
        rules.apply(s, seat, actions[roll(dice, count)], None)
        steps += 1
        acting = rules.to_act(s)
    return steps


def play_all(states: Any, seeds: Any, dice: Any, steps: Any, scores: Any, winners: Any, actions: Any, most_steps: int) -> None:
    """Start and finish every match of an array, each with dice from its own seed, and record how it went."""
    for i in range(len(states)):
        s = states[i]
        rules.start(s, None)
        dice[0] = first(seeds[i])
        steps[i] = finish(s, dice, actions, most_steps)
        winners[i] = rules.winners(s)
        for entry in range(rules.entries(s)):
            scores[i][entry] = rules.score(s, entry)
