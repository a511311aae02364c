"""The rules of Land Unter, in the order of the rulebook.

A weather card is its number less one, and choosing it is the action of the same number. A set of weather cards is
60 bits. A hand is called by the seat that was dealt it: hand 2 is dealt to seat 2, then passes to seat 3, and so on.
"""

from dataclasses import dataclass
from typing import Annotated, Any

from seaboard.games.land_unter.cards import (
    ALL_WEATHER,
    COPIES,
    HAND,
    LEVELS,
    ONE_HALF,
    TWO_HALVES,
    WATER,
    WEATHER,
)
from seaboard.kit import Cells, Int8, Int32, Seed, begin_stream, draw, emit, lowest, shuffle, size

ACTIONS = WEATHER
TRICKS = 12
FEWEST_SEATS_IN = 2  # a round ends when no more than these are left
NO_CARD = -1
NO_SEAT = -1

# Events
(
    ROUND_BEGAN,
    CARD_DEALT,
    LIFEBUOYS_TAKEN,
    WATER_TURNED,
    CARD_REVEALED,
    CARD_PLAYED,
    WATER_TAKEN,
    LIFEBUOY_LOST,
    SEAT_ELIMINATED,
    ROUND_SCORED,
    HAND_PASSED,
    MATCH_WON,
) = range(12)

# Why a card can't be chosen
NOT_HELD, ALREADY_PLAYED, ELIMINATED, ALREADY_CHOSEN, NOT_YOUR_TURN = 1, 2, 3, 4, 5

CardSets = Annotated[list[int], Cells("int64", (5,), WEATHER)]
Seats = Annotated[int, Cells("uint8", (), 5)]
PerSeat = Annotated[list[int], Cells("int8", (5,))]


@dataclass(slots=True)
class State:
    """A match of Land Unter."""

    seats: Int8
    open: Int8  # 1: weather is played face up, in turn
    change: Int8  # 1: a choice may be changed until the last seat has chosen
    first_dealer: Int8  # -1: by lot

    seed: Seed
    stream: Int32
    draws: Int32

    # By hand: for the whole match
    hands: CardSets  # the twelve cards dealt
    seen: CardSets  # those of them that everyone has seen played, in this round or an earlier one
    totals: PerSeat  # the lifebuoys announced for it

    round_number: Int8
    dealer: Int8
    points: Annotated[list[list[int]], Cells("int8", (5, 5))]  # by round and seat
    winning: Seats  # the seats that won the match, as bits; 0 while it lasts

    # By seat: for the round
    still_in: Seats  # as bits
    played: CardSets  # the weather that each seat has played
    lifebuoys: PerSeat
    levels: PerSeat  # the water card on top, or 0
    water: Annotated[list[int], Cells("int8", (24,))]  # the water cards in the order they are turned

    trick_number: Int8
    leader: Int8  # of an open trick
    turn: Int8  # likewise
    waiting: Seats  # the seats that have not chosen yet, as bits
    choice: PerSeat

    # The last trick: what each seat played, the levels before anybody paid, who paid, who went out
    last_cards: PerSeat
    last_water: Annotated[list[int], Cells("int8", (2,))]  # the lower, the higher
    last_levels: PerSeat
    last_paid: Seats
    last_out: Seats


# ---- Set-up --------------------------------------------------------------------------------------


def start(s: Any, log: Any) -> None:
    """Deal the hands of the whole match and begin the first round; seats, seed and options are written in already."""
    begin_stream(s, 0)
    lot = draw(s, s.seats)  # drawn even if the dealer is named: who deals must not change the hands
    s.dealer = lot if s.first_dealer < 0 else s.first_dealer
    deck = [0] * WEATHER
    for card in range(WEATHER):
        deck[card] = card
    shuffle(s, deck, WEATHER)
    for hand in range(s.seats):
        cards = 0
        for place in range(hand * HAND, hand * HAND + HAND):
            cards |= 1 << deck[place]
        s.hands[hand] = cards
        s.totals[hand] = lifebuoys_on(cards)
    for seat in range(len(s.choice)):
        s.choice[seat] = NO_CARD
        s.last_cards[seat] = NO_CARD
    begin_round(s, log)


