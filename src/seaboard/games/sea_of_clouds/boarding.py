"""Boarding: crews are compared, the Chest passes on, and the winners' Pirates act, one small action at a time."""

from typing import Any

from seaboard.games.sea_of_clouds.actions import (
    CHOOSE,
    CHOOSING_LOOT,
    DISCARDING,
    DONE,
    GIVING_OBJECT,
    GIVING_RUM,
    LEFT,
    LOOT,
    RIGHT,
    SEND,
    SENDING,
    TAKING_OBJECT,
)
from seaboard.games.sea_of_clouds.cards import (
    DISCARD_OBJECT,
    GAIN_DOUBLOONS,
    MOST_KINDS,
    NO_CARD,
    OBJECT,
    PIRATE,
    RUM,
    SHARE_CARDS,
    SHARES,
    STEAL_DOUBLOONS,
    STEAL_RUMS,
    STRENGTH,
    SWAP_OBJECT,
    SWAP_RUM,
    TAKE_LOOT,
    TAKE_PARROT,
)
from seaboard.games.sea_of_clouds.loot import (
    BOARDING_BEGAN,
    BOARDING_ENDED,
    CHEST_PASSED,
    CREW_COUNTED,
    DOUBLOONS_STOLEN,
    EFFECTS_DECLINED,
    FIGHT_UNDECIDED,
    FIGHT_WON,
    OBJECTS_SWAPPED,
    PIRATE_SENT,
    RUM_GIVEN,
    RUM_STOLEN,
    RUMS_SWAPPED,
    WORD_BITS,
    WORD_COUNT,
    by_parrot,
    discard,
    discard_pirates,
    drop,
    first_of_kind,
    gain,
    holds,
    how_many,
    lose_track,
    move_rum,
    nth,
    put,
    take_from_share,
    take_parrot,
)
from seaboard.kit import draw, emit, lowest

# ---- Who wins ------------------------------------------------------------------------------------


def begin(s: Any, log: Any) -> None:
    """Settle strengths, victories and the order of the winners; then the Chest passes on."""
    s.boarding = 1
    emit(log, BOARDING_BEGAN, s.parrot, s.round_number)
    for seat in range(s.seats):
        s.strength[seat] = crew_strength(s, seat)
        emit(log, CREW_COUNTED, seat, s.strength[seat], how_many(s, seat, PIRATE))
    for seat in range(1 if s.seats == 2 else s.seats):
        fight(s, seat, (seat + 1) % s.seats, log)
    s.first = s.parrot
    s.actor = s.parrot
    s.acted = 0
    s.phase = SENDING
    pass_chest(s, log)


def crew_strength(s: Any, seat: int) -> int:
    """The strengths of a seat's Pirates and its modifiers, which count with or without Pirates."""
    strength = 0
    for word in range(WORD_COUNT):
        left = s.boards[seat][word] & (s.of_type[PIRATE][word] | s.of_type[OBJECT][word])
        while left:
            kind = s.kind_of[word * WORD_BITS + lowest(left)]
            if s.type_of[kind] == PIRATE:
                strength += s.extra[kind]
            elif s.effect[kind] == STRENGTH:
                strength += s.amount[kind]
            left &= left - 1
    return strength


def fight(s: Any, seat: int, left: int, log: Any) -> None:
    """A seat against its left neighbour: the stronger wins, a tie goes by the Parrot, but nobody wins without Pirates."""
    winner, loser = seat, left
    if s.strength[left] > s.strength[seat] or (s.strength[left] == s.strength[seat] and by_parrot(s, 1 << seat | 1 << left) == left):
        winner, loser = left, seat
    if how_many(s, winner, PIRATE) == 0:
        emit(log, FIGHT_UNDECIDED, winner, loser, s.strength[winner], s.strength[loser])
        return
    s.won[winner] |= 1 << (LEFT if winner == seat or s.seats == 2 else RIGHT)
    emit(log, FIGHT_WON, winner, loser, s.strength[winner], s.strength[loser])


def opponent(s: Any, seat: int, side: int) -> int:
    """The neighbour on a side."""
    return (seat + 1 if side == LEFT else seat + s.seats - 1) % s.seats


def has_beaten(s: Any, seat: int, other: int) -> bool:
    """Whether a seat has won its fight against another in this boarding."""
    beaten = 0
    for side in range(2):
        if s.won[seat] >> side & 1:
            beaten |= 1 << opponent(s, seat, side)
    return beaten >> other & 1 == 1


