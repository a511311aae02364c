"""Batches agree with single matches, record by record, and are the same whatever their history."""

import os
from typing import Any

import numpy as np
import pytest

import seaboard
from seaboard import envs, state
from seaboard.kernels.dice import roll
from tests.conformance.play import Setup, setups

LOOKS = int(os.environ.get("SEABOARD_LOOKS", "4"))


@pytest.mark.parametrize("setup", setups(), ids=str)
def test_every_match_of_a_batch_is_a_match(setup: Setup) -> None:
    seed, size = 11, 4
    b = envs.batch(setup.game, seats=setup.seats, options=setup.options, size=size, seed=seed)
    rules = setup.game.rules
    out = [0] * setup.game.state.ACTIONS
    plain = []
    for number in range(size):
        plain.append(setup.new_state(number | seed << 64))
        rules.start(plain[-1], None)
    ended = 0
    for step in range(5000):
        for i, s in enumerate(plain):
            assert b.states[i].tobytes() == state.to_record(s).tobytes()
            acting = rules.to_act(s)
            assert b.seat[i] == ((acting & -acting).bit_length() - 1 if acting else -1)
            legal = out[: rules.legal_actions(s, int(b.seat[i]), out)] if acting else [0]
            assert np.flatnonzero(b.mask[i]).tolist() == sorted(legal)
            won = rules.winners(s)
            assert b.share[i].sum() == pytest.approx(float(won > 0))
            assert all((b.share[i][entry] > 0) == bool(won >> entry & 1) for entry in range(rules.entries(s)))
        if ended >= 2 and step > 30:
            return
        actions = b.random_actions()
        for i, s in enumerate(plain):
            if b.seat[i] < 0:
                plain[i] = setup.new_state(size + ended | seed << 64)
                rules.start(plain[i], None)
                ended += 1
            else:
                rules.apply(s, int(b.seat[i]), int(actions[i]), None)
        b.step(actions)
    raise AssertionError("no match ended")


@pytest.mark.parametrize("setup", setups(), ids=str)
def test_observations_are_rows_of_features_and_records_hidden_states(setup: Setup) -> None:
    b = envs.batch(setup.game, seats=setup.seats, options=setup.options, size=6, seed=2)
    for _ in range(LOOKS):
        b.random_steps(15)
        for seat in range(-1, setup.seats):
            records = b.known(seat)
            rows = b.observe(max(seat, 0))
            for i in range(b.size):
                known = b.match(i).known_state(None if seat < 0 else seat)
                assert records[i].tobytes() == state.to_record(known).tobytes()
                if seat >= 0:
                    row = [0] * b.features.size
                    setup.game.features.observe(known, seat, row)
                    assert rows[i].tolist() == row


@pytest.mark.parametrize("game", seaboard.GAMES.values(), ids=lambda game: game.name)
def test_all_environments_see_the_same(game: Any) -> None:
    """And so does a bot: from its view it makes the very observation that an environment gives its seat."""
    b = envs.batch(game, size=1, seed=5)
    aec, parallel = envs.aec(game), envs.parallel(game)
    many, one = envs.vector(game, num_envs=1, bots=["simple"]), envs.gym(game, bots=["simple"])
    same(many.reset(seed=5)[0], one.reset(seed=5 << 64)[0])
    aec.reset(seed=5 << 64)
    parallel.reset(seed=5 << 64)
    for _ in range(50):
        if b.over[0]:
            break
        agent = aec.agent_selection
        seen = aec.observe(agent)
        same({"observation": b.observe(), "action_mask": b.mask}, seen)
        same(envs.observe(aec.table.match().view(int(b.seat[0]))), seen)
        assert aec.observation_space(agent).contains(seen)
        parallel.table = aec.table.copy()
        same(parallel._observations()[agent], seen)
        actions = b.random_actions()
        aec.step(int(actions[0]))
        b.step(actions)
    with pytest.raises(seaboard.SeaboardError, match="spectator"):
        envs.observe(aec.table.match().view(None))


def same(seen: dict[str, Any], other: dict[str, Any]) -> None:
    assert seen.keys() == other.keys()
    for name, rows in seen.items():
        assert (np.ravel(rows) == other[name]).all(), name


