"""The rules of Sea Change, in the order of the rulebook.

A card is suit * 16 + value (so `card >> 4` and `card & 15`), and playing it is the action of the same number. A hand, and the cards a
side has taken, are one set of values (as bits) per suit.
"""

from dataclasses import dataclass
from typing import Annotated, Any

from seaboard.games.sea_change.cards import (
    POINTS,
    SUITS,
    TRUMP_ZERO_POINTS,
    VALUES,
    values_used,
)
from seaboard.kit import (
    Bits8,
    Cells,
    Int8,
    Int16,
    Int32,
    Seed,
    begin_stream,
    draw,
    emit,
    lowest,
    scratch,
    shuffle,
    size,
)

ACTIONS = SUITS * VALUES
HAND = 10
ALL_VALUES = (1 << VALUES) - 1
AI = 1  # the seat of the stack in a solo match
NO_SUIT = -1
NO_CARD = -1

# Events
ROUND_BEGAN, CARD_DEALT, CARD_PLAYED, TRUMP_SET, SEA_CHANGED, CARD_DRAWN, TRICK_WON, ROUND_SCORED, VP_EARNED, MATCH_WON = range(10)

# Why a card can't be played
NOT_HELD, MUST_FOLLOW = 1, 2


@dataclass(slots=True)
class State:
    """A match of Sea Change."""

    seats: Int8
    teams: Int8  # 0: everyone for themselves
    target: Int8  # VPs to win; 0: the standard
    suits: Annotated[int, Cells("uint8", (), SUITS)]  # the suits in the deck, as bits
    first_dealer: Int8  # -1: by lot

    seed: Seed
    stream: Int32
    draws: Int32

    sides: Int8  # players who count together: a team, a single player, the AI
    goal: Annotated[list[int], Cells("int8", (8,))]  # VPs that each side plays for
    vps: Annotated[list[int], Cells("int8", (8,))]  # won so far, by side
    winning: Bits8  # the sides that won the match, as bits; 0 while it lasts

    round_number: Int16
    dealer: Int8
    hands: Annotated[list[list[int]], Cells("uint16", (8, 5), VALUES)]  # by seat and suit
    held: Annotated[list[int], Cells("int8", (8,))]  # how many cards each hand has
    pile: Annotated[list[int], Cells("int8", (20,))]  # two players' draw pile, or the AI's stack; the top comes last
    pile_size: Int8
    taken: Annotated[list[list[int]], Cells("uint16", (8, 5), VALUES)]  # by side and suit
    points: Annotated[list[int], Cells("int16", (8,))]  # printed on the cards taken, by side
    tricks: Annotated[list[int], Cells("int8", (8,))]  # won in this round, by seat

    turn: Int8
    leader: Int8  # of the trick
    lead: Int8  # the suit that was led, or NO_SUIT
    trump: Int8  # likewise
    trick: Annotated[list[int], Cells("int8", (8,))]  # in the order of play
    trick_size: Int8
    last_trick: Annotated[list[int], Cells("int8", (8,))]
    last_trick_size: Int8
    last_leader: Int8
    last_winner: Int8

    # What play has shown, for whoever imagines the hidden cards: suits a seat can't hold, as bits. With a
    # draw pile that is a matter of each card held, oldest first: see `learn_void`.
    void: Annotated[list[int], Cells("uint8", (8,), SUITS)]
    barred: Annotated[list[list[int]], Cells("uint8", (2, 10), SUITS)]


def start(s: Any, log: Any) -> None:
    """Set up the match and deal the first round; seats, seed and options are written in already."""
    s.sides = 2 if s.seats == 1 else s.teams if s.teams else s.seats
    for side in range(s.sides):
        if s.target:
            s.goal[side] = s.target
        elif s.teams:
            s.goal[side] = (s.seats - side + s.teams - 1) // s.teams + 1
        else:
            s.goal[side] = 3
    for place in range(len(s.pile)):
        s.pile[place] = NO_CARD
    begin_stream(s, 0)
    s.dealer = draw(s, s.seats) if s.first_dealer < 0 else s.first_dealer
    deal(s, log)


