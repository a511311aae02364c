"""Do reviews tell better players from worse ones? The error rate of each bot in each game, every seat played by the same bot.

python -m bench.errors --matches 100 --processes 16
"""

import argparse
import math
import sys
from concurrent.futures import ProcessPoolExecutor

import numpy as np

import seaboard
from seaboard.review import review

BOTS = ("simple", "search:100", "search:1000")


def error_rates(job: tuple[str, str, int, int]) -> list[float]:
    """The error rate of each seat in a match of one bot against itself."""
    game, spec, seed, simulations = job
    match = seaboard.Match(game, seed=seed)
    bot = seaboard.bots.make(spec, game=game)
    while not match.over:
        seat = match.to_act[0]
        match.play(seat, bot.choose(match.view(seat)))
    found = review(match.record(), simulations=simulations, playouts=16, seed=seed)
    return [seat.error_rate for seat in found.seats if seat.error_rate is not None]


def main() -> int:
    """Print the rates; the exit status says whether they fall from each bot to the next in every game."""
    parser = argparse.ArgumentParser(prog="python -m bench.errors", description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--game", choices=list(seaboard.GAMES), action="append", help="repeatable (default: every game)")
    parser.add_argument("--matches", type=int, default=20)
    parser.add_argument("--simulations", type=int, default=4000, help="for each decision that is judged")
    parser.add_argument("--processes", type=int, default=1)
    chosen = parser.parse_args()
    is_falling = True
    with ProcessPoolExecutor(chosen.processes) as pool:
        for game in chosen.game or seaboard.GAMES:
            means = []
            for spec in BOTS:
                jobs = [(game, spec, seed, chosen.simulations) for seed in range(chosen.matches)]
                rates = np.array([np.mean(found) for found in pool.map(error_rates, jobs)])
                means.append(rates.mean())
                error = rates.std(ddof=1) / math.sqrt(len(rates)) if len(rates) > 1 else math.nan
                print(f"{game:20} {spec:12} {rates.mean():.2%} ± {error:.2%} of the win for each decision", flush=True)
            is_falling &= means[0] > means[1] > means[2]
    return 0 if is_falling else 1


if __name__ == "__main__":
    sys.exit(main())
