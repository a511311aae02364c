"""Whole matches played at random, many in one call."""

from typing import Any

from seaboard.kit import lowest

rules: Any = None  # the game's, bound when compiled


def roll(dice: Any, count: int) -> int:
    """A number in range(count), from dice that need only be fast: xorshift64*, kept in an array of one number."""
    x = dice[0]
    x ^= (x >> 12) & 0xFFFFFFFFFFFFF
    x ^= x << 25
    x ^= (x >> 27) & 0x1FFFFFFFFF
    dice[0] = x
    return (((x * 0x2545F4914F6CDD1D) >> 32 & 0xFFFFFFFF) * count) >> 32


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


def play_all(states: Any, dice: Any, steps: Any, scores: Any, winners: Any, actions: Any, most_steps: int) -> None:
    """Start and finish every match of an array, each with its own dice, and write down how it went."""
    for i in range(len(states)):
        s = states[i]
        rules.start(s, None)
        steps[i] = finish(s, dice[i : i + 1], actions, most_steps)
        winners[i] = rules.winners(s)
        for entry in range(rules.entries(s)):
            scores[i][entry] = rules.score(s, entry)