def deal(s: Any, log: Any) -> None:
    """Shuffle, deal ten cards to each seat, and let the first trick begin."""
    s.round_number += 1
    begin_stream(s, s.round_number)
    emit(log, ROUND_BEGAN, s.dealer, s.round_number)

    deck = scratch(ACTIONS)
    count = 0
    values = values_used(s.seats)
    for suit in range(SUITS):
        left = values if s.suits >> suit & 1 else 0
        while left:
            deck[count] = suit * VALUES + lowest(left)
            left &= left - 1
            count += 1
    shuffle(s, deck, count)

    for seat in range(s.seats):
        for suit in range(SUITS):
            s.hands[seat][suit] = 0
        s.void[seat] = 0
        s.held[seat] = HAND
        for _ in range(HAND):
            count -= 1
            card = deck[count]
            s.hands[seat][card >> 4] |= 1 << (card & 15)
            emit(log, CARD_DEALT, seat, card)
    if s.seats <= 2:
        for place in range(count):
            s.pile[place] = deck[place]
        s.pile_size = count
        for seat in range(s.seats):
            for slot in range(HAND):
                s.barred[seat][slot] = 0

    for side in range(s.sides):
        s.tricks[side] = 0
        s.points[side] = 0
        for suit in range(SUITS):
            s.taken[side][suit] = 0
    for seat in range(s.seats):
        s.tricks[seat] = 0
    s.trump = NO_SUIT
    for place in range(len(s.trick)):
        s.trick[place] = NO_CARD
        s.last_trick[place] = NO_CARD
    s.last_trick_size = 0
    begin_trick(s, AI if s.seats == 1 else (s.dealer + 1) % s.seats, log)


def begin_trick(s: Any, leader: int, log: Any) -> None:
    """The leader is to play; in a solo match the AI leads its top card at once."""
    s.leader = leader
    s.turn = leader
    s.lead = NO_SUIT
    for place in range(s.trick_size):
        s.trick[place] = NO_CARD
    s.trick_size = 0
    if s.seats == 1:
        play_from_pile(s, log)
        s.turn = 0


def to_act(s: Any) -> int:
    """The seats that may act now, as bits."""
    return 0 if s.winning else 1 << s.turn


def values_off_lead(s: Any, seat: int) -> int:
    """The values, as bits, that a seat may play in a suit other than the one that was led."""
    if s.trick_size == 0 or s.hands[seat][s.lead] == 0:
        return ALL_VALUES
    return 1 << (s.trick[s.trick_size - 1] & 15)  # a Sea Change is always allowed


def legal_actions(s: Any, seat: int, out: Any) -> int:
    """Write a seat's legal actions to `out` and return how many there are."""
    count = 0
    if s.winning or seat != s.turn:
        return 0
    off_lead = values_off_lead(s, seat)
    for suit in range(SUITS):
        values = s.hands[seat][suit]
        if suit != s.lead:
            values &= off_lead
        while values:
            out[count] = suit * VALUES + lowest(values)
            values &= values - 1
            count += 1
    return count


def why_not(s: Any, seat: int, action: int) -> int:
    """Why a seat whose turn it is can't play this card; 0 if it can."""
    suit, value = action >> 4, action & 15
    if not s.hands[seat][suit] >> value & 1:
        return NOT_HELD
    if suit != s.lead and not values_off_lead(s, seat) >> value & 1:
        return MUST_FOLLOW
    return 0


def apply(s: Any, seat: int, action: int, log: Any) -> None:
    """Play a card, and all that follows from it up to the next choice."""
    suit = action >> 4
    learn(s, seat, suit, action & 15)
    s.hands[seat][suit] &= ~(1 << (action & 15))
    s.held[seat] -= 1
    lay(s, seat, action, log)
    if s.seats == 1:
        play_from_pile(s, log)
        end_trick(s, log)
        return
    if s.seats == 2 and s.pile_size:
        card = top_of_pile(s)
        s.hands[seat][card >> 4] |= 1 << (card & 15)
        s.held[seat] += 1
        emit(log, CARD_DRAWN, seat, card)
    if s.trick_size == s.seats:
        end_trick(s, log)
    else:
        s.turn = seat + 1 if seat + 1 < s.seats else 0


