"""Interpreted and compiled rules agree to the byte: every state and every event."""

import os

import numpy as np
import pytest

from seaboard import state
from seaboard.compiled import twin
from tests.conformance.play import Setup, as_bytes, empty_log, kernel, played, random_steps, setups

MATCHES = int(os.environ.get("SEABOARD_MATCHES", "10"))
"""For each setup; `make soak` plays many more."""


@pytest.mark.parametrize("setup", setups(), ids=str)
def test_every_event_and_the_end_agree(setup: Setup) -> None:
    replay = kernel(setup.game, "replay_kernel").replay
    for seed in range(MATCHES):
        s, moves, log = played(setup, seed)
        record = state.to_record(setup.new_state(seed))
        other_log = empty_log(compiled=True)
        replay(record, np.array(moves), other_log)
        assert record.tobytes() == as_bytes(s), f"states differ after match {seed}"
        assert other_log[: other_log[0]].tolist() == log[: log[0]], f"events differ in match {seed}"


@pytest.mark.parametrize("setup", setups(), ids=str)
def test_every_state_and_legal_action_agrees(setup: Setup) -> None:
    compiled = twin(setup.game)
    rules = compiled.rules
    out = np.zeros(setup.game.state.ACTIONS, np.int64)
    for seed in range(3):
        record = state.to_record(setup.new_state(seed))
        rules.start(record, None)
        for s, seat, action, legal in random_steps(setup, seed):
            assert record.tobytes() == as_bytes(s)
            assert out[: rules.legal_actions(record, seat, out)].tolist() == legal
            assert rules.to_act(record) == setup.game.rules.to_act(s)
            rules.apply(record, seat, action, None)
