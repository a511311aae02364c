"""The search: what it says, its dice, its clock."""

import time

import pytest

import seaboard
from seaboard import GAMES, bots
from seaboard.bots import memory
from seaboard.bots.memory import SearchMemory
from seaboard.game import Game
from tests.bots.worlds import moments
from tests.games.salt_and_paper import at

ALL = pytest.mark.parametrize("game", GAMES.values(), ids=lambda game: game.name)


@ALL
def test_it_says_what_it_thinks_of_every_legal_action(game: Game) -> None:
    for number, (m, seat) in enumerate(moments(game, every=9)):
        if number == 6:
            break
        bot = bots.SearchBot(game, simulations=300, seed=number)
        view = m.view(seat)
        thoughts = bot.explain(view)
        assert {t["move"]: t["action"] for t in thoughts} == view["legal"]
        assert sum(t["visits"] for t in thoughts) == 300
        assert [t["visits"] for t in thoughts] == sorted((t["visits"] for t in thoughts), reverse=True)
        for t in thoughts:
            assert (t["value"] is None) == (t["visits"] == 0)
            assert t["value"] is None or 0 <= t["value"] <= 1
        again = bots.SearchBot(game, simulations=300, seed=number)
        assert again.choose(view) == thoughts[0]["action"]
        assert again.thoughts == thoughts


@ALL
def test_the_same_seed_plays_the_same_match(game: Game) -> None:
    def played(seed: int) -> list[tuple[int, int]]:
        m = seaboard.Match(game, seed=3)
        players = [bots.make("search:20", game, seed=seed + seat) for seat in range(m.seats)]
        while not m.over and len(m.moves) < 60:
            seat = m.to_act[0]
            m.play(seat, players[seat].choose(m.view(seat)))
        return m.moves

    assert played(1) == played(1)
    assert played(1) != played(1000)


def test_a_single_legal_action_needs_no_thought() -> None:
    m = seaboard.Match("sea-change", seed=1)
    bot = bots.SearchBot(m.game, simulations=10_000_000, seed=1)
    while len(m.legal(m.to_act[0])) > 1:
        m.play(m.to_act[0], m.legal(m.to_act[0])[0])
    began = time.perf_counter()
    assert bot.choose(m.view(m.to_act[0])) == m.legal(m.to_act[0])[0]
    assert time.perf_counter() - began < 5  # ten million simulations would take longer
    assert bot.thoughts == []


@ALL
def test_it_keeps_to_its_seconds(game: Game) -> None:
    bots.precompile(game)
    m, seat = next(moments(game))
    bot = bots.SearchBot(game, seconds=0.3)
    bot.choose(m.view(seat))
    spent = []
    for _ in range(3):
        began = time.perf_counter()
        bot.choose(m.view(seat))
        spent.append(time.perf_counter() - began)
    assert min(spent) < 0.45, "a busy machine may take longer once, not every time"
    assert min(spent) > 0.2


def test_a_full_memory_is_no_hindrance(monkeypatch: pytest.MonkeyPatch) -> None:
    from seaboard.bots import memory

    monkeypatch.setattr(memory, "MOST_PLACES", 64)
    m, seat = next(moments(GAMES["sea-change"]))
    bot = bots.SearchBot(m.game, simulations=5000, seed=1)
    assert sum(t["visits"] for t in bot.explain(m.view(seat))) > 2000


def test_it_wins_when_it_can() -> None:
    """Four mermaids win at once, however far behind one is; another round would not."""
    m = at(["mermaid:white mermaid:white:2 mermaid:white:3 mermaid:white:4 boat:black boat:yellow", "shell:grey"], scores=(3, 39))
    assert len(m.legal(0)) > 1
    bot = bots.SearchBot(m.game, simulations=300, seed=1)
    assert m.notation(bot.choose(m.view(0)), 0) == "lay mermaids"
    assert bot.thoughts[0]["value"] == pytest.approx(1.0)


def test_partners_wish_each_other_well() -> None:
    """In teams both partners see the same chances; alone they would not."""
    s = seaboard.Match("sea-change", seats=4, seed=2, options={"teams": 2}).plain_state()
    outlook = GAMES["sea-change"].strategy.outlook
    s.vps[0] = 2
    assert outlook(s, 0) == outlook(s, 2) > outlook(s, 1) == outlook(s, 3)
    assert outlook(s, 0) + outlook(s, 1) == pytest.approx(1)


@ALL
def test_outlooks_share_one_match_between_the_seats(game: Game) -> None:
    for seats in game.seats:
        if seats == 1:
            continue
        m = seaboard.Match(game, seats=seats, seed=seats)
        s = m.plain_state()
        assert sum(game.strategy.outlook(s, seat) for seat in range(seats)) == pytest.approx(1, abs=1e-6)
        rng_match = seaboard.Match(game, seats=seats, seed=seats, compiled=True)
        while not rng_match.over:
            seat = rng_match.to_act[0]
            rng_match.play(seat, rng_match.legal(seat)[-1])
        end = rng_match.plain_state()
        for seat in range(seats):
            share = 1 / len(rng_match.winners) if seat in rng_match.winners else 0
            assert game.strategy.outlook(end, seat) == pytest.approx(share)


def test_a_bot_of_another_game_says_so() -> None:
    m = seaboard.Match("sea-change", seed=1)
    others = [game for game in GAMES.values() if game.name != "sea-change"]
    for game in others:
        with pytest.raises(seaboard.SeaboardError, match="not of"):
            bots.make("simple", game).choose(m.view(m.to_act[0]))


def test_bots_share_the_memory_they_search_in(monkeypatch: pytest.MonkeyPatch) -> None:
    game = GAMES["sea-change"]
    match, seat = next(iter(moments(game, every=9)))
    made: list[SearchMemory] = []

    def counted(game: Game, *, simulations: int) -> SearchMemory:
        made.append(SearchMemory(game, simulations=simulations))
        return made[-1]

    monkeypatch.setattr(memory, "SearchMemory", counted)
    for seed in range(20):
        bots.SearchBot(game, simulations=200, seed=seed).explain(match.view(seat))
    assert len(made) <= 1