def lay(s: Any, seat: int, card: int, log: Any) -> None:
    """Put a card into the trick; it may set the lead and the trump, or turn the trump."""
    suit = card >> 4
    emit(log, CARD_PLAYED, seat, card)
    if s.trick_size == 0:
        s.lead = suit
        if s.trump == NO_SUIT:
            s.trump = suit
            emit(log, TRUMP_SET, seat, suit)
    elif (s.trick[s.trick_size - 1] ^ card) & 15 == 0:
        emit(log, SEA_CHANGED, seat, s.trump, suit)
        s.trump = suit
    s.trick[s.trick_size] = card
    s.trick_size += 1


def play_from_pile(s: Any, log: Any) -> None:
    """The AI plays its top card, whatever it is."""
    lay(s, AI, top_of_pile(s), log)


def top_of_pile(s: Any) -> int:
    """Take the top card off the pile."""
    s.pile_size -= 1
    card = s.pile[s.pile_size]
    s.pile[s.pile_size] = NO_CARD
    return card


def trick_winner(s: Any) -> int:
    """Which card of the trick wins it, by the order of play."""
    best, strongest = 0, -1
    for place in range(s.trick_size):
        suit, value = s.trick[place] >> 4, s.trick[place] & 15
        strength = (2 * (suit == s.trump) + (suit == s.lead)) * VALUES + value
        if strength > strongest:
            best, strongest = place, strength
    return best


def seat_of_place(s: Any, leader: int, place: int) -> int:
    """Who played the card at this place of a trick."""
    if s.seats == 1:
        return 0 if place == 1 else AI
    seat = leader + place
    return seat if seat < s.seats else seat - s.seats


def side_of(s: Any, seat: int) -> int:
    """The side a seat plays for."""
    return seat if seat < s.sides else seat % s.sides


def end_trick(s: Any, log: Any) -> None:
    """The winner takes the cards and leads the next trick, or the round ends."""
    winner = seat_of_place(s, s.leader, trick_winner(s))
    side = side_of(s, winner)
    points = 0
    for place in range(s.trick_size):
        card = s.trick[place]
        s.taken[side][card >> 4] |= 1 << (card & 15)
        s.last_trick[place] = card
        points += POINTS[card & 15]
    s.last_trick_size = s.trick_size
    s.last_leader = s.leader
    s.last_winner = winner
    s.tricks[winner] += 1
    s.points[side] += points
    emit(log, TRICK_WON, winner, points, s.trick_size)

    if s.held[s.turn]:
        begin_trick(s, AI if s.seats == 1 else winner, log)
    else:
        score_round(s, log)


def points_taken(s: Any, side: int) -> int:
    """A side's points, the 0 of the trump suit counting as if the round ended now."""
    zero = s.trump >= 0 and s.taken[side][s.trump] & 1
    return s.points[side] + TRUMP_ZERO_POINTS if zero else s.points[side]


def cards_taken(s: Any, side: int) -> int:
    """How many cards a side has taken in this round."""
    count = 0
    for values in s.taken[side]:
        count += size(values)
    return count


def score_round(s: Any, log: Any) -> None:
    """Give the round's VPs; then the match is won, or the next dealer deals."""
    best = points_taken(s, 0)
    for side in range(s.sides):
        points = points_taken(s, side)
        best = max(best, points)
        emit(log, ROUND_SCORED, side, points, cards_taken(s, side), s.taken[side][s.trump] & 1)
    reached = 0
    for side in range(s.sides):
        if earns_vp(s, side, best):
            s.vps[side] += 1
            emit(log, VP_EARNED, side, s.vps[side])
        if s.vps[side] >= s.goal[side]:
            reached |= 1 << side
    if reached:
        s.winning = break_tie(s, reached)
        for place in range(s.trick_size):
            s.trick[place] = NO_CARD
        s.trick_size = 0
        for side in range(s.sides):
            if s.winning >> side & 1:
                emit(log, MATCH_WON, side)
    else:
        s.dealer = (s.dealer + 1) % s.seats
        s.trick_size = 0
        deal(s, log)


def earns_vp(s: Any, side: int, best: int) -> bool:
    """Whether a side earns the round's VP; `best` is the highest total of the round."""
    if s.seats > 1:
        return points_taken(s, side) == best
    eights = 0
    for suit in range(SUITS):
        eights |= s.taken[0][suit] >> 8 & 1
    player_wins = eights == 1 and points_taken(s, 0) > points_taken(s, AI)
    return player_wins == (side == 0)


