"""Gymnasium's own checks, and matches against bots."""

import warnings
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env

import seaboard
from seaboard import bots, envs
from seaboard.bots.specs import bot_seed
from tests.conformance.play import Setup, setups


@pytest.mark.parametrize("setup", setups(), ids=str)
def test_gymnasium_checks_pass(setup: Setup) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        warnings.filterwarnings("ignore", ".*Not able to test alternative render modes.*")
        check_env(envs.gym(setup.game, seats=setup.seats, options=setup.options, render_mode="ansi"))


@pytest.mark.parametrize("game", seaboard.GAMES.values(), ids=lambda game: game.name)
def test_made_by_name_every_render_mode_passes(game: Any) -> None:
    env = gymnasium.make(f"seaboard.envs.single:seaboard/{game.name}-v{game.version}", bots=["simple"])
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        check_env(env.unwrapped)


@pytest.mark.parametrize("game", seaboard.GAMES.values(), ids=lambda game: game.name)
@pytest.mark.parametrize("bot", ["random", "simple"])
def test_compiled_rivals_play_as_their_bots_do(game: Any, bot: str) -> None:
    env = envs.gym(game, bots=[bot], seat=1)
    observation, _ = env.reset(seed=9)
    m = seaboard.Match(game, seed=9)
    rivals = {seat: bots.make(bot, game, seed=bot_seed(9, seat)) for seat in range(m.seats)}
    over = False
    while not over:
        while 1 not in m.to_act:
            seat = m.to_act[0]
            m.play(seat, rivals[seat].choose(m.view(seat)))
        action = int(np.flatnonzero(observation["action_mask"])[-1])
        observation, reward, over, _, _ = env.step(action)
        m.play(1, action)
        while not m.over and 1 not in m.to_act:
            seat = m.to_act[0]
            m.play(seat, rivals[seat].choose(m.view(seat)))
        assert env.table.match().position() == m.position()
    assert reward == (1 / len(m.winners) if 1 in m.winners else 0)
    with pytest.raises(seaboard.MatchOver):
        env.step(0)


def test_a_bot_of_your_own_can_play_along() -> None:
    class Lowest:
        def choose(self, view: dict[str, Any]) -> int:
            return int(min(view["legal"].values()))

    env = envs.gym("sea-change", bots=[Lowest(), "random"])
    env.reset(seed=1)
    over = False
    while not over:
        *_, over, _, _ = env.step(env.action_space.sample(env.table.look(0)[1]))


def test_what_cannot_be_is_refused() -> None:
    with pytest.raises(seaboard.SeaboardError, match="no seat 9"):
        envs.gym("sea-change", seat=9)
    with pytest.raises(seaboard.SeaboardError, match="name a bot"):
        envs.gym("sea-change", bots=[])
    env = envs.gym("sea-change", illegal="raise")
    env.reset(seed=1)
    with pytest.raises(seaboard.IllegalAction):
        env.step(int(np.flatnonzero(env.table.look(0)[1] == 0)[0]))
