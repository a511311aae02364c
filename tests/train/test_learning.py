"""A network learns by self-play, small enough for a CPU. Part of `make soak`, which installs PyTorch: only those who train need it."""

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import torch

from seaboard import GAMES
from seaboard.errors import SeaboardError
from seaboard.features import features
from seaboard.train.loop import CHECKPOINT, CURVE, WEIGHTS, Plan, Training, strength_against_simple
from seaboard.train.matches import Matches, Setup, setups
from seaboard.train.ppo import Settings

SMALL = Settings(steps=32, batch=512, epochs=4, rate=(3e-3, 1e-3), entropy=(0.01, 0.001))
GAME = GAMES["land-unter"]
SETUP = Setup(3)


def training(folder: Path, *, rounds: int, hidden: int = 32) -> Training:
    plan = Plan(rounds=rounds, size=128, hidden=hidden, layers=1, look_every=1e9, look_matches=200, only=(SETUP,))
    return Training(GAME, folder, device="cpu", plan=plan, settings=SMALL)


def test_it_learns(tmp_path: Path) -> None:
    new = training(tmp_path / "new", rounds=0)
    before = strength_against_simple(new.network, GAME, SETUP, size=200, device="cpu")
    points: list[dict[str, Any]] = []
    training(tmp_path, rounds=45).run(points.append)
    assert points[-1]["against_simple"] > before + 0.1
    assert [json.loads(line) for line in (tmp_path / CURVE).read_text().splitlines()] == points
    weights = np.load(tmp_path / WEIGHTS)
    assert weights["first_weights"].shape == (features(GAME).size, 32)


def test_the_same_seed_trains_the_same_network_and_a_checkpoint_goes_on(tmp_path: Path) -> None:
    for name in ("one", "two"):
        training(tmp_path / name, rounds=2).run(lambda point: None)
    one, two = (torch.load(tmp_path / name / CHECKPOINT, weights_only=True) for name in ("one", "two"))
    assert all(torch.equal(one["network"][key], two["network"][key]) for key in one["network"])
    longer = training(tmp_path / "one", rounds=4)
    assert longer.rounds == 2
    longer.run(lambda point: None)
    assert longer.rounds == 4
    plan = Plan(rounds=1, size=2, hidden=32, layers=1)
    with pytest.raises(SeaboardError, match="a different training"):
        Training(GAMES["sea-change"], tmp_path / "one", device="cpu", plan=plan, settings=SMALL)


@pytest.mark.parametrize("game", [game for game in GAMES.values() if game.features], ids=lambda game: game.name)
def test_every_setup_is_played_from_choice_to_choice(game: Any) -> None:
    found = setups(game)
    assert {setup.seats for setup in found} == set(game.seats)
    assert found[0] == Setup(game.default_seats)
    matches = Matches(game, found[-1], size=8, seed=1, device="cpu")
    actions = game.state.ACTIONS
    ended = 0
    chosen = torch.full((8,), -1)
    for _ in range(400):
        masks = torch.zeros((8, actions), dtype=torch.uint8)
        rows = torch.zeros((8, matches.width), dtype=torch.int8)
        rewards = torch.zeros((8, found[-1].seats))
        matches.act(chosen, masks, rows, rewards)
        assert (masks.sum(dim=1) > 1).all(), "only real choices are asked"
        assert ((rewards.sum(dim=1) > 0) == (matches.cut > 0)).all() or int(chosen[0]) < 0
        ended += int((matches.cut == 2).sum())
        chosen = (masks * torch.rand(masks.shape)).argmax(dim=1)
    assert ended > 8
