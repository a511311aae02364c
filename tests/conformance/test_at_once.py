"""Where several seats are to act at once: the order changes nothing, a choice is a secret, and a change leaves no trace."""

import random
from itertools import islice, permutations
from typing import Any

import numpy as np
import pytest

from seaboard import state
from seaboard.compiled import twin
from seaboard.events import Event, read_log, show
from tests.conformance.play import Setup, as_bytes, members, new_log, random_steps, setups


def has_several_to_act(setup: Setup) -> bool:
    rules = setup.game.rules
    return any(len(members(rules.to_act(s))) > 1 for s, _, _, _ in islice(random_steps(setup, 0), 200))


AT_ONCE = [setup for setup in setups() if has_several_to_act(setup)]
both_modes = pytest.mark.parametrize("compiled", [False, True], ids=["interpreted", "compiled"])
every_setup = pytest.mark.parametrize("setup", AT_ONCE, ids=str)


class World:
    """A state that goes on, and what everyone was shown of it."""

    def __init__(self, setup: Setup, s: Any, *, compiled: bool) -> None:
        self.setup = setup
        self.rules = twin(setup.game).rules if compiled else setup.game.rules
        self.s = state.to_record(s) if compiled else state.copy(s)
        self.log: Any = np.array(new_log()) if compiled else new_log()

    def act(self, seat: int, action: int) -> None:
        assert action in self.legal(seat), "what a seat may choose must not depend on what others chose just now"
        self.rules.apply(self.s, seat, action, self.log)

    def legal(self, seat: int) -> list[int]:
        out = [0] * self.setup.game.state.ACTIONS
        plain = self.plain()
        return out[: self.setup.game.rules.legal_actions(plain, seat, out)]

    def plain(self) -> Any:
        return state.from_record(self.setup.game.state.State, self.s) if isinstance(self.s, np.void) else self.s

    def known(self, seat: int) -> Any:
        other = state.copy(self.plain())
        self.setup.game.view.hide(other, seat)
        return other

    def shown(self, seat: int) -> list[Event]:
        view = self.setup.game.view
        seen = (show(raw, None if seat < 0 else seat, kinds=view.EVENTS, formatters=view.FORMATTERS) for raw in read_log(self.log))
        return [event for event in seen if event]

    def end(self) -> tuple[bytes, list[list[Event]]]:
        return as_bytes(self.plain()), [self.shown(seat) for seat in range(-1, self.setup.seats)]


def moments(setup: Setup, seed: int, every: int = 5) -> list[tuple[Any, dict[int, list[int]]]]:
    """States in which several are to act, with the legal actions of each."""
    rules = setup.game.rules
    out = [0] * setup.game.state.ACTIONS
    found = []
    for s, _, _, _ in islice(random_steps(setup, seed), 400):
        acting = members(rules.to_act(s))
        if len(acting) > 1:
            found.append((state.copy(s), {seat: out[: rules.legal_actions(s, seat, out)] for seat in acting}))
    return found[::every]


@both_modes
@every_setup
def test_the_order_of_choosing_changes_nothing(setup: Setup, compiled: bool) -> None:
    rng = random.Random(1)
    for s, legal in moments(setup, 70):
        choices = [(seat, rng.choice(actions)) for seat, actions in legal.items()]
        orders = list(permutations(choices))
        ends = []
        for order in [orders[0], *rng.sample(orders, min(6, len(orders)))]:
            world = World(setup, s, compiled=compiled)
            for seat, action in order:
                world.act(seat, action)
            ends.append(world.end())
        assert all(end == ends[0] for end in ends)


@both_modes
@every_setup
def test_a_choice_is_a_secret_while_others_are_to_choose(setup: Setup, compiled: bool) -> None:
    rng = random.Random(2)
    for s, legal in moments(setup, 71):
        actor = rng.choice(list(legal))
        worlds = []
        for action in rng.sample(legal[actor], min(3, len(legal[actor]))):
            worlds.append(World(setup, s, compiled=compiled))
            worlds[-1].act(actor, action)
        for seat in range(-1, setup.seats):
            if seat != actor:
                assert all(world.known(seat) == worlds[0].known(seat) for world in worlds)
                assert all(world.shown(seat) == worlds[0].shown(seat) for world in worlds)


@both_modes
@every_setup
def test_a_change_leaves_no_trace(setup: Setup, compiled: bool) -> None:
    rng = random.Random(3)
    for s, legal in moments(setup, 72):
        changer = rng.choice(list(legal))
        first, last = rng.choice(legal[changer]), rng.choice(legal[changer])
        direct, changed = (World(setup, s, compiled=compiled) for _ in range(2))
        changed.act(changer, first)
        if not changed.legal(changer):
            continue
        before = [changed.known(seat) for seat in range(-1, setup.seats) if seat != changer]
        changed.act(changer, last)
        assert before == [changed.known(seat) for seat in range(-1, setup.seats) if seat != changer]
        direct.act(changer, last)
        assert changed.end() == direct.end()
