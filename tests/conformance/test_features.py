"""What a learner sees: the same in every mode, within its bounds, nothing that its seat may not know, and all that it remembers."""

import os
import random
from itertools import permutations
from typing import Any

import numpy as np
import pytest

from seaboard import Match, envs, state
from seaboard.compiled import twin
from seaboard.features import Features, features
from tests.conformance.play import Setup, random_steps
from tests.conformance.play import setups as all_setups
from tests.conformance.test_secrecy import imagined, known

HISTORY = 1000
SELDOM = 3 if os.environ.get("SEABOARD_ALL_SETUPS") else 8
"""Of so many states of a match one is looked at."""


def setups() -> list[Setup]:
    """Those of the games that can be learned."""
    return [setup for setup in all_setups() if setup.game.features]


def seen(setup: Setup, s: Any, seat: int) -> list[int]:
    row = [0] * rows_of(setup).size
    setup.game.features.observe(s, seat, row)
    return row


def rows_of(setup: Setup) -> Features:
    return features(setup.game, setup.seats)


@pytest.mark.parametrize("setup", setups(), ids=str)
def test_a_row_is_the_same_interpreted_and_compiled_and_within_its_bounds(setup: Setup) -> None:
    observe = twin(setup.game).module("features").observe
    rows = rows_of(setup)
    for number, (s, _, _, _) in enumerate(random_steps(setup, 3)):
        if number % SELDOM:
            continue
        for seat in range(setup.seats):
            plain = seen(setup, s, seat)
            assert ((plain >= rows.low.astype(int)) & (plain <= rows.high.astype(int))).all()
            row = np.zeros(rows.size, np.int8)
            observe(state.to_record(s), seat, row)
            assert row.tolist() == plain
    assert setup.game.rules.is_over(s)  # whoever looks at the end sees a row as well
    for seat in range(setup.seats):
        plain = seen(setup, s, seat)
        assert ((plain >= rows.low.astype(int)) & (plain <= rows.high.astype(int))).all()


@pytest.mark.parametrize("setup", setups(), ids=str)
def test_a_row_tells_nothing_that_its_seat_may_not_know(setup: Setup) -> None:
    changed = 0
    for number, (s, _, _, _) in enumerate(random_steps(setup, 4)):
        if number % SELDOM:
            continue
        for seat in range(setup.seats):
            row = seen(setup, s, seat)
            assert seen(setup, known(setup, s, seat), seat) == row
            other = imagined(setup, s, seat, number)
            assert seen(setup, other, seat) == row
            changed += other != s
    assert changed


@pytest.mark.parametrize("setup", setups(), ids=str)
def test_rows_of_fewer_seats_are_the_beginning_of_rows_of_more(setup: Setup) -> None:
    rows, whole = rows_of(setup), features(setup.game)
    assert [(p.field, p.start) for p in whole.places][: len(rows.places)] == [(p.field, p.start) for p in rows.places]
    for s, seat, _, _ in random_steps(setup, 1):
        row = [0] * whole.size
        setup.game.features.observe(s, seat, row)
        assert row == seen(setup, s, seat) + [0] * (whole.size - rows.size)
        named = rows.read(np.array(row[: rows.size]))
        assert named["here"].ravel().tolist() == [1] * rows.blocks
        return


@pytest.mark.parametrize("setup", setups(), ids=str)
def test_two_histories_that_a_seat_can_tell_apart_give_different_observations(setup: Setup) -> None:
    """Recall is perfect by law, with room for the whole history: many ways to play on from the same deal, each seat asked each time."""
    env = envs.aec(setup.game, seats=setup.seats, options=setup.options, history=HISTORY)
    told: dict[bytes, Any] = {}
    for way in range(5):
        env.reset(seed=9)
        match = Match(setup.game, seats=setup.seats, options=setup.options, seed=9)
        rng = random.Random(way)
        for number in range(30):
            if number % 7 == 0:
                for seat, agent in enumerate(env.possible_agents):
                    events = match.events(seat)
                    assert len(events) <= HISTORY
                    observation = b"".join(part.tobytes() for part in env.observe(agent).values())
                    assert told.setdefault(bytes([seat]) + observation, events) == events
            if match.over:
                break
            seat = match.to_act[0]
            action = rng.choice(match.legal(seat)[:3])
            match.play(seat, action)
            env.step(action)
    assert len(told) > 5


def test_whom_to_rob_is_counted_from_the_seat_that_robs() -> None:
    for setup in setups():
        order, every = envs.turned(setup.game, setup.seats), np.arange(setup.game.state.ACTIONS)
        assert (np.sort(order, axis=1) == every).all()
        if setup.game.name != "sea-salt-and-paper":
            assert (order == every).all()
            continue
        for seat, other in permutations(range(setup.seats), 2):
            match = Match(setup.game, seats=setup.seats, seed=1)
            action = next(a for a in every.tolist() if match.notation(a, seat) == f"rob {other}")
            nearest = next(a for a in every.tolist() if match.notation(a, 0) == f"rob {(other - seat) % setup.seats}")
            assert order[seat, action] == nearest


@pytest.mark.parametrize("setup", setups(), ids=str)
def test_where_rows_are_equal_so_is_what_the_seat_knows(setup: Setup) -> None:
    """Many ways to play on from the same deal: what FORGETS does not name must be in the row."""
    kept = [f.name for f in state.fields(setup.game.state.State) if f.name not in (*setup.game.features.FORGETS, "seed", "stream", "draws")]
    met: dict[tuple[int, ...], Any] = {}
    for way in range(40 // SELDOM):
        for s, seat in ways(setup, way):
            facts = known(setup, s, seat)
            facts = {name: getattr(facts, name) for name in kept if name != "turn"}
            turned = (seat, *seen(setup, s, seat))
            assert met.setdefault(turned, facts) == facts


def ways(setup: Setup, way: int) -> Any:
    """One deal, played on for a while at random."""
    rules = setup.game.rules
    s = setup.new_state(9)
    rules.start(s, None)
    rng = random.Random(way)
    out = [0] * setup.game.state.ACTIONS
    for _ in range(60):
        acting = rules.to_act(s)
        if not acting:
            return
        seat = rng.choice([i for i in range(setup.seats) if acting >> i & 1])
        yield s, seat
        rules.apply(s, seat, rng.choice(out[: rules.legal_actions(s, seat, out)]), None)


def test_sea_change_remembers_who_played_what_in_which_trick() -> None:
    """Two histories that end in the same piles, told apart by a row."""
    setup = next(s for s in setups() if s.game.name == "sea-change" and s.seats == 3 and not s.options)
    met: dict[tuple[int, ...], Any] = {}
    for way in range(300):
        history: list[tuple[int, int]] = []
        rules = setup.game.rules
        s = setup.new_state(9)
        rules.start(s, None)
        rng = random.Random(way)
        out = [0] * setup.game.state.ACTIONS
        for _ in range(9):
            seat = rules.to_act(s).bit_length() - 1
            action = rng.choice(out[: rules.legal_actions(s, seat, out)][:2])
            rules.apply(s, seat, action, None)
            history.append((seat, action))
        row = tuple(seen(setup, s, 0))
        assert met.setdefault(row, history) == history
    assert len(met) > 100
