"""OpenSpiel's own test with serialization on every mode, and algorithms of its that run."""

import os
import random
from typing import Any

import numpy as np
import pyspiel
import pytest
from open_spiel.python import rl_environment
from open_spiel.python.algorithms import ismcts, mcts, outcome_sampling_mccfr, tabular_qlearner
from open_spiel.python.algorithms.gambit import export_gambit

from seaboard import GAMES, envs
from seaboard.envs.openspiel import DRAWS, OUTCOMES, SpielGame, parameters, spiel_name
from seaboard.errors import BadOption, SeaboardError
from tests.conformance.play import Setup, setups, some_setups

envs.register_openspiel()


def load(setup: Setup) -> Any:
    return pyspiel.load_game(spiel_name(setup.game), parameters(setup.game, setup.seats, setup.options))


def dealt(game: Any, seed: int) -> Any:
    s, rng = game.new_initial_state(), random.Random(seed)
    for _ in range(DRAWS):
        s.apply_action(rng.randrange(OUTCOMES))
    return s


def not_too_long() -> list[Setup]:
    """OpenSpiel writes down every state of a match and reads it back: with many seats that takes long, and `make soak` has the time."""
    return [setup for setup in some_setups() if setup.seats <= setup.game.default_seats or os.environ.get("SEABOARD_ALL_SETUPS")]


@pytest.mark.parametrize("setup", not_too_long(), ids=str)
def test_random_sim_test_with_serialization(setup: Setup) -> None:
    pyspiel.random_sim_test(load(setup), num_sims=1, serialize=True, verbose=False)


@pytest.mark.parametrize("setup", setups(), ids=str)
def test_information_states_tell_what_the_seat_can_tell_and_no_more(setup: Setup) -> None:
    s = dealt(load(setup), 3)
    rng = random.Random(3)
    strings = set()
    for number in range(60):
        if s.is_terminal():
            break
        player = s.current_player()
        strings.add(s.information_state_string(player))
        if number % 6 == 0:
            other = s.resample_from_infostate(player, rng.random)
            assert other.information_state_string(player) == s.information_state_string(player)
            assert other.information_state_tensor(player) == s.information_state_tensor(player)
            assert other.legal_actions() == s.legal_actions()
        s.apply_action(rng.choice(s.legal_actions()))
    assert len(strings) > 5


@pytest.mark.parametrize("history", [0, 30])
@pytest.mark.parametrize("setup", setups(), ids=str)
def test_tensors_are_the_row_and_then_the_history(setup: Setup, history: int) -> None:
    """What OpenSpiel makes of the observer's parts in C++ is what a bot gets from `envs.observe`, number by number."""
    game = pyspiel.load_game(spiel_name(setup.game), {**parameters(setup.game, setup.seats, setup.options), "history": history})
    env = envs.aec(setup.game, seats=setup.seats, options=setup.options, history=history)
    env.reset(seed=0)
    s, rng = game.new_initial_state(), random.Random(5)
    for _ in range(DRAWS):
        s.apply_action(0)
    observers = [game.make_py_observer(pyspiel.IIGObservationType(perfect_recall=recall)) for recall in (False, True)]
    for _ in range(25):
        for seat in range(setup.seats):
            view = env.table.match().view(seat)
            row = env.observe(f"seat_{seat}")["observation"]
            assert (envs.observe(view)["observation"] == row).all()
            told = [env.observe(f"seat_{seat}")["history"].ravel()] if history else []
            whole = np.concatenate([row, *told]).astype(np.float32)
            assert (np.array(s.observation_tensor(seat), np.float32) == row).all()
            assert (np.array(s.information_state_tensor(seat), np.float32) == whole).all()
            for observer, wanted in zip(observers, (row, whole), strict=True):
                observer.set_from(s, seat)
                assert (observer.tensor == wanted).all()
        if s.is_terminal():
            break
        action = rng.choice(s.legal_actions())
        s.apply_action(action)
        env.step(action)


def test_with_a_history_the_tensor_of_an_information_state_has_perfect_recall() -> None:
    """Found once: who played Y9 and who Y10 two tricks ago was in no tensor."""
    game = pyspiel.load_game("seaboard_sea_change(players=3,history=200)")
    tensors: dict[tuple[float, ...], str] = {}
    for way in range(40):
        s, rng = dealt(game, 3), random.Random(way)
        for _ in range(12):
            s.apply_action(rng.choice(s.legal_actions()[:2]))
        told = s.information_state_string(0)
        assert tensors.setdefault(tuple(s.information_state_tensor(0)), told) == told
    assert len(set(tensors.values())) > 20
    assert len(s.observation_tensor(0)) == envs.layout("sea-change", 3).size
    assert len(s.information_state_tensor(0)) == envs.layout("sea-change", 3).size + 200 * 5
    assert not any(game.new_initial_state().information_state_tensor(0))
    short = pyspiel.load_game("seaboard_sea_change(players=2,target=_1,history=20)")
    pyspiel.random_sim_test(short, num_sims=1, serialize=True, verbose=False)


