"""Advice for the bots of Land Unter: a sensible card, and the chances in a match."""

from math import exp, sqrt

from seaboard.games.land_unter.cards import ALL_WEATHER, HAND, LEVELS, TRICKS
from seaboard.games.land_unter.rules import cards_left, hand_of, has_held, score
from seaboard.games.land_unter.state import State
from seaboard.kit import size

# Weights of a choice, in lifebuoys; tuned by matches against each other and against random play.
BURDEN = 1.5  # carrying the highest level through a whole round
KEEPING = 0.2  # spending an extreme card early
LAST = 1.5  # paying with no lifebuoy left: elimination

# Average points per lifebuoy of a hand before it is played, measured over matches of `simple`, by number of seats.
WORTH_OF_LIFEBUOY = (0.0, 0.0, 0.0, 0.0, 0.3, 0.65)
LOSS_BY_LEVEL = 0.1
SPREAD = 1.8  # of a whole round's points, as the scale of a logistic curve
AHEAD = 0  # how many rounds a search plays out after the present one
PER_TRY = 8  # simulations per look ahead by a network, which foresees what all choose at once better than playouts do


def simple(s: State, seat: int, out: list[int], count: int) -> int:
    """Return the card with the lowest expected cost, if the others play any card they may hold."""
    best, cheapest = out[0], 1e9
    for i in range(count):
        cost = cost_of(s, seat, out[i])
        if cost < cheapest:
            best, cheapest = out[i], cost
    return best


def cost_of(s: State, seat: int, card: int) -> float:
    """Estimate what a card costs a seat: the water it brings, and the card itself."""
    none_above, one_above = 1.0, 0.0
    top = 0
    for other in range(s.seats):
        if other != seat and s.still_in >> other & 1:
            below = chance_below(s, seat, other, card)
            one_above = one_above * below + none_above * (1.0 - below)
            none_above *= below
            top = max(top, s.levels[other])
    one, two = s.water[2 * s.trick_number - 2], s.water[2 * s.trick_number - 1]
    low, high = min(one, two), max(one, two)
    cost = none_above * cost_of_level(s, seat, low, max(top, high))
    cost += one_above * cost_of_level(s, seat, high, max(top, low))
    cost += (1.0 - none_above - one_above) * cost_of_level(s, seat, s.levels[seat], max(top, high))
    return cost + KEEPING * abs(card - 29.5) / 30 * (TRICKS - s.trick_number) / TRICKS


def cost_of_level(s: State, seat: int, level: int, top: int) -> float:
    """What it costs to end a trick with a level, the highest of the others being `top`."""
    cost = BURDEN * (level / LEVELS) * (level / LEVELS) * (TRICKS - s.trick_number) / TRICKS
    if level >= top:
        cost += 1.0 if s.lifebuoys[seat] else LAST
    return cost


def chance_below(s: State, seat: int, other: int, card: int) -> float:
    """Estimate the chance that another seat's card is lower: it is face up, or its hand is known, or it may be any unseen card."""
    if s.open and s.choice[other] >= 0:
        return 1.0 if s.choice[other] < card else 0.0
    held = cards_left(s, other)
    if size(s.hands[hand_of(s, other)]) < HAND:
        held = ALL_WEATHER & ~s.hands[hand_of(s, seat)]
        for any_seat in range(s.seats):
            held &= ~s.played[any_seat]
    return size(held & ((1 << card) - 1)) / size(held)


def outlook(s: State, seat: int) -> float:
    """Estimate the seat's chance to win the match, from the points it can expect compared with the others'."""
    if s.winning:
        return (s.winning >> seat & 1) / size(s.winning)
    played = (s.trick_number - 1) / TRICKS
    scale = SPREAD * sqrt(s.seats - s.round_number + 1 - played)
    mine = expected_points(s, seat, played)
    others = 0.0
    for other in range(s.seats):
        others += exp((expected_points(s, other, played) - mine) / scale)
    return 1 / others


def expected_points(s: State, seat: int, played: float) -> float:
    """Estimate a seat's points at the end: those it has, those of this round (given how much of it is played), and of the hands to come."""
    worth = WORTH_OF_LIFEBUOY[s.seats]
    if s.still_in >> seat & 1:
        points = score(s, seat) + (worth + (1.0 - worth) * played) * s.lifebuoys[seat] - LOSS_BY_LEVEL * s.levels[seat]
    else:
        points = score(s, seat) - 1.0
    for hand in range(s.seats):
        if not has_held(s, seat, hand):
            points += worth * s.totals[hand]
    return points
