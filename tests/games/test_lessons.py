"""The lessons of every game: each can be done as it says, can be missed, always ends, and shows nothing it may not."""

import json
from pathlib import Path
from typing import Any

import pytest

from seaboard import GAMES, state
from seaboard.bots.simple import SimpleBot
from seaboard.game import Game
from seaboard.lessons import Attempt, Lesson

LOCALES = Path(__file__).parents[2] / "src/seaboard/locales"
ALL = [pytest.param(game, lesson, id=f"{game.name}:{lesson.name}") for game in GAMES.values() for lesson in game.lessons.values()]


def attempt(lesson: Lesson, *moves: str) -> Attempt:
    """A lesson after these moves of the learner."""
    made = Attempt(lesson)
    for move in moves:
        assert made.is_reached is None, "the lesson was over before its last move"
        made.play(made.match.parse(move, lesson.seat))
    return made


@pytest.mark.parametrize(("game", "lesson"), ALL)
def test_the_answer_reaches_the_goal(game: Game, lesson: Lesson) -> None:
    done = attempt(lesson, *lesson.answer)
    assert done.is_reached is True
    assert done.frames[-1]["events"][-1]["event"] in lesson.ends


@pytest.mark.parametrize(("game", "lesson"), ALL)
def test_the_others_play_what_the_example_says(game: Game, lesson: Lesson) -> None:
    done = attempt(lesson, *lesson.answer)
    match = lesson.begin()
    played: dict[int, list[str]] = {}
    for seat, action in done.match.moves:
        played.setdefault(seat, []).append(match.notation(action, seat))
        match.play(seat, action)
    for seat, moves in lesson.others.items():
        assert played[seat][: len(moves)] == list(moves)


@pytest.mark.parametrize(("game", "lesson"), ALL)
def test_whatever_the_learner_begins_with_the_lesson_ends(game: Game, lesson: Lesson) -> None:
    bot = SimpleBot(game)
    for first in Attempt(lesson).match.legal(lesson.seat):
        tried = Attempt(lesson)
        tried.play(first)
        for _ in range(30):
            if tried.is_reached is not None:
                break
            tried.play(bot.choose(tried.match.view(lesson.seat)))
        assert tried.is_reached is not None


@pytest.mark.parametrize(("game", "lesson"), ALL)
def test_there_is_something_to_do_at_once_and_always_the_same(game: Game, lesson: Lesson) -> None:
    one, other = Attempt(lesson), Attempt(lesson)
    assert one.match.to_act == [lesson.seat]
    assert one.frames == other.frames
    assert one.frames[-1]["view"]["legal"]


@pytest.mark.parametrize(("game", "lesson"), ALL)
def test_no_peeking(game: Game, lesson: Lesson) -> None:
    """What is shown is what the seat would see had the hidden cards been dealt otherwise."""
    tried = Attempt(lesson)
    for move in lesson.answer:
        assert not {"memory", "seed", "position"} & set(json.dumps(tried.frames).replace('"', " ").split())
        for seed in range(5):
            imagined = state.copy(tried.match.plain_state())
            game.view.hide(imagined, lesson.seat)
            imagined.seed = [seed, 2, 3, 4]
            game.redeal.redeal(imagined, lesson.seat)
            seen = type(tried.match).from_state(game, imagined).view(lesson.seat, memory=False)
            assert seen == tried.frames[-1]["view"]
        tried.play(tried.match.parse(move, lesson.seat))
    for frame in tried.frames:
        assert set(frame) == {"number", "events", "view"}, "others' moves are told by events alone: some are secret"


@pytest.mark.parametrize("game", GAMES.values(), ids=lambda game: game.name)
@pytest.mark.parametrize("language", ["en", "fr"])
def test_every_lesson_has_its_words_and_its_section(game: Game, language: str) -> None:
    words: dict[str, Any] = json.loads((LOCALES / language / f"{game.name}.json").read_text(encoding="utf-8"))
    wanted = {f"lesson.{name}.{part}" for name in game.lessons for part in ("title", "task", "done", "missed")}
    assert {key for key in words if key.startswith("lesson.")} == wanted
    assert all(f"learn.{lesson.section}.title" in words for lesson in game.lessons.values())
    for key in wanted:
        seats = game.lessons[key.split(".")[1]].begin().seats
        assert set(words[key].replace("}", "{").split("{")[1::2]) <= {f"p{seat}" for seat in range(seats)}, key
