"""Tournaments: fair seats, the same deals for everybody, the same results however they are played."""

import json
import random
from collections import Counter
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from seaboard import GAMES, cli
from seaboard.arena import contest
from seaboard.arena.checkpoint import WrongFile
from seaboard.arena.ratings import interval, ratings, shares, student, without_luck
from seaboard.arena.tournament import Plan, Result, play_fixture, run
from seaboard.bots.specs import Spec
from seaboard.cli.arguments import duration, progress_bar, time_left
from seaboard.game import Game

LADDER = Plan("sea-change", ("random", "simple", "search:20"), 4, deals=3, seed=5, meeting="neighbours")


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_everybody_sits_everywhere_equally_often(seats: int) -> None:
    pairs = Plan("sea-change", ("random", "simple"), seats, deals=2, meeting="pairs")
    table = Plan("sea-change", ("random", "simple", "search:5", "search:6", "search:7")[:seats], seats, deals=2)
    for plan in (pairs, table):
        seated = Counter((bot, seat) for fixture in plan.fixtures() for seat, bot in enumerate(fixture.lineup))
        assert len(set(seated.values())) == 1
        assert len(seated) == len(plan.bots) * seats
        assert sum(1 for _ in plan.fixtures()) == plan.matches


def test_one_against_three_takes_every_seat() -> None:
    plan = Plan("sea-change", ("search:5", "simple", "simple", "simple"), 4, deals=1)
    assert [fixture.lineup.index("search:5") for fixture in plan.fixtures()] == [0, 3, 2, 1]


def test_teams_are_one_bot_each() -> None:
    plan = Plan("sea-change", ("search:5", "simple"), 4, deals=1, meeting="pairs", options={"teams": 2})
    for fixture in plan.fixtures():
        assert fixture.lineup[0] == fixture.lineup[2] != fixture.lineup[1] == fixture.lineup[3]


@pytest.mark.parametrize("game", GAMES.values(), ids=lambda game: game.name)
def test_compiled_matches_are_those_that_views_give(game: Game) -> None:
    kinds = [Spec.read(name, game="sea-change") for name in ("search:25", "simple", "random", "search:8")]
    for seats in {game.seats[0], game.default_seats}:
        lineup = [kinds[seat % 4] for seat in range(seats)]
        compiled = contest.play(game, lineup, seed=seats, bots_seed=7)
        assert compiled == contest.play(game, lineup, seed=seats, bots_seed=7, by_views=True)
        assert compiled.winners


def test_a_deal_is_the_same_wherever_the_bots_sit(tmp_path: Path) -> None:
    """With the same bot in all seats a rotation changes nothing but the bots' dice, and `simple` has none."""
    plan = Plan("sea-change", ("simple", "simple", "simple", "simple"), 4, deals=3)
    for fixture in plan.fixtures():
        assert play_fixture(plan, fixture) == play_fixture(plan, fixture)
    assert len({play_fixture(plan, fixture).moves for fixture in plan.fixtures()}) > 1


def test_an_interrupted_tournament_goes_on_and_ends_the_same(tmp_path: Path) -> None:
    whole = run(LADDER, tmp_path / "whole.jsonl")
    file = tmp_path / "broken.jsonl"
    lines = (tmp_path / "whole.jsonl").read_text().splitlines(keepends=True)
    file.write_text("".join(lines[:5]) + lines[5][:20])
    reported: list[int] = []
    assert run(LADDER, file, progress=lambda done, count: reported.append(done)) == whole
    assert reported[0] == 4
    assert reported[-1] == LADDER.matches
    assert file.read_text() == (tmp_path / "whole.jsonl").read_text()


def test_more_deals_add_to_a_tournament(tmp_path: Path) -> None:
    fewer = Plan("sea-change", ("random", "simple"), 4, deals=1, meeting="pairs")
    more = Plan("sea-change", ("random", "simple"), 4, deals=3, meeting="pairs")
    first = run(fewer, tmp_path / "file.jsonl")
    assert run(more, tmp_path / "file.jsonl")[: len(first)] == first
    assert run(fewer, tmp_path / "file.jsonl") == first


def test_workers_change_nothing(tmp_path: Path) -> None:
    assert run(LADDER, tmp_path / "two.jsonl", workers=2) == run(LADDER, tmp_path / "one.jsonl")


