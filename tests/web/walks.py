"""How often a story is told: `make test` walks it in one window and language, `make soak` in all that it is written for."""

import os
from collections.abc import Sequence
from typing import TypeVar

T = TypeVar("T")

ALL_WALKS = bool(os.environ.get("SEABOARD_ALL_WALKS"))
PHONE_FR, DESKTOP_EN = ("phone", "fr"), ("desktop", "en")


def walks(always: Sequence[T], others: Sequence[T]) -> list[T]:
    """What to walk a story with: the others too, if they are asked for."""
    return [*always, *others] if ALL_WALKS else [*always]
