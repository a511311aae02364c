"""Hidden cards dealt anew: every deal that fits what a seat knows is equally likely. A law by enumeration.

Late positions of random matches are taken in which few deals are left. All of them are written down by a plain search that knows
only what a seat knows, not how `redeal` works; then the position is dealt anew many times and each deal counted. `target` says in
words what is equally likely in each game. What is dealt where it is something else, `test_redeal_unseen.py` says.
"""

import math
import os
import random
from collections.abc import Callable, Iterator
from itertools import combinations
from typing import Any, NamedTuple

import numpy as np
import pytest

from seaboard import GAMES, state
from seaboard.compiled import twin
from seaboard.game import Game
from seaboard.games.land_unter.cards import HALVES
from seaboard.games.sea_of_clouds.cards import RUM, SECRET, WORD_BITS, WORD_COUNT
from seaboard.games.sea_salt_and_paper import memory as tape
from tests.conformance.play import Setup, as_bytes, kernel, random_steps
from tests.conformance.uniform_kernel import DICE

POSITIONS = int(os.environ.get("SEABOARD_UNIFORM_POSITIONS", "8"))
SAMPLES = int(os.environ.get("SEABOARD_UNIFORM_SAMPLES", "20000"))
"""For each game; `make soak` looks at a hundred positions, 200,000 times each."""
LEAST_CHANCE = 1e-5
MOST_DEALS = 2000

Deal = tuple[int, ...]


class Law(NamedTuple):
    """How the deals of a game that are still possible are enumerated, and how a deal is read from a state."""

    target: str
    deals: Callable[[Any, int], dict[Deal, int] | None]
    """By deal, its weight; None if there are too many."""
    read: Callable[[Any, Any], Any]
    """From a hidden state and an array of dealt ones: a row of numbers for each."""
    seats: tuple[int, ...]


# ---- Sea Change ----------------------------------------------------------------------------------------


