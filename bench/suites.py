"""`python -m bench.suites`: other projects' own tests and algorithms on every game, as the table in docs/suites.md.

Needs the extras `envs`, `openspiel` and `tutorials`. A cell says `passes`, or the error; the command fails if there is one.
"""

import contextlib
import io
import sys
import warnings
from collections.abc import Callable
from datetime import UTC, datetime
from importlib.metadata import version
from pathlib import Path
from typing import Any

import numpy as np

from seaboard import GAMES, envs
from seaboard.envs.openspiel import DRAWS, spiel_name
from seaboard.game import Game

PAGE = Path("docs/suites.md")
SHORT: dict[str, dict[str, Any]] = {"sea-change": {"target": "_1"}}
LIBRARIES = ("pettingzoo", "gymnasium", "stable-baselines3", "sb3-contrib", "open-spiel", "torch")


def pettingzoo(game: Game) -> None:
    """api_test, parallel_api_test, seed_test, parallel_seed_test, max_cycles_test, render_test"""
    from pettingzoo.test import api_test, max_cycles_test, parallel_api_test, parallel_seed_test, render_test, seed_test

    api_test(envs.aec(game), num_cycles=60)
    parallel_api_test(envs.parallel(game), num_cycles=60)
    seed_test(lambda: envs.aec(game), num_cycles=40)
    parallel_seed_test(lambda: envs.parallel(game, illegal="replace"), num_cycles=40)
    max_cycles_test(envs.module(game))
    render_test(lambda **how: envs.aec(game, **how), custom_tests={"svg": lambda text: text.startswith("<svg")})


def gymnasium_env(game: Game) -> None:
    """check_env"""
    from gymnasium.utils.env_checker import check_env

    check_env(envs.gym(game, bots=["simple"], render_mode="ansi"))


def gymnasium_vector(game: Game) -> None:
    """make_vec, and 100 steps within its spaces"""
    import gymnasium

    name = f"seaboard.envs.single:seaboard/{game.name}-v{game.version}"
    many = gymnasium.make_vec(name, num_envs=8, vectorization_mode="vector_entry_point", bots=["simple"])
    many.reset(seed=1)
    many.action_space.seed(1)
    for _ in range(100):
        seen, *_ = many.step(many.action_space.sample())
        assert many.observation_space.contains(seen)


def sb3(game: Game) -> None:
    """check_env; MaskablePPO learns for 512 steps"""
    from sb3_contrib import MaskablePPO
    from stable_baselines3.common.env_checker import check_env

    check_env(envs.gym(game, bots=["simple"]))
    MaskablePPO("MultiInputPolicy", envs.gym(game, bots=["random"]), n_steps=256, batch_size=64, seed=1, device="cpu").learn(512)


def sb3_many(game: Game) -> None:
    """envs.sb3: MaskablePPO learns for 1,024 choices of 16 matches"""
    from sb3_contrib import MaskablePPO

    many = envs.sb3(game, num_envs=16, bots=["simple"], rewards="rounds")
    many.seed(1)
    MaskablePPO("MlpPolicy", many, n_steps=32, batch_size=128, gamma=1.0, seed=1, device="cpu").learn(1024)


def spiel(game: Game) -> Any:
    import pyspiel

    envs.register_openspiel()
    return pyspiel.load_game(spiel_name(game), {"players": max(game.seats[0], 2), **SHORT.get(game.name, {})})


def serialization(game: Game) -> None:
    """random_sim_test with serialization"""
    import pyspiel

    pyspiel.random_sim_test(spiel(game), num_sims=1, serialize=True, verbose=False)


def mccfr_python(game: Game) -> None:
    """outcome-sampling MCCFR, Python"""
    from open_spiel.python.algorithms.outcome_sampling_mccfr import OutcomeSamplingSolver

    OutcomeSamplingSolver(spiel(game)).iteration()


def mccfr_cpp(game: Game) -> None:
    """outcome-sampling MCCFR, C++"""
    import pyspiel

    pyspiel.OutcomeSamplingMCCFRSolver(spiel(game), 0.6, 1).run_iteration()


def dealt(loaded: Any) -> Any:
    state = loaded.new_initial_state()
    for byte in range(DRAWS):
        state.apply_action(byte)
    return state


def ismcts_python(game: Game) -> None:
    """information-set search, Python"""
    from open_spiel.python.algorithms import ismcts, mcts

    loaded = spiel(game)
    state, rollouts = dealt(loaded), mcts.RandomRolloutEvaluator(1, np.random.RandomState(1))
    bot = ismcts.ISMCTSBot(game=loaded, evaluator=rollouts, uct_c=1.0, max_simulations=3, random_state=np.random.RandomState(2))
    assert bot.step(state) in state.legal_actions()


def nfsp(game: Game) -> None:
    """neural fictitious self-play, a match"""
    from open_spiel.python import rl_environment
    from open_spiel.python.pytorch.nfsp import NFSP

    env = rl_environment.Environment(spiel(game))
    env.seed(1)
    size, actions = env.observation_spec()["info_state"], env.action_spec()["num_actions"]
    agents = [NFSP(seat, size[0], actions, [16], 1000, 0.1, min_buffer_size_to_learn=10**6) for seat in range(env.num_players)]
    step = env.reset()
    while not step.last():
        step = env.step([agents[step.observations["current_player"]].step(step).action])
    for agent in agents:
        agent.step(step)


SUITES: dict[str, tuple[Callable[[Game], None], ...]] = {
    "PettingZoo": (pettingzoo,),
    "Gymnasium": (gymnasium_env, gymnasium_vector),
    "Stable-Baselines3": (sb3, sb3_many),
    "OpenSpiel": (serialization, mccfr_python, mccfr_cpp, ismcts_python, nfsp),
}


def outcome(suite: Callable[[Game], None], game: Game) -> str:
    """Return whether a game passes a suite, or what went wrong."""
    try:
        with warnings.catch_warnings(), contextlib.redirect_stdout(io.StringIO()):
            warnings.simplefilter("ignore")
            suite(game)
    except Exception as error:
        return f"{type(error).__name__}: {error}".splitlines()[0].replace("|", "/")[:80]
    return "passes"


def main() -> int:
    lines = [
        "# Other projects' suites",
        "",
        "Their own tests, and algorithms of theirs that run, on every game. Written by `python -m bench.suites`, with "
        + ", ".join(f"{name} {version(name).partition('+')[0]}" for name in LIBRARIES)
        + f", on {datetime.now(UTC):%Y-%m-%d}.",
        "",
        f"| project | suite | {' | '.join(game.title for game in GAMES.values())} |",
        f"|---|---|{'---|' * len(GAMES)}",
    ]
    failed = 0
    for project, suites in SUITES.items():
        for suite in suites:
            found = [outcome(suite, game) for game in GAMES.values()]
            failed += sum(one != "passes" for one in found)
            lines.append(f"| {project} | {suite.__doc__} | {' | '.join(found)} |")
            print(lines[-1], flush=True)
    PAGE.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
