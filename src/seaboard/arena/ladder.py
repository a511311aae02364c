"""How strong the levels of bots are in each game: the ladder's win rates as ratings, for everything that compares with bots.

A rung is two neighbouring levels: one of the upper among the lower at a table, and the other way round, in every rotation of the seats.
The ratings are those that make the results most likely, if each seat's chance to win grows with the exponential of its rating (Plackett and
Luce). Ratings belong to bots, not levels: when a level gets another bot, it gets that bot's rating, or none until it has been measured, and
all others stay the same. The scale is always anchored at the same bot.
"""

import json
import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cache
from importlib import resources

from seaboard.bots.levels import LEVELS, bot_of
from seaboard.bots.weights import network_digest
from seaboard.games import GAMES

MEAN = 25.0
"""The middle of all ratings."""
BETA = 25 / 6
"""By how much one match's luck moves a player, in openskill's usual units."""
MIDDLE = "search:100"
"""The bot whose rating is the mean."""
STILL = 1e-9
"""The search for ratings ends when none of them moves by more than this."""


@dataclass(frozen=True)
class Meeting:
    """A number of matches of one lineup of bots, and how many of them each won (shared wins in parts)."""

    lineup: tuple[str, ...]
    matches: int
    won: dict[str, float]
    network: str = ""
    """Of a learned bot: which network it played with."""


@cache
def meetings() -> dict[str, list[Meeting]]:
    """Return the measurements, by game, without those of networks that have since been replaced."""
    read = json.loads(resources.files("seaboard.arena").joinpath("ladder.json").read_text("utf-8"))
    found: dict[str, list[Meeting]] = {}
    for game, rows in read.items():
        played = [Meeting(tuple(row["lineup"]), row["matches"], row["won"], row.get("network", "")) for row in rows]
        found[game] = [meeting for meeting in played if meeting.network in ("", network_digest(GAMES[game]))]
    return found


@cache
def ratings(game: str) -> dict[str, float]:
    """Return the rating of each bot measured in a game."""
    return fit(meetings().get(game, []))


@cache
def means(game: str) -> dict[str, float]:
    """Return the rating of each measured level in a game, from the weakest to the strongest."""
    return {level: mean for level in LEVELS if (mean := mean_of(level, game)) is not None}


def mean_of(level: str, game: str) -> float | None:
    """Return the rating of a level, including former ones; None if it was not measured."""
    return ratings(game).get(bot_of(level, game) or "")


def chances(strengths: Sequence[float], noise: float = 0.0) -> list[float]:
    """Return each seat's chance to win; `noise` is the variance of the ratings' uncertainty."""
    unit = math.sqrt(len(strengths) * BETA * BETA + noise)
    top = max(strengths)
    weights = [math.exp((strength - top) / unit) for strength in strengths]
    return [weight / sum(weights) for weight in weights]


def expected(lineup: Sequence[str], ratings: dict[str, float]) -> dict[str, float]:
    """The share of the wins that each bot of a lineup is expected to get."""
    shares = dict.fromkeys(lineup, 0.0)
    for bot, chance in zip(lineup, chances([ratings[bot] for bot in lineup]), strict=True):
        shares[bot] += chance
    return shares


def fit(found: Iterable[Meeting], steps: int = 1000) -> dict[str, float]:
    """Find the ratings that make these results most likely, by hill climbing, for the bots connected to the anchor."""
    played = list(found)
    known = _reached(played)
    played = [meeting for meeting in played if meeting.lineup[0] in known]
    ratings = dict.fromkeys(known, MEAN)
    games = {bot: sum(meeting.matches for meeting in played if bot in meeting.lineup) for bot in ratings}
    for _ in range(steps):
        pull = dict.fromkeys(ratings, 0.0)
        for meeting in played:
            for bot, share in expected(meeting.lineup, ratings).items():
                pull[bot] += meeting.won[bot] - meeting.matches * share
        moves = {bot: 2 * BETA * force / games[bot] for bot, force in pull.items()}
        for bot, move in moves.items():
            ratings[bot] += move
        if max(map(abs, moves.values()), default=0.0) <= STILL:
            break
    return {bot: rating + (MEAN - ratings[MIDDLE]) for bot, rating in ratings.items()}


def _reached(played: Sequence[Meeting]) -> list[str]:
    """Return the bots that have met the anchor, directly or through others: only those can be compared with it."""
    known = [MIDDLE] if any(MIDDLE in meeting.lineup for meeting in played) else []
    for bot in known:
        known += dict.fromkeys(other for meeting in played if bot in meeting.lineup for other in meeting.lineup if other not in known)
    return known
