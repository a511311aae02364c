"""Stable-Baselines3's side of the environments, and other projects' suites. Part of `make soak`, which installs what they need."""

import numpy as np
import pytest

from bench.suites import SUITES, outcome
from seaboard import GAMES, envs
from seaboard.game import Game

SIZE = 8


@pytest.mark.parametrize("game", GAMES.values(), ids=lambda game: game.name)
def test_its_matches_are_those_of_the_vector(game: Game) -> None:
    many = envs.sb3(game, num_envs=SIZE, bots=["simple"], rewards="zero-sum")
    vector = envs.vector(game, num_envs=SIZE, bots=["simple"], rewards="zero-sum", forced="play")
    many.seed(7)
    rows = many.reset()
    vector.reset(seed=7)
    total, ended = np.zeros(SIZE), 0
    for turn in range(300):
        assert (rows == vector.batch.observe(vector.seat)).all()
        masks = np.array(many.env_method("action_masks"))
        assert (masks == vector.action_masks()).all()
        assert (masks.sum(axis=1) > 1).all()
        actions = np.array([np.flatnonzero(mask)[turn % mask.sum()] for mask in masks])
        rows, rewards, over, told = many.step(actions)
        before = vector.copy()
        vector.play(actions, again=True)
        before._over[:] = 0  # as if it had been waited for: the next matches have begun
        before.play(actions)
        last = before.batch.observe(before.seat)
        assert rewards == pytest.approx(vector.rewards())
        total += rewards
        for i in np.flatnonzero(over):
            assert told[i]["episode"]["r"] == pytest.approx(total[i])
            assert (told[i]["terminal_observation"] == last[i]).all()
        total[over] = 0
        ended += over.sum()
    assert ended


@pytest.mark.parametrize("game", GAMES.values(), ids=lambda game: game.name)
@pytest.mark.parametrize("suite", [suite for suites in SUITES.values() for suite in suites], ids=lambda suite: suite.__name__)
def test_other_projects_suites_pass(suite: object, game: Game) -> None:
    assert outcome(suite, game) == "passes"  # type: ignore[arg-type]  # one of them
