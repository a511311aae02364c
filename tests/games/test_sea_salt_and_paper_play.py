"""Random play reaches every phase, runs fast when compiled, and the simple strategy plays sensibly."""

import random

import numpy as np
import pytest

import seaboard
from seaboard import locales, state
from seaboard.compiled import twin
from seaboard.games.sea_salt_and_paper import strategy, view
from seaboard.games.sea_salt_and_paper.notation import PHASES
from seaboard.games.sea_salt_and_paper.state import END_TURN, KEEP_DRAWN, LAY_MERMAIDS, LAY_PAIR, NOT_HELD, TAKE_TOP, TAPE
from tests.conformance.play import Setup, random_steps
from tests.games.salt_and_paper import GAME, at


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_random_play_reaches_every_phase(seats: int) -> None:
    reached: set[str] = set()
    longest = 0
    for seed in range(10):
        for s, _, _, _ in random_steps(Setup(GAME, seats), seed):
            reached.add(PHASES[s.phase])
            longest = max(longest, s.tape_size)
        reached.add(PHASES[s.phase])
    # With two seats there is nobody to choose between.
    assert reached == set(PHASES) - ({"rob"} if seats == 2 else set())
    assert longest < TAPE


def test_a_round_drawn_out_to_its_end_fits_the_tape() -> None:
    """Nobody calls, everything is laid, and piles are emptied before the deck is touched."""
    rng = random.Random(0)
    longest = 0
    for seed in range(20):
        m = seaboard.Match(GAME, seats=2, seed=seed)
        while table_round(m) == 1 and not m.over:
            seat = m.to_act[0]
            legal = m.legal(seat)
            eager = [a for a in legal if LAY_PAIR <= a < LAY_MERMAIDS or TAKE_TOP <= a < KEEP_DRAWN]
            quiet = [a for a in legal if a < LAY_MERMAIDS or a == END_TURN]
            longest = max(longest, m.plain_state().tape_size)
            m.play(seat, rng.choice(eager or quiet))
        assert m.over or any(event["event"] == "round_cancelled" for event in m.events(None))
    assert 140 < longest < TAPE


def table_round(m: seaboard.Match) -> int:
    return int(m.plain_state().round_number)


def test_the_simple_strategy_agrees_between_the_modes_and_beats_chance() -> None:
    compiled = twin(GAME).module("strategy")
    rng = random.Random(1)
    won = 0
    for seed in range(30):
        m = seaboard.Match(GAME, seats=2, seed=seed)
        while not m.over:
            seat = m.to_act[0]
            legal = m.legal(seat)
            action = rng.choice(legal)
            if seat == seed % 2:
                s = m.known_state(seat)
                action = strategy.simple(s, seat, legal, len(legal))
                if len(m.moves) % 5 == 0:
                    assert action == compiled.simple(state.to_record(s), seat, np.array(legal), len(legal))
            m.play(seat, action)
        won += m.winners == [seed % 2]
    assert won >= 24


def test_the_outlook_is_a_chance_and_favours_the_leader() -> None:
    s = at(["", "", ""], scores=(20, 10, 5)).plain_state()
    chances = [strategy.outlook(s, seat) for seat in range(3)]
    assert sum(chances) == pytest.approx(1)
    assert chances == sorted(chances, reverse=True)
    compiled = twin(GAME).module("strategy")
    assert compiled.outlook(state.to_record(s), 0) == pytest.approx(chances[0])
    closer = at(["", "", ""], scores=(34, 24, 19)).plain_state()
    assert strategy.outlook(closer, 0) > chances[0]


def test_impossible_positions_are_refused() -> None:
    m = at(["crab:black crab:green", ""], piles=("shell:grey boat:black", "fish:black"))
    good = m.position()
    for wrong in (
        {"hands": [["crab:black"], [], [], []]},
        {"phase": "rob"},
        {"phase": "keep"},
        {"turn": 2},
        {"tape": good["tape"][:-1]},
        {"tape": [*good["tape"], "hand 0 > table: shell:black"]},
        {"piles": [["boat:black", "shell:grey"], ["fish:black"]]},
        {"phase": "dance"},
        {"goal": 12},
        {"piles": [["boat:black"] * 60, ["fish:black"]]},
    ):
        with pytest.raises(seaboard.BadPosition):
            seaboard.Match.from_position(GAME, {**good, **wrong})


@pytest.mark.parametrize(
    ("language", "sentence"),
    [
        ("en", "you do not hold these two: dark blue crab and light blue crab"),
        ("fr", "vous n\N{RIGHT SINGLE QUOTATION MARK}avez pas ces deux cartes\N{NO-BREAK SPACE}: crabe bleu foncé et crabe bleu clair"),
    ],
)
def test_a_reason_names_cards_as_players_do(language: str, sentence: str) -> None:
    s = seaboard.Match(GAME, seats=2, seed=1).plain_state()
    reasons = (view.reason(s, 0, action, NOT_HELD) for action in range(LAY_PAIR, LAY_MERMAIDS))
    assert sentence in [locales.reason(language, GAME.name, *reason) for reason in reasons]
