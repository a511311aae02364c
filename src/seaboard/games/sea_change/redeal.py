"""The hidden cards of Sea Change dealt anew, as a seat might imagine them."""

from seaboard.games.sea_change.cards import SUITS, card_of, put, suit_of, value_of, values_used
from seaboard.games.sea_change.state import ACTIONS, State
from seaboard.kit import draw, lowest, scratch, shuffle, sort, without_lowest


def redeal(s: State, seat: int) -> None:
    """Fill in what `view.hide` wiped out, at random but true to all that play has shown.

    The caller has put a fresh seed into `s.seed`. Each unseen card gets a slot, in a hand or in the pile; a
    slot may be barred from suits.
    """
    cards = scratch(ACTIONS)
    bars = scratch(ACTIONS)
    count = unseen(s, seat, cards)
    shuffle(s, cards, count)
    slots = 0
    for holder in range(s.seats):
        if holder != seat:
            for i in range(s.held[holder]):
                bars[slots] = s.barred[holder][i] if s.seats == 2 else s.void[holder]
                slots += 1
    for slot in range(slots):
        if bars[slot] >> suit_of(cards[slot]) & 1:
            mend(s, cards, bars, count, slot)

    slots = 0
    for holder in range(s.seats):
        if holder != seat:
            for _ in range(s.held[holder]):
                put(s.hands[holder], cards[slots])
                slots += 1
    for place in range(s.pile_size):
        s.pile[place] = cards[slots]
        slots += 1


def unseen(s: State, seat: int, out: list[int]) -> int:
    """Write the cards a seat has not seen to `out` and return how many they are."""
    count = 0
    for suit in range(SUITS):
        left = values_used(s.seats) if s.suits >> suit & 1 else 0
        if seat >= 0:
            left &= ~s.hands[seat][suit]
        for side in range(s.sides):
            left &= ~s.taken[side][suit]
        for place in range(s.trick_size):
            if suit_of(s.trick[place]) == suit:
                left &= ~(1 << value_of(s.trick[place]))
        while left:
            out[count] = card_of(suit, lowest(left))
            left = without_lowest(left)
            count += 1
    return count


def mend(s: State, cards: list[int], bars: list[int], count: int, wrong: int) -> None:
    """Move the card in a slot barred to it to where it may be, through the shortest chain of moves that ends here.

    Such a chain exists because the true deal does.
    """
    came_from = scratch(ACTIONS)
    for slot in range(count):
        came_from[slot] = -1
    queue = scratch(ACTIONS)
    queue[0] = wrong
    found = 1
    turn = draw(s, count)
    for i in range(count):
        here = queue[i]
        suit = suit_of(cards[here])
        if here != wrong and not bars[wrong] >> suit & 1:
            card = cards[here]
            while here != wrong:
                cards[here] = cards[came_from[here]]
                here = came_from[here]
            cards[wrong] = card
            return
        for j in range(count):
            there = j + turn if j + turn < count else j + turn - count
            if there != wrong and came_from[there] < 0 and not bars[there] >> suit & 1:
                came_from[there] = here
                queue[found] = there
                found += 1


def reshuffle(s: State) -> None:
    """Shuffle what nobody knows yet: the pile."""
    sort(s.pile, s.pile_size)
    shuffle(s, s.pile, s.pile_size)
