"""The actions of Sea of Clouds, and the phases in which they are taken."""

from seaboard.games.sea_of_clouds.cards import MOST_KINDS, SHARE_CARDS, SHARES

TAKE = 0
LEAVE = 1
LAY = 2  # + which of the cards that were taken with a share
DONE = LAY + SHARE_CARDS  # decline every effect that is left
LOOT = DONE + 1  # + SHARE_CARDS * share + place
SEND = LOOT + SHARES * SHARE_CARDS  # + 2 * kind of the Pirate + side of the beaten opponent
CHOOSE = SEND + 2 * MOST_KINDS  # + kind of a card on a board: whose, the phase says
ACTIONS = CHOOSE + MOST_KINDS

# The sides of a seat: its neighbour to the left acts after it, the one to the right before it. Two seats have only a left.
LEFT, RIGHT = 0, 1

(
    LOOKING,  # at a share: take it or leave it
    LAYING,  # the cards of a share, in any order
    SENDING,  # a Pirate for one of the victories
    CHOOSING_LOOT,  # a card of the loot, by its back
    GIVING_RUM,  # one of the own Rums in a swap
    GIVING_OBJECT,  # one of the own Objects in a swap
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
