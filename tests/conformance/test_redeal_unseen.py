"""Re-deals after something that a seat did not see: which deals they give, where not every fitting deal is equally likely.

In Sea Salt & Paper each card that a theft or a search may have moved is equally likely to be chosen. In Sea of Clouds a Rum that the
seat lost sight of is equally likely in each unseen place for a Rum, no matter which seat stole from which.
"""

from typing import Any, NamedTuple

import pytest

from seaboard import GAMES, state
from seaboard.compiled import twin
from seaboard.games.sea_of_clouds.cards import WORD_BITS
from seaboard.games.sea_salt_and_paper import memory as tape
from tests.conformance.play import Setup, kernel, random_steps
from tests.conformance.test_redeal_uniform import LEAST_CHANCE, POSITIONS, SAMPLES, chance
from tests.games import clouds


def check(counts: list[int], chances: list[float], what: object) -> None:
    """Whether the samples came out in each of these ways as often as their chances say."""
    pairs = [(count, SAMPLES * each) for count, each in zip(counts, chances, strict=True)]
    assert not any(count for count, wanted in pairs if not wanted), what
    likely = [(count, wanted) for count, wanted in pairs if wanted]
    statistic = sum((count - wanted) ** 2 / wanted for count, wanted in likely)
    assert len(likely) == 1 or chance(statistic, len(likely) - 1) > LEAST_CHANCE, f"{what}: {counts}"


# ---- Sea Salt & Paper ------------------------------------------------------------------------------------


class Theft(NamedTuple):
    """The one move that a seat of Sea Salt & Paper did not see, and nothing has shown it more since."""

    victim: int
    thief: int
    known: list[int]
    """The cards that the seat knew the victim to hold."""
    held: int
    """How many cards the victim held, those included."""


def unseen_theft(hidden: Any) -> Theft | None:
    """The theft in a position, if only that and draws are unknown, and neither hand has been seen since."""
    found = None
    known, held = [0] * hidden.seats, [0] * hidden.seats
    for entry in hidden.tape[: hidden.tape_size]:
        card, source, target = tape.card_of(entry), tape.source_of(entry), tape.target_of(entry)
        if source == target or (found and source in (found.victim, found.thief)):
            if source < tape.PILE:
                return None
        elif card == tape.HIDDEN and source != tape.DECK:
            if found or source >= tape.PILE or not known[source]:
                return None
            found = Theft(source, target, [one for one in range(58) if known[source] >> one & 1], held[source])
        else:
            for place, sign in ((source, -1), (target, 1)):
                if place < tape.PILE:
                    held[place] += sign
                    known[place] &= ~(1 << card) if card != tape.HIDDEN else -1
            if card != tape.HIDDEN and target < tape.PILE:
                known[target] |= 1 << card
    return found


def test_a_theft_that_was_not_seen_may_have_taken_each_card_as_often() -> None:
    """The thief took each of the known cards equally often, or none: enumerated where a single theft is all that is unknown."""
    game = GAMES["sea-salt-and-paper"]
    deal_all, rows = kernel(game, "uniform_kernel").deal_all, twin(game).blank(SAMPLES)
    tried = 0
    for seed in range(20_000):
        for s, _, _, _ in random_steps(Setup(game, 3 + seed % 2), seed):
            if s.tape_size > 40:
                break
            seat = game.rules.to_act(s).bit_length() - 1
            hidden = state.copy(s)
            game.view.hide(hidden, seat)
            theft = unseen_theft(hidden)
            if theft is None or seat in theft[:2]:
                continue
            deal_all(state.to_record(hidden), seat, rows, tried * SAMPLES)
            taken = [int((rows["hands"][:, theft.thief] >> card & 1).sum()) for card in theft.known]
            assert all(
                ((rows["hands"][:, theft.victim] >> card & 1).sum() + count) == SAMPLES
                for card, count in zip(theft.known, taken, strict=True)
            )
            chances = [1 / theft.held] * len(theft.known) + [1 - len(theft.known) / theft.held]
            check([*taken, SAMPLES - sum(taken)], chances, theft)
            tried += 1
            break
        if tried == POSITIONS:
            return
    raise AssertionError("too few thefts were met")


class Search(NamedTuple):
    """The one move that a seat of Sea Salt & Paper did not see: another seat took a card from under the top of a pile."""

    pile: int
    searcher: int
    under: list[int]
    """The cards that lay under the top."""


