"""The final count: doubloons, Rums, Relics, Secrets and Objects; ties and majorities by the Parrot.

Before the end the same functions tell what the cards that can be seen would count now.
"""

from typing import Any

from seaboard.games.sea_of_clouds.cards import (
    COLLECTION,
    MAJORITY,
    MOST_DOUBLOONS,
    MOST_RELICS,
    MOST_RUMS,
    OBJECT,
    POINTS,
    POINTS_PER_OBJECT,
    POINTS_PER_RELIC,
    POINTS_PER_RUM,
    RELIC,
    RUM,
    SECRET,
    SET,
    VALUE,
)
from seaboard.games.sea_of_clouds.loot import (
    CARDS_COUNTED,
    CATEGORY_COUNTED,
    DOUBLOONS_COUNTED,
    MATCH_SCORED,
    WORD_BITS,
    WORD_COUNT,
    by_parrot,
    holds,
    how_many,
)
from seaboard.kit import emit, lowest

CATEGORY_NAMES = ("doubloons", "rums", "relics", "secrets", "objects")
CATEGORIES = len(CATEGORY_NAMES)
DOUBLOONS = 0
TYPE_COUNTED = (-1, RUM, RELIC, SECRET, OBJECT)


def chest_of(s: Any, seat: int) -> int:
    """The doubloons on a seat's Chest."""
    return s.chest_doubloons if s.chest >= 0 and holds(s.boards[seat], s.chest) else 0


def copies(s: Any, seat: int, kind: int) -> int:
    """How many cards of a kind lie on a board."""
    count = 0
    for word in range(WORD_COUNT):
        left = s.boards[seat][word] & s.of_type[s.type_of[kind]][word]
        while left:
            count += s.kind_of[word * WORD_BITS + lowest(left)] == kind
            left &= left - 1
    return count


def wealth(s: Any, seat: int, effect: int, kind: int) -> int:
    """How many a seat has of what a majority is about: cards of a kind, Rums, Relics or doubloons."""
    if effect == MOST_RUMS:
        return s.rums[seat]
    if effect == MOST_RELICS:
        return how_many(s, seat, RELIC)
    if effect == MOST_DOUBLOONS:
        return s.doubloons[seat] + chest_of(s, seat)
    return copies(s, seat, kind)


def has_most(s: Any, seat: int, effect: int, kind: int) -> bool:
    """Whether a seat wins a majority: the most, at least one, and a tie by the Parrot."""
    most, leaders = 0, 0
    for other in range(s.seats):
        count = wealth(s, other, effect, kind)
        if count > most:
            most, leaders = count, 1 << other
        elif count == most:
            leaders |= 1 << other
    return most > 0 and leaders >> seat & 1 == 1 and by_parrot(s, leaders) == seat


def worth(s: Any, seat: int, kind: int, count: int) -> int:
    """The VP of a number of cards of a kind on a board."""
    effect, amount = s.effect[kind], s.amount[kind]
    if effect in (VALUE, POINTS):
        return count * amount
    if effect == COLLECTION:
        return count * count
    if effect == MAJORITY:
        return count * (amount if has_most(s, seat, effect, kind) else s.extra[kind])
    if effect == SET:
        return s.set_values[amount][count - 1] if count else 0
    if effect == POINTS_PER_RUM:
        return count * amount * s.rums[seat]
    if effect == POINTS_PER_RELIC:
        return count * amount * how_many(s, seat, RELIC)
    if effect == POINTS_PER_OBJECT:
        return count * amount * how_many(s, seat, OBJECT)
    if effect in (MOST_RUMS, MOST_RELICS, MOST_DOUBLOONS):
        return count * amount if has_most(s, seat, effect, kind) else 0
    return 0


def category(s: Any, seat: int, which: int, log: Any) -> int:
    """The VP of a category; the log gets each kind of card in it."""
    if which == DOUBLOONS:
        emit(log, DOUBLOONS_COUNTED, seat, s.doubloons[seat], chest_of(s, seat))
        return s.doubloons[seat] + chest_of(s, seat)
    points, kind, count = 0, -1, 0
    for word in range(WORD_COUNT):
        left = s.boards[seat][word] & s.of_type[TYPE_COUNTED[which]][word]
        while left:
            # copies are neighbours in the deck's order
            here = s.kind_of[word * WORD_BITS + lowest(left)]
            left &= left - 1
            if here != kind:
                points += counted(s, seat, kind, count, log)
                kind, count = here, 0
            count += 1
    return points + counted(s, seat, kind, count, log)


def counted(s: Any, seat: int, kind: int, count: int, log: Any) -> int:
    """The VP of the cards of a kind, written to the log."""
    if count == 0:
        return 0
    points = worth(s, seat, kind, count)
    emit(log, CARDS_COUNTED, seat, kind, count, points)
    return points


def total(s: Any, seat: int, log: Any) -> int:
    """All the VP of a seat."""
    points = 0
    for which in range(CATEGORIES):
        part = category(s, seat, which, log)
        emit(log, CATEGORY_COUNTED, seat, which, part)
        points += part
    emit(log, MATCH_SCORED, seat, points)
    return points
