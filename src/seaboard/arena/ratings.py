"""What the results of a tournament say: shares of wins with their intervals, and ratings."""

import math
from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray
from openskill.models import PlackettLuce

from seaboard.arena.tournament import Plan, Result

Floats = NDArray[np.float64]
SURE = 1.959964  # standard deviations on either side that hold 95 % of a normal distribution
# The same of Student's distribution, for 1, 2, 3 … degrees of freedom.
SURE_OF_FEW = (12.706205, 4.302653, 3.182446, 2.776445, 2.570582, 2.446912, 2.364624, 2.306004, 2.262157, 2.228139)
FEW = 30  # deals: with fewer, their spread alone says too little
RARE = 10  # deals won, or lost, below which an outcome counts as rare


@dataclass(frozen=True)
class Share:
    """The mean share of the wins that a bot got, and its 95 % interval."""

    bot: str
    mean: float
    low: float
    high: float
    fair: float
    """What it would get if all bots were equal: its part of the seats."""
    deals: int
    matches: int

    @property
    def verdict(self) -> str:
        """Whether the whole interval lies on one side of the fair share."""
        return "above" if self.low > self.fair else "below" if self.high < self.fair else "even"


@dataclass(frozen=True)
class Rating:
    """A bot's openskill rating and its 95 % interval."""

    bot: str
    mean: float
    low: float
    high: float


def shares(results: Iterable[Result]) -> list[Share]:
    """The bots of one table, best first.

    A deal's matches share their cards, so they are averaged first; the interval is over deals, which are independent. Where luck is
    known, it is taken out.
    """
    won: dict[str, dict[int, list[float]]] = defaultdict(lambda: defaultdict(list))
    luck: dict[str, dict[int, list[float]]] = defaultdict(lambda: defaultdict(list))
    seats: dict[str, list[float]] = defaultdict(list)
    for result in results:
        for bot in dict.fromkeys(result.lineup):
            seats[bot].append(result.lineup.count(bot) / len(result.lineup))
            won[bot][result.deal].append(result.shares()[bot])
            luck[bot][result.deal].append(result.luck_of(bot))
    by_deal = without_luck(np.array([_means(won[bot]) for bot in seats]), np.array([_means(luck[bot]) for bot in seats]))
    found = []
    for bot, means in zip(seats, by_deal.tolist(), strict=True):
        mean = sum(means) / len(means)
        low, high = interval(means, matches=len(seats[bot]))
        fair = sum(seats[bot]) / len(seats[bot])
        found.append(Share(bot, mean, low, high, fair, len(means), len(seats[bot])))
    return sorted(found, key=lambda share: -share.mean / share.fair)


def _means(deals: dict[int, list[float]]) -> list[float]:
    return [sum(values) / len(values) for _, values in sorted(deals.items())]


def without_luck(won: Floats, luck: Floats) -> Floats:
    """Subtract luck from what each bot (a row) won in each deal (a column), as far as luck explained the results of all other deals.

    Luck is computed as if `simple` played on. To other players the same cards are worth less, or more; to a member of a team, part of that.
    A regression over the other deals alone says how much: so it doesn't depend on this deal's luck, and favours nobody, since luck is zero
    on average.
    """
    others = max(won.shape[1] - 1, 1)
    mean = (_total(won) - won) / others
    together = _total(won * luck) - won * luck - mean * (_total(luck) - luck)
    square = (_total(luck**2) - luck**2).sum(axis=0)
    weight: Floats = np.divide(together.sum(axis=0), square, out=np.zeros_like(square), where=square > 0)
    return won - weight * luck


def _total(deals: Floats) -> Floats:
    total: Floats = deals.sum(axis=1, keepdims=True)
    return total


def shares_by_table(results: Sequence[Result]) -> list[list[Share]]:
    """The shares of each table of a tournament."""
    return [shares(r for r in results if r.table == number) for number in sorted({r.table for r in results})]


def interval(deals: Sequence[float], *, matches: int) -> tuple[float, float]:
    """Return the 95 % interval of the mean share won per deal, from 0 to 1.

    Uses Student's distribution over deals. A few deals may agree by chance, all won or all alike: if there are few deals, or few wins or
    losses, the interval is at least as wide as Wilson's for as many independent matches.
    """
    count = len(deals)
    if count < 2:
        return 0.0, 1.0
    mean = sum(deals) / count
    variance = sum((value - mean) ** 2 for value in deals) / (count - 1)
    sure = student(count - 1)
    half = sure * math.sqrt(variance / count)
    low, high = mean - half, mean + half
    chance = min(max(mean, 0.0), 1.0)
    if count < FEW or count * min(chance, 1 - chance) < RARE or variance == 0:
        weight = sure * sure / matches
        centre = (chance + weight / 2) / (1 + weight)
        spread = math.sqrt(chance * (1 - chance) * weight + weight * weight / 4) / (1 + weight)
        low, high = min(low, centre - spread), max(high, centre + spread)
    return max(low, 0.0), min(high, 1.0)


def student(freedom: int) -> float:
    """Standard deviations on either side that hold 95 % of Student's distribution."""
    if freedom <= len(SURE_OF_FEW):
        return SURE_OF_FEW[freedom - 1]
    z = SURE  # the first terms of the Cornish-Fisher expansion
    terms = ((z**3 + z) / 4, (5 * z**5 + 16 * z**3 + 3 * z) / 96, (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / 384)
    return z + terms[0] / freedom + terms[1] / freedom**2 + terms[2] / freedom**3


def ratings(results: Iterable[Result]) -> list[Rating]:
    """Plackett-Luce ratings by openskill, best first: the winners of a match before all others, who tie.

    A bot that holds several seats of a match gets the mean of what they would get.
    """
    model = PlackettLuce(tau=0)  # bots don't change, so their ratings may settle
    known: dict[str, Any] = {}
    for result in results:
        seats = [bot for bot in result.lineup if bot not in known]
        known.update({bot: model.rating(name=bot) for bot in seats})
        if len(set(result.lineup)) < 2:
            continue
        teams = [[model.create_rating([known[bot].mu, known[bot].sigma])] for bot in result.lineup]
        ranks = [1.0 if seat in result.winners else 2.0 for seat in range(len(result.lineup))]
        rated = model.rate(teams, ranks=ranks)
        for bot in dict.fromkeys(result.lineup):
            own = [team[0] for team, name in zip(rated, result.lineup, strict=True) if name == bot]
            known[bot] = model.create_rating([sum(r.mu for r in own) / len(own), sum(r.sigma for r in own) / len(own)])
    found = [Rating(bot, r.mu, r.mu - SURE * r.sigma, r.mu + SURE * r.sigma) for bot, r in known.items()]
    return sorted(found, key=lambda rating: -rating.mean)


def summarise(plan: Plan, results: Sequence[Result]) -> dict[str, Any]:
    """Return everything that a tournament shows, for JSON."""
    return {
        **plan.header(),
        "deals": plan.deals,
        "matches": len(results),
        "ratings": [asdict(rating) for rating in ratings(results)],
        "tables": [[{**asdict(share), "verdict": share.verdict} for share in table] for table in shares_by_table(results)],
    }
