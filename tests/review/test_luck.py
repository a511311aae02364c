"""Luck and play add up to the result, and luck favours nobody.

`SEABOARD_REVIEWS` says how many matches of each game are looked at: a few here, a thousand in `make soak`, where it is also checked that
without luck a result varies less.
"""

import os

import numpy as np
import pytest

from seaboard import GAMES
from seaboard.arena import contest
from seaboard.bots.specs import Spec
from seaboard.game import Game
from seaboard.review.luck import GRID, Walk, walk

MATCHES = int(os.environ.get("SEABOARD_REVIEWS", "12"))
MANY = 500
"""From so many matches on, means and variances say something."""


def played(game: Game, seats: int, number: int) -> tuple[contest.Outcome, int]:
    return contest.play(game, [Spec("simple")] * seats, seed=number, bots_seed=number), number


def walked(game: Game, seats: int, outcome: contest.Outcome, seed: int, *, thorough: bool) -> Walk:
    options = game.check_options(seats, {})
    return walk(
        game,
        seats=seats,
        options=options,
        seed=seed,
        moves=outcome.moves,
        playouts=32 if thorough else 256,
        dice=seed + 1,
        thorough=thorough,
    )


@pytest.mark.parametrize("game", GAMES.values(), ids=lambda game: game.name)
def test_the_parts_add_up_to_the_result_to_the_last_digit(game: Game) -> None:
    for number in range(MATCHES):
        seats = game.seats[number % len(game.seats)]
        outcome, seed = played(game, seats, number)
        found = walked(game, seats, outcome, seed, thorough=True)
        for seat in range(seats):
            luck, play = found.luck[:, seat], found.expected[1:, seat] - found.values[:-1, seat]
            assert found.expected[0, seat] + sum(luck) + sum(play) == found.values[-1, seat]
            won = seat in outcome.winners
            assert (found.values[-1, seat] > 0) == won
            assert abs(found.values[-1, seat] * GRID - round(found.values[-1, seat] * GRID)) == 0


@pytest.mark.parametrize("game", GAMES.values(), ids=lambda game: game.name)
def test_a_move_without_chance_has_no_luck(game: Game) -> None:
    outcome, seed = played(game, game.default_seats, 3)
    found = walked(game, game.default_seats, outcome, seed, thorough=True)
    lucky = np.any(found.luck != 0, axis=1)
    assert lucky[0]  # the deal
    assert not lucky.all()


@pytest.mark.parametrize("game", GAMES.values(), ids=lambda game: game.name)
def test_luck_is_zero_on_average_and_results_vary_less_without_it(game: Game) -> None:
    seats = max(game.default_seats, 2)
    luck, results = [], []
    for number in range(1000, 1000 + MATCHES):
        outcome, seed = played(game, seats, number)
        found = walked(game, seats, outcome, seed, thorough=False)
        luck.append(found.luck.sum(axis=0))
        results.append([(seat in outcome.winners) / len(outcome.winners) for seat in range(seats)])
    total, raw = np.array(luck), np.array(results)
    error = total.std(axis=0) / np.sqrt(MATCHES)
    assert np.all(np.abs(total.mean(axis=0)) < 5 * error + 1e-9)
    if MATCHES >= MANY:
        ratio = (raw - total).var(axis=0).sum() / raw.var(axis=0).sum()
        print(f"{game.name}, {seats} seats, {MATCHES} matches: luck {total.mean(axis=0).round(3)} ± {error.round(3)}, variance {ratio:.3f}")
        assert ratio < 0.6
