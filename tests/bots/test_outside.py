"""Somebody else's bots: a class in a file, and programs that behave, or don't."""

import copy
import json
import pickle
import shlex
import sys
import time
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from seaboard import bots
from seaboard.arena import contest
from seaboard.arena.tournament import Plan, play_fixture, run
from seaboard.bots.specs import Spec
from seaboard.client.account import Turn
from seaboard.client.serving import _choose
from seaboard.envs import gym, vector
from seaboard.match import Match
from tools.build_page import find_npm

ROOT = Path(__file__).parents[2]
EXAMPLES = ROOT / "examples" / "engines"
MISER = f"cmd:{shlex.quote(sys.executable)} {shlex.quote(str(EXAMPLES / 'miser.py'))}"

CLASS = """
class Miser:
    def __init__(self, game, seed):
        self.given = game, seed

    def choose(self, view):
        return next(iter(view["legal"].values()))


class Spendthrift:
    def choose(self, view):
        return list(view["legal"].values())[-1]


class Broken(Miser):
    def choose(self, view):
        raise RuntimeError("no idea")


class Cheat(Miser):
    def choose(self, view):
        return 9999


class Mute:
    pass
"""

# What a program does when it is asked for a move.
WRONGS = {
    "rubbish": "print('%$#', flush=True)",
    "nonsense": "print(json.dumps([1, {}]), flush=True); say(id=question['id'], action='B5'); say(id=question['id'], move='Z99')",
    "not allowed": "say(id=question['id'], action=9999)",
    "another's": "say(id=-1, action=legal[0])",
    "sleep": "time.sleep(1.2); say(id=question['id'], action=legal[0])",
    "flood": "[print('x' * 1000, flush=True) for _ in range(100000)]",
    "endless line": "[sys.stdout.write('x' * 1000) for _ in range(100000)]",
    "death": "sys.exit(3)",
    "deaf": "time.sleep(1000)",
}
PROGRAM = """
import json, sys, time

def say(**what):
    print(json.dumps({{"type": "move"}} | what), flush=True)

for line in sys.stdin:
    question = json.loads(line)
    if question["type"] == "hello":
        print(json.dumps({{"type": "ready"}}), flush=True)
    else:
        legal = list(question["view"]["legal"].values())
        {wrong}
"""


def program(folder: Path, wrong: str) -> str:
    """A program that does this when it is asked for a move, with half a second for it."""
    file = folder / "engine.py"
    file.write_text(PROGRAM.format(wrong=wrong))
    return f"cmd@0.5s:{shlex.quote(sys.executable)} {shlex.quote(str(file))}"


@pytest.mark.parametrize(
    ("text", "spec"),
    [
        ("cmd:./engine --Fast", Spec("cmd", seconds=5.0, where="./engine --Fast")),
        ("CMD@0.5s:./engine", Spec("cmd", seconds=0.5, where="./engine")),
        (" bots/My.py:Miser ", Spec("file", where="bots/My.py:Miser")),
    ],
)
def test_an_outside_bot_is_named_in_text(text: str, spec: Spec) -> None:
    assert Spec.read(text, game="sea-change") == spec
    assert Spec.read(str(spec), game="sea-change") == spec


@pytest.mark.parametrize("text", ["cmd:", "cmd@:", "cmd@2:./x", "cmd@fasts:./x", "cmd@-1s:./x", "cmd:'./x"])
def test_a_command_that_means_nothing_is_refused(text: str) -> None:
    with pytest.raises(bots.BadBot):
        bots.make(text, "sea-change").choose(Match("sea-change", seed=1).view(0))


