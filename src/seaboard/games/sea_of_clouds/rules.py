"""The rules of Sea of Clouds: set-up, turns, and the end. Boarding and the final count have files of their own.

A card is its number in the deck's order, copies of a kind side by side. A deck may be a host's own, so what a kind of card is and does
stands in the State: its type, its effect, the effect's numbers.
"""

from dataclasses import dataclass
from typing import Annotated, Any

from seaboard.games.sea_of_clouds import actions, boarding, loot
from seaboard.games.sea_of_clouds.actions import (
    CHOOSE,
    CHOOSING_LOOT,
    DISCARDING,
    DONE,
    GIVING_OBJECT,
    GIVING_RUM,
    LAY,
    LAYING,
    LEAVE,
    LEFT,
    LOOKING,
    LOOT,
    OVER,
    SEND,
    SENDING,
    TAKE,
    TAKING_OBJECT,
)
from seaboard.games.sea_of_clouds.cards import (
    FIRST_DOUBLOONS,
    LEG,
    LONGEST_SET,
    MOST_CARDS,
    MOST_KINDS,
    MOST_SETS,
    NO_CARD,
    OBJECT,
    PIRATE,
    RELIC_BACK,
    REMOVED_AT_RANDOM,
    ROUNDS,
    RUM,
    SECRET,
    SHARE_CARDS,
    SHARES,
    TYPES,
)
from seaboard.games.sea_of_clouds.loot import WORD_BITS, WORD_COUNT, back, by_parrot, holds, how_many, put
from seaboard.games.sea_of_clouds.scoring import total
from seaboard.kit import Cells, Int8, Int16, Int32, Seed, UInt8, begin_stream, draw, emit, lowest, shuffle, size

ACTIONS = actions.ACTIONS
SEATS = 4
Cards = Cells("int64", (WORD_COUNT,), WORD_BITS)  # a set of cards
CardsBySeat = Cells("int64", (SEATS, WORD_COUNT), WORD_BITS)

# Why an action can't be taken
NOT_NOW, NOT_THERE, NO_SUCH_PIRATE, NOT_BEATEN, HAS_ACTED, NOTHING_TO_ACT_ON, ONE_IS_ENOUGH, MUST_ACT = range(1, 9)


