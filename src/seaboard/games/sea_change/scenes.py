"""Positions of Sea Change in two lines of code, for lessons and tests: hands, trump and leader; all other cards have been taken already."""

from typing import Any

from seaboard import GAMES, Match
from seaboard.games.sea_change import rules
from seaboard.games.sea_change.cards import POINTS, SUIT_LETTERS, SUITS, VALUES, values_used
from seaboard.games.sea_change.notation import read_card, read_set
from seaboard.games.sea_change.state import AI

GAME = GAMES["sea-change"]


def table(
    hands: list[str],
    *,
    trump: str | None,
    compiled: bool = False,
    leader: int = 0,
    options: dict[str, Any] | None = None,
    taken: dict[int, str] | None = None,
    pile: str = "",
    vps: list[int] | None = None,
) -> Match:
    """A match in which these hands are left; cards not mentioned were taken by the last side."""
    chosen = GAME.check_options(len(hands), options or {})
    s = GAME.new_state(seats=len(hands), seed=1, options=chosen)
    rules.start(s, None)
    s.trump = -1 if trump is None else SUIT_LETTERS.index(trump)
    s.leader = s.turn = leader
    s.taken = [[0] * SUITS for _ in s.taken]
    s.hands = [[0] * SUITS for _ in s.hands]
    s.pile = [-1] * len(s.pile)
    if s.seats == 1:
        s.trick = [-1] * len(s.trick)
        s.trick_size, s.lead = 0, -1
        s.plays = [-1] * len(s.plays)
        s.played = 0
    free = [values_used(s.seats) if s.suits >> suit & 1 else 0 for suit in range(SUITS)]

    def put(masks: list[int], names: str) -> None:
        for suit, values in enumerate(read_set(names.split())):
            assert free[suit] & values == values, f"{names}: a card is used twice or not in this deck"
            masks[suit] |= values
            free[suit] &= ~values

    for seat, names in enumerate(hands):
        put(s.hands[seat], names)
        s.held[seat] = len(names.split())
    for side, names in (taken or {}).items():
        put(s.taken[side], names)
    cards = [read_card(name) for name in pile.split()]
    put([0] * SUITS, pile)
    s.pile[: len(cards)] = cards[::-1]  # written top first
    s.pile_size = len(cards)
    for suit in range(SUITS):
        s.taken[s.sides - 1][suit] |= free[suit]
    for side in range(s.sides):
        s.points[side] = sum(POINTS[v] for values in s.taken[side] for v in range(VALUES) if values >> v & 1)
    if vps:
        s.vps[: len(vps)] = vps
    if s.seats == 1:
        rules.begin_trick(s, AI, None)
    assert sum(values.bit_count() for row in s.hands for values in row) == sum(s.held)
    return Match.from_state(GAME, s, compiled=compiled)  # trusted: no play has led to so few cards in so few tricks
