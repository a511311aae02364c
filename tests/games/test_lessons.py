"""The lessons of every game: each can be done as it says, can be missed, always ends, and shows nothing it may not."""

import json
from pathlib import Path
from typing import Any

import pytest

from seaboard import GAMES, locales, state
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
        made = played.get(seat, [])
        assert made == list(moves)[: len(made)]


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
    rules = locales.texts(language, f"{game.name}.rules")
    assert all(f"learn.{lesson.section}.title" in rules for lesson in game.lessons.values())
    for key in wanted:
        seats = game.lessons[key.split(".")[1]].begin().seats
        assert set(words[key].replace("}", "{").split("{")[1::2]) <= {f"p{seat}" for seat in range(seats)}, key


# ---- What the words say is what happens ----------------------------------------------------------


def told(game: str, name: str, *moves: str) -> Attempt:
    return attempt(GAMES[game].lessons[name], *moves)


def events(tried: Attempt, kind: str) -> list[dict[str, Any]]:
    return [event for frame in tried.frames for event in frame["events"] if event["event"] == kind]


@pytest.mark.parametrize(
    ("name", "move", "winner", "points"),
    [
        ("sluffing", "P8", 0, -4),
        ("sluffing", "P9", 0, 2),
        ("overview", "P10", 2, 2),
        ("overview", "Y9", 1, 3),
        ("bad-idea", "B11", 0, -3),
        ("bad-idea", "B8", 2, -8),
        ("sneaky-idea", "Y4", 1, -2),
        ("sneaky-idea", "B5", 0, -2),
    ],
)
def test_tricks_of_sea_change(name: str, move: str, winner: int, points: int) -> None:
    (won,) = events(told("sea-change", name, move), "trick_won")
    assert (won["seat"], won["points"]) == (winner, points)


def test_the_zero_of_trump_makes_six_points_the_best_of_the_round() -> None:
    match = told("sea-change", "big-finish", "R0").match
    assert {e["side"]: e["points"] for e in match.events(None) if e["event"] == "round_scored"} == {0: 3, 1: 0, 2: 0, 3: 6}
    assert match.winners == [3]


def test_points_of_sea_salt_and_paper() -> None:
    for name, moves, total in (
        ("crabs", ["lay crab:black crab:green", "search 1", "pick octopus:purple"], 7),
        ("colony", ["take 2"], 11),
        ("colony", ["take 1"], 10),
        ("mermaids", ["take 1"], 7),
        ("mermaids", ["take 2"], 6),
    ):
        assert told("sea-salt-and-paper", name, *moves).frames[-1]["view"]["table"]["points"][0]["total"] == total
    for name, move, scores in (
        ("stop", "stop", [7, 6]),
        ("stop", "last chance", [2, 8]),
        ("last-chance", "last chance", [9, 2]),
        ("last-chance", "stop", [7, 4]),
    ):
        assert told("sea-salt-and-paper", name, move).match.scores == scores


@pytest.mark.parametrize(
    ("name", "card", "paid"),
    [
        ("two-waters", "57", [2]),
        ("two-waters", "53", [0]),
        ("cover", "57", [2]),
        ("cover", "53", [0]),
        ("cover", "5", [0]),
        ("two-pay", "57", [1, 2]),
        ("two-pay", "5", [2, 3]),
        ("two-pay", "53", [0, 2]),
        ("elimination", "57", [2]),
        ("elimination", "53", [0]),
        ("elimination", "9", [3]),
    ],
)
def test_who_pays_in_land_unter(name: str, card: str, paid: list[int]) -> None:
    assert [event["seat"] for event in events(told("land-unter", name, card), "lifebuoy_lost")] == paid


def test_what_is_won_in_sea_of_clouds() -> None:
    found = told("sea-of-clouds", "take-or-leave", "leave", "leave", "take")
    assert events(found, "doubloon_added") == [{"event": "doubloon_added", "share": 1}]
    assert [event["card"] for event in events(told("sea-of-clouds", "beer", "take", "lay beer#1"), "card_discarded")] == [
        "gunner#1",
        "beer#1",
    ]
    missed = told("sea-of-clouds", "beer", "take", "lay topman#1")
    assert missed.is_reached is False
    assert {event["card"] for event in events(missed, "card_discarded")} == {"gunner#1", "topman#1", "beer#1"}
    boarding = GAMES["sea-of-clouds"].lessons["boarding"]
    assert attempt(boarding, *boarding.answer).match.plain_state().doubloons == [1, 10, 1, 4]
    assert attempt(boarding, *boarding.answer[:3], "done").is_reached is False