@dataclass(slots=True)
class State:
    """A match of Sea of Clouds."""

    seats: Int8
    first_player: Int8  # -1: by lot

    # The deck: which one it is, and all of it that the rules need. Nothing here changes during a match.
    deck: Annotated[list[int], Cells("uint32", (4,))]
    kinds: UInt8
    cards: UInt8
    removed_kind: Int8  # with two seats; -1: none
    chest: Int8  # the card that is the Chest; -1: none
    kind_of: Annotated[list[int], Cells("uint8", (MOST_CARDS,))]  # by card
    type_of: Annotated[list[int], Cells("uint8", (MOST_KINDS,))]  # by kind, as are the next ones
    effect: Annotated[list[int], Cells("uint8", (MOST_KINDS,))]
    amount: Annotated[list[int], Cells("int8", (MOST_KINDS,))]  # the effect's number; for a set, its row in set_values
    extra: Annotated[list[int], Cells("int8", (MOST_KINDS,))]  # a Pirate's strength; the lesser worth of a Majority Rum
    once: Annotated[list[int], Cells("uint8", (MOST_KINDS,))]
    set_values: Annotated[list[list[int]], Cells("int16", (MOST_SETS, LONGEST_SET))]  # totals for 1, 2, 3... cards
    of_type: Annotated[list[list[int]], Cells("int64", (TYPES, WORD_COUNT), WORD_BITS)]  # all cards of each type

    seed: Seed
    stream: Int32
    draws: Int32

    round_number: Int8
    hat: Int8  # who begins each round
    parrot: Int8
    turn: Int8
    phase: Int8
    winning: Annotated[int, Cells("uint8", (), SEATS)]  # who has won the match, as bits; 0 while it lasts
    points: Annotated[list[int], Cells("int32", (SEATS,))]  # the final count

    pile: Annotated[list[int], Cells("uint8", (MOST_CARDS,))]  # the deck, its top last
    pile_size: UInt8
    discards: Annotated[list[int], Cards]
    removed: Annotated[list[int], Cards]  # before a match of two

    share: Int8  # the one looked at now, or -1
    shares: Annotated[list[list[int]], Cells("uint8", (SHARES, SHARE_CARDS))]  # oldest first
    share_size: Annotated[list[int], Cells("uint8", (SHARES,))]
    share_doubloons: Annotated[list[int], Cells("int16", (SHARES,))]
    hand: Annotated[list[int], Cells("uint8", (SHARE_CARDS,))]  # taken and not yet laid by the seat whose turn it is
    hand_size: UInt8

    boards: Annotated[list[list[int]], CardsBySeat]
    rums: Annotated[list[int], Cells("uint8", (SEATS,))]  # how many: everyone sees that
    secrets: Annotated[list[int], Cells("uint8", (SEATS,))]
    doubloons: Annotated[list[int], Cells("int16", (SEATS,))]
    chest_doubloons: UInt8
    issued: Int16  # doubloons out of the stock

    # Who has seen what. That somebody looked at a share is open; what is in it is not.
    known: Annotated[list[list[int]], CardsBySeat]  # face-down cards that a seat has seen and can follow, its own included
    lost: Annotated[list[list[int]], CardsBySeat]  # Rums that it has seen and that now lie on some other board
    seen_by: Annotated[list[list[int]], Cells("uint8", (SHARES, SHARE_CARDS), SEATS)]  # by card of a share: seats as bits
    hand_seen_by: Annotated[list[int], Cells("uint8", (SHARE_CARDS,), SEATS)]

    # A boarding
    boarding: UInt8
    strength: Annotated[list[int], Cells("int16", (SEATS,))]
    won: Annotated[list[int], Cells("uint8", (SEATS,), 2)]  # sides on which a seat has won, as bits
    first: Int8  # whose Pirates act first
    actor: Int8  # whose Pirates act now
    acted: UInt8  # how many seats have had their Pirates act
    applied: Annotated[list[list[int]], Cells("int64", (2, WORD_COUNT), WORD_BITS)]  # Pirates, by the side on which they have acted
    sent: UInt8  # the Pirate whose effect asks for a choice, or NO_CARD
    target: Int8  # against whom
    given: UInt8  # the Object chosen to be given in a swap, or NO_CARD


# ---- Set-up --------------------------------------------------------------------------------------


def start(s: Any, log: Any) -> None:
    """Set up the match, up to the first player's look at the first share; seats, seed and options are written in already."""
    begin_stream(s, 0)
    s.hat = draw(s, s.seats) if s.first_player < 0 else s.first_player
    s.parrot = s.hat
    emit(log, loot.MATCH_BEGAN, s.hat, s.seats, ROUNDS[s.seats])
    clear(s)
    build_pile(s)
    for seat in range(s.seats):
        s.doubloons[seat] = FIRST_DOUBLOONS
        s.issued += FIRST_DOUBLOONS
    for share in range(SHARES):
        loot.add_to_share(s, share, log)
    begin_stream(s, 1)
    begin_round(s, log)


def clear(s: Any) -> None:
    """Mark every empty place as such."""
    for place in range(len(s.pile)):
        s.pile[place] = NO_CARD
    for place in range(SHARE_CARDS):
        s.hand[place] = NO_CARD
        for share in range(SHARES):
            s.shares[share][place] = NO_CARD
    s.first = -1
    s.actor = -1
    boarding.forget_choice(s)


def build_pile(s: Any) -> None:
    """Shuffle the deck; with two seats a set is removed first, and at random some Rums, Objects and Pirates."""
    cards = [0] * MOST_CARDS
    count = 0
    for card in range(s.cards):
        if s.seats == 2 and s.kind_of[card] == s.removed_kind:
            put(s.removed, card)
        else:
            cards[count] = card
            count += 1
    shuffle(s, cards, count)
    taken = [0] * 4
    for i in range(count):
        which = back(s, cards[i])
        if s.seats == 2 and which != RELIC_BACK and taken[which] < REMOVED_AT_RANDOM:
            taken[which] += 1
            put(s.removed, cards[i])
        else:
            s.pile[s.pile_size] = cards[i]
            s.pile_size += 1
    if s.seats == 2:  # what was struck out came from one end: without this the relics would gather at the other
        shuffle(s, s.pile, s.pile_size)


