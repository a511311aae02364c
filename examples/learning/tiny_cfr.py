"""OpenSpiel's CFR+ solves the tiny Sea Change: `python examples/learning/tiny_cfr.py [ITERATIONS]`. Some minutes for forty."""

import sys
from typing import Any

import numpy as np
import pyspiel
from open_spiel.python.algorithms.exploitability import exploitability
from open_spiel.python.policy import tabular_policy_from_callable

from seaboard import GAMES, envs
from seaboard.bots.learned import Intuition
from seaboard.compiled import twin

GAME = GAMES["sea-change"]


def known(state: Any) -> Any:
    """What the seat to act knows, as a record."""
    record = state.table.record.copy()[0]
    twin(GAME).module("view").hide(record, state.current_player())
    return record


def simple(state: Any) -> dict[int, float]:
    out = np.zeros(GAME.state.ACTIONS, np.int64)
    count = twin(GAME).rules.legal_actions(known(state), state.current_player(), out)
    return {int(twin(GAME).module("strategy").simple(known(state), state.current_player(), out, count)): 1.0}


def learned(state: Any) -> dict[int, float]:
    network = Intuition(GAME)
    network.advise(known(state), state.current_player())
    count = len(state.legal_actions())
    return dict(zip(network.out[:count].tolist(), (network.chances[:count] / network.chances[:count].sum()).tolist(), strict=True))


def main() -> None:
    envs.register_openspiel()
    game = pyspiel.load_game("seaboard_sea_change(players=2,tiny=2)")
    print(f"all actions alike: {pyspiel.exploitability(game, pyspiel.UniformRandomPolicy(game)):.4f}")
    for bot in (simple, learned):
        print(f"{bot.__name__}: {exploitability(game, tabular_policy_from_callable(game, bot)):.4f}", flush=True)
    solver = pyspiel.CFRPlusSolver(game)
    for iteration in range(1, (int(sys.argv[1]) if len(sys.argv) > 1 else 40) + 1):
        solver.evaluate_and_update_policy()
        if iteration in (1, 3) or iteration % 5 == 0:
            print(f"{iteration:4} {pyspiel.exploitability(game, solver.average_policy()):.4f}", flush=True)


if __name__ == "__main__":
    main()
