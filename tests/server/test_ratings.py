"""Ratings give back what is known: the ladder's order, and how often each of its levels wins."""

import math
import random
from itertools import pairwise

import pytest
from openskill.models import PlackettLuce

from seaboard import GAMES
from seaboard.arena import ladder
from seaboard.bots.levels import LEVELS
from seaboard.server.ratings import model
from seaboard.server.ratings.model import FIXED, NEWCOMER, SURE

MATCHES = 200


def test_the_levels_grow_in_every_game() -> None:
    for game in ladder.meetings():
        means = ladder.means(game)
        assert list(means) == [level for level in LEVELS if level in means], "what was not measured has no rating"
        assert list(means.values()) == sorted(means.values()), "a higher level is stronger"
        assert ladder.ratings(game)[ladder.MIDDLE] == ladder.MEAN
        for meeting in ladder.meetings()[game]:
            shares = ladder.expected(meeting.lineup, ladder.ratings(game))
            for bot in shares:
                spread = (0.25 / meeting.matches) ** 0.5
                assert abs(meeting.won[bot] / meeting.matches - shares[bot]) < 3 * spread


def test_a_game_that_was_not_measured_has_no_ratings_of_bots() -> None:
    assert ladder.means("chess") == {}
    assert model.of_bot("chess", "sailor") is None


@pytest.mark.parametrize("game", list(ladder.meetings()))
def test_newcomers_end_up_where_they_belong(game: str) -> None:
    """Each level as a newcomer, who wins as often as the ladder says that it does."""
    seats, means = GAMES[game].default_seats, ladder.means(game)
    rng = random.Random(f"{game} 1")
    found: dict[str, tuple[float, float]] = {}
    for level, own in means.items():
        strength = NEWCOMER
        for number in range(MATCHES):
            rival = list(means.values())[number % len(means)]
            chances = ladder.chances([own, *[rival] * (seats - 1)])
            (winner,) = rng.choices(range(seats), chances)
            before = [strength, *[(rival, FIXED)] * (seats - 1)]
            strength = model.rate(before, [[seat] for seat in range(seats)], [winner])[0]
        found[level] = strength
        mean, spread = strength
        assert spread < NEWCOMER[1] / 2, "much is known after so many matches"
        assert abs(mean - own) < SURE * spread
    for a, b in pairwise(means):
        if means[b] - means[a] > SURE * math.hypot(found[a][1], found[b][1]):
            assert found[a][0] < found[b][0], "the order, where they are surely apart"


@pytest.mark.parametrize("sides", [[[0], [1]], [[0, 2], [1, 3]]])
def test_between_two_sides_it_is_openskills(sides: list[list[int]]) -> None:
    before = [(21.0, 7.0), (27.5, 3.0), (30.0, 2.0), (25.0, 8.0)][: 2 * len(sides[0])]
    theirs = PlackettLuce(tau=model.DRIFT)
    teams = theirs.rate([[theirs.create_rating(list(before[seat])) for seat in side] for side in sides], ranks=[2.0, 1.0])
    ours = model.rate(before, sides, sides[1])
    for side, team in zip(sides, teams, strict=True):
        for seat, rated in zip(side, team, strict=True):
            assert ours[seat] == pytest.approx((rated.mu, rated.sigma), rel=1e-9)


def test_partners_win_and_lose_together() -> None:
    after = model.rate([NEWCOMER] * 4, [[0, 2], [1, 3]], [0, 2])
    assert after[0] == after[2] > NEWCOMER > after[1] == after[3]


def test_points_are_as_in_chess() -> None:
    strong = ladder.MEAN + 400 / model.POINTS
    assert model.points(ladder.MEAN) == 1500
    assert model.points(strong) == 1900
    assert ladder.chances([strong, ladder.MEAN])[0] == pytest.approx(10 / 11)
