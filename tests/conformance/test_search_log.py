"""A search's log takes every event but those that only say, for people, what follows from the others."""

import pytest

from seaboard import state
from seaboard.events import read_log
from seaboard.kit import SEARCH_LOG_INTS
from tests.conformance.play import Setup, new_log, random_steps, some_setups


@pytest.mark.parametrize("setup", some_setups(), ids=str)
def test_only_what_everyone_sees_anyway_is_left_out(setup: Setup) -> None:
    rules, kinds = setup.game.rules, setup.game.view.EVENTS
    for s, seat, action, _ in random_steps(setup, seed=1):
        told, searched = new_log(), new_log()[:SEARCH_LOG_INTS]
        one, other = state.copy(s), state.copy(s)
        rules.apply(one, seat, action, told)
        rules.apply(other, seat, action, searched)
        assert one == other
        brief = read_log(searched)
        missing = {event[0] for event in read_log(told)} - {event[0] for event in brief}
        assert [event for event in read_log(told) if event[0] not in missing] == brief
        assert all(kinds[kind].is_open for kind in missing)
