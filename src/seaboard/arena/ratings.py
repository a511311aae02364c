"""What the results of a tournament say: shares of wins with their intervals, and ratings."""

import math
from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass
from typing import Any

from openskill.models import PlackettLuce

from seaboard.arena.tournament import Plan, Result

SURE = 1.959964  # standard deviations on either side that hold 95 % of a normal distribution


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

    A deal's matches share their cards, so they are averaged first; the interval is over deals, which are independent.
    """
    by_deal: dict[str, dict[int, list[float]]] = defaultdict(lambda: defaultdict(list))
    seats: dict[str, list[float]] = defaultdict(list)
    for result in results:
        for bot in dict.fromkeys(result.lineup):
            seats[bot].append(result.lineup.count(bot) / len(result.lineup))
            by_deal[bot][result.deal].append(result.shares()[bot])
    found = []
    for bot, deals in by_deal.items():
        means = [sum(values) / len(values) for values in deals.values()]
        mean, half = interval(means)
        fair = sum(seats[bot]) / len(seats[bot])
        found.append(Share(bot, mean, max(mean - half, 0.0), min(mean + half, 1.0), fair, len(means), len(seats[bot])))
    return sorted(found, key=lambda share: -share.mean / share.fair)


def shares_by_table(results: Sequence[Result]) -> list[list[Share]]:
    """The shares of each table of a tournament."""
    return [shares(r for r in results if r.table == number) for number in sorted({r.table for r in results})]


def interval(values: Sequence[float]) -> tuple[float, float]:
    """The mean and half the width of its 95 % interval (infinite for a single value)."""
    mean = sum(values) / len(values)
    if len(values) < 2:
        return mean, math.inf
    variance = sum((value - mean) ** 2 for value in values) / (len(values) - 1)
    return mean, SURE * math.sqrt(variance / len(values))


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
    """Everything that a tournament shows, for JSON."""
    return {
        **plan.header(),
        "deals": plan.deals,
        "matches": len(results),
        "ratings": [asdict(rating) for rating in ratings(results)],
        "tables": [[{**asdict(share), "verdict": share.verdict} for share in table] for table in shares_by_table(results)],
    }