def test_a_file_of_another_tournament_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "file.jsonl"
    run(Plan("sea-change", ("random", "simple"), 4, deals=1, meeting="pairs"), file)
    with pytest.raises(WrongFile, match=r"^\S+ holds the results of something else"):
        run(LADDER, file)
    file.write_text("hello\n")
    with pytest.raises(WrongFile, match="not a file of results"):
        run(LADDER, file)
    with pytest.raises(WrongFile, match="can't be used"):
        run(LADDER, tmp_path / "nowhere" / "file.jsonl")


@pytest.mark.parametrize(
    "changes",
    [{"bots": ("simple",)}, {"bots": ("simple", "simple"), "meeting": "pairs"}, {"deals": 0}, {"meeting": "swiss"}, {"bots": ("x",) * 4}],
)
def test_a_plan_that_makes_no_sense_is_refused(changes: dict[str, object]) -> None:
    sensible = {"game": "sea-change", "bots": ("simple",) * 4, "seats": 4, "deals": 1}
    with pytest.raises(ValueError, match=r".{20}"):
        Plan(**{**sensible, **changes})  # type: ignore[arg-type]


def result(deal: int, lineup: str, winners: tuple[int, ...]) -> Result:
    return Result(0, deal, 0, tuple(lineup), (0,) * len(lineup), winners, 1)


def test_shares_count_shared_wins_and_average_a_deal_first() -> None:
    found = {s.bot: s for s in shares([result(0, "ab", (0,)), result(0, "ba", (0,)), result(1, "ab", (0, 1)), result(1, "ba", (1,))])}
    assert found["a"].mean == pytest.approx((0.5 + 0.75) / 2)
    assert found["a"].mean + found["b"].mean == pytest.approx(1)
    assert found["a"].fair == 0.5
    assert found["a"].deals == 2


def width(deals: list[float], *, matches: int) -> float:
    low, high = interval(deals, matches=matches)
    return high - low


def test_an_interval_narrows_with_the_square_root() -> None:
    few = width([0.0, 1.0] * 50, matches=100)
    many = width([0.0, 1.0] * 200, matches=400)
    assert few / many == pytest.approx(2, rel=0.02)
    assert few == pytest.approx(2 * 1.96 * 0.5 / 10, rel=0.02)


def test_one_deal_says_nothing_and_two_little() -> None:
    assert interval([1.0], matches=2) == (0.0, 1.0)
    low, high = interval([1.0, 1.0], matches=4)
    assert low < 0.1
    assert high == 1.0


@pytest.mark.parametrize("deals", [2, 3, 5, 10, 29, 30, 100])
def test_deals_that_agree_are_no_proof(deals: int) -> None:
    """All won: the interval still reaches down to what would be won by all these matches one time in forty."""
    low, high = interval([1.0] * deals, matches=2 * deals)
    assert high == 1.0
    assert low < 0.025 ** (1 / (2 * deals))
    assert interval([0.0] * deals, matches=2 * deals) == pytest.approx((0.0, 1 - low))
    assert width([0.5] * deals, matches=2 * deals) > 0


@pytest.mark.parametrize("deals", [2, 4, 10, 40])
@pytest.mark.parametrize("chance", [0.5, 0.95])
def test_19_of_20_intervals_hold_the_truth_from_the_second_deal_on(deals: int, chance: float) -> None:
    dice, held, tries = random.Random(deals), 0, 2000
    for _ in range(tries):
        won = [sum(dice.random() < chance for _ in range(4)) / 4 for _ in range(deals)]
        low, high = interval(won, matches=4 * deals)
        held += low <= chance <= high
    assert held / tries > 0.93


def test_students_distribution() -> None:
    assert [student(1), student(10)] == pytest.approx([12.706, 2.228], abs=0.001)
    assert [student(11), student(20), student(100), student(100_000)] == pytest.approx([2.201, 2.086, 1.984, 1.960], abs=0.001)


def test_the_time_left_counts_what_this_run_has_done() -> None:
    assert time_left(10.0, 0, 50) is None
    assert time_left(10.0, 4, 96) == 240
    assert [duration(None), duration(0.4), duration(59.6), duration(3725)] == ["-:--:--", "0:00:00", "0:01:00", "1:02:05"]


def test_a_resumed_tournament_is_not_thought_faster_than_it_is() -> None:
    with progress_bar() as bar:
        task = bar.add_task("matches", total=1000, completed=900, before=900)
        assert str(bar.columns[-1](bar.tasks[0])) == "-:--:--"  # type: ignore[operator]  # a column, not a text
        bar.tasks[0].start_time = bar.get_time() - 60
        bar.update(task, completed=910)
        assert str(bar.columns[-1](bar.tasks[0])) in ("0:09:00", "0:09:01")  # type: ignore[operator]  # 10 in a minute, 90 to go


