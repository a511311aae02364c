"""Many matches as one Gymnasium environment: the same matches as one by one, and arrays that a learner can use."""

from typing import Any

import gymnasium
import numpy as np
import pytest

import seaboard
from seaboard import bots, envs
from seaboard.bots.specs import bot_seed
from seaboard.game import seed_words

SEED, SIZE = 7, 6


def test_it_has_bots_and_a_seat_that_there_is() -> None:
    wrongs: list[dict[str, Any]] = [{"bots": ["reckless"]}, {"bots": []}, {"seat": 4}, {"rewards": "points"}]
    for wrong in wrongs:
        with pytest.raises(seaboard.SeaboardError):
            envs.vector("sea-change", num_envs=2, seats=4, **wrong)
    env = envs.vector("sea-change", num_envs=2)
    with pytest.raises(seaboard.SeaboardError):
        env.reset(seed=[1, 2])
    env.reset(seed=1)
    with pytest.raises(seaboard.SeaboardError):
        env.step(np.zeros(3, np.int64))


@pytest.mark.parametrize("game", seaboard.GAMES.values(), ids=lambda game: game.name)
def test_its_matches_are_those_that_simple_bots_play_one_by_one(game: Any) -> None:
    me = 1
    env = envs.vector(game, num_envs=SIZE, bots=["simple"], seat=me)
    seen, _ = env.reset(seed=SEED)
    assert env.observation_space.contains(seen)
    begun = 0

    def begin() -> seaboard.Match:
        nonlocal begun
        match = seaboard.Match(game, seed=begun | SEED << 64)
        assert list(seed_words(match.seed)) == [begun, 0, SEED, 0]
        begun += 1
        return match

    simple = bots.make("simple", game)

    def others_play(match: seaboard.Match) -> None:
        while not match.over and me not in match.to_act:
            seat = match.to_act[0]
            match.play(seat, simple.choose(match.view(seat)))

    matches = [begin() for _ in range(SIZE)]
    over = np.zeros(SIZE, bool)
    ended = 0
    for turn in range(300):
        for i, match in enumerate(matches):
            others_play(match)
            assert env.batch.match(i).position() == match.position()
            legal = [0] if match.over else sorted(match.legal(me))
            assert np.flatnonzero(seen["action_mask"][i]).tolist() == legal
        assert (env.action_masks() == seen["action_mask"].astype(bool)).all()
        if ended >= 2:
            break
        actions = np.array([np.flatnonzero(mask)[turn % mask.sum()] for mask in seen["action_mask"]])
        for i, match in enumerate(matches):
            if over[i]:
                matches[i] = begin()
            else:
                match.play(me, int(actions[i]))
                others_play(match)
        seen, rewards, over, cut, _ = env.step(actions)
        assert not cut.any()
        for i, match in enumerate(matches):
            assert over[i] == match.over
            assert rewards[i] == (1 / len(match.winners) if match.over and me in match.winners else 0)
        ended += over.sum()
    assert ended >= 2


def test_it_is_made_by_name_and_takes_any_action() -> None:
    name = f"seaboard.envs.single:seaboard/land-unter-v{seaboard.GAMES['land-unter'].version}"
    env = gymnasium.make_vec(name, num_envs=8, vectorization_mode="vector_entry_point", rewards="zero-sum")
    env.reset(seed=3)
    env.action_space.seed(3)
    total = np.zeros(8)
    for _ in range(200):
        seen, rewards, _, _, _ = env.step(env.action_space.sample())
        assert env.observation_space.contains(seen)
        total += np.abs(rewards)
    assert (total > 0).all()
    first = env.reset(seed=5)[0]["observation"]
    assert (env.reset(seed=5)[0]["observation"] == first).all()
    assert (env.reset()[0]["observation"] != first).any()


def test_a_batch_asks_the_simple_strategy() -> None:
    batch = envs.batch("sea-change", size=4, seats=3, seed=2)
    simple = bots.make("simple", "sea-change")
    for _ in range(60):
        actions = batch.simple_actions()
        for i in range(batch.size):
            if batch.seat[i] >= 0:
                assert actions[i] == simple.choose(batch.match(i).view(int(batch.seat[i])))
        batch.step(actions)


