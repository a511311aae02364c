"""Advice for the bots: a sensible move from what a seat knows, and who is likely to win."""

import math

from seaboard.games.sea_salt_and_paper.cards import CARDS, OF_KIND, PAIR_KINDS, PAIRS, kind_of
from seaboard.games.sea_salt_and_paper.pairs import has_effect
from seaboard.games.sea_salt_and_paper.rules import score
from seaboard.games.sea_salt_and_paper.scoring import cards_of, colour_bonus, points
from seaboard.games.sea_salt_and_paper.state import (
    CALL_LAST_CHANCE,
    CALL_STOP,
    DISCARD,
    DISCARD_ON,
    DRAW_TWO,
    END_TURN,
    KEEP,
    KEEP_DRAWN,
    LAY,
    LAY_MERMAIDS,
    LAY_PAIR,
    NO_CARD,
    PICK,
    PICK_CARD,
    ROB_SEAT,
    SEARCH,
    SEARCH_PILE,
    TAKE,
    TAKE_TOP,
    State,
)
from seaboard.kit import lowest, size

# In tenths of a point: what a lone card of each kind promises, and what taking must promise to beat drawing two.
PROMISE = (5, 6, 5, 5, 5, 6, 9, 4, 8, 4, 3, 3, 3, 3)
WORTH_DRAWING = 11
COLOUR_WEIGHT = 2
HELD_WORTH = 6  # of a card in a hand that is not seen
SURE_LEAD = 10  # ahead by this much, bet on a last chance
AHEAD = 0  # how many rounds a search plays out after the present one


def simple(s: State, seat: int, out: list[int], count: int) -> int:
    """Return the most promising of the legal actions `out[:count]`, by simple rules of thumb."""
    if s.phase == LAY:
        return choose_in_lay(s, seat, out, count)
    best, most = out[0], -1_000_000
    for i in range(count):
        found = promise_of(s, seat, out[i])
        if found > most:
            best, most = out[i], found
    return best


def promise_of(s: State, seat: int, action: int) -> int:
    """How much an action outside of laying promises, compared with the others of its phase."""
    if s.phase == TAKE:
        if action == DRAW_TWO:
            return WORTH_DRAWING
        return gain(s, seat, top_of_pile(s, action - TAKE_TOP))
    if s.phase == KEEP:
        return gain(s, seat, s.drawn[action - KEEP_DRAWN])
    if s.phase == PICK:
        return gain(s, seat, action - PICK_CARD)
    if s.phase == DISCARD:
        # Bury what the next seat could use, and leave open what this one can.
        top = top_of_pile(s, action - DISCARD_ON)
        return promise(s.laid[(seat + 1) % s.seats] | bit(top)) - gain(s, seat, top)
    if s.phase == SEARCH:
        best = 0
        for place in range(s.pile_sizes[action - SEARCH_PILE]):
            best = max(best, gain(s, seat, s.piles[action - SEARCH_PILE][place]))
        return best
    victim = action - ROB_SEAT
    return s.held[victim] + s.scores[victim]


def choose_in_lay(s: State, seat: int, out: list[int], count: int) -> int:
    """Lay whatever has an effect, then call if it looks good."""
    can_call = False
    for i in range(count):
        action = out[i]
        if action == LAY_MERMAIDS:
            return action
        if LAY_PAIR <= action < LAY_MERMAIDS and has_effect(s, seat, kind_of(lowest(PAIRS[action - LAY_PAIR][0]))):
            return action
        can_call = can_call or action == CALL_STOP
    if not can_call:
        return END_TURN
    own = 10 * points(cards_of(s, seat))
    best = 0
    for other in range(s.seats):
        if other != seat:
            best = max(best, 10 * points(s.laid[other]) + HELD_WORTH * s.held[other])
    if 10 * s.scores[seat] + own >= 10 * s.goal and own >= best:
        return CALL_STOP
    if own >= best + SURE_LEAD:
        return CALL_LAST_CHANCE
    return CALL_STOP if own >= best or s.deck_size < 2 * s.seats else END_TURN


def top_of_pile(s: State, pile: int) -> int:
    """The card on top of a pile, or NO_CARD."""
    return s.piles[pile][s.pile_sizes[pile] - 1] if s.pile_sizes[pile] else NO_CARD


def bit(card: int) -> int:
    """Return a set of one card, or an empty set if the card is not known."""
    return 1 << card if 0 <= card < CARDS else 0


def gain(s: State, seat: int, card: int) -> int:
    """What a card would add to what a seat has."""
    cards = cards_of(s, seat)
    return promise(cards | bit(card)) - promise(cards)


def promise(cards: int) -> int:
    """Estimate what cards are worth, in tenths of a point, now and later."""
    total = 10 * points(cards) + COLOUR_WEIGHT * colour_bonus(cards)
    for kind in range(len(PROMISE)):
        held = size(cards & OF_KIND[kind])
        is_lone = held % 2 == 1 if kind < PAIR_KINDS[3][0] else held > 0
        if is_lone:
            total += PROMISE[kind]
    return total


def outlook(s: State, seat: int) -> float:
    """Estimate the chance that a seat wins the match, from the scores at the end of a round."""
    if s.winning:
        return float(s.winning >> seat & 1) / size(s.winning)
    leading = 0
    for other in range(s.seats):
        leading = max(leading, score(s, other))
    # A lead counts for more the fewer rounds are left.
    spread = 4.5 * math.sqrt(max(s.goal - leading, 0) / 6.0 + 0.5)
    total = 0.0
    for other in range(s.seats):
        total += math.exp((score(s, other) - leading) / spread)
    return math.exp((score(s, seat) - leading) / spread) / total
