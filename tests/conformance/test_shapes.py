"""What a game's `shapes.py` says of its table, events and options is true."""

import os
import random
from typing import Any, get_args

import msgspec
import pytest

from seaboard import GAMES, Match
from seaboard.game import Game
from tests.conformance.play import Setup, setups

SHAPED = [game for game in GAMES.values() if game.shapes is not None]
MATCHES = int(os.environ.get("SEABOARD_LOOKS", "1"))
"""Of each set-up; `make soak` plays more."""


def check(value: Any, shape: Any) -> None:
    """A value has a shape, to the last field: nothing is converted, left out or filled in."""
    assert msgspec.to_builtins(msgspec.convert(value, shape, strict=True)) == value


@pytest.mark.parametrize("setup", [setup for setup in setups(all_options=True) if setup.game in SHAPED], ids=str)
def test_every_table_event_and_option_has_its_shape(setup: Setup) -> None:
    shapes = setup.game.shapes
    for seed in range(MATCHES):
        match = Match(setup.game, seats=setup.seats, seed=seed, options=setup.options)
        rng = random.Random(seed)
        check(match.options, shapes.Options)
        while True:
            if match.over or rng.random() < 0.2:
                for seat in (None, *range(match.seats)):
                    check(match.view(seat, memory=False)["table"], shapes.Table)
            if match.over:
                break
            seat = rng.choice(match.to_act)
            match.play(seat, rng.choice(match.legal(seat)))
        for seat in (None, *range(match.seats)):
            for event in match.events(seat):
                check(event, shapes.Event)


@pytest.mark.parametrize("game", SHAPED, ids=lambda game: game.name)
def test_every_kind_of_event_has_a_shape(game: Game) -> None:
    tags = [kind.__struct_config__.tag for kind in get_args(game.shapes.Event)]
    assert sorted(tags) == sorted(kind.name for kind in game.view.EVENTS.values())


@pytest.mark.parametrize("game", SHAPED, ids=lambda game: game.name)
def test_every_option_has_a_shape(game: Game) -> None:
    assert list(game.shapes.Options.__struct_fields__) == [option.name for option in game.options]