def unseen_search(hidden: Any) -> Search | None:
    """The search in a position, if only that and draws are unknown, and pile and hand have shown nothing since."""
    found = None
    piles: tuple[list[int], list[int]] = ([], [])
    for entry in hidden.tape[: hidden.tape_size]:
        card, source, target = tape.card_of(entry), tape.source_of(entry), tape.target_of(entry)
        if found and source in (found.searcher, tape.PILE + found.pile):
            return None
        if source == target:
            continue
        if card == tape.HIDDEN and source != tape.DECK:
            if found or source < tape.PILE:
                return None
            pile = source - tape.PILE
            found = Search(pile, target, piles[pile][:-1])
        elif tape.PILE <= source < tape.DECK:
            piles[source - tape.PILE].remove(card)
        if tape.PILE <= target < tape.DECK:
            piles[target - tape.PILE].append(card)
    return found


def test_a_search_that_was_not_seen_may_have_taken_each_card_under_the_top_as_often() -> None:
    """Enumerated where only one search and draws are unknown: never the top card, which everyone would have seen go."""
    game = GAMES["sea-salt-and-paper"]
    deal_all, rows = kernel(game, "uniform_kernel").deal_all, twin(game).blank(SAMPLES)
    tried = 0
    for seed in range(20_000):
        for s, _, _, _ in random_steps(Setup(game, 2 + seed % 3), seed):
            if s.tape_size > 60:
                break
            seat = game.rules.to_act(s).bit_length() - 1
            hidden = state.copy(s)
            game.view.hide(hidden, seat)
            search = unseen_search(hidden)
            if search is None or len(search.under) < 2 or seat == search.searcher:
                continue
            deal_all(state.to_record(hidden), seat, rows, tried * SAMPLES)
            held = rows["hands"][:, search.searcher]
            taken = [int((held >> card & 1).sum()) for card in search.under]
            assert sum(taken) == SAMPLES, f"{search}: one of them, each time"
            for card, count in zip(search.under, taken, strict=True):
                assert (rows["piles"][:, search.pile, : s.pile_sizes[search.pile]] == card).sum() == SAMPLES - count
            check(taken, [1 / len(search.under)] * len(search.under), search)
            tried += 1
            break
        if tried == POSITIONS:
            return
    raise AssertionError("too few searches were met")


# ---- Sea of Clouds ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("boards", "places"),
    [
        (("gunner rum spiced-rum", "aged-rum rotgut collectors-rum", ""), (3, 3, 0)),
        (("gunner", "aged-rum rotgut collectors-rum", ""), (1, 3, 0)),
        (("gunner rum", "aged-rum rotgut", "", "collectors-rum spiced-rum"), (2, 2, 0, 2)),
    ],
    ids=["a thief with two Rums", "a thief with none", "and somebody who had nothing to do with it"],
)
def test_a_rum_stolen_unseen_lies_in_each_unseen_place_as_often(boards: tuple[str, ...], places: tuple[int, ...]) -> None:
    """Seat 2 has seen one Rum of seat 1, from whom seat 0 steals one by chance.

    In truth the thief has that one as often as it was drawn: once in four in the first scene. It is dealt there once in two, for a
    seat remembers that it lost sight of the Rum, and not how.
    """
    match = clouds.scene(
        *boards, shares=["dark-rum", clouds.LAST_CARD, "beer"], turn=1, round_number=5 if len(boards) == 3 else 4, seen=[(2, 0)]
    )
    clouds.play(match, "take")
    while not match.view(2)["table"]["lost"]:
        clouds.play(match, "take" if "take" in clouds.legal(match) else sorted(clouds.legal(match))[0])
    game = clouds.GAME
    hidden = clouds.state(match)
    game.view.hide(hidden, 2)
    (card,) = [one for one in range(hidden.card_count) if hidden.lost[2][one // WORD_BITS] >> one % WORD_BITS & 1]
    rows = twin(game).blank(SAMPLES)
    kernel(game, "uniform_kernel").deal_all(state.to_record(hidden), 2, rows, 0)
    dealt = [int((rows["boards"][:, seat, card // WORD_BITS] >> card % WORD_BITS & 1).sum()) for seat in range(len(boards))]
    check(dealt, [count / sum(places) for count in places], boards)