def test_a_class_in_a_file_plays(tmp_path: Path) -> None:
    file = tmp_path / "mine.py"
    file.write_text(CLASS)
    miser = bots.make(f"{file}:Miser", "sea-change", seed=5)
    assert miser.given == ("sea-change", 5)  # type: ignore[attr-defined]  # the class of the file
    outcome = contest.play("sea-change", [Spec.read(f"{file}:Miser", game="sea-change"), Spec("simple")], seed=1, bots_seed=1)
    assert outcome.winners
    for name, words in (("Broken", "no idea"), ("Cheat", "9999")):
        with pytest.raises(bots.BadBot, match=words):
            contest.play("sea-change", [Spec.read(f"{file}:{name}", game="sea-change"), Spec("simple")], seed=1, bots_seed=1)
    for where in (f"{file}:Mute", f"{file}:Nobody", f"{tmp_path}/nowhere.py:Miser", f"{tmp_path}/bad.py:Miser"):
        (tmp_path / "bad.py").write_text("1 +")
        with pytest.raises(bots.BadBot):
            bots.make(where, "sea-change")


def test_two_programs_in_two_languages_play_a_tournament(tmp_path: Path) -> None:
    node = find_npm().parent / "node"
    spendthrift = f"cmd:{shlex.quote(str(node))} {shlex.quote(str(EXAMPLES / 'spendthrift.mjs'))}"
    plan = Plan("sea-change", (MISER, spendthrift), seats=2, deals=2, meeting="pairs")
    results = run(plan, tmp_path / "t.jsonl")
    assert len(results) == plan.matches == 4
    assert all(result.lost == () for result in results)
    file = tmp_path / "here.py"
    file.write_text(CLASS)
    here = {MISER: f"{file}:Miser", spendthrift: f"{file}:Spendthrift"}
    for result, fixture in zip(results, plan.fixtures(), strict=True):
        same = play_fixture(plan, replace(fixture, lineup=tuple(here[bot] for bot in fixture.lineup)))
        assert (result.scores, result.winners, result.moves) == (same.scores, same.winners, same.moves)


@pytest.mark.parametrize("wrong", WRONGS)
def test_a_program_that_misbehaves_loses_its_move_and_nothing_else(wrong: str, tmp_path: Path) -> None:
    bot = bots.make(program(tmp_path, WRONGS[wrong]), "sea-change", seed=1)
    assert isinstance(bot, bots.EngineBot)
    simple = bots.make("simple", "sea-change")
    match = Match("sea-change", seats=2, seed=3)
    began = time.monotonic()
    for asked in range(1, 5):
        view = match.view(match.to_act[0])
        action = bot.choose(view)
        assert action == simple.choose(view)
        assert bot.lost == asked
        match.play(view["seat"], action)
    assert time.monotonic() - began < 30  # three late moves, and the program is started once
    bot.close()


def test_a_late_answer_is_passed_over(tmp_path: Path) -> None:
    late_once = "time.sleep(0.8 if question['id'] == 1 else 0); say(id=question['id'], action=legal[-1])"
    bot = bots.make(program(tmp_path, late_once).replace("@0.5s", "@0.7s"), "sea-change", seed=1)
    assert isinstance(bot, bots.EngineBot)
    match = Match("sea-change", seats=2, seed=3)
    view = match.view(match.to_act[0])
    bot.choose(view)
    assert bot.lost == 1
    for _ in range(3):
        assert bot.choose(view) == list(view["legal"].values())[-1]
    assert bot.lost == 1
    bot.close()