def pass_chest(s: Any, log: Any) -> None:
    """Whoever holds the Chest and lost gives it to the (stronger) winner, who moves one doubloon from it to his board."""
    if s.chest < 0:
        return
    for holder in range(s.seats):
        if holds(s.boards[holder], s.chest):
            best, most = 0, 0
            for seat in range(s.seats):
                if has_beaten(s, seat, holder):
                    if best == 0 or s.strength[seat] > most:
                        best, most = 1 << seat, s.strength[seat]
                    elif s.strength[seat] == most:
                        best |= 1 << seat
            if best:
                winner = by_parrot(s, best)
                moved = min(1, s.chest_doubloons)
                drop(s.boards[holder], s.chest)
                put(s.boards[winner], s.chest)
                s.chest_doubloons -= moved
                s.doubloons[winner] += moved
                emit(log, CHEST_PASSED, winner, holder, moved, s.chest_doubloons)
            return


# ---- Which effects can act -----------------------------------------------------------------------


def can_act(s: Any, seat: int, kind: int, target: int) -> bool:
    """Whether a Pirate's effect has something to act on."""
    effect = s.effect[kind]
    if effect == STEAL_RUMS:
        return s.rums[target] > 0
    if effect == STEAL_DOUBLOONS:
        return s.doubloons[target] > 0
    if effect == TAKE_PARROT:
        return s.parrot != seat
    if effect == DISCARD_OBJECT:
        return how_many(s, target, OBJECT) > 0
    if effect == TAKE_LOOT:
        return loot_size(s) > 0
    if effect == SWAP_RUM:
        return s.rums[seat] > 0 and s.rums[target] > 0
    if effect == SWAP_OBJECT:
        return how_many(s, seat, OBJECT) > 0 and how_many(s, target, OBJECT) > 0
    return True


def needs_opponent(effect: int) -> bool:
    """Whether it matters against whom an effect is applied."""
    return effect not in (GAIN_DOUBLOONS, TAKE_PARROT, TAKE_LOOT)


def is_optional(effect: int) -> bool:
    """Whether an effect that can act may be declined."""
    return effect in (SWAP_RUM, SWAP_OBJECT, TAKE_PARROT)


def loot_size(s: Any) -> int:
    """How many cards lie in the three shares."""
    cards = 0
    for share in range(SHARES):
        cards += s.share_size[share]
    return cards


def can_send(s: Any, seat: int, card: int, side: int) -> bool:
    """Whether a Pirate can be sent for the victory on a side; where the opponent matters not, a `once` has only one."""
    if not s.won[seat] >> side & 1 or holds(s.applied[side], card):
        return False
    kind = s.kind_of[card]
    if side == RIGHT and s.won[seat] & 1 and s.once[kind] and not needs_opponent(s.effect[kind]):
        return False
    return can_act(s, seat, kind, opponent(s, seat, side))


def options(s: Any, seat: int, out: Any) -> int:
    """Write every (kind of Pirate, victory) that can act now to `out` and return how many there are."""
    count = 0
    if s.won[seat] == 0:
        return 0
    for side in range(2):
        last = -1  # copies are alike, and they are neighbours in the deck's order
        for word in range(WORD_COUNT):
            left = s.boards[seat][word] & s.of_type[PIRATE][word] & ~s.applied[side][word]
            while left:
                card = word * WORD_BITS + lowest(left)
                left &= left - 1
                kind = s.kind_of[card]
                if kind != last and can_send(s, seat, card, side):
                    out[count] = SEND + 2 * kind + side
                    count += 1
                    last = kind
    return count


def may_decline(s: Any, out: Any, count: int) -> bool:
    """Whether none of these options must be taken."""
    optional = 0
    for i in range(count):
        optional += is_optional(s.effect[(out[i] - SEND) >> 1])
    return optional == count


def legal_sends(s: Any, seat: int, out: Any) -> int:
    """The options, and DONE where all of them may be declined."""
    count = options(s, seat, out)
    if may_decline(s, out, count):
        out[count] = DONE
        count += 1
    return count


def legal_loot(s: Any, out: Any) -> int:
    """The places of the loot that hold a card."""
    count = 0
    for share in range(SHARES):
        for place in range(s.share_size[share]):
            out[count] = LOOT + SHARE_CARDS * share + place
            count += 1
    return count


