"""Positions of Sea Salt & Paper in a few lines of code, for lessons and tests."""

from collections.abc import Sequence

from seaboard import GAMES, Match
from seaboard.games.sea_salt_and_paper.memory import DECK, PILE, TABLE, forget, remember, remember_reveal
from seaboard.games.sea_salt_and_paper.notation import PHASES, read_card

GAME = GAMES["sea-salt-and-paper"]
CARDS = 58


def at(
    hands: Sequence[str],
    *,
    laid: Sequence[str] = (),
    piles: Sequence[str] = ("", ""),
    deck: str = "",
    rest: str = "deck",
    turn: int = 0,
    phase: str = "lay",
    scores: Sequence[int] = (),
    caller: int = -1,
    revealed: Sequence[int] = (),
    target: int | str = "standard",
    compiled: bool = False,
    seed: int = 1,
) -> Match:
    """A match with these hands, laid cards, piles (the top last) and next cards of the deck (the top first).

    All other cards are in `rest`: the deck, `hand 1`, `table 1` or `pile 1`, below what was named.
    """
    seats = len(hands)
    s = GAME.new_state(seats=seats, seed=seed, options={"target": target})
    GAME.rules.start(s, None)
    named = " ".join([*hands, *laid, *piles, deck]).split()
    others = [card for card in range(CARDS) if card not in {read_card(name) for name in named}]
    places = [_cards(one) for one in hands] + [[]] * (4 - seats)
    tables = [_cards(one) for one in laid] + [[]] * (4 - len(laid))
    heaps = [_cards(one) for one in piles]
    stock = list(reversed(_cards(deck)))
    where, _, number = rest.partition(" ")
    if where == "deck":
        stock = others + stock
    elif where == "hand":
        places[int(number)] = others + places[int(number)]
    elif where == "table":
        tables[int(number)] = others + tables[int(number)]
    else:
        heaps[int(number) - 1] = others + heaps[int(number) - 1]

    forget(s)
    for seat in range(4):
        s.hands[seat] = sum(1 << card for card in places[seat])
        s.held[seat] = len(places[seat])
        s.laid[seat] = sum(1 << card for card in tables[seat])
        for card in places[seat] + tables[seat]:
            remember(s, card, DECK, seat)
        for card in tables[seat]:
            remember(s, card, seat, TABLE)
    for pile, heap in enumerate(heaps):
        s.piles[pile] = heap + [-1] * (32 - len(heap))
        s.pile_sizes[pile] = len(heap)
        for card in heap:
            remember(s, card, DECK, PILE + pile)
    s.deck = stock + [-1] * (CARDS - len(stock))
    s.deck_size = len(stock)
    s.turn, s.phase, s.caller = turn, PHASES.index(phase), caller
    s.scores = [*scores, *[0] * (4 - len(scores))]
    for seat in {*revealed, caller} - {-1}:
        s.revealed |= 1 << seat
        remember_reveal(s, seat)
    return Match.from_state(GAME, s, compiled=compiled)  # trusted: no round has led to these scores


def _cards(names: str) -> list[int]:
    return [read_card(name) for name in names.split()]
