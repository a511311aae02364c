"""Arguments of environments: wrong ones are refused with an explanation, and never silently taken for something else."""

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import seaboard
from seaboard import envs

MAKERS: dict[str, Callable[..., Any]] = {
    "aec": envs.aec,
    "parallel": envs.parallel,
    "gym": envs.gym,
    "vector": lambda game, **how: envs.vector(game, num_envs=2, **how),
    "batch": lambda game, **how: envs.batch(game, size=2, **how),
}


class Cheat:
    """Chooses illegal actions."""

    def __init__(self, action: Any) -> None:
        self.action = action

    def choose(self, view: dict[str, Any]) -> Any:
        return self.action


class ShownCheat(Cheat):
    def choose_from(self, seen: dict[str, Any]) -> Any:
        return self.action


# ---- Opponents -------------------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", [Cheat, ShownCheat])
@pytest.mark.parametrize("action", [9999, -1, None, 5.0, True])
@pytest.mark.parametrize("illegal", ["replace", "raise"])
def test_what_an_opponent_may_not_do_raises(kind: type[Cheat], action: Any, illegal: str) -> None:
    env = envs.gym("sea-change", seats=2, bots=[kind(action)], seat=0, illegal=illegal)

    def play() -> None:
        seen, _ = env.reset(seed=1)
        env.step(int(seen["action_mask"].argmax()))

    with pytest.raises(seaboard.IllegalAction, match="the bot in seat 1 chose"):
        play()


def test_an_action_of_ones_own_is_still_replaced() -> None:
    env = envs.gym("sea-change", seats=2, bots=["simple"])
    seen, _ = env.reset(seed=1)
    env.step(int(seen["action_mask"].argmin()))


@pytest.mark.parametrize("kind", ["gym", "vector"])
@pytest.mark.parametrize(
    ("bots", "message"),
    [
        (None, "bots are a list of names"),
        ("simple", r"such as bots=\['simple'\], not 'simple'"),
        ({"simple": 1}, "bots are a list of names"),
        (5, "bots are a list of names"),
        ([5], "5 is not a bot: give a name"),
        ([None], "None is not a bot"),
        ([Cheat], "Cheat is a class: make a bot of it"),
        (["simplest"], "there is no bot 'simplest'"),
        ([], "somebody must play the other seats"),
    ],
)
def test_bots_that_are_none(kind: str, bots: Any, message: str) -> None:
    with pytest.raises(seaboard.SeaboardError, match=message):
        MAKERS[kind]("sea-change", bots=bots)


@pytest.mark.parametrize("kind", ["gym", "vector"])
@pytest.mark.parametrize("seat", ["0", True, 4, -1, 0.0, None])
def test_a_seat_that_is_none(kind: str, seat: Any) -> None:
    with pytest.raises(seaboard.SeaboardError, match="; choose one from 0 to 3"):
        MAKERS[kind]("sea-change", seats=4, seat=seat)


# ---- Seeds, sizes, options -------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", MAKERS)
@pytest.mark.parametrize("seed", ["7", 1.5, -1, 2**130, True, [7, 8]])
def test_a_seed_that_is_none(kind: str, seed: Any) -> None:
    env = MAKERS[kind]("sea-change")
    with pytest.raises(seaboard.SeaboardError, match="seed"):
        env.reset(seed=seed)


@pytest.mark.parametrize("kind", MAKERS)
@pytest.mark.parametrize("options", [0, "", [], False])
def test_options_that_are_none(kind: str, options: Any) -> None:
    with pytest.raises(seaboard.BadOption, match="options are names with their choices"):
        MAKERS[kind]("sea-change", options=options)


@pytest.mark.parametrize("number", [np.int64(5), np.int32(5), np.uint8(5)])
@pytest.mark.parametrize("kind", MAKERS)
def test_whole_numbers_of_numpy_do(kind: str, number: Any) -> None:
    env, plain = (MAKERS[kind]("sea-change", seats=four) for four in (type(number)(4), 4))
    env.reset(seed=number)
    plain.reset(seed=5)
    if kind in ("vector", "batch"):
        batches = [getattr(each, "batch", each) for each in (env, plain)]
        assert batches[0].states.tobytes() == batches[1].states.tobytes()
        return
    assert env.table.record.tobytes() == plain.table.record.tobytes()
    seat = env.table.match().to_act[0]
    action = env.table.legal(seat)[0]
    for each, given in ((env, type(number)(action)), (plain, action)):
        each.step({f"seat_{seat}": given} if kind == "parallel" else given)
    assert env.table.record.tobytes() == plain.table.record.tobytes()


@pytest.mark.parametrize("size", ["4", 0, 2.0, None, True])
def test_a_batch_has_a_whole_number_of_matches(size: Any) -> None:
    with pytest.raises(seaboard.SeaboardError, match="a batch has a whole number of matches, at least one, not"):
        envs.batch("sea-change", size=size)
    with pytest.raises(seaboard.SeaboardError, match="a batch has a whole number of matches"):
        envs.vector("sea-change", num_envs=size)
    assert envs.vector("sea-change", num_envs=np.int32(2)).reset(seed=1)[0]["action_mask"].shape == (2, 80)