def break_tie(s: Any, reached: int) -> int:
    """Who wins of those who reached their goal in the same round, as bits."""
    if size(reached) == 1:
        return reached
    for side in range(s.sides):
        if reached >> side & 1 and s.taken[side][s.trump] & 1:
            return 1 << side
    fewest = ACTIONS
    for side in range(s.sides):
        if reached >> side & 1:
            fewest = min(fewest, cards_taken(s, side))
    for side in range(s.sides):
        if cards_taken(s, side) != fewest:
            reached &= ~(1 << side)
    return reached


def is_over(s: Any) -> bool:
    """Whether the match has ended."""
    return s.winning != 0


def entries(s: Any) -> int:
    """How many have a score: the seats, and the AI in a solo match."""
    return 2 if s.seats == 1 else s.seats


def score(s: Any, entry: int) -> int:
    """The VPs of a seat (its team's, in teams) or of the AI."""
    return s.vps[side_of(s, entry)]


def winners(s: Any) -> int:
    """Who has won, as bits."""
    found = 0
    for entry in range(entries(s)):
        if s.winning >> side_of(s, entry) & 1:
            found |= 1 << entry
    return found


# ---- What play shows -----------------------------------------------------------------------------


def learn(s: Any, seat: int, suit: int, value: int) -> None:
    """Remember what playing this card tells of the seat's hidden cards."""
    follows = s.trick_size == 0 or suit == s.lead or s.trick[s.trick_size - 1] & 15 == value
    if s.seats == 2:
        forget_slot(s, seat, suit)
        if not follows:
            for slot in range(HAND - 1):
                s.barred[seat][slot] |= 1 << s.lead
    else:
        s.void[seat] |= 0 if follows else 1 << s.lead


def forget_slot(s: Any, seat: int, suit: int) -> None:
    """Drop from a two-player hand the slot that the played card came from, and make the newest one open.

    Slots are ordered by age, and an older one is barred from every suit that a younger one is. The card
    may have come from any slot open to its suit; taking the oldest leaves exactly the hands still possible.
    """
    place = 0
    while s.barred[seat][place] >> suit & 1:
        place += 1
    for slot in range(place, HAND - 1):
        s.barred[seat][slot] = s.barred[seat][slot + 1]
    s.barred[seat][HAND - 1] = 0


# ---- What must always hold -----------------------------------------------------------------------


def is_sound(s: Any) -> bool:
    """Whether every card of the deck is in exactly one place, and every number is one that play can reach."""
    sides = 2 if s.seats == 1 else s.teams if s.teams else s.seats
    places = 3 if s.seats == 1 else s.seats
    if s.sides != sides or not 0 <= s.turn < s.seats or not 0 <= s.trick_size <= places or not 0 <= s.pile_size <= len(s.pile):
        return False
    values = values_used(s.seats)
    found = scratch(SUITS)
    count = 0
    for seat in range(s.seats):
        held = 0
        for suit in range(SUITS):
            held += size(s.hands[seat][suit])
            found[suit] |= s.hands[seat][suit]
        if held != s.held[seat]:
            return False
        count += held
    for side in range(s.sides):
        for suit in range(SUITS):
            count += size(s.taken[side][suit])
            found[suit] |= s.taken[side][suit]
    for place in range(s.trick_size):
        count += 1
        found[s.trick[place] >> 4] |= 1 << (s.trick[place] & 15)
    for place in range(s.pile_size):
        count += 1
        found[s.pile[place] >> 4] |= 1 << (s.pile[place] & 15)
    for suit in range(SUITS):
        if found[suit] != (values if s.suits >> suit & 1 else 0):
            return False
    total = 0
    for side in range(s.sides):
        printed = 0
        for suit in range(SUITS):
            for value in range(VALUES):
                if s.taken[side][suit] >> value & 1:
                    printed += POINTS[value]
        if printed != s.points[side]:
            return False
        total += points_taken(s, side)
    if s.winning and total != size(s.suits) + TRUMP_ZERO_POINTS:
        return False
    return count == size(values) * size(s.suits)
