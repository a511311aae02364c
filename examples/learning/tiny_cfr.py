"""OpenSpiel's CFR+ solves the tiny Sea Change: `python examples/learning/tiny_cfr.py [ITERATIONS]`. Some minutes for forty."""

import sys

import pyspiel

from seaboard import envs


def main() -> None:
    envs.register_openspiel()
    game = pyspiel.load_game("seaboard_sea_change(players=2,tiny=2)")
    print(f"all actions alike: {pyspiel.exploitability(game, pyspiel.UniformRandomPolicy(game)):.4f}")
    solver = pyspiel.CFRPlusSolver(game)
    for iteration in range(1, (int(sys.argv[1]) if len(sys.argv) > 1 else 40) + 1):
        solver.evaluate_and_update_policy()
        if iteration in (1, 3) or iteration % 5 == 0:
            print(f"{iteration:4} {pyspiel.exploitability(game, solver.average_policy()):.4f}", flush=True)


if __name__ == "__main__":
    main()
