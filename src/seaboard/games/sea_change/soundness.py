"""What must hold in every state that a match of Sea Change can reach."""

from seaboard.games.sea_change.cards import (
    HAND,
    POINTS,
    SUITS,
    TRUMP_ZERO_POINTS,
    VALUES,
    put,
    same_value,
    strength,
    suit_of,
    value_of,
    values_used,
)
from seaboard.games.sea_change.rules import cards_in_trick, goal_of, seat_of_place, side_of, sides_of
from seaboard.games.sea_change.scoring import break_tie, cards_taken, earns_vp, points_taken
from seaboard.games.sea_change.state import ACTIONS, AI, NO_CARD, NO_SEAT, NO_SUIT, State
from seaboard.kit import MOST_DRAWS, scratch, size

# The fields that may be wrong, and their numbers.
FIELDS = (
    *("", "stream", "draws", "sides", "goal", "vps", "winning", "round_number", "dealer", "hands", "held", "pile", "pile_size", "taken"),
    *("points", "tricks", "turn", "leader", "lead", "trump", "trick", "trick_size", "last_trick", "last_trick_size", "last_leader"),
    *("last_winner", "plays", "played", "leaders", "void", "barred"),
)
(SOUND, STREAM, DRAWS, SIDES, GOAL, VPS, WINNING, ROUND_NUMBER, DEALER, HANDS, HELD, PILE, PILE_SIZE, TAKEN) = range(14)
(WRONG_POINTS, TRICKS, TURN, LEADER, LEAD, TRUMP, TRICK, TRICK_SIZE, LAST_TRICK, LAST_TRICK_SIZE, LAST_LEADER) = range(14, 25)
(LAST_WINNER, PLAYS, PLAYED, LEADERS, VOID, BARRED) = range(25, 31)


def is_sound(s: State) -> bool:
    """Whether every card of the deck is in exactly one place, and every number is one that play can reach."""
    return why_unsound(s) == SOUND


def why_unsound(s: State) -> int:
    """Return which of FIELDS is impossible; 0 if none is. Later checks rely on earlier ones."""
    why = match_is_wrong(s)
    if why == SOUND:
        why = sizes_are_wrong(s)
    if why == SOUND:
        why = trick_is_wrong(s)
    if why == SOUND:
        why = cards_are_wrong(s)
    if why == SOUND:
        why = last_trick_is_wrong(s)
    if why == SOUND:
        why = plays_are_wrong(s)
    if why == SOUND:
        why = end_is_wrong(s)
    return memory_is_wrong(s) if why == SOUND else why


def match_is_wrong(s: State) -> int:
    """Check the numbers of the match: sides, goals, VPs, rounds."""
    if s.sides != sides_of(s):
        return SIDES
    rounds = s.round_number if s.winning else s.round_number - 1  # that have been scored
    if rounds < 0:
        return ROUND_NUMBER
    if s.stream != s.round_number:
        return STREAM
    if not 0 <= s.draws <= MOST_DRAWS:
        return DRAWS
    total = 0
    for side in range(len(s.vps)):
        if s.goal[side] != (goal_of(s, side) if side < s.sides else 0):
            return GOAL
        most = min(rounds, s.goal[side] if s.winning else s.goal[side] - 1)
        if not 0 <= s.vps[side] <= (most if side < s.sides else 0):
            return VPS
        total += s.vps[side]
    if total < rounds or (s.seats == 1 and total != rounds):  # each round brings at least one VP
        return ROUND_NUMBER
    if not 0 <= s.dealer < s.seats or (s.first_dealer >= 0 and s.dealer != (s.first_dealer + s.round_number - 1) % s.seats):
        return DEALER
    return SOUND


def tricks_won(s: State) -> int:
    """How many tricks of the round have been won."""
    count = 0
    for won in s.tricks:
        count += won
    return count


def deck_size(s: State) -> int:
    """How many cards the deck has."""
    return size(values_used(s.seats)) * size(s.suits)


def has_played(s: State, seat: int) -> bool:
    """Whether a seat has a card in the trick."""
    return (seat - s.leader) % s.seats < s.trick_size if s.seats > 1 else s.trick_size > 1


