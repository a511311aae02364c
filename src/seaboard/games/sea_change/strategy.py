"""Advice for the bots of Sea Change: a card a sensible beginner would play, and how a match stands."""

from typing import Any

from seaboard.games.sea_change.cards import POINTS, SUITS, TRUMP_ZERO_POINTS, VALUES, values_used
from seaboard.games.sea_change.rules import side_of, seat_of_place
from seaboard.kit import size


def simple(s: Any, seat: int, out: Any, count: int) -> int:
    """The legal card (of `out`) with the best merit; it looks at the own hand and at what lies open."""
    best, most = out[0], -1000000
    for i in range(count):
        merit = merit_of(s, seat, out[i])
        if merit > most:
            best, most = out[i], merit
    return best


def merit_of(s: Any, seat: int, card: int) -> int:
    """What playing a card promises, in hundredths of a point.

    The trick's points count for us as surely as we win it, and against us otherwise, though less: they go to one rival of several.
    """
    suit, value = card >> 4, card & 15
    trump, points = s.trump, POINTS[value]
    lead = suit if s.trick_size == 0 else s.lead
    if trump < 0 or (s.trick_size and s.trick[s.trick_size - 1] & 15 == value):
        trump = suit
    for place in range(s.trick_size):
        points += POINTS[s.trick[place] & 15]
        if s.trick[place] == trump * VALUES:
            points += TRUMP_ZERO_POINTS - 1
    if card == trump * VALUES:
        points += TRUMP_ZERO_POINTS - 1  # the trump may still turn

    strongest, ours = strength(suit, value, lead, trump), True
    for place in range(s.trick_size):
        other = strength(s.trick[place] >> 4, s.trick[place] & 15, lead, trump)
        if other > strongest:
            strongest = other
            ours = side_of(s, seat_of_place(s, s.leader, place)) == side_of(s, seat)
    sure = chance_to_hold(s, seat, strongest, trump) if ours else 100 - chance_to_hold(s, seat, strongest, trump)
    if not ours and s.sides == s.seats:
        sure = 0
    rivals = max(s.sides - 1, 1)
    merit = sure * points - (100 - sure) * points // rivals
    return merit - keep_back(s, seat, suit, value, trump)


def strength(suit: int, value: int, lead: int, trump: int) -> int:
    """How strong a card is in a trick."""
    return (2 * (suit == trump) + (suit == lead)) * VALUES + value


def chance_to_hold(s: Any, seat: int, strongest: int, trump: int) -> int:
    """How likely, in percent, the strongest card so far is to win the trick: fewer unseen cards beat it, and fewer are to play."""
    to_play = s.seats - 1 - s.trick_size
    if to_play <= 0:
        return 100
    value = strongest & 15
    above = size(values_used(s.seats) >> (value + 1))
    danger = 6 * above if strongest >= 2 * VALUES else 12 + 8 * above
    return max(100 - danger * to_play * 3 // (s.seats - 1), 0)


def keep_back(s: Any, seat: int, suit: int, value: int, trump: int) -> int:
    """What a card is worth in the hand: high cards and trumps win later tricks, an 8 is better gone."""
    if value == 0:
        return 150 if suit == trump else 60
    return (value - 4) * 8 + (60 if suit == trump else 0)


def outlook(s: Any, seat: int) -> float:
    """The chance that a seat's side wins the match, if every next VP is anybody's; its share of the win once it is over.

    A race of equals: each side's VPs come as a Poisson process, and the side is first with its last one while every
    other still lacks some. That is the integral of exp(-sides * t) times a product of short polynomials in t.
    """
    side = side_of(s, seat)
    if s.winning:
        return 1.0 / size(s.winning) if s.winning >> side & 1 else 0.0
    product = [0.0] * 161
    product[s.goal[side] - s.vps[side] - 1] = 1.0
    degree = s.goal[side] - s.vps[side] - 1
    for k in range(2, degree + 1):
        product[degree] /= k
    for other in range(s.sides):
        if other != side:
            lacking = s.goal[other] - s.vps[other]
            for power in range(degree, -1, -1):
                term = product[power]
                for k in range(1, lacking):
                    term /= k
                    product[power + k] += term
            degree += lacking - 1
    chance, integral = 0.0, 1.0 / s.sides
    for power in range(degree + 1):
        chance += product[power] * integral
        integral *= (power + 1) / s.sides
    return chance
