"""Fast dice for whoever plays or imagines matches, the same interpreted and compiled.

A rules file has its own randomness, inside the State; these dice belong to a bot.
"""

from typing import Any

WORD = 0xFFFFFFFF


def word(dice: Any) -> int:
    """32 random bits. Multiply-with-carry (Marsaglia), whose products stay below 2**63, so both modes agree."""
    x = dice[0] & WORD
    carry = dice[0] >> 32
    dice[0] = 698769069 * x + carry
    return x ^ carry


def roll(dice: Any, count: int) -> int:
    """A number in range(count)."""
    return (word(dice) * count) >> 32
