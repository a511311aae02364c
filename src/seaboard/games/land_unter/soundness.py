"""What must hold in every state that a match of Land Unter can reach."""

from seaboard.games.land_unter.cards import ALL_WEATHER, COPIES, HAND, LEVEL_COUNTS, LEVELS, TRICKS, WATER, WEATHER
from seaboard.games.land_unter.rules import FEWEST_SEATS_IN, cards_left, hand_of, leading, lifebuoys_on, passes_to, seat_after
from seaboard.games.land_unter.state import NO_CARD, NO_SEAT, State
from seaboard.kit import MOST_DRAWS, scratch, size

# The fields that may be wrong, and their numbers.
FIELDS = (
    *("", "stream", "draws", "hands", "seen", "totals", "round_number", "dealer", "points", "winning", "still_in", "played"),
    *("lifebuoys", "levels", "water", "trick_number", "leader", "turn", "waiting", "choice"),
    *("last_cards", "last_water", "last_levels", "last_paid", "last_out"),
)
(SOUND, STREAM, DRAWS, HANDS, SEEN, TOTALS, ROUND_NUMBER, DEALER, POINTS, WINNING, STILL_IN, PLAYED) = range(12)
(LIFEBUOYS, WRONG_LEVELS, WRONG_WATER, TRICK_NUMBER, LEADER, TURN, WAITING, CHOICE) = range(12, 20)
(LAST_CARDS, LAST_WATER, LAST_LEVELS, LAST_PAID, LAST_OUT) = range(20, 25)


def is_sound(s: State) -> bool:
    """Whether every card is in its place, and every number is one that play can reach."""
    return why_unsound(s) == SOUND


def why_unsound(s: State) -> int:
    """Return which of FIELDS is impossible; 0 if none is. Later checks rely on earlier ones."""
    why = numbers_are_wrong(s)
    if why == SOUND:
        why = nobody_is_wrong(s)
    if why == SOUND:
        why = weather_is_wrong(s)
    if why == SOUND:
        why = water_is_wrong(s)
    if why == SOUND:
        why = trick_is_wrong(s)
    if why == SOUND:
        why = last_trick_is_wrong(s)
    if why == SOUND:
        why = last_loss_is_wrong(s)
    return points_are_wrong(s) if why == SOUND else why


def numbers_are_wrong(s: State) -> int:
    """Whether the numbers that other checks rely on are wrong: rounds, tricks, sets of seats, cards."""
    everyone = (1 << s.seats) - 1
    if not 1 <= s.round_number <= s.seats:
        return ROUND_NUMBER
    if not 1 <= s.trick_number <= TRICKS:
        return TRICK_NUMBER
    if s.stream != s.round_number:
        return STREAM
    if not 0 <= s.draws <= MOST_DRAWS:
        return DRAWS
    if not 0 <= s.dealer < s.seats or (s.first_dealer >= 0 and s.dealer != (s.first_dealer + s.round_number - 1) % s.seats):
        return DEALER
    if s.winning & ~everyone:
        return WINNING
    if s.still_in & ~everyone or (s.winning == 0 and size(s.still_in) <= FEWEST_SEATS_IN):
        return STILL_IN
    if s.waiting & ~s.still_in or (s.winning == 0) != (s.waiting != 0):
        return WAITING
    if s.last_paid & ~everyone:
        return LAST_PAID
    if s.last_out & ~everyone or s.last_out & s.last_paid:
        return LAST_OUT
    for seat in range(s.seats):
        if not NO_CARD <= s.choice[seat] < WEATHER:
            return CHOICE
        if not NO_CARD <= s.last_cards[seat] < WEATHER:
            return LAST_CARDS
    return SOUND


