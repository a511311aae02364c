"""Hidden cards of Sea Change dealt anew where holders are barred from suits in ways that cross, so that nobody can choose first.

Cards of one suit can stand for each other. So it is drawn first which slots the barred suits get, by the number of deals that come of
it: for two such suits that is one sum, for more a table where it is not too large. Where it is, each two suits are dealt anew given all
others, several times over: with so many slots, little is left of where that began.
"""

from math import comb

from seaboard.games.sea_change.cards import HAND, SUITS, VALUES, suit_of
from seaboard.games.sea_change.state import ACTIONS, NO_SUIT, State
from seaboard.kit import draw, lowest, sample, scratch, scratch_floats, shuffle, size, without_lowest

HOLDERS = HAND + 1  # as in redeal.py
KINDS = SUITS + 1  # each barred suit, and those together that nobody is barred from
CHOOSE_ROW = VALUES + 1
CHOOSE = tuple(comb(n, k) for n in range(ACTIONS + 1) for k in range(CHOOSE_ROW))  # sets of k of n slots, at n * CHOOSE_ROW + k
# A table of cases: how many for one step, and for all steps together. There are two sizes because emptying the larger one takes long.
SMALL_CASES, SMALL_TABLE = 64, 512
LARGE_CASES, LARGE_TABLE = 1024, 8192
ROUNDS = 3  # of dealing each two suits anew, where there are more
ALL_OF_THEM = 1e300


def deal_crossed(s: State, cards: list[int], counts: list[int], bars: list[int], sizes: list[int], holders: int) -> None:
    """Draw which slots the barred suits get, then which of their cards. Cards are left as slots lie, the first holder's last."""
    slot_bars = scratch(ACTIONS)
    slots = 0
    barred = 0
    for i in range(holders):
        barred |= bars[i]
        for _ in range(sizes[i]):
            slot_bars[slots] = bars[i]
            slots += 1
    suit_at = scratch(ACTIONS)
    for slot in range(slots):
        suit_at[slot] = NO_SUIT
    shuffle(s, cards, slots)
    if size(barred) == 2:
        deal_two(s, lowest(barred), lowest(without_lowest(barred)), counts, slot_bars, suit_at, slots)
    elif not deal_by_table(s, barred, counts, bars, sizes, holders, suit_at):
        begin_anyhow(s, barred, cards, slot_bars, suit_at, slots)
        for _ in range(ROUNDS):
            for one in range(SUITS):
                for other in range(one + 1, SUITS):
                    if barred >> one & barred >> other & 1:
                        deal_two(s, one, other, counts, slot_bars, suit_at, slots)

    dealt = scratch(ACTIONS)
    following = scratch(KINDS)  # where to look for the next slot of each
    for i in range(slots):
        suit = suit_of(cards[i]) if barred >> suit_of(cards[i]) & 1 else NO_SUIT
        slot = following[suit + 1]
        while suit_at[slot] != suit:
            slot += 1
        following[suit + 1] = slot + 1
        dealt[slots - 1 - slot] = cards[i]
    for i in range(slots):
        cards[i] = dealt[i]


def deal_two(s: State, one: int, other: int, counts: list[int], slot_bars: list[int], suit_at: list[int], slots: int) -> None:
    """Draw the slots of two suits, given those of the other barred ones; suits that nobody is barred from get what is left."""
    both = scratch(ACTIONS)
    first = scratch(ACTIONS)  # open to the one alone
    second = scratch(ACTIONS)  # open to the other; in the end those of both that are left, too
    both_count, first_count, second_count = 0, 0, 0
    for slot in range(slots):
        if suit_at[slot] == one or suit_at[slot] == other:
            suit_at[slot] = NO_SUIT
        if suit_at[slot] == NO_SUIT:
            if not slot_bars[slot] >> one & 1:
                if slot_bars[slot] >> other & 1:
                    first[first_count] = slot
                    first_count += 1
                else:
                    both[both_count] = slot
                    both_count += 1
            elif not slot_bars[slot] >> other & 1:
                second[second_count] = slot
                second_count += 1
    fewest = max(0, counts[one] - first_count)
    most = min(counts[one], both_count)
    total = 0.0
    for shared in range(fewest, most + 1):
        total += ways_for_two(counts[one], counts[other], shared, both_count, first_count, second_count)
    chosen = total * fraction(s)
    shared = fewest
    passed = ways_for_two(counts[one], counts[other], shared, both_count, first_count, second_count)
    while shared < most and passed <= chosen:
        shared += 1
        passed += ways_for_two(counts[one], counts[other], shared, both_count, first_count, second_count)
    take_slots(s, both, 0, both_count, shared, one, suit_at)
    take_slots(s, first, 0, first_count, counts[one] - shared, one, suit_at)
    for i in range(both_count - shared):
        second[second_count] = both[i]
        second_count += 1
    take_slots(s, second, 0, second_count, counts[other], other, suit_at)


