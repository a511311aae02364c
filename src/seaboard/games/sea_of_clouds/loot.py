"""Cards and doubloons on their way: the deck, the three shares, the boards, and who has seen which face-down card.

A set of cards is two words of 60 bits. A board is one such set; so is what a seat knows: the face-down cards (in shares, in a hand
being laid, on boards) that it has seen and can follow.
"""

from typing import Any

from seaboard.games.sea_of_clouds.cards import (
    ADD_TO_SHARES,
    BACK_OF_TYPE,
    DISCARD_PIRATES,
    GAIN_DOUBLOONS,
    INSTANT,
    NO_CARD,
    OBJECT,
    PIRATE,
    RELIC,
    RUM,
    SECRET,
    SHARE_CARDS,
    SHARES,
    TAKE_PARROT,
)
from seaboard.kit import emit, lowest, size

WORD_BITS = 60
WORD_COUNT = 2

# Events
(
    MATCH_BEGAN,
    ROUND_BEGAN,
    TURN_BEGAN,
    SHARE_LOOKED_AT,
    CARD_SEEN,
    SHARE_LEFT,
    SHARE_TAKEN,
    CARD_ADDED,
    DOUBLOON_ADDED,
    CARD_DRAWN,
    CARD_LAID,
    CARD_LAID_FACE_DOWN,
    CARD_DISCARDED,
    DOUBLOONS_GAINED,
    CHEST_FILLED,
    CHEST_EMPTIED,
    PARROT_TAKEN,
    BOARDING_BEGAN,
    CREW_COUNTED,
    FIGHT_WON,
    FIGHT_UNDECIDED,
    CHEST_PASSED,
    PIRATE_SENT,
    DOUBLOONS_STOLEN,
    RUM_STOLEN,
    RUMS_SWAPPED,
    RUM_GIVEN,
    OBJECTS_SWAPPED,
    LOOT_TAKEN,
    EFFECTS_DECLINED,
    BOARDING_ENDED,
    DOUBLOONS_COUNTED,
    CARDS_COUNTED,
    CATEGORY_COUNTED,
    MATCH_SCORED,
    MATCH_WON,
) = range(36)


# ---- Sets of cards -------------------------------------------------------------------------------


