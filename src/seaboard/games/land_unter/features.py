"""What a learner sees of Land Unter."""

from seaboard.games.land_unter.cards import ALL_WEATHER, COPIES, LEVELS, TRICKS, WEATHER
from seaboard.games.land_unter.rules import hand_of, has_held, score
from seaboard.games.land_unter.state import State
from seaboard.kit import Field, mark, starts

COMMON = (
    Field("hand", WEATHER, "the weather that you can still play in this round, 1 to 60"),
    Field("unseen", WEATHER, "weather of which you don't know in which hand it is, if in any"),
    Field("lower", LEVELS, "the lower of the water cards that lie there, 1 to 12"),
    Field("higher", LEVELS, "the higher of them"),
    Field("water", LEVELS, "how many water cards of each level are still to come in this round", COPIES),
    Field("trick", TRICKS, "the number of the trick, 1 to 12"),
    Field("round", 5, "the number of the round, 1 to 5"),
    Field("seats", 5, "how many seats there are: the place is the number less one"),
    Field("open", 1, "1: weather is played face up, in turn"),
    Field("change", 1, "1: a choice may be changed until the last seat has chosen"),
)
EACH = (
    Field("here", 1, "1: there is such a seat"),
    Field("in", 1, "1: it is still in the round"),
    Field("chosen", 1, "1: it has chosen its card for this trick"),
    Field("turn", 1, "1: it is to play, in the open variant"),
    Field("leads", 1, "1: it leads the trick, in the open variant"),
    Field("dealt", 1, "1: it is the dealer"),
    Field("lifebuoys", 1, "how many lifebuoys it has", 12),
    Field("total", 1, "how many were announced for the hand that it holds", 12),
    Field("level", LEVELS, "the level of its water, 1 to 12; none without water"),
    Field("depth", 1, "the same as a number", LEVELS),
    Field("points", 1, "its points in the match so far", 60, -5),
    Field("known", 1, "1: you know its hand, because you have held it"),
    Field("holds", WEATHER, "cards that you know to be in its hand and not played in this round"),
    Field("played", WEATHER, "the weather that it has played in this round"),
    Field("card", WEATHER, "the card that it has chosen, if you know it: your own, or one that lies open"),
)
HAND, UNSEEN, LOWER, HIGHER, WATER, TRICK, ROUND, SEATS, OPEN, CHANGE, FIRST_BLOCK = starts(COMMON)
HERE, IN, CHOSEN, TURN, LEADS, DEALT, LIFEBUOYS, TOTAL, LEVEL, DEPTH, POINTS, KNOWN, HOLDS, PLAYED, CARD, BLOCK = starts(EACH)

FORGETS = ("first_dealer", "points", "water", "seen", "last_cards", "last_water", "last_levels", "last_paid", "last_out")
"""What of the State is not in a row, or not in full: the points only together, water only by what is still to come."""


EVENT_NUMBERS = ((-1, 4), (-1, 59), (-5, 65), (0, 31))
"""The smallest and the largest seat of an event, and of the three numbers after it, which may be seats as bits."""


def most_events(s: State) -> int:
    """Return the most events a match can have: a trick shows its cards, in the open variant who is ahead, and at most two seats pay."""
    trick = 5 + (2 if s.open else 1) * s.seats
    return s.seats * (1 + TRICKS * trick + 5 * s.seats) + (TRICKS + 1) * s.seats


def blocks(seats: int) -> int:
    """Return how many blocks a row has."""
    return seats


def is_learnable(s: State) -> bool:
    """Whether a network trained on the usual options can read the row: always."""
    return True


def turned(s: State, seat: int, action: int) -> int:
    """Return the action as it is: no action names a seat, so nothing is turned."""
    return action


def observe(s: State, seat: int, row: list[int]) -> None:
    """Write what a seat sees, and remembers of the match, into a row of zeros."""
    mark(row, HAND, s.hands[hand_of(s, seat)] & ~s.played[seat])
    one, two = s.water[2 * s.trick_number - 2], s.water[2 * s.trick_number - 1]
    row[LOWER + min(one, two) - 1] = 1
    row[HIGHER + max(one, two) - 1] = 1
    for level in range(LEVELS):
        row[WATER + level] = COPIES
    for place in range(2 * s.trick_number):
        row[WATER + s.water[place] - 1] -= 1
    row[TRICK + s.trick_number - 1] = 1
    row[ROUND + s.round_number - 1] = 1
    row[SEATS + s.seats - 1] = 1
    row[OPEN] = s.open
    row[CHANGE] = s.change
    unseen = ALL_WEATHER
    for i in range(s.seats):
        other = (seat + i) % s.seats
        hand = hand_of(s, other)
        known = s.hands[hand] if has_held(s, seat, hand) else s.hands[hand] & s.seen[hand]
        unseen &= ~known
        observe_seat(s, seat, other, known, row, FIRST_BLOCK + i * BLOCK)
    mark(row, UNSEEN, unseen)


def observe_seat(s: State, seat: int, other: int, known: int, row: list[int], at: int) -> None:
    """Write what is known about a seat into its block; `known` are the known cards of the hand it holds."""
    row[at + HERE] = 1
    row[at + IN] = s.still_in >> other & 1
    row[at + CHOSEN] = (s.still_in & ~s.waiting) >> other & 1
    row[at + TURN] = s.turn == other
    row[at + LEADS] = s.leader == other
    row[at + DEALT] = s.dealer == other
    row[at + LIFEBUOYS] = s.lifebuoys[other]
    row[at + TOTAL] = s.totals[hand_of(s, other)]
    if s.levels[other]:
        row[at + LEVEL + s.levels[other] - 1] = 1
    row[at + DEPTH] = s.levels[other]
    row[at + POINTS] = score(s, other)
    row[at + KNOWN] = has_held(s, seat, hand_of(s, other))
    mark(row, at + HOLDS, known & ~s.played[other])
    mark(row, at + PLAYED, s.played[other])
    if s.choice[other] >= 0 and (other == seat or s.open):
        row[at + CARD + s.choice[other]] = 1
