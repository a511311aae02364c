"""Many random matches end, every state on the way is sound: cards, doubloons, points, whatever a game must keep."""

import os

import numpy as np
import pytest

from seaboard import state
from seaboard.compiled import twin
from tests.conformance.play import MOST_MOVES, Setup, kernel, setups

MATCHES = int(os.environ.get("SEABOARD_SOUND_MATCHES", "400"))
"""For each setup; `make soak` plays many more."""


def check_matches(setup: Setup, matches: int) -> None:
    compiled = twin(setup.game)
    states = compiled.blank(matches)
    states[:] = state.to_record(setup.new_state(0))
    states["seed"][:, 0] = np.arange(matches)
    chooser = compiled.blank()
    chooser["seed"][0] = (1, 2, 3, 4)
    steps = np.zeros(matches, np.int64)
    kernel(setup.game, "soundness_kernel").check_all(states, chooser[0], np.zeros(setup.game.state.ACTIONS, np.int64), steps, MOST_MOVES)
    bad = np.flatnonzero(steps < 0)
    assert not len(bad), f"match {bad[0]}: after {-1 - steps[bad[0]]} steps"


@pytest.mark.parametrize("setup", setups(), ids=str)
def test_every_state_of_many_matches_is_sound(setup: Setup) -> None:
    check_matches(setup, MATCHES)