def sizes_are_wrong(s: State) -> int:
    """Check the numbers of cards and whose turn it is: they follow from the tricks won and the cards in this one."""
    for seat in range(len(s.tricks)):
        if s.tricks[seat] < 0 or (s.tricks[seat] and seat >= max(s.seats, s.sides)):
            return TRICKS
    won = tricks_won(s)
    all_tricks = HAND if s.seats == 1 else deck_size(s) // s.seats
    if won > all_tricks or (won == all_tricks) != (s.winning != 0):
        return TRICKS
    if s.seats == 1 or s.winning:
        if s.trick_size != (0 if s.winning else 1):
            return TRICK_SIZE
    elif not 0 <= s.trick_size < s.seats:
        return TRICK_SIZE
    if s.leader != AI if s.seats == 1 else not 0 <= s.leader < s.seats:
        return LEADER
    if won == 0 and s.seats > 1 and s.leader != (s.dealer + 1) % s.seats:
        return LEADER
    if s.turn != (0 if s.seats == 1 else (s.leader + (s.seats - 1 if s.winning else s.trick_size)) % s.seats):
        return TURN
    undealt = deck_size(s) - s.seats * HAND if s.seats <= 2 else 0
    if s.pile_size != max(0, undealt - (2 if s.seats == 1 else s.seats) * won - s.trick_size):
        return PILE_SIZE
    drawn = undealt // 2 if s.seats == 2 else 0  # by each of two
    for seat in range(len(s.held)):
        plays = won + 1 if seat < s.seats and has_played(s, seat) else won
        if s.held[seat] != (HAND - max(0, plays - drawn) if seat < s.seats else 0):
            return HELD
    return SOUND


def trick_is_wrong(s: State) -> int:
    """Check the trick on the table, its lead, and the trump."""
    for place in range(len(s.trick)):
        if not 0 <= s.trick[place] < ACTIONS if place < s.trick_size else s.trick[place] != NO_CARD:
            return TRICK
    if not s.winning and s.lead != (suit_of(s.trick[0]) if s.trick_size else NO_SUIT):
        return LEAD
    if tricks_won(s) == 0 and s.trick_size == 0:
        return SOUND if s.trump == NO_SUIT else TRUMP
    return SOUND if 0 <= s.trump < SUITS and s.suits >> s.trump & 1 else TRUMP


def cards_are_wrong(s: State) -> int:
    """Check that each card of the deck is in one place, and that each side has taken whole tricks, with their points."""
    values = values_used(s.seats)
    found = scratch(SUITS)
    for place in range(len(s.pile)):
        if not 0 <= s.pile[place] < ACTIONS if place < s.pile_size else s.pile[place] != NO_CARD:
            return PILE
        if place < s.pile_size:
            put(found, s.pile[place])
    for place in range(s.trick_size):
        put(found, s.trick[place])
    for seat in range(len(s.hands)):
        held = 0
        for suit in range(SUITS):
            held += size(s.hands[seat][suit])
            found[suit] |= s.hands[seat][suit]
        if held != s.held[seat]:
            return HANDS
    for side in range(len(s.taken)):
        tricks = 0
        for seat in range(side, max(s.seats, s.sides) if side < s.sides else 0, s.sides):
            tricks += s.tricks[seat]
        if cards_taken(s, side) != tricks * cards_in_trick(s):
            return TAKEN
        printed = 0
        for suit in range(SUITS):
            found[suit] |= s.taken[side][suit]
            for value in range(VALUES):
                printed += POINTS[value] if s.taken[side][suit] >> value & 1 else 0
        if printed != s.points[side]:
            return WRONG_POINTS
    for suit in range(SUITS):  # the numbers of cards are right, so none is there twice if all are there
        if found[suit] != (values if s.suits >> suit & 1 else 0):
            return HANDS
    return SOUND


def last_trick_is_wrong(s: State) -> int:
    """Check the trick before this one."""
    won = tricks_won(s)
    if s.last_trick_size != (cards_in_trick(s) if won else 0):
        return LAST_TRICK_SIZE
    seats = 2 if s.seats == 1 else s.seats
    if not 0 <= s.last_leader < seats:
        return LAST_LEADER
    if not 0 <= s.last_winner < seats or (won and s.seats > 1 and not s.winning and s.last_winner != s.leader):
        return LAST_WINNER
    for place in range(len(s.last_trick)):
        card = s.last_trick[place]
        if place >= s.last_trick_size:
            if card != NO_CARD:
                return LAST_TRICK
        elif not 0 <= card < ACTIONS or not s.taken[side_of(s, s.last_winner)][suit_of(card)] >> value_of(card) & 1:
            return LAST_TRICK
    return LEAD if s.winning and s.lead != suit_of(s.last_trick[0]) else SOUND