def test_ratings_put_winners_first() -> None:
    results = [result(deal, "abbb" if deal % 2 else "babb", (0 if deal % 2 else 1,)) for deal in range(40)]
    best, worst = ratings(results)
    assert (best.bot, worst.bot) == ("a", "b")
    assert best.low > worst.high


def test_the_command_shows_writes_and_draws(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    arguments = ["tournament", "sea-change", "--bots", "random,simple", "--deals", "4", "--workers", "1"]
    files = ["--out", f"{tmp_path}/m.jsonl", "--json", f"{tmp_path}/s.json", "--plot", f"{tmp_path}/p.png"]
    assert cli.main([*arguments, *files]) == 0
    shown = capsys.readouterr().out
    assert "simple" in shown
    assert "95 % interval" in shown
    summary = json.loads((tmp_path / "s.json").read_text())
    assert summary["matches"] == 8
    assert summary["tables"][0][0]["bot"] == "simple"
    assert (tmp_path / "p.png").stat().st_size > 1000
    again = tmp_path / "again.json"
    assert cli.main([*arguments, "--out", f"{tmp_path}/m.jsonl", "--json", str(again)]) == 0
    assert json.loads(again.read_text()) == summary


def test_the_command_refuses_nonsense_in_one_line(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["tournament", "sea-change", "--bots", "simple,deep-blue"]) == 2
    assert "deep-blue" in capsys.readouterr().err


def test_without_luck_the_same_shares_vary_less(tmp_path: Path) -> None:
    raw = Plan("sea-salt-and-paper", ("simple", "random"), 2, 12, 5)
    adjusted = replace(raw, luck_adjusted=True)
    assert raw.header() != adjusted.header()
    with_luck = shares(run(raw, tmp_path / "raw.jsonl"))
    without = shares(run(adjusted, tmp_path / "adjusted.jsonl"))
    assert shares(run(adjusted, tmp_path / "adjusted.jsonl")) == without  # read back from the file
    assert without[0].bot == with_luck[0].bot == "simple"
    results = run(raw, tmp_path / "raw.jsonl"), run(adjusted, tmp_path / "adjusted.jsonl")
    assert [r.winners for r in results[0]] == [r.winners for r in results[1]]
    assert all(r.luck_of("simple") == pytest.approx(-r.luck_of("random"), abs=1e-6) for r in results[1])
    assert sum(share.mean for share in without) == pytest.approx(1)


def test_teams_have_luck_too(tmp_path: Path) -> None:
    plan = Plan("sea-change", ("simple", "random"), 4, 4, options={"teams": 2}, meeting="pairs", luck_adjusted=True)
    results = run(plan, tmp_path / "teams.jsonl")
    assert all(r.luck[0] == r.luck[2] == pytest.approx(-r.luck[1], abs=1e-6) for r in results)
    assert any(r.luck[0] for r in results)
    assert sum(share.mean for share in shares(results)) == pytest.approx(1)


def adjusted_means(told: float, *, tournaments: int, deals: int) -> tuple[np.ndarray, np.ndarray]:
    """The mean share of a bot that wins 60 %, with and without its luck, which tells in its results so much; in many tournaments."""
    rng = np.random.default_rng(7)
    raw, adjusted = [], []
    for _ in range(tournaments):
        luck = rng.exponential(0.3, deals) - 0.3  # nothing about it is symmetrical, but that it is zero on average
        won = 0.6 + told * luck + rng.normal(0, 0.15 + 0.1 * np.abs(luck))
        both = without_luck(np.array([won, 1 - won]), np.array([luck, -luck]))
        assert both.sum(axis=0) == pytest.approx(1)
        raw.append(won.mean())
        adjusted.append(both[0].mean())
    return np.array(raw), np.array(adjusted)


@pytest.mark.parametrize(("told", "most"), [(1.0, 0.4), (0.3, 0.9), (0.0, 1.1), (2.0, 0.2)])
def test_luck_is_taken_out_as_far_as_it_tells_and_favours_nobody(told: float, most: float) -> None:
    raw, adjusted = adjusted_means(told, tournaments=3000, deals=30)
    assert abs(adjusted.mean() - 0.6) < 4 * adjusted.std() / np.sqrt(len(adjusted))
    assert adjusted.var() < most * raw.var()


def test_of_a_single_deal_nothing_is_known() -> None:
    won = np.array([[0.7], [0.3]])
    assert (without_luck(won, np.array([[0.2], [-0.2]])) == won).all()
