"""The actions of Sea Salt & Paper: which of them may be done now, and why the others may not."""

from typing import Any

from seaboard.games.sea_salt_and_paper.cards import CARDS, MERMAIDS, OF_KIND, PAIR_KINDS, PAIRS, PAIRS_BEGIN
from seaboard.games.sea_salt_and_paper.scoring import points
from seaboard.games.sea_salt_and_paper.state import DISCARD, KEEP, LAY, NOBODY, PICK, ROB, SEARCH, SEATS, TAKE

POINTS_TO_CALL = 7

# Actions. A card that has a copy of its own colour is laid by that colour: which copy makes no difference.
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

# Why an action is refused
WRONG_STEP, DECK_EMPTY, PILE_EMPTY, NOT_IN_PILE, NO_SUCH_SEAT, OWN_HAND, HAND_OPEN, HAND_EMPTY = range(1, 9)
NOT_HELD, MERMAIDS_MISSING, CALLED_ALREADY, TOO_FEW_POINTS = range(9, 13)


def can_take(s: Any) -> bool:
    """Whether there is anything left to take."""
    return s.deck_size > 0 or s.pile_sizes[0] > 0 or s.pile_sizes[1] > 0


def can_rob(s: Any, seat: int, victim: int) -> bool:
    """Whether a seat can be stolen from: another one, with cards, and not revealed."""
    return victim != seat and s.held[victim] > 0 and not s.revealed >> victim & 1


def legal_actions(s: Any, seat: int, out: Any) -> int:
    """Write a seat's legal actions to `out` and return how many there are."""
    count = 0
    if s.winning or seat != s.turn:
        return 0
    if s.phase == LAY:
        return legal_in_lay(s, seat, out)
    if s.phase == PICK:
        for place in range(s.pile_sizes[s.searched]):
            out[place] = PICK_CARD + s.piles[s.searched][place]
        return s.pile_sizes[s.searched]
    if s.phase == ROB:
        for victim in range(s.seats):
            if can_rob(s, seat, victim):
                out[count] = ROB_SEAT + victim
                count += 1
        return count
    if s.phase == TAKE:
        if s.deck_size:
            out[0] = DRAW_TWO
            count = 1
        for pile in range(2):
            if s.pile_sizes[pile]:
                out[count] = TAKE_TOP + pile
                count += 1
        return count
    first = KEEP_DRAWN if s.phase == KEEP else DISCARD_ON if s.phase == DISCARD else SEARCH_PILE
    out[0] = first
    out[1] = first + 1
    return 2


def legal_in_lay(s: Any, seat: int, out: Any) -> int:
    """The pairs to lay, the mermaids, the calls, and the end of the turn, which is always allowed."""
    hand = s.hands[seat]
    out[0] = END_TURN
    count = 1
    for kind in range(len(PAIR_KINDS)):
        if hand & OF_KIND[PAIR_KINDS[kind][0]] and hand & OF_KIND[PAIR_KINDS[kind][1]]:
            for pair in range(PAIRS_BEGIN[kind], PAIRS_BEGIN[kind + 1]):
                if hand & PAIRS[pair][0] and hand & PAIRS[pair][1]:
                    out[count] = LAY_PAIR + pair
                    count += 1
    if hand & MERMAIDS == MERMAIDS:
        out[count] = LAY_MERMAIDS
        count += 1
    if s.caller == NOBODY and points(hand | s.laid[seat]) >= POINTS_TO_CALL:
        out[count] = CALL_STOP
        out[count + 1] = CALL_LAST_CHANCE
        count += 2
    return count


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


def why_not(s: Any, seat: int, action: int) -> int:
    """Why a seat whose turn it is can't do this; 0 if it can."""
    if phase_of(action) != s.phase:
        return WRONG_STEP
    if s.phase == TAKE:
        if action == DRAW_TWO:
            return 0 if s.deck_size else DECK_EMPTY
        return 0 if s.pile_sizes[action - TAKE_TOP] else PILE_EMPTY
    if s.phase == PICK:
        for place in range(s.pile_sizes[s.searched]):
            if s.piles[s.searched][place] == action - PICK_CARD:
                return 0
        return NOT_IN_PILE
    if s.phase == ROB:
        victim = action - ROB_SEAT
        if victim >= s.seats:
            return NO_SUCH_SEAT
        if victim == seat:
            return OWN_HAND
        if s.revealed >> victim & 1:
            return HAND_OPEN
        return 0 if s.held[victim] else HAND_EMPTY
    if s.phase == LAY:
        return why_not_in_lay(s, seat, action)
    return 0


def why_not_in_lay(s: Any, seat: int, action: int) -> int:
    """The same, for laying, calling and ending the turn."""
    hand = s.hands[seat]
    if action < LAY_MERMAIDS:
        pair = action - LAY_PAIR
        return 0 if hand & PAIRS[pair][0] and hand & PAIRS[pair][1] else NOT_HELD
    if action == LAY_MERMAIDS:
        return 0 if hand & MERMAIDS == MERMAIDS else MERMAIDS_MISSING
    if action == END_TURN:
        return 0
    if s.caller != NOBODY:
        return CALLED_ALREADY
    return 0 if points(hand | s.laid[seat]) >= POINTS_TO_CALL else TOO_FEW_POINTS