def nobody_is_wrong(s: State) -> int:
    """Whether the places of unused seats are not empty."""
    for nobody in range(s.seats, len(s.choice)):
        if s.hands[nobody]:
            return HANDS
        if s.seen[nobody]:
            return SEEN
        if s.totals[nobody]:
            return TOTALS
        if s.played[nobody]:
            return PLAYED
        if s.lifebuoys[nobody]:
            return LIFEBUOYS
        if s.levels[nobody]:
            return WRONG_LEVELS
        if s.choice[nobody] != NO_CARD:
            return CHOICE
        if s.last_cards[nobody] != NO_CARD:
            return LAST_CARDS
        if s.last_levels[nobody]:
            return LAST_LEVELS
        for i in range(len(s.choice)):
            if s.points[i][nobody] or s.points[nobody][i]:
                return POINTS
    return SOUND


def tricks_done(s: State) -> int:
    """How many tricks of this round have been paid for."""
    return s.trick_number if s.winning else s.trick_number - 1


def weather_is_wrong(s: State) -> int:
    """Whether the hands are not twelve different cards each, or lack a card that was seen."""
    found = 0
    for hand in range(s.seats):
        cards = s.hands[hand]
        if cards & ~ALL_WEATHER or cards & found or size(cards) != HAND:
            return HANDS
        if s.seen[hand] & ~cards:
            return SEEN
        if s.totals[hand] != lifebuoys_on(cards):
            return TOTALS
        found |= cards
    for seat in range(s.seats):
        hand = hand_of(s, seat)
        if s.played[seat] & ~s.seen[hand]:
            return PLAYED
        if s.round_number == 1 and s.played[seat] != s.seen[hand]:
            return SEEN
        count = size(s.played[seat])
        if s.still_in >> seat & 1:
            is_laid = s.open and not s.winning and not s.waiting >> seat & 1
            if count != tricks_done(s) + (1 if is_laid else 0):
                return PLAYED
        elif not 1 <= count <= tricks_done(s):
            return PLAYED
        elif (count == tricks_done(s)) != (s.last_out >> seat & 1 == 1):
            return LAST_OUT
    return SOUND


def water_is_wrong(s: State) -> int:
    """Whether water cards are missing, levels don't come from those turned up, or lifebuoys don't match the levels."""
    count = scratch(LEVEL_COUNTS)
    turned = scratch(LEVEL_COUNTS)
    for place in range(WATER):
        level = s.water[place]
        if not 1 <= level <= LEVELS:
            return WRONG_WATER
        count[level] += 1
        if place < 2 * tricks_done(s):
            turned[level] += 1
    for level in range(1, LEVELS + 1):
        if count[level] != COPIES:
            return WRONG_WATER
    lost = 0
    for seat in range(s.seats):
        level = s.levels[seat]
        is_out = not s.still_in >> seat & 1
        if not 0 <= level <= LEVELS or (is_out and level):
            return WRONG_LEVELS
        if not 0 <= s.lifebuoys[seat] <= s.totals[hand_of(s, seat)] or (is_out and s.lifebuoys[seat]):
            return LIFEBUOYS
        if level:
            turned[level] -= 1
            if turned[level] < 0:
                return WRONG_LEVELS
        lost += s.totals[hand_of(s, seat)] - s.lifebuoys[seat]
    if lost > 2 * tricks_done(s) or tricks_done(s) > lost + s.seats - size(s.still_in):
        return LIFEBUOYS
    return SOUND


def trick_is_wrong(s: State) -> int:
    """Whether the cards chosen, or the turn, don't match the seats that have chosen."""
    for seat in range(s.seats):
        card = s.choice[seat]
        if s.still_in >> seat & 1 and not s.waiting >> seat & 1 and not s.winning:
            left = s.played[seat] if s.open else cards_left(s, seat)
            if card < 0 or not left >> card & 1:
                return CHOICE
        elif card != NO_CARD:
            return CHOICE
    if not s.open or s.winning:
        if s.leader != NO_SEAT:
            return LEADER
        return SOUND if s.turn == NO_SEAT else TURN
    if not 0 <= s.leader < s.seats or not s.still_in >> s.leader & 1:
        return LEADER
    seat = s.leader
    for _ in range(size(s.still_in) - size(s.waiting)):
        if s.waiting >> seat & 1:
            return WAITING
        seat = seat_after(s, seat, s.still_in)
    return SOUND if s.turn == seat else TURN


