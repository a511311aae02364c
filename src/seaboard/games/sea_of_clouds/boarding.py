"""Boarding: crews are compared, the Chest changes hands, and the winners' Pirates act, one small action at a time."""

from seaboard.games.sea_of_clouds.card_sets import (
    cards_at,
    count_of,
    crew_strength,
    drop,
    first_among,
    first_of_kind,
    has_any,
    holds,
    how_many,
    nth,
    put,
    take_lowest,
)
from seaboard.games.sea_of_clouds.cards import (
    GAIN_DOUBLOONS,
    OBJECT,
    PIRATE,
    RUM,
    SHARES,
    STEAL_DOUBLOONS,
    STEAL_RUMS,
    WORD_COUNT,
)
from seaboard.games.sea_of_clouds.effects import (
    apply_effect,
    can_act,
    discard_object,
    give_object,
    is_optional,
    loot_size,
    needs_opponent,
    only_kind,
    rum_to_give,
    swap_object,
    swap_rum,
    take_loot,
)
from seaboard.games.sea_of_clouds.loot import by_parrot, discard_pirates
from seaboard.games.sea_of_clouds.state import (
    BOARDING_BEGAN,
    BOARDING_ENDED,
    CHEST_PASSED,
    CHOOSE,
    CHOOSING_LOOT,
    CREW_COUNTED,
    CREW_LEFT,
    DISCARDING,
    DONE,
    EFFECTS_DECLINED,
    FIGHT_UNDECIDED,
    FIGHT_WON,
    GIVING_OBJECT,
    GIVING_RUM,
    HAS_ACTED,
    LEFT,
    MOST_SENDS,
    NO_ACTION,
    NO_CARD,
    NO_SUCH_PIRATE,
    NOT_BEATEN,
    NOTHING_TO_ACT_ON,
    ONE_IS_ENOUGH,
    PIRATE_SENT,
    RIGHT,
    SENDING,
    TAKING_OBJECT,
    State,
    loot_action,
    pirate_of,
    place_of,
    send_action,
    share_of,
    side_of,
)
from seaboard.kit import Log, emit, scratch

# ---- Who wins ------------------------------------------------------------------------------------


def begin(s: State, log: Log) -> None:
    """Work out strengths, victories and the order in which winners act; then the Chest changes hands."""
    s.boarding = 1
    emit(log, BOARDING_BEGAN, s.parrot, s.round_number)
    for seat in range(s.seats):
        s.strength[seat] = crew_strength(s, seat)
        emit(log, CREW_COUNTED, seat, s.strength[seat], how_many(s, seat, PIRATE))
    for seat in range(fight_count(s)):
        fight(s, seat, opponent(s, seat, LEFT), log)
    s.first_boarder = s.parrot
    s.actor = s.parrot
    s.acted = 0
    s.phase = SENDING
    pass_chest(s, log)


def fight_count(s: State) -> int:
    """How many fights there are: each seat has one against its left neighbour, but two seats have only one."""
    return 1 if s.seats == 2 else s.seats


def fight(s: State, seat: int, left: int, log: Log) -> None:
    """A seat against its left neighbour: the stronger wins, a tie goes by the Parrot, but nobody wins without Pirates."""
    winner, loser = seat, left
    if s.strength[left] > s.strength[seat] or (s.strength[left] == s.strength[seat] and by_parrot(s, 1 << seat | 1 << left) == left):
        winner, loser = left, seat
    if how_many(s, winner, PIRATE) == 0:
        emit(log, FIGHT_UNDECIDED, winner, loser, s.strength[winner], s.strength[loser])
        return
    s.won[winner] |= 1 << (LEFT if winner == seat or s.seats == 2 else RIGHT)
    emit(log, FIGHT_WON, winner, loser, s.strength[winner], s.strength[loser])


def opponent(s: State, seat: int, side: int) -> int:
    """The neighbour on a side."""
    if side == LEFT:
        return seat + 1 if seat + 1 < s.seats else 0
    return seat - 1 if seat else s.seats - 1


def has_won(s: State, seat: int, side: int) -> bool:
    """Whether a seat has won its fight on a side in this boarding."""
    return s.won[seat] >> side & 1 == 1


def has_beaten(s: State, seat: int, other: int) -> bool:
    """Whether a seat has won its fight against another in this boarding."""
    beaten = False
    for side in range(2):
        beaten |= has_won(s, seat, side) and opponent(s, seat, side) == other
    return beaten