def halves(cards: int) -> int:
    """The half lifebuoys printed on a set of weather cards."""
    return size(cards & ONE_HALF) + 2 * size(cards & TWO_HALVES)


def lifebuoys_on(cards: int) -> int:
    """The lifebuoys that a hand is worth: a half left over is lost."""
    return halves(cards) // 2


def hand_of(s: Any, seat: int) -> int:
    """The hand that a seat holds in this round."""
    hand = seat - s.round_number + 1
    return hand if hand >= 0 else hand + s.seats


def has_held(s: Any, seat: int, hand: int) -> bool:
    """Whether a seat holds a hand, or held it in an earlier round."""
    rounds_ago_dealt = seat - hand if seat >= hand else seat - hand + s.seats
    return rounds_ago_dealt < s.round_number


def begin_round(s: Any, log: Any) -> None:
    """Everyone takes the lifebuoys of the hand before them; the water is shuffled and the first trick begins."""
    s.round_number += 1
    emit(log, ROUND_BEGAN, s.dealer, s.round_number)
    if s.round_number == 1 and log is not None:
        for seat in range(s.seats):
            cards = s.hands[seat]
            while cards:
                emit(log, CARD_DEALT, seat, lowest(cards))
                cards &= cards - 1
    for seat in range(s.seats):
        s.lifebuoys[seat] = s.totals[hand_of(s, seat)]
        s.levels[seat] = 0
        s.played[seat] = 0
        emit(log, LIFEBUOYS_TAKEN, seat, s.lifebuoys[seat])
    for place in range(WATER):
        s.water[place] = place // COPIES + 1
    begin_stream(s, s.round_number)
    shuffle(s, s.water, WATER)
    s.still_in = (1 << s.seats) - 1
    s.trick_number = 0
    begin_trick(s, first_leader(s) if s.open else NO_SEAT, log)


# ---- A trick -------------------------------------------------------------------------------------


def begin_trick(s: Any, leader: int, log: Any) -> None:
    """Turn up two water cards; everyone still in is to choose."""
    s.trick_number += 1
    s.leader = leader
    s.turn = leader
    s.waiting = s.still_in
    emit(log, WATER_TURNED, -1, s.water[2 * s.trick_number - 2], s.water[2 * s.trick_number - 1])


def to_act(s: Any) -> int:
    """The seats that are to act now, as bits."""
    if s.open and s.waiting:
        return 1 << s.turn
    return s.waiting


def cannot_act(s: Any, seat: int) -> int:
    """Why a seat can't choose any card now; 0 if it can."""
    if not s.still_in >> seat & 1:
        return ELIMINATED
    if s.open:
        return 0 if seat == s.turn and s.waiting else NOT_YOUR_TURN
    if s.waiting >> seat & 1 or (s.change and s.waiting):
        return 0
    return ALREADY_CHOSEN


def legal_actions(s: Any, seat: int, out: Any) -> int:
    """Write a seat's legal actions to `out` and return how many there are."""
    if cannot_act(s, seat):
        return 0
    count = 0
    cards = s.hands[hand_of(s, seat)] & ~s.played[seat]
    while cards:
        out[count] = lowest(cards)
        cards &= cards - 1
        count += 1
    return count


def why_not(s: Any, seat: int, action: int) -> int:
    """Why a seat can't choose this card now; 0 if it can."""
    if not s.hands[hand_of(s, seat)] >> action & 1:
        return NOT_HELD
    if s.played[seat] >> action & 1:
        return ALREADY_PLAYED
    return cannot_act(s, seat)