@pytest.mark.parametrize("threads", ["2", 0, 1.5, True])
def test_a_batch_has_a_whole_number_of_threads(threads: Any) -> None:
    with pytest.raises(seaboard.SeaboardError, match="a whole number of threads, at least one, not"):
        envs.batch("sea-change", size=4, threads=threads)


def test_a_batch_that_is_reset_without_a_seed_goes_on_in_a_sequence() -> None:
    batch, same, other = (envs.batch("sea-change", size=4, seed=seed) for seed in (9, 9, 0))
    dealt = []
    for _ in range(3):
        for each in (batch, same, other):
            each.reset()
        assert batch.states.tobytes() == same.states.tobytes()
        dealt += [batch.states.tobytes(), other.states.tobytes()]
    assert len(set(dealt)) == 6
    batch.reset(seed=9)
    batch.reset()
    assert batch.states.tobytes() == dealt[0]
    copied = batch.copy()
    batch.reset()
    copied.reset()
    assert copied.states.tobytes() == batch.states.tobytes() == dealt[2]


# ---- Actions ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", ["aec", "parallel", "gym"])
@pytest.mark.parametrize("action", [None, "5", 5.0, True, np.bool_(True), np.float32(5), [5]])
def test_an_action_that_is_none(kind: str, action: Any) -> None:
    env = MAKERS[kind]("sea-change", illegal="replace")
    env.reset(seed=1)
    before = env.table.record.tobytes()
    with pytest.raises(seaboard.IllegalAction, match="an action is a whole number"):
        env.step({f"seat_{seat}": action for seat in range(4)} if kind == "parallel" else action)
    assert env.table.record.tobytes() == before


def test_actions_of_a_parallel_environment_are_by_agent() -> None:
    env = envs.parallel("sea-change")
    env.reset(seed=1)
    with pytest.raises(seaboard.IllegalAction, match="actions are by agent"):
        env.step(None)  # type: ignore[arg-type]  # what is refused


@pytest.mark.parametrize("kind", ["vector", "batch"])
@pytest.mark.parametrize("actions", [np.array([0.7, 1.2]), np.array([True, False]), ["1", "2"]])
def test_actions_that_are_no_whole_numbers(kind: str, actions: Any) -> None:
    env = MAKERS[kind]("sea-change")
    env.reset(seed=1)
    with pytest.raises(seaboard.SeaboardError, match="actions are an array of whole numbers"):
        env.step(actions)


def test_a_vector_refuses_illegal_actions_if_it_is_asked_to() -> None:
    env = envs.vector("sea-change", num_envs=3, bots=["simple"], illegal="raise")
    seen, _ = env.reset(seed=1)
    for _ in range(300):
        legal = seen["action_mask"].argmax(axis=1)
        before = env.batch.states.tobytes()
        over = env.over
        for wrong in (seen["action_mask"].argmin(axis=1), np.full(3, -1), np.full(3, 80)):
            mixed = legal.copy()
            mixed[1] = wrong[1]
            if over[1]:
                continue
            with pytest.raises(seaboard.IllegalAction, match="of match 1 is not legal: choose where `action_mask` is 1"):
                env.step(mixed)
            assert env.batch.states.tobytes() == before
        legal[over] = 79  # begins the next match, whatever it is
        seen, _, _, _, _ = env.step(legal)
    with pytest.raises(seaboard.SeaboardError, match="illegal can't be 'ignore'"):
        envs.vector("sea-change", illegal="ignore")


# ---- Before and after a match, and cuts ------------------------------------------------------------------


def test_before_a_match_an_environment_says_what_to_do() -> None:
    for ask in (
        lambda: envs.aec("sea-change").step(0),
        lambda: envs.aec("sea-change").observe("seat_0"),
        lambda: envs.aec("sea-change", render_mode="ansi").render(),
        lambda: envs.gym("sea-change").step(0),
        lambda: envs.gym("sea-change").action_masks(),
        lambda: envs.gym("sea-change", render_mode="svg").render(),
        lambda: envs.parallel("sea-change", render_mode="ansi").render(),
    ):
        with pytest.raises(seaboard.SeaboardError, match="call reset"):
            ask()


@pytest.mark.parametrize("kind", ["aec", "parallel", "gym"])
@pytest.mark.parametrize("cycles", [0, -1, 2.5, "3", True])
def test_cycles_that_are_none(kind: str, cycles: Any) -> None:
    with pytest.raises(seaboard.SeaboardError, match="max_cycles is a whole number from 1, or None for whole matches, not"):
        MAKERS[kind]("sea-change", max_cycles=cycles)


def test_a_match_against_bots_is_cut_short() -> None:
    env = envs.gym("sea-change", bots=["simple"], max_cycles=3)
    for _ in range(2):
        seen, _ = env.reset(seed=1)
        ends = []
        for _ in range(3):
            seen, reward, over, cut, _ = env.step(int(seen["action_mask"].argmax()))
            ends.append((reward, over, cut))
        assert ends == [(0.0, False, False), (0.0, False, False), (0.0, False, True)]
        with pytest.raises(seaboard.MatchOver, match="the match was cut short: call reset"):
            env.step(0)