def test_rows_of_matches_that_are_over_can_be_used_like_the_others() -> None:
    b = envs.batch("sea-change", size=64, seats=2, options={"target": 1}, seed=3)
    ended = 0
    for _ in range(200):
        mask = b.mask.astype(float)
        chances = np.where(b.mask, np.exp(mask), 0) / np.exp(mask).sum(axis=1, where=b.mask.astype(bool), keepdims=True)
        assert np.isfinite(chances).all()
        assert np.allclose(chances.sum(axis=1), 1)
        assert all(np.flatnonzero(b.mask[i]).tolist() == [0] for i in np.flatnonzero(b.over))
        assert not b.observe()[b.over].any()
        ended += int(b.over.sum())
        b.step(chances.argmax(axis=1))
    assert ended


def test_arrays_are_filled_anew_or_new() -> None:
    for in_place in (True, False):
        b = envs.batch("sea-change", size=5, seed=1, in_place=in_place)
        before = b.seat, b.mask, b.share
        kept = [array.copy() for array in before]
        b.step(b.random_actions())
        after = b.seat, b.mask, b.share
        assert all((new is old) == in_place for new, old in zip(after, before, strict=True))
        assert all((old == kept_one).all() for old, kept_one in zip(before, kept, strict=True)) != in_place
        assert (b.copy().mask == b.mask).all()


def test_bad_actions_raise_and_change_nothing() -> None:
    b = envs.batch("sea-change", size=10)
    before = b.states.tobytes()
    actions = b.random_actions()
    for wrong in (int(np.flatnonzero(b.mask[3] == 0)[0]), -1, 10_000):
        bad = actions.copy()
        bad[3] = wrong
        with pytest.raises(seaboard.IllegalAction, match="match 3"):
            b.step(bad)
    for shape in (9, (10, 1)):
        with pytest.raises(seaboard.SeaboardError, match="one action for each"):
            b.step(np.zeros(shape, np.int64))
    assert b.states.tobytes() == before
    with pytest.raises(seaboard.SeaboardError, match="at least one"):
        envs.batch("sea-change", size=0)
    with pytest.raises(seaboard.SeaboardError, match="seed"):
        envs.batch("sea-change", size=1, seed=-1)
    for seat in (4, -1):
        with pytest.raises(seaboard.SeaboardError, match="spectator"):
            b.observe(seat)
    with pytest.raises(seaboard.SeaboardError, match="out"):
        b.observe(out=np.zeros((1, 1), np.int8))
    with pytest.raises(seaboard.SeaboardError, match="spectator"):
        b.known(4)
    with pytest.raises(seaboard.SeaboardError, match="out"):
        b.known(out=np.zeros(10))  # type: ignore[arg-type]  # that is the point


def test_the_same_seed_deals_the_same_and_goes_on() -> None:
    a, b = envs.batch("sea-change", size=8, seed=1), envs.batch("sea-change", size=8, seed=2)
    assert a.states.tobytes() != b.states.tobytes()
    b.reset(seed=1)
    for _ in range(500):
        a.step(a.random_actions())
        b.step(b.random_actions())
    assert a.states.tobytes() == b.states.tobytes()


def test_without_auto_reset_a_finished_match_stays() -> None:
    b = envs.batch("sea-change", size=3, auto_reset=False)
    for _ in range(2000):
        b.step(b.random_actions())
    assert b.over.all()
    assert (b.share.sum(axis=1) == 1).all()


@pytest.mark.parametrize("rehearsed", [True, False])
def test_after_a_rehearsal_the_same_matches_begin_once_more(rehearsed: bool) -> None:
    b = envs.batch("sea-change", size=1)
    b.reset(seed=7, is_rehearsal=rehearsed)
    dealt = b.states.tobytes()
    while not b.over.all():
        b.step(b.random_actions())
    b.step(b.random_actions())
    assert (b.states.tobytes() == dealt) is rehearsed


@pytest.mark.parametrize("game", seaboard.GAMES.values(), ids=lambda game: game.name)
def test_the_dice_choose_among_the_legal_actions_in_their_order(game: Any) -> None:
    b = envs.batch(game, size=5, threads=1)
    for _ in range(200):
        dice = b._dice.tolist()
        actions = b.random_actions()
        for mask, action in zip(b.mask, actions, strict=True):
            legal = np.flatnonzero(mask)
            assert action == legal[roll(dice, len(legal))]
        b.step(actions)
