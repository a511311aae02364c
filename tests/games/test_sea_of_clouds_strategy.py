"""The advice for bots: legal, the same in both modes, blind to what is hidden, and better than chance."""

import random

import numpy as np
import pytest

from seaboard import state
from seaboard.compiled import twin
from seaboard.games import GAMES
from seaboard.games.sea_of_clouds import strategy
from tests.conformance.play import Setup, random_steps
from tests.conformance.test_secrecy import imagined, known

GAME = GAMES["sea-of-clouds"]


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_advice_is_legal_the_same_in_both_modes_and_from_what_is_known(seats: int) -> None:
    compiled = twin(GAME).module("strategy")
    setup = Setup(GAME, seats)
    for seed in range(3):
        for number, (s, seat, _, legal) in enumerate(random_steps(setup, seed)):
            mine = known(setup, s, seat)
            advice = strategy.simple(mine, seat, legal, len(legal))
            assert advice in legal
            record = state.to_record(mine)
            assert compiled.simple(record, seat, np.array(legal), len(legal)) == advice
            again = known(setup, imagined(setup, s, seat, number), seat)
            assert strategy.simple(again, seat, legal, len(legal)) == advice
            chances = [strategy.outlook(s, other) for other in range(seats)]
            assert sum(chances) == pytest.approx(1.0)
            assert compiled.outlook(state.to_record(s), seat) == pytest.approx(chances[seat])


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_a_sensible_beginner_beats_chance(seats: int) -> None:
    compiled = twin(GAME)
    rules, view, advice = compiled.rules, compiled.module("view"), compiled.module("strategy")
    out = np.zeros(GAME.state.ACTIONS, np.int64)
    won = 0
    for seed in range(60):
        rng = random.Random(seed)
        s = state.to_record(Setup(GAME, seats).new_state(seed))
        rules.start(s, None)
        while acting := int(rules.to_act(s)):
            seat = acting.bit_length() - 1
            count = rules.legal_actions(s, seat, out)
            action = int(out[rng.randrange(count)])
            if seat == seed % seats:
                mine = s.copy()
                view.hide(mine, seat)
                action = int(advice.simple(mine, seat, out, count))
            rules.apply(s, seat, action, None)
        won += int(s["winning"]) >> seed % seats & 1
    assert won > 40
