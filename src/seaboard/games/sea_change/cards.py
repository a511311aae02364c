"""The deck of Sea Change, as data. Anyone who owns a printed deck can correct POINTS here."""

BLUE, GREEN, RED, PURPLE, YELLOW = range(5)
SUITS = 5
VALUES = 16
ALL_VALUES = (1 << VALUES) - 1
HAND = 10
SUIT_LETTERS = "BGRPY"
SUIT_NAMES = ("blue", "green", "red", "purple", "yellow")

# value:  0  1   2   3  4  5  6  7   8  9 10 11 12 13 14 15
POINTS = (0, -1, -1, -1, 0, 0, 0, 0, -4, 2, 1, 1, 1, 1, 1, 1)
TRUMP_ZERO_POINTS = 5

# By number of seats (a seat count of 0 does not exist).
SUITS_USED = (0, 3, 3, 3, 4, 5, 5, 5, 5)
LOWEST_BUT_ZERO = (0, 4, 4, 4, 4, 4, 3, 2, 1)
HIGHEST = (0, 12, 12, 12, 12, 12, 13, 14, 15)

# The suits used by default, in order.
USUAL_SUITS = (BLUE, PURPLE, YELLOW, GREEN, RED)

# The numbers of teams that the rulebook gives for a number of seats.
TEAMS = {4: (2,), 5: (3, 2), 6: (3, 2), 7: (4, 3), 8: (4, 2)}


def values_used(seats: int) -> int:
    """The values in the deck of this many seats, as bits."""
    return (1 << (HIGHEST[seats] + 1)) - (1 << LOWEST_BUT_ZERO[seats]) | 1


# A card is a number: its value in the lower four bits, its suit above them. The functions below say so themselves instead of calling each
# other: they run for every card that is played, and interpreted play would be slower by a tenth.


def card_of(suit: int, value: int) -> int:
    """The card of a suit and a value."""
    return suit * VALUES + value


def suit_of(card: int) -> int:
    """The suit of a card."""
    return card >> 4


def value_of(card: int) -> int:
    """The value of a card."""
    return card & 15


def same_value(card: int, other: int) -> bool:
    """Whether two cards have the same value."""
    return (card ^ other) & 15 == 0


def put(cards: list[int], card: int) -> None:
    """Add a card to a hand, or to the cards that a side has taken: one set of values (as bits) per suit."""
    cards[card >> 4] |= 1 << (card & 15)


def strength(card: int, lead: int, trump: int) -> int:
    """How strong a card is in a trick: trumps beat the suit that was led, which beats the others."""
    suit = card >> 4
    return (2 * (suit == trump) + (suit == lead)) * VALUES + (card & 15)