def apply(s: Any, seat: int, action: int, log: Any) -> None:
    """Choose a card, or another in its place; the last choice of a trick reveals them all.

    A choice makes no event, and nothing tells one made first from one made last or made anew.
    """
    s.choice[seat] = action
    s.waiting &= ~(1 << seat)
    if s.open:
        emit(log, CARD_PLAYED, seat, action)
        lay_open(s, seat, action)
    if s.waiting:
        if s.open:
            s.turn = seat_after(s, seat, s.waiting)
        return
    if not s.open:
        for other in range(s.seats):
            if s.still_in >> other & 1:
                emit(log, CARD_REVEALED, other, s.choice[other])
                lay_open(s, other, s.choice[other])
    end_trick(s, log)


def lay_open(s: Any, seat: int, card: int) -> None:
    """Everyone sees a card, and from which hand it comes."""
    s.played[seat] |= 1 << card
    s.seen[hand_of(s, seat)] |= 1 << card


def end_trick(s: Any, log: Any) -> None:
    """The water is taken and paid for; then comes the next trick, or the round is scored."""
    take_water(s, log)
    for seat in range(s.seats):
        s.last_cards[seat] = s.choice[seat]
        s.last_levels[seat] = s.levels[seat]
        s.choice[seat] = NO_CARD
    losers = pay(s, log)
    if s.trick_number == TRICKS or size(s.still_in) <= FEWEST_SEATS_IN:
        score_round(s, log)
    else:
        begin_trick(s, next_leader(s, losers) if s.open else NO_SEAT, log)


def take_water(s: Any, log: Any) -> None:
    """The highest weather takes the lower water card, the second highest the higher one."""
    first, second = NO_SEAT, NO_SEAT
    for seat in range(s.seats):
        if s.still_in >> seat & 1:
            if first < 0 or s.choice[seat] > s.choice[first]:
                first, second = seat, first
            elif second < 0 or s.choice[seat] > s.choice[second]:
                second = seat
    one, other = s.water[2 * s.trick_number - 2], s.water[2 * s.trick_number - 1]
    s.last_water[0] = min(one, other)
    s.last_water[1] = max(one, other)
    emit(log, WATER_TAKEN, first, s.last_water[0], s.levels[first])
    s.levels[first] = s.last_water[0]
    emit(log, WATER_TAKEN, second, s.last_water[1], s.levels[second])
    s.levels[second] = s.last_water[1]


def pay(s: Any, log: Any) -> int:
    """The highest level pays; where somebody can't, the next highest must, until somebody does or no water is left.

    Returns the seats that the next leader depends on, as bits: those who paid, or else those who went out last.
    """
    paid, out, last_out = 0, 0, 0
    while not paid:
        highest = 0
        for seat in range(s.seats):
            highest = max(highest, s.levels[seat])
        if highest == 0:
            break
        last_out = 0
        for seat in range(s.seats):
            if s.levels[seat] == highest:
                if s.lifebuoys[seat]:
                    s.lifebuoys[seat] -= 1
                    paid |= 1 << seat
                    emit(log, LIFEBUOY_LOST, seat, highest, s.lifebuoys[seat])
                else:
                    s.levels[seat] = 0
                    last_out |= 1 << seat
                    emit(log, SEAT_ELIMINATED, seat, highest)
        out |= last_out
    s.still_in &= ~out
    s.last_paid = paid
    s.last_out = out
    return paid if paid else last_out


# ---- The end of a round --------------------------------------------------------------------------


def score_round(s: Any, log: Any) -> None:
    """A point for each lifebuoy kept, one for the lowest level, one less for the eliminated; then the hands pass on."""
    lowest_level = LEVELS + 1
    for seat in range(s.seats):
        if s.still_in >> seat & 1:
            lowest_level = min(lowest_level, s.levels[seat])
    for seat in range(s.seats):
        is_in = s.still_in >> seat & 1
        loss = is_in - 1
        bonus = 1 if is_in and s.levels[seat] == lowest_level else 0
        s.points[s.round_number - 1][seat] = s.lifebuoys[seat] + loss + bonus
        emit(log, ROUND_SCORED, seat, s.lifebuoys[seat], loss, bonus)
    if s.round_number == s.seats:
        end_match(s, log)
        return
    for seat in range(s.seats):
        emit(log, HAND_PASSED, seat, seat + 1 if seat + 1 < s.seats else 0)
    s.dealer = s.dealer + 1 if s.dealer + 1 < s.seats else 0
    begin_round(s, log)


