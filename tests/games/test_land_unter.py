"""What a seat of Land Unter knows and may imagine, and the advice its bots get."""

import random
from collections import Counter
from typing import Any

import numpy as np
import pytest

import seaboard
from seaboard import Match, state
from seaboard.compiled import twin
from seaboard.games.land_unter import redeal, rules, strategy, view
from seaboard.games.land_unter.cards import ALL_WEATHER, HALVES, TWO_HALVES
from seaboard.games.land_unter.notation import read_set, write_set

GAME = seaboard.GAMES["land-unter"]


def play_until(m: Match, *, round_number: int, trick: int, seed: int = 1) -> Match:
    rng = random.Random(seed)
    s = m.plain_state()
    while (s.round_number, s.trick_number) < (round_number, trick) and not m.over:
        seat = rng.choice(m.to_act)
        m.play(seat, rng.choice(m.legal(seat)))
        s = m.plain_state()
    return m


def imagined(s: Any, seat: int, seed: int) -> Any:
    other = state.copy(s)
    view.hide(other, seat)
    rng = random.Random(seed)
    other.seed = [rng.getrandbits(32) for _ in range(4)]
    redeal.redeal(other, seat)
    return other


def many_imagined(s: Any, seat: int, count: int) -> Any:
    """The same, compiled."""
    known = state.copy(s)
    view.hide(known, seat)
    redeal_one = twin(GAME).module("redeal").redeal
    records = twin(GAME).blank(count)
    records[:] = state.to_record(known)
    records["seed"] = np.random.default_rng(3).integers(0, 1 << 32, (count, 4))
    for record in records:
        redeal_one(record, seat)
    return records


# ---- Knowledge -----------------------------------------------------------------------------------


@pytest.mark.parametrize("seats", [3, 4, 5])
@pytest.mark.parametrize("is_open", [False, True], ids=["secret", "open"])
def test_after_round_one_a_seat_knows_its_two_hands_and_every_card_it_saw(seats: int, is_open: bool) -> None:
    m = Match(GAME, seats=seats, seed=21, options={"open": is_open})
    dealt = [read_set(m.view(seat)["table"]["hand"]) for seat in range(seats)]
    play_until(m, round_number=2, trick=2)
    seen = [0] * seats
    for number, event in enumerate(m.events(None)):
        if event["event"] in ("card_revealed", "card_played"):
            rounds_before = sum(e["event"] == "hand_passed" for e in m.events(None)[:number]) // seats
            seen[(event["seat"] - rounds_before) % seats] |= 1 << int(event["card"]) - 1
    s = m.plain_state()
    for seat in range(seats):
        own = {seat, (seat - 1) % seats}
        known = m.known_state(seat)
        for hand in range(seats):
            assert known.hands[hand] == (dealt[hand] if hand in own else seen[hand])
        for seed in range(20):
            other = imagined(s, seat, seed)
            for hand in range(seats):
                assert other.hands[hand] & seen[hand] == seen[hand], "what was played from a hand is in it"
                assert not any(other.hands[hand] & seen[h] for h in range(seats) if h != hand)
                assert rules.lifebuoys_on(other.hands[hand]) == other.totals[hand] == s.totals[hand]
                if hand in own:
                    assert other.hands[hand] == dealt[hand]
    assert [m.known_state(None).hands[hand] for hand in range(seats)] == seen


def test_in_the_last_round_everyone_has_held_every_hand() -> None:
    m = play_until(Match(GAME, seats=4, seed=2), round_number=4, trick=1)
    for seat in range(4):
        assert m.known_state(seat).hands == m.plain_state().hands
        assert imagined(m.plain_state(), seat, 1).hands == m.plain_state().hands


def test_unplayed_cards_of_the_eliminated_may_be_anywhere_unseen() -> None:
    m = Match(GAME, seats=4, seed=0)
    while m.plain_state().still_in == 15:
        seat = m.to_act[0]
        m.play(seat, m.legal(seat)[-1])
    s = m.plain_state()
    assert s.round_number == 1
    gone = next(seat for seat in range(4) if not s.still_in >> seat & 1)
    unplayed = s.hands[gone] & ~s.played[gone]
    assert unplayed
    hands = [int(hand) for hand in many_imagined(s, (gone + 1) % 4, 200)["hands"][:, gone]]
    assert any(hand & unplayed != unplayed for hand in hands)
    assert all(hand & s.played[gone] == s.played[gone] for hand in hands)


def test_a_pending_choice_is_imagined_from_the_cards_that_seat_may_hold() -> None:
    """In round two, seat 0 plays the hand of seat 2, who knows it; seat 1 does not, where round one ended early."""
    matches = (play_until(Match(GAME, seats=3, seed=seed), round_number=2, trick=3) for seed in range(100))
    m = next(m for m in matches if m.plain_state().seen[2].bit_count() < 10)
    m.play(0, m.legal(0)[0])
    s = m.plain_state()
    held = s.hands[2] & ~s.played[0]
    choices = {seat: {int(card) for card in many_imagined(s, seat, 300)["choice"][:, 0]} for seat in (-1, 1, 2)}
    assert choices[2] == {card for card in range(60) if held >> card & 1}
    assert len(choices[1]) > 12
    assert len(choices[-1]) > 12


