"""The rules of Sea Change, in the order of the rulebook. Playing a card is the action of the card's number."""

from seaboard.games.sea_change.cards import (
    ALL_VALUES,
    HAND,
    POINTS,
    SUITS,
    VALUES,
    card_of,
    put,
    same_value,
    strength,
    suit_of,
    value_of,
    values_used,
)
from seaboard.games.sea_change.memory import learn
from seaboard.games.sea_change.scoring import break_tie, cards_taken, decided_by, earns_vp, points_taken, tell_cards, took_trump_zero
from seaboard.games.sea_change.state import (
    ACTIONS,
    AI,
    CARD_DEALT,
    CARD_DRAWN,
    CARD_PLAYED,
    HIGHEST_OF_LEAD,
    HIGHEST_TRUMP,
    MATCH_WON,
    MUST_FOLLOW,
    NO_CARD,
    NO_SEAT,
    NO_SUIT,
    NOT_HELD,
    ROUND_BEGAN,
    ROUND_SCORED,
    SEA_CHANGED,
    TRICK_WON,
    TRUMP_SET,
    VP_EARNED,
    WENT_AHEAD,
    State,
)
from seaboard.kit import Log, begin_stream, draw, emit, is_for_people, list_members, scratch, shuffle


def start(s: State, log: Log) -> None:
    """Set up the match and deal the first round; seats, seed and options are already set."""
    s.sides = sides_of(s)
    for side in range(s.sides):
        s.goal[side] = goal_of(s, side)
    for place in range(len(s.pile)):
        s.pile[place] = NO_CARD
    for place in range(len(s.plays)):
        s.plays[place] = NO_CARD
    begin_stream(s, 0)
    s.dealer = draw(s, s.seats) if s.first_dealer < 0 else s.first_dealer
    deal(s, log)


def sides_of(s: State) -> int:
    """How many sides there are: teams, single players, or a player and the AI."""
    if s.seats == 1:
        return 2
    return s.teams if s.teams else s.seats


def goal_of(s: State, side: int) -> int:
    """The VPs that a side plays for."""
    if s.target:
        return s.target
    return (s.seats - side + s.teams - 1) // s.teams + 1 if s.teams else 3


def deal(s: State, log: Log) -> None:
    """Shuffle, deal ten cards to each seat, and let the first trick begin."""
    s.round_number += 1
    begin_stream(s, s.round_number)
    emit(log, ROUND_BEGAN, s.dealer, s.round_number)

    deck = scratch(ACTIONS)
    count = 0
    values = scratch(VALUES)
    used = list_members(values_used(s.seats), values)
    for suit in range(SUITS):
        if s.suits >> suit & 1:
            for i in range(used):
                deck[count] = card_of(suit, values[i])
                count += 1
    shuffle(s, deck, count)

    for seat in range(s.seats):
        for suit in range(SUITS):
            s.hands[seat][suit] = 0
        s.void[seat] = 0
        s.held[seat] = HAND
        hand = s.hands[seat]
        for _ in range(HAND):
            count -= 1
            card = deck[count]
            hand[card >> 4] |= 1 << (card & 15)  # `put`, inlined, as in `legal_actions`
            if log is not None:  # interpreted, a call that does nothing takes a fiftieth of a step, and this one is as frequent as steps
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
    for place in range(len(s.trick)):
        s.trick[place] = NO_CARD
        s.last_trick[place] = NO_CARD
    s.trump = NO_SUIT  # after the loop: NVIDIA's compiler (NVVM 13) otherwise takes its last place for the trump in a solo match
    s.last_trick_size = 0
    for place in range(s.played):
        s.plays[place] = NO_CARD
    for trick in range(len(s.leaders)):
        s.leaders[trick] = NO_SEAT
    s.played = 0
    begin_trick(s, AI if s.seats == 1 else (s.dealer + 1) % s.seats, log)


