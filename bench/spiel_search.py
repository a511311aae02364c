"""OpenSpiel's C++ information-set search on hearts: prints its simulations a second over one deal.

A program of its own, because that search crashes on some deals (open_spiel 1.6, hearts, with and without passing); whoever
runs it takes another deal then.
"""

import random
import sys
import time

import pyspiel


def main(simulations: int, deal: int) -> None:
    rng = random.Random(deal)
    game = pyspiel.load_game("hearts(pass_cards=False)")
    position = game.new_initial_state()
    seconds, choices = 0.0, 0
    while not position.is_terminal():
        if position.is_chance_node():
            position.apply_action(rng.choice(position.chance_outcomes())[0])
            continue
        if len(position.legal_actions()) > 1:
            evaluator = pyspiel.RandomRolloutEvaluator(1, 1)
            most_visits = pyspiel.ISMCTSFinalPolicyType.MAX_VISIT_COUNT
            bot = pyspiel.ISMCTSBot(1, evaluator, 2.0, simulations, -1, most_visits, False, False)
            began = time.perf_counter()
            bot.step(position)
            seconds += time.perf_counter() - began
            choices += 1
        position.apply_action(rng.choice(position.legal_actions()))
    print(simulations * choices / seconds)


if __name__ == "__main__":
    main(int(sys.argv[1]), int(sys.argv[2]))