def ways_for_two(count: int, other_count: int, shared: int, both: int, first: int, second: int) -> float:
    """How many ways there are to choose the slots of two suits, if the one gets this many of those open to both."""
    left = both - shared + second
    if left < other_count:
        return 0.0
    ways = 1.0 * CHOOSE[both * CHOOSE_ROW + shared] * CHOOSE[first * CHOOSE_ROW + count - shared]
    return ways * CHOOSE[left * CHOOSE_ROW + other_count]


def take_slots(s: State, slots: list[int], begin: int, end: int, count: int, suit: int, suit_at: list[int]) -> None:
    """Give a suit some of these slots, any of them; they lie at the end then."""
    sample(s, slots, begin, end, count)
    for i in range(end - count, end):
        suit_at[slots[i]] = suit


def fraction(s: State) -> float:
    """A random number from 0 to 1."""
    return draw(s, 1 << 30) / (1 << 30)


def deal_by_table(s: State, barred: int, counts: list[int], bars: list[int], sizes: list[int], holders: int, suit_at: list[int]) -> bool:
    """Draw the slots of the barred suits by counting all deals; False if there is too much to count."""
    group_bars = scratch(HOLDERS)
    left = scratch(HOLDERS)  # slots of each group of holders barred alike
    groups = 0
    for i in range(holders):
        if groups == 0 or group_bars[groups - 1] != bars[i]:
            group_bars[groups] = bars[i]
            groups += 1
        left[groups - 1] += sizes[i]
    cases = 1
    for group in range(groups):
        cases *= left[group] + 1
    table = (size(barred) * groups + 1) * cases
    if cases <= SMALL_CASES and table <= SMALL_TABLE:
        deal_by_small_table(s, barred, counts, group_bars, left, groups, cases, suit_at)
    elif cases <= LARGE_CASES and table <= LARGE_TABLE:
        deal_by_large_table(s, barred, counts, group_bars, left, groups, cases, suit_at)
    else:
        return False
    return True


def deal_by_small_table(
    s: State, barred: int, counts: list[int], group_bars: list[int], left: list[int], groups: int, cases: int, suit_at: list[int]
) -> None:
    """Give the counting as much room as it mostly needs."""
    totals = scratch(SMALL_CASES)
    ways = scratch_floats(SMALL_TABLE)
    deal_by_counting(s, barred, counts, group_bars, left, groups, cases, suit_at, totals, ways)


def deal_by_large_table(
    s: State, barred: int, counts: list[int], group_bars: list[int], left: list[int], groups: int, cases: int, suit_at: list[int]
) -> None:
    """Give the counting more room."""
    totals = scratch(LARGE_CASES)
    ways = scratch_floats(LARGE_TABLE)
    deal_by_counting(s, barred, counts, group_bars, left, groups, cases, suit_at, totals, ways)


