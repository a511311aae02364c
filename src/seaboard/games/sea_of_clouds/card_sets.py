"""Sets of cards, each two words of bits: adding and removing a card, iterating, and what lies on a board."""

from seaboard.games.sea_of_clouds.cards import BACK_OF_TYPE, OBJECT, PIRATE, RELIC, RUM, SECRET, STRENGTH, WORD_BITS, WORD_COUNT
from seaboard.games.sea_of_clouds.state import NO_CARD, State
from seaboard.kit import lowest, scratch, size, without_lowest


def holds(cards: list[int], card: int) -> bool:
    """Whether a card is in a set."""
    word = 1 if card >= WORD_BITS else 0  # faster than dividing
    return cards[word] >> card - WORD_BITS * word & 1 == 1


def put(cards: list[int], card: int) -> None:
    """Put a card into a set."""
    word = 1 if card >= WORD_BITS else 0
    cards[word] |= 1 << card - WORD_BITS * word


def drop(cards: list[int], card: int) -> None:
    """Take a card out of a set."""
    word = 1 if card >= WORD_BITS else 0
    cards[word] &= ~(1 << card - WORD_BITS * word)


def count_of(cards: list[int]) -> int:
    """How many cards are in a set."""
    return size(cards[0]) + size(cards[1])


def take_lowest(cards: list[int]) -> int:
    """Remove and return the lowest card of a set, which must not be empty."""
    if cards[0]:
        card = lowest(cards[0])
        cards[0] = without_lowest(cards[0])
    else:
        card = WORD_BITS + lowest(cards[1])
        cards[1] = without_lowest(cards[1])
    return card


def has_any(cards: list[int]) -> bool:
    """Whether a set holds a card. `while has_any(left): card = take_lowest(left)` takes less code than counting them first."""
    return (cards[0] | cards[1]) != 0


# ---- What lies on a board --------------------------------------------------------------------------


def cards_at(s: State, seat: int, card_type: int, out: list[int]) -> int:
    """Write the set of a seat's cards of a type to `out` and return how many there are; of Rums and Secrets, those that can be seen."""
    for word in range(WORD_COUNT):
        out[word] = s.boards[seat][word] & s.of_type[card_type][word]
    return count_of(out)


def how_many(s: State, seat: int, card_type: int) -> int:
    """How many cards of a type lie on a board; of Rums and Secrets, those that can be seen."""
    return size(s.boards[seat][0] & s.of_type[card_type][0]) + size(s.boards[seat][1] & s.of_type[card_type][1])


def copies(s: State, seat: int, kind: int) -> int:
    """How many cards of a kind lie on a board."""
    left = scratch(WORD_COUNT)
    count = 0
    cards_at(s, seat, s.type_of[kind], left)
    while has_any(left):
        count += s.kind_of[take_lowest(left)] == kind
    return count


def first_of_kind(s: State, seat: int, kind: int) -> int:
    """The first card of a kind on a board, or NO_CARD."""
    left = scratch(WORD_COUNT)
    cards_at(s, seat, s.type_of[kind], left)
    return first_among(s, left, kind)


def nth_of_kind(s: State, seat: int, kind: int, number: int) -> int:
    """The n-th card of a kind on a board, counting from 0; copies are neighbours in the deck's order."""
    left = scratch(WORD_COUNT)
    cards_at(s, seat, s.type_of[kind], left)
    card = first_among(s, left, kind)
    for _ in range(number):
        card = take_lowest(left)
    return card


def first_among(s: State, cards: list[int], kind: int) -> int:
    """The first card of a kind in a set, or NO_CARD; it uses the set up."""
    while has_any(cards):
        card = take_lowest(cards)
        if s.kind_of[card] == kind:
            return card
    return NO_CARD


def nth(s: State, seat: int, card_type: int, number: int) -> int:
    """The n-th card of a type on a board, counting from 0."""
    left = scratch(WORD_COUNT)
    cards_at(s, seat, card_type, left)
    for _ in range(number):
        take_lowest(left)
    return take_lowest(left)


def strength_of(s: State, card: int) -> int:
    """What a card adds to the strength of its crew."""
    kind = s.kind_of[card]
    if s.type_of[kind] == PIRATE:
        return s.extra[kind]
    return s.amount[kind] if s.effect[kind] == STRENGTH else 0


def crew_strength(s: State, seat: int) -> int:
    """The strengths of a seat's Pirates and its modifiers, which count with or without Pirates."""
    strength = 0
    left = scratch(WORD_COUNT)
    cards_at(s, seat, PIRATE, left)
    while has_any(left):
        strength += strength_of(s, take_lowest(left))
    cards_at(s, seat, OBJECT, left)
    while has_any(left):
        strength += strength_of(s, take_lowest(left))
    return strength


# ---- What a card shows -----------------------------------------------------------------------------


def back_of(s: State, card: int) -> int:
    """What a card's back shows."""
    return BACK_OF_TYPE[s.type_of[s.kind_of[card]]]


def top_back(s: State) -> int:
    """The back on top of the deck; -1 when it is empty."""
    return back_of(s, s.pile[s.pile_size - 1]) if s.pile_size else -1


def face_down(s: State, word: int) -> int:
    """The cards of a word, as bits, that lie face down on a board."""
    return s.of_type[RUM][word] | s.of_type[SECRET][word]


def face_up(s: State, word: int) -> int:
    """The cards of a word, as bits, that lie face up on a board."""
    return s.of_type[RELIC][word] | s.of_type[OBJECT][word] | s.of_type[PIRATE][word]