# ---- Turns ---------------------------------------------------------------------------------------


def begin_round(s: Any, log: Any) -> None:
    """The ship reaches the next island, and the one with the Hat begins."""
    s.round_number += 1
    emit(log, loot.ROUND_BEGAN, s.hat, s.round_number)
    begin_turn(s, s.hat, log)


def begin_turn(s: Any, seat: int, log: Any) -> None:
    """A seat looks at the first share."""
    s.turn = seat
    s.phase = LOOKING
    emit(log, loot.TURN_BEGAN, seat, s.round_number)
    loot.look_at_share(s, seat, 0, log)


def leave(s: Any, seat: int, log: Any) -> None:
    """Add to the share and look at the next one; after the third, keep the top card of the deck, or a doubloon."""
    emit(log, loot.SHARE_LEFT, seat, s.share)
    loot.add_to_share(s, s.share, log)
    if s.share + 1 < SHARES:
        loot.look_at_share(s, seat, s.share + 1, log)
        return
    s.phase = LAYING
    if s.pile_size:
        card = loot.draw_card(s)
        put(s.known[seat], card)
        emit(log, loot.CARD_DRAWN, seat, back(s, card), loot.top_back(s))
        loot.lay(s, seat, card, log)
    else:
        loot.gain(s, seat, 1, log)


def take(s: Any, seat: int, log: Any) -> None:
    """Take the share; its cards are to be laid."""
    loot.take_share(s, seat, s.share, log)
    s.share = -1
    s.phase = LAYING


def lay_from_hand(s: Any, seat: int, place: int, log: Any) -> None:
    """Lay one of the cards that were taken."""
    card = s.hand[place]
    s.hand[place] = NO_CARD
    s.hand_seen_by[place] = 0
    s.hand_size -= 1
    loot.lay(s, seat, card, log)


def go_on(s: Any, log: Any) -> None:
    """Whatever follows by itself: the last card is laid, the turn and the round end, crews board, the match ends."""
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


def end_turn(s: Any, log: Any) -> None:
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


def end(s: Any, log: Any) -> None:
    """Everything on the boards is turned up and counted; the most VP win, a tie by the Parrot."""
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
    emit(log, loot.MATCH_WON, winner, s.points[winner], size(leaders))


def is_over(s: Any) -> bool:
    """Whether the match has ended."""
    return s.phase == OVER


def entries(s: Any) -> int:
    """How many have a score."""
    return s.seats


def score(s: Any, entry: int) -> int:
    """The VP of a seat; before the end, of what can be seen of it."""
    return s.points[entry] if s.phase == OVER else total(s, entry, None)


def winners(s: Any) -> int:
    """Who has won, as bits."""
    return s.winning


# ---- Actions -------------------------------------------------------------------------------------


def acting(s: Any) -> int:
    """The seat that is to act."""
    if s.phase in (LOOKING, LAYING):
        return s.turn
    return s.target if s.phase == DISCARDING else s.actor


def to_act(s: Any) -> int:
    """The seats that may act now, as bits."""
    return 0 if s.phase == OVER else 1 << acting(s)


def legal_actions(s: Any, seat: int, out: Any) -> int:
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
    if s.phase == GIVING_RUM:
        return boarding.legal_kinds(s, seat, RUM, out)
    if s.phase == TAKING_OBJECT:
        return boarding.legal_kinds(s, s.target, OBJECT, out)
    return boarding.legal_kinds(s, seat, OBJECT, out)


