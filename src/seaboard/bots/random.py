"""A bot that plays anything that is allowed."""

import random
from typing import Any


class RandomBot:
    """Chooses uniformly among the legal actions."""

    def __init__(self, *, seed: int | None = None) -> None:
        self._rng = random.Random(seed)

    def choose(self, view: dict[str, Any]) -> int:
        """Any legal action."""
        return int(self._rng.choice(list(view["legal"].values())))
