"""The rules of Land Unter, in the order of the rulebook. Choosing a weather card is the action of the card's number."""

from seaboard.games.land_unter.cards import COPIES, HAND, LEVELS, ONE_HALF, TRICKS, TWO_HALVES, WATER, WEATHER
from seaboard.games.land_unter.state import (
    ALREADY_CHOSEN,
    ALREADY_PLAYED,
    CARD_DEALT,
    CARD_PLAYED,
    CARD_REVEALED,
    ELIMINATED,
    HAND_PASSED,
    LIFEBUOY_LOST,
    LIFEBUOYS_TAKEN,
    MATCH_WON,
    NO_CARD,
    NO_SEAT,
    NOT_HELD,
    NOT_YOUR_TURN,
    ROUND_BEGAN,
    ROUND_SCORED,
    SCORE_CHANGED,
    SEAT_ELIMINATED,
    WATER_TAKEN,
    WATER_TURNED,
    WENT_AHEAD,
    State,
)
from seaboard.kit import Log, begin_stream, draw, emit, is_for_people, lowest, scratch, shuffle, size, without_lowest
from seaboard.kit import entries as entries

FEWEST_SEATS_IN = 2  # a round ends when no more players than this are left


# ---- Set-up --------------------------------------------------------------------------------------


def start(s: State, log: Log) -> None:
    """Deal the hands of the whole match and begin the first round; seats, seed and options are already set."""
    begin_stream(s, 0)
    lot = draw(s, s.seats)  # drawn even if the dealer is given: the choice of dealer must not change the hands
    s.dealer = lot if s.first_dealer < 0 else s.first_dealer
    deck = scratch(WEATHER)
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


def hand_of(s: State, seat: int) -> int:
    """The hand that a seat holds in this round."""
    hand = seat - s.round_number + 1
    return hand if hand >= 0 else hand + s.seats


def has_held(s: State, seat: int, hand: int) -> bool:
    """Whether a seat holds a hand, or held it in an earlier round."""
    rounds_ago_dealt = seat - hand if seat >= hand else seat - hand + s.seats
    return rounds_ago_dealt < s.round_number


def begin_round(s: State, log: Log) -> None:
    """Everyone takes the lifebuoys of the hand before them; the water is shuffled and the first trick begins."""
    s.round_number += 1
    emit(log, ROUND_BEGAN, s.dealer, s.round_number)
    if s.round_number == 1 and log is not None:
        for seat in range(s.seats):
            cards = s.hands[seat]
            while cards:
                emit(log, CARD_DEALT, seat, lowest(cards))
                cards = without_lowest(cards)
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


def begin_trick(s: State, leader: int, log: Log) -> None:
    """Turn up two water cards; everyone still in is to choose."""
    s.trick_number += 1
    s.leader = leader
    s.turn = leader
    s.waiting = s.still_in
    emit(log, WATER_TURNED, NO_SEAT, s.water[2 * s.trick_number - 2], s.water[2 * s.trick_number - 1])


def to_act(s: State) -> int:
    """The seats that are to act now, as bits."""
    if s.open and s.waiting:
        return 1 << s.turn
    return s.waiting


def cannot_act(s: State, seat: int) -> int:
    """Why a seat can't choose any card now; 0 if it can."""
    if not s.still_in >> seat & 1:
        return ELIMINATED
    if s.open:
        return 0 if seat == s.turn and s.waiting else NOT_YOUR_TURN
    if s.waiting >> seat & 1 or (s.change and s.waiting):
        return 0
    return ALREADY_CHOSEN


def legal_actions(s: State, seat: int, out: list[int]) -> int:
    """Write a seat's legal actions to `out` and return how many there are."""
    if cannot_act(s, seat):
        return 0
    count = 0
    cards = cards_left(s, seat)
    while cards:
        out[count] = lowest(cards)
        cards = without_lowest(cards)
        count += 1
    return count


def cards_left(s: State, seat: int) -> int:
    """The weather that a seat has not played in this round."""
    return s.hands[hand_of(s, seat)] & ~s.played[seat]


def why_not(s: State, seat: int, action: int) -> int:
    """Why a seat can't choose this card now; 0 if it can."""
    if not s.hands[hand_of(s, seat)] >> action & 1:
        return NOT_HELD
    if s.played[seat] >> action & 1:
        return ALREADY_PLAYED
    return cannot_act(s, seat)


def apply(s: State, seat: int, action: int, log: Log) -> None:
    """Choose a card, or another in its place; the last choice of a trick reveals them all.

    A choice makes no event, and nothing reveals when it was made or whether it was changed.
    """
    s.choice[seat] = action
    s.waiting &= ~(1 << seat)
    if s.open:
        emit(log, CARD_PLAYED, seat, action)
        lay_open(s, seat, action)
        tell_ahead(s, seat, log)
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


def lay_open(s: State, seat: int, card: int) -> None:
    """Reveal a card to everyone, and which hand it comes from."""
    s.played[seat] |= 1 << card
    s.seen[hand_of(s, seat)] |= 1 << card


def end_trick(s: State, log: Log) -> None:
    """Take the water and pay for it; then begin the next trick, or score the round."""
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


def two_highest(s: State) -> tuple[int, int]:
    """Find who has chosen the highest weather and the second highest, of those who have chosen."""
    first, second = NO_SEAT, NO_SEAT
    chosen = s.still_in & ~s.waiting
    for seat in range(s.seats):
        if chosen >> seat & 1:
            if first < 0 or s.choice[seat] > s.choice[first]:
                first, second = seat, first
            elif second < 0 or s.choice[seat] > s.choice[second]:
                second = seat
    return first, second