def end_match(s: Any, log: Any) -> None:
    """The most points win; a tie is shared."""
    s.winning = leading(s)
    s.leader = NO_SEAT
    s.turn = NO_SEAT
    for seat in range(s.seats):
        if s.winning >> seat & 1:
            emit(log, MATCH_WON, seat, score(s, seat))


def leading(s: Any) -> int:
    """The seats with the most points, as bits."""
    found, best = 0, score(s, 0)
    for seat in range(s.seats):
        points = score(s, seat)
        if points > best:
            found, best = 0, points
        if points == best:
            found |= 1 << seat
    return found


def is_over(s: Any) -> bool:
    """Whether the match has ended."""
    return s.winning != 0


def entries(s: Any) -> int:
    """How many have a score: the seats."""
    return s.seats


def score(s: Any, entry: int) -> int:
    """The points of a seat, all rounds together."""
    total = 0
    for i in range(s.seats):
        total += s.points[i][entry]
    return total


def winners(s: Any) -> int:
    """Who has won, as bits."""
    return s.winning


# ---- The open variant ----------------------------------------------------------------------------


def first_leader(s: Any) -> int:
    """The seat with the most lifebuoys; of several, the first from the dealer's left."""
    best = NO_SEAT
    for i in range(s.seats):
        seat = (s.dealer + 1 + i) % s.seats
        if best < 0 or s.lifebuoys[seat] > s.lifebuoys[best]:
            best = seat
    return best


def next_leader(s: Any, losers: int) -> int:
    """The seat to the left of the loser with the fewest lifebuoys left; of several, of the one who played first."""
    loser = NO_SEAT
    for i in range(s.seats):
        seat = (s.leader + i) % s.seats
        if losers >> seat & 1 and (loser < 0 or s.lifebuoys[seat] < s.lifebuoys[loser]):
            loser = seat
    return seat_after(s, loser, s.still_in)


def seat_after(s: Any, seat: int, among: int) -> int:
    """The next of some seats (bits) to the left of a seat."""
    left = seat + 1 if seat + 1 < s.seats else 0
    while not among >> left & 1:
        left = left + 1 if left + 1 < s.seats else 0
    return left


# ---- What must always hold -----------------------------------------------------------------------


def is_sound(s: Any) -> bool:
    """Whether every card is in its place, and every number is one that play can reach."""
    if not numbers_are_possible(s):
        return False
    return weather_is_sound(s) and water_is_sound(s) and trick_is_sound(s) and points_are_sound(s)


def numbers_are_possible(s: Any) -> bool:
    """Whether what the other questions count with is in range, and the places of nobody are empty."""
    everyone = (1 << s.seats) - 1
    if not (1 <= s.round_number <= s.seats and 1 <= s.trick_number <= TRICKS and 0 <= s.dealer < s.seats):
        return False
    if (s.still_in | s.waiting | s.winning | s.last_paid | s.last_out) & ~everyone or s.waiting & ~s.still_in:
        return False
    for seat in range(s.seats):
        if not (NO_CARD <= s.choice[seat] < WEATHER and NO_CARD <= s.last_cards[seat] < WEATHER):
            return False
        if s.last_cards[seat] == NO_CARD and (s.last_paid | s.last_out) >> seat & 1:
            return False
    for nobody in range(s.seats, len(s.choice)):
        if s.hands[nobody] or s.seen[nobody] or s.totals[nobody] or s.played[nobody]:
            return False
        if s.lifebuoys[nobody] or s.levels[nobody] or s.choice[nobody] != NO_CARD or s.last_cards[nobody] != NO_CARD:
            return False
    if (s.winning == 0) != (s.waiting != 0):
        return False
    return s.winning != 0 or size(s.still_in) > FEWEST_SEATS_IN