def begin_trick(s: State, leader: int, log: Log) -> None:
    """The leader is to play; in a solo match the AI leads its top card at once."""
    s.leader = leader
    s.leaders[s.played // cards_in_trick(s)] = leader
    s.turn = leader
    s.lead = NO_SUIT
    for place in range(s.trick_size):
        s.trick[place] = NO_CARD
    s.trick_size = 0
    if s.seats == 1:
        play_from_pile(s, log)
        s.turn = 0


def to_act(s: State) -> int:
    """The seats that may act now, as bits."""
    return 0 if s.winning else 1 << s.turn


def values_off_lead(s: State, seat: int) -> int:
    """The values, as bits, that a seat may play in a suit other than the one that was led."""
    if s.trick_size == 0 or s.hands[seat][s.lead] == 0:
        return ALL_VALUES
    return 1 << value_of(s.trick[s.trick_size - 1])  # a Sea Change is always allowed


def is_sea_change(s: State, card: int) -> bool:
    """Whether a card turns the trump if it is played now: it has the value of the one before."""
    return s.trick_size > 0 and (card ^ s.trick[s.trick_size - 1]) & 15 == 0  # `same_value`, inlined


def legal_actions(s: State, seat: int, out: list[int]) -> int:
    """Write a seat's legal actions to `out` and return how many there are."""
    count = 0
    if s.winning or seat != s.turn:
        return 0
    off_lead = values_off_lead(s, seat)
    for suit in range(SUITS):
        values = s.hands[seat][suit]
        if suit != s.lead:
            values &= off_lead
        while values:  # `card_of`, `lowest` and `without_lowest`, inlined: calls would slow down interpreted play by a fifth
            out[count] = suit * VALUES + (values & -values).bit_length() - 1
            values &= values - 1
            count += 1
    return count


def why_not(s: State, seat: int, action: int) -> int:
    """Why a seat whose turn it is can't play this card; 0 if it can."""
    suit, value = suit_of(action), value_of(action)
    if not s.hands[seat][suit] >> value & 1:
        return NOT_HELD
    if suit != s.lead and not values_off_lead(s, seat) >> value & 1:
        return MUST_FOLLOW
    return 0


def apply(s: State, seat: int, action: int, log: Log) -> None:
    """Play a card, and do everything that follows from it up to the next choice."""
    learn(s, seat, action)
    s.hands[seat][action >> 4] &= ~(1 << (action & 15))  # no longer in the hand
    s.held[seat] -= 1
    lay(s, seat, action, log)
    if s.seats == 1:
        play_from_pile(s, log)
        end_trick(s, log)
        return
    if s.seats == 2 and s.pile_size:
        card = top_of_pile(s)
        put(s.hands[seat], card)
        s.held[seat] += 1
        emit(log, CARD_DRAWN, seat, card)
    if s.trick_size == s.seats:
        end_trick(s, log)
    else:
        s.turn = seat + 1 if seat + 1 < s.seats else 0


def lay(s: State, seat: int, card: int, log: Log) -> None:
    """Put a card into the trick; it may set the lead and the trump, or change the trump."""
    suit = card >> 4  # `suit_of`, inlined
    if log is not None:  # as in `deal`
        emit(log, CARD_PLAYED, seat, card)
    if s.trick_size == 0:
        s.lead = suit
        if s.trump == NO_SUIT:
            s.trump = suit
            emit(log, TRUMP_SET, seat, suit)
    elif (card ^ s.trick[s.trick_size - 1]) & 15 == 0:  # `is_sea_change`, inlined
        emit(log, SEA_CHANGED, seat, s.trump, suit)
        s.trump = suit
    s.trick[s.trick_size] = card
    s.trick_size += 1
    s.plays[s.played] = card
    s.played += 1
    if log is not None and is_for_people(log):
        tell_ahead(s, log)


def play_from_pile(s: State, log: Log) -> None:
    """The AI plays its top card, whatever it is."""
    lay(s, AI, top_of_pile(s), log)


def top_of_pile(s: State) -> int:
    """Take the top card off the pile."""
    s.pile_size -= 1
    card = s.pile[s.pile_size]
    s.pile[s.pile_size] = NO_CARD
    return card


def trick_winner(s: State) -> int:
    """Which card of the trick wins it, by the order of play."""
    best, strongest = 0, -1
    for place in range(s.trick_size):
        found = strength(s.trick[place], s.lead, s.trump)
        if found > strongest:
            best, strongest = place, found
    return best


def wins_by(s: State, place: int) -> int:
    """Return what makes the card at this place win the trick: no other card can win."""
    return HIGHEST_TRUMP if suit_of(s.trick[place]) == s.trump else HIGHEST_OF_LEAD


def tell_ahead(s: State, log: Log) -> None:
    """Log whose card would win the trick now, if the last card has gone ahead or changed the trump."""
    last = s.trick_size - 1
    place = trick_winner(s)
    if place == last or same_value(s.trick[last], s.trick[last - 1]):
        emit(log, WENT_AHEAD, seat_of_place(s, s.leader, place), wins_by(s, place))


def cards_in_trick(s: State) -> int:
    """How many cards a whole trick has: the AI plays two of a solo match's three."""
    return 3 if s.seats == 1 else s.seats


def seat_of_place(s: State, leader: int, place: int) -> int:
    """Who played the card at this place of a trick."""
    if s.seats == 1:
        return 0 if place == 1 else AI
    seat = leader + place
    return seat if seat < s.seats else seat - s.seats


def side_of(s: State, seat: int) -> int:
    """The side a seat plays for."""
    return seat if seat < s.sides else seat % s.sides


def end_trick(s: State, log: Log) -> None:
    """The winner takes the cards and leads the next trick, or the round ends."""
    place = trick_winner(s)
    winner = seat_of_place(s, s.leader, place)
    side = side_of(s, winner)
    points = 0
    taken = s.taken[side]
    for i in range(s.trick_size):
        card = s.trick[i]
        taken[card >> 4] |= 1 << (card & 15)  # `put`, inlined
        s.last_trick[i] = card
        points += POINTS[value_of(card)]
    s.last_trick_size = s.trick_size
    s.last_leader = s.leader
    s.last_winner = winner
    s.tricks[winner] += 1
    s.points[side] += points
    emit(log, TRICK_WON, winner, points, s.trick_size, wins_by(s, place))

    if s.held[s.turn]:
        begin_trick(s, AI if s.seats == 1 else winner, log)
    else:
        score_round(s, log)


def score_round(s: State, log: Log) -> None:
    """Give the round's VPs; then the match is won, or the next dealer deals."""
    best = points_taken(s, 0)
    for side in range(s.sides):
        points = points_taken(s, side)
        best = max(best, points)
        tell_cards(s, side, log)
        emit(log, ROUND_SCORED, side, points, cards_taken(s, side), int(took_trump_zero(s, side)))
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
                emit(log, MATCH_WON, side, decided_by(s, reached))
    else:
        s.dealer = (s.dealer + 1) % s.seats
        s.trick_size = 0
        deal(s, log)


def is_over(s: State) -> bool:
    """Whether the match has ended."""
    return s.winning != 0


def entries(s: State) -> int:
    """How many have a score: the seats, and the AI in a solo match."""
    return 2 if s.seats == 1 else s.seats


def score(s: State, entry: int) -> int:
    """The VPs of a seat (its team's, in teams) or of the AI."""
    return s.vps[side_of(s, entry)]


def winners(s: State) -> int:
    """Who has won, as bits."""
    found = 0
    for entry in range(entries(s)):
        if s.winning >> side_of(s, entry) & 1:
            found |= 1 << entry
    return found
