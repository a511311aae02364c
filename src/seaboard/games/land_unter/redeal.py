"""Re-deals of the hidden cards of Land Unter, as a seat might imagine them."""

from math import comb

from seaboard.games.land_unter.cards import ALL_WEATHER, COPIES, HALVES, HAND, LEVEL_COUNTS, LEVELS, WATER, WEATHER
from seaboard.games.land_unter.rules import cards_left, halves
from seaboard.games.land_unter.state import State
from seaboard.kit import draw, list_members, lowest, scratch, scratch_floats, shuffle, size, without_lowest

# How many sets of k cards there are among n of one kind, at n * 13 + k. Kinds are 0, 1 and 2 half lifebuoys; the largest has 24 cards.
CHOOSE = tuple(comb(n, k) for n in range(25) for k in range(HAND + 1))
CHOOSE_ROW = HAND + 1
KINDS = 3
HIDDEN_HANDS = 5
HAND_KINDS = HIDDEN_HANDS * KINDS
# A table of cases: hands filled, wholes given out (0 to 12), odd halves given out (0 to 5)
HAND_CASES = 13 * 6
WHOLE_CASES = 6
ALL_CASES = (HIDDEN_HANDS + 1) * HAND_CASES
ALL_OF_THEM = 1e300


def redeal(s: State, seat: int) -> None:
    """Fill in what `view.hide` wiped out, at random but consistent with all that the seat knows.

    The caller has put a fresh seed into `s.seed`. Every deal that fits is equally likely, and so is each choice that others may have made.
    """
    deal_weather(s)
    deal_water(s)
    if not s.open:
        for other in range(s.seats):
            if other != seat and s.still_in >> other & 1 and not s.waiting >> other & 1 and not s.winning:
                s.choice[other] = any_card(s, cards_left(s, other))


def any_card(s: State, cards: int) -> int:
    """Return a random card of a set."""
    for _ in range(draw(s, size(cards))):
        cards = without_lowest(cards)
    return lowest(cards)


def deal_water(s: State) -> None:
    """Shuffle the water that has not been turned up yet."""
    turned = 2 * s.trick_number
    gone = scratch(LEVEL_COUNTS)
    for place in range(turned):
        gone[s.water[place]] += 1
    cards = scratch(WATER)
    count = 0
    for level in range(1, LEVELS + 1):
        for _ in range(COPIES - gone[level]):
            cards[count] = level
            count += 1
    shuffle(s, cards, count)
    for i in range(count):
        s.water[turned + i] = cards[i]


def deal_weather(s: State) -> None:
    """Fill up the hands that are not fully known, so that each has the lifebuoys announced for it.

    Cards of the same kind are interchangeable, so the number of each kind in a hand is drawn first.
    """
    hidden = scratch(HIDDEN_HANDS)
    count = 0
    unseen = ALL_WEATHER
    for hand in range(s.seats):
        unseen &= ~s.hands[hand]
        if size(s.hands[hand]) < HAND:
            hidden[count] = hand
            count += 1
    if count == 0:
        return
    stock = scratch(KINDS)
    pool = scratch(WEATHER)
    cards = list_members(unseen, pool)
    for i in range(cards):
        stock[HALVES[pool[i]]] += 1
    needs = scratch(HAND_KINDS)
    draw_kinds(s, hidden, count, stock, needs)
    shuffle(s, pool, cards)
    next_hand = scratch(KINDS)
    for i in range(cards):
        kind = HALVES[pool[i]]
        while next_hand[kind] < count and needs[next_hand[kind] * KINDS + kind] == 0:
            next_hand[kind] += 1
        if next_hand[kind] < count:  # otherwise the card is not part of the match
            needs[next_hand[kind] * KINDS + kind] -= 1
            s.hands[hidden[next_hand[kind]]] |= 1 << pool[i]


def draw_kinds(s: State, hidden: list[int], count: int, stock: list[int], needs: list[int]) -> None:
    """Draw how many cards of each kind every hidden hand gets, weighted by the number of deals for each case.

    A hand with t lifebuoys announced shows 2t halves, or 2t + 1: it has an odd half. So after some hands are filled,
    the wholes (cards of two halves) and odd halves given out so far say what is left of every kind. `ways` counts, for
    each such case, the deals that complete it; it is counted from the last hand back, then followed from the first.
    The true deal is one of them, so there is always a way.
    """
    slots = scratch(HIDDEN_HANDS)
    least = scratch(HIDDEN_HANDS)  # halves that the slots of a hand must show, apart from the odd one
    slots_before, least_before = 0, 0
    for i in range(count):
        slots[i] = HAND - size(s.hands[hidden[i]])
        least[i] = 2 * s.totals[hidden[i]] - halves(s.hands[hidden[i]])
        slots_before += slots[i]
        least_before += least[i]

    ways = scratch_floats(ALL_CASES)
    for case in range(count * HAND_CASES, (count + 1) * HAND_CASES):
        ways[case] = 1.0  # after the last hand there is one way to go on: the rest is left out
    for i in range(count - 1, -1, -1):
        slots_before -= slots[i]
        least_before -= least[i]
        for wholes in range(stock[2] + 1):
            for odd in range(i + 1):
                ones = least_before + odd - 2 * wholes
                zeros = slots_before - ones - wholes
                if 0 <= ones <= stock[1] and 0 <= zeros <= stock[0]:
                    case = i * HAND_CASES + wholes * WHOLE_CASES + odd
                    ways[case], _, _ = count_ways(
                        ways, case, slots[i], least[i], stock[0] - zeros, stock[1] - ones, stock[2] - wholes, ALL_OF_THEM
                    )

    zeros, ones, wholes, odd = stock[0], stock[1], stock[2], 0
    for i in range(count):
        case = i * HAND_CASES + (stock[2] - wholes) * WHOLE_CASES + odd
        chosen = ways[case] * (draw(s, 1 << 30) / (1 << 30))
        _, new_wholes, is_odd = count_ways(ways, case, slots[i], least[i], zeros, ones, wholes, chosen)
        needs[i * KINDS + 2] = new_wholes
        needs[i * KINDS + 1] = least[i] + is_odd - 2 * new_wholes
        needs[i * KINDS] = slots[i] - needs[i * KINDS + 1] - new_wholes
        zeros -= needs[i * KINDS]
        ones -= needs[i * KINDS + 1]
        wholes -= new_wholes
        odd += is_odd


def count_ways(
    ways: list[float], case: int, slots: int, least: int, zeros: int, ones: int, wholes: int, enough: float
) -> tuple[float, int, int]:
    """Count the ways to fill the next hand from what is left of each kind, and those after it, until there are more than `enough`.

    Returns the count, and the wholes and odd half in the hand where the counting stopped.
    """
    total = 0.0
    for odd in range(2):
        shown = least + odd
        spare = shown - slots  # zeros in the hand are its wholes minus this
        fewest = max(0, spare, (shown - ones + 1) // 2)
        most = min(wholes, shown // 2, zeros + spare)
        for more in range(fewest, most + 1):
            after = ways[case + HAND_CASES + more * WHOLE_CASES + odd]
            ways_here = CHOOSE[wholes * CHOOSE_ROW + more] * CHOOSE[ones * CHOOSE_ROW + shown - 2 * more]
            total += after * ways_here * CHOOSE[zeros * CHOOSE_ROW + more - spare]
            if total > enough:
                return total, more, odd
    return total, 0, 0


def reshuffle(s: State) -> None:
    """Shuffle what nobody knows yet: the water that has not been turned up."""
    deal_water(s)
