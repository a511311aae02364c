"""Do ratings reproduce the ladder? Bots of its levels play as if they were people, and are rated like them.

    python -m bench.ratings --game land-unter --levels cabin-boy,sailor,captain --matches 200

Each level enters as a new player and plays a number of matches, alone at tables of bots of its own level and its neighbours'. Their ratings
must have the ladder's order, and the share of matches that each should win by its rating, within the interval, what it did win.
"""

import argparse
import random
import sys
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from itertools import pairwise

from bench import many
from seaboard import GAMES
from seaboard.arena import contest, ladder
from seaboard.bots.levels import LEVELS
from seaboard.bots.specs import Spec
from seaboard.cli.arguments import write_json
from seaboard.server.ratings import model
from seaboard.server.ratings.model import FIXED, NEWCOMER, SURE


@dataclass(frozen=True)
class Fixture:
    """A match of a level as a newcomer, in a seat among others of one level."""

    game: str
    level: str
    number: int
    seat: int
    rival: str
    seed: int
    bots_seed: int

    @property
    def name(self) -> many.Row:
        """Its unique name."""
        bots = f"{many.strength(self.level, self.game)} {many.strength(self.rival, self.game)}"
        return {"rules": GAMES[self.game].version, "bots": bots, **asdict(self)}


def fixtures(game: str, level: str, levels: list[str], matches: int, seed: int) -> Iterator[Fixture]:
    """A level's matches, in the order in which they are rated: it meets its own level and its neighbours."""
    at = levels.index(level)
    rivals = levels[max(0, at - 1) : at + 2]
    rng = random.Random(f"{game} {level} {seed}")
    for number in range(matches):
        seat = rng.randrange(GAMES[game].default_seats)
        yield Fixture(game, level, number, seat, rivals[number % len(rivals)], rng.getrandbits(64), rng.getrandbits(63))


def play(fixture: Fixture) -> many.Row:
    """Play a match and return who wins."""
    lineup = [fixture.level if at == fixture.seat else fixture.rival for at in range(GAMES[fixture.game].default_seats)]
    specs = [Spec.read(name, game=fixture.game) for name in lineup]
    return {"winners": contest.play(fixture.game, specs, seed=fixture.seed, bots_seed=fixture.bots_seed, options={}).winners}


@dataclass(frozen=True)
class Entered:
    """A level's rating after its matches, the share that it won, and the least and the most that it should have by its rating."""

    game: str
    level: str
    matches: int
    mean: float
    spread: float
    ladder: float
    won: float
    least: float
    most: float

    @property
    def fits(self) -> bool:
        """Whether rating and ladder agree; the ladder itself is known to about one."""
        return self.least <= self.won <= self.most and abs(self.mean - self.ladder) <= SURE * self.spread + 1.0

    def __str__(self) -> str:
        points = f"{model.points(self.mean)} ± {model.margin(self.spread)} (ladder: {model.points(self.ladder)})"
        won = f"{self.matches} matches, won {self.won:.1%}, by the rating {self.least:.1%} to {self.most:.1%}"
        return f"{self.game:20} {self.level:10} {points}; {won}{'' if self.fits else '  <- not within'}"


def enter(game: str, level: str, played: Sequence[tuple[Fixture, list[int]]]) -> Entered:
    """Rate a level by its matches."""
    seats, means = GAMES[game].default_seats, ladder.means(game)
    strength, won = NEWCOMER, 0.0
    for fixture, winners in played:
        before = [strength if at == fixture.seat else (means[fixture.rival], FIXED) for at in range(seats)]
        strength = model.rate(before, [[at] for at in range(seats)], winners)[fixture.seat]
        won += (fixture.seat in winners) / len(winners)

    def share(mean: float) -> float:
        return sum(ladder.chances([mean, *[means[fixture.rival]] * (seats - 1)])[0] for fixture, _ in played) / len(played)

    mean, spread = strength
    least, most = share(mean - SURE * spread), share(mean + SURE * spread)
    return Entered(game, level, len(played), mean, spread, means[level], won / len(played), least, most)


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m bench.ratings", description="Rate the ladder's bots as if they were people.")
    parser.add_argument("--levels", default=",".join(LEVELS))
    parser.add_argument("--matches", type=int, default=200)
    parser.add_argument("--seed", type=int, default=0)
    many.add_arguments(parser)
    chosen = parser.parse_args()
    levels, games = chosen.levels.split(","), many.games_of(chosen)
    planned = [one for game in games for level in levels for one in fixtures(game, level, levels, chosen.matches, chosen.seed)]
    planned.sort(key=lambda one: one.number)  # stopped early, it is a fair measurement of fewer matches
    rows = many.play_all("ratings", games, play, [(one.name, (one,)) for one in planned], chosen)
    found = []
    for game in games:
        for level in levels:
            own = [(one, row) for one, row in zip(planned, rows, strict=True) if (one.game, one.level) == (game, level)]
            until = next((number for number, (_, row) in enumerate(own) if row is None), len(own))
            played = [(one, row["winners"]) for one, row in own[:until] if row]
            if played:
                found.append(enter(game, level, played))
                print(found[-1])
    if chosen.json:
        write_json([asdict(one) for one in found], chosen.json)
    is_rising = all(lower.mean < upper.mean for lower, upper in pairwise(found) if lower.game == upper.game)
    return 0 if is_rising and all(one.fits for one in found) else 1


if __name__ == "__main__":
    sys.exit(main())
