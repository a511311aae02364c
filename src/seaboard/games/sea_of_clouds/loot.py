"""Moving cards and doubloons: the deck, the three shares, the boards, and who has seen which face-down card.

A board is a set of cards; so is what a seat knows: the face-down cards (in shares, in a hand being laid, on boards) that it has seen
and can follow.
"""

from seaboard.games.sea_of_clouds.card_sets import back_of, cards_at, drop, has_any, put, strength_of, take_lowest, top_back
from seaboard.games.sea_of_clouds.cards import (
    ADD_TO_SHARES,
    DISCARD_PIRATES,
    GAIN_DOUBLOONS,
    INSTANT,
    PIRATE,
    RUM,
    SECRET,
    SHARE_CARDS,
    SHARES,
    TAKE_PARROT,
    WORD_COUNT,
)
from seaboard.games.sea_of_clouds.state import (
    CARD_ADDED,
    CARD_DISCARDED,
    CARD_LAID,
    CARD_LAID_FACE_DOWN,
    CARD_SEEN,
    CHEST_EMPTIED,
    CHEST_FILLED,
    CHEST_MOVED,
    DOUBLOON_ADDED,
    DOUBLOONS_GAINED,
    LEFT,
    LOOT_TAKEN,
    NO_CARD,
    PARROT_TAKEN,
    RIGHT,
    SHARE_LOOKED_AT,
    SHARE_TAKEN,
    State,
)
from seaboard.kit import Log, emit, scratch

# ---- Doubloons: the stock never runs out; `issued` is what has left it --------------------------


def gain(s: State, seat: int, doubloons: int, log: Log) -> None:
    """A seat takes doubloons from the stock."""
    s.issued += doubloons
    s.doubloons[seat] += doubloons
    emit(log, DOUBLOONS_GAINED, seat, doubloons)


# ---- Shares --------------------------------------------------------------------------------------


def draw_card(s: State) -> int:
    """Take the top card off the deck, which must have one."""
    s.pile_size -= 1
    card = s.pile[s.pile_size]
    s.pile[s.pile_size] = NO_CARD
    return card


def gets_card(s: State, share: int) -> bool:
    """Whether what is added to a share is a card: there is one, and room for it."""
    return s.share_size[share] < SHARE_CARDS and s.pile_size > 0


def add_to_share(s: State, share: int, log: Log) -> None:
    """Add the top card of the deck, or a doubloon if the share has three cards or the deck none."""
    if not gets_card(s, share):
        s.issued += 1
        s.share_doubloons[share] += 1
        emit(log, DOUBLOON_ADDED, -1, share)
        return
    card = draw_card(s)
    place = s.share_size[share]
    s.shares[share][place] = card
    s.seen_by[share][place] = 0
    s.share_size[share] += 1
    emit(log, CARD_ADDED, -1, share, back_of(s, card), top_back(s))


def look_at_share(s: State, seat: int, share: int, log: Log) -> None:
    """A seat looks at all cards of a share in secret."""
    emit(log, SHARE_LOOKED_AT, seat, share, s.share_size[share], s.share_doubloons[share])
    for place in range(s.share_size[share]):
        put(s.known[seat], s.shares[share][place])
        s.seen_by[share][place] |= 1 << seat
        emit(log, CARD_SEEN, seat, share, place, s.shares[share][place])


def take_share(s: State, seat: int, share: int, log: Log) -> None:
    """A seat takes a share: the doubloons to its board, the cards to its hand; its place is empty, and has to be refilled at once."""
    emit(log, SHARE_TAKEN, seat, share, s.share_size[share], s.share_doubloons[share])
    s.doubloons[seat] += s.share_doubloons[share]
    s.share_doubloons[share] = 0
    for place in range(s.share_size[share]):
        s.hand[place] = s.shares[share][place]
        s.hand_seen_by[place] = s.seen_by[share][place]
        s.shares[share][place] = NO_CARD
        s.seen_by[share][place] = 0
    s.hand_size = s.share_size[share]
    s.share_size[share] = 0


def take_from_share(s: State, seat: int, share: int, place: int, log: Log) -> None:
    """A seat takes one card of a share, unseen, and lays it; a place whose last card goes is refilled at once."""
    card = s.shares[share][place]
    last = s.share_size[share] - 1
    for i in range(place, last):
        s.shares[share][i] = s.shares[share][i + 1]
        s.seen_by[share][i] = s.seen_by[share][i + 1]
    s.shares[share][last] = NO_CARD
    s.seen_by[share][last] = 0
    s.share_size[share] = last
    emit(log, LOOT_TAKEN, seat, share, place, back_of(s, card))
    if last == 0:
        add_to_share(s, share, log)
    put(s.known[seat], card)
    lay(s, seat, card, log)


# ---- Laying --------------------------------------------------------------------------------------


