"""What Pirates do for a victory: which effects have something to act on, and each effect, step by step if it needs a choice."""

from seaboard.games.sea_of_clouds.card_sets import (
    cards_at,
    copies,
    drop,
    first_of_kind,
    has_any,
    how_many,
    nth,
    nth_of_kind,
    put,
    take_lowest,
)
from seaboard.games.sea_of_clouds.cards import (
    DISCARD_OBJECT,
    GAIN_DOUBLOONS,
    OBJECT,
    RUM,
    SHARES,
    STEAL_DOUBLOONS,
    STEAL_RUMS,
    SWAP_OBJECT,
    SWAP_RUM,
    TAKE_LOOT,
    TAKE_PARROT,
    WORD_COUNT,
)
from seaboard.games.sea_of_clouds.loot import discard, gain, lose_track, move_rum, take_from_share, take_parrot, tell_chest
from seaboard.games.sea_of_clouds.state import (
    CHOOSING_LOOT,
    DISCARDING,
    DOUBLOONS_STOLEN,
    GIVING_OBJECT,
    GIVING_RUM,
    NO_CARD,
    OBJECTS_SWAPPED,
    RUM_GIVEN,
    RUM_STOLEN,
    RUMS_SWAPPED,
    SENDING,
    TAKING_OBJECT,
    State,
)
from seaboard.kit import Log, draw, emit, scratch

# ---- Which effects can act -------------------------------------------------------------------------


def can_act(s: State, seat: int, kind: int, target: int) -> bool:
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


def loot_size(s: State) -> int:
    """How many cards lie in the three shares."""
    cards = 0
    for share in range(SHARES):
        cards += s.share_size[share]
    return cards


# ---- What they do ----------------------------------------------------------------------------------


def apply_effect(s: State, seat: int, kind: int, log: Log) -> None:
    """Apply the effect of the Pirate that was sent, or have somebody choose first."""
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
        s.phase = DISCARDING
    elif effect == TAKE_LOOT:
        s.phase = CHOOSING_LOOT
    elif effect == SWAP_RUM:
        s.phase = GIVING_RUM
    elif effect == SWAP_OBJECT:
        s.phase = GIVING_OBJECT
    if s.phase == SENDING:
        forget_choice(s)


def forget_choice(s: State) -> None:
    """The Pirate that was sent has acted."""
    s.phase = SENDING
    s.sent = NO_CARD
    s.target = -1
    s.given = NO_CARD


def steal_doubloons(s: State, seat: int, most: int, log: Log) -> None:
    """Take doubloons from the beaten opponent's board, as far as there are any."""
    stolen = min(most, s.doubloons[s.target])
    s.doubloons[s.target] -= stolen
    s.doubloons[seat] += stolen
    emit(log, DOUBLOONS_STOLEN, seat, s.target, stolen)


def steal_rums(s: State, seat: int, most: int, log: Log) -> None:
    """Take Rums from the beaten opponent, unseen, as far as there are any."""
    for _ in range(min(most, s.rums[s.target])):
        card = nth(s, s.target, RUM, draw(s, s.rums[s.target]))
        lose_track(s, s.target, seat)
        move_rum(s, card, s.target, seat)
        emit(log, RUM_STOLEN, seat, s.target, card)


def discard_object(s: State, kind: int, log: Log) -> None:
    """The beaten opponent discards an Object."""
    card = first_of_kind(s, s.target, kind)
    drop(s.boards[s.target], card)
    discard(s, s.target, card, log)
    forget_choice(s)


def take_loot(s: State, share: int, place: int, log: Log) -> None:
    """The winner takes a card of the loot, chosen by its back, and lays it at once."""
    take_from_share(s, s.actor, share, place, log)
    forget_choice(s)


def rum_to_give(s: State, kind: int) -> int:
    """Draw one of the winner's Rums of a kind: always taking the lowest would tell the beaten opponent which ones the winner lacks.

    Matches begun under the first version of the rules keep its behaviour. Nothing is drawn for the only Rum, which nobody had to choose.
    """
    if s.rules == 1 or s.rums[s.actor] == 1:
        return first_of_kind(s, s.actor, kind)
    return nth_of_kind(s, s.actor, kind, draw(s, copies(s, s.actor, kind)))


def swap_rum(s: State, given: int, log: Log) -> None:
    """Swap a chosen Rum of the winner for an unseen one of the beaten opponent."""
    taken = nth(s, s.target, RUM, draw(s, s.rums[s.target]))
    lose_track(s, s.actor, s.target)
    lose_track(s, s.target, s.actor)
    move_rum(s, given, s.actor, s.target)
    move_rum(s, taken, s.target, s.actor)
    emit(log, RUM_GIVEN, s.actor, s.target, given)
    emit(log, RUMS_SWAPPED, s.actor, s.target, taken)
    forget_choice(s)


def give_object(s: State, kind: int) -> None:
    """The winner has chosen what to give: have them choose what to take."""
    s.given = first_of_kind(s, s.actor, kind)
    s.phase = TAKING_OBJECT


def swap_object(s: State, kind: int, log: Log) -> None:
    """The two Objects change hands; a Chest takes its doubloons along."""
    taken = first_of_kind(s, s.target, kind)
    drop(s.boards[s.actor], s.given)
    drop(s.boards[s.target], taken)
    put(s.boards[s.actor], taken)
    put(s.boards[s.target], s.given)
    emit(log, OBJECTS_SWAPPED, s.actor, s.target, s.given, taken)
    tell_chest(s, s.given, s.target, s.actor, log)
    tell_chest(s, taken, s.actor, s.target, log)
    forget_choice(s)


def only_kind(s: State, seat: int, card_type: int) -> int:
    """Return the only kind among the cards of a type on a board; -1 if there are several kinds, or no cards."""
    left = scratch(WORD_COUNT)
    found = -1
    cards_at(s, seat, card_type, left)
    while has_any(left):
        kind = s.kind_of[take_lowest(left)]
        if found >= 0 and kind != found:
            return -1
        found = kind
    return found
