"""A Sea Change that can be solved: two seats, two or three cards each, one card out of play, and the round decides the match."""

from collections.abc import Iterator
from itertools import combinations

from seaboard.games.sea_change.cards import HAND, VALUES, card_of, put
from seaboard.games.sea_change.state import NO_CARD, State
from seaboard.kit import draw, scratch

OPTIONS = {"target": 1}
SEATS = 2
HANDS = (2, 3)
"""How many cards each seat may get."""
MOST_CARDS = 7
DECK = tuple(card_of(suit, value) for value in (9, 0, 8, 12) for suit in range(2))
"""The first 2 x hand + 1 of these are dealt: two 9s, two 0s and an 8; then the other 8 and a 12."""


def deals(hand: int) -> list[tuple[tuple[int, ...], tuple[int, ...]]]:
    """List both hands in every way that they can be dealt, all equally likely."""
    return list(_deals(DECK[: 2 * hand + 1], hand))


def _deals(deck: tuple[int, ...], hand: int) -> Iterator[tuple[tuple[int, ...], tuple[int, ...]]]:
    for first in combinations(deck, hand):
        for second in combinations([card for card in deck if card not in first], hand):
            yield first, second


def set_up(s: State, hands: tuple[tuple[int, ...], ...]) -> None:
    """Replace the dealt hands by these, and remove the pile; everything else follows the rules."""
    for seat, cards in enumerate(hands):
        for suit in range(len(s.hands[seat])):
            s.hands[seat][suit] = 0
        for card in cards:
            put(s.hands[seat], card)
        s.held[seat] = len(cards)
        for slot in range(HAND):
            s.barred[seat][slot] = 0
    for place in range(s.pile_size):
        s.pile[place] = NO_CARD
    s.pile_size = 0
    s.dealer, s.leader, s.turn, s.leaders[0] = 1, 0, 0, 0


def redeal(s: State, seat: int) -> None:
    """Do what `redeal.redeal` does, with this deck: set aside any card that the seat hasn't seen and give the other seat the rest.

    The caller has put a fresh seed into `s.seed`. A player who didn't follow suit had none of it: an unseen card of it is then set aside.
    """
    other = 1 - seat
    unseen = scratch(MOST_CARDS)
    count, aside = 0, -1
    for place in range(s.played + s.held[seat] + s.held[other] + 1):
        card = DECK[place]
        is_seen = s.hands[seat][card // VALUES] >> card % VALUES & 1 == 1
        for play in range(s.played):
            is_seen = is_seen or s.plays[play] == card
        if not is_seen:
            unseen[count] = card
            if s.barred[other][0] >> card // VALUES & 1:
                aside = count
            count += 1
    if aside < 0:
        aside = draw(s, count)
    for place in range(count):
        if place != aside:
            put(s.hands[other], unseen[place])
