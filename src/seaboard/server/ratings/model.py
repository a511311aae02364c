"""How ratings follow from results: openskill's Plackett-Luce model, with the bots of the ladder as fixed points.

A match is won by a side or shared by several; all others lose alike, as in the ladder itself. What a bot's rating is was measured
before (`arena/ladder.py`), so it never moves: a person who beats Captains as often as an Admiral does ends up where Admirals are.
"""

import math
from collections.abc import Sequence
from functools import cache

from openskill.models import PlackettLuce

from seaboard.arena import ladder

MEAN = ladder.MEAN
SPREAD = 25 / 3
"""How little is known of somebody who has not played yet."""
DRIFT = 25 / 300
"""How much of a person's strength may have changed since their last match."""
FIXED = 0.01
"""The spread of a bot's rating, which is known."""

Strength = tuple[float, float]
"""Mean and spread."""
NEWCOMER: Strength = (MEAN, SPREAD)


@cache
def _model() -> PlackettLuce:
    return PlackettLuce(mu=MEAN, sigma=SPREAD, beta=ladder.BETA, tau=DRIFT)


def of_bot(game: str, level: str | None) -> Strength | None:
    """A bot's strength, if it was measured."""
    mean = ladder.means(game).get(level or "")
    return None if mean is None else (mean, FIXED)


def rate(before: Sequence[Strength], sides: Sequence[Sequence[int]], winners: Sequence[int]) -> list[Strength]:
    """Each seat's strength after a match. Who sits on one side wins or loses together."""
    model = _model()
    teams = [[model.create_rating(list(before[seat])) for seat in side] for side in sides]
    ranks = [1.0 if side[0] in winners else 2.0 for side in sides]
    after = list(before)
    for side, team in zip(sides, model.rate(teams, ranks=ranks), strict=True):
        for seat, rated in zip(side, team, strict=True):
            after[seat] = (rated.mu, rated.sigma)
    return after


def chances(strengths: Sequence[Strength]) -> list[float]:
    """Each seat's chance to win, everybody for themselves, as the model has it."""
    return ladder.chances([mean for mean, _ in strengths], noise=sum(spread * spread for _, spread in strengths))


# ---- As people read it ---------------------------------------------------------------------------

MIDDLE = 1500
POINTS = 400 / (math.log(10) * ladder.BETA * math.sqrt(2))
"""Points for each unit of the mean: as in chess, 400 points more win ten matches of eleven between two."""
SURE = 1.959964


def points(mean: float) -> int:
    """A mean as it is shown."""
    return round(MIDDLE + POINTS * (mean - MEAN))


def margin(spread: float) -> int:
    """How far on either side of the points the strength surely is (95 %)."""
    return round(POINTS * SURE * spread)
