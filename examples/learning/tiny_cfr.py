"""OpenSpiel's CFR+ solves a tiny game: `python examples/learning/tiny_cfr.py [ITERATIONS] [GAME]`. Some minutes for forty.

The game is sea_change (the default) or sea_of_clouds.
"""

import sys

import pyspiel

from seaboard import envs

TINY = {"sea_change": 2, "sea_of_clouds": 1}


def main() -> None:
    iterations = int(sys.argv[1]) if len(sys.argv) > 1 else 40
    name = sys.argv[2] if len(sys.argv) > 2 else "sea_change"
    envs.register_openspiel()
    game = pyspiel.load_game(f"seaboard_{name}(players=2,tiny={TINY[name]})")
    print(f"all actions alike: {pyspiel.exploitability(game, pyspiel.UniformRandomPolicy(game)):.4f}")
    solver = pyspiel.CFRPlusSolver(game)
    for iteration in range(1, iterations + 1):
        solver.evaluate_and_update_policy()
        if iteration in (1, 3) or iteration % 5 == 0:
            print(f"{iteration:4} {pyspiel.exploitability(game, solver.average_policy()):.4f}", flush=True)


if __name__ == "__main__":
    main()