def take_water(s: State, log: Log) -> None:
    """The highest weather takes the lower water card, the second highest the higher one."""
    first, second = two_highest(s)
    one, other = s.water[2 * s.trick_number - 2], s.water[2 * s.trick_number - 1]
    s.last_water[0] = min(one, other)
    s.last_water[1] = max(one, other)
    cover(s, first, s.last_water[0], log)
    cover(s, second, s.last_water[1], log)


def cover(s: State, seat: int, water: int, log: Log) -> None:
    """The water that a seat takes covers the card it had."""
    covered = s.levels[seat]
    s.levels[seat] = water
    emit(log, WATER_TAKEN, seat, water, covered, told_highest(s, log))


def highest_level(s: State) -> int:
    """The highest level of all; 0 if nobody has water."""
    highest = 0
    for seat in range(s.seats):
        highest = max(highest, s.levels[seat])
    return highest


def highest_seats(s: State) -> int:
    """The seats that have the highest level, as bits: those who pay."""
    found, highest = 0, highest_level(s)
    for seat in range(s.seats):
        if highest and s.levels[seat] == highest:
            found |= 1 << seat
    return found


def told_highest(s: State, log: Log) -> int:
    """The same for an event; if nobody is told, nobody is looked for."""
    return 0 if log is None else highest_seats(s)


def pay(s: State, log: Log) -> int:
    """The highest level pays; if a player can't, the next highest must, until someone pays or no water is left.

    Returns the seats that the next leader depends on, as bits: those who paid, or else those who went out last.
    """
    paid, out, last_out = 0, 0, 0
    while not paid:
        highest = highest_level(s)
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
                    emit(log, SEAT_ELIMINATED, seat, highest, told_highest(s, log))
        out |= last_out
    s.still_in &= ~out
    s.last_paid = paid
    s.last_out = out
    return paid if paid else last_out


# ---- The end of a round --------------------------------------------------------------------------


def score_round(s: State, log: Log) -> None:
    """A point for each lifebuoy kept, one for the lowest level, one less for the eliminated; then the hands pass on."""
    lowest_level = LEVELS + 1
    for seat in range(s.seats):
        if s.still_in >> seat & 1:
            lowest_level = min(lowest_level, s.levels[seat])
    for seat in range(s.seats):
        is_in = s.still_in >> seat & 1
        loss = is_in - 1
        bonus = 1 if is_in and s.levels[seat] == lowest_level else 0
        points = s.lifebuoys[seat] + loss + bonus
        s.points[s.round_number - 1][seat] = points
        emit(log, ROUND_SCORED, seat, s.lifebuoys[seat], loss, bonus)
        emit(log, SCORE_CHANGED, seat, points, score(s, seat))
    if s.round_number == s.seats:
        end_match(s, log)
        return
    for seat in range(s.seats):
        emit(log, HAND_PASSED, seat, passes_to(s, seat))
    s.dealer = s.dealer + 1 if s.dealer + 1 < s.seats else 0
    begin_round(s, log)


def passes_to(s: State, seat: int) -> int:
    """Who gets a seat's hand for the next round: the next seat."""
    return seat + 1 if seat + 1 < s.seats else 0


def end_match(s: State, log: Log) -> None:
    """The most points win; a tie is shared."""
    s.winning = leading(s)
    s.leader = NO_SEAT
    s.turn = NO_SEAT
    for seat in range(s.seats):
        if s.winning >> seat & 1:
            emit(log, MATCH_WON, seat, score(s, seat))


def leading(s: State) -> int:
    """The seats with the most points, as bits."""
    found, best = 0, score(s, 0)
    for seat in range(s.seats):
        points = score(s, seat)
        if points > best:
            found, best = 0, points
        if points == best:
            found |= 1 << seat
    return found


def is_over(s: State) -> bool:
    """Whether the match has ended."""
    return s.winning != 0


def score(s: State, entry: int) -> int:
    """The points of a seat, all rounds together."""
    total = 0
    for i in range(s.seats):
        total += s.points[i][entry]
    return total


def winners(s: State) -> int:
    """Who has won, as bits."""
    return s.winning


# ---- The open variant ----------------------------------------------------------------------------


def first_leader(s: State) -> int:
    """Return the seat with the most lifebuoys; on a tie, the first from the dealer's left."""
    best = NO_SEAT
    for i in range(s.seats):
        seat = (s.dealer + 1 + i) % s.seats
        if best < 0 or s.lifebuoys[seat] > s.lifebuoys[best]:
            best = seat
    return best


def next_leader(s: State, losers: int) -> int:
    """Return the seat to the left of the loser with the fewest lifebuoys left; on a tie, of the one who played first."""
    loser = NO_SEAT
    for i in range(s.seats):
        seat = (s.leader + i) % s.seats
        if losers >> seat & 1 and (loser < 0 or s.lifebuoys[seat] < s.lifebuoys[loser]):
            loser = seat
    return seat_after(s, loser, s.still_in)


def tell_ahead(s: State, seat: int, log: Log) -> None:
    """Log who would take water as the open trick stands, if the card just played changes that."""
    if log is None or not is_for_people(log):
        return
    first, second = two_highest(s)
    if seat in (first, second):
        emit(log, WENT_AHEAD, first, second)


def seat_after(s: State, seat: int, among: int) -> int:
    """Return the next of some seats (bits) to the left of a seat."""
    left = seat + 1 if seat + 1 < s.seats else 0
    while not among >> left & 1:
        left = left + 1 if left + 1 < s.seats else 0
    return left
