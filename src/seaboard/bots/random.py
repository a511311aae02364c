"""A bot that plays any legal action."""

import secrets
from typing import Any

from seaboard import position
from seaboard.kernels.dice import first, roll


class RandomBot:
    """Chooses uniformly among the legal actions."""

    def __init__(self, *, seed: int | None = None) -> None:
        self._dice = [first(secrets.randbits(64) if seed is None else seed)]

    def choose(self, view: dict[str, Any]) -> int:
        """Choose any legal action."""
        legal = list(position.legal_in(view).values())
        return int(legal[0] if len(legal) == 1 else legal[roll(self._dice, len(legal))])
