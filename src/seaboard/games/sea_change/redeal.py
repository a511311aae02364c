"""Re-deals of the hidden cards of Sea Change: every deal that fits what play has shown is equally likely.

A holder is a hand, or the pile; in a match of two, where a suit not followed bars only the cards held then, a hand's cards of one age.
Each has slots, and is barred from suits. Suit by suit, the most barred first, each card draws one of the slots open to it that are left.
How many these are depends on where earlier suits lie. So a suit draws from as many as there can be at most, and who draws one that is
not there makes all begin again: then every deal has the same chance. Where bars are nested, as they mostly are, the number is always
the same and nothing begins again.
"""

from seaboard.games.sea_change.cards import SUITS, card_of, put, suit_of, value_of, values_used
from seaboard.games.sea_change.state import ACTIONS, NO_SUIT, State
from seaboard.kit import WORD, lowest, philox, sample, scratch, shuffle, size, sort, without_lowest

HOLDERS = 8  # at most: eight hands; or, with two hands and a pile, the cards of each age, by which of three suits they can't be
PILE = -1  # the holder number of the pile

# The slots of all holders are one number, a byte for each; a deck has 80 cards, so the highest bit of a byte is free. A product with
# ONE_EACH adds up: in it, each byte counts the slots of its holder and of those before, the last byte all.
BYTE = 8
SLOTS = 0x7F
ALL_SLOTS = 0x7F7F7F7F7F7F7F7F
ONE_EACH = 0x0101010101010101
# The last byte is never compared, which keeps numbers positive.
ALL_BUT_LAST = 0x007F7F7F7F7F7F7F
ONE_EACH_BUT_LAST = 0x0001010101010101
HIGH_BITS_BUT_LAST = 0x0080808080808080


def redeal(s: State, seat: int) -> None:
    """Fill in what `view.hide` wiped out; the caller has put a fresh seed into `s.seed`."""
    unseen = scratch(SUITS)
    list_unseen(s, seat, unseen)
    owners = scratch(HOLDERS)
    is_open = scratch(SUITS)
    slots = list_holders(s, seat, unseen, owners, is_open)
    cards = scratch(ACTIONS)
    choices = scratch(SUITS)
    count, barred = list_cards(unseen, is_open, slots, cards, choices)
    in_pile = 0
    if barred:
        holders = scratch(ACTIONS)
        choose_slots(s, cards, barred, is_open, choices, slots, holders)
        for i in range(barred):
            slots -= 1 << BYTE * holders[i]
            in_pile = give(s, owners[holders[i]], cards[i], in_pile)
    is_ordered = in_pile > 0

    # The other cards can be anywhere: in a random order they go to one holder after the other. The first is a hand and needs no order.
    sample(s, cards, barred, count, count - barred - (slots & SLOTS))
    at = barred
    holder = 0
    while at < count:
        for _ in range(slots >> BYTE * holder & SLOTS):
            in_pile = give(s, owners[holder], cards[at], in_pile)
            at += 1
        holder += 1
    if is_ordered:
        shuffle(s, s.pile, in_pile)


def give(s: State, owner: int, card: int, in_pile: int) -> int:
    """Put a card into a hand or on the pile; return how many are on the pile now."""
    if owner == PILE:
        s.pile[in_pile] = card
        return in_pile + 1
    put(s.hands[owner], card)
    return in_pile


def list_unseen(s: State, seat: int, unseen: list[int]) -> None:
    """Write down the cards a seat has not seen, as a set of values for each suit."""
    for suit in range(SUITS):
        if s.suits >> suit & 1:
            seen = s.hands[seat][suit] if seat >= 0 else 0
            for side in range(s.sides):
                seen |= s.taken[side][suit]
            unseen[suit] = values_used(s.seats) & ~seen
    for place in range(s.trick_size):
        unseen[suit_of(s.trick[place])] &= ~(1 << value_of(s.trick[place]))


