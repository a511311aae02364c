"""The rules of Sea Salt & Paper, in the order of the rulebook.

A hand, and what a seat has laid, is a set of cards as bits. A turn goes through phases, each waiting for one small choice:
TAKE, KEEP and DISCARD are its first step (taking.py); LAY, with SEARCH, PICK and ROB where a pair's effect needs a choice,
the second (pairs.py); calling and ending the turn are done from LAY. scoring.py counts the points.
"""

from seaboard.games.sea_salt_and_paper.cards import CARDS, GOALS, MERMAIDS, OF_KIND, PAIR_KINDS, PAIRS_BEGIN
from seaboard.games.sea_salt_and_paper.memory import DECK, PILE, forget, remember, remember_reveal
from seaboard.games.sea_salt_and_paper.pairs import (
    has_all_mermaids,
    has_pair,
    lay_card,
    lay_pair,
    pick,
    rob,
    search,
    why_not_rob,
)
from seaboard.games.sea_salt_and_paper.scoring import cards_of, gain, points, show_points
from seaboard.games.sea_salt_and_paper.state import (
    BET_LOST,
    BET_WON,
    BY_MERMAIDS,
    BY_POINTS,
    BY_TIE_BREAK,
    CALL_LAST_CHANCE,
    CALL_STOP,
    CALLED_ALREADY,
    CANCELLED,
    CARD_REVEALED,
    DISCARD,
    DISCARD_ON,
    DRAW_TWO,
    END_TURN,
    HAND_REVEALED,
    KEEP,
    KEEP_DRAWN,
    LAST_CHANCE_CALLED,
    LAY,
    LAY_MERMAIDS,
    LAY_PAIR,
    LOST,
    MATCH_WON,
    MERMAIDS_LAID,
    MERMAIDS_MISSING,
    NO_CARD,
    NO_PILE,
    NOBODY,
    NOT_HELD,
    NOT_IN_PILE,
    OVER,
    PICK,
    PICK_CARD,
    PILE_CARDS,
    PILE_SHOWN,
    ROB,
    ROB_SEAT,
    ROUND_BEGAN,
    ROUND_CANCELLED,
    SEARCH,
    SEARCH_PILE,
    SEATS,
    SHARED,
    STOP_CALLED,
    STOPPED,
    TAKE,
    TAKE_TOP,
    TOO_FEW_POINTS,
    TURN_ENDED,
    WON,
    WRONG_STEP,
    State,
    phase_of,
)
from seaboard.games.sea_salt_and_paper.taking import can_take, discard, draw_two, keep, take_top, top_of_deck, why_not_take
from seaboard.kit import Log, begin_stream, draw, emit, lowest, shuffle, size
from seaboard.kit import entries as entries

POINTS_TO_CALL = 7


# ---- Set-up ----------------------------------------------------------------------------------------


def start(s: State, log: Log) -> None:
    """Set up the match and deal the first round; seats, seed and options are already set."""
    s.goal = goal_of(s)
    s.ended_by = NOBODY
    begin_stream(s, 0)
    s.starter = draw(s, s.seats)
    begin_round(s, log)


def goal_of(s: State) -> int:
    """The points that end the match."""
    if s.target > 0:
        return s.target
    return GOALS[s.seats] if s.target == 0 else 2 * GOALS[s.seats]


def begin_round(s: State, log: Log) -> None:
    """Shuffle all cards, open both discard piles, and let the first turn begin."""
    s.round_number += 1
    begin_stream(s, s.round_number)
    emit(log, ROUND_BEGAN, s.starter, s.round_number, CARDS)
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
        emit(log, PILE_SHOWN, NOBODY, pile, card, s.deck_size)
    begin_turn(s, s.starter)


# ---- A turn ------------------------------------------------------------------------------------------


def begin_turn(s: State, seat: int) -> None:
    """A seat is to take a card, first of all."""
    s.turn = seat
    s.phase = TAKE if can_take(s) else LAY


def to_act(s: State) -> int:
    """The seats that may act now, as bits."""
    return 0 if s.winning else 1 << s.turn


