"""Ratings give back what the ladder says: bots of its levels play as if they were people, and are rated like them.

    python -m bench.ratings --game land-unter --levels cabin-boy,sailor,captain --matches 200

Each level enters as a newcomer and plays so many matches, alone at tables of bots of its own level and its neighbours'. Their ratings
must have the ladder's order, and the share of matches that each should win by its rating, within the interval, what it did win.
"""

import argparse
import random
import sys

from seaboard import GAMES
from seaboard.arena import contest, ladder
from seaboard.bots.specs import LEVELS, Spec
from seaboard.server.ratings import model
from seaboard.server.ratings.model import FIXED, NEWCOMER, SURE, Strength


def tables(level: str, levels: list[str]) -> list[str]:
    """Whom a level meets: its own level and its neighbours."""
    at = levels.index(level)
    return levels[max(0, at - 1) : at + 2]


def enter(game: str, level: str, rivals: list[str], matches: int, seed: int) -> tuple[Strength, float, float, float]:
    """A level's rating after so many matches, the share that it won, and the least and the most that it should have by its rating."""
    seats, rng = GAMES[game].default_seats, random.Random(f"{game} {level} {seed}")
    means = ladder.means(game)
    strength, won = NEWCOMER, 0.0
    faced: list[float] = []
    for number in range(matches):
        seat, rival = rng.randrange(seats), rivals[number % len(rivals)]
        lineup = [level if at == seat else rival for at in range(seats)]
        outcome = contest.play(
            game, [Spec.read(name) for name in lineup], seed=rng.getrandbits(64), bots_seed=rng.getrandbits(63), options={}
        )
        before = [strength if at == seat else (means[rival], FIXED) for at in range(seats)]
        strength = model.rate(before, [[at] for at in range(seats)], outcome.winners)[seat]
        won += (seat in outcome.winners) / len(outcome.winners)
        faced.append(means[rival])

    def share(mean: float) -> float:
        return sum(ladder.chances([mean, *[rival] * (seats - 1)])[0] for rival in faced) / matches

    mean, spread = strength
    return strength, won / matches, share(mean - SURE * spread), share(mean + SURE * spread)


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m bench.ratings", description="Rate the ladder's bots as if they were people.")
    parser.add_argument("--game", choices=list(GAMES), default="land-unter")
    parser.add_argument("--levels", default=",".join(LEVELS))
    parser.add_argument("--matches", type=int, default=200)
    parser.add_argument("--seed", type=int, default=0)
    chosen = parser.parse_args()
    levels = chosen.levels.split(",")
    found: list[float] = []
    is_right = True
    for level in levels:
        (mean, spread), won, least, most = enter(chosen.game, level, tables(level, levels), chosen.matches, chosen.seed)
        own = ladder.means(chosen.game)[level]
        fits = least <= won <= most and abs(mean - own) <= SURE * spread + 1.0  # the ladder itself is known to about one
        is_right &= fits and (not found or mean > found[-1])
        found.append(mean)
        print(
            f"{level:10} {model.points(mean)} ± {model.margin(spread)} (ladder: {model.points(own)}); won {won:.1%}, "
            f"by the rating {least:.1%} to {most:.1%}{'' if fits else '  <- not within'}",
            flush=True,
        )
    return 0 if is_right else 1


if __name__ == "__main__":
    sys.exit(main())