def holds(cards: Any, card: int) -> bool:
    """Whether a card is in a set."""
    return cards[card // WORD_BITS] >> card % WORD_BITS & 1 == 1


def put(cards: Any, card: int) -> None:
    """Put a card into a set."""
    cards[card // WORD_BITS] |= 1 << card % WORD_BITS


def drop(cards: Any, card: int) -> None:
    """Take a card out of a set."""
    cards[card // WORD_BITS] &= ~(1 << card % WORD_BITS)


def how_many(s: Any, seat: int, card_type: int) -> int:
    """How many cards of a type lie on a board; of Rums and Secrets, those that can be seen."""
    return size(s.boards[seat][0] & s.of_type[card_type][0]) + size(s.boards[seat][1] & s.of_type[card_type][1])


def nth(s: Any, seat: int, card_type: int, number: int) -> int:
    """The card of a type on a board that has this many others of the type before it."""
    for word in range(WORD_COUNT):
        left = s.boards[seat][word] & s.of_type[card_type][word]
        if number < size(left):
            for _ in range(number):
                left &= left - 1
            return word * WORD_BITS + lowest(left)
        number -= size(left)
    return NO_CARD


def first_of_kind(s: Any, seat: int, kind: int) -> int:
    """The first card of a kind on a board, or NO_CARD."""
    for word in range(WORD_COUNT):
        left = s.boards[seat][word] & s.of_type[s.type_of[kind]][word]
        while left:
            card = word * WORD_BITS + lowest(left)
            if s.kind_of[card] == kind:
                return card
            left &= left - 1
    return NO_CARD


def back(s: Any, card: int) -> int:
    """What a card's back shows."""
    return BACK_OF_TYPE[s.type_of[s.kind_of[card]]]


def top_back(s: Any) -> int:
    """The back on top of the deck; -1 when it is empty."""
    return back(s, s.pile[s.pile_size - 1]) if s.pile_size else -1


# ---- Doubloons: the stock never runs out; `issued` is what has left it --------------------------


def gain(s: Any, seat: int, doubloons: int, log: Any) -> None:
    """A seat takes doubloons from the stock."""
    s.issued += doubloons
    s.doubloons[seat] += doubloons
    emit(log, DOUBLOONS_GAINED, seat, doubloons)


# ---- Shares --------------------------------------------------------------------------------------


def draw_card(s: Any) -> int:
    """Take the top card off the deck, which must have one."""
    s.pile_size -= 1
    card = s.pile[s.pile_size]
    s.pile[s.pile_size] = NO_CARD
    return card


def add_to_share(s: Any, share: int, log: Any) -> None:
    """Add the top card of the deck, or a doubloon if the share has three cards or the deck none."""
    if s.share_size[share] == SHARE_CARDS or s.pile_size == 0:
        s.issued += 1
        s.share_doubloons[share] += 1
        emit(log, DOUBLOON_ADDED, -1, share)
        return
    card = draw_card(s)
    place = s.share_size[share]
    s.shares[share][place] = card
    s.seen_by[share][place] = 0
    s.share_size[share] += 1
    emit(log, CARD_ADDED, -1, share, back(s, card), top_back(s))


def look_at_share(s: Any, seat: int, share: int, log: Any) -> None:
    """A seat looks secretly at all cards of a share."""
    s.share = share
    emit(log, SHARE_LOOKED_AT, seat, share, s.share_size[share], s.share_doubloons[share])
    for place in range(s.share_size[share]):
        put(s.known[seat], s.shares[share][place])
        s.seen_by[share][place] |= 1 << seat
        emit(log, CARD_SEEN, seat, share, place, s.shares[share][place])


def take_share(s: Any, seat: int, share: int, log: Any) -> None:
    """A seat takes a share: the doubloons to its board, the cards to its hand; the place is refilled at once."""
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
    add_to_share(s, share, log)


def take_from_share(s: Any, seat: int, share: int, place: int, log: Any) -> None:
    """A seat takes one card of a share, unseen, and lays it; a place whose last card goes is refilled at once."""
    card = s.shares[share][place]
    last = s.share_size[share] - 1
    for i in range(place, last):
        s.shares[share][i] = s.shares[share][i + 1]
        s.seen_by[share][i] = s.seen_by[share][i + 1]
    s.shares[share][last] = NO_CARD
    s.seen_by[share][last] = 0
    s.share_size[share] = last
    emit(log, LOOT_TAKEN, seat, share, place, back(s, card))
    if last == 0:
        add_to_share(s, share, log)
    put(s.known[seat], card)
    lay(s, seat, card, log)


# ---- Laying --------------------------------------------------------------------------------------


def lay(s: Any, seat: int, card: int, log: Any) -> None:
    """Lay a card at a board: Rums and Secrets face down, the rest face up; an Instant is applied and discarded."""
    kind = s.kind_of[card]
    card_type = s.type_of[kind]
    if card_type in (RUM, SECRET):
        put(s.boards[seat], card)
        if card_type == RUM:
            s.rums[seat] += 1
        else:
            s.secrets[seat] += 1
        emit(log, CARD_LAID_FACE_DOWN, seat, card, back(s, card))
        return
    for other in range(s.seats):
        drop(s.known[other], card)
    emit(log, CARD_LAID, seat, card)
    if card_type == INSTANT:
        apply_instant(s, seat, kind, log)
        discard(s, seat, card, log)
        return
    put(s.boards[seat], card)
    if card == s.chest:
        fill_chest(s, seat, s.amount[kind], log)
    if card_type == PIRATE and s.boarding:  # hired in the middle of it: too late to act
        put(s.applied[0], card)
        put(s.applied[1], card)


def discard(s: Any, seat: int, card: int, log: Any) -> None:
    """Put a card that a seat lays or loses on the open pile of discards; a Chest's doubloons return to the stock."""
    put(s.discards, card)
    emit(log, CARD_DISCARDED, seat, card)
    if card == s.chest:
        emit(log, CHEST_EMPTIED, seat, s.chest_doubloons)
        s.issued -= s.chest_doubloons
        s.chest_doubloons = 0


def fill_chest(s: Any, seat: int, doubloons: int, log: Any) -> None:
    """A Chest that is laid gets its doubloons from the stock."""
    s.issued += doubloons
    s.chest_doubloons = doubloons
    emit(log, CHEST_FILLED, seat, doubloons)


def apply_instant(s: Any, seat: int, kind: int, log: Any) -> None:
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


def discard_pirates(s: Any, seat: int, log: Any) -> None:
    """Discard all the Pirates at a board."""
    for word in range(WORD_COUNT):
        left = s.boards[seat][word] & s.of_type[PIRATE][word]
        s.boards[seat][word] &= ~left
        while left:
            discard(s, seat, word * WORD_BITS + lowest(left), log)
            left &= left - 1


def add_to_shares(s: Any, log: Any) -> None:
    """Add a card to each share of the loot, in their order."""
    for share in range(SHARES):
        add_to_share(s, share, log)


def take_parrot(s: Any, seat: int, log: Any) -> None:
    """The Parrot flies to a seat, if it is not there."""
    if s.parrot != seat:
        emit(log, PARROT_TAKEN, seat, s.parrot)
        s.parrot = seat


def by_parrot(s: Any, tied: int) -> int:
    """Who wins a tie among these seats (as bits): the Parrot's holder, or the nearest to the holder's left."""
    for step in range(s.seats):
        seat = (s.parrot + step) % s.seats
        if tied >> seat & 1:
            return seat
    return -1


# ---- Rums that change hands ----------------------------------------------------------------------


def lose_track(s: Any, seat: int, thief: int) -> None:
    """A Rum of a seat goes to the thief unseen: everybody else no longer knows which Rums that seat has.

    They still know that a Rum they had seen is on somebody's board. An only Rum can be followed.
    """
    if s.rums[seat] == 1:
        return
    for other in range(s.seats):
        if other != seat and other != thief:
            for word in range(WORD_COUNT):
                seen = s.known[other][word] & s.boards[seat][word] & s.of_type[RUM][word]
                s.known[other][word] &= ~seen
                s.lost[other][word] |= seen


def move_rum(s: Any, card: int, giver: int, taker: int) -> None:
    """A Rum goes from one board to another: both know it."""
    drop(s.boards[giver], card)
    put(s.boards[taker], card)
    s.rums[giver] -= 1
    s.rums[taker] += 1
    put(s.known[taker], card)
    drop(s.lost[taker], card)


def is_open(s: Any, word: int) -> int:
    """The cards of a word, as bits, that lie face up on a board."""
    return s.of_type[RELIC][word] | s.of_type[OBJECT][word] | s.of_type[PIRATE][word]
