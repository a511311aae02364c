"""A Sea of Clouds that can be solved: the last round of a match of two, with three cards in the loot and none in the deck.

Each seat has one turn, there are no Pirates, and the count decides; all other cards are discarded. Seat 0 has a Behemoth's Tooth, the
Parrot and 4 doubloons, seat 1 an Eye of the Kraken and 3. The loot contains one or two of some Rums, nobody knows which, and a second
Tooth, or a second Tooth and a second Eye: worth taking, and worth keeping from the other.
"""

from itertools import combinations, permutations

from seaboard.games.sea_of_clouds.card_sets import back_of, drop, put
from seaboard.games.sea_of_clouds.cards import BACKS, LEG, RELIC_BACK, REMOVED_AT_RANDOM, ROUNDS, RUM_BACK, SHARE_CARDS, SHARES
from seaboard.games.sea_of_clouds.decks import standard
from seaboard.games.sea_of_clouds.loot import look_at_share
from seaboard.games.sea_of_clouds.rules import clear
from seaboard.games.sea_of_clouds.state import LOOKING, State

SEATS = 2
OPTIONS = {"first_player": 0}
HANDS = (1, 2)
"""How many Rums may lie in the loot."""
RUMS = ("aged-rum", "captains-reserve", "dark-rum#1", "rum#1", "rotgut#1", "spiced-rum#1", "rum#2")
"""The first five, and as many more as lie in the loot, are those that nobody has seen: five of them were removed before the match."""
OWN = ("behemoth-tooth#1", "eye-of-the-kraken#1")
"""What each seat has."""
RELICS = ("behemoth-tooth#2", "eye-of-the-kraken#2")
"""What lies in the loot beside the Rums."""


def deals(rums: int) -> list[tuple[int, ...]]:
    """List the card in each share in every way that they can be dealt, all equally likely."""
    found = []
    for unknown in combinations(numbers(RUMS[: REMOVED_AT_RANDOM + rums]), rums):
        found += list(permutations((*unknown, *numbers(RELICS[: SHARES - rums]))))
    return found


def numbers(names: tuple[str, ...]) -> tuple[int, ...]:
    """Cards of the standard deck by their names."""
    return tuple(standard().names.index(name) for name in names)


def set_up(s: State, loot: tuple[int, ...]) -> None:
    """Put these cards into the shares and remove all others; everything else follows the rules."""
    clear_table(s)
    rums = sum(back_of(s, card) == RUM_BACK for card in loot)
    removed = set(numbers(RUMS[: REMOVED_AT_RANDOM + rums])) - set(loot)
    own = numbers(OWN)
    gone = [0] * BACKS
    for card in range(s.card_count):
        which = back_of(s, card)
        if card in own:
            put(s.boards[own.index(card)], card)
        elif s.kind_of[card] == s.removed_kind or card in removed:
            put(s.removed, card)
        elif which not in (RUM_BACK, RELIC_BACK) and gone[which] < REMOVED_AT_RANDOM:
            gone[which] += 1
            put(s.removed, card)
        elif card not in loot:
            put(s.discards, card)
    for share, card in enumerate(loot):
        s.shares[share][0] = card
        s.share_size[share] = 1
    s.round_number = ROUNDS[SEATS]
    s.stream = 1 + (ROUNDS[SEATS] - 1) // LEG[SEATS]
    s.parrot = 0
    s.doubloons[0] += 1
    s.issued += 1
    s.turn, s.phase = 0, LOOKING
    look_at_share(s, 0, 0, None)


def clear_table(s: State) -> None:
    """Take away all cards that were dealt."""
    clear(s)
    s.pile_size = 0
    for cards in (s.discards, s.removed, *s.boards, *s.known):
        for card in range(s.card_count):
            drop(cards, card)
    for share in range(SHARES):
        s.share_size[share] = 0
        for place in range(SHARE_CARDS):
            s.seen_by[share][place] = 0
