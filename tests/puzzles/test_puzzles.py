"""The puzzles that come with Seaboard: sound, clear, missed by the bots they should be missed by, and found again by a search.

`make soak` thinks about every one of them again for as long as when they were found.
"""

import os
import random
from pathlib import Path

import msgspec
import pytest

from seaboard import GAMES, bots, locales, puzzles
from seaboard.arena import contest
from seaboard.arena.puzzles import GAP, Plan, gap_of, judge, make, with_reasons
from seaboard.game import Game
from seaboard.locales import LANGUAGES
from seaboard.puzzles import Puzzle

LEAST = 100
"""Puzzles of each game."""
SIMULATIONS = int(os.environ.get("SEABOARD_PUZZLE_SIMULATIONS", "4000"))
SAMPLE = int(os.environ.get("SEABOARD_PUZZLE_SAMPLE", "3"))
games = pytest.mark.parametrize("game", GAMES.values(), ids=lambda game: game.name)


def kept(game: Game) -> list[Puzzle]:
    return list(puzzles.load(game.name).values())


@games
def test_every_puzzle_is_sound_and_has_one_best_move(game: Game) -> None:
    found = kept(game)
    assert len(found) >= LEAST, f"{game.title} has {len(found)} puzzles: make them with seaboard puzzles make {game.name}"
    assert [one.difficulty for one in found] == sorted(one.difficulty for one in found)
    simple = bots.make("simple", game)
    for one in found:
        match = one.match()
        assert one.seat in match.to_act
        assert game.wrong_field(match.plain_state()) is None
        assert set(one.values) == {str(action) for action in match.legal(one.seat)}
        best, second = sorted(one.values.values(), reverse=True)[:2]
        assert one.values[str(one.answer)] == best
        assert best - second == pytest.approx(one.gap, abs=2e-4)
        assert one.gap >= GAP
        assert one.error < GAP / 5
        assert one.misses > 0
        assert simple.choose(match.view(one.seat)) != one.answer
        assert one.reason is not None
        for language in LANGUAGES:
            texts = {**locales.texts(language, "page"), **locales.texts(language, game.name)}
            assert all("{" + name + "}" in texts[one.reason.key] for name in one.reason.values)


@games
def test_a_search_finds_the_answers_again(game: Game) -> None:
    found = kept(game)
    for one in random.Random(1).sample(found, min(SAMPLE, len(found))):
        view = one.match().view(one.seat)
        weighed = judge(game, view, SIMULATIONS)
        best, answer = weighed[0], next(a for a in weighed if a.action == one.answer)
        cost, error = gap_of(best, answer)
        assert cost <= 3 * error, one.id


def test_the_search_for_puzzles_goes_on_where_it_stopped(tmp_path: Path) -> None:
    contest.prepare("sea-change")
    plan, file = Plan("sea-change", seats=2, simulations=2000, missed=0), tmp_path / "found.jsonl"
    told: list[tuple[int, int]] = []
    first = make(plan, file, count=1, progress=lambda *done: told.append(done))
    assert first
    assert told[-1][0] >= 1
    before = file.read_text()
    assert make(plan, file, count=1) == first
    assert file.read_text() == before
    out = tmp_path / "puzzles.json.gz"
    puzzles.write(out, with_reasons(first))
    again = puzzles.read(out)
    assert [msgspec.structs.replace(one, reason=None) for one in again] == first
    assert all(one.reason for one in again)
