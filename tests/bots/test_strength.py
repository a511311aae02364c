"""Who beats whom, on few deals: enough to notice a bot that has lost its wits. docs/bots.md has the real figures."""

import pytest

from seaboard import GAMES
from seaboard.arena.ratings import shares
from seaboard.arena.tournament import Plan, play_fixture
from seaboard.game import Game

ALL = pytest.mark.parametrize("game", GAMES.values(), ids=lambda game: game.name)


def share_of(bot: str, plan: Plan) -> float:
    results = [play_fixture(plan, fixture) for fixture in plan.fixtures()]
    return next(share.mean / share.fair for share in shares(results) if share.bot == bot)


@ALL
def test_simple_beats_random(game: Game) -> None:
    table = ("simple", *["random"] * (game.default_seats - 1))
    assert share_of("simple", Plan(game.name, table, game.default_seats, deals=40, seed=1)) > 1.5


@ALL
def test_search_beats_simple(game: Game) -> None:
    table = ("search:300", *["simple"] * (game.default_seats - 1))
    assert share_of("search:300", Plan(game.name, table, game.default_seats, deals=12, seed=1)) > 1.15


def test_two_search_partners_beat_two_simple_partners() -> None:
    plan = Plan("sea-change", ("search:300", "simple"), 4, deals=20, seed=1, meeting="pairs", options={"teams": 2})
    assert share_of("search:300", plan) > 1.15