def legal_kinds(s: Any, seat: int, card_type: int, out: Any) -> int:
    """The kinds of cards of a type on a board."""
    count = 0
    last = -1
    for word in range(WORD_COUNT):
        left = s.boards[seat][word] & s.of_type[card_type][word]
        while left:
            kind = s.kind_of[word * WORD_BITS + lowest(left)]
            left &= left - 1
            if kind != last:
                out[count] = CHOOSE + kind
                count += 1
                last = kind
    return count


def only_kind(s: Any, seat: int, card_type: int) -> int:
    """The kind of all the cards of a type on a board; -1 if there are several, or none."""
    found = -1
    for word in range(WORD_COUNT):
        left = s.boards[seat][word] & s.of_type[card_type][word]
        while left:
            kind = s.kind_of[word * WORD_BITS + lowest(left)]
            if found >= 0 and kind != found:
                return -1
            found = kind
            left &= left - 1
    return found


# ---- The effects ---------------------------------------------------------------------------------


def resume(s: Any, log: Any) -> bool:
    """Go on until somebody has a choice; True once the boarding is over.

    An effect that is the only option and can't be declined is applied at once.
    """
    out = [0] * (2 * MOST_KINDS)
    while s.acted < s.seats:
        s.actor = (s.first + s.acted) % s.seats
        count = options(s, s.actor, out)
        if count == 0:
            s.acted += 1
        elif count > 1 or may_decline(s, out, count):
            return False
        else:
            send(s, s.actor, (out[0] - SEND) >> 1, (out[0] - SEND) & 1, log)
            if s.phase != SENDING:
                return False
    end(s, log)
    return True


