"""How strong the levels of bots are in each game: the ladder's win rates as ratings, for everything that compares with bots.

A rung is two neighbouring levels: one of the upper among the lower at a table, and the other way round, in every rotation of the seats.
The ratings are those under which what was won is most likely, if each seat wins with a chance that grows with the exponential of
its rating (Plackett and Luce); the level that covers for people is the middle.
"""

import json
import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cache
from importlib import resources

MEAN = 25.0
"""The middle of all ratings."""
BETA = 25 / 6
"""By how much one match's luck moves somebody, in openskill's usual units."""
MIDDLE_LEVEL = "sailor"


@dataclass(frozen=True)
class Meeting:
    """So many matches of one lineup, and how many of them each level won (shared wins in parts)."""

    lineup: tuple[str, ...]
    matches: int
    won: dict[str, float]


@cache
def meetings() -> dict[str, list[Meeting]]:
    """What was measured, by game."""
    read = json.loads(resources.files("seaboard.arena").joinpath("ladder.json").read_text("utf-8"))
    return {game: [Meeting(tuple(one["lineup"]), one["matches"], one["won"]) for one in found] for game, found in read.items()}


@cache
def means(game: str) -> dict[str, float]:
    """The rating of each level in a game; empty if it was not measured."""
    return fit(meetings().get(game, []))


def chances(strengths: Sequence[float], noise: float = 0.0) -> list[float]:
    """Each seat's chance to win; `noise` is what is not known about the ratings, as a variance."""
    unit = math.sqrt(len(strengths) * BETA * BETA + noise)
    top = max(strengths)
    weights = [math.exp((strength - top) / unit) for strength in strengths]
    return [weight / sum(weights) for weight in weights]


def expected(lineup: Sequence[str], ratings: dict[str, float]) -> dict[str, float]:
    """The share of the wins that each level of a lineup is expected to get."""
    shares = dict.fromkeys(lineup, 0.0)
    for level, chance in zip(lineup, chances([ratings[level] for level in lineup]), strict=True):
        shares[level] += chance
    return shares


def fit(found: Iterable[Meeting], steps: int = 1000) -> dict[str, float]:
    """The ratings under which these results are most likely, found by climbing."""
    played = list(found)
    ratings = {level: MEAN for meeting in played for level in meeting.lineup}
    games = {level: sum(meeting.matches for meeting in played if level in meeting.lineup) for level in ratings}
    for _ in range(steps):
        pull = dict.fromkeys(ratings, 0.0)
        for meeting in played:
            for level, share in expected(meeting.lineup, ratings).items():
                pull[level] += meeting.won[level] - meeting.matches * share
        for level, force in pull.items():
            ratings[level] += 2 * BETA * force / games[level]
    middle = MEAN - ratings.get(MIDDLE_LEVEL, MEAN)
    return {level: rating + middle for level, rating in ratings.items()}
