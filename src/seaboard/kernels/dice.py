"""Fast dice for bots and simulations, the same interpreted and compiled.

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


def first(seed: int) -> int:
    """The initial state of dice for a seed."""
    x = seed & WORD ^ 0x9E3779B9
    y = (seed >> 32) & WORD ^ 0x7F4A7C15
    for _ in range(3):
        x = (x ^ x >> 16) * 0x45D9F3B & WORD
        y = (y ^ y >> 15) * 0x2C1B3C6D & WORD
        x, y = y ^ x, (x + 0x632BE5AB) & WORD
    return (x & 0x0FFFFFFF) << 32 | y | 1
