"""The part of a table about its deal, if others play that deal too."""

from typing import Literal

from msgspec import Struct

DealKind = Literal["day", "challenge", "duplicate"]


class TableDeal(Struct, frozen=True):
    """The deal that a table is played with, if others play it too; `day` is null unless it is a deal of the day."""

    id: str
    kind: DealKind
    day: str | None


class TableDuplicate(Struct, frozen=True):
    """A table's place in a duplicate: which of the two it is, and by seat which side sits there (null: bots alone)."""

    number: int
    other: str
    """The other table."""
    sides: list[int | None]
    level: str
    """The level of the bots in chairs that no person takes."""
