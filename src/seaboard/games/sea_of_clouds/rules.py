"""The rules of Sea of Clouds: set-up, turns, and the end. Boarding and the final count have their own files."""

from seaboard.games.sea_of_clouds import boarding
from seaboard.games.sea_of_clouds.card_sets import back_of, put, top_back
from seaboard.games.sea_of_clouds.cards import (
    BACKS,
    FIRST_DOUBLOONS,
    LEG,
    MOST_CARDS,
    RELIC_BACK,
    REMOVED_AT_RANDOM,
    ROUNDS,
    SHARE_CARDS,
    SHARES,
    WORD_COUNT,
)
from seaboard.games.sea_of_clouds.effects import forget_choice
from seaboard.games.sea_of_clouds.loot import add_to_share, by_parrot, draw_card, gain, gets_card, lay, look_at_share, take_share
from seaboard.games.sea_of_clouds.scoring import total
from seaboard.games.sea_of_clouds.state import (
    A_DOUBLOON,
    CARD_DRAWN,
    CHOOSE,
    CHOOSING_LOOT,
    DISCARDING,
    DONE,
    LAY,
    LAYING,
    LEAVE,
    LOOKING,
    MATCH_BEGAN,
    MATCH_WON,
    MUST_ACT,
    NEXT_SHARE,
    NO_CARD,
    NOT_NOW,
    NOT_THERE,
    OVER,
    ROUND_BEGAN,
    SEND,
    SENDING,
    SHARE_LEFT,
    TAKE,
    TOP_CARD,
    TURN_BEGAN,
    State,
    pirate_of,
    place_of,
    share_of,
    side_of,
)
from seaboard.kit import Log, begin_stream, draw, emit, lowest, scratch, shuffle, size
from seaboard.kit import entries as entries

# ---- Set-up --------------------------------------------------------------------------------------


def start(s: State, log: Log) -> None:
    """Set up the match until the first player looks at the first share; seats, seed and options are already set."""
    begin_stream(s, 0)
    s.hat = draw(s, s.seats) if s.first_player < 0 else s.first_player
    s.parrot = s.hat
    clear(s)
    build_pile(s)
    emit(log, MATCH_BEGAN, s.hat, s.seats, ROUNDS[s.seats], s.pile_size)
    for seat in range(s.seats):
        s.doubloons[seat] = FIRST_DOUBLOONS
        s.issued += FIRST_DOUBLOONS
    for share in range(SHARES):
        add_to_share(s, share, log)
    begin_stream(s, 1)
    begin_turn(s, s.hat, log)
    look_at_share(s, s.hat, s.share, log)


def clear(s: State) -> None:
    """Mark every empty place as such."""
    for place in range(len(s.pile)):
        s.pile[place] = NO_CARD
    for place in range(SHARE_CARDS):
        s.hand[place] = NO_CARD
        for share in range(SHARES):
            s.shares[share][place] = NO_CARD
    s.first_boarder = -1
    s.actor = -1
    forget_choice(s)


def build_pile(s: State) -> None:
    """Shuffle the deck; with two seats a set is removed first, and at random some Rums, Objects and Pirates."""
    cards = scratch(MOST_CARDS)
    count = 0
    for card in range(s.card_count):
        if s.seats == 2 and s.kind_of[card] == s.removed_kind:
            put(s.removed, card)
        else:
            cards[count] = card
            count += 1
    shuffle(s, cards, count)
    taken = scratch(BACKS)
    for i in range(count):
        which = back_of(s, cards[i])
        if s.seats == 2 and which != RELIC_BACK and taken[which] < REMOVED_AT_RANDOM:
            taken[which] += 1
            put(s.removed, cards[i])
        else:
            s.pile[s.pile_size] = cards[i]
            s.pile_size += 1
    if s.seats == 2:  # the removed cards came from one end: without this the Relics would cluster at the other
        shuffle(s, s.pile, s.pile_size)


# ---- Turns ---------------------------------------------------------------------------------------


def begin_turn(s: State, seat: int, log: Log) -> None:
    """A seat is to look at the first share; with the one that has the Hat, a round begins: the ship has reached the next island."""
    if seat == s.hat:
        s.round_number += 1
        emit(log, ROUND_BEGAN, s.hat, s.round_number)
    s.turn = seat
    s.phase = LOOKING
    s.share = 0
    emit(log, TURN_BEGAN, seat, s.round_number)


def take_or_leave(s: State, seat: int, action: int, log: Log) -> None:
    """Take the share, whose place is refilled, or add to it and go on to the next one; after the third, keep what comes instead."""
    if action == TAKE:
        take_share(s, seat, s.share, log)
    else:
        emit(log, SHARE_LEFT, seat, s.share)
    add_to_share(s, s.share, log)
    if action == LEAVE and s.share + 1 < SHARES:
        s.share += 1
        return
    s.share = -1
    s.phase = LAYING
    if action == LEAVE:
        keep_top_card(s, seat, log)


def keep_top_card(s: State, seat: int, log: Log) -> None:
    """A seat that has left all shares is to lay the top card of the deck, or gets a doubloon."""
    if s.pile_size:
        card = draw_card(s)
        put(s.known[seat], card)
        emit(log, CARD_DRAWN, seat, back_of(s, card), top_back(s))
        s.hand[0] = card
        s.hand_size = 1
    else:
        gain(s, seat, 1, log)


def leaving_leads_to(s: State) -> int:
    """What leaving the share leads to. What is added to the last one comes before what is kept, and may be the deck's last card."""
    if s.share + 1 < SHARES:
        return NEXT_SHARE
    left = s.pile_size - 1 if gets_card(s, s.share) else s.pile_size
    return TOP_CARD if left else A_DOUBLOON


