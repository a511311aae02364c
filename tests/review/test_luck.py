"""Luck and play add up to the result, and luck favours nobody, at any number of seats.

`SEABOARD_REVIEWS` says how many matches are looked at: a few here, a thousand in `make soak`, where it is also checked that without luck a
result varies less. `SEABOARD_PLAYOUTS` says how many playouts a value takes: luck is as fair with few, and more is left of the variance.
"""

import os

import numpy as np
import pytest

from seaboard import GAMES
from seaboard.arena import contest
from seaboard.bots.specs import Spec
from seaboard.game import Game
from seaboard.review.luck import GRID, PLAYOUTS, Walk, walk

MATCHES = int(os.environ.get("SEABOARD_REVIEWS", "12"))
MANY = 500
"""From so many matches on, means and variances say something."""
EACH = int(os.environ.get("SEABOARD_PLAYOUTS", str(PLAYOUTS if MATCHES >= MANY else 32)))
TABLES = [(game, seats) for game in GAMES.values() for seats in game.seats]
games = pytest.mark.parametrize("game", GAMES.values(), ids=lambda game: game.name)


def played(game: Game, seats: int, number: int) -> tuple[contest.Outcome, int]:
    return contest.play(game, [Spec("simple")] * seats, seed=number, bots_seed=number), number


def walked(game: Game, seats: int, outcome: contest.Outcome, seed: int, *, thorough: bool, playouts: int) -> Walk:
    options = game.check_options(seats, {})
    moves = outcome.moves
    return walk(
        game, seats=seats, options=options, seed=seed, moves=moves, playouts=playouts, fates=playouts, dice=seed + 1, thorough=thorough
    )


@games
def test_the_parts_add_up_to_the_result_to_the_last_digit(game: Game) -> None:
    for number in range(MATCHES):
        seats = game.seats[number % len(game.seats)]
        outcome, seed = played(game, seats, number)
        found = walked(game, seats, outcome, seed, thorough=True, playouts=16)
        for seat in range(seats):
            luck, play = found.luck[:, seat], found.expected[1:, seat] - found.values[:-1, seat]
            assert found.expected[0, seat] + sum(luck) + sum(play) == found.values[-1, seat]
            won = seat in outcome.winners
            assert (found.values[-1, seat] > 0) == won
            assert abs(found.values[-1, seat] * GRID - round(found.values[-1, seat] * GRID)) == 0


@games
def test_a_move_without_chance_has_no_luck(game: Game) -> None:
    outcome, seed = played(game, game.default_seats, 3)
    found = walked(game, game.default_seats, outcome, seed, thorough=True, playouts=32)
    lucky = np.any(found.luck != 0, axis=1)
    assert lucky[0]  # the deal
    assert not lucky.all()


@pytest.mark.parametrize(("game", "seats"), TABLES, ids=[f"{game.name}-{seats}" for game, seats in TABLES])
def test_luck_favours_nobody_and_results_vary_less_without_it(game: Game, seats: int) -> None:
    lucks, results = [], []
    for number in range(1000, 1000 + MATCHES):
        outcome, seed = played(game, seats, number)
        found = walked(game, seats, outcome, seed, thorough=False, playouts=EACH)
        lucks.append(found.luck.sum(axis=0))
        results.append([(seat in outcome.winners) / len(outcome.winners) for seat in range(seats)])
    luck, result = np.array(lucks), np.array(results)
    adjusted = result - luck
    # A seat that has won none of a few matches seems surer than it is; but no seat differs from another.
    error, error_adjusted = (np.sqrt(found.var(axis=0).mean() / MATCHES) for found in (luck, adjusted))
    assert np.all(np.abs(luck.mean(axis=0)) < 5 * error + 1e-9)
    # Who leads or deals is drawn by lot, so at a table of equals every seat is worth the same. Alone, somebody plays against the rules.
    if seats > 1:
        assert np.all(np.abs(adjusted.mean(axis=0) - 1 / seats) < 5 * error_adjusted + 1e-9)
    if MATCHES >= MANY:
        ratio = adjusted.var(axis=0).sum() / result.var(axis=0).sum()
        off = np.abs(adjusted.mean(axis=0) - 1 / seats).max() if seats > 1 else np.nan
        print(
            f"{game.name}, {seats} seats, {MATCHES} matches, {EACH} playouts: "
            f"mean luck at most {np.abs(luck.mean(axis=0)).max():.3f} ± {error:.3f}, "
            f"adjusted at most {off:.3f} ± {error_adjusted:.3f} off fair, variance {ratio:.2f}"
        )
        assert ratio < 0.6 or EACH < PLAYOUTS
