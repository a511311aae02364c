"""The rules of Sea Salt & Paper, in the order of the rulebook.

A hand, and what a seat has laid, is a set of cards as bits. A turn goes through phases, each waiting for one small choice:
TAKE, KEEP and DISCARD are its first step; LAY, with SEARCH, PICK and ROB where a pair's effect asks something, the
second; calling and ending the turn are done from LAY.
"""

from typing import Any

from seaboard.games.sea_salt_and_paper.actions import ACTIONS as ACTIONS
from seaboard.games.sea_salt_and_paper.actions import (
    CALL_STOP,
    DISCARD_ON,
    DRAW_TWO,
    END_TURN,
    KEEP_DRAWN,
    LAY_MERMAIDS,
    LAY_PAIR,
    PICK_CARD,
    ROB_SEAT,
    SEARCH_PILE,
    TAKE_TOP,
    can_rob,
    can_take,
)
from seaboard.games.sea_salt_and_paper.actions import legal_actions as legal_actions
from seaboard.games.sea_salt_and_paper.actions import why_not as why_not
from seaboard.games.sea_salt_and_paper.cards import CARDS, CRAB, FISH, KIND, MERMAIDS, PAIRS, SWIMMER
from seaboard.games.sea_salt_and_paper.memory import DECK, OPEN, PILE, PILE_CARDS, TABLE, forget, remember, remember_reveal, remember_search
from seaboard.games.sea_salt_and_paper.scoring import CATEGORIES, colour_bonus, points, points_in
from seaboard.games.sea_salt_and_paper.state import (
    CANCELLED,
    DISCARD,
    KEEP,
    LAY,
    LOST,
    NO_CARD,
    NO_PILE,
    NOBODY,
    OVER,
    PICK,
    ROB,
    SEARCH,
    SEATS,
    STOPPED,
    TAKE,
    WON,
    goal_of,
)  # fmt: skip
from seaboard.games.sea_salt_and_paper.state import State as State
from seaboard.games.sea_salt_and_paper.state import is_sound as is_sound
from seaboard.kit import begin_stream, draw, emit, lowest, shuffle, size

# Events
ROUND_BEGAN, PILE_SHOWN, TWO_DRAWN, CARD_KEPT, CARD_DISCARDED, CARD_TAKEN, CARD_DRAWN, PAIR_LAID, EFFECT_LOST = range(9)
PILE_SEARCHED, CARD_PICKED, CARD_STOLEN, TURN_REPEATED, MERMAIDS_LAID, TURN_ENDED, STOP_CALLED, LAST_CHANCE_CALLED = range(9, 17)
HAND_REVEALED, CARD_REVEALED, ROUND_CANCELLED, BET_WON, BET_LOST, POINTS_COUNTED, ROUND_SCORED, MATCH_WON = range(17, 25)


# ---- Set-up ----------------------------------------------------------------------------------------


def start(s: Any, log: Any) -> None:
    """Set up the match and deal the first round; seats, seed and options are written in already."""
    s.goal = goal_of(s)
    s.ended_by = NOBODY
    begin_stream(s, 0)
    s.starter = draw(s, s.seats)
    begin_round(s, log)


def begin_round(s: Any, log: Any) -> None:
    """Shuffle all cards, open both discard piles, and let the first turn begin."""
    s.round_number += 1
    begin_stream(s, s.round_number)
    emit(log, ROUND_BEGAN, s.starter, s.round_number)
    forget(s)
    for seat in range(SEATS):
        s.hands[seat] = 0
        s.held[seat] = 0
        s.laid[seat] = 0
    s.revealed = 0
    s.caller = NOBODY
    s.searched = NO_PILE
    for i in range(2):
        s.drawn[i] = NO_CARD

    for card in range(CARDS):
        s.deck[card] = card
    shuffle(s, s.deck, CARDS)
    s.deck_size = CARDS
    for pile in range(2):
        for place in range(PILE_CARDS):
            s.piles[pile][place] = NO_CARD
        card = top_of_deck(s)
        s.piles[pile][0] = card
        s.pile_sizes[pile] = 1
        remember(s, card, DECK, PILE + pile)
        emit(log, PILE_SHOWN, NOBODY, pile, card)
    begin_turn(s, s.starter)


# ---- A turn: what may be done is in actions.py ------------------------------------------------------------------------


def begin_turn(s: Any, seat: int) -> None:
    """A seat is to take a card, first of all."""
    s.turn = seat
    s.phase = TAKE if can_take(s) else LAY