def legal_actions(s: State, seat: int, out: list[int]) -> int:
    """Write a seat's legal actions to `out` and return how many there are."""
    count = 0
    if s.winning or seat != s.turn:
        return 0
    if s.phase == LAY:
        return legal_in_lay(s, seat, out)
    if s.phase == PICK:
        for place in range(s.pile_sizes[s.searched]):
            out[place] = PICK_CARD + s.piles[s.searched][place]
        return s.pile_sizes[s.searched]
    if s.phase == ROB:
        for victim in range(s.seats):
            if not why_not_rob(s, seat, victim):
                out[count] = ROB_SEAT + victim
                count += 1
        return count
    if s.phase == TAKE:
        for action in range(DRAW_TWO, KEEP_DRAWN):
            if not why_not_take(s, action):
                out[count] = action
                count += 1
        return count
    first = KEEP_DRAWN if s.phase == KEEP else DISCARD_ON if s.phase == DISCARD else SEARCH_PILE
    out[0] = first
    out[1] = first + 1
    return 2


def legal_in_lay(s: State, seat: int, out: list[int]) -> int:
    """The pairs to lay, the mermaids, the calls, and the end of the turn, which is always allowed."""
    hand = s.hands[seat]
    out[0] = END_TURN
    count = 1
    for kinds in range(len(PAIR_KINDS)):
        # Checked first because it makes most of the checks below unnecessary.
        if hand & OF_KIND[PAIR_KINDS[kinds][0]] and hand & OF_KIND[PAIR_KINDS[kinds][1]]:
            for pair in range(PAIRS_BEGIN[kinds], PAIRS_BEGIN[kinds + 1]):
                if has_pair(hand, pair):
                    out[count] = LAY_PAIR + pair
                    count += 1
    if has_all_mermaids(hand):
        out[count] = LAY_MERMAIDS
        count += 1
    if not why_not_call(s, seat):
        out[count] = CALL_STOP
        out[count + 1] = CALL_LAST_CHANCE
        count += 2
    return count


def why_not(s: State, seat: int, action: int) -> int:
    """Why a seat whose turn it is can't do this; 0 if it can."""
    if phase_of(action) != s.phase:
        return WRONG_STEP
    if s.phase == TAKE:
        return why_not_take(s, action)
    if s.phase == PICK:
        for place in range(s.pile_sizes[s.searched]):
            if s.piles[s.searched][place] == action - PICK_CARD:
                return 0
        return NOT_IN_PILE
    if s.phase == ROB:
        return why_not_rob(s, seat, action - ROB_SEAT)
    if s.phase != LAY or action == END_TURN:
        return 0
    if action < LAY_MERMAIDS:
        return 0 if has_pair(s.hands[seat], action - LAY_PAIR) else NOT_HELD
    if action == LAY_MERMAIDS:
        return 0 if has_all_mermaids(s.hands[seat]) else MERMAIDS_MISSING
    return why_not_call(s, seat)


def apply(s: State, seat: int, action: int, log: Log) -> None:
    """Do a legal action, and everything that follows from it up to the next choice."""
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
    elif action == CALL_STOP:
        call_stop(s, seat, log)
    else:
        call_last_chance(s, seat, log)


def lay_mermaids(s: State, seat: int, log: Log) -> None:
    """Lay all four mermaids: the match is won at once, and the round is not scored."""
    emit(log, MERMAIDS_LAID, seat, MERMAIDS)
    left = MERMAIDS
    while left:
        lay_card(s, seat, lowest(left))
        left &= left - 1
    win(s, 1 << seat, BY_MERMAIDS, log)


# ---- 3. End the round or pass -----------------------------------------------------------------------


def ends_round(s: State, following: int) -> bool:
    """Whether a turn that ends also ends the round: an empty deck nobody has called on, or the last of the last turns."""
    return s.deck_size == 0 if s.caller == NOBODY else following == s.caller