def sea_change_deals(hidden: Any, seat: int) -> dict[Deal, int] | None:
    """Who holds which card; with two seats, in how many ways the cards fit the ages of their slots."""
    slots = []  # who, and the suits that can't be there
    for other in range(hidden.seats):
        if other != seat:
            slots += [(other, hidden.barred[other][i] if hidden.seats == 2 else hidden.void[other]) for i in range(hidden.held[other])]
    seen = sum(1 << card for card in hidden.plays[: hidden.played])
    hidden_cards = len(slots) + hidden.pile_size
    if hidden_cards > (8 if hidden.seats == 2 else 11) or not any(bar for _, bar in slots):
        return None
    deck = [16 * suit + value for suit in range(5) for value in range(16) if hidden.suits >> suit & 1 and in_deck(hidden.seats, value)]
    unseen = [card for card in deck if not seen >> card & 1 and not hidden.hands[seat][card // 16] >> card % 16 & 1]
    found: dict[Deal, int] = {}

    def fill(number: int, left: list[int], hands: list[int], least: int) -> None:
        if len(found) > MOST_DEALS:
            return
        if number == len(slots):
            found[tuple(hands)] = found.get(tuple(hands), 0) + 1
            return
        owner, bar = slots[number]
        # the slots of one hand are all alike where there are more than two seats: each hand once, its cards in order
        alike = hidden.seats > 2
        for card in left:
            if not bar >> card // 16 & 1 and (not alike or card > least):
                following = card if number + 1 < len(slots) and slots[number + 1][0] == owner else -1
                hands[owner] |= 1 << card
                fill(number + 1, [other for other in left if other != card], hands, following)
                hands[owner] &= ~(1 << card)

    fill(0, unseen, [0] * hidden.seats, -1)
    return found if len(found) <= MOST_DEALS else None


def in_deck(seats: int, value: int) -> bool:
    """Whether the cards of a value are in the deck of this many seats."""
    more = max(0, seats - 5)
    return value == 0 or 4 - more <= value <= 12 + more


def sea_change_read(hidden: Any, rows: Any) -> Any:
    hands = rows["hands"][:, : hidden.seats].astype(object)
    own = [hidden.hands[other] for other in range(hidden.seats)]
    new = hands - np.array(own, dtype=object)  # without the seat's own
    return sum(new[:, :, suit] << 16 * suit for suit in range(5))


# ---- Land Unter ------------------------------------------------------------------------------------------


def land_unter_deals(hidden: Any, seat: int) -> dict[Deal, int] | None:
    """Which cards each hand has: twelve, with the lifebuoys announced for it."""
    known = [hidden.hands[hand] for hand in range(hidden.seats)]
    unseen = [card for card in range(60) if not any(hand >> card & 1 for hand in known)]
    needs = [12 - hand.bit_count() for hand in known]
    if sum(needs) == 0 or len(unseen) > 16 or math.prod(math.comb(len(unseen), need) for need in needs) > 3_000_000:
        return None
    found: dict[Deal, int] = {}

    def fill(hand: int, left: list[int], hands: list[int]) -> None:
        if hand == hidden.seats:
            found[tuple(hands)] = 1
        elif len(found) <= MOST_DEALS:
            for cards in combinations(left, needs[hand]):
                whole = hands[hand] | sum(1 << card for card in cards)
                if sum(HALVES[card] for card in range(60) if whole >> card & 1) // 2 == hidden.totals[hand]:
                    fill(hand + 1, [card for card in left if card not in cards], [*hands[:hand], whole, *hands[hand + 1 :]])

    fill(0, unseen, known)
    return found if len(found) <= MOST_DEALS else None


def land_unter_read(hidden: Any, rows: Any) -> Any:
    return rows["hands"][:, : hidden.seats]


# ---- Sea Salt & Paper ------------------------------------------------------------------------------------


def sea_salt_and_paper_deals(hidden: Any, seat: int) -> dict[Deal, int] | None:
    """Who holds which card, where every theft and every search was seen: nothing but draws is hidden."""
    for entry in hidden.tape[: hidden.tape_size]:
        if tape.card_of(entry) == tape.HIDDEN and tape.source_of(entry) != tape.DECK:
            return None
    known = [0] * hidden.seats
    unseen = (1 << 58) - 1
    for at in range(hidden.tape_size):
        entry = hidden.tape[at]
        card, source, target = tape.card_of(entry), tape.source_of(entry), tape.target_of(entry)
        if source == target:
            if source < tape.PILE:
                known[source] |= hidden.hands[source]
                unseen &= ~hidden.hands[source]
        elif card != tape.HIDDEN:
            unseen &= ~(1 << card)
            if source < tape.PILE:
                known[source] &= ~(1 << card)
            if target < tape.PILE:
                known[target] |= 1 << card
    needs = [0 if other == seat else hidden.held[other] - known[other].bit_count() for other in range(hidden.seats)]
    count = unseen.bit_count()
    if sum(needs) + hidden.deck_size != count or not any(needs):
        return None
    total, left = 1, count
    for need in needs:
        total *= math.comb(left, need)
        left -= need
    if not 1 < total <= MOST_DEALS:
        return None
    found: dict[Deal, int] = {}

    def fill(owner: int, left: list[int], hands: list[int]) -> None:
        if owner == hidden.seats:
            found[tuple(hands)] = 1
            return
        for cards in combinations(left, needs[owner]):
            hand = 0 if owner == seat else known[owner] | sum(1 << card for card in cards)
            fill(owner + 1, [card for card in left if card not in cards], [*hands, hand])

    fill(0, [card for card in range(58) if unseen >> card & 1], [])
    return found


def sea_salt_and_paper_read(hidden: Any, rows: Any) -> Any:
    hands = rows["hands"][:, : hidden.seats].copy()
    hands[:, hidden.turn] = 0  # the seat's own: the positions are of those who are to act
    return hands


# ---- Sea of Clouds ---------------------------------------------------------------------------------------


def sea_of_clouds_deals(hidden: Any, seat: int) -> dict[Deal, int] | None:
    """Who has which of the Rums and Secrets that the seat does not know, and where those are that it lost sight of."""

    def cards(words: Any) -> set[int]:
        return {card for card in range(hidden.card_count) if words[card // WORD_BITS] >> card % WORD_BITS & 1}

    boards = [cards(board) for board in hidden.boards[: hidden.seats]]
    lost = sorted(cards(hidden.lost[seat]))
    faces = {card for row in (hidden.hand, *hidden.shares) for card in row}  # a back or an empty place is no card's number
    seen = set().union(*boards, lost, cards(hidden.discards), cards(hidden.removed), faces)
    unseen = [card for card in range(hidden.card_count) if card not in seen]

    def of_type(wanted: int, those: Any) -> list[int]:
        return [card for card in those if hidden.type_of[hidden.kind_of[card]] == wanted]

    rums, secrets = of_type(RUM, unseen), of_type(SECRET, unseen)
    needs = [count - len(of_type(RUM, board)) for count, board in zip(hidden.rums, boards, strict=False)]
    secret = [count - len(of_type(SECRET, board)) for count, board in zip(hidden.secrets, boards, strict=False)]
    total, left = 1, len(rums) + len(lost)
    for need in needs:
        total *= math.comb(left, need)
        left -= need
    left = len(secrets)
    for need in secret:
        total *= math.comb(left, need)
        left -= need
    if not 1 < total <= 20 * MOST_DEALS:
        return None
    found: dict[Deal, int] = {}

    def fill(owner: int, rums: list[int], secrets: list[int], boards: list[int]) -> None:
        if owner == hidden.seats:
            if not any(card in rums for card in lost):
                found[tuple(boards)] = 1
            return
        for some in combinations(rums, needs[owner]):
            for others in combinations(secrets, secret[owner]):
                if len(found) <= MOST_DEALS:
                    fill(
                        owner + 1,
                        [card for card in rums if card not in some],
                        [card for card in secrets if card not in others],
                        [*boards, sum(1 << card for card in (*some, *others))],
                    )

    fill(0, rums + lost, secrets, [])
    return found if len(found) <= MOST_DEALS else None


def sea_of_clouds_read(hidden: Any, rows: Any) -> Any:
    boards = rows["boards"][:, : hidden.seats].astype(object)
    new = boards - np.array(hidden.boards[: hidden.seats], dtype=object)  # without those that the seat knows
    return sum(new[:, :, word] << WORD_BITS * word for word in range(WORD_COUNT))


LAWS = {
    "sea-change": Law(
        "who holds which card; with two seats, in which slot by age, since a suit not followed bars only the cards that were held then",
        sea_change_deals,
        sea_change_read,
        (2, 3, 4, 5, 6, 8),
    ),
    "land-unter": Law("which cards each hand has, and which are left out", land_unter_deals, land_unter_read, (3, 4, 5)),
    "sea-salt-and-paper": Law(
        "who holds which card, where every theft and search was seen. Where one was not, each card that may have moved is chosen as "
        "often as another at that moment, and what clashes with later sights is given up: that is not the uniform distribution",
        sea_salt_and_paper_deals,
        sea_salt_and_paper_read,
        (2, 2, 3, 4),
    ),
    "sea-of-clouds": Law(
        "who has which of the unseen Rums and Secrets, and of the Rums that the seat lost sight of, however those came where they are",
        sea_of_clouds_deals,
        sea_of_clouds_read,
        (2, 3, 4),
    ),
}


def positions(game: Game, law: Law) -> Iterator[tuple[Any, int, dict[Deal, int]]]:
    """Hidden states of random matches, one of each match, with the deals that are possible there."""
    for seed in range(100_000):
        rng = random.Random(seed)
        setup = Setup(game, law.seats[seed % len(law.seats)])
        moments = [(state.copy(s), seat) for s, seat, *_ in random_steps(setup, seed)]
        for s, seat in rng.sample(moments, min(30, len(moments))):
            game.view.hide(s, seat)
            deals = law.deals(s, seat)
            if deals is not None and len(deals) > 1:
                yield s, seat, deals
                break


def chance(statistic: float, freedom: int) -> float:
    """How likely a chi-square is at least as large, by Wilson and Hilferty's approximation."""
    spread = 2 / (9 * freedom)
    return 0.5 * math.erfc(((statistic / freedom) ** (1 / 3) - 1 + spread) / math.sqrt(2 * spread))


@pytest.mark.parametrize("name", LAWS)
def test_every_deal_that_fits_is_equally_likely(name: str) -> None:
    game, law = GAMES[name], LAWS[name]
    deal_all = kernel(game, "uniform_kernel").deal_all
    rows = twin(game).blank(SAMPLES)
    for number, (hidden, seat, deals) in zip(range(POSITIONS), positions(game, law), strict=False):
        deal_all(state.to_record(hidden), seat, rows, number * SAMPLES)
        for i in range(3):
            plain = state.copy(hidden)
            plain.seed = [number * SAMPLES + i, DICE, 0, 0]
            game.redeal.redeal(plain, seat)
            assert as_bytes(plain) == rows[i].tobytes(), "interpreted and compiled deal alike"
        found: dict[Deal, int] = dict.fromkeys(deals, 0)
        for row in law.read(hidden, rows).tolist():
            found[tuple(row)] += 1  # KeyError: a deal that does not fit
        total = sum(deals.values())
        statistic = sum((found[deal] - SAMPLES * weight / total) ** 2 / (SAMPLES * weight / total) for deal, weight in deals.items())
        assert chance(statistic, len(deals) - 1) > LEAST_CHANCE, f"position {number}: {len(deals)} deals, {law.target}"
