"""Reviews: what they say, and that they know no more than the seat did."""

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import msgspec
import pytest

import seaboard
from seaboard import GAMES
from seaboard.errors import BadRecord
from seaboard.game import Game
from seaboard.locales import LANGUAGES
from seaboard.review import Review, review
from seaboard.review.decisions import Judge
from seaboard.review.making import LEAST_SIMULATIONS, SECONDS, affordable, pace
from seaboard.review.story import tell
from tests.bots.worlds import imagined, moments


def record(game: Game, **options: Any) -> dict[str, Any]:
    m = seaboard.Match(game, seed=11, options=options)
    bot = seaboard.bots.make("simple", game)
    while not m.over:
        m.play(m.to_act[0], bot.choose(m.view(m.to_act[0])))
    return m.record()


@pytest.mark.parametrize("game", GAMES.values(), ids=lambda game: game.name)
def test_a_review_says_everything_and_the_same_each_time(game: Game) -> None:
    kept = record(game)
    done: list[tuple[int, int]] = []
    found = review(kept, simulations=40, playouts=8, progress=lambda n, of: done.append((n, of)))
    assert done[-1] == (len(kept["moves"]), len(kept["moves"]))
    assert len(found.steps) == len(kept["moves"]) + 1
    for seat in found.seats:
        assert seat.fair + seat.position + seat.luck + seat.own + seat.others == seat.result
        assert seat.adjusted == seat.result - seat.luck
        assert 0 < len([point for point in found.story if point.seat == seat.seat]) <= 5
    assert {decision.seat for decision in found.decisions} == set(range(kept["seats"]))
    assert all(decision.alternatives[0].move == decision.best for decision in found.decisions)
    assert msgspec.json.decode(msgspec.json.encode(found), type=Review) == found
    assert review(kept, simulations=40, playouts=8) == found
    for point in found.story:
        assert all("{" not in tell(language, point) for language in LANGUAGES)


@pytest.mark.parametrize("game", GAMES.values(), ids=lambda game: game.name)
def test_a_decision_is_judged_the_same_whatever_the_seat_could_not_know(game: Game) -> None:
    judge = Judge(game, simulations=60)
    for number, (m, seat) in enumerate(moments(game, seed=9, every=9)):
        if number == 6:
            break
        action = m.legal(seat)[-1]
        judged = judge.judge(m.view(seat), action, number=number, turn=number)
        assert judged is not None
        assert judge.judge(imagined(m, seat, number).view(seat), action, number=number, turn=number) == judged


def test_partners_share_their_luck_and_their_result() -> None:
    found = review(record(GAMES["sea-change"], teams=2), simulations=20, playouts=8)
    for seat in found.seats:
        partner = found.seats[(seat.seat + 2) % 4]
        assert (seat.fair, seat.luck, seat.result) == (0.5, partner.luck, partner.result)
        assert seat.fair + seat.position + seat.luck + seat.own + seat.others == seat.result


def test_only_asked_for_seats_are_judged() -> None:
    found = review(record(GAMES["land-unter"]), seats=[1], simulations=20, playouts=4)
    assert {decision.seat for decision in found.decisions} == {1}
    assert found.seats[0].error_rate is None
    assert found.seats[1].error_rate is not None


def test_a_match_that_goes_on_is_not_reviewed() -> None:
    m = seaboard.Match("sea-change", seed=1)
    with pytest.raises(BadRecord, match="ended"):
        review(m.record())


def test_the_command_tells_the_story(tmp_path: Path) -> None:
    file, out = tmp_path / "match.json", tmp_path / "review.json"
    file.write_text(json.dumps(record(GAMES["land-unter"])))
    command = [sys.executable, "-m", "seaboard", "review", str(file), "--simulations", "30", "--language", "fr", "--json", str(out)]
    said = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    assert "Coup " in said
    assert msgspec.json.decode(out.read_bytes(), type=Review).game == "land-unter"
    file.write_text("[" * 3000)
    wrong = subprocess.run(command, capture_output=True, text=True, check=False)
    assert wrong.returncode == 2
    assert "not a record" in wrong.stderr


@pytest.mark.parametrize("rate", [10_000_000, 100_000, 20_000, 1_000])
def test_a_review_ends_in_time_on_a_machine_that_is_slow_or_busy(rate: int) -> None:
    decisions = 80
    given: list[int] = []
    for simulations in pace(decisions, clock=lambda: sum(given) / rate):
        given.append(simulations)
    assert len(given) == decisions
    assert given[0] == affordable(decisions)
    least = decisions * LEAST_SIMULATIONS / rate
    assert sum(given) / rate <= max(SECONDS, least) + 2 * affordable(decisions) / rate  # the first two tell how slow it is
    if rate * SECONDS > sum(given):
        assert set(given) == {affordable(decisions)}  # where there is time enough, it is used