def plays_are_wrong(s: State) -> int:
    """Check the cards remembered as played: trick by trick they must give who led, who took what, and the trump."""
    won = tricks_won(s)
    if s.played != won * cards_in_trick(s) + s.trick_size:
        return PLAYED
    found = scratch(SUITS)
    for place in range(len(s.plays)):
        card = s.plays[place]
        if place >= s.played:
            if card != NO_CARD:
                return PLAYS
        elif not 0 <= card < ACTIONS or found[suit_of(card)] >> value_of(card) & 1:
            return PLAYS
        else:
            put(found, card)
    trump = NO_SUIT
    leader = AI if s.seats == 1 else (s.dealer + 1) % s.seats
    for trick in range(len(s.leaders)):
        if trick > won or (trick == won and s.winning):
            if s.leaders[trick] != NO_SEAT:
                return LEADERS
            continue
        if s.leaders[trick] != leader:
            return LEADERS
        begin = trick * cards_in_trick(s)
        end = min(begin + cards_in_trick(s), s.played)
        for place in range(begin, end):
            card = s.plays[place]
            if trump == NO_SUIT or (place > begin and same_value(card, s.plays[place - 1])):
                trump = suit_of(card)
            if trick == won and card != s.trick[place - begin]:
                return PLAYS
            if trick == won - 1 and card != s.last_trick[place - begin]:
                return LAST_TRICK
        if trick < won:
            winner = seat_of_place(s, leader, strongest_place(s, begin, end, trump))
            for place in range(begin, end):
                if not s.taken[side_of(s, winner)][suit_of(s.plays[place])] >> value_of(s.plays[place]) & 1:
                    return PLAYS
            if trick == won - 1 and s.last_leader != leader:
                return LAST_LEADER
            if trick == won - 1 and s.last_winner != winner:
                return LAST_WINNER
            leader = AI if s.seats == 1 else winner
    if not s.winning and s.leader != leader:
        return LEADER
    return SOUND if s.trump == trump else TRUMP


def strongest_place(s: State, begin: int, end: int, trump: int) -> int:
    """Which of the cards played from `begin` up to `end` wins the trick, by the order of play."""
    best, strongest = 0, -1
    for place in range(begin, end):
        found = strength(s.plays[place], suit_of(s.plays[begin]), trump)
        if found > strongest:
            best, strongest = place - begin, found
    return best


def end_is_wrong(s: State) -> int:
    """Check that the winners have reached their goal, and in this round."""
    if not s.winning:
        return SOUND
    best = points_taken(s, 0)
    total = 0
    for side in range(s.sides):
        best = max(best, points_taken(s, side))
        total += points_taken(s, side)
    if total != size(s.suits) + TRUMP_ZERO_POINTS:
        return WRONG_POINTS
    reached = 0
    for side in range(s.sides):
        if s.vps[side] == s.goal[side]:
            reached |= 1 << side
        if earns_vp(s, side, best) if s.vps[side] == 0 else s.vps[side] == s.goal[side] and not earns_vp(s, side, best):
            return VPS
    return SOUND if reached and s.winning == break_tie(s, reached) else WINNING


def memory_is_wrong(s: State) -> int:
    """Check that the hands agree with what play has shown."""
    for seat in range(len(s.void)):
        barred = s.void[seat] if s.seats != 2 and seat < s.seats else 0
        if s.void[seat] != barred & s.suits:
            return VOID
        for suit in range(SUITS):
            if barred >> suit & 1 and s.hands[seat][suit]:
                return VOID
    for seat in range(len(s.barred)):
        for slot in range(HAND):
            younger = s.barred[seat][slot + 1] if slot + 1 < HAND else 0
            if s.barred[seat][slot] & ~(s.suits if s.seats == 2 else 0) or younger & ~s.barred[seat][slot]:
                return BARRED
        if s.barred[seat][HAND - 1]:
            return BARRED
        for slot in range(s.held[seat] if s.seats == 2 else 0):
            younger_cards = 0  # that can't be in this slot, nor in an older one
            for suit in range(SUITS):
                if s.barred[seat][slot] >> suit & 1:
                    younger_cards += size(s.hands[seat][suit])
            if younger_cards > s.held[seat] - slot - 1:
                return BARRED
    return SOUND