def to_act(s: Any) -> int:
    """The seats that may act now, as bits."""
    return 0 if s.winning else 1 << s.turn


def apply(s: Any, seat: int, action: int, log: Any) -> None:
    """Do a legal action, and all that follows from it up to the next choice."""
    if s.phase == TAKE:
        if action == DRAW_TWO:
            draw_two(s, seat, log)
        else:
            take_top(s, seat, action - TAKE_TOP, log)
    elif s.phase == KEEP:
        keep(s, seat, action - KEEP_DRAWN, log)
    elif s.phase == DISCARD:
        discard(s, seat, action - DISCARD_ON, log)
    elif s.phase == SEARCH:
        search(s, seat, action - SEARCH_PILE, log)
    elif s.phase == PICK:
        pick(s, seat, action - PICK_CARD, log)
    elif s.phase == ROB:
        rob(s, seat, action - ROB_SEAT, log)
    elif action < LAY_MERMAIDS:
        lay_pair(s, seat, action - LAY_PAIR, log)
    elif action == LAY_MERMAIDS:
        lay_mermaids(s, seat, log)
    elif action == END_TURN:
        end_turn(s, seat, log)
    else:
        call(s, seat, action, log)


# ---- 1. Take a card --------------------------------------------------------------------------------


def top_of_deck(s: Any) -> int:
    """Take the top card off the deck."""
    s.deck_size -= 1
    card = s.deck[s.deck_size]
    s.deck[s.deck_size] = NO_CARD
    return card


def add_to_hand(s: Any, seat: int, card: int) -> None:
    """A card comes into a hand."""
    s.hands[seat] |= 1 << card
    s.held[seat] += 1


def remove_from_hand(s: Any, seat: int, card: int) -> None:
    """A card leaves a hand."""
    s.hands[seat] &= ~(1 << card)
    s.held[seat] -= 1


def draw_two(s: Any, seat: int, log: Any) -> None:
    """Draw two cards, to choose between them; the last card of a deck is drawn alone, and kept."""
    if s.deck_size == 1:
        draw_one(s, seat, log)
        s.phase = LAY
        return
    for i in range(2):
        s.drawn[i] = top_of_deck(s)
        remember(s, s.drawn[i], DECK, seat)
    emit(log, TWO_DRAWN, seat, s.drawn[0], s.drawn[1])
    s.phase = KEEP


def draw_one(s: Any, seat: int, log: Any) -> None:
    """The top card of the deck goes to a hand."""
    card = top_of_deck(s)
    add_to_hand(s, seat, card)
    remember(s, card, DECK, seat)
    emit(log, CARD_DRAWN, seat, card)


def keep(s: Any, seat: int, which: int, log: Any) -> None:
    """Keep one of the two drawn cards; the other goes to the only empty pile, or else waits for a choice."""
    card = s.drawn[which]
    s.drawn[0] = s.drawn[1 - which]
    s.drawn[1] = NO_CARD
    add_to_hand(s, seat, card)
    emit(log, CARD_KEPT, seat, card)
    if (s.pile_sizes[0] == 0) != (s.pile_sizes[1] == 0):
        discard(s, seat, 0 if s.pile_sizes[0] == 0 else 1, log)
    else:
        s.phase = DISCARD


def discard(s: Any, seat: int, pile: int, log: Any) -> None:
    """Put the other drawn card on a pile, face up."""
    card = s.drawn[0]
    s.drawn[0] = NO_CARD
    s.piles[pile][s.pile_sizes[pile]] = card
    s.pile_sizes[pile] += 1
    remember(s, card, seat, PILE + pile)
    emit(log, CARD_DISCARDED, seat, card, pile)
    s.phase = LAY


def take_top(s: Any, seat: int, pile: int, log: Any) -> None:
    """Take the top card of a pile, for all to see."""
    take_from_pile(s, seat, pile, s.pile_sizes[pile] - 1, log)
    s.phase = LAY


def take_from_pile(s: Any, seat: int, pile: int, place: int, log: Any) -> None:
    """A card leaves a pile for a hand; the order of the others stays.

    All know which one it was if it was the top; any other only those who know the pile, from memory.
    """
    card = s.piles[pile][place]
    last = s.pile_sizes[pile] - 1
    is_open = place == last
    for i in range(place, last):
        s.piles[pile][i] = s.piles[pile][i + 1]
    s.piles[pile][last] = NO_CARD
    s.pile_sizes[pile] = last
    add_to_hand(s, seat, card)
    remember(s, card, PILE + pile, seat, OPEN if is_open else 0)
    emit(log, CARD_TAKEN if is_open else CARD_PICKED, seat, card, pile)
    if place == last and last > 0:
        shown = s.piles[pile][last - 1]
        remember(s, shown, PILE + pile, PILE + pile, OPEN)
        emit(log, PILE_SHOWN, NOBODY, pile, shown)


