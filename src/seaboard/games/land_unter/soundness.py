"""What must hold in every state that a match of Land Unter can reach."""

from seaboard.games.land_unter.cards import ALL_WEATHER, COPIES, HAND, LEVEL_COUNTS, LEVELS, TRICKS, WATER, WEATHER
from seaboard.games.land_unter.rules import FEWEST_SEATS_IN, cards_left, hand_of, leading, lifebuoys_on, seat_after
from seaboard.games.land_unter.state import NO_CARD, NO_SEAT, State
from seaboard.kit import scratch, size


def is_sound(s: State) -> bool:
    """Whether every card is in its place, and every number is one that play can reach."""
    if not numbers_are_possible(s):
        return False
    return weather_is_sound(s) and water_is_sound(s) and trick_is_sound(s) and points_are_sound(s)


def numbers_are_possible(s: State) -> bool:
    """Whether what the other questions count with is in range, and the places of nobody are empty."""
    everyone = (1 << s.seats) - 1
    if not (1 <= s.round_number <= s.seats and 1 <= s.trick_number <= TRICKS and 0 <= s.dealer < s.seats):
        return False
    if (s.still_in | s.waiting | s.winning | s.last_paid | s.last_out) & ~everyone or s.waiting & ~s.still_in:
        return False
    for seat in range(s.seats):
        if not (NO_CARD <= s.choice[seat] < WEATHER and NO_CARD <= s.last_cards[seat] < WEATHER):
            return False
        if s.last_cards[seat] == NO_CARD and (s.last_paid | s.last_out) >> seat & 1:
            return False
    for nobody in range(s.seats, len(s.choice)):
        if s.hands[nobody] or s.seen[nobody] or s.totals[nobody] or s.played[nobody]:
            return False
        if s.lifebuoys[nobody] or s.levels[nobody] or s.choice[nobody] != NO_CARD or s.last_cards[nobody] != NO_CARD:
            return False
    if (s.winning == 0) != (s.waiting != 0):
        return False
    return s.winning != 0 or size(s.still_in) > FEWEST_SEATS_IN


def tricks_done(s: State) -> int:
    """How many tricks of this round have been paid for."""
    return s.trick_number if s.winning else s.trick_number - 1


def weather_is_sound(s: State) -> bool:
    """Whether the hands are twelve cards each, apart, and hold all that was seen of them."""
    found = 0
    for hand in range(s.seats):
        cards = s.hands[hand]
        if cards & ~ALL_WEATHER or cards & found or size(cards) != HAND or s.seen[hand] & ~cards:
            return False
        if s.totals[hand] != lifebuoys_on(cards):
            return False
        found |= cards
    for seat in range(s.seats):
        hand = hand_of(s, seat)
        if s.played[seat] & ~s.seen[hand] or (s.round_number == 1 and s.played[seat] != s.seen[hand]):
            return False
        count = size(s.played[seat])
        if s.still_in >> seat & 1:
            is_laid = s.open and not s.winning and not s.waiting >> seat & 1
            if count != tricks_done(s) + (1 if is_laid else 0):
                return False
        elif not 1 <= count <= tricks_done(s):
            return False
    return True


def water_is_sound(s: State) -> bool:
    """Whether the water cards are all there, levels come from those turned, and lifebuoys were paid as levels ask."""
    count = scratch(LEVEL_COUNTS)
    turned = scratch(LEVEL_COUNTS)
    for place in range(WATER):
        level = s.water[place]
        if not 1 <= level <= LEVELS:
            return False
        count[level] += 1
        if place < 2 * tricks_done(s):
            turned[level] += 1
    for level in range(1, LEVELS + 1):
        if count[level] != COPIES:
            return False
    lost = 0
    for seat in range(s.seats):
        level = s.levels[seat]
        if not 0 <= level <= LEVELS or not 0 <= s.lifebuoys[seat] <= s.totals[hand_of(s, seat)]:
            return False
        if level:
            turned[level] -= 1
            if turned[level] < 0:
                return False
        if not s.still_in >> seat & 1 and (level or s.lifebuoys[seat]):
            return False
        lost += s.totals[hand_of(s, seat)] - s.lifebuoys[seat]
    return lost <= 2 * tricks_done(s) and tricks_done(s) <= lost + s.seats - size(s.still_in)


def trick_is_sound(s: State) -> bool:
    """Whether those who have chosen, and only they, have a card of their hand before them, and the turn is in order."""
    for seat in range(s.seats):
        card = s.choice[seat]
        if s.still_in >> seat & 1 and not s.waiting >> seat & 1 and not s.winning:
            left = s.played[seat] if s.open else cards_left(s, seat)
            if card < 0 or not left >> card & 1:
                return False
        elif card != NO_CARD:
            return False
    if not s.open or s.winning:
        return s.leader == NO_SEAT and s.turn == NO_SEAT
    if not 0 <= s.leader < s.seats or not s.still_in >> s.leader & 1:
        return False
    seat = s.leader
    for _ in range(size(s.still_in) - size(s.waiting)):
        if s.waiting >> seat & 1:
            return False
        seat = seat_after(s, seat, s.still_in)
    return s.turn == seat


def points_are_sound(s: State) -> bool:
    """Whether points are written for the rounds scored only, and the winners have the most."""
    scored = s.round_number if s.winning else s.round_number - 1
    for seat in range(s.seats):
        for i in range(s.seats):
            points = s.points[i][seat]
            if i >= scored and points:
                return False
            hand = seat - i if seat >= i else seat - i + s.seats
            if not -1 <= points <= s.totals[hand] + 1:
                return False
    return s.winning == 0 or s.winning == leading(s)