def end_turn(s: State, seat: int, log: Log) -> None:
    """The left neighbour plays, unless the round ends."""
    following = (seat + 1) % s.seats
    is_last = ends_round(s, following)
    emit(log, TURN_ENDED, seat, NOBODY if is_last else following)
    if s.caller != NOBODY:
        reveal(s, seat, log)
    if not is_last:
        begin_turn(s, following)
    elif s.caller != NOBODY:
        settle_bet(s, log)
    else:
        emit(log, ROUND_CANCELLED, seat)
        end_round(s, seat, CANCELLED, log)


def why_not_call(s: State, seat: int) -> int:
    """Why a seat can't call STOP or LAST CHANCE; 0 if it can."""
    if s.caller != NOBODY:
        return CALLED_ALREADY
    return 0 if points(cards_of(s, seat)) >= POINTS_TO_CALL else TOO_FEW_POINTS


def call_stop(s: State, seat: int, log: Log) -> None:
    """Call STOP: all reveal their hands, and the round is scored."""
    emit(log, STOP_CALLED, seat)
    for other in range(s.seats):
        reveal(s, (seat + other) % s.seats, log)
    end_round(s, seat, STOPPED, log)


def call_last_chance(s: State, seat: int, log: Log) -> None:
    """Call LAST CHANCE, a bet on having the most points: each other seat plays once more."""
    emit(log, LAST_CHANCE_CALLED, seat)
    s.caller = seat
    reveal(s, seat, log)
    begin_turn(s, (seat + 1) % s.seats)


def reveal(s: State, seat: int, log: Log) -> None:
    """Reveal a hand for the rest of the round; it can't be stolen from."""
    s.revealed |= 1 << seat
    remember_reveal(s, seat)
    emit(log, HAND_REVEALED, seat, s.held[seat])
    left = s.hands[seat]
    while left:
        emit(log, CARD_REVEALED, seat, lowest(left))
        left &= left - 1


def settle_bet(s: State, log: Log) -> None:
    """All have played their last turn: check whether nobody has more points than the caller."""
    own = points(cards_of(s, s.caller))
    best = 0
    for seat in range(s.seats):
        if seat != s.caller:
            best = max(best, points(cards_of(s, seat)))
    won = own >= best
    emit(log, BET_WON if won else BET_LOST, s.caller, own, best)
    end_round(s, s.caller, WON if won else LOST, log)


# ---- The end of the round and of the match ----------------------------------------------------------------


def end_round(s: State, seat: int, ending: int, log: Log) -> None:
    """A seat has ended the round: the match may be won; otherwise its left neighbour starts the next one."""
    s.ended_by = seat
    s.ending = ending
    for other in range(s.seats):
        s.last_hands[other] = 0 if ending == CANCELLED else s.hands[other]
        s.last_laid[other] = s.laid[other]
        s.gained[other] = gain(cards_of(s, other), ending, other == seat)
        s.scores[other] += s.gained[other]
        if ending != CANCELLED:
            show_points(s, other, log)
    won = seats_won(s)
    if won:
        win(s, won, how_won(s, won), log)
    else:
        s.starter = (seat + 1) % s.seats
        begin_round(s, log)


def seats_won(s: State) -> int:
    """Return who has won now that a round has ended, as bits: the most points, and on a tie the player who ended it."""
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


def how_won(s: State, won: int) -> int:
    """Return whether the winner has the most points, the win is shared, or a tie went to the player who ended the round."""
    if size(won) > 1:
        return SHARED
    for seat in range(s.seats):
        if not won >> seat & 1 and s.scores[seat] == s.scores[lowest(won)]:
            return BY_TIE_BREAK
    return BY_POINTS


def win(s: State, won: int, how: int, log: Log) -> None:
    """The match is over."""
    s.winning = won
    s.phase = OVER
    for seat in range(s.seats):
        if won >> seat & 1:
            emit(log, MATCH_WON, seat, how)


def is_over(s: State) -> bool:
    """Whether the match has ended."""
    return s.winning != 0


def score(s: State, entry: int) -> int:
    """The points of a seat."""
    return s.scores[entry]


def winners(s: State) -> int:
    """Who has won, as bits."""
    return s.winning
