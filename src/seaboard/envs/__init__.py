"""The games as environments for those who train and study players."""

from typing import Any

from seaboard.envs.batch import Batch

__all__ = ["Batch", "batch"]


def batch(game: str, **how: Any) -> Batch:
    """Thousands of matches as numpy arrays; see `Batch`."""
    return Batch(game, **how)
