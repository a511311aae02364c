"""A deck: its kinds of cards, their names, and the numbers that the rules use."""

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from seaboard.games.sea_of_clouds.cards import (
    BACK_NAMES,
    BACK_OF_TYPE,
    CHEST,
    EFFECT_NAMES,
    LONGEST_SET,
    MOST_CARDS,
    MOST_KINDS,
    MOST_SETS,
    SET,
    TYPE_NAMES,
    WORD_BITS,
)
from seaboard.games.sea_of_clouds.state import NO_CARD, UNSEEN, UNSEEN_ANY

STANDARD = "standard"


@dataclass(frozen=True)
class Kind:
    """One kind of card of a deck."""

    name: str
    type: str
    count: int
    source: str
    effect: str
    numbers: Mapping[str, int]
    strength: int | None = None  # a Pirate's
    once: bool = False
    values: tuple[int, ...] = ()  # a set's totals
    words: Mapping[str, str] | None = None  # title and text from a host's own deck

    @property
    def back(self) -> str:
        """What the card's back shows."""
        return BACK_NAMES[BACK_OF_TYPE[TYPE_NAMES.index(self.type)]]


@dataclass(frozen=True)
class Deck:
    """A whole deck: its kinds in the file's order, and the kind that is removed with two players."""

    text: str
    kinds: tuple[Kind, ...]
    removed: str

    @cached_property
    def mark(self) -> list[int]:
        """Four numbers that identify this deck; zeros for the standard deck."""
        if self.text == STANDARD:
            return [0, 0, 0, 0]
        digest = hashlib.blake2b(self.text.encode(), digest_size=16).digest()
        return [int.from_bytes(digest[i : i + 4], "little") for i in range(0, 16, 4)]

    @cached_property
    def names(self) -> tuple[str, ...]:
        """The name of each card, by its number: the kind's, and which copy it is if there are several."""
        return tuple(f"{kind.name}#{copy + 1}" if kind.count > 1 else kind.name for kind in self.kinds for copy in range(kind.count))

    @cached_property
    def numbers(self) -> dict[str, int]:
        """The number of each card, by its name."""
        return {name: card for card, name in enumerate(self.names)}

    def write_card(self, card: int) -> str | None:
        """Write a card: `topman#2`, `?pirate` if only the back is known, `?` inside the deck."""
        if card == NO_CARD or card < 0:
            return None
        if card >= UNSEEN:
            return "?" if card >= UNSEEN_ANY else f"?{BACK_NAMES[card - UNSEEN]}"
        return self.names[card] if card < len(self.names) else f"card {card}"

    def read_card(self, text: str | None) -> int:
        """Return the card of a name; a kind's bare name is its first copy."""
        if text is None:
            return NO_CARD
        if text == "?":
            return UNSEEN_ANY
        if text[:1] == "?" and text[1:] in BACK_NAMES:
            return UNSEEN + BACK_NAMES.index(text[1:])
        card = self.numbers.get(text, self.numbers.get(f"{text}#1", -1))
        if card < 0:
            raise ValueError(f"there is no card {text!r} in this deck")
        return card

    def write_kind(self, kind: int) -> str:
        """The name of a kind."""
        return self.kinds[kind].name if 0 <= kind < len(self.kinds) else f"kind {kind}"

    def read_kind(self, text: str) -> int:
        """The number of the kind of that name."""
        for number, kind in enumerate(self.kinds):
            if kind.name == text:
                return number
        raise ValueError(f"there is no kind of card {text!r} in this deck")

    def fields(self) -> dict[str, Any]:
        """The State fields that describe this deck, as fresh lists."""
        return {name: value[:] if isinstance(value, list) else value for name, value in self._fields.items()} | {
            "of_type": [row[:] for row in self._fields["of_type"]],
            "set_values": [row[:] for row in self._fields["set_values"]],
        }

    @cached_property
    def _fields(self) -> dict[str, Any]:
        kind_of = [number for number, kind in enumerate(self.kinds) for _ in range(kind.count)]
        types = [TYPE_NAMES.index(kind.type) for kind in self.kinds]
        effects = [EFFECT_NAMES.index(kind.effect) for kind in self.kinds]
        sets = [kind for kind in self.kinds if kind.values]
        of_type = [[0, 0] for _ in TYPE_NAMES]
        for card, number in enumerate(kind_of):
            of_type[types[number]][card // WORD_BITS] |= 1 << card % WORD_BITS
        chests = [card for card, number in enumerate(kind_of) if effects[number] == CHEST]
        amounts = [sets.index(kind) if effects[i] == SET else next(iter(kind.numbers.values()), 0) for i, kind in enumerate(self.kinds)]
        return {
            "deck": self.mark,
            "kind_count": len(self.kinds),
            "card_count": len(kind_of),
            "removed_kind": next((i for i, kind in enumerate(self.kinds) if kind.name == self.removed), -1),
            "chest": chests[0] if chests else -1,
            "kind_of": _filled(kind_of, MOST_CARDS),
            "type_of": _filled(types, MOST_KINDS),
            "effect": _filled(effects, MOST_KINDS),
            "amount": _filled(amounts, MOST_KINDS),
            "extra": _filled([kind.numbers.get("others", kind.strength or 0) for kind in self.kinds], MOST_KINDS),
            "once": _filled([int(kind.once) for kind in self.kinds], MOST_KINDS),
            "set_values": [_filled(list(kind.values), LONGEST_SET) for kind in sets] + [[0] * LONGEST_SET] * (MOST_SETS - len(sets)),
            "of_type": of_type,
        }


def _filled(numbers: list[int], length: int) -> list[int]:
    return numbers + [0] * (length - len(numbers))
