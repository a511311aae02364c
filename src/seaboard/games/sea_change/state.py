"""A match of Sea Change as numbers.

A hand, and the cards a side has taken, are one set of values (as bits) per suit.
"""

from dataclasses import dataclass
from typing import Annotated

from seaboard.games.sea_change.cards import SUITS, VALUES
from seaboard.kit import Bits8, Cells, Int8, Int16, Int32, Seed

ACTIONS = SUITS * VALUES
AI = 1  # the seat of the stack in a solo match
NO_SUIT = -1
NO_CARD = -1
NO_SEAT = -1

# Events
ROUND_BEGAN, CARD_DEALT, CARD_PLAYED, TRUMP_SET, SEA_CHANGED, CARD_DRAWN, TRICK_WON = range(7)
CARD_COUNTED, ROUND_SCORED, VP_EARNED, MATCH_WON, WENT_AHEAD = range(7, 12)

# What wins a trick
HIGHEST_TRUMP, HIGHEST_OF_LEAD = range(2)

# What decided the match
BY_VPS, BY_TRUMP_ZERO, BY_FEWEST_CARDS, SHARED = range(4)

# Why a card can't be played
NOT_HELD, MUST_FOLLOW = 1, 2


@dataclass(slots=True)
class State:
    """A match of Sea Change."""

    seats: Int8
    teams: Int8  # 0: everyone for themselves
    target: Int8  # VPs to win; 0: the standard
    suits: Annotated[int, Cells("uint8", (), SUITS)]  # the suits in the deck, as bits
    first_dealer: Int8  # -1: by lot

    seed: Seed
    stream: Int32
    draws: Int32

    sides: Int8  # players who count together: a team, a single player, the AI
    goal: Annotated[list[int], Cells("int8", (8,))]  # VPs that each side plays for
    vps: Annotated[list[int], Cells("int8", (8,))]  # won so far, by side
    winning: Bits8  # the sides that won the match, as bits; 0 while it lasts

    round_number: Int16
    dealer: Int8
    hands: Annotated[list[list[int]], Cells("uint16", (8, 5), VALUES)]  # by seat and suit
    held: Annotated[list[int], Cells("int8", (8,))]  # how many cards each hand has
    pile: Annotated[list[int], Cells("int8", (20,))]  # two players' draw pile, or the AI's stack; the top comes last
    pile_size: Int8
    taken: Annotated[list[list[int]], Cells("uint16", (8, 5), VALUES)]  # by side and suit
    points: Annotated[list[int], Cells("int16", (8,))]  # printed on the cards taken, by side
    tricks: Annotated[list[int], Cells("int8", (8,))]  # won in this round, by seat

    turn: Int8
    leader: Int8  # of the trick
    lead: Int8  # the suit that was led, or NO_SUIT
    trump: Int8  # likewise
    trick: Annotated[list[int], Cells("int8", (8,))]  # in the order of play
    trick_size: Int8
    last_trick: Annotated[list[int], Cells("int8", (8,))]
    last_trick_size: Int8
    last_leader: Int8
    last_winner: Int8

    # The round from its first card on: who played what, and when
    plays: Annotated[list[int], Cells("int8", (80,))]  # the cards in the order of play
    played: Int8  # how many they are
    leaders: Annotated[list[int], Cells("int8", (15,))]  # of each trick

    # What play has shown, for re-deals: suits that a seat can't hold, as bits. With a draw pile they are kept for each card held, oldest
    # first: see `memory.forget_slot`.
    void: Annotated[list[int], Cells("uint8", (8,), SUITS)]
    barred: Annotated[list[list[int]], Cells("uint8", (2, 10), SUITS)]
