"""The State of a match of Sea Salt & Paper, and the numbers used in it, in actions and in events."""

from dataclasses import dataclass
from typing import Annotated

from seaboard.games.sea_salt_and_paper.cards import CARDS, PAIRS
from seaboard.kit import Cells, Int8, Int16, Int32, Seed

SEATS = 4

# What fills an empty place.
NO_CARD = -1
NO_COLOUR = -1
NO_PILE = -1
NOBODY = -1

TAKE, KEEP, DISCARD, LAY, SEARCH, PICK, ROB, OVER = range(8)  # phases
NOT_YET, CANCELLED, STOPPED, WON, LOST = range(5)  # how a round ended: the last two are the caller's bet
BY_POINTS, BY_TIE_BREAK, SHARED, BY_MERMAIDS = range(4)  # how a match was won

# Actions. Copies of a card are laid by kind and colour: which copy makes no difference.
DRAW_TWO = 0
TAKE_TOP = 1  # + pile
KEEP_DRAWN = 3  # + which
DISCARD_ON = 5  # + pile
SEARCH_PILE = 7  # + pile
PICK_CARD = 9  # + card
ROB_SEAT = PICK_CARD + CARDS  # + seat
LAY_PAIR = ROB_SEAT + SEATS  # + place in PAIRS
LAY_MERMAIDS = LAY_PAIR + len(PAIRS)
CALL_STOP = LAY_MERMAIDS + 1
CALL_LAST_CHANCE = LAY_MERMAIDS + 2
END_TURN = LAY_MERMAIDS + 3
ACTIONS = LAY_MERMAIDS + 4


def phase_of(action: int) -> int:
    """The phase in which an action can be done."""
    if action < KEEP_DRAWN:
        return TAKE
    if action < DISCARD_ON:
        return KEEP
    if action < SEARCH_PILE:
        return DISCARD
    if action < PICK_CARD:
        return SEARCH
    if action < ROB_SEAT:
        return PICK
    return ROB if action < LAY_PAIR else LAY


# Events
ROUND_BEGAN, PILE_SHOWN, TWO_DRAWN, CARD_KEPT, CARD_DISCARDED, CARD_TAKEN, CARD_DRAWN, PAIR_LAID, EFFECT_LOST = range(9)
PILE_SEARCHED, CARD_PICKED, CARD_STOLEN, TURN_REPEATED, MERMAIDS_LAID, TURN_ENDED, STOP_CALLED, LAST_CHANCE_CALLED = range(9, 17)
HAND_REVEALED, CARD_REVEALED, ROUND_CANCELLED, BET_WON, BET_LOST = range(17, 22)
POINTS_COUNTED, MERMAID_COUNTED, CARDS_SCORED, BONUS_SCORED, ROUND_SCORED, MATCH_WON = range(22, 28)

# Why an action is refused
WRONG_STEP, DECK_EMPTY, PILE_EMPTY, NOT_IN_PILE, NO_SUCH_SEAT, OWN_HAND, HAND_OPEN, HAND_EMPTY = range(1, 9)
NOT_HELD, MERMAIDS_MISSING, CALLED_ALREADY, TOO_FEW_POINTS = range(9, 13)

# How much a round can fill. Of 58 cards at most 30 lie on a pile; all of them leave the deck, at most 28 are discarded and 30
# leave a pile, each showing at most one new top; 36 are laid; 5 thefts, 4 searches and 4 revealed hands.
PILE_CARDS = 32
TAPE = 200
SEARCHES = 4


@dataclass(slots=True)
class State:
    """A match of Sea Salt & Paper."""

    seats: Int8
    target: Int16  # points to win; 0: the standard, -1: double

    seed: Seed
    stream: Int32
    draws: Int32

    goal: Int16
    scores: Annotated[list[int], Cells("int16", (SEATS,))]
    winning: Annotated[int, Cells("uint8", (), SEATS)]  # the seats that won the match, as bits; 0 while it lasts

    round_number: Int16
    starter: Int8
    turn: Int8
    phase: Int8
    caller: Int8  # who called LAST CHANCE in this round, or NOBODY
    revealed: Annotated[int, Cells("uint8", (), SEATS)]  # seats whose hands lie open, as bits

    deck: Annotated[list[int], Cells("int8", (CARDS,))]  # the top comes last
    deck_size: Int8
    piles: Annotated[list[list[int]], Cells("int8", (2, PILE_CARDS))]  # the top comes last
    pile_sizes: Annotated[list[int], Cells("int8", (2,))]
    hands: Annotated[list[int], Cells("int64", (SEATS,), CARDS)]
    held: Annotated[list[int], Cells("int8", (SEATS,))]  # how many cards each hand has
    laid: Annotated[list[int], Cells("int64", (SEATS,), CARDS)]
    drawn: Annotated[list[int], Cells("int8", (2,))]  # drawn and not yet kept or discarded
    searched: Int8  # the pile that a crab's player looks through, or NO_PILE

    # The last round that ended, with the hands that all saw, unless it was cancelled.
    ended_by: Int8  # or NOBODY
    ending: Int8
    last_hands: Annotated[list[int], Cells("int64", (SEATS,), CARDS)]
    last_laid: Annotated[list[int], Cells("int64", (SEATS,), CARDS)]
    gained: Annotated[list[int], Cells("int16", (SEATS,))]

    # What there is to remember of this round: see memory.py.
    tape: Annotated[list[int], Cells("uint16", (TAPE,))]
    tape_size: Int16
    sights: Annotated[list[int], Cells("int64", (SEARCHES,), CARDS)]  # what each search saw, as bits
    searches: Int8
