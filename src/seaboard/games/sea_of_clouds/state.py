"""The State of a match of Sea of Clouds, and the numbers used in it: actions, phases, events, reasons.

A card is its number in the deck's order, with copies of a kind adjacent. Since a host can bring their own deck, the State says what each
kind of card is and does: its type, its effect, the effect's numbers.
"""

from dataclasses import dataclass
from typing import Annotated

from seaboard.games.sea_of_clouds.cards import (
    LONGEST_SET,
    MOST_CARDS,
    MOST_KINDS,
    MOST_SETS,
    SHARE_CARDS,
    SHARES,
    TYPES,
    WORD_BITS,
    WORD_COUNT,
)
from seaboard.kit import Cells, Int8, Int16, Int32, Seed, UInt8

SEATS = 4

# A place that holds no card, or one that a seat can't see, holds one of these.
UNSEEN = 128  # UNSEEN + back: only its back is known
UNSEEN_ANY = 132  # not even its back: a card inside the deck
NO_CARD = 255

# ---- Actions --------------------------------------------------------------------------------------

TAKE = 0
LEAVE = 1
LAY = 2  # + which of the cards that were taken with a share
DONE = LAY + SHARE_CARDS  # decline every effect that is left
LOOT = DONE + 1  # + SHARE_CARDS * share + place
SEND = LOOT + SHARES * SHARE_CARDS  # + 2 * kind of the Pirate + side of the beaten opponent
CHOOSE = SEND + 2 * MOST_KINDS  # + kind of a card on a board; the phase says whose board
ACTIONS = CHOOSE + MOST_KINDS
NO_ACTION = -1
MOST_SENDS = 2 * MOST_KINDS + 1  # with DONE

# The sides of a seat: its neighbour to the left acts after it, the one to the right before it. Two seats have only a left.
LEFT, RIGHT = 0, 1

(
    LOOKING,  # at a share: take it or leave it
    LAYING,  # the cards of a share, in any order
    SENDING,  # a Pirate for one of the victories
    CHOOSING_LOOT,  # a card of the loot, by its back
    GIVING_RUM,  # one of your own Rums in a swap
    GIVING_OBJECT,  # one of your own Objects in a swap
    TAKING_OBJECT,  # one of the beaten opponent's Objects in a swap
    DISCARDING,  # the beaten opponent gives up an Object
    OVER,
) = range(9)
PHASE_NAMES = (
    "looking",
    "laying",
    "sending",
    "choosing_loot",
    "giving_rum",
    "giving_object",
    "taking_object",
    "discarding",
    "over",
)
SIDE_NAMES = ("left", "right")

# What a seat gets that leaves a share: a look at the next one, and after the last the top card of the deck, or a doubloon.
NEXT_SHARE, TOP_CARD, A_DOUBLOON = range(3)
LEAVING_NAMES = ("share", "card", "doubloon")


def loot_action(share: int, place: int) -> int:
    """The action that chooses a card of the loot."""
    return LOOT + SHARE_CARDS * share + place


def share_of(action: int) -> int:
    """Return the share that such an action chooses from."""
    return (action - LOOT) // SHARE_CARDS


def place_of(action: int) -> int:
    """Return the place in its share of the card that it chooses."""
    return (action - LOOT) % SHARE_CARDS


def send_action(kind: int, side: int) -> int:
    """The action that sends a Pirate of a kind for the victory on a side."""
    return SEND + 2 * kind + side


def pirate_of(action: int) -> int:
    """Return the kind of Pirate that such an action sends."""
    return (action - SEND) // 2


def side_of(action: int) -> int:
    """Return the side of the victory that it is sent for."""
    return (action - SEND) % 2


# ---- Events ---------------------------------------------------------------------------------------

(
    MATCH_BEGAN,
    ROUND_BEGAN,
    TURN_BEGAN,
    SHARE_LOOKED_AT,
    CARD_SEEN,
    SHARE_LEFT,
    SHARE_TAKEN,
    CARD_ADDED,
    DOUBLOON_ADDED,
    CARD_DRAWN,
    CARD_LAID,
    CARD_LAID_FACE_DOWN,
    CARD_DISCARDED,
    DOUBLOONS_GAINED,
    CHEST_FILLED,
    CHEST_EMPTIED,
    PARROT_TAKEN,
    BOARDING_BEGAN,
    CREW_COUNTED,
    FIGHT_WON,
    FIGHT_UNDECIDED,
    CHEST_PASSED,
    PIRATE_SENT,
    DOUBLOONS_STOLEN,
    RUM_STOLEN,
    RUMS_SWAPPED,
    RUM_GIVEN,
    OBJECTS_SWAPPED,
    LOOT_TAKEN,
    EFFECTS_DECLINED,
    BOARDING_ENDED,
    DOUBLOONS_COUNTED,
    CARDS_COUNTED,
    CATEGORY_COUNTED,
    MATCH_SCORED,
    MATCH_WON,
    CREW_LEFT,
    CHEST_MOVED,
) = range(38)

