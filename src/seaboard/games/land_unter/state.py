"""A match of Land Unter as numbers.

A set of weather cards is 60 bits. A hand is numbered by the seat it was dealt to: hand 2 is dealt to seat 2, then passes to seat 3, and so
on.
"""

from dataclasses import dataclass
from typing import Annotated

from seaboard.games.land_unter.cards import WATER, WEATHER
from seaboard.kit import Cells, Int8, Int32, Seed

ACTIONS = WEATHER
MOST_SEATS = 5
NO_CARD = -1
NO_SEAT = -1

# Events
(
    ROUND_BEGAN,
    CARD_DEALT,
    LIFEBUOYS_TAKEN,
    WATER_TURNED,
    CARD_REVEALED,
    CARD_PLAYED,
    WATER_TAKEN,
    LIFEBUOY_LOST,
    SEAT_ELIMINATED,
    ROUND_SCORED,
    SCORE_CHANGED,
    HAND_PASSED,
    MATCH_WON,
    WENT_AHEAD,
) = range(14)

# Why a card can't be chosen
NOT_HELD, ALREADY_PLAYED, ELIMINATED, ALREADY_CHOSEN, NOT_YOUR_TURN = 1, 2, 3, 4, 5

CardSets = Annotated[list[int], Cells("int64", (MOST_SEATS,), WEATHER)]
Seats = Annotated[int, Cells("uint8", (), MOST_SEATS)]
PerSeat = Annotated[list[int], Cells("int8", (MOST_SEATS,))]


@dataclass(slots=True)
class State:
    """A match of Land Unter."""

    seats: Int8
    open: Int8  # 1: weather is played face up, in turn
    change: Int8  # 1: a choice may be changed until the last seat has chosen
    first_dealer: Int8  # -1: by lot

    seed: Seed
    stream: Int32
    draws: Int32

    # By hand, for the whole match
    hands: CardSets  # the twelve cards dealt
    seen: CardSets  # those that everyone has seen played, in this round or an earlier one
    totals: PerSeat  # the lifebuoys announced for it

    round_number: Int8
    dealer: Int8
    points: Annotated[list[list[int]], Cells("int8", (5, 5))]  # by round and seat
    winning: Seats  # the seats that won the match, as bits; 0 while it lasts

    # By seat, for the round
    still_in: Seats  # as bits
    played: CardSets  # the weather that each seat has played
    lifebuoys: PerSeat
    levels: PerSeat  # the water card on top, or 0
    water: Annotated[list[int], Cells("int8", (WATER,))]  # the water cards in the order they are turned

    trick_number: Int8
    leader: Int8  # of an open trick
    turn: Int8  # likewise
    waiting: Seats  # the seats that have not chosen yet, as bits
    choice: PerSeat

    # The last trick: what each seat played, the levels before anybody paid, who paid, who went out
    last_cards: PerSeat
    last_water: Annotated[list[int], Cells("int8", (2,))]  # the lower, the higher
    last_levels: PerSeat
    last_paid: Seats
    last_out: Seats
