"""What is told of the deal that a table is played with, when others play it too."""

from typing import Literal

from msgspec import Struct

DealKind = Literal["day", "challenge", "duplicate"]


class TableDeal(Struct, frozen=True):
    """The deal that a table is played with, when others play it too; `day` is null unless it is a deal of the day."""

    id: str
    kind: DealKind
    day: str | None


class TableDuplicate(Struct, frozen=True):
    """What a table of a duplicate tells of it: which of the two it is, and by seat which side sits there (null: bots alone)."""

    number: int
    other: str
    """The other table."""
    sides: list[int | None]
    level: str
    """Of the bots that take the chairs that nobody has."""