@pytest.mark.parametrize("game", seaboard.GAMES.values(), ids=lambda game: game.name)
def test_what_is_paid_by_rounds_adds_up_to_the_reward_of_the_match(game: Any) -> None:
    at_the_end = envs.vector(game, num_envs=SIZE, bots=["simple"], rewards="zero-sum")
    by_rounds = envs.vector(game, num_envs=SIZE, bots=["simple"], rewards="rounds")
    seen, _ = at_the_end.reset(seed=SEED)
    by_rounds.reset(seed=SEED)
    total, early, ended = np.zeros(SIZE), 0, 0
    for turn in range(400):
        actions = np.array([np.flatnonzero(mask)[turn % mask.sum()] for mask in seen["action_mask"]])
        seen, rewards, over, _, _ = at_the_end.step(actions)
        _, paid, same, _, _ = by_rounds.step(actions)
        assert (over == same).all()
        early += ((paid != 0) & ~over).sum()
        total += paid
        assert total[over] == pytest.approx(rewards[over])
        total[over] = 0
        ended += over.sum()
        if ended > 3:
            break
    assert ended
    assert bool(early) == (game.strategy.AHEAD == 0)


def test_moves_without_an_alternative_are_made_unasked_and_the_next_match_begins_at_once() -> None:
    env = envs.vector("sea-salt-and-paper", num_envs=SIZE, seats=2, bots=["simple"], forced="play")
    with pytest.raises(seaboard.SeaboardError):
        envs.vector("sea-salt-and-paper", forced="skip")
    env.reset(seed=SEED)
    ended = 0
    for turn in range(300):
        masks = env.action_masks()
        assert (masks.sum(1) > 1).all()
        positions = [env.batch.match(i) for i in range(SIZE)]
        assert [sorted(match.legal(0)) for match in positions] == [np.flatnonzero(mask).tolist() for mask in masks]
        env.play(np.array([np.flatnonzero(mask)[turn % mask.sum()] for mask in masks]), again=True)
        assert set(env.rewards()[~env.over]) <= {0.0}
        ended += env.over.sum()
        if ended > 3:
            return
    raise AssertionError("no match has ended")


@pytest.mark.parametrize("bot", ["learned", "search:20"])
@pytest.mark.parametrize("game", seaboard.GAMES.values(), ids=lambda game: game.name)
def test_bots_that_think_play_as_they_do_through_views(game: Any, bot: str) -> None:
    """The search throws the same dice, since one bot plays in all matches, asked in their order."""
    seats = max(2, game.seats[0])
    seed = bot_seed(SEED, seats - 1)
    by_name = envs.vector(game, num_envs=2, seats=seats, bots=["simple"] * (seats - 2) + [bot])
    by_views = envs.vector(game, num_envs=2, seats=seats, bots=["simple"] * (seats - 2) + [bots.make(bot, game, seed=seed)])
    seen, same = by_name.reset(seed=SEED)[0], by_views.reset(seed=SEED)[0]
    for turn in range(8):
        assert (seen["observation"] == same["observation"]).all()
        actions = np.array([np.flatnonzero(mask)[turn % mask.sum()] for mask in seen["action_mask"]])
        seen, same = by_name.step(actions)[0], by_views.step(actions)[0]


class Patient:
    """Chooses for many matches at once."""

    def __init__(self, wrong: int | None = None) -> None:
        self.most, self.wrong, self.history = 0, wrong, False

    def choose_many(self, seen: dict[str, Any]) -> Any:
        self.most = max(self.most, len(seen["observation"]))
        chosen = seen["action_mask"].argmax(axis=1)
        return chosen if self.wrong is None else chosen * 0 + self.wrong


def test_a_bot_of_your_own_plays_in_many_matches_at_once() -> None:
    class Lowest:
        def choose(self, view: dict[str, Any]) -> int:
            return int(min(view["legal"].values()))

    at_once = Patient()
    one_by_one, together = (envs.vector("land-unter", num_envs=SIZE, seats=3, bots=[bot]) for bot in (Lowest(), at_once))
    seen, same = one_by_one.reset(seed=SEED)[0], together.reset(seed=SEED)[0]
    ended = 0
    for turn in range(60):
        assert (seen["observation"] == same["observation"]).all()
        actions = np.array([np.flatnonzero(mask)[turn % mask.sum()] for mask in seen["action_mask"]])
        (seen, *_), (same, _, over, *_) = one_by_one.step(actions), together.step(actions)
        ended += over.sum()
    assert ended
    assert at_once.most == SIZE
    wrong = envs.vector("land-unter", num_envs=SIZE, bots=[Patient(wrong=-1)])
    wrong.reset(seed=1)
    with pytest.raises(seaboard.IllegalAction, match="choose where `action_mask` is 1"):
        wrong.step(actions)
    at_once.history = True
    with pytest.raises(seaboard.SeaboardError, match="wants a history"):
        envs.vector("land-unter", num_envs=SIZE, bots=[at_once])
