"""The hidden cards of Land Unter dealt anew, as a seat might imagine them."""

from math import comb
from typing import Any

from seaboard.games.land_unter.cards import ALL_WEATHER, COPIES, HALVES, HAND, WATER, WEATHER
from seaboard.games.land_unter.rules import halves, hand_of
from seaboard.kit import draw, lowest, shuffle, size

# How many sets of k cards there are among n of one kind. Kinds are 0, 1 and 2 half lifebuoys; the largest has 24 cards.
CHOOSE = tuple(tuple(comb(n, k) for k in range(HAND + 1)) for n in range(25))
KINDS = 3
MOST_WHOLES = 12  # cards that show two halves
HIDDEN_HANDS = 5


def redeal(s: Any, seat: int) -> None:
    """Fill in what `view.hide` wiped out, at random but true to all that the seat knows.

    The caller has put a fresh seed into `s.seed`. Every deal that fits is equally likely; each of the choices that
    others may have made, too.
    """
    deal_weather(s)
    deal_water(s)
    if not s.open:
        for other in range(s.seats):
            if other != seat and s.still_in >> other & 1 and not s.waiting >> other & 1 and not s.winning:
                s.choice[other] = any_card(s, s.hands[hand_of(s, other)] & ~s.played[other])


def any_card(s: Any, cards: int) -> int:
    """One card of a set, at random."""
    for _ in range(draw(s, size(cards))):
        cards &= cards - 1
    return lowest(cards)


def deal_water(s: Any) -> None:
    """Shuffle the water that was not turned yet."""
    turned = 2 * s.trick_number
    left = [COPIES] * (WATER // COPIES + 1)
    for place in range(turned):
        left[s.water[place]] -= 1
    cards = [0] * WATER
    count = 0
    for level in range(1, len(left)):
        for _ in range(left[level]):
            cards[count] = level
            count += 1
    shuffle(s, cards, count)
    for i in range(count):
        s.water[turned + i] = cards[i]


def deal_weather(s: Any) -> None:
    """Fill up the hands that are not known whole, so that each has the lifebuoys that were announced for it.

    Cards of the same kind can stand for each other, so how many of each kind a hand gets is drawn first.
    """
    hidden = [0] * HIDDEN_HANDS
    count = 0
    unseen = ALL_WEATHER
    for hand in range(s.seats):
        unseen &= ~s.hands[hand]
        if size(s.hands[hand]) < HAND:
            hidden[count] = hand
            count += 1
    if count == 0:
        return
    stock = [0] * KINDS
    pool = [0] * WEATHER
    cards = 0
    while unseen:
        pool[cards] = lowest(unseen)
        stock[HALVES[pool[cards]]] += 1
        unseen &= unseen - 1
        cards += 1
    needs = [0] * (HIDDEN_HANDS * KINDS)
    draw_kinds(s, hidden, count, stock, needs)
    shuffle(s, pool, cards)
    next_hand = [0] * KINDS
    for i in range(cards):
        kind = HALVES[pool[i]]
        while next_hand[kind] < count and needs[next_hand[kind] * KINDS + kind] == 0:
            next_hand[kind] += 1
        if next_hand[kind] < count:  # else the card is left out of the match
            needs[next_hand[kind] * KINDS + kind] -= 1
            s.hands[hidden[next_hand[kind]]] |= 1 << pool[i]


def draw_kinds(s: Any, hidden: Any, count: int, stock: Any, needs: Any) -> None:
    """Draw how many cards of each kind every hidden hand gets, by the number of deals that come of it.

    A hand with t lifebuoys announced shows 2t halves, or 2t + 1: it has an odd half. So after some hands are filled,
    the wholes (cards of two halves) and odd halves given out so far say what is left of every kind. `ways` counts, for
    each such case, the deals that complete it; it is counted from the last hand back, then followed from the first.
    """
    slots = [0] * (count + 1)  # cards given out before each hand
    least = [0] * (count + 1)  # halves given out before each hand, odd ones aside
    for i in range(count):
        hand = hidden[i]
        slots[i + 1] = slots[i] + HAND - size(s.hands[hand])
        least[i + 1] = least[i] + 2 * s.totals[hand] - halves(s.hands[hand])

    row = count + 1
    ways = [0.0] * (row * (MOST_WHOLES + 1) * row)
    for i in range(count, -1, -1):
        for wholes in range(stock[2] + 1):
            for odd in range(i + 1):
                here = (i * (MOST_WHOLES + 1) + wholes) * row + odd
                ones = least[i] + odd - 2 * wholes
                zeros = slots[i] - ones - wholes
                if not (0 <= ones <= stock[1] and 0 <= zeros <= stock[0]):
                    continue
                if i == count:
                    ways[here] = 1.0
                    continue
                for more in range(stock[2] - wholes + 1):
                    for odder in range(2):
                        ways[here] += ways_through(i, wholes, odd, more, odder, slots, least, stock, ways)

    wholes, odd = 0, 0
    for i in range(count):
        left = ways[(i * (MOST_WHOLES + 1) + wholes) * row + odd] * (draw(s, 1 << 30) / (1 << 30))
        taken, taken_odd = -1, 0
        for more in range(stock[2] - wholes + 1):
            for odder in range(2):
                through = ways_through(i, wholes, odd, more, odder, slots, least, stock, ways)
                if through > 0.0 and (taken < 0 or left >= 0.0):
                    taken, taken_odd = more, odder
                    left -= through
        needs[i * KINDS + 2] = taken
        needs[i * KINDS + 1] = least[i + 1] - least[i] + taken_odd - 2 * taken
        needs[i * KINDS] = slots[i + 1] - slots[i] - needs[i * KINDS + 1] - taken
        wholes += taken
        odd += taken_odd


def ways_through(i: int, wholes: int, odd: int, more: int, odder: int, slots: Any, least: Any, stock: Any, ways: Any) -> float:
    """The deals in which hidden hand `i` gets `more` wholes and `odder` odd halves."""
    ones_given = least[i] + odd - 2 * wholes
    zeros_given = slots[i] - ones_given - wholes
    ones = least[i + 1] - least[i] + odder - 2 * more
    zeros = slots[i + 1] - slots[i] - ones - more
    if not (0 <= ones <= stock[1] - ones_given and 0 <= zeros <= stock[0] - zeros_given):
        return 0.0
    row = len(slots)
    after = ways[((i + 1) * (MOST_WHOLES + 1) + wholes + more) * row + odd + odder]
    return after * CHOOSE[stock[2] - wholes][more] * CHOOSE[stock[1] - ones_given][ones] * CHOOSE[stock[0] - zeros_given][zeros]
