"""The second step of a turn: lay pairs and apply their effects."""

from seaboard.games.sea_salt_and_paper.cards import CRAB, FISH, MERMAIDS, OF_KIND, PAIR_KINDS, PAIRS, SWIMMER, kind_of
from seaboard.games.sea_salt_and_paper.memory import TABLE, remember, remember_search
from seaboard.games.sea_salt_and_paper.state import (
    CARD_STOLEN,
    EFFECT_LOST,
    HAND_EMPTY,
    HAND_OPEN,
    LAY,
    NO_PILE,
    NO_SUCH_SEAT,
    OWN_HAND,
    PAIR_LAID,
    PICK,
    PILE_SEARCHED,
    ROB,
    SEARCH,
    TAKE,
    TURN_REPEATED,
    State,
)
from seaboard.games.sea_salt_and_paper.taking import add_to_hand, can_take, draw_one, remove_from_hand, take_from_pile
from seaboard.kit import Log, draw, emit, lowest, size


def has_pair(cards: int, pair: int) -> bool:
    """Whether both cards of a pair are in a set."""
    return cards & PAIRS[pair][0] != 0 and cards & PAIRS[pair][1] != 0


def without_partner(cards: int) -> int:
    """The cards of a set that are laid in pairs but have no partner in it."""
    alone = 0
    for first, second in PAIR_KINDS:
        one, other = cards & OF_KIND[first], cards & OF_KIND[second]
        if size(one) == 1 if first == second else not one or not other:
            alone |= one | other
    return alone


def has_all_mermaids(cards: int) -> bool:
    """Whether all four mermaids are in a set."""
    return cards & MERMAIDS == MERMAIDS


def pick_one(s: State, cards: int) -> int:
    """One card of a set, at random."""
    count = size(cards)
    if count > 1:
        for _ in range(draw(s, count)):
            cards &= cards - 1
    return lowest(cards)


def lay_card(s: State, seat: int, card: int) -> None:
    """A card from the hand lies before its seat from now on."""
    remove_from_hand(s, seat, card)
    s.laid[seat] |= 1 << card
    remember(s, card, seat, TABLE)


def lay_pair(s: State, seat: int, pair: int, log: Log) -> None:
    """Lay two cards that belong together and apply their effect, if there is anything to apply it to."""
    first = pick_one(s, s.hands[seat] & PAIRS[pair][0])
    second = pick_one(s, s.hands[seat] & PAIRS[pair][1])
    lay_card(s, seat, first)
    lay_card(s, seat, second)
    emit(log, PAIR_LAID, seat, first, second)

    kind = kind_of(first)
    if not has_effect(s, seat, kind):
        emit(log, EFFECT_LOST, seat, kind)
    elif kind == CRAB:
        choose_pile(s, seat, log)
    elif kind == FISH:
        draw_one(s, seat, log)
    elif kind == SWIMMER:
        choose_victim(s, seat, log)
    else:
        emit(log, TURN_REPEATED, seat)
        s.phase = TAKE


def has_effect(s: State, seat: int, kind: int) -> bool:
    """Whether a pair that begins with this kind has anything to act on."""
    if kind == CRAB:
        return s.pile_sizes[0] > 0 or s.pile_sizes[1] > 0
    if kind == FISH:
        return s.deck_size > 0
    if kind == SWIMMER:
        return victims(s, seat) != 0
    return can_take(s)


# ---- Two crabs: look through a pile ------------------------------------------------------------------


def choose_pile(s: State, seat: int, log: Log) -> None:
    """Choose a pile to look through; the only one is looked through at once."""
    if s.pile_sizes[0] and s.pile_sizes[1]:
        s.phase = SEARCH
    else:
        search(s, seat, 0 if s.pile_sizes[0] else 1, log)


def search(s: State, seat: int, pile: int, log: Log) -> None:
    """Look through a pile, to pick one of its cards; a single card is picked at once."""
    remember_search(s, seat, pile)
    emit(log, PILE_SEARCHED, seat, pile, s.pile_sizes[pile])
    s.searched = pile
    s.phase = PICK
    if s.pile_sizes[pile] == 1:
        pick(s, seat, s.piles[pile][0], log)


def pick(s: State, seat: int, card: int, log: Log) -> None:
    """Take a card out of the pile that was looked through."""
    pile = s.searched
    place = 0
    while s.piles[pile][place] != card:
        place += 1
    take_from_pile(s, seat, pile, place, log)
    s.searched = NO_PILE
    s.phase = LAY


# ---- A swimmer and a shark: steal a card -----------------------------------------------------------------


def why_not_rob(s: State, seat: int, victim: int) -> int:
    """Why a seat can't be stolen from; 0 if it can: another one, with cards, and not revealed."""
    if victim >= s.seats:
        return NO_SUCH_SEAT
    if victim == seat:
        return OWN_HAND
    if s.revealed >> victim & 1:
        return HAND_OPEN
    return 0 if s.held[victim] else HAND_EMPTY


def victims(s: State, seat: int) -> int:
    """The seats that this one can steal from, as bits."""
    found = 0
    for victim in range(s.seats):
        if not why_not_rob(s, seat, victim):
            found |= 1 << victim
    return found


def choose_victim(s: State, seat: int, log: Log) -> None:
    """Choose whom to steal from; the only one is stolen from at once."""
    found = victims(s, seat)
    if size(found) == 1:
        rob(s, seat, lowest(found), log)
    else:
        s.phase = ROB


def rob(s: State, seat: int, victim: int, log: Log) -> None:
    """Steal a card at random."""
    card = pick_one(s, s.hands[victim])
    remove_from_hand(s, victim, card)
    add_to_hand(s, seat, card)
    remember(s, card, victim, seat)
    emit(log, CARD_STOLEN, seat, card, victim)
    s.phase = LAY
