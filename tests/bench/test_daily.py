"""The share of others that somebody did better than, with the same cards: all shares are equally likely for one of them."""

import random
from collections.abc import Callable, Sequence

import pytest

from bench.daily import uniformity
from seaboard.server.matches.seat_standings import better_than

Result = tuple[int, int]


def beaten_or_equal(place: int, margin: int, others: Sequence[Result]) -> float:
    return sum((place, -margin) <= (p, -m) for p, m in others) / len(others)


def beaten(place: int, margin: int, others: Sequence[Result]) -> float:
    return sum((place, -margin) < (p, -m) for p, m in others) / len(others)


@pytest.mark.parametrize(("percentile", "is_right"), [(better_than, True), (beaten_or_equal, False), (beaten, False)])
def test_only_mid_ranks_are_uniform_where_there_are_ties(percentile: Callable[..., float], is_right: bool) -> None:
    rng, others = random.Random(18), 9

    def one() -> Result:
        place = rng.choice((1, 1, 2, 3, 4))
        return place, rng.randrange(4) - 2 * place

    shares = [percentile(*one(), [one() for _ in range(others)]) for _ in range(600)]
    _, chance = uniformity(shares, others)
    assert chance > 0.01 if is_right else chance < 0.001
