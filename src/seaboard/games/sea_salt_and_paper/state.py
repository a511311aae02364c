"""The State of a match of Sea Salt & Paper, and what must always hold of it."""

from dataclasses import dataclass
from typing import Annotated, Any

from seaboard.games.sea_salt_and_paper.cards import CARDS, GOALS
from seaboard.games.sea_salt_and_paper.memory import PILE_CARDS, is_true
from seaboard.kit import Cells, Int8, Int16, Int32, Seed, UInt8, size

SEATS = 4
NO_CARD = -1
NOBODY = -1
NO_PILE = -1

TAKE, KEEP, DISCARD, LAY, SEARCH, PICK, ROB, OVER = range(8)  # phases
NOT_YET, CANCELLED, STOPPED, WON, LOST = range(5)  # how a round ended: the last two are the caller's bet


@dataclass(slots=True)
class State:
    """A match of Sea Salt & Paper."""

    seats: Int8
    target: Int16  # points to win; 0: the standard, -1: double

    seed: Seed
    stream: Int32
    draws: Int32

    goal: Int16
    scores: Annotated[list[int], Cells("int16", (4,))]
    winning: UInt8  # the seats that won the match, as bits; 0 while it lasts

    round_number: Int16
    starter: Int8
    turn: Int8
    phase: Int8
    caller: Int8  # who called LAST CHANCE in this round, or NOBODY
    revealed: UInt8  # seats whose hands lie open, as bits

    deck: Annotated[list[int], Cells("int8", (58,))]  # the top comes last
    deck_size: Int8
    piles: Annotated[list[list[int]], Cells("int8", (2, 32))]  # the top comes last
    pile_sizes: Annotated[list[int], Cells("int8", (2,))]
    hands: Annotated[list[int], Cells("int64", (4,))]
    held: Annotated[list[int], Cells("int8", (4,))]  # how many cards each hand has
    laid: Annotated[list[int], Cells("int64", (4,))]
    drawn: Annotated[list[int], Cells("int8", (2,))]  # drawn and not yet kept or discarded
    searched: Int8  # the pile that a crab's player looks through, or NO_PILE

    # The last round that ended, for the score sheet: all saw it, unless it was cancelled.
    ended_by: Int8  # or NOBODY
    ending: Int8
    last_hands: Annotated[list[int], Cells("int64", (4,))]
    last_laid: Annotated[list[int], Cells("int64", (4,))]
    gained: Annotated[list[int], Cells("int16", (4,))]

    # What there is to remember of this round: see memory.py.
    tape: Annotated[list[int], Cells("uint16", (200,))]
    tape_size: Int16
    sights: Annotated[list[int], Cells("int64", (4,))]  # what each search saw, as bits
    searches: Int8


def goal_of(s: Any) -> int:
    """The points that end the match."""
    if s.target > 0:
        return s.target
    return GOALS[s.seats] if s.target == 0 else 2 * GOALS[s.seats]


def can_act(s: Any) -> bool:
    """Whether the seat whose turn it is has something to choose, as it must until the match is over."""
    if s.phase == OVER:
        return True
    if s.revealed >> s.turn & 1:
        return False
    if s.phase == TAKE:
        return s.deck_size + s.pile_sizes[0] + s.pile_sizes[1] > 0
    if s.phase == SEARCH:
        return s.pile_sizes[0] > 0 and s.pile_sizes[1] > 0
    if s.phase == DISCARD:
        return (s.pile_sizes[0] > 0) == (s.pile_sizes[1] > 0)
    victims = 0
    for seat in range(s.seats):
        if seat != s.turn and s.held[seat] > 0 and not s.revealed >> seat & 1:
            victims += 1
    return s.phase != ROB or victims > 1


def is_sound(s: Any) -> bool:
    """Whether every card is in exactly one place, and every number is one that play can reach."""
    if not 0 <= s.turn < s.seats or not TAKE <= s.phase <= OVER or (s.phase == OVER) != (s.winning != 0):
        return False
    if not NOBODY <= s.caller < s.seats or not NOBODY <= s.ended_by < s.seats or not 0 <= s.starter < s.seats:
        return False
    if s.winning >> s.seats or s.revealed >> s.seats or s.goal != goal_of(s) or (s.phase == PICK) != (s.searched >= 0):
        return False
    if not NOT_YET <= s.ending <= LOST or (s.ending == NOT_YET) != (s.ended_by == NOBODY):
        return False
    if not 0 <= s.deck_size <= CARDS or not 0 <= s.tape_size <= len(s.tape) or s.searched > 1 or s.round_number < 1:
        return False
    if (s.caller >= 0 and not s.revealed >> s.caller & 1) or not 0 <= s.pile_sizes[0] <= 30 or not 0 <= s.pile_sizes[1] <= 30:
        return False
    if (s.drawn[0] >= 0) != (s.phase == KEEP or s.phase == DISCARD) or (s.drawn[1] >= 0) != (s.phase == KEEP):
        return False

    if not can_act(s):
        return False

    found = 0
    count = 0
    for seat in range(SEATS):
        cards = s.hands[seat] | s.laid[seat]
        if s.held[seat] != size(s.hands[seat]) or (seat >= s.seats and (cards or s.scores[seat])) or s.scores[seat] < 0:
            return False
        found |= cards
        count += size(s.hands[seat]) + size(s.laid[seat])
    for place in range(CARDS):
        if (s.deck[place] < 0) != (place >= s.deck_size):
            return False
        if s.deck[place] >= 0:
            found |= 1 << s.deck[place]
            count += 1
    for pile in range(2):
        for place in range(PILE_CARDS):
            if (s.piles[pile][place] < 0) != (place >= s.pile_sizes[pile]):
                return False
            if s.piles[pile][place] >= 0:
                found |= 1 << s.piles[pile][place]
                count += 1
    for i in range(2):
        if s.drawn[i] >= 0:
            found |= 1 << s.drawn[i]
            count += 1
    return found == (1 << CARDS) - 1 and count == CARDS and is_true(s)