def act(s: Any, seat: int, action: int, log: Any) -> None:
    """Do one action of a boarding."""
    if action == DONE:
        emit(log, EFFECTS_DECLINED, seat)
        s.acted += 1
    elif s.phase == SENDING:
        send(s, seat, (action - SEND) >> 1, (action - SEND) & 1, log)
    elif s.phase == CHOOSING_LOOT:
        take_loot(s, (action - LOOT) // SHARE_CARDS, (action - LOOT) % SHARE_CARDS, log)
    elif s.phase == GIVING_RUM:
        swap_rum(s, first_of_kind(s, s.actor, action - CHOOSE), log)
    elif s.phase == GIVING_OBJECT:
        give_object(s, action - CHOOSE, log)
    elif s.phase == TAKING_OBJECT:
        swap_object(s, action - CHOOSE, log)
    else:
        discard_object(s, action - CHOOSE, log)


def send(s: Any, seat: int, kind: int, side: int, log: Any) -> None:
    """Apply a Pirate's effect for one victory, or begin to: it may ask for a choice."""
    card = NO_CARD
    for word in range(WORD_COUNT):
        left = s.boards[seat][word] & s.of_type[PIRATE][word] & ~s.applied[side][word]
        while left and card == NO_CARD:
            if s.kind_of[word * WORD_BITS + lowest(left)] == kind:
                card = word * WORD_BITS + lowest(left)
            left &= left - 1
    put(s.applied[side], card)
    if s.once[kind]:
        put(s.applied[1 - side], card)
    s.sent = card
    s.target = opponent(s, seat, side)
    emit(log, PIRATE_SENT, seat, card, s.target)

    effect = s.effect[kind]
    if effect == GAIN_DOUBLOONS:
        gain(s, seat, s.amount[kind], log)
    elif effect == STEAL_DOUBLOONS:
        steal_doubloons(s, seat, s.amount[kind], log)
    elif effect == STEAL_RUMS:
        steal_rums(s, seat, s.amount[kind], log)
    elif effect == TAKE_PARROT:
        take_parrot(s, seat, log)
    elif effect == DISCARD_OBJECT:
        ask_for_discard(s, log)
    elif effect == TAKE_LOOT:
        ask_for_loot(s, log)
    elif effect == SWAP_RUM:
        ask_for_rum(s, log)
    elif effect == SWAP_OBJECT:
        ask_for_object(s, log)
    if s.phase == SENDING:
        forget_choice(s)


def forget_choice(s: Any) -> None:
    """The Pirate that was sent has acted."""
    s.phase = SENDING
    s.sent = NO_CARD
    s.target = -1
    s.given = NO_CARD


def steal_doubloons(s: Any, seat: int, most: int, log: Any) -> None:
    """Take doubloons from the beaten opponent's board, as many as are there."""
    stolen = min(most, s.doubloons[s.target])
    s.doubloons[s.target] -= stolen
    s.doubloons[seat] += stolen
    emit(log, DOUBLOONS_STOLEN, seat, s.target, stolen)


def steal_rums(s: Any, seat: int, most: int, log: Any) -> None:
    """Take Rums from the beaten opponent, unseen, as many as are there."""
    for _ in range(min(most, s.rums[s.target])):
        card = nth(s, s.target, RUM, draw(s, s.rums[s.target]))
        lose_track(s, s.target, seat)
        move_rum(s, card, s.target, seat)
        emit(log, RUM_STOLEN, seat, s.target, card)


def ask_for_discard(s: Any, log: Any) -> None:
    """The beaten opponent is to choose one of his Objects, unless they are all alike."""
    s.phase = DISCARDING
    if only_kind(s, s.target, OBJECT) >= 0:
        discard_object(s, only_kind(s, s.target, OBJECT), log)


def discard_object(s: Any, kind: int, log: Any) -> None:
    """The beaten opponent discards an Object."""
    card = first_of_kind(s, s.target, kind)
    drop(s.boards[s.target], card)
    discard(s, s.target, card, log)
    forget_choice(s)


def ask_for_loot(s: Any, log: Any) -> None:
    """The winner is to choose a card of the loot by its back, unless there is only one."""
    s.phase = CHOOSING_LOOT
    if loot_size(s) == 1:
        share = 0
        while s.share_size[share] == 0:
            share += 1
        take_loot(s, share, 0, log)


def take_loot(s: Any, share: int, place: int, log: Any) -> None:
    """The winner takes a card of the loot and lays it at once."""
    take_from_share(s, s.actor, share, place, log)
    forget_choice(s)


def ask_for_rum(s: Any, log: Any) -> None:
    """The winner is to choose the Rum to give, unless it is the only one.

    Rums that are alike are not the only one: that the choice is skipped would tell the others.
    """
    s.phase = GIVING_RUM
    if s.rums[s.actor] == 1:
        swap_rum(s, nth(s, s.actor, RUM, 0), log)


def swap_rum(s: Any, given: int, log: Any) -> None:
    """One of the winner's Rums, chosen, for one of the beaten opponent's, unseen."""
    taken = nth(s, s.target, RUM, draw(s, s.rums[s.target]))
    lose_track(s, s.actor, s.target)
    lose_track(s, s.target, s.actor)
    move_rum(s, given, s.actor, s.target)
    move_rum(s, taken, s.target, s.actor)
    emit(log, RUM_GIVEN, s.actor, s.target, given)
    emit(log, RUMS_SWAPPED, s.actor, s.target, taken)
    forget_choice(s)


def ask_for_object(s: Any, log: Any) -> None:
    """The winner is to choose the Object to give, unless all are alike."""
    s.phase = GIVING_OBJECT
    if only_kind(s, s.actor, OBJECT) >= 0:
        give_object(s, only_kind(s, s.actor, OBJECT), log)


def give_object(s: Any, kind: int, log: Any) -> None:
    """The winner has chosen what to give, and is to choose what to take."""
    s.given = first_of_kind(s, s.actor, kind)
    s.phase = TAKING_OBJECT
    if only_kind(s, s.target, OBJECT) >= 0:
        swap_object(s, only_kind(s, s.target, OBJECT), log)


def swap_object(s: Any, kind: int, log: Any) -> None:
    """The two Objects change hands; a Chest takes its doubloons along."""
    taken = first_of_kind(s, s.target, kind)
    drop(s.boards[s.actor], s.given)
    drop(s.boards[s.target], taken)
    put(s.boards[s.actor], taken)
    put(s.boards[s.target], s.given)
    emit(log, OBJECTS_SWAPPED, s.actor, s.target, s.given, taken)
    forget_choice(s)


def end(s: Any, log: Any) -> None:
    """All Pirates are discarded."""
    for seat in range(s.seats):
        discard_pirates(s, seat, log)
        s.strength[seat] = 0
        s.won[seat] = 0
    for side in range(2):
        for word in range(WORD_COUNT):
            s.applied[side][word] = 0
    s.boarding = 0
    s.first = -1
    s.actor = -1
    s.acted = 0
    emit(log, BOARDING_ENDED, -1, s.round_number)