def deal_by_counting(
    s: State,
    barred: int,
    counts: list[int],
    group_bars: list[int],
    left: list[int],
    groups: int,
    cases: int,
    suit_at: list[int],
    totals: list[int],
    ways: list[float],
) -> None:
    """Suit by suit, and for each group of holders barred alike, draw how many of the group's slots the suit gets.

    A case is how many slots each group has left, as one number; `ways` counts, for every step and case, the deals that complete it.
    It is counted from the last step back, then followed from the first.
    """
    begins = scratch(HOLDERS)  # the first slot of each group
    strides = scratch(HOLDERS)
    slots, stride = 0, 1
    for group in range(groups):
        begins[group] = slots
        slots += left[group]
        strides[group] = stride
        stride *= left[group] + 1
    free_slots = scratch(ACTIONS)
    for slot in range(slots):
        free_slots[slot] = slot
    for case in range(cases):
        for group in range(groups):
            totals[case] += case // strides[group] % (left[group] + 1)
    after = 0
    for suit in range(SUITS):
        if not barred >> suit & 1:
            after += counts[suit]
    step = size(barred) * groups
    for case in range(cases):
        ways[step * cases + case] = 1.0 if totals[case] == after else 0.0
    for suit in range(SUITS - 1, -1, -1):
        if barred >> suit & 1:
            for group in range(groups - 1, -1, -1):
                step -= 1
                most = left[group] if not group_bars[group] >> suit & 1 else 0
                for case in range(cases):
                    if after <= totals[case] <= after + counts[suit]:
                        here = case // strides[group] % (left[group] + 1)
                        fits = min(most, here, totals[case] - after)
                        ways[step * cases + case], _ = count_ways(ways, (step + 1) * cases + case, strides[group], here, fits, ALL_OF_THEM)
            after += counts[suit]

    case = cases - 1
    for suit in range(SUITS):
        if barred >> suit & 1:
            after -= counts[suit]
            for group in range(groups):
                here = left[group]
                most = min(here, totals[case] - after) if not group_bars[group] >> suit & 1 else 0
                chosen = ways[step * cases + case] * fraction(s)
                _, taken = count_ways(ways, (step + 1) * cases + case, strides[group], here, most, chosen)
                take_slots(s, free_slots, begins[group], begins[group] + here, taken, suit, suit_at)
                left[group] -= taken
                case -= taken * strides[group]
                step += 1


def count_ways(ways: list[float], following: int, stride: int, slots: int, most: int, enough: float) -> tuple[float, int]:
    """Count the ways to give a suit up to `most` of a group's slots, and to go on, until there are more than `enough`.

    Returns the count, and the number of slots where the counting stopped.
    """
    total = 0.0
    for taken in range(most + 1):
        total += CHOOSE[slots * CHOOSE_ROW + taken] * ways[following - taken * stride]
        if total > enough:
            return total, taken
    return total, 0


def begin_anyhow(s: State, barred: int, cards: list[int], slot_bars: list[int], suit_at: list[int], slots: int) -> None:
    """Find any slots for the barred suits that fit: those of shuffled cards, mended where one does not fit."""
    for slot in range(slots):
        suit_at[slot] = suit_of(cards[slot])
    for slot in range(slots):
        if slot_bars[slot] >> suit_at[slot] & 1:
            mend(s, slot_bars, suit_at, slots, slot)
    for slot in range(slots):
        if not barred >> suit_at[slot] & 1:
            suit_at[slot] = NO_SUIT


def mend(s: State, slot_bars: list[int], suit_at: list[int], slots: int, wrong: int) -> None:
    """Move the suit in a slot barred to it to where it may be, through the shortest chain of moves that ends here.

    Such a chain exists because the true deal does.
    """
    came_from = scratch(ACTIONS)
    for slot in range(slots):
        came_from[slot] = -1
    queue = scratch(ACTIONS)
    queue[0] = wrong
    found = 1
    turn = draw(s, slots)
    for i in range(slots):
        here = queue[i]
        suit = suit_at[here]
        if here != wrong and not slot_bars[wrong] >> suit & 1:
            while here != wrong:
                suit_at[here] = suit_at[came_from[here]]
                here = came_from[here]
            suit_at[wrong] = suit
            return
        for j in range(slots):
            there = j + turn if j + turn < slots else j + turn - slots
            if there != wrong and came_from[there] < 0 and not slot_bars[there] >> suit & 1:
                came_from[there] = here
                queue[found] = there
                found += 1