def why_not(s: Any, seat: int, action: int) -> int:
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
        out = [0] * (2 * MOST_KINDS)
        return 0 if boarding.may_decline(s, out, boarding.options(s, seat, out)) else MUST_ACT
    if action < SEND:
        if s.phase != CHOOSING_LOOT:
            return NOT_NOW
        return 0 if (action - LOOT) % SHARE_CARDS < s.share_size[(action - LOOT) // SHARE_CARDS] else NOT_THERE
    if action < CHOOSE:
        return why_not_send(s, seat, (action - SEND) >> 1, (action - SEND) & 1) if s.phase == SENDING else NOT_NOW
    if s.phase not in (GIVING_RUM, GIVING_OBJECT, TAKING_OBJECT, DISCARDING):
        return NOT_NOW
    kind = action - CHOOSE
    wanted = RUM if s.phase == GIVING_RUM else OBJECT
    if kind >= s.kinds or s.type_of[kind] != wanted:
        return NOT_THERE
    owner = s.target if s.phase == TAKING_OBJECT else seat
    return NOT_THERE if loot.first_of_kind(s, owner, kind) == NO_CARD else 0


def why_not_send(s: Any, seat: int, kind: int, side: int) -> int:
    """Why a Pirate can't be sent for the victory on a side; 0 if it can."""
    if kind >= s.kinds or s.type_of[kind] != PIRATE or loot.first_of_kind(s, seat, kind) == NO_CARD:
        return NO_SUCH_PIRATE
    if not s.won[seat] >> side & 1:
        return NOT_BEATEN
    ready = False
    for word in range(WORD_COUNT):
        left = s.boards[seat][word] & s.of_type[PIRATE][word] & ~s.applied[side][word]
        while left:
            ready |= s.kind_of[word * WORD_BITS + lowest(left)] == kind
            left &= left - 1
    if not ready:
        return HAS_ACTED
    if not boarding.can_act(s, seat, kind, boarding.opponent(s, seat, side)):
        return NOTHING_TO_ACT_ON
    is_single = side != LEFT and s.won[seat] & 1 and s.once[kind]
    return ONE_IS_ENOUGH if is_single and not boarding.needs_opponent(s.effect[kind]) else 0


def apply(s: Any, seat: int, action: int, log: Any) -> None:
    """Do an action and all that follows from it up to the next choice."""
    if action == TAKE:
        take(s, seat, log)
    elif action == LEAVE:
        leave(s, seat, log)
    elif action < DONE:
        lay_from_hand(s, seat, action - LAY, log)
    else:
        boarding.act(s, seat, action, log)
    go_on(s, log)


# ---- What must always hold -----------------------------------------------------------------------


def is_sound(s: Any) -> bool:
    """Whether every card is in exactly one place, every doubloon is accounted for, and nobody knows what can't be known."""
    return has_possible_numbers(s) and has_every_card_once(s) and has_every_doubloon(s) and has_possible_knowledge(s)


def has_possible_numbers(s: Any) -> bool:
    """Whether sizes, seats and phases are ones that play can reach."""
    if not 2 <= s.seats <= SEATS or not 0 <= s.hat < s.seats or not 0 <= s.parrot < s.seats or not 0 <= s.turn < s.seats:
        return False
    if not 1 <= s.round_number <= ROUNDS[s.seats] or not LOOKING <= s.phase <= OVER or s.pile_size > s.cards:
        return False
    if (s.phase == OVER) != (s.winning != 0) or (s.phase == LOOKING) != (0 <= s.share < SHARES) or (s.phase == LAYING) != (s.hand_size > 0):
        return False
    for share in range(SHARES):
        if s.share_size[share] > SHARE_CARDS or (s.pile_size and s.share_size[share] == 0):
            return False
    for seat in range(s.seats):
        if s.rums[seat] != how_many(s, seat, RUM) or s.secrets[seat] != how_many(s, seat, SECRET):
            return False
    return has_possible_boarding(s)


def has_possible_boarding(s: Any) -> bool:
    """Whether a boarding, if there is one, waits for a choice that somebody has."""
    if s.boarding != (SENDING <= s.phase < OVER):
        return False
    if not s.boarding:
        return s.sent == NO_CARD and s.target == -1 and s.given == NO_CARD and s.first == -1 and s.actor == -1
    if not 0 <= s.first < s.seats or s.acted >= s.seats or s.actor != (s.first + s.acted) % s.seats:
        return False
    if s.phase == SENDING:
        if s.sent != NO_CARD or s.target != -1:
            return False
    elif not holds(s.boards[s.actor], s.sent) or not 0 <= s.target < s.seats or not boarding.has_beaten(s, s.actor, s.target):
        return False
    if (s.phase == TAKING_OBJECT) != (s.given != NO_CARD) or (s.given != NO_CARD and not holds(s.boards[s.actor], s.given)):
        return False
    if (s.phase == GIVING_RUM and s.rums[s.target] == 0) or (s.phase == GIVING_OBJECT and how_many(s, s.target, OBJECT) == 0):
        return False
    out = [0] * ACTIONS
    return legal_actions(s, acting(s), out) > 0


def count_once(s: Any, card: int, found: Any) -> bool:
    """Add a card to those found; False if it is none, or was there already."""
    if card >= s.cards or holds(found, card):
        return False
    put(found, card)
    return True


def has_every_card_once(s: Any) -> bool:
    """Whether each card of the deck is in the deck, a share, the hand, on a board, discarded or removed."""
    found = [0] * WORD_COUNT
    count = 0
    for place in range(len(s.pile)):
        if (s.pile[place] == NO_CARD) != (place >= s.pile_size):
            return False
        if place < s.pile_size and not count_once(s, s.pile[place], found):
            return False
    for share in range(SHARES):
        for place in range(SHARE_CARDS):
            if (s.shares[share][place] == NO_CARD) != (place >= s.share_size[share]):
                return False
            if place < s.share_size[share] and not count_once(s, s.shares[share][place], found):
                return False
    for place in range(SHARE_CARDS):
        if s.hand[place] != NO_CARD:
            count += 1
            if not count_once(s, s.hand[place], found):
                return False
    if count != s.hand_size:
        return False
    for word in range(WORD_COUNT):
        everything = 0
        for card_type in range(TYPES):
            everything |= s.of_type[card_type][word]
        for seat in range(SEATS):
            if s.boards[seat][word] & (found[word] | ~(loot.is_open(s, word) | s.of_type[RUM][word] | s.of_type[SECRET][word])):
                return False
            if seat >= s.seats and s.boards[seat][word]:
                return False
            found[word] |= s.boards[seat][word]
        if s.discards[word] & found[word] or s.removed[word] & (found[word] | s.discards[word]):
            return False
        if found[word] | s.discards[word] | s.removed[word] != everything:
            return False
    return s.seats == 2 or (s.removed[0] | s.removed[1]) == 0


def has_every_doubloon(s: Any) -> bool:
    """Whether the doubloons that left the stock are those on boards, shares and Chest."""
    count = s.chest_doubloons
    for seat in range(SEATS):
        count += s.doubloons[seat]
        if s.doubloons[seat] < 0 or (seat >= s.seats and s.doubloons[seat]):
            return False
    for share in range(SHARES):
        count += s.share_doubloons[share]
        if s.share_doubloons[share] < 0:
            return False
    if s.chest_doubloons:
        owned = False
        for seat in range(s.seats):
            owned |= s.chest >= 0 and holds(s.boards[seat], s.chest)
        if not owned:
            return False
    return count == s.issued


def has_possible_knowledge(s: Any) -> bool:
    """Whether each seat knows the face-down cards it has looked at, and its own, and no card but such."""
    for seat in range(SEATS):
        hidden = [0] * WORD_COUNT
        for share in range(SHARES):
            for place in range(s.share_size[share]):
                put(hidden, s.shares[share][place])
                if seat < s.seats and holds(s.known[seat], s.shares[share][place]) != (s.seen_by[share][place] >> seat & 1 == 1):
                    return False
        for place in range(SHARE_CARDS):
            if s.hand[place] != NO_CARD:
                put(hidden, s.hand[place])
                if seat < s.seats and holds(s.known[seat], s.hand[place]) != (s.hand_seen_by[place] >> seat & 1 == 1):
                    return False
        for word in range(WORD_COUNT):
            face_down = s.of_type[RUM][word] | s.of_type[SECRET][word]
            others = 0
            for owner in range(s.seats):
                if s.phase != OVER:
                    hidden[word] |= s.boards[owner][word] & face_down
                    if owner == seat and s.boards[owner][word] & face_down & ~s.known[seat][word]:
                        return False
                if owner != seat:
                    others |= s.boards[owner][word] & s.of_type[RUM][word]
            if s.known[seat][word] & ~hidden[word] or s.lost[seat][word] & ~others or s.lost[seat][word] & s.known[seat][word]:
                return False
            if (seat >= s.seats or s.phase == OVER) and s.lost[seat][word]:
                return False
            if seat >= s.seats and s.known[seat][word]:
                return False
    return True