@pytest.mark.parametrize("game", GAMES.values(), ids=lambda game: game.name)
def test_its_algorithms_run(game: Any) -> None:
    short = {"sea-change": {"target": "_1"}}.get(game.name, {})
    spiel = pyspiel.load_game(spiel_name(game), {"players": game.seats[1] if game.seats[0] == 1 else game.seats[0], **short})
    s = dealt(spiel, 1)
    rollouts = mcts.RandomRolloutEvaluator(1, np.random.RandomState(1))
    bot = ismcts.ISMCTSBot(game=spiel, evaluator=rollouts, uct_c=1.0, max_simulations=3, random_state=np.random.RandomState(2))
    assert bot.step(s) in s.legal_actions()

    env = rl_environment.Environment(spiel)
    env.seed(1)
    agents = [tabular_qlearner.QLearner(seat, env.action_spec()["num_actions"]) for seat in range(spiel.num_players())]
    step = env.reset()
    while not step.last():
        step = env.step([agents[step.observations["current_player"]].step(step).action])
    assert sum(step.rewards) == pytest.approx(0)


def test_outcome_sampling_cfr_runs() -> None:
    solver = outcome_sampling_mccfr.OutcomeSamplingSolver(pyspiel.load_game("seaboard_sea_change(players=2,target=_1)"))
    for _ in range(2):
        solver.iteration()
    assert solver.average_policy() is not None


def test_a_deal_is_that_of_the_same_seed() -> None:
    s = pyspiel.load_game("seaboard_sea_change").new_initial_state()
    for byte in (0, 0, 1, 7):
        s.apply_action(byte)
    env = envs.aec("sea-change")
    env.reset(seed=256 + 7)
    assert s.table.record.tobytes() == env.table.record.tobytes()


@pytest.mark.parametrize(
    ("name", "deals", "iterations"), [("sea_change(players=2,tiny=2)", 30, 8), ("sea_of_clouds(players=2,tiny=1)", 36, 14)]
)
def test_a_tiny_variant_is_solved(name: str, deals: int, iterations: int) -> None:
    """One as it is, the other, which would take a minute, from its tree: written down by one walk through all of it."""
    game = pyspiel.load_game(f"seaboard_{name}")
    start = game.new_initial_state()
    assert len(start.chance_outcomes()) == deals
    assert sum(chance for _, chance in start.chance_outcomes()) == pytest.approx(1)
    if "sea_of_clouds" in name and not os.environ.get("SEABOARD_ALL_SETUPS"):
        game = pyspiel.load_efg_game(export_gambit(game))
    solver = pyspiel.CFRPlusSolver(game)
    for _ in range(iterations):
        solver.evaluate_and_update_policy()
    assert pyspiel.exploitability(game, pyspiel.UniformRandomPolicy(game)) > 0.1
    assert pyspiel.exploitability(game, solver.average_policy()) < 0.01


@pytest.mark.parametrize("name", ["sea_change(players=2,tiny=2)", "sea_change(players=2,tiny=3)", "sea_of_clouds(players=2,tiny=2)"])
def test_whoever_imagines_a_tiny_variant_deals_its_own_cards_all_of_them(name: str) -> None:
    game = pyspiel.load_game(f"seaboard_{name}")
    rng = random.Random(1)
    deals: dict[str, set[bytes]] = {}  # by what the first to act knows, what may have been dealt: 42 at most
    for number in range(game.outcomes):
        s = game.new_initial_state()
        s.apply_action(number)
        deals.setdefault(s.information_state_string(), set()).add(cards_of(s))
    for _ in range(2):
        s = game.new_initial_state()
        s.apply_action(rng.randrange(game.outcomes))
        player, known = s.current_player(), s.information_state_string()
        worlds = [s.resample_from_infostate(player, rng.random) for _ in range(1000)]
        assert {world.information_state_string(player) for world in worlds[:20]} == {known}
        assert {cards_of(world) for world in worlds} == deals[known]


def cards_of(state: Any) -> bytes:
    """Where the cards are."""
    record = state.table.record[0]
    return b"".join(record[name].tobytes() for name in ("hands", "shares", "boards") if name in record.dtype.names)


def test_what_is_not_tiny_is_refused_and_what_is_plays_by_the_rules() -> None:
    for name in ("seaboard_sea_change(players=2,tiny=3)", "seaboard_sea_of_clouds(players=2,tiny=2)"):
        pyspiel.random_sim_test(pyspiel.load_game(name), num_sims=2, serialize=True, verbose=False)
    for name in ("seaboard_land_unter(tiny=2)", "seaboard_sea_change(players=2,tiny=9)"):
        with pytest.raises(SeaboardError, match="no tiny variant"):
            pyspiel.load_game(name)


@pytest.mark.parametrize(
    ("game", "given", "message"),
    [
        ("sea-change", {"players": 4, "tiny": 2}, "for 2 players, not 4: write players=2"),
        ("sea-change", {"players": 2, "tiny": 2, "target": "_3"}, "has no options: leave target out"),
        ("sea-of-clouds", {"players": 2, "tiny": 3}, "no tiny variant of 3 cards"),
        ("land-unter", {"tiny": 2}, "Land Unter has no tiny variant"),
    ],
)
def test_a_tiny_variant_takes_no_other_players_or_options(game: str, given: dict[str, Any], message: str) -> None:
    with pytest.raises(BadOption, match=message):
        SpielGame(GAMES[game], given)
