"""PettingZoo's own tests, on every game with every number of seats and every option."""

import warnings
from typing import Any

import numpy as np
import pytest
from pettingzoo.test import api_test, max_cycles_test, parallel_api_test, parallel_seed_test, render_test, seed_test

import seaboard
from seaboard import envs
from tests.conformance.play import Setup, setups

every_setup = pytest.mark.parametrize("setup", setups(), ids=str)


def table(setup: Setup) -> dict[str, Any]:
    return {"game": setup.game, "seats": setup.seats, "options": setup.options}


@pytest.fixture(autouse=True)
def _dict_observations_are_meant() -> Any:
    with warnings.catch_warnings():
        warnings.filterwarnings("error", category=UserWarning, module="pettingzoo")
        warnings.filterwarnings("ignore", "Observation is not a NumPy array")
        warnings.filterwarnings("ignore", "Observation space for each agent probably should be")
        warnings.filterwarnings("ignore", "Action mask numpy array is all zeros")  # seats that are not to act
        yield


@every_setup
def test_aec_api(setup: Setup) -> None:
    api_test(envs.aec(**table(setup)), num_cycles=60)


@every_setup
def test_parallel_api(setup: Setup) -> None:
    parallel_api_test(envs.parallel(**table(setup)), num_cycles=120)


@every_setup
def test_seeds(setup: Setup) -> None:
    seed_test(lambda: envs.aec(**table(setup)), num_cycles=40)
    parallel_seed_test(lambda: envs.parallel(**table(setup), illegal="replace"), num_cycles=40)


@every_setup
def test_max_cycles(setup: Setup) -> None:
    max_cycles_test(envs.module(**table(setup)))


@every_setup
def test_render(setup: Setup, capsys: pytest.CaptureFixture[str]) -> None:
    render_test(lambda **how: envs.aec(**table(setup), **how), custom_tests={"svg": is_svg, "ansi": lambda text: "to act" in text})
    assert setup.game.name in capsys.readouterr().out


def is_svg(text: str) -> bool:
    from xml.etree import ElementTree

    return ElementTree.fromstring(text).tag == "{http://www.w3.org/2000/svg}svg"


@pytest.mark.parametrize("game", seaboard.GAMES.values(), ids=lambda game: game.name)
def test_a_match_is_that_of_the_same_seed(game: Any) -> None:
    env = envs.aec(game)
    env.reset(seed=7)
    m = seaboard.Match(game, seed=7)
    rng = np.random.default_rng(1)
    while env.agents and not m.over:
        seat = m.to_act[0]
        assert env.agent_selection == f"seat_{seat}"
        legal = np.flatnonzero(env.observe(env.agent_selection)["action_mask"])
        assert sorted(m.legal(seat)) == legal.tolist()
        action = rng.choice(legal)
        env.step(action)
        m.play(seat, int(action))
    assert all(env.terminations.values())
    shares = [1 / len(m.winners) if seat in m.winners else 0.0 for seat in range(m.seats)]
    assert [env.rewards[agent] for agent in env.possible_agents] == shares


def test_rewards_can_be_zero_sum() -> None:
    env = envs.aec("sea-change", seats=3, rewards="zero-sum")
    env.reset(seed=1)
    for _ in env.agent_iter():
        observation, _, terminated, truncated, _ = env.last()
        if terminated or truncated:
            break
        assert observation is not None
        env.step(int(np.flatnonzero(observation["action_mask"])[0]))
    assert sum(env.rewards.values()) == pytest.approx(0)
    assert max(env.rewards.values()) == pytest.approx(2 / 3)


def test_later_matches_follow_from_the_seed() -> None:
    dealt = []
    for _ in range(2):
        env = envs.aec("sea-change")
        env.reset(seed=3)
        rows = []
        for _ in range(3):
            env.reset()
            rows.append(env.observe("seat_0")["observation"].tolist())
        dealt.append(rows)
    assert dealt[0] == dealt[1]
    assert dealt[0][0] != dealt[0][1]


def test_illegal_actions_raise_and_change_nothing_or_are_replaced() -> None:
    env = envs.aec("sea-change")
    env.reset(seed=1)
    before = env.table.record.tobytes()
    mask = env.observe(env.agent_selection)["action_mask"]
    wrong = int(np.flatnonzero(mask == 0)[0])
    for action in (wrong, -1, 10_000):
        with pytest.raises(seaboard.IllegalAction):
            env.step(action)
    assert env.table.record.tobytes() == before
    env = envs.aec("sea-change", illegal="replace")
    env.reset(seed=1)
    env.step(wrong)
    assert env.table.record.tobytes() != before


def test_a_parallel_step_with_a_wrong_action_changes_nothing() -> None:
    env = envs.parallel("land-unter")
    observations, _ = env.reset(seed=1)
    actions = {agent: int(np.flatnonzero(o["action_mask"])[0]) for agent, o in observations.items()}
    before = env.table.record.tobytes()
    with pytest.raises(seaboard.IllegalAction):
        env.step({**actions, "seat_3": int(np.flatnonzero(observations["seat_3"]["action_mask"] == 0)[0])})
    with pytest.raises(seaboard.IllegalAction, match="no action for it"):
        env.step({agent: action for agent, action in actions.items() if agent != "seat_2"})
    assert env.table.record.tobytes() == before
    env.step(actions)
    assert env.table.record.tobytes() != before


def test_unknown_settings_are_refused() -> None:
    for wrong in ({"illegal": "x"}, {"rewards": "x"}, {"render_mode": "x"}, {"seats": 99}, {"options": {"x": 1}}):
        with pytest.raises(seaboard.SeaboardError):
            envs.aec("sea-change", **wrong)