def tricks_done(s: Any) -> int:
    """How many tricks of this round have been paid for."""
    return s.trick_number if s.winning else s.trick_number - 1


def weather_is_sound(s: Any) -> bool:
    """Whether the hands are twelve cards each, apart, and hold all that was seen of them."""
    found = 0
    for hand in range(s.seats):
        cards = s.hands[hand]
        if cards & ~ALL_WEATHER or cards & found or size(cards) != HAND or s.seen[hand] & ~cards:
            return False
        if s.totals[hand] != lifebuoys_on(cards):
            return False
        found |= cards
    for seat in range(s.seats):
        hand = hand_of(s, seat)
        if s.played[seat] & ~s.seen[hand] or (s.round_number == 1 and s.played[seat] != s.seen[hand]):
            return False
        count = size(s.played[seat])
        if s.still_in >> seat & 1:
            is_laid = s.open and not s.winning and not s.waiting >> seat & 1
            if count != tricks_done(s) + (1 if is_laid else 0):
                return False
        elif not 1 <= count <= tricks_done(s):
            return False
    return True


def water_is_sound(s: Any) -> bool:
    """Whether the water cards are all there, levels come from those turned, and lifebuoys were paid as levels ask."""
    count = [0] * (LEVELS + 1)
    turned = [0] * (LEVELS + 1)
    for place in range(WATER):
        level = s.water[place]
        if not 1 <= level <= LEVELS:
            return False
        count[level] += 1
        if place < 2 * tricks_done(s):
            turned[level] += 1
    for level in range(1, LEVELS + 1):
        if count[level] != COPIES:
            return False
    lost = 0
    for seat in range(s.seats):
        level = s.levels[seat]
        if not 0 <= level <= LEVELS or not 0 <= s.lifebuoys[seat] <= s.totals[hand_of(s, seat)]:
            return False
        if level:
            turned[level] -= 1
            if turned[level] < 0:
                return False
        if not s.still_in >> seat & 1 and (level or s.lifebuoys[seat]):
            return False
        lost += s.totals[hand_of(s, seat)] - s.lifebuoys[seat]
    return lost <= 2 * tricks_done(s) and tricks_done(s) <= lost + s.seats - size(s.still_in)


def trick_is_sound(s: Any) -> bool:
    """Whether those who have chosen, and only they, have a card of their hand before them, and the turn is in order."""
    for seat in range(s.seats):
        card = s.choice[seat]
        if s.still_in >> seat & 1 and not s.waiting >> seat & 1 and not s.winning:
            left = s.played[seat] if s.open else s.hands[hand_of(s, seat)] & ~s.played[seat]
            if card < 0 or not left >> card & 1:
                return False
        elif card != NO_CARD:
            return False
    if not s.open or s.winning:
        return s.leader == NO_SEAT and s.turn == NO_SEAT
    if not 0 <= s.leader < s.seats or not s.still_in >> s.leader & 1:
        return False
    seat = s.leader
    for _ in range(size(s.still_in) - size(s.waiting)):
        if s.waiting >> seat & 1:
            return False
        seat = seat_after(s, seat, s.still_in)
    return s.turn == seat


def points_are_sound(s: Any) -> bool:
    """Whether points are written for the rounds scored only, and the winners have the most."""
    scored = s.round_number if s.winning else s.round_number - 1
    for seat in range(s.seats):
        for i in range(s.seats):
            points = s.points[i][seat]
            if i >= scored and points:
                return False
            hand = seat - i if seat >= i else seat - i + s.seats
            if not -1 <= points <= s.totals[hand] + 1:
                return False
    return s.winning == 0 or s.winning == leading(s)
