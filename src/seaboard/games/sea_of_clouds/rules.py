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
    begin_round(s, log)


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


def begin_round(s: State, log: Log) -> None:
    """The ship reaches the next island, and the one with the Hat begins."""
    s.round_number += 1
    emit(log, ROUND_BEGAN, s.hat, s.round_number)
    begin_turn(s, s.hat, log)


def begin_turn(s: State, seat: int, log: Log) -> None:
    """A seat looks at the first share."""
    s.turn = seat
    s.phase = LOOKING
    emit(log, TURN_BEGAN, seat, s.round_number)
    look_at_share(s, seat, 0, log)


def leave(s: State, seat: int, log: Log) -> None:
    """Add to the share and look at the next one; after the third, keep the top card of the deck, or a doubloon."""
    emit(log, SHARE_LEFT, seat, s.share)
    add_to_share(s, s.share, log)
    if s.share + 1 < SHARES:
        look_at_share(s, seat, s.share + 1, log)
        return
    s.phase = LAYING
    if s.pile_size:
        card = draw_card(s)
        put(s.known[seat], card)
        emit(log, CARD_DRAWN, seat, back_of(s, card), top_back(s))
        lay(s, seat, card, log)
    else:
        gain(s, seat, 1, log)


def leaving_leads_to(s: State) -> int:
    """What leaving the share leads to. What is added to the last one comes before what is kept, and may be the deck's last card."""
    if s.share + 1 < SHARES:
        return NEXT_SHARE
    left = s.pile_size - 1 if gets_card(s, s.share) else s.pile_size
    return TOP_CARD if left else A_DOUBLOON


def take(s: State, seat: int, log: Log) -> None:
    """Take the share; its cards are to be laid."""
    take_share(s, seat, s.share, log)
    s.share = -1
    s.phase = LAYING


def lay_from_hand(s: State, seat: int, place: int, log: Log) -> None:
    """Lay one of the cards that were taken."""
    card = s.hand[place]
    s.hand[place] = NO_CARD
    s.hand_seen_by[place] = 0
    s.hand_size -= 1
    lay(s, seat, card, log)


def go_on(s: State, log: Log) -> None:
    """Do everything that follows automatically: the last card is laid, the turn and the round end, crews board, the match ends."""
    if s.phase == LAYING:
        if s.hand_size == 1:
            for place in range(SHARE_CARDS):
                if s.hand[place] != NO_CARD:
                    lay_from_hand(s, s.turn, place, log)
        if s.hand_size == 0:
            end_turn(s, log)
    if s.phase == SENDING and boarding.resume(s, log):
        if s.round_number < ROUNDS[s.seats]:
            begin_stream(s, s.stream + 1)
            begin_round(s, log)
        else:
            end(s, log)


def end_turn(s: State, log: Log) -> None:
    """The next seat's turn, or the end of the round: at some islands with a boarding."""
    s.share = -1
    following = (s.turn + 1) % s.seats
    if following != s.hat:
        begin_turn(s, following, log)
    elif s.round_number % LEG[s.seats]:
        begin_round(s, log)
    else:
        boarding.begin(s, log)


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
    if action == TAKE:
        take(s, seat, log)
    elif action == LEAVE:
        leave(s, seat, log)
    elif action < DONE:
        lay_from_hand(s, seat, action - LAY, log)
    else:
        boarding.act(s, seat, action, log)
    go_on(s, log)