# ---- 2. Lay pairs ------------------------------------------------------------------------------------


def pick_one(s: Any, cards: int) -> int:
    """One card of a set, at random."""
    count = size(cards)
    if count > 1:
        for _ in range(draw(s, count)):
            cards &= cards - 1
    return lowest(cards)


def lay_card(s: Any, seat: int, card: int) -> None:
    """A card from the hand lies before its seat from now on."""
    remove_from_hand(s, seat, card)
    s.laid[seat] |= 1 << card
    remember(s, card, seat, TABLE)


def lay_pair(s: Any, seat: int, pair: int, log: Any) -> None:
    """Lay two cards that belong together, and do what they make happen, as far as there is anything to do it to."""
    first = pick_one(s, s.hands[seat] & PAIRS[pair][0])
    second = pick_one(s, s.hands[seat] & PAIRS[pair][1])
    lay_card(s, seat, first)
    lay_card(s, seat, second)
    emit(log, PAIR_LAID, seat, first, second)

    kind = KIND[first]
    happens = False
    if kind == CRAB:
        happens = lay_crabs(s, seat, log)
    elif kind == FISH:
        happens = s.deck_size > 0
        if happens:
            draw_one(s, seat, log)
    elif kind == SWIMMER:
        happens = lay_swimmer_and_shark(s, seat, log)
    else:
        happens = can_take(s)
        if happens:
            emit(log, TURN_REPEATED, seat)
            s.phase = TAKE
    if not happens:
        emit(log, EFFECT_LOST, seat, kind)


def lay_crabs(s: Any, seat: int, log: Any) -> bool:
    """Choose a pile to look through, where there is a choice; whether there is a pile at all."""
    if s.pile_sizes[0] and s.pile_sizes[1]:
        s.phase = SEARCH
    elif s.pile_sizes[0]:
        search(s, seat, 0, log)
    elif s.pile_sizes[1]:
        search(s, seat, 1, log)
    else:
        return False
    return True


def search(s: Any, seat: int, pile: int, log: Any) -> None:
    """Look through a pile, to pick one of its cards; a single card is picked at once."""
    remember_search(s, seat, pile)
    emit(log, PILE_SEARCHED, seat, pile, s.pile_sizes[pile])
    s.searched = pile
    s.phase = PICK
    if s.pile_sizes[pile] == 1:
        pick(s, seat, s.piles[pile][0], log)


def pick(s: Any, seat: int, card: int, log: Any) -> None:
    """Take a card out of the pile that was looked through."""
    pile = s.searched
    place = 0
    while s.piles[pile][place] != card:
        place += 1
    take_from_pile(s, seat, pile, place, log)
    s.searched = NO_PILE
    s.phase = LAY


def lay_swimmer_and_shark(s: Any, seat: int, log: Any) -> bool:
    """Choose whom to rob, where there is a choice; whether there is anybody to rob."""
    count = 0
    last = NOBODY
    for victim in range(s.seats):
        if can_rob(s, seat, victim):
            count += 1
            last = victim
    if count == 1:
        rob(s, seat, last, log)
    elif count > 1:
        s.phase = ROB
    return count > 0


def rob(s: Any, seat: int, victim: int, log: Any) -> None:
    """Steal a card at random."""
    card = pick_one(s, s.hands[victim])
    remove_from_hand(s, victim, card)
    add_to_hand(s, seat, card)
    remember(s, card, victim, seat)
    emit(log, CARD_STOLEN, seat, card, victim)
    s.phase = LAY


def lay_mermaids(s: Any, seat: int, log: Any) -> None:
    """Lay all four mermaids: the match is won at once, and the round is not scored."""
    emit(log, MERMAIDS_LAID, seat)
    left = MERMAIDS
    while left:
        lay_card(s, seat, lowest(left))
        left &= left - 1
    win(s, 1 << seat, log)


# ---- 3. End the round or pass -----------------------------------------------------------------------


