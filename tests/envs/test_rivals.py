"""Bots at the other seats of one match: those that an environment shows rows play as they would by views, only faster."""

from typing import Any

import pytest

import seaboard
from seaboard import bots, envs
from seaboard.bots.specs import bot_seed
from seaboard.match import Match


class Lowest:
    """Chooses by views, or from what an environment shows."""

    def choose(self, view: dict[str, Any]) -> int:
        return int(min(view["legal"].values()))


class Shown(Lowest):
    def choose(self, view: dict[str, Any]) -> int:
        raise AssertionError("a view was made for a bot that can do without")

    def choose_from(self, seen: dict[str, Any]) -> int:
        return int(seen["action_mask"].argmax())


class Wrapped:
    """A bot that looks like one of somebody else's."""

    def __init__(self, bot: bots.Bot) -> None:
        self.bot = bot

    def choose(self, view: dict[str, Any]) -> int:
        return self.bot.choose(view)


def played(game: str, bot: Any, *, turns: int) -> list[dict[str, Any]]:
    """The positions of a match of as few seats as there can be, with this bot in the last."""
    seats = max(2, seaboard.GAMES[game].seats[0])
    env = envs.gym(game, seats=seats, bots=["simple"] * (seats - 2) + [bot])
    seen, _ = env.reset(seed=4)
    positions = [env.table.match().position()]
    for _ in range(turns):
        seen, *_ = env.step(int(seen["action_mask"].argmax()))
        positions.append(env.table.match().position())
    return positions


@pytest.mark.parametrize("game", seaboard.GAMES)
def test_a_bot_that_is_shown_rows_needs_no_view(game: str) -> None:
    assert played(game, Shown(), turns=8) == played(game, Lowest(), turns=8)


@pytest.mark.parametrize("name", ["learned", "search:20"])
@pytest.mark.parametrize("game", seaboard.GAMES)
def test_bots_that_think_need_no_view_and_play_as_they_would_with_one(game: str, name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    seed = bot_seed(4, max(2, seaboard.GAMES[game].seats[0]) - 1)
    by_views = played(game, Wrapped(bots.make(name, game, seed=seed)), turns=6)
    monkeypatch.setattr(Match, "view", lambda *_: pytest.fail("a view was made"))
    assert played(game, name, turns=6) == by_views
