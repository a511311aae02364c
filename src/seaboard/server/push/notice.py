"""A notification for a person who is away."""

from dataclasses import dataclass
from typing import Literal

Kind = Literal["turn", "started", "rematch", "joined", "covered", "invited"]
DAY = 86400


@dataclass(frozen=True, slots=True)
class Notice:
    """An occasion for a notification at a table."""

    table: str
    game: str
    kind: Kind
    lasts: int
    """Seconds after which nobody needs to be told any more."""
    urgent: bool
    """Whether a sleeping phone should be woken for it."""
    name: str = ""
    """The name of the person who did it, if it is mentioned."""
