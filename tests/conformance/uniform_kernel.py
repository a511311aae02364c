"""One hidden state dealt anew many times."""

from typing import Any

redeal: Any = None  # the game's, bound when compiled
DICE = 0x5EAB0A2D


def deal_all(hidden: Any, seat: int, deals: Any, first: int) -> None:
    """Deal a hidden state anew into each place of an array, each time with another seed."""
    for i in range(len(deals)):
        deals[i] = hidden
        deals[i].seed[0] = first + i
        deals[i].seed[1] = DICE
        redeal.redeal(deals[i], seat)
