"""What must hold in every state of Sea Salt & Paper that play can reach."""

from seaboard.games.sea_salt_and_paper.cards import ALL_CARDS, CARDS
from seaboard.games.sea_salt_and_paper.memory import (
    BOTH_PILES,
    DECK,
    OPEN,
    PILE,
    TABLE,
    begins_search,
    card_of,
    contents,
    pull,
    push,
    source_of,
    target_of,
    top_of,
)
from seaboard.games.sea_salt_and_paper.pairs import victims
from seaboard.games.sea_salt_and_paper.rules import goal_of
from seaboard.games.sea_salt_and_paper.state import (
    DISCARD,
    KEEP,
    LOST,
    NO_CARD,
    NO_PILE,
    NOBODY,
    NOT_YET,
    OVER,
    PICK,
    PILE_CARDS,
    ROB,
    SEARCH,
    SEARCHES,
    SEATS,
    TAKE,
    TAPE,
    State,
)
from seaboard.games.sea_salt_and_paper.taking import can_take
from seaboard.kit import scratch, size

PLACES = 8  # of the tape


def is_sound(s: State) -> bool:
    """Whether every card is in exactly one place, and every number is one that play can reach."""
    return are_numbers_sound(s) and can_choose(s) and are_cards_all_there(s) and is_tape_true(s)


def are_numbers_sound(s: State) -> bool:
    """Whether every number is in its range and fits the others."""
    if not 0 <= s.turn < s.seats or not TAKE <= s.phase <= OVER or (s.phase == OVER) != (s.winning != 0):
        return False
    if not NOBODY <= s.caller < s.seats or not NOBODY <= s.ended_by < s.seats or not 0 <= s.starter < s.seats:
        return False
    if s.winning >> s.seats or s.revealed >> s.seats or s.goal != goal_of(s) or s.round_number < 1:
        return False
    if not NOT_YET <= s.ending <= LOST or (s.ending == NOT_YET) != (s.ended_by == NOBODY):
        return False
    if not NO_PILE <= s.searched < 2 or (s.phase == PICK) != (s.searched != NO_PILE):
        return False
    if not 0 <= s.deck_size <= CARDS or not 0 <= s.tape_size <= TAPE:
        return False
    if s.caller != NOBODY and not s.revealed >> s.caller & 1:
        return False
    for pile in range(2):
        # Of each two cards drawn one is discarded: all of those must fit on one pile.
        if s.pile_sizes[pile] < 0 or s.pile_sizes[pile] + s.deck_size // 2 >= PILE_CARDS:
            return False
    return (s.drawn[0] != NO_CARD) == (s.phase in (KEEP, DISCARD)) and (s.drawn[1] != NO_CARD) == (s.phase == KEEP)


def can_choose(s: State) -> bool:
    """Whether the seat whose turn it is has something to choose, as it must until the match is over."""
    if s.phase == OVER:
        return True
    if s.revealed >> s.turn & 1:
        return False
    if s.phase == TAKE:
        return can_take(s)
    if s.phase == SEARCH:
        return s.pile_sizes[0] > 0 and s.pile_sizes[1] > 0
    if s.phase == DISCARD:
        return (s.pile_sizes[0] > 0) == (s.pile_sizes[1] > 0)
    return s.phase != ROB or size(victims(s, s.turn)) > 1


def are_cards_all_there(s: State) -> bool:
    """Whether every card is in exactly one place, and nothing is where there is no card."""
    found = 0
    count = 0
    for seat in range(SEATS):
        cards = s.hands[seat] | s.laid[seat]
        if s.held[seat] != size(s.hands[seat]) or (seat >= s.seats and (cards or s.scores[seat])) or s.scores[seat] < 0:
            return False
        found |= cards
        count += size(s.hands[seat]) + size(s.laid[seat])
    for place in range(CARDS):
        if (s.deck[place] == NO_CARD) != (place >= s.deck_size):
            return False
        if s.deck[place] != NO_CARD:
            found |= 1 << s.deck[place]
            count += 1
    for pile in range(2):
        for place in range(PILE_CARDS):
            if (s.piles[pile][place] == NO_CARD) != (place >= s.pile_sizes[pile]):
                return False
            if s.piles[pile][place] != NO_CARD:
                found |= 1 << s.piles[pile][place]
                count += 1
    for i in range(2):
        if s.drawn[i] != NO_CARD:
            found |= 1 << s.drawn[i]
            count += 1
    return found == ALL_CARDS and count == CARDS


# ---- What there is to remember -------------------------------------------------------------------------


def is_tape_true(s: State) -> bool:
    """Whether the tape, with nothing hidden, is one that play can write, and leads to where the cards are now."""
    where = scratch(CARDS)
    for card in range(CARDS):
        where[card] = DECK
    since = scratch(CARDS)  # the entry that moved each card last
    piles = scratch(BOTH_PILES)
    sizes = scratch(2)
    revealed = 0
    searches = 0
    for at in range(s.tape_size):
        entry = s.tape[at]
        card, source, target = card_of(entry), source_of(entry), target_of(entry)
        if begins_search(entry):
            if searches == SEARCHES or s.sights[searches] != contents(piles, sizes, source - PILE):
                return False
            searches += 1
            continue
        if source == target and source < PILE:
            if not entry & OPEN:
                return False
            revealed |= 1 << source
            continue
        if card >= CARDS or where[card] != source or (revealed >> source | revealed >> target) & 1:
            return False
        if PILE <= source < DECK:
            is_top = card == top_of(piles, sizes, source - PILE)
            if source == target:
                if not is_top:
                    return False
                continue
            if (entry & OPEN != 0) != is_top:
                return False
            pull(piles, sizes, source - PILE, card)
        if PILE <= target < DECK:
            if source < PILE and since[card] < at - 2:  # a discard has just been drawn
                return False
            if sizes[target - PILE] == PILE_CARDS:
                return False
            push(piles, sizes, target - PILE, card)
        where[card] = target
        since[card] = at
    for at in range(s.tape_size, TAPE):
        if s.tape[at]:
            return False
    for search in range(searches, SEARCHES):
        if s.sights[search]:
            return False
    return searches == s.searches and revealed == s.revealed and ends_here(s, where, piles)


def ends_here(s: State, where: list[int], piles: list[int]) -> bool:
    """Whether all cards are where the tape has led them."""
    found = scratch(PLACES)
    for card in range(CARDS):
        found[where[card]] |= 1 << card
    laid = 0
    for seat in range(SEATS):
        held = s.hands[seat]
        if seat == s.turn:
            for i in range(2):
                if s.drawn[i] != NO_CARD:
                    held |= 1 << s.drawn[i]
        if held != found[seat]:
            return False
        laid |= s.laid[seat]
    for pile in range(2):
        if s.pile_sizes[pile] != size(found[PILE + pile]):
            return False
        for place in range(s.pile_sizes[pile]):
            if s.piles[pile][place] != piles[pile * PILE_CARDS + place]:
                return False
    return laid == found[TABLE]
