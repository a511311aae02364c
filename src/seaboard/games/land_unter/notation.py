"""Land Unter as text: weather is its number, 17; water is its level after a w, w5. A move is the weather chosen."""

from seaboard.games.land_unter.cards import LEVELS, WATER, WEATHER
from seaboard.games.land_unter.state import MOST_SEATS, State
from seaboard.position import Codec
from seaboard.state import members


def write_card(card: int) -> str:
    """17 for the weather card of that number."""
    return str(card + 1)


def read_card(text: str) -> int:
    """The weather card of a number."""
    if not text.isdecimal() or not 1 <= int(text) <= WEATHER:
        raise ValueError(f"{text!r} is not a weather card: write its number, 1 to {WEATHER}")
    return int(text) - 1


def write_move(s: State, seat: int, action: int) -> str:
    """A move is the card chosen."""
    return write_card(action)


def read_move(s: State, seat: int, text: str) -> int:
    """The move that a text means."""
    return read_card(text)


def write_water(level: int) -> str:
    """w5 for a water card of level 5."""
    return f"w{level}"


def read_water(text: str) -> int:
    """The level of a water card."""
    if text[:1] != "w" or not text[1:].isdecimal() or not 1 <= int(text[1:]) <= LEVELS:
        raise ValueError(f"{text!r} is not a water card: write a w and its level, 1 to {LEVELS}, like w5")
    return int(text[1:])


def write_set(cards: int) -> list[str]:
    """A set of weather cards, lowest first."""
    return [write_card(card) for card in members(cards)]


def read_set(names: list[str]) -> int:
    """A set of weather cards from their numbers."""
    cards = [read_card(name) for name in names]
    if len(set(cards)) < len(cards):
        raise ValueError("a card is there twice")
    return sum(1 << card for card in cards)


def write_seats(bits: int) -> list[int]:
    """Seats, lowest first."""
    return list(members(bits))


def read_seats(seats: list[int]) -> int:
    """Seats as bits."""
    for seat in seats:
        if seat not in range(MOST_SEATS):
            raise ValueError(f"{seat!r} is not a seat: write a number from 0 to {MOST_SEATS - 1}")
    return sum(1 << seat for seat in set(seats))


_sets = Codec(write=lambda all_: [write_set(one) for one in all_], read=lambda all_: [read_set(one) for one in all_])
_seats = Codec(write_seats, read_seats)
_laid = Codec(
    write=lambda cards: [None if card < 0 else write_card(card) for card in cards],
    read=lambda names: [-1 if name is None else read_card(name) for name in names],
)


def _water(length: int) -> Codec:
    # Water that is hidden or was never turned lies at the end, as zeros, and is not written.
    return Codec(
        write=lambda levels: [write_water(level) for level in levels if level],
        read=lambda names: [read_water(name) for name in names] + [0] * (length - len(names)),
    )


CODECS = {
    "hands": _sets,
    "seen": _sets,
    "played": _sets,
    "winning": _seats,
    "still_in": _seats,
    "waiting": _seats,
    "last_paid": _seats,
    "last_out": _seats,
    "choice": _laid,
    "last_cards": _laid,
    "water": _water(WATER),
    "last_water": _water(2),
}