def lay(s: State, seat: int, card: int, log: Log) -> None:
    """Lay a card at a board: Rums and Secrets face down, the rest face up; an Instant is applied and discarded."""
    kind = s.kind_of[card]
    card_type = s.type_of[kind]
    if card_type in (RUM, SECRET):
        put(s.boards[seat], card)
        if card_type == RUM:
            s.rums[seat] += 1
        else:
            s.secrets[seat] += 1
        emit(log, CARD_LAID_FACE_DOWN, seat, card, back_of(s, card), card_type)
        return
    for other in range(s.seats):
        drop(s.known[other], card)
    emit(log, CARD_LAID, seat, card, change(s, card))
    if card_type == INSTANT:
        apply_instant(s, seat, kind, log)
        discard(s, seat, card, log)
        return
    put(s.boards[seat], card)
    if card == s.chest:
        fill_chest(s, seat, s.amount[kind], log)
    if card_type == PIRATE and s.boarding:  # hired in the middle of it: too late to act
        put(s.applied[LEFT], card)
        put(s.applied[RIGHT], card)


def order_matters(s: State) -> bool:
    """Whether the order of laying the hand matters: only an Instant that discards Pirates affects the other cards."""
    discards, pirates = False, False
    for place in range(SHARE_CARDS):
        if s.hand[place] != NO_CARD:
            kind = s.kind_of[s.hand[place]]
            discards |= s.effect[kind] == DISCARD_PIRATES
            pirates |= s.type_of[kind] == PIRATE
    return discards and pirates


def change(s: State, card: int) -> int:
    """By how much a crew's strength changes with a card; in a boarding it is settled."""
    return 0 if s.boarding else strength_of(s, card)


def discard(s: State, seat: int, card: int, log: Log) -> None:
    """Put a card that a seat lays or loses on the open pile of discards; a Chest's doubloons return to the stock."""
    put(s.discards, card)
    emit(log, CARD_DISCARDED, seat, card, -change(s, card))
    if card == s.chest:
        emit(log, CHEST_EMPTIED, seat, s.chest_doubloons)
        s.issued -= s.chest_doubloons
        s.chest_doubloons = 0


def fill_chest(s: State, seat: int, doubloons: int, log: Log) -> None:
    """A Chest that is laid gets its doubloons from the stock."""
    s.issued += doubloons
    s.chest_doubloons = doubloons
    emit(log, CHEST_FILLED, seat, doubloons)


def tell_chest(s: State, card: int, seat: int, giver: int, log: Log) -> None:
    """Write down where the doubloons on the Chest are now, if it is the card that has come to a seat."""
    if card == s.chest:
        emit(log, CHEST_MOVED, seat, giver, s.chest_doubloons)


def apply_instant(s: State, seat: int, kind: int, log: Log) -> None:
    """What an Instant does."""
    effect = s.effect[kind]
    if effect == DISCARD_PIRATES:
        discard_pirates(s, seat, log)
    elif effect == ADD_TO_SHARES:
        add_to_shares(s, log)
    elif effect == GAIN_DOUBLOONS:
        gain(s, seat, s.amount[kind], log)
    elif effect == TAKE_PARROT:
        take_parrot(s, seat, log)


def discard_pirates(s: State, seat: int, log: Log) -> None:
    """Discard all the Pirates at a board."""
    left = scratch(WORD_COUNT)
    cards_at(s, seat, PIRATE, left)
    while has_any(left):
        card = take_lowest(left)
        drop(s.boards[seat], card)
        discard(s, seat, card, log)


def add_to_shares(s: State, log: Log) -> None:
    """Add a card to each share of the loot, in their order."""
    for share in range(SHARES):
        add_to_share(s, share, log)


def take_parrot(s: State, seat: int, log: Log) -> None:
    """The Parrot flies to a seat, if it is not there."""
    if s.parrot != seat:
        emit(log, PARROT_TAKEN, seat, s.parrot)
        s.parrot = seat


def by_parrot(s: State, tied: int) -> int:
    """Who wins a tie among these seats (as bits): the Parrot's holder, or the nearest to the holder's left."""
    seat = s.parrot
    while tied:
        if tied >> seat & 1:
            return seat
        seat = seat + 1 if seat + 1 < s.seats else 0
    return -1


# ---- Rums that change hands ----------------------------------------------------------------------


def lose_track(s: State, seat: int, thief: int) -> None:
    """A Rum of a seat goes to the thief unseen: the others no longer know which Rums that seat has.

    They still know that a Rum they have seen is on some board. If it was the seat's only Rum, they can follow it.
    """
    if s.rums[seat] == 1:
        return
    for other in range(s.seats):
        if other != seat and other != thief:
            for word in range(WORD_COUNT):
                seen = s.known[other][word] & s.boards[seat][word] & s.of_type[RUM][word]
                s.known[other][word] &= ~seen
                s.lost[other][word] |= seen


def move_rum(s: State, card: int, giver: int, taker: int) -> None:
    """A Rum goes from one board to another: both know it."""
    drop(s.boards[giver], card)
    put(s.boards[taker], card)
    s.rums[giver] -= 1
    s.rums[taker] += 1
    put(s.known[taker], card)
    drop(s.lost[taker], card)
