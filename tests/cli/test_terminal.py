"""`seaboard play`: a table that a person can read, in both languages, from the view alone."""

import random
from collections.abc import Iterator

import pytest
from rich.text import Text

from seaboard import GAMES, Match, bots, state
from seaboard.cli import main, terminal
from seaboard.cli.terminal.words import Words, columns, usual_language
from seaboard.game import Game

each_game = pytest.mark.parametrize("game", GAMES.values(), ids=lambda game: game.name)
languages = pytest.mark.parametrize("language", ["en", "fr"])


def moments(game: Game, *, seats: int, seed: int, moves: int) -> Iterator[Match]:
    """A match, move by move."""
    match, dice = Match(game, seats=seats, seed=seed), random.Random(seed)
    for _ in range(moves):
        if match.over:
            return
        yield match
        seat = dice.choice(match.to_act)
        match.play(seat, dice.choice(match.legal(seat)))


def typed(monkeypatch: pytest.MonkeyPatch, *answers: str) -> None:
    left = iter(answers)
    monkeypatch.setattr("rich.console.Console.input", lambda *_args, **_options: next(left))


@each_game
@languages
def test_every_moment_can_be_read(game: Game, language: str) -> None:
    for seats in (game.seats[0], game.seats[-1]):
        words = Words(language, game.name, 0)
        match = None
        for match in moments(game, seats=seats, seed=seats, moves=100):
            text = "\n".join(Text.from_markup(line).plain for line in terminal.lines(match.view(0), words))
            assert "{" not in text
            assert "None" not in text
            for seat in range(1, seats):
                assert words.name(seat) in text
        assert match is not None
        told = [terminal.line(event, match.view(0), words) for event in match.events(0)]
        plain = [Text.from_markup(line).plain for line in told if line]
        assert len(plain) > len(told) / 4
        assert not [line for line in plain if "{" in line or "None" in line]


@each_game
def test_nothing_is_shown_that_the_seat_may_not_know(game: Game) -> None:
    """Two deals that a seat can't tell apart look alike in its terminal."""
    words = Words("en", game.name, 0)
    for match in moments(game, seats=game.default_seats, seed=5, moves=40):
        imagined = state.copy(match.plain_state())
        game.view.hide(imagined, 0)
        imagined.seed = [len(match.moves), 2, 3, 4]
        game.redeal.redeal(imagined, 0)
        assert terminal.lines(Match.from_state(game, imagined).view(0), words) == terminal.lines(match.view(0), words)


@each_game
@languages
def test_a_few_moves_in_the_terminal(
    game: Game, language: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    typed(monkeypatch, "?", "nonsense", "#99", "#1", "#1", "q")
    assert main(["play", game.name, "--seed", "1", "--bot", "simple", "--language", language]) == 0
    told = capsys.readouterr().out
    assert ("You can:" if language == "en" else "Coups possibles\N{NO-BREAK SPACE}:") in told
    assert "is not a move" in told
    assert "\x1b[" not in told, "no colours where nobody sees them"
    m = Match(game, seed=1)
    while 0 not in m.to_act:
        m.play(m.to_act[0], bots.make("simple", game).choose(m.view(m.to_act[0])))
    for line in terminal.lines(m.view(0), Words(language, game.name, 0)):
        assert Text.from_markup(line).plain.split("   ")[0].strip()[:30] in told


def test_a_whole_match_in_the_terminal(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    """Try every card: the one that is allowed gets played."""
    cards = [f"{suit}{value}" for suit in "BGPYR" for value in range(16)]
    typed(monkeypatch, *(cards * 400))
    assert main(["play", "sea-change", "--seed", "2", "--option", "target=1", "--bot", "simple", "--language", "fr"]) == 0
    told = capsys.readouterr().out
    assert "La partie est finie. Victoire" in told
    assert "remporte le pli" in told


def test_solo_has_an_opponent_with_a_name(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    typed(monkeypatch, "#1", "#1", "q")
    assert main(["play", "sea-change", "--seats", "1", "--seed", "3", "--language", "en"]) == 0
    assert "The AI" in capsys.readouterr().out


def test_the_machines_language_is_spoken_if_it_is_known() -> None:
    assert usual_language({"LANG": "fr_FR.UTF-8"}) == "fr"
    assert usual_language({"LC_ALL": "fr_CA", "LANG": "en_GB"}) == "fr"
    assert [usual_language({"LANG": "de_DE"}), usual_language({"LANG": "C"}), usual_language({})] == ["en"] * 3


def test_columns_are_as_wide_as_what_is_seen() -> None:
    rows = columns([["[red]a[/]", "b"], ["long", "c"]])
    assert [Text.from_markup(row).plain for row in rows] == ["a      b", "long   c"]
