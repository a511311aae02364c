"""Advice for the bots of Sea Change: a card a sensible beginner would play, and the chances in a match."""

from seaboard.games.sea_change.cards import HIGHEST, POINTS, TRUMP_ZERO_POINTS, VALUES, card_of, strength, suit_of, value_of
from seaboard.games.sea_change.rules import seat_of_place, side_of
from seaboard.games.sea_change.state import NO_CARD, State
from seaboard.kit import size

# How much one more VP improves the odds of winning, in hundredths, by how many VPs the leader still needs. Within 0.03 of
# the true chances of a race between equals, from two sides to eight.
ODDS_OF_A_VP = tuple(round(100 + 200 / max(lacking, 1) ** 0.6) for lacking in range(22))
AHEAD = 0  # how many rounds a search plays out after the present one


def simple(s: State, seat: int, out: list[int], count: int) -> int:
    """Return the most promising legal card (of `out`), judging by its own hand and the face-up cards."""
    points, zeros, last = 0, 0, NO_CARD
    for place in range(s.trick_size):
        last = value_of(s.trick[place])
        points += POINTS[last]
        zeros |= (last == 0) << suit_of(s.trick[place])
    standing = strongest(s, s.trump)
    best, most = out[0], -1000000
    for i in range(count):
        suit = suit_of(out[i])
        if value_of(out[i]) == last and suit != s.trump:
            promise = promise_of(s, seat, out[i], suit, strongest(s, suit), points, zeros)
        else:
            promise = promise_of(s, seat, out[i], suit if s.trump < 0 else s.trump, standing, points, zeros)
        if promise > most:
            best, most = out[i], promise
    return best


def strongest(s: State, trump: int) -> int:
    """The strongest card of the trick so far if this suit is trump: its strength * 8 + its place; -1 before the first."""
    found = -1
    for place in range(s.trick_size):
        found = max(found, strength(s.trick[place], s.lead, trump) * 8 + place)
    return found


def promise_of(s: State, seat: int, card: int, trump: int, standing: int, points: int, zeros: int) -> int:
    """Estimate what playing a card is worth, in hundredths of a point for each rival.

    The trick's points count for us in proportion to our chance of winning it, and against us otherwise, though less: they go to one
    of several rivals. `standing` is the strongest card so far; `points` and `zeros` (as bits, by suit) lie in the trick.
    """
    suit, value = suit_of(card), value_of(card)
    own = strength(card, suit if s.trick_size == 0 else s.lead, trump)
    sure = 0
    if own > standing >> 3:
        sure = chance_to_hold(s, own)
    elif s.sides < s.seats:  # a partner may win it
        sure = chance_to_hold(s, standing >> 3)
        if side_of(s, seat_of_place(s, s.leader, standing & 7)) != side_of(s, seat):
            sure = 100 - sure
    points += POINTS[value]
    if zeros >> trump & 1 or card == card_of(trump, 0):
        points += TRUMP_ZERO_POINTS - 1  # the trump may still change
    rivals = max(s.sides - 1, 1)
    return rivals * (sure * points - worth_keeping(suit, value, trump)) - (100 - sure) * points


def chance_to_hold(s: State, strongest: int) -> int:
    """Estimate how likely, in percent, the strongest card so far is to win, given how many cards beat it and how many are to come."""
    to_play = s.seats - 1 - s.trick_size
    if to_play <= 0:
        return 100
    above = HIGHEST[s.seats] - value_of(strongest)
    danger = 18 * above if strongest >= 2 * VALUES else 36 + 24 * above
    return max(100 - danger * to_play // (s.seats - 1), 0)


def worth_keeping(suit: int, value: int, trump: int) -> int:
    """Estimate what a card is worth in the hand: high cards and trumps win later tricks."""
    if value == 0:
        return 150 if suit == trump else 60
    return (value - 4) * 8 + (60 if suit == trump else 0)


def outlook(s: State, seat: int) -> float:
    """The chance that a seat's side wins the match, if each further VP is anyone's; its share of the win once it is over."""
    side = side_of(s, seat)
    if s.winning:
        return 1.0 / size(s.winning) if s.winning >> side & 1 else 0.0
    nearest = s.goal[0] - s.vps[0]
    for other in range(1, s.sides):
        nearest = min(nearest, s.goal[other] - s.vps[other])
    odds = 100.0 / ODDS_OF_A_VP[nearest]
    own, total = 0.0, 0.0
    for other in range(s.sides):
        weight = 1.0
        for _ in range(s.goal[other] - s.vps[other] - nearest):
            weight *= odds
        total += weight
        if other == side:
            own = weight
    return own / total
