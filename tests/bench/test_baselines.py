"""The page of baselines: its intervals are as wide as few deals make them, and it says by which command it was written."""

import pytest

from bench.baselines import page, student, summarised
from seaboard.arena.tournament import Result


@pytest.mark.parametrize(("degrees", "times"), [(5, 2.571), (10, 2.228), (24, 2.064), (1000, 1.962)])
def test_few_deals_have_wider_intervals(degrees: int, times: float) -> None:
    assert student(degrees) == pytest.approx(times, abs=0.006)


def test_the_matches_of_a_deal_count_once() -> None:
    def result(deal: int, winner: int) -> Result:
        return Result(0, deal, 0, ("search:10", "simple"), (5, 3), (winner,), 40)

    line = summarised("search:10", [result(deal, winner) for deal, winner in ((0, 0), (0, 0), (1, 0), (1, 1), (2, 1), (2, 1))])
    assert (line.matches, line.share) == (6, 0.5)
    assert line.error == pytest.approx(student(2) * 0.5 / 3**0.5)


def test_it_says_which_arguments_were_given() -> None:
    written = page(["## A game\n"], ["--times", "0.25", "--bots", "a b"])
    assert "`python -m bench.baselines --times 0.25 --bots 'a b'` with Seaboard" in written