def pass_chest(s: State, log: Log) -> None:
    """If the holder of the Chest lost, it goes to the (stronger) winner, who moves one doubloon from it to their board."""
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


# ---- Which Pirates can be sent, and what else can be chosen -----------------------------------------


def ready(s: State, seat: int, side: int, out: list[int]) -> int:
    """Write the set of a seat's Pirates that have not acted for the victory on a side to `out` and return how many there are."""
    for word in range(WORD_COUNT):
        out[word] = s.boards[seat][word] & s.of_type[PIRATE][word] & ~s.applied[side][word]
    return count_of(out)


def why_not_send(s: State, seat: int, kind: int, side: int) -> int:
    """Why no Pirate of a kind can be sent for the victory on a side; 0 if one can."""
    if kind >= s.kind_count or s.type_of[kind] != PIRATE or first_of_kind(s, seat, kind) == NO_CARD:
        return NO_SUCH_PIRATE
    if not has_won(s, seat, side):
        return NOT_BEATEN
    left = scratch(WORD_COUNT)
    ready(s, seat, side, left)
    return HAS_ACTED if first_among(s, left, kind) == NO_CARD else why_not_act(s, seat, kind, side)


def why_not_act(s: State, seat: int, kind: int, side: int) -> int:
    """Why a Pirate that is ready can't act; 0 if it can. If the opponent doesn't matter, a `once` acts for the victory to the left."""
    if not can_act(s, seat, kind, opponent(s, seat, side)):
        return NOTHING_TO_ACT_ON
    has_other = side == RIGHT and has_won(s, seat, LEFT)
    return ONE_IS_ENOUGH if has_other and s.once[kind] and not needs_opponent(s.effect[kind]) else 0


def options(s: State, seat: int, out: list[int], most: int = MOST_SENDS) -> int:
    """Write every (kind of Pirate, victory) that can act now to `out`, or as many as are wanted, and return how many there are."""
    count = 0
    left = scratch(WORD_COUNT)
    for side in range(2):
        if has_won(s, seat, side):
            last = -1  # copies are identical and adjacent in the deck's order
            ready(s, seat, side, left)
            while has_any(left) and count < most:
                kind = s.kind_of[take_lowest(left)]
                if kind != last and why_not_act(s, seat, kind, side) == 0:
                    out[count] = send_action(kind, side)
                    count += 1
                last = kind
    return count


def asks_nothing(s: State, seat: int, kind: int) -> bool:
    """Whether sending a Pirate of a kind needs no decision: it must act, nobody has to choose anything, and the opponent is clear."""
    effect = s.effect[kind]
    has_two = has_won(s, seat, LEFT) and has_won(s, seat, RIGHT)
    return effect in (GAIN_DOUBLOONS, STEAL_DOUBLOONS, STEAL_RUMS) and not (has_two and s.once[kind] and needs_opponent(effect))


def may_decline(s: State, out: list[int], count: int) -> bool:
    """Whether none of these options must be taken."""
    declinable = True
    for i in range(count):
        declinable &= is_optional(s.effect[pirate_of(out[i])])
    return declinable


def must_act(s: State, seat: int) -> bool:
    """Whether a seat has a Pirate whose effect can't be declined."""
    out = scratch(MOST_SENDS)
    return not may_decline(s, out, options(s, seat, out))


def legal_sends(s: State, seat: int, out: list[int]) -> int:
    """Write the options, and DONE if all of them may be declined."""
    count = options(s, seat, out)
    if may_decline(s, out, count):
        out[count] = DONE
        count += 1
    return count


def legal_loot(s: State, out: list[int]) -> int:
    """The places of the loot that hold a card."""
    count = 0
    for share in range(SHARES):
        for place in range(s.share_size[share]):
            out[count] = loot_action(share, place)
            count += 1
    return count


def only_loot(s: State) -> int:
    """Return the action that takes the only card of the loot; NO_ACTION if there are more."""
    if loot_size(s) != 1:
        return NO_ACTION
    share = 0
    while s.share_size[share] == 0:
        share += 1
    return loot_action(share, 0)


def chooses_card(s: State) -> bool:
    """Whether a player is to choose a card on a board."""
    return GIVING_RUM <= s.phase <= DISCARDING


def type_to_choose(s: State) -> int:
    """Return the type of the card to be chosen from a board."""
    return RUM if s.phase == GIVING_RUM else OBJECT


