"""A perfect memory of a round: every card that moved, where from and where to.

The tape has an entry for each card that moved, in order. Who knows which card it was follows from the places: a draw is known to the
drawer, a theft to the thief and the victim, a search to the searcher unless the pile gave it away, everything else to everybody. Three
kinds of entries name one place twice, because nothing moved: a hand was revealed, a search began, a pile showed a new top.
"""

from seaboard.games.sea_salt_and_paper.state import PILE_CARDS, State

# Places: the hands are 0 to 3.
PILE = 4  # and 5
DECK = 6
TABLE = 7  # laid, before the seat whose hand it came from

HIDDEN = 63  # instead of a card, in an entry that a seat may not know
OPEN = 1 << 12  # everyone knows which card a search took, or saw a hand or a pile's new top

BOTH_PILES = 2 * PILE_CARDS


def remember(s: State, card: int, source: int, target: int, opened: int = 0) -> None:
    """Record that a card moved."""
    s.tape[s.tape_size] = entry_of(card, source, target) | opened
    s.tape_size += 1


def remember_search(s: State, seat: int, pile: int) -> None:
    """Record that a seat looks through a pile, and what it sees there."""
    for place in range(s.pile_sizes[pile]):
        s.sights[s.searches] |= 1 << s.piles[pile][place]
    s.searches += 1
    remember(s, seat, PILE + pile, PILE + pile)


def remember_reveal(s: State, seat: int) -> None:
    """Record that a hand is revealed from now on."""
    remember(s, 0, seat, seat, OPEN)


def forget(s: State) -> None:
    """Start a new round, with nothing known."""
    for at in range(s.tape_size):
        s.tape[at] = 0
    s.tape_size = 0
    for search in range(s.searches):
        s.sights[search] = 0
    s.searches = 0


def entry_of(card: int, source: int, target: int) -> int:
    """The entry of a card that moved."""
    return card | source << 6 | target << 9


def card_of(entry: int) -> int:
    """The card that moved, or HIDDEN; the searcher, where a search began."""
    return entry & 63


def source_of(entry: int) -> int:
    """Return where it came from."""
    return entry >> 6 & 7


def target_of(entry: int) -> int:
    """Return where it went."""
    return entry >> 9 & 7


def begins_search(entry: int) -> bool:
    """Whether this entry is the beginning of a search through a pile."""
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


def knows_pile(s: State, seat: int, pile: int) -> bool:
    """Whether a seat has followed everything that came into a pile and left it, or has looked through it since."""
    sure = True
    for at in range(s.tape_size):
        entry = s.tape[at]
        if source_of(entry) == PILE + pile:
            if begins_search(entry) and card_of(entry) == seat:
                sure = True
            elif not knows(entry, seat):
                sure = False
    return sure


# ---- Both piles in one row of BOTH_PILES, as the tape is gone through ------------------------------------


def push(piles: list[int], sizes: list[int], pile: int, card: int) -> None:
    """Put a card on top of a pile."""
    piles[pile * PILE_CARDS + sizes[pile]] = card
    sizes[pile] += 1


def pull(piles: list[int], sizes: list[int], pile: int, card: int) -> None:
    """Take a card out of a pile."""
    place = pile * PILE_CARDS
    while piles[place] != card:
        place += 1
    sizes[pile] -= 1
    for i in range(place, pile * PILE_CARDS + sizes[pile]):
        piles[i] = piles[i + 1]


def top_of(piles: list[int], sizes: list[int], pile: int) -> int:
    """The top card of a pile that has one."""
    return piles[pile * PILE_CARDS + sizes[pile] - 1]


def contents(piles: list[int], sizes: list[int], pile: int) -> int:
    """The cards of a pile, as bits."""
    cards = 0
    for place in range(pile * PILE_CARDS, pile * PILE_CARDS + sizes[pile]):
        cards |= 1 << piles[place]
    return cards
