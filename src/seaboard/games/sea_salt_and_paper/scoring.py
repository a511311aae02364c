"""The points of a seat's cards, in hand and laid, and which of them count at the end of a round."""

from seaboard.games.sea_salt_and_paper.cards import (
    COLLECTION_POINTS,
    COLLECTIONS,
    COLOURS,
    MERMAID,
    MERMAIDS,
    MULTIPLIERS,
    OF_COLOUR,
    OF_KIND,
    PAIR_KINDS,
)
from seaboard.games.sea_salt_and_paper.state import (
    BONUS_SCORED,
    CARDS_SCORED,
    LOST,
    MERMAID_COUNTED,
    NO_COLOUR,
    POINTS_COUNTED,
    ROUND_SCORED,
    STOPPED,
    WON,
    State,
)
from seaboard.kit import Log, emit, size

# Where points come from: four kinds of pairs, the mermaids, four collections, four multipliers.
MERMAID_CATEGORY = 4
FIRST_COLLECTION = 5
FIRST_MULTIPLIER = 9
CATEGORIES = 13
NO_CATEGORY = CATEGORIES  # of cards that give no points


def cards_of(s: State, seat: int) -> int:
    """Return all cards that count for a seat: its hand and what it has laid."""
    return s.hands[seat] | s.laid[seat]


def points(cards: int) -> int:
    """The points of cards, without the colour bonus."""
    total = mermaid_points(cards)
    for i in range(4):
        total += pair_points(cards, i) + collection_points(cards, i) + multiplier_points(cards, i)
    return total


def points_in(cards: int, category: int) -> int:
    """The points of one category; over all categories they add up to `points`."""
    if category < MERMAID_CATEGORY:
        return pair_points(cards, category)
    if category == MERMAID_CATEGORY:
        return mermaid_points(cards)
    if category < FIRST_MULTIPLIER:
        return collection_points(cards, category - FIRST_COLLECTION)
    return multiplier_points(cards, category - FIRST_MULTIPLIER)


def pair_points(cards: int, pair: int) -> int:
    """A point for each two crabs, boats or fish, or each swimmer with a shark, laid or not."""
    first, second = size(cards & OF_KIND[PAIR_KINDS[pair][0]]), size(cards & OF_KIND[PAIR_KINDS[pair][1]])
    return first // 2 if PAIR_KINDS[pair][0] == PAIR_KINDS[pair][1] else min(first, second)


def mermaid_points(cards: int) -> int:
    """A point for each card of the most numerous colour; the next mermaid counts the next colour, and so on."""
    total = 0
    counted = 0
    for _ in range(size(cards & MERMAIDS)):
        best, most = 0, -1
        for colour in range(COLOURS):
            count = size(cards & OF_COLOUR[colour])
            if count > most and not counted >> colour & 1:
                best, most = colour, count
        counted |= 1 << best
        total += most
    return total


def collection_points(cards: int, collection: int) -> int:
    """Points by how many of its cards a collection has."""
    return COLLECTION_POINTS[collection][size(cards & OF_KIND[COLLECTIONS[collection]])]


def multiplier_points(cards: int, multiplier: int) -> int:
    """Points for each card of the kind that a multiplier counts, if it is there."""
    if not cards & OF_KIND[MULTIPLIERS[multiplier][0]]:
        return 0
    return MULTIPLIERS[multiplier][2] * size(cards & OF_KIND[MULTIPLIERS[multiplier][1]])


def colour_bonus(cards: int) -> int:
    """A point for each card of the most numerous colour."""
    most = 0
    for colour in range(COLOURS):
        most = max(most, size(cards & OF_COLOUR[colour]))
    return most


def counted_in(cards: int, category: int) -> int:
    """Return the cards that a category counts: for example, a multiplier and what it multiplies."""
    if category < MERMAID_CATEGORY:
        first, second = PAIR_KINDS[category]
    elif category == MERMAID_CATEGORY:
        first, second = MERMAID, MERMAID
    elif category < FIRST_MULTIPLIER:
        first = COLLECTIONS[category - FIRST_COLLECTION]
        second = first
    else:
        first, second, _ = MULTIPLIERS[category - FIRST_MULTIPLIER]
    return cards & (OF_KIND[first] | OF_KIND[second])


def colour_ranked(cards: int, rank: int) -> int:
    """The most numerous colour for rank 0, the next one for rank 1, and so on; NO_COLOUR if there are no more."""
    best = NO_COLOUR
    passed = 0
    for _ in range(rank + 1):
        best, most = NO_COLOUR, 0
        for colour in range(COLOURS):
            count = size(cards & OF_COLOUR[colour])
            if count > most and not passed >> colour & 1:
                best, most = colour, count
        if best != NO_COLOUR:
            passed |= 1 << best
    return best


# ---- What counts at the end of a round ----------------------------------------------------------------


def cards_count(ending: int, is_caller: bool) -> bool:
    """Whether a seat scores the points of its cards: after STOP all do, after a bet only those who were right."""
    return ending == STOPPED or (ending == WON and is_caller) or (ending == LOST and not is_caller)


def bonus_counts(ending: int, is_caller: bool) -> bool:
    """Whether a seat scores its colour bonus: after a bet that was won all do, after a lost one only the caller."""
    return ending == WON or (ending == LOST and is_caller)


def gain(cards: int, ending: int, is_caller: bool) -> int:
    """What a seat with these cards gains in a round that ends like this."""
    gained = 0
    if cards_count(ending, is_caller):
        gained += points(cards)
    if bonus_counts(ending, is_caller):
        gained += colour_bonus(cards)
    return gained


def show_points(s: State, seat: int, log: Log) -> None:
    """Log where the points of a seat's cards come from, which of them count, and what the seat gained."""
    if log is None:
        return
    cards = cards_of(s, seat)
    idle = cards
    for category in range(CATEGORIES):
        found = points_in(cards, category)
        if found:
            made_by = counted_in(cards, category)
            idle &= ~made_by
            emit(log, POINTS_COUNTED, seat, category, found, made_by)
    if idle:
        emit(log, POINTS_COUNTED, seat, NO_CATEGORY, 0, idle)
    for mermaid in range(size(cards & MERMAIDS)):
        colour = colour_ranked(cards, mermaid)
        if colour != NO_COLOUR:
            emit(log, MERMAID_COUNTED, seat, colour, size(cards & OF_COLOUR[colour]))
    is_caller = seat == s.ended_by
    emit(log, CARDS_SCORED, seat, points(cards), 1 if cards_count(s.ending, is_caller) else 0)
    emit(log, BONUS_SCORED, seat, colour_bonus(cards), 1 if bonus_counts(s.ending, is_caller) else 0, colour_ranked(cards, 0))
    emit(log, ROUND_SCORED, seat, s.gained[seat], s.scores[seat])
