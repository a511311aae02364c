"""What must hold in every state that a match of Sea Change can reach."""

from seaboard.games.sea_change.cards import POINTS, SUITS, TRUMP_ZERO_POINTS, VALUES, put, suit_of, value_of, values_used
from seaboard.games.sea_change.rules import cards_in_trick, entries, points_taken
from seaboard.games.sea_change.state import ACTIONS, NO_SEAT, State
from seaboard.kit import scratch, size


def is_sound(s: State) -> bool:
    """Whether every card of the deck is in exactly one place, and every number is one that play can reach."""
    sides = 2 if s.seats == 1 else s.teams if s.teams else s.seats
    places = 3 if s.seats == 1 else s.seats
    if s.sides != sides or not 0 <= s.turn < s.seats or not 0 <= s.trick_size <= places or not 0 <= s.pile_size <= len(s.pile):
        return False
    values = values_used(s.seats)
    found = scratch(SUITS)
    count = 0
    for seat in range(s.seats):
        held = 0
        for suit in range(SUITS):
            held += size(s.hands[seat][suit])
            found[suit] |= s.hands[seat][suit]
        if held != s.held[seat]:
            return False
        count += held
    for side in range(s.sides):
        for suit in range(SUITS):
            count += size(s.taken[side][suit])
            found[suit] |= s.taken[side][suit]
    for place in range(s.trick_size):
        count += 1
        put(found, s.trick[place])
    for place in range(s.pile_size):
        count += 1
        put(found, s.pile[place])
    for suit in range(SUITS):
        if found[suit] != (values if s.suits >> suit & 1 else 0):
            return False
    total = 0
    for side in range(s.sides):
        printed = 0
        for suit in range(SUITS):
            for value in range(VALUES):
                if s.taken[side][suit] >> value & 1:
                    printed += POINTS[value]
        if printed != s.points[side]:
            return False
        total += points_taken(s, side)
    if s.winning and total != size(s.suits) + TRUMP_ZERO_POINTS:
        return False
    return count == size(values) * size(s.suits) and has_possible_plays(s)


def has_possible_plays(s: State) -> bool:
    """Whether the cards remembered as played have been, and end with the trick. What came before them may be forgotten."""
    if not s.trick_size <= s.played <= len(s.plays):
        return False
    tricks = (s.played + cards_in_trick(s) - 1) // cards_in_trick(s)
    left = s.pile_size
    for seat in range(s.seats):
        left += s.held[seat]
    if s.played + left > len(s.plays) or tricks > len(s.leaders):
        return False
    for place in range(len(s.plays)):
        card = s.plays[place]
        if (place < s.played) != (0 <= card < ACTIONS):
            return False
        in_trick = place - s.played + s.trick_size
        if 0 <= in_trick < s.trick_size and card != s.trick[in_trick]:
            return False
        if in_trick < 0 and not was_taken(s, card):
            return False
    for trick in range(len(s.leaders)):
        if not NO_SEAT <= s.leaders[trick] < entries(s) or (trick < tricks and s.leaders[trick] == NO_SEAT):
            return False
    return True


def was_taken(s: State, card: int) -> bool:
    """Whether a side has taken a card."""
    found = 0
    for side in range(s.sides):
        found |= s.taken[side][suit_of(card)] >> value_of(card) & 1
    return found == 1
