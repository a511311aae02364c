"""What a learner sees: the same in every mode, within its bounds, nothing that its seat may not know, and all that it remembers."""

import os
import random
from itertools import permutations
from typing import Any

import numpy as np
import pytest

from seaboard import GAMES, Match, envs, state
from seaboard.compiled import twin
from seaboard.envs.table import Table
from seaboard.features import Features, features
from seaboard.game import Game
from tests.conformance.play import Setup, random_steps
from tests.conformance.play import setups as all_setups
from tests.conformance.test_secrecy import imagined, known

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
    env = envs.aec(setup.game, seats=setup.seats, options=setup.options, history="all")
    told: dict[bytes, Any] = {}
    for way in range(5):
        env.reset(seed=9)
        match = Match(setup.game, seats=setup.seats, options=setup.options, seed=9)
        rng = random.Random(way)
        for number in range(5000 if way == 0 else 30):  # one of them to its end
            if number % (7 if number < 30 else 70) == 0 or match.over:
                for seat, agent in enumerate(env.possible_agents):
                    events = match.events(seat)
                    observation = b"".join(part.tobytes() for part in env.observe(agent).values())
                    assert told.setdefault(bytes([seat]) + observation, events) == events
            if match.over:
                break
            seat = match.to_act[0]
            action = rng.choice(match.legal(seat) if way == 0 else match.legal(seat)[:3])
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


NOT_REACHED = {
    "sea-change": {
        "trick": "0 is never written", "here": "a row has no more blocks than seats", "lacking": "20 VPs take long to win",
        "laid": "a whole trick is taken at once", "pile": "the first card of the last pile is drawn before anybody looks",
        "tricks": "nobody wins all fifteen", "barred": "ten cards that can't be of one suit",
    },
    "sea-salt-and-paper": {"here": "likewise", "sizes": "piles are seldom so high", "score": "play to 100 may end below or above"},
    "land-unter": {
        "here": "likewise", "lifebuoys": "a hand with twelve is rare", "total": "likewise", "points": "nobody wins every round so clearly",
    },
    "sea-of-clouds": {
        "here": "likewise", "round": "0 is never written", "pile": "as many cards as a deck of one's own may have",
        **dict.fromkeys(("coins", "chest", "doubloons"), "doubloons are not limited by the rules"),
        **dict.fromkeys(("unseen", "discards", "lost", "sending", "rums", "secrets", "relics", "objects"), "all of a kind with one seat"),
        "left": "after the first look it is one less", "boarding": "likewise", "strength": "of a crew of all Pirates",
    },
}  # fmt: skip
"""Fields of which random and simple play doesn't meet the smallest or the largest number, and why it is what it is."""


@pytest.mark.parametrize("game", [game for game in GAMES.values() if game.features], ids=lambda game: game.name)
def test_every_bound_is_reached_or_it_is_said_why_not(game: Game) -> None:
    """A bound that no match comes near would be of no use to a network, and hide that a number is wrong."""
    met: dict[str, tuple[int, int]] = {}
    for setup in setups():
        if setup.game is not game:
            continue
        table = Table(game, seats=setup.seats, options=setup.options)
        rows, dice = [], np.ones(1, np.int64)
        for seed in range(2):
            table.reset(seed)
            while table.acting:
                seat = table.acting.bit_length() - 1
                rows.append(table.look(seat)[0])
                table.step(seat, table.pick(seat, dice) if seed else table.advise(seat))
        for name, numbers in rows_of(setup).read(np.array(rows)).items():
            least, most = met.get(name, (999, -999))
            met[name] = min(least, int(numbers.min())), max(most, int(numbers.max()))
    bounds = {place.field.name: (place.field.least, place.field.most) for place in features(game).places}
    assert set(NOT_REACHED[game.name]) <= set(bounds)
    assert {name: met[name] for name in bounds if met[name] != bounds[name] and name not in NOT_REACHED[game.name]} == {}


SEATED = ("dealer", "turn", "leader", "leaders", "starter", "hat", "parrot")
"""Fields that name seats when a match has just begun."""
IN_SETS = ("seen_by",)
"""Those that hold sets of seats."""
NO_SEATS = ("seed", "deck")
"""Those that are as long as there may be seats, by chance."""


def moved_on(setup: Setup, s: Any) -> Any:
    """A match that has just begun, with everybody one seat further to the left."""
    other, seats = state.copy(s), setup.seats

    def turn(seat: int) -> int:
        return (seat + 1) % seats if seat >= 0 else seat

    for field in state.fields(setup.game.state.State):
        value = getattr(other, field.name)
        if field.name in SEATED:
            setattr(other, field.name, [turn(seat) for seat in value] if field.shape else turn(value))
        elif field.name in IN_SETS:
            setattr(other, field.name, [[sum(1 << turn(seat) for seat in state.members(seen)) for seen in row] for row in value])
        elif field.shape and field.shape[0] == setup.game.seats[-1] and field.name not in NO_SEATS:
            setattr(other, field.name, [*value[seats - 1 : seats], *value[: seats - 1], *value[seats:]])
    return other


@pytest.mark.parametrize("setup", [setup for setup in setups() if setup.seats > 1 and not setup.options], ids=str)
def test_rows_are_turned_to_the_observer(setup: Setup) -> None:
    """The same first round one seat further on, move for move: each sees what the seat before it saw."""
    game, seats = setup.game, setup.seats
    rules, order = game.rules, envs.turned(game, seats)
    looks = 0
    for seed in range(3):
        s = setup.new_state(seed)
        rules.start(s, None)
        other, rng = moved_on(setup, s), random.Random(seed)
        first, number = s.stream, 0
        while s.stream == first and not rules.is_over(s) and number < 60:
            if number % 3 == 0:
                for seat in range(seats):
                    assert seen(setup, other, (seat + 1) % seats) == seen(setup, s, seat)
                    looks += 1
            seat = rng.choice([i for i in range(seats) if rules.to_act(s) >> i & 1])
            out = [0] * game.state.ACTIONS
            action = rng.choice(out[: rules.legal_actions(s, seat, out)])
            same = int(np.flatnonzero(order[(seat + 1) % seats] == order[seat, action])[0])
            rules.apply(s, seat, action, None)
            rules.apply(other, (seat + 1) % seats, same, None)
            number += 1
    assert looks > 10