def end_turn(s: Any, seat: int, log: Any) -> None:
    """The left neighbour plays, unless the round ends: an empty deck nobody has called on, or the last of the last turns."""
    following = (seat + 1) % s.seats
    emit(log, TURN_ENDED, seat)
    if s.caller != NOBODY:
        reveal(s, seat, log)
        if following == s.caller:
            score_last_chance(s, log)
            return
    elif s.deck_size == 0:
        emit(log, ROUND_CANCELLED, seat)
        end_round(s, seat, CANCELLED, log)
        return
    begin_turn(s, following)


def call(s: Any, seat: int, action: int, log: Any) -> None:
    """Call STOP, and the round is scored; or LAST CHANCE, and each other seat plays once more."""
    if action == CALL_STOP:
        emit(log, STOP_CALLED, seat)
        for other in range(s.seats):
            reveal(s, (seat + other) % s.seats, log)
        for other in range(s.seats):
            s.gained[other] = points(cards_of(s, other))
        end_round(s, seat, STOPPED, log)
    else:
        emit(log, LAST_CHANCE_CALLED, seat)
        s.caller = seat
        reveal(s, seat, log)
        begin_turn(s, (seat + 1) % s.seats)


def reveal(s: Any, seat: int, log: Any) -> None:
    """A hand lies open from now on, and can't be stolen from."""
    s.revealed |= 1 << seat
    remember_reveal(s, seat)
    emit(log, HAND_REVEALED, seat, s.held[seat])
    left = s.hands[seat]
    while left:
        emit(log, CARD_REVEALED, seat, lowest(left))
        left &= left - 1


def cards_of(s: Any, seat: int) -> int:
    """All that counts for a seat: its hand and what it has laid."""
    return s.hands[seat] | s.laid[seat]


def score_last_chance(s: Any, log: Any) -> None:
    """All have played their last turn: did the caller bet well?"""
    caller = s.caller
    own = points(cards_of(s, caller))
    best = 0
    for seat in range(s.seats):
        if seat != caller:
            best = max(best, points(cards_of(s, seat)))
    won = own >= best
    emit(log, BET_WON if won else BET_LOST, caller, own, best)
    for seat in range(s.seats):
        cards = cards_of(s, seat)
        if seat == caller:
            s.gained[seat] = (own if won else 0) + colour_bonus(cards)
        else:
            s.gained[seat] = colour_bonus(cards) if won else points(cards)
    end_round(s, caller, WON if won else LOST, log)


# ---- The end of the round and of the match ----------------------------------------------------------------


def end_round(s: Any, seat: int, ending: int, log: Any) -> None:
    """A seat has ended the round: somebody may have won; otherwise its left neighbour starts the next one."""
    s.ended_by = seat
    s.ending = ending
    for other in range(s.seats):
        s.last_hands[other] = 0 if ending == CANCELLED else s.hands[other]
        s.last_laid[other] = s.laid[other]
        if ending == CANCELLED:
            s.gained[other] = 0
        else:
            s.scores[other] += s.gained[other]
            show_points(s, other, log)
    won = seats_won(s)
    if won:
        win(s, won, log)
    else:
        s.starter = (seat + 1) % s.seats
        begin_round(s, log)


def show_points(s: Any, seat: int, log: Any) -> None:
    """Tell where the points of a seat's cards come from, and what it gained."""
    if log is not None:
        cards = cards_of(s, seat)
        for category in range(CATEGORIES):
            found = points_in(cards, category)
            if found:
                emit(log, POINTS_COUNTED, seat, category, found)
        emit(log, ROUND_SCORED, seat, points(cards), colour_bonus(cards), s.gained[seat])


def seats_won(s: Any) -> int:
    """Who has won now that a round has ended, as bits: the most points, and of those tied whoever ended it."""
    best = s.scores[0]
    for seat in range(1, s.seats):
        best = max(best, s.scores[seat])
    if best < s.goal:
        return 0
    if s.scores[s.ended_by] == best:
        return 1 << s.ended_by
    won = 0
    for seat in range(s.seats):
        if s.scores[seat] == best:
            won |= 1 << seat
    return won


def win(s: Any, won: int, log: Any) -> None:
    """The match is over."""
    s.winning = won
    s.phase = OVER
    for seat in range(s.seats):
        if won >> seat & 1:
            emit(log, MATCH_WON, seat)


def is_over(s: Any) -> bool:
    """Whether the match has ended."""
    return s.winning != 0


def entries(s: Any) -> int:
    """How many have a score: the seats."""
    return s.seats


def score(s: Any, entry: int) -> int:
    """The points of a seat."""
    return s.scores[entry]


def winners(s: Any) -> int:
    """Who has won, as bits."""
    return s.winning