def owner_to_choose_from(s: State) -> int:
    """Return whose board: the beaten opponent's if one of their Objects is taken or discarded."""
    return s.target if s.phase in (TAKING_OBJECT, DISCARDING) else s.actor


def legal_kinds(s: State, out: list[int]) -> int:
    """The kinds of the cards that can be chosen from a board."""
    left = scratch(WORD_COUNT)
    count = 0
    last = -1
    cards_at(s, owner_to_choose_from(s), type_to_choose(s), left)
    while has_any(left):
        kind = s.kind_of[take_lowest(left)]
        if kind != last:
            out[count] = CHOOSE + kind
            count += 1
            last = kind
    return count


def can_choose(s: State, kind: int) -> bool:
    """Whether a card of a kind can be chosen from a board."""
    return kind < s.kind_count and s.type_of[kind] == type_to_choose(s) and first_of_kind(s, owner_to_choose_from(s), kind) != NO_CARD


# ---- The winners' Pirates act -------------------------------------------------------------------------


def go_on(s: State, action: int, log: Log) -> bool:
    """Do an action of a boarding, if it is one, and all that needs no decision; return True once the boarding is over."""
    while action != NO_ACTION:
        if action >= DONE:
            act(s, action, log)
        action = only_action(s)
    if s.acted < s.seats:
        return False
    end(s, log)
    return True


def only_action(s: State) -> int:
    """Return what the next winner with something to do has to do; NO_ACTION if there is a choice, or nobody is left.

    An effect that is the only option and can't be declined is applied at once, and so is a choice among things that are all the same.
    """
    if s.phase == CHOOSING_LOOT:
        return only_loot(s)
    if s.phase == GIVING_RUM:  # identical Rums are a choice too: making it would reveal that they are identical
        return CHOOSE + s.kind_of[nth(s, s.actor, RUM, 0)] if s.rums[s.actor] == 1 else NO_ACTION
    if s.phase != SENDING:
        kind = only_kind(s, owner_to_choose_from(s), OBJECT)
        return CHOOSE + kind if kind >= 0 else NO_ACTION
    out = scratch(2)
    while s.acted < s.seats:
        s.actor = (s.first_boarder + s.acted) % s.seats
        count = options(s, s.actor, out, 2)
        if count:
            return NO_ACTION if count > 1 or may_decline(s, out, count) else out[0]
        s.acted += 1
    return NO_ACTION


def act(s: State, action: int, log: Log) -> None:
    """Do one action of a boarding."""
    if action == DONE:
        emit(log, EFFECTS_DECLINED, s.actor)
        s.acted += 1
    elif s.phase == SENDING:
        send(s, s.actor, pirate_of(action), side_of(action), log)
    elif s.phase == CHOOSING_LOOT:
        take_loot(s, share_of(action), place_of(action), log)
    elif s.phase == GIVING_RUM:
        swap_rum(s, rum_to_give(s, action - CHOOSE), log)
    elif s.phase == GIVING_OBJECT:
        give_object(s, action - CHOOSE)
    elif s.phase == TAKING_OBJECT:
        swap_object(s, action - CHOOSE, log)
    else:
        discard_object(s, action - CHOOSE, log)


def send(s: State, seat: int, kind: int, side: int, log: Log) -> None:
    """Apply a Pirate's effect for one victory, or begin to: it may ask for a choice."""
    left = scratch(WORD_COUNT)
    ready(s, seat, side, left)
    card = first_among(s, left, kind)
    put(s.applied[side], card)
    if s.once[kind]:
        put(s.applied[1 - side], card)
    s.sent = card
    s.target = opponent(s, seat, side)
    emit(log, PIRATE_SENT, seat, card, s.target)
    apply_effect(s, seat, kind, log)


def end(s: State, log: Log) -> None:
    """All Pirates are discarded."""
    for seat in range(s.seats):
        discard_pirates(s, seat, log)
        s.strength[seat] = 0
        s.won[seat] = 0
    for side in range(2):
        for word in range(WORD_COUNT):
            s.applied[side][word] = 0
    s.boarding = 0
    s.first_boarder = -1
    s.actor = -1
    s.acted = 0
    emit(log, BOARDING_ENDED, -1, s.round_number)
    if log is not None:  # nothing to count without a log
        for seat in range(s.seats):
            emit(log, CREW_LEFT, seat, crew_strength(s, seat))
