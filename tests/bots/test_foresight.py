"""One look further: the same interpreted and compiled, and as much as was asked for."""

from copy import deepcopy
from typing import Any

import numpy as np
import pytest

from seaboard import GAMES, position, state
from seaboard.bots import weights
from seaboard.bots.learned import Intuition
from seaboard.features import features
from seaboard.game import Game
from seaboard.kernels import foresight, network, search
from seaboard.kernels.dice import first
from tests.bots.worlds import moments

LEARNED = [game for game in GAMES.values() if weights.has_learned(game)]
TRIES = 12
UNITS = 6


class Worlds(list[Any]):
    """Room for states that are copied into it, as into an array of records."""

    def __setitem__(self, at: Any, s: Any) -> None:
        super().__setitem__(at, deepcopy(s))


def small_network(game: Game, _weights: str = "") -> tuple[Any, ...]:
    """A network that knows nothing: the real ones take a second a look, interpreted."""
    rng = np.random.default_rng(1)
    width, actions = features(game).size, game.state.ACTIONS

    def bytes_of(*shape: int) -> Any:
        return rng.integers(-9, 9, shape).astype(np.int8)

    def numbers(*shape: int) -> Any:
        return (rng.random(shape) / 50).astype(np.float32)

    first_layer = (bytes_of(width, UNITS), numbers(UNITS), numbers(UNITS))
    layers = (bytes_of(2, UNITS, UNITS), numbers(2, UNITS), numbers(2, UNITS))
    heads = (bytes_of(actions, UNITS), numbers(actions), numbers(actions), numbers(UNITS), np.float32(0.2))
    return (features(game).scale, *first_layer, *layers, *heads, network.packed(layers[0]))


@pytest.mark.parametrize("game", LEARNED, ids=lambda game: game.name)
def test_it_foresees_the_same_interpreted_and_compiled(game: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    for kernel in (foresight, network, search):
        for name in ("rules", "redeal", "strategy", "features"):
            if hasattr(kernel, name):
                monkeypatch.setattr(kernel, name, getattr(game, name))
    monkeypatch.setattr("seaboard.bots.learned.network", small_network)
    compiled = Intuition(game)
    looked = 0
    for number, (m, seat) in enumerate(moments(game, seed=3, every=17)):
        if number == 3:
            break
        s = position.remembered(game, m.view(seat))
        best = compiled.foresee(state.to_record(s), seat, tries=TRIES, dice=first(number))
        width, actions = features(game, s.seats).size, game.state.ACTIONS
        room = ([0] * width, np.zeros(width, np.int32), np.zeros(UNITS, np.int32), np.zeros((2, UNITS), np.float32))
        own = ([0] * actions, [0.0] * actions, [0] * actions, [0] * actions)
        dice = ([first(number)], [1], Worlds([None, None]))
        assert foresight.foresee(s, seat, TRIES, *dice, small_network(game), *room, [0] * actions, [0.0] * actions, *own) == best
        count = len(m.legal(seat))
        assert compiled.actions[:count].tolist() == own[0][:count]
        assert compiled.counts[:count].tolist() == own[2][:count]
        assert compiled.means[:count].tolist() == pytest.approx(own[1][:count], abs=1e-6)
        looked += sum(own[2])
    assert looked >= TRIES, "there was something to look at"
