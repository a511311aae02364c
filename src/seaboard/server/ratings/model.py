"""How results change ratings: the Plackett-Luce model of Weng and Lin, with the bots of the ladder as fixed points.

A match is won by one side or shared by several; all others lose equally. With two sides this is openskill's `PlackettLuce` to the last
digit. With more, openskill assumes that losers are equally good, which makes weak players at a strong table look strong; here, as in the
ladder, a match only says who won it.

Bots' ratings were measured in advance (`arena/ladder.py`) and never move: a person who beats Captains as often as an Admiral does ends up
where Admirals are.
"""

import math
from collections.abc import Sequence

from seaboard.arena import ladder

MEAN = ladder.MEAN
SPREAD = 25 / 3
"""The uncertainty about a person who has not played yet."""
DRIFT = 25 / 300
"""How much of a person's strength may have changed since their last match."""
LEAST_LEFT = 0.0001
"""The share of the variance that is left at least after one match."""
FIXED = 0.01
"""The spread of a bot's rating, which is known."""

Strength = tuple[float, float]
"""Mean and spread."""
NEWCOMER: Strength = (MEAN, SPREAD)


def of_bot(game: str, level: str | None) -> Strength | None:
    """A bot's strength, if it was measured."""
    mean = ladder.mean_of(level or "", game)
    return None if mean is None else (mean, FIXED)


def rate(before: Sequence[Strength], sides: Sequence[Sequence[int]], winners: Sequence[int]) -> list[Strength]:
    """Return each seat's strength after a match. Seats on one side win or lose together."""
    after = [(mean, math.sqrt(spread * spread + DRIFT * DRIFT)) for mean, spread in before]
    means = [sum(after[seat][0] for seat in side) for side in sides]
    variances = [sum(after[seat][1] ** 2 for seat in side) for side in sides]
    noise = sum(variances)
    unit = math.sqrt(noise + len(sides) * ladder.BETA**2)
    won = [side[0] in winners for side in sides]
    for side, chance, variance, is_won in zip(sides, ladder.chances(means, noise), variances, won, strict=True):
        surprise = is_won / sum(won) - chance
        learned = math.sqrt(variance) / unit * variance / unit**2 * chance * (1 - chance)
        for seat in side:
            mean, spread = after[seat]
            part = spread * spread / variance
            after[seat] = mean + part * variance / unit * surprise, spread * math.sqrt(max(1 - part * learned, LEAST_LEFT))
    return after


def chances(strengths: Sequence[Strength]) -> list[float]:
    """Return each seat's chance to win according to the model, without teams."""
    return ladder.chances([mean for mean, _ in strengths], noise=sum(spread * spread for _, spread in strengths))


# ---- Points, for people --------------------------------------------------------------------------

MIDDLE = 1500
POINTS = 400 / (math.log(10) * ladder.BETA * math.sqrt(2))
"""Points for each unit of the mean: as in chess, 400 points more win ten matches of eleven between two."""
SURE = 1.959964


def points(mean: float) -> int:
    """Convert a mean to points."""
    return round(MIDDLE + POINTS * (mean - MEAN))


def margin(spread: float) -> int:
    """Return half the width of the 95 % interval, in points."""
    return round(POINTS * SURE * spread)