# ---- Why an action can't be taken -----------------------------------------------------------------

NOT_NOW, NOT_THERE, NO_SUCH_PIRATE, NOT_BEATEN, HAS_ACTED, NOTHING_TO_ACT_ON, ONE_IS_ENOUGH, MUST_ACT = range(1, 9)

# ---- The state ------------------------------------------------------------------------------------

Cards = Cells("int64", (WORD_COUNT,), WORD_BITS)  # a set of cards
CardsBySeat = Cells("int64", (SEATS, WORD_COUNT), WORD_BITS)


@dataclass(slots=True)
class State:
    """A match of Sea of Clouds."""

    rules: UInt8  # the version that this match is played by
    seats: Int8
    first_player: Int8  # -1: by lot

    # The deck: its identity, and everything about it that the rules need. Nothing here changes during a match.
    deck: Annotated[list[int], Cells("uint32", (4,))]
    kind_count: UInt8
    card_count: UInt8
    removed_kind: Int8  # with two seats; -1: none
    chest: Int8  # the card that is the Chest; -1: none
    kind_of: Annotated[list[int], Cells("uint8", (MOST_CARDS,))]  # by card
    type_of: Annotated[list[int], Cells("uint8", (MOST_KINDS,))]  # by kind, as are the next ones
    effect: Annotated[list[int], Cells("uint8", (MOST_KINDS,))]
    amount: Annotated[list[int], Cells("int8", (MOST_KINDS,))]  # the effect's number; for a set, its row in set_values
    extra: Annotated[list[int], Cells("int8", (MOST_KINDS,))]  # a Pirate's strength; the lesser worth of a Majority Rum
    once: Annotated[list[int], Cells("uint8", (MOST_KINDS,))]
    set_values: Annotated[list[list[int]], Cells("int16", (MOST_SETS, LONGEST_SET))]  # totals for 1, 2, 3... cards
    of_type: Annotated[list[list[int]], Cells("int64", (TYPES, WORD_COUNT), WORD_BITS)]  # all cards of each type

    seed: Seed
    stream: Int32
    draws: Int32

    round_number: Int8
    hat: Int8  # who begins each round
    parrot: Int8
    turn: Int8
    phase: Int8
    winning: Annotated[int, Cells("uint8", (), SEATS)]  # who has won the match, as bits; 0 while it lasts
    points: Annotated[list[int], Cells("int32", (SEATS,))]  # the final count

    pile: Annotated[list[int], Cells("uint8", (MOST_CARDS,))]  # the deck, its top last
    pile_size: UInt8
    discards: Annotated[list[int], Cards]
    removed: Annotated[list[int], Cards]  # before a match of two

    share: Int8  # the one looked at now, or -1
    shares: Annotated[list[list[int]], Cells("uint8", (SHARES, SHARE_CARDS))]  # oldest first
    share_size: Annotated[list[int], Cells("uint8", (SHARES,))]
    share_doubloons: Annotated[list[int], Cells("int16", (SHARES,))]
    hand: Annotated[list[int], Cells("uint8", (SHARE_CARDS,))]  # taken and not yet laid by the seat whose turn it is
    hand_size: UInt8

    boards: Annotated[list[list[int]], CardsBySeat]
    rums: Annotated[list[int], Cells("uint8", (SEATS,))]  # how many, which everyone sees
    secrets: Annotated[list[int], Cells("uint8", (SEATS,))]
    doubloons: Annotated[list[int], Cells("int16", (SEATS,))]
    chest_doubloons: UInt8
    issued: Int16  # doubloons out of the stock

    # Who has seen what. That a seat looked at a share is public; the cards in it are not.
    known: Annotated[list[list[int]], CardsBySeat]  # face-down cards that a seat has seen and can follow, its own included
    lost: Annotated[list[list[int]], CardsBySeat]  # Rums that it has seen and that are now on some other board
    seen_by: Annotated[list[list[int]], Cells("uint8", (SHARES, SHARE_CARDS), SEATS)]  # by card of a share: seats as bits
    hand_seen_by: Annotated[list[int], Cells("uint8", (SHARE_CARDS,), SEATS)]

    # A boarding
    boarding: UInt8
    strength: Annotated[list[int], Cells("int16", (SEATS,))]
    won: Annotated[list[int], Cells("uint8", (SEATS,), 2)]  # sides on which a seat has won, as bits
    first_boarder: Int8  # whose Pirates act first: the seat with the Parrot when the boarding begins
    actor: Int8  # whose Pirates act now
    acted: UInt8  # how many seats have had their Pirates act
    applied: Annotated[list[list[int]], Cells("int64", (2, WORD_COUNT), WORD_BITS)]  # Pirates, by the side on which they have acted
    sent: UInt8  # the Pirate whose effect asks for a choice, or NO_CARD
    target: Int8  # against whom
    given: UInt8  # the Object chosen to be given in a swap, or NO_CARD
