"""The hidden cards of Sea Change dealt anew, as a seat might imagine them: every deal that fits what play has shown is equally likely.

A holder is a hand, or the pile; in a match of two, where a suit not followed bars only the cards held then, a hand's cards of one age.
Each is barred from suits. Where bars are nested (the usual case), the most barred choose first; where they cross, see crossed.py.
"""

from seaboard.games.sea_change.cards import HAND, SUITS, card_of, put, suit_of, value_of, values_used
from seaboard.games.sea_change.crossed import deal_crossed
from seaboard.games.sea_change.state import ACTIONS, State
from seaboard.kit import lowest, sample, scratch, shuffle, size, sort, without_lowest

HOLDERS = HAND + 1  # at most: ten cards of one hand and the pile, or seven hands
ALL_SUITS = (1 << SUITS) - 1
PILE = -1  # who owns the pile's slots


def redeal(s: State, seat: int) -> None:
    """Fill in what `view.hide` wiped out; the caller has put a fresh seed into `s.seed`."""
    counts = scratch(SUITS)
    cards = scratch(ACTIONS)
    count = unseen(s, seat, cards, counts)
    owners = scratch(HOLDERS)
    bars = scratch(HOLDERS)
    sizes = scratch(HOLDERS)
    holders = list_holders(s, seat, counts, owners, bars, sizes)
    nested = True
    for i in range(holders - 1):
        nested &= bars[i + 1] & ~bars[i] == 0
    if nested:
        deal_nested(s, cards, counts, bars, sizes, holders)
    else:
        deal_crossed(s, cards, counts, bars, sizes, holders)

    # The cards of the first holder come last.
    in_pile = 0
    for i in range(holders):
        for _ in range(sizes[i]):
            count -= 1
            if owners[i] == PILE:
                s.pile[in_pile] = cards[count]
                in_pile += 1
            else:
                put(s.hands[owners[i]], cards[count])


def unseen(s: State, seat: int, out: list[int], counts: list[int]) -> int:
    """Write the cards a seat has not seen to `out`, and how many of each suit they are to `counts`; return how many there are."""
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
        counts[suit] = size(left)
        while left:
            out[count] = card_of(suit, lowest(left))
            left = without_lowest(left)
            count += 1
    return count


def list_holders(s: State, seat: int, counts: list[int], owners: list[int], bars: list[int], sizes: list[int]) -> int:
    """Write down who holds unseen cards, the most barred first and those barred alike together; return how many there are."""
    there = 0  # suits that are unseen: no other bar matters
    for suit in range(SUITS):
        if counts[suit]:
            there |= 1 << suit
    count = 0
    for owner in range(s.seats):
        if owner != seat and s.seats != 2:
            count = add_holder(owner, s.void[owner] & there, s.held[owner], owners, bars, sizes, count)
        elif owner != seat:  # the cards of a hand of two seats differ by age
            slot = 0
            while slot < s.held[owner]:
                bar = s.barred[owner][slot] & there
                alike = 0
                while slot < s.held[owner] and s.barred[owner][slot] & there == bar:
                    alike += 1
                    slot += 1
                count = add_holder(owner, bar, alike, owners, bars, sizes, count)
    return add_holder(PILE, 0, s.pile_size, owners, bars, sizes, count)


def add_holder(owner: int, bar: int, cards: int, owners: list[int], bars: list[int], sizes: list[int], count: int) -> int:
    """Put a holder where it belongs among the first `count`; return how many there are now."""
    if cards == 0:
        return count
    place = count
    while place and rank(bars[place - 1]) < rank(bar):
        owners[place] = owners[place - 1]
        bars[place] = bars[place - 1]
        sizes[place] = sizes[place - 1]
        place -= 1
    owners[place] = owner
    bars[place] = bar
    sizes[place] = cards
    return count + 1


def rank(bar: int) -> int:
    """Orders bars by how many suits they have."""
    return size(bar) << SUITS | bar


# ---- Bars that are nested ------------------------------------------------------------------------


def deal_nested(s: State, cards: list[int], counts: list[int], bars: list[int], sizes: list[int], holders: int) -> None:
    """Let the most barred choose first: what they take would be open to all after them, so nobody's number of choices depends on it.

    Suits lie in such an order that those a holder is barred from come first: it chooses from the rest.
    """
    if bars[0]:
        sort_by_bars(cards, counts, bars, holders)
    end = 0
    for suit in range(SUITS):
        end += counts[suit]
    i = 0
    while i < holders:
        bar = bars[i]
        together = 0
        while i < holders and bars[i] == bar:
            together += sizes[i]
            i += 1
        begin = 0
        for suit in range(SUITS):
            if bar >> suit & 1:
                begin += counts[suit]
        sample(s, cards, begin, end, together)
        end -= together


def sort_by_bars(cards: list[int], counts: list[int], bars: list[int], holders: int) -> None:
    """Order the cards, which lie suit by suit: the suit that most holders are barred from comes first."""
    lying = scratch(ACTIONS)
    count = 0
    for suit in range(SUITS):
        for _ in range(counts[suit]):
            lying[count] = cards[count]
            count += 1
    at = 0
    done = 0
    for i in range(holders, -1, -1):  # bars grow from the last holder to the first; suits that are in none come at the end
        these = (bars[i - 1] if i else ALL_SUITS) & ~done
        done |= these
        begin = 0
        for suit in range(SUITS):
            if these >> suit & 1:
                for place in range(begin, begin + counts[suit]):
                    cards[at] = lying[place]
                    at += 1
            begin += counts[suit]


def reshuffle(s: State) -> None:
    """Shuffle what nobody knows yet: the pile."""
    sort(s.pile, s.pile_size)
    shuffle(s, s.pile, s.pile_size)