def last_trick_is_wrong(s: State) -> int:
    """Whether the last paid trick is not one of this round or the round before; before the first trick there is none."""
    done = tricks_done(s)
    is_none = done == 0 and s.round_number == 1
    if not 0 <= s.last_water[0] <= s.last_water[1] <= LEVELS or (s.last_water[0] == 0) != is_none:
        return LAST_WATER
    if done:
        one, other = s.water[2 * done - 2], s.water[2 * done - 1]
        if s.last_water[0] != min(one, other) or s.last_water[1] != max(one, other):
            return LAST_WATER
    for seat in range(s.seats):
        card = s.last_cards[seat]
        cards = 0
        if done:
            cards = s.played[seat] if (s.still_in | s.last_out) >> seat & 1 else 0
            if cards and (card == NO_CARD or card == s.choice[seat]):
                return LAST_CARDS
        elif not is_none:
            cards = s.seen[hand_of(s, passes_to(s, seat))]  # of the hand that this seat has passed on
        if card != NO_CARD and not cards >> card & 1:
            return LAST_CARDS
        if not 0 <= s.last_levels[seat] <= LEVELS or (card == NO_CARD and s.last_levels[seat]):
            return LAST_LEVELS
        if done and s.levels[seat] != (0 if s.last_out >> seat & 1 else s.last_levels[seat]):
            return LAST_LEVELS
    return SOUND if is_none else takers_are_wrong(s)


def takers_are_wrong(s: State) -> int:
    """Whether someone other than the two highest cards of the last trick has taken its water."""
    first, second = NO_SEAT, NO_SEAT
    for seat in range(s.seats):
        if s.last_cards[seat] != NO_CARD:
            if first < 0 or s.last_cards[seat] > s.last_cards[first]:
                first, second = seat, first
            elif second < 0 or s.last_cards[seat] > s.last_cards[second]:
                second = seat
    if second < 0:
        return LAST_CARDS
    is_right = s.last_levels[first] == s.last_water[0] and s.last_levels[second] == s.last_water[1]
    return SOUND if is_right else LAST_LEVELS


def last_loss_is_wrong(s: State) -> int:
    """Whether anyone but the highest levels of the last trick, down to those who could pay, has paid or gone out."""
    paid = 0  # the level of those who paid
    for seat in range(s.seats):
        if s.last_paid >> seat & 1:
            if s.last_levels[seat] == 0 or (paid and s.last_levels[seat] != paid):
                return LAST_PAID
            paid = s.last_levels[seat]
            if tricks_done(s) and s.lifebuoys[seat] == s.totals[hand_of(s, seat)]:
                return LIFEBUOYS
    for seat in range(s.seats):
        level = s.last_levels[seat]
        has_lost = (s.last_paid | s.last_out) >> seat & 1 == 1
        if level > paid and not s.last_out >> seat & 1:
            return LAST_OUT
        if has_lost != (level >= max(paid, 1)):
            return LAST_PAID if s.last_paid >> seat & 1 else LAST_OUT
    return SOUND


def points_are_wrong(s: State) -> int:
    """Whether points are given for a round not scored, or the winners don't have the most."""
    scored = s.round_number if s.winning else s.round_number - 1
    for seat in range(s.seats):
        for i in range(s.seats):
            points = s.points[i][seat]
            if i >= scored and points:
                return POINTS
            hand = seat - i if seat >= i else seat - i + s.seats
            if not -1 <= points <= s.totals[hand] + 1:
                return POINTS
    return SOUND if s.winning == 0 or s.winning == leading(s) else WINNING