def lay_hand(s: State, action: int, log: Log) -> None:
    """Lay the card that an action chooses from the hand, if it does, and the last one without being asked."""
    place = action - LAY if LAY <= action < DONE else last_in_hand(s)
    while place >= 0:
        card = s.hand[place]
        s.hand[place] = NO_CARD
        s.hand_seen_by[place] = 0
        s.hand_size -= 1
        lay(s, s.turn, card, log)
        place = last_in_hand(s)


def last_in_hand(s: State) -> int:
    """Return the place of the only card that is left of those taken; -1 if there are more, or none."""
    if s.hand_size != 1:
        return -1
    place = 0
    while s.hand[place] == NO_CARD:
        place += 1
    return place


def go_on(s: State, action: int, log: Log) -> None:
    """Do an action after a share was taken or left, and what follows by itself: the turn and the round end, crews board, the match ends.

    Each step is called from one place, here or below, where the threads of a GPU that are at different matches meet again.
    """
    begins = -1  # whose turn begins
    if s.phase == LAYING:
        lay_hand(s, action, log)
        if s.hand_size == 0:
            begins = end_turn(s, log)
    if s.phase >= SENDING and boarding.go_on(s, action, log):
        if s.round_number == ROUNDS[s.seats]:
            end(s, log)
            return
        begin_stream(s, s.stream + 1)
        begins = s.hat
    if begins >= 0:
        begin_turn(s, begins, log)
    if s.phase == LOOKING:
        look_at_share(s, s.turn, s.share, log)


def end_turn(s: State, log: Log) -> int:
    """Return whose turn is next; -1 if crews board first, as they do at some islands once everybody has had a turn."""
    following = s.turn + 1 if s.turn + 1 < s.seats else 0
    if following == s.hat and s.round_number % LEG[s.seats] == 0:
        boarding.begin(s, log)
        return -1
    return following


# ---- The end -------------------------------------------------------------------------------------


def end(s: State, log: Log) -> None:
    """Everything on the boards is turned up and counted; most VP wins, and the Parrot breaks ties."""
    s.phase = OVER
    for seat in range(s.seats):
        for word in range(WORD_COUNT):
            s.lost[seat][word] = 0
            for owner in range(s.seats):
                s.known[seat][word] &= ~s.boards[owner][word]
    leaders = 0
    for seat in range(s.seats):
        s.points[seat] = total(s, seat, log)
        if leaders == 0 or s.points[seat] > s.points[lowest(leaders)]:
            leaders = 1 << seat
        elif s.points[seat] == s.points[lowest(leaders)]:
            leaders |= 1 << seat
    winner = by_parrot(s, leaders)
    s.winning = 1 << winner
    emit(log, MATCH_WON, winner, s.points[winner], size(leaders))


def is_over(s: State) -> bool:
    """Whether the match has ended."""
    return s.phase == OVER


def score(s: State, entry: int) -> int:
    """The VP of a seat; before the end, of what can be seen of it."""
    return s.points[entry] if s.phase == OVER else total(s, entry, None)


def winners(s: State) -> int:
    """Who has won, as bits."""
    return s.winning


# ---- Actions -------------------------------------------------------------------------------------


def acting(s: State) -> int:
    """The seat that is to act."""
    if s.phase in (LOOKING, LAYING):
        return s.turn
    return s.target if s.phase == DISCARDING else s.actor


def to_act(s: State) -> int:
    """The seats that may act now, as bits."""
    return 0 if s.phase == OVER else 1 << acting(s)


def legal_actions(s: State, seat: int, out: list[int]) -> int:
    """Write a seat's legal actions to `out` and return how many there are."""
    if s.phase == OVER or seat != acting(s):
        return 0
    if s.phase == LOOKING:
        out[0] = TAKE
        out[1] = LEAVE
        return 2
    if s.phase == LAYING:
        count = 0
        for place in range(SHARE_CARDS):
            if s.hand[place] != NO_CARD:
                out[count] = LAY + place
                count += 1
        return count
    if s.phase == SENDING:
        return boarding.legal_sends(s, seat, out)
    if s.phase == CHOOSING_LOOT:
        return boarding.legal_loot(s, out)
    return boarding.legal_kinds(s, out)


def why_not(s: State, seat: int, action: int) -> int:
    """Why a seat that is to act can't do this; 0 if it can."""
    if action <= LEAVE:
        return 0 if s.phase == LOOKING else NOT_NOW
    if action < DONE:
        if s.phase != LAYING:
            return NOT_NOW
        return NOT_THERE if s.hand[action - LAY] == NO_CARD else 0
    if action == DONE:
        if s.phase != SENDING:
            return NOT_NOW
        return MUST_ACT if boarding.must_act(s, seat) else 0
    if action < SEND:
        if s.phase != CHOOSING_LOOT:
            return NOT_NOW
        return 0 if place_of(action) < s.share_size[share_of(action)] else NOT_THERE
    if action < CHOOSE:
        return boarding.why_not_send(s, seat, pirate_of(action), side_of(action)) if s.phase == SENDING else NOT_NOW
    if not boarding.chooses_card(s):
        return NOT_NOW
    return 0 if boarding.can_choose(s, action - CHOOSE) else NOT_THERE


def apply(s: State, seat: int, action: int, log: Log) -> None:
    """Do an action and everything that follows from it up to the next choice."""
    if action <= LEAVE:
        take_or_leave(s, seat, action, log)
    go_on(s, action, log)