def test_a_program_that_never_starts_is_a_mistake_of_the_command(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("seaboard.bots.outside.START_SECONDS", 0.5)
    view = Match("sea-change", seats=2, seed=3).view(0)
    for command in ("cmd:./no/such/program", f"cmd:{shlex.quote(sys.executable)} -c 'import time; time.sleep(60)'"):
        with pytest.raises(bots.BadBot):
            bots.make(command, "sea-change").choose(view)


def test_a_program_is_told_what_its_seat_may_know_and_nothing_else(tmp_path: Path) -> None:
    heard = tmp_path / "heard.jsonl"
    note = f"open({str(heard)!r}, 'a').write(line); say(id=question['id'], action=legal[0])"
    bot = bots.make(program(tmp_path, note).replace("@0.5s", ""), "land-unter", seed=1)
    match = Match("land-unter", seats=3, seed=3)
    view = match.view(0)
    bot.choose(view)
    (question,) = [json.loads(line) for line in heard.read_text().splitlines()]
    assert question["view"] == json.loads(json.dumps(view))
    assert set(question) == {"type", "id", "seconds", "view"}


def test_an_environment_has_a_program_as_an_opponent() -> None:
    env = gym("sea-change", bots=[MISER])
    observation, _ = env.reset(seed=1)
    for _ in range(5):
        observation, _, over, _, _ = env.step(observation["action_mask"].argmax())
        assert not over


DIES = "say.asked = getattr(say, 'asked', 0) + 1; sys.exit() if say.asked == 2 else say(id=question['id'], action=legal[0])"


@pytest.mark.parametrize("is_named", [True, False], ids=["by name", "one bot for all matches"])
def test_an_environment_tells_of_a_program_that_dies_and_starts_it_anew_for_the_next_match(
    is_named: bool, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    command = program(tmp_path, DIES).replace("@0.5s", "@5s")
    bot: Any = command if is_named else bots.make(command, "land-unter", seed=1)
    env = gym("land-unter", seats=3, bots=[bot, "simple"])
    for number in (1, 2):
        _, told = env.reset(seed=number)
        losses = [told["lost"]]
        for _ in range(5):
            losses.append(env.step(0)[4]["lost"])
        assert losses[0] in (0, 1)
        assert losses[-1] >= 3, "the first question of each match is answered, and no later one"
        assert losses == sorted(losses)
        said = [record.getMessage() for record in caplog.records if record.name == "seaboard.bots"]
        assert len(said) == number
        assert "has ended" in said[-1]
    assert "lost" not in gym("land-unter", bots=["simple"]).reset(seed=1)[1]


def test_a_vector_tells_of_a_program_that_dies_and_starts_it_anew_when_it_is_reset(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    env = vector("land-unter", seats=3, bots=[program(tmp_path, DIES).replace("@0.5s", "@5s"), "simple"], num_envs=2)
    for number in (1, 2):
        _, told = env.reset(seed=1)
        for _ in range(3):
            told = env.step(env.action_masks().argmax(axis=1))[4]
        assert told["_lost"].all()
        assert told["lost"].shape == (2,)
        assert told["lost"].sum() >= 3
        assert told["lost"][0] < told["lost"][1], "what it answered was the first question, in the first match"
        assert len([record for record in caplog.records if record.name == "seaboard.bots"]) == number
    assert "lost" not in vector("land-unter", bots=["simple"], num_envs=2).reset(seed=1)[1]


def test_a_program_is_told_how_much_time_there_is(tmp_path: Path) -> None:
    heard = tmp_path / "heard.jsonl"
    note = f"open({str(heard)!r}, 'a').write(line); say(id=question['id'], action=legal[0])"
    bot = bots.make(program(tmp_path, note).replace("@0.5s", "@5s"), "land-unter", seed=1)
    assert isinstance(bot, bots.EngineBot)
    view = Match("land-unter", seats=3, seed=3).view(0)
    for left in (None, 60.0, 3.0, 0.6):
        _choose(bot, Turn("m", 1, view, left))
    assert [json.loads(line)["seconds"] for line in heard.read_text().splitlines()] == [5.0, 5.0, 2.5, 0.3]
    assert bot.lost == 0
    bot.close()


def test_a_copy_of_an_environment_has_programs_of_its_own() -> None:
    env = gym("land-unter", seats=3, bots=[MISER])
    env.reset(seed=1)
    env.step(0)
    others = [env.copy(), copy.deepcopy(env), pickle.loads(pickle.dumps(env))]
    expected = [row.tolist() for row in env.step(0)[0].values()]
    for other in others:
        assert [row.tolist() for row in other.step(0)[0].values()] == expected
    bot, first = env._rivals[1].bot, others[0]._rivals[1].bot  # type: ignore[attr-defined]
    assert bot._engine._process.pid != first._engine._process.pid
    bot.close()
    assert first._engine._process.poll() is None
    assert first.lost == 0
