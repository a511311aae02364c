"""Whole histories: nothing that a seat was shown is ever lost, and a network that is used to one can be a bot."""

import random
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import seaboard
from seaboard import Match, bots, envs
from seaboard.arena import contest
from seaboard.envs.table import Table
from seaboard.kit import lowest
from tests.conformance.play import Setup, some_setups

GAMES = list(seaboard.GAMES.values())


@pytest.mark.parametrize("setup", some_setups(), ids=str)
def test_a_whole_history_has_room_for_whole_matches_within_its_bounds(setup: Setup) -> None:
    table = Table(setup.game, seats=setup.seats, options=setup.options, history="all")
    space = envs.observations.space(setup.game, setup.seats, table.options, table.history)["history"]
    assert table.history == envs.longest_history(setup.game, setup.seats, setup.options)
    dice = np.array([5])
    for seed in range(4):
        table.reset(seed)
        while table.acting:
            seat = lowest(table.acting)
            table.step(seat, table.pick(seat, dice) if seed % 2 else table.advise(seat))
        for seat in range(setup.seats):
            assert space.contains(table.history_rows(seat))
            assert table.history_rows(seat).any(axis=1).sum() == len(table.told(seat))
            assert len(table.told(seat)) > table.history / 5, "there is far more room than is needed"


def test_four_seats_of_sea_change_may_be_shown_more_than_a_short_history_has_room_for() -> None:
    """Found in a random match: 575 events, where the example had room for 300."""
    table = Table("sea-change", seats=4, history="all")
    dice = np.array([5])
    longest = 0
    for seed in range(10):
        table.reset(seed)
        while table.acting:
            seat = lowest(table.acting)
            table.step(seat, table.pick(seat, dice))
        longest = max(longest, len(table.told(0)))
    assert 575 <= longest <= table.history


def test_a_whole_history_that_overflows_says_so() -> None:
    table = Table("sea-salt-and-paper", history="all")
    table.reset(1)
    table._shown.shown[0] *= table.history
    with pytest.raises(seaboard.HistoryFull, match="has space for 1600: give a number"):
        table.observation(0)


@pytest.mark.parametrize("wrong", [-1, 1.5, "whole", None])
def test_what_is_no_history_is_refused(wrong: Any) -> None:
    with pytest.raises(seaboard.SeaboardError, match="a history is of so many events, 0 for none, or 'all'"):
        envs.aec("sea-change", history=wrong)


@pytest.mark.parametrize("make", [envs.batch, envs.vector])
def test_many_matches_have_no_history_and_say_so(make: Any) -> None:
    with pytest.raises(seaboard.SeaboardError, match=r"a batch gives rows only: .* envs\.gym"):
        make("sea-change", history=5)


@pytest.mark.parametrize("history", ["all", 20])
@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_a_view_is_observed_as_an_environment_shows_it_with_its_history(game: Any, history: int | str) -> None:
    env, match, rng = envs.aec(game, history=history), Match(game, seed=3), random.Random(3)
    env.reset(seed=3)
    for number in range(60):
        if match.over:
            break
        seat = match.to_act[0]
        if number % 9 == 0:
            seen, shown = envs.observe(match.view(seat, history=True), history=history), env.observe(f"seat_{seat}")
            assert set(seen) == set(shown)
            assert all((seen[part] == shown[part]).all() for part in seen)
        action = rng.choice(match.legal(seat))
        match.play(seat, action)
        env.step(action)


def test_a_view_without_a_history_says_how_to_get_one() -> None:
    match = Match("sea-change", seed=3)
    with pytest.raises(seaboard.SeaboardError, match=r"match\.view\(seat, history=True\), or give the bot `history = True`"):
        envs.observe(match.view(0), history=20)
    with pytest.raises(seaboard.SeaboardError, match="begun from a position"):
        Match.from_position("sea-change", match.position()).view(0, history=True)


class Elephant:
    """Remembers, and so can be asked whether it was told all."""

    history = True
    told: list[int] = []  # noqa: RUF012  # of all of them

    def choose(self, view: dict[str, Any]) -> int:
        seen = envs.observe(view, history="all")
        self.told.append(int(seen["history"].any(axis=1).sum()))
        return int(seen["action_mask"].argmax())


def test_bots_that_want_a_history_are_told_it_in_an_environment_and_in_a_tournament(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Elephant, "told", [])
    env = envs.gym("land-unter", bots=[Elephant(), "random"])
    env.reset(seed=1)
    for _ in range(20):
        env.step(0)
    assert Elephant.told[-1] > 60
    assert sorted(Elephant.told) == Elephant.told
    file = tmp_path / "elephant.py"
    file.write_text("from tests.envs.test_history import Elephant\n", encoding="utf-8")
    before = len(Elephant.told)
    contest.play("land-unter", [bots.Spec.read(f"{file}:Elephant", game="land-unter"), *[bots.Spec("random")] * 3], seed=1, bots_seed=1)
    assert max(Elephant.told[before:]) > 200
