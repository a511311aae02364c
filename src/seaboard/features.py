"""What a learner sees: the fields of a game's `features.py`, and where each is in a row.

A row is made of small whole numbers: first the fields that exist once (COMMON), then a block for each seat (EACH), the observer's own
first, then those to its left in order. So a row with fewer seats is a prefix of one with more.
"""

from dataclasses import dataclass
from functools import cache, cached_property
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from seaboard.errors import SeaboardError
from seaboard.events import HIDDEN
from seaboard.game import Game
from seaboard.kit import EVENT_INTS, Field, starts


class Place(NamedTuple):
    """A field of a row: once, or in the block of one seat."""

    field: Field
    seat: int | None
    """How many seats to the left of the observer; None for a field that there is once."""
    start: int


@dataclass(frozen=True, eq=False)
class Features:
    """The rows of a game with some number of seats at the table."""

    common: tuple[Field, ...]
    each: tuple[Field, ...]
    blocks: int

    @cached_property
    def size(self) -> int:
        """How many numbers a row has."""
        return starts(self.common)[-1] + self.blocks * starts(self.each)[-1]

    @cached_property
    def block(self) -> int:
        """How many numbers there are for each seat."""
        return starts(self.each)[-1]

    @property
    def places(self) -> list[Place]:
        """Every field in its place."""
        found = [Place(field, None, at) for field, at in zip(self.common, starts(self.common), strict=False)]
        for block in range(self.blocks):
            first = starts(self.common)[-1] + block * starts(self.each)[-1]
            found += [Place(field, block, first + at) for field, at in zip(self.each, starts(self.each), strict=False)]
        return found

    def _spread(self, number: str) -> NDArray[np.int8]:
        return np.concatenate([np.full(place.field.size, getattr(place.field, number), np.int8) for place in self.places])

    @property
    def low(self) -> NDArray[np.int8]:
        """The smallest number at each place."""
        return self._spread("least")

    @property
    def high(self) -> NDArray[np.int8]:
        """The largest number at each place."""
        return self._spread("most")

    @property
    def scale(self) -> NDArray[np.float32]:
        """The factor of each number, for a network."""
        return (1.0 / self.high).astype(np.float32)

    def read(self, rows: NDArray[Any]) -> dict[str, NDArray[Any]]:
        """Split rows by the names of their fields; fields for each seat have an axis for the seats, the observer first."""
        found: dict[str, NDArray[Any]] = {}
        for place in self.places:
            numbers = rows[..., place.start : place.start + place.field.size]
            if place.seat is None:
                found[place.field.name] = numbers
            else:
                before = found.get(place.field.name)
                block = numbers[..., None, :]
                found[place.field.name] = block if before is None else np.concatenate([before, block], axis=-2)
        return found


@cache
def features(game: Game, seats: int | None = None) -> Features:
    """The rows of a game with this many seats; without a number, with as many as there can be."""
    module = game.features
    if module is None:
        raise SeaboardError(f"{game.title} has no features.py yet, so nothing can learn it")
    blocks = getattr(module, "blocks", lambda seats: seats)  # a small game declares no more than that
    return Features(module.COMMON, module.EACH, max(map(blocks, game.seats)) if seats is None else blocks(seats))


def event_bounds(game: Game, s: Any) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """The smallest and the largest of each number of an event in a history: its kind, from 1, the seat, and three more.

    A game's features declare them for its standard cards; with one's own deck, or if the game declares none, they are wide.
    """
    kinds = game.view.EVENTS
    numbers = getattr(game.features, "EVENT_NUMBERS", None)
    if numbers is None or not getattr(game.features, "is_learnable", lambda s: True)(s):
        numbers = ((np.iinfo(np.int64).min, np.iinfo(np.int64).max),) * (EVENT_INTS - 1)
    secret = {at for kind in kinds.values() for at, name in kind.shown if name in kind.secret}
    low = [0, *(HIDDEN if at in secret else least for at, (least, _) in enumerate(numbers, 1))]
    return np.array(low, np.int64), np.array([max(kinds) + 1, *(most for _, most in numbers)], np.int64)


def most_events(game: Game, s: Any) -> int:
    """Return how many events a seat is shown at most in a match that is set up like this State."""
    count = getattr(game.features, "most_events", None)
    if count is None:
        raise SeaboardError(f"{game.title} does not say in its features.py how long a match can get: give a history a number of events")
    return int(count(s))
