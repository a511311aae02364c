"""What a perfect memory keeps of a round: every card that moved, where from and where to.

The tape has an entry for each card that moved, in order. Who knows which card it was follows from the
places: a draw is known to the drawer, a theft to thief and robbed, a search to the searcher unless the pile
gave it away, all else to everybody. Three kinds of entries have a place twice, because nothing moved: a hand was
revealed, a search began, a pile showed a new top.
"""

from typing import Any

from seaboard.games.sea_salt_and_paper.cards import CARDS
from seaboard.kit import size

# Places: the hands are 0 to 3.
PILE = 4  # and 5
DECK = 6
TABLE = 7  # laid, before the seat whose hand it came from

HIDDEN = 63  # instead of a card, in an entry that a seat may not know
OPEN = 1 << 12  # all know which card a search took; or all saw a hand or a pile's new top

# A round fits: 58 cards leave the deck, at most 28 are discarded and 30 leave a pile, each showing at most one new
# top; 36 are laid; 5 thefts, 4 searches and 4 revealed hands.
TAPE = 200
SEARCHES = 4
PILE_CARDS = 32


def remember(s: Any, card: int, source: int, target: int, opened: int = 0) -> None:
    """Write down that a card moved."""
    s.tape[s.tape_size] = card | source << 6 | target << 9 | opened
    s.tape_size += 1


def remember_search(s: Any, seat: int, pile: int) -> None:
    """Write down that a seat looks through a pile, and what it sees there."""
    for place in range(s.pile_sizes[pile]):
        s.sights[s.searches] |= 1 << s.piles[pile][place]
    s.searches += 1
    remember(s, seat, PILE + pile, PILE + pile)


def remember_reveal(s: Any, seat: int) -> None:
    """Write down that a hand lies open from now on."""
    remember(s, 0, seat, seat, OPEN)


def forget(s: Any) -> None:
    """A new round: nothing is known."""
    for at in range(s.tape_size):
        s.tape[at] = 0
    s.tape_size = 0
    for search in range(s.searches):
        s.sights[search] = 0
    s.searches = 0


def card_of(entry: int) -> int:
    """The card that moved, or HIDDEN; the searcher, where a search began."""
    return entry & 63


def source_of(entry: int) -> int:
    """Where it came from."""
    return entry >> 6 & 7


def target_of(entry: int) -> int:
    """Where it went."""
    return entry >> 9 & 7


def begins_search(entry: int) -> bool:
    """Whether this entry is somebody beginning to look through a pile."""
    return PILE <= source_of(entry) < DECK and source_of(entry) == target_of(entry) and not entry & OPEN


def knows(entry: int, seat: int) -> bool:
    """Whether a seat (-1: a spectator) knows which card this was."""
    source, target = source_of(entry), target_of(entry)
    if source == target or target >= PILE:
        return True
    if source < PILE:
        return seat in (source, target)
    if source == DECK:
        return seat == target
    return seat == target or entry & OPEN != 0


def knows_pile(s: Any, seat: int, pile: int) -> bool:
    """Whether a seat has followed all that came into a pile and went out of it, or has looked through it since."""
    sure = True
    for at in range(s.tape_size):
        entry = s.tape[at]
        if source_of(entry) == PILE + pile:
            if begins_search(entry) and card_of(entry) == seat:
                sure = True
            elif not knows(entry, seat):
                sure = False
    return sure


def is_true(s: Any) -> bool:
    """Whether the tape, with nothing hidden, is one that play can write, and leads to where the cards are now."""
    where = [DECK] * CARDS
    since = [0] * CARDS  # the entry that moved each card last
    piles = [0] * (2 * PILE_CARDS)
    sizes = [0] * 2
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
            count = sizes[source - PILE]
            is_top = card == piles[(source - PILE) * PILE_CARDS + count - 1]
            if source == target:
                if not is_top:
                    return False
                continue
            if (entry & OPEN != 0) != (is_top or count == 2):
                return False
            pull(piles, sizes, source - PILE, card)
        if PILE <= target < DECK:
            if source < PILE and since[card] < at - 2:  # a discard has just been drawn
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


def ends_here(s: Any, where: Any, piles: Any) -> bool:
    """Whether all cards are where the tape has led them."""
    found = [0] * 8
    for card in range(CARDS):
        found[where[card]] |= 1 << card
    laid = 0
    for seat in range(4):
        held = s.hands[seat]
        if seat == s.turn:
            for i in range(2):
                if s.drawn[i] >= 0:
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


# ---- Both piles in one list, as the tape is gone through ----------------------------------------------


def push(piles: Any, sizes: Any, pile: int, card: int) -> None:
    """Put a card on top of a pile."""
    piles[pile * PILE_CARDS + sizes[pile]] = card
    sizes[pile] += 1


def pull(piles: Any, sizes: Any, pile: int, card: int) -> None:
    """Take a card out of a pile."""
    place = pile * PILE_CARDS
    while piles[place] != card:
        place += 1
    sizes[pile] -= 1
    for i in range(place, pile * PILE_CARDS + sizes[pile]):
        piles[i] = piles[i + 1]


def contents(piles: Any, sizes: Any, pile: int) -> int:
    """The cards of a pile, as bits."""
    cards = 0
    for place in range(pile * PILE_CARDS, pile * PILE_CARDS + sizes[pile]):
        cards |= 1 << piles[place]
    return cards
