"""Bots that learned: their networks are small, fast, the same in both modes, and know the games."""

import os
from importlib import resources
from pathlib import Path

import numpy as np
import pytest

from seaboard import GAMES, Match, bots, position, state
from seaboard.arena import contest
from seaboard.bots.learned import Intuition
from seaboard.bots.specs import BadBot, Spec
from seaboard.bots.weights import about, has_learned, network
from seaboard.compiled import twin
from seaboard.errors import SeaboardError
from seaboard.features import features
from seaboard.game import Game
from seaboard.kernels import network as interpreted
from tests.bots.worlds import moments

LEARNED = [game for game in GAMES.values() if has_learned(game)]
MOST_BYTES = 2_000_000


@pytest.mark.parametrize("game", LEARNED, ids=lambda game: game.name)
def test_a_network_is_small_and_says_how_it_was_made(game: Game) -> None:
    file = resources.files("seaboard.bots.weights") / f"{game.name}.npz"
    assert len(file.read_bytes()) <= MOST_BYTES
    made = about(game)
    assert made["game"] == game.name
    assert made["choices"] > 0
    assert made["seconds"] > 0
    assert made["device"]


@pytest.mark.parametrize("game", LEARNED, ids=lambda game: game.name)
def test_a_network_says_the_same_interpreted_and_compiled(game: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(interpreted, "rules", game.rules)
    monkeypatch.setattr(interpreted, "features", game.features)
    intuition = Intuition(game)
    room = len(network(game)[2])
    for number, (m, seat) in enumerate(moments(game, seed=6, every=23)):
        if number == 2:  # a second each, interpreted
            break
        s = position.read(game, m.view(seat, memory=True)["memory"])
        width = features(game, s.seats).size
        out, chances = [0] * game.state.ACTIONS, [0.0] * game.state.ACTIONS
        sums, units = np.zeros(room, np.int32), np.zeros((2, room), np.float32)
        best = interpreted.advise(s, seat, network(game), [0] * width, np.zeros(width, np.int32), sums, units, out, chances)
        assert intuition.advise(state.to_record(s), seat) == best
        count = len(m.legal(seat))
        assert intuition.out[:count].tolist() == out[:count]
        assert intuition.chances[:count].tolist() == pytest.approx(chances[:count], abs=1e-6)


@pytest.mark.parametrize("units", [64, 60])
def test_a_layer_is_summed_exactly_on_every_cpu(units: int) -> None:
    """Where there is an instruction for it, 64 bytes are multiplied at once; other CPUs, and the interpreter, must find the same."""
    rng = np.random.default_rng(2)
    weights = rng.integers(-127, 128, (1, units, units)).astype(np.int8)
    row = np.zeros((2, units), np.float32)
    row[0] = np.maximum(rng.normal(size=units), 0)
    nothing = np.zeros(1, np.float32)
    layers = (
        *[nothing] * interpreted.LAYERS,
        weights,
        *[nothing] * (interpreted.PACKED - interpreted.LAYERS - 1),
        interpreted.packed(weights),
    )
    compiled = twin(GAMES["sea-change"]).kernel("network")
    for add_layer in (interpreted.add_layer, compiled.add_layer):
        inputs, sums = np.zeros(units, np.int32), np.zeros(units, np.int32)
        factor = add_layer(row[0], layers, 0, inputs, sums)
        assert sums.tolist() == (inputs.astype(np.int64) @ weights[0]).tolist()
        assert (sums * factor).tolist() == pytest.approx((row[0] @ weights[0]).tolist(), abs=0.2)


@pytest.mark.parametrize("game", LEARNED, ids=lambda game: game.name)
def test_a_learned_bot_beats_simple(game: Game) -> None:
    """Each deal twice, with the seats changed; far from its real share, so that luck does not matter."""
    seats = 2 if 2 in game.seats else game.seats[0]
    learned, simple = Spec("learned"), Spec("simple")
    wins = 0.0
    for seed in range(12):
        for first in range(2):
            lineup = [learned if seat % 2 == first else simple for seat in range(seats)]
            winners = contest.play(game, lineup, seed=seed, bots_seed=1).winners
            wins += sum(lineup[seat] == learned for seat in winners if seat < seats) / len(winners)
    assert wins / 24 > 0.5


def test_a_search_with_a_prior_tries_what_the_network_likes() -> None:
    m = Match("sea-change", seats=4, seed=7)
    seat = m.to_act[0]
    alone, together = bots.make("learned", "sea-change"), bots.make("learned:200", "sea-change", seed=1)
    assert isinstance(alone, bots.LearnedBot)
    assert isinstance(together, bots.LearnedBot)
    favourite = alone.choose(m.view(seat))
    assert together.choose(m.view(seat)) in m.legal(seat)
    visits = {thought["action"]: thought["visits"] for thought in together.thoughts}
    assert visits[favourite] > 0
    assert sum(visits.values()) == 200


def test_a_learned_bot_has_no_clock() -> None:
    assert str(Spec.read("learned:50", game="sea-change")) == "learned:50"
    assert str(Spec.read("learned", game="sea-change")) == "learned"
    with pytest.raises(BadBot, match="clock"):
        Spec.read("learned:0.5s", game="sea-change")
    with pytest.raises(BadBot, match="simulations"):
        Spec.read("learned", game="sea-change", simulations=0)


def own_network(file: Path, game: Game, *, likes: int) -> str:
    """A file like those that training writes, of a network that likes high actions (1) or low ones (-1) best."""
    with resources.as_file(resources.files("seaboard.bots.weights") / f"{game.name}.npz") as ours, np.load(ours) as kept:
        arrays = {name: kept[name] for name in kept.files}
    arrays["policy_weights"] = np.zeros_like(arrays["policy_weights"])
    arrays["policy_bias"] = likes * np.arange(len(arrays["policy_bias"]), dtype=np.float32)
    np.savez(file, **arrays)
    return f"learned@{file}"


def test_a_network_of_ones_own_plays_and_two_of_them_meet(tmp_path: Path) -> None:
    game = GAMES["land-unter"]
    high, low = (own_network(tmp_path / f"{name}.npz", game, likes=likes) for name, likes in (("High", 1), ("Low", -1)))
    m = Match(game, seed=1)
    assert bots.make(high, game).choose(m.view(0)) == max(m.legal(0))
    assert bots.make(low, game).choose(m.view(0)) == min(m.legal(0))
    assert bots.make(f"{high}:20", game, seed=1).choose(m.view(0)) in m.legal(0)
    lineup = [Spec.read(name, game=game.name) for name in (high, low, low)]
    assert contest.play(game, lineup, seed=1, bots_seed=1).moves[0][1] > 30
    own_network(tmp_path / "High.npz", game, likes=-1)
    os.utime(tmp_path / "High.npz", (1, 1))
    assert bots.make(high, game).choose(m.view(0)) == min(m.legal(0)), "a file that was written again is read again"


def test_a_wrong_file_is_no_network_and_says_why(tmp_path: Path) -> None:
    game = GAMES["land-unter"]
    with pytest.raises(BadBot, match=r"there is no file .*`seaboard train land-unter`"):
        bots.make(f"learned@{tmp_path}/nowhere.npz", game)
    rubbish = tmp_path / "rubbish.npz"
    for content in (b"rubbish", b"PK\x03\x04rubbish"):
        rubbish.write_bytes(content)
        with pytest.raises(BadBot, match="contains no network"):
            bots.make(f"learned@{rubbish}", game)
    np.savez(rubbish, about=np.array("{}"))
    with pytest.raises(BadBot, match="contains no network"):
        bots.make(f"learned@{rubbish}", game)
    name = own_network(tmp_path / "other.npz", GAMES["sea-change"], likes=1)
    with pytest.raises(BadBot, match="was trained on sea-change, not on land-unter"):
        bots.make(name, game)
    with np.load(tmp_path / "other.npz") as kept:
        np.savez(rubbish, **{**kept, "about": np.array('{"game": "land-unter"}')})
    with pytest.raises(SeaboardError, match="was trained on other features than these"):
        bots.make(f"learned@{rubbish}", game)