def test_lifebuoys_that_allow_one_hand_only_are_dealt_that_hand() -> None:
    """Twelve lifebuoys are the cards 25 to 36, and a redeal finds them however few its chances."""
    m = Match(GAME, seats=4, seed=1)
    p = m.position()
    p["hands"] = [[str(n) for n in numbers] for numbers in (range(1, 13), range(25, 37), range(49, 61), range(13, 25))] + [[]]
    p["totals"] = [0, 12, 0, 6, 0]
    p["lifebuoys"] = [0, 12, 0, 6, 0]
    s = Match.from_position(GAME, p).plain_state()
    for record in many_imagined(s, 0, 50):
        assert write_set(int(record["hands"][1])) == [str(n) for n in range(25, 37)]
        assert sum(HALVES[card] for card in range(60) if int(record["hands"][2]) >> card & 1) <= 1
    for record in many_imagined(s, -1, 50):
        assert write_set(int(record["hands"][1])) == [str(n) for n in range(25, 37)]


def test_every_deal_that_fits_is_equally_likely() -> None:
    """Beside deals thrown away until the announced lifebuoys fit, redeals have the same hands as often."""
    s = play_until(Match(GAME, seats=3, seed=6), round_number=1, trick=4).plain_state()
    known = state.copy(s)
    view.hide(known, 0)
    seen = 0
    for hand in range(3):
        seen |= known.hands[hand]
    unseen = np.array([card for card in range(60) if ALL_WEATHER & ~seen & 1 << card])
    halves = np.array(HALVES)
    rng = np.random.default_rng(5)
    wanted = 3000
    by_chance = Counter[tuple[int, ...]]()
    while by_chance.total() < wanted:
        rng.shuffle(unseen)
        hands = [unseen[:9], unseen[9:18]]
        given = [rules.halves(known.hands[hand]) for hand in (1, 2)]
        if all((given[i] + halves[hands[i]].sum()) // 2 == known.totals[i + 1] for i in range(2)):
            by_chance[tuple(int((halves[hand] == 2).sum()) for hand in hands)] += 1
    redealt = Counter[tuple[int, ...]]()
    for record in many_imagined(s, 0, wanted):
        fresh = [int(record["hands"][hand]) & ~known.hands[hand] for hand in (1, 2)]
        redealt[tuple((cards & TWO_HALVES).bit_count() for cards in fresh)] += 1
    for wholes in by_chance | redealt:
        a, b = by_chance[wholes], redealt[wholes]
        assert abs(a - b) < 4.5 * (a + b) ** 0.5 + 1, f"{wholes} wholes: {a} by chance, {b} redealt"


# ---- Soundness -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("totals", [9, 9, 9, 9, 9]),
        ("lifebuoys", [99, 0, 0, 0, 0]),
        ("levels", [12, 12, 12, 0, 0]),
        ("choice", ["1", "1", "1", None, None]),
        ("waiting", [0, 1, 2, 4]),
        ("still_in", [0]),
        ("water", ["w1"] * 24),
        ("winning", [0]),
        ("turn", 0),
        ("round_number", 0),
        ("trick_number", 13),
        ("played", [["1"], [], [], [], []]),
        ("points", [[1, 0, 0, 0, 0]] * 5),
        ("seen", [[], [], [], [], ["60"]]),
    ],
)
def test_a_position_that_cannot_arise_is_refused(field: str, value: Any) -> None:
    p = play_until(Match(GAME, seats=3, seed=3), round_number=1, trick=3).position()
    assert p["seats"] == 3
    with pytest.raises(seaboard.BadPosition):
        Match.from_position(GAME, {**p, field: value})


# ---- Advice --------------------------------------------------------------------------------------


def advised(m: Match, seat: int) -> int:
    legal = m.legal(seat)
    return int(strategy.simple(m.known_state(seat), seat, legal, len(legal)))


@pytest.mark.parametrize("options", [{}, {"open": True}], ids=["secret", "open"])
def test_advice_is_legal_the_same_in_both_modes_and_beats_random_play(options: dict[str, Any]) -> None:
    compiled = twin(GAME).module("strategy")
    rng = random.Random(4)
    shares = 0.0
    for seed in range(30):
        m = Match(GAME, seats=4, seed=seed, options=options)
        while not m.over:
            seat = rng.choice(m.to_act)
            action = rng.choice(m.legal(seat))
            if seat == 0:
                action = advised(m, seat)
                if seed == 0:
                    legal = np.array(m.legal(seat))
                    assert compiled.simple(state.to_record(m.known_state(seat)), seat, legal, len(legal)) == action
            m.play(seat, action)
        shares += (0 in m.winners) / len(m.winners)
    assert shares > 15


def test_the_outlook_is_a_chance_and_knows_the_end() -> None:
    compiled = twin(GAME).module("strategy")
    m = Match(GAME, seats=5, seed=8)
    rng = random.Random(2)
    while not m.over:
        chances = [strategy.outlook(m.known_state(0), seat) for seat in range(5)]
        assert sum(chances) == pytest.approx(1)
        assert compiled.outlook(state.to_record(m.known_state(0)), 2) == pytest.approx(chances[2])
        seat = rng.choice(m.to_act)
        m.play(seat, rng.choice(m.legal(seat)))
    assert [strategy.outlook(m.plain_state(), seat) for seat in range(5)] == [
        1 / len(m.winners) if seat in m.winners else 0 for seat in range(5)
    ]