def list_holders(s: State, seat: int, unseen: list[int], owners: list[int], is_open: list[int]) -> int:
    """Write down who holds unseen cards and, for each suit, the holders that may have it; return each holder's slots."""
    there = 0  # suits that are unseen: no other bar matters
    for suit in range(SUITS):
        is_open[suit] = ALL_SLOTS
        if unseen[suit]:
            there |= 1 << suit
    slots = 0
    count = 0
    for owner in range(s.seats):
        if owner != seat and s.seats != 2:
            slots |= s.held[owner] << BYTE * count
            close(s.void[owner] & there, count, is_open)
            owners[count] = owner
            count += 1
        elif owner != seat:  # the cards of a hand of two seats differ by age
            slot = 0
            while slot < s.held[owner]:
                bar = s.barred[owner][slot] & there
                alike = 0
                while slot < s.held[owner] and s.barred[owner][slot] & there == bar:
                    alike += 1
                    slot += 1
                slots |= alike << BYTE * count
                close(bar, count, is_open)
                owners[count] = owner
                count += 1
    if s.pile_size:
        count = max(count, 1)  # the first holder is a hand, if one without slots
        slots |= s.pile_size << BYTE * count
        owners[count] = PILE
    return slots


def close(bar: int, holder: int, is_open: list[int]) -> None:
    """Bar a holder from suits."""
    while bar:
        is_open[lowest(bar)] &= ~(SLOTS << BYTE * holder)
        bar = without_lowest(bar)


def total(slots: int) -> int:
    """How many slots all holders have together."""
    return last_byte(slots * ONE_EACH)


def last_byte(ends: int) -> int:
    """How many slots there are, if each byte counts its holder's and those before."""
    return ends >> (HOLDERS - 1) * BYTE & SLOTS


def sort_suits(unseen: list[int], is_open: list[int], slots: int, order: list[int]) -> int:
    """Write down the unseen suits, the one with the fewest open slots first; return how many there are."""
    room = scratch(SUITS)
    count = 0
    for suit in range(SUITS):
        if unseen[suit]:
            open_slots = total(slots & is_open[suit])
            place = count
            while place and room[place - 1] > open_slots:
                order[place] = order[place - 1]
                room[place] = room[place - 1]
                place -= 1
            order[place] = suit
            room[place] = open_slots
            count += 1
    return count


def list_cards(unseen: list[int], is_open: list[int], slots: int, cards: list[int], choices: list[int]) -> tuple[int, int]:
    """Write down the unseen cards, those of barred suits first; return how many there are, and how many of them are of barred suits.

    `choices` gets, for each barred suit, the most slots that may be left for its first card, and how many cards come before that.
    """
    order = scratch(SUITS)
    count = 0
    barred = 0
    open_before = 0
    for i in range(sort_suits(unseen, is_open, slots, order)):
        suit = order[i]
        left = unseen[suit]
        closed = slots & ~is_open[suit]
        if closed:  # earlier cards that lie there leave more of those that are open
            elsewhere = 0
            for j in range(i):
                elsewhere += min(size(unseen[order[j]]), total(closed & is_open[order[j]]))
            choices[suit] = total(slots & is_open[suit]) + min(elsewhere, total(closed & open_before))
            open_before |= is_open[suit]
            barred += size(left)
        while left:
            cards[count] = card_of(suit, lowest(left))
            left = without_lowest(left)
            count += 1
    return count, barred


def choose_slots(s: State, cards: list[int], count: int, is_open: list[int], choices: list[int], slots: int, holders: list[int]) -> None:
    """Draw a slot for each card, by its number among those open to it, and write down its holder.

    As in `kit.sample`, a word serves for two draws.
    """
    counter = (s.draws + 3) // 4
    left = slots
    ends = 0
    suit = NO_SUIT
    at = 0
    while at < count:
        for word in philox(counter, s.stream, s.seed[2], s.seed[3], s.seed[0], s.seed[1]):
            fraction = word
            for _ in range(2):
                if at < count:
                    if suit != suit_of(cards[at]):
                        suit = suit_of(cards[at])
                        ends = (left & is_open[suit]) * ONE_EACH
                    product = fraction * (choices[suit] - at)
                    fraction = product & WORD
                    number = product >> 32
                    if number < last_byte(ends):
                        # the high bit of a byte stays where its holder's slots end before this one or with it
                        passed = HIGH_BITS_BUT_LAST + number * ONE_EACH_BUT_LAST - (ends & ALL_BUT_LAST) & HIGH_BITS_BUT_LAST
                        ends -= ONE_EACH - (passed >> BYTE - 1)
                        holders[at] = size(passed)
                        left -= 1 << BYTE * holders[at]
                        at += 1
                    else:
                        left = slots
                        suit = NO_SUIT
                        at = 0
        counter += 1
    s.draws = counter * 4


def reshuffle(s: State) -> None:
    """Shuffle what nobody knows yet: the pile."""
    sort(s.pile, s.pile_size)
    shuffle(s, s.pile, s.pile_size)
