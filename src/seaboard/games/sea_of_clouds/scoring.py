"""The final count: doubloons, Rums, Relics, Secrets and Objects; ties and majorities by the Parrot.

Before the end the same functions say what the visible cards would count now.
"""

from seaboard.games.sea_of_clouds.card_sets import cards_at, copies, has_any, holds, how_many, take_lowest
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
    WORD_COUNT,
)
from seaboard.games.sea_of_clouds.loot import by_parrot
from seaboard.games.sea_of_clouds.state import CARDS_COUNTED, CATEGORY_COUNTED, DOUBLOONS_COUNTED, MATCH_SCORED, State
from seaboard.kit import Log, emit, scratch

CATEGORY_NAMES = ("doubloons", "rums", "relics", "secrets", "objects")
CATEGORIES = len(CATEGORY_NAMES)
DOUBLOONS = 0
TYPE_COUNTED = (-1, RUM, RELIC, SECRET, OBJECT)


def chest_of(s: State, seat: int) -> int:
    """The doubloons on a seat's Chest."""
    return s.chest_doubloons if s.chest >= 0 and holds(s.boards[seat], s.chest) else 0


def wealth(s: State, seat: int, effect: int, kind: int) -> int:
    """Return how many of what a majority compares a seat has: cards of a kind, Rums, Relics or doubloons."""
    if effect == MOST_RUMS:
        return s.rums[seat]
    if effect == MOST_RELICS:
        return how_many(s, seat, RELIC)
    if effect == MOST_DOUBLOONS:
        return s.doubloons[seat] + chest_of(s, seat)
    return copies(s, seat, kind)


def has_most(s: State, seat: int, effect: int, kind: int) -> bool:
    """Whether a seat wins a majority: the most, at least one, and a tie by the Parrot."""
    most, leaders = 0, 0
    for other in range(s.seats):
        count = wealth(s, other, effect, kind)
        if count > most:
            most, leaders = count, 1 << other
        elif count == most:
            leaders |= 1 << other
    return most > 0 and leaders >> seat & 1 == 1 and by_parrot(s, leaders) == seat


def worth(s: State, seat: int, kind: int, count: int) -> int:
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


def category(s: State, seat: int, which: int, log: Log) -> int:
    """The VP of a category; the log gets each kind of card in it."""
    if which == DOUBLOONS:
        emit(log, DOUBLOONS_COUNTED, seat, s.doubloons[seat], chest_of(s, seat))
        return s.doubloons[seat] + chest_of(s, seat)
    left = scratch(WORD_COUNT)
    points, kind, count = 0, -1, 0
    cards_at(s, seat, TYPE_COUNTED[which], left)
    while has_any(left):
        here = s.kind_of[take_lowest(left)]
        if here != kind:  # copies are neighbours in the deck's order
            points += counted(s, seat, kind, count, log)
            kind, count = here, 0
        count += 1
    return points + counted(s, seat, kind, count, log)


def counted(s: State, seat: int, kind: int, count: int, log: Log) -> int:
    """The VP of the cards of a kind, written to the log."""
    if count == 0:
        return 0
    points = worth(s, seat, kind, count)
    emit(log, CARDS_COUNTED, seat, kind, count, points)
    return points


def total(s: State, seat: int, log: Log) -> int:
    """All the VP of a seat."""
    points = 0
    for which in range(CATEGORIES):
        part = category(s, seat, which, log)
        emit(log, CATEGORY_COUNTED, seat, which, part)
        points += part
    emit(log, MATCH_SCORED, seat, points)
    return points
