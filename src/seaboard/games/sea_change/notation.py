"""Sea Change as text: a card is its suit's letter and its value, B8; so is the move that plays it."""

from functools import cache

from seaboard.games.sea_change.cards import SUIT_LETTERS, SUITS, VALUES, card_of, suit_of, value_of
from seaboard.games.sea_change.state import State
from seaboard.position import Codec
from seaboard.state import members

NAMES = [f"{letter}{value}" for letter in SUIT_LETTERS for value in range(VALUES)]
_FIRST = [card_of(suit, 0) for suit in range(SUITS)]


def write_card(card: int) -> str:
    """B8 for the blue 8."""
    return NAMES[card]


def read_card(text: str) -> int:
    """The card that B8, b8 or B08 means."""
    letter, number = text[:1].upper(), text[1:]
    if not letter or letter not in SUIT_LETTERS or not number.isdecimal() or not 0 <= int(number) < VALUES:
        raise ValueError(f"{text!r} is not a card: write a suit ({SUIT_LETTERS}) and a value (0 to 15), like B8")
    return card_of(SUIT_LETTERS.index(letter), int(number))


def write_move(s: State, seat: int, action: int) -> str:
    """A move is the card played."""
    return NAMES[action]  # `write_card`, inlined: asked for every card that may be played, whenever somebody is to act


def read_move(s: State, seat: int, text: str) -> int:
    """The move that a text means."""
    return read_card(text)


def cards_of(masks: list[int]) -> list[int]:
    """The cards of one hand or pile, sorted by suit and value."""
    return [first + value for first, mask in zip(_FIRST, masks, strict=True) if mask for value in members(mask)]


def write_set(masks: list[int]) -> list[str]:
    """The same by name."""
    return [NAMES[card] for card in cards_of(masks)]


def read_set(names: list[str]) -> list[int]:
    """A hand or pile from its cards' names."""
    masks = [0] * SUITS
    for name in names:
        card = read_card(name)
        suit, value = suit_of(card), value_of(card)
        if masks[suit] >> value & 1:
            raise ValueError(f"{name} is there twice")
        masks[suit] |= 1 << value
    return masks


@cache
def write_suits(mask: int) -> str:
    """Suits as their letters."""
    return "".join(letter for i, letter in enumerate(SUIT_LETTERS) if mask >> i & 1)


def read_suits(letters: str) -> int:
    """Suits from their letters."""
    return sum(1 << SUIT_LETTERS.index(letter) for letter in set(letters))


def write_suit(suit: int) -> str | None:
    """A suit's letter, or nothing."""
    return None if suit < 0 else SUIT_LETTERS[suit]


def _row(length: int) -> Codec:
    return Codec(
        write=lambda cards: [write_card(c) for c in cards if c >= 0],
        read=lambda names: [read_card(n) for n in names] + [-1] * (length - len(names)),
    )


_sets = Codec(write=lambda all_: [write_set(one) for one in all_], read=lambda all_: [read_set(one) for one in all_])
_suits = Codec(write=lambda all_: [write_suits(one) for one in all_], read=lambda all_: [read_suits(one) for one in all_])
_suit = Codec(write=write_suit, read=lambda letter: -1 if letter is None else SUIT_LETTERS.index(letter))

CODECS = {
    "suits": Codec(write_suits, read_suits),
    "hands": _sets,
    "taken": _sets,
    "pile": _row(20),
    "trick": _row(8),
    "last_trick": _row(8),
    "plays": _row(80),
    "lead": _suit,
    "trump": _suit,
    "void": _suits,
}
