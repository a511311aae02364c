"""The worked examples of Land Unter, and each ruling, in both modes."""

from typing import Any

import pytest

import seaboard
from seaboard import Match
from seaboard.compiled import twin
from seaboard.games.land_unter import cards, rules
from seaboard.games.land_unter.notation import read_set, write_set
from seaboard.games.land_unter.scenes import table
from tests.rulebook.ending import decided

GAME = seaboard.GAMES["land-unter"]


@pytest.fixture(params=[False, True], ids=["interpreted", "compiled"])
def compiled(request: pytest.FixtureRequest) -> bool:
    return bool(request.param)


def play(m: Match, *numbers: str | None) -> list[dict[str, Any]]:
    """Everyone chooses, from seat 0 on (None: is not in); in the open game, from the leader on. Returns what was seen."""
    before = len(m.events(None))
    seats = list(range(m.seats))
    if m.options["open"]:
        seats = seats[m.to_act[0] :] + seats[: m.to_act[0]]
    for seat in seats:
        number = numbers[seat]
        if number is not None:
            m.play(seat, m.parse(number, seat))
    return m.events(None, since=before)


def named(events: list[dict[str, Any]], *names: str) -> list[dict[str, Any]]:
    return [event for event in events if event["event"] in names]


def settled(events: list[dict[str, Any]]) -> list[tuple[str, int]]:
    """Who paid and who went out, in order."""
    words = {"lifebuoy_lost": "paid", "seat_eliminated": "out"}
    return [(words[e["event"]], e["seat"]) for e in named(events, *words)]


def at(m: Match) -> dict[str, Any]:
    shown: dict[str, Any] = m.view(None)["table"]
    return shown


def compiled_rules(compiled: bool) -> Any:
    return twin(GAME).rules if compiled else rules


# ---- Cards and set-up ----------------------------------------------------------------------------


def test_the_deck_has_the_lifebuoys_of_the_box() -> None:
    assert len(cards.HALVES) == 60
    assert sum(cards.HALVES) == 2 * 24
    assert [cards.HALVES[n - 1] for n in (1, 12, 13, 24, 25, 36, 37, 48, 49, 60)] == [0, 0, 1, 1, 2, 2, 1, 1, 0, 0]


@pytest.mark.parametrize(
    ("hand", "lifebuoys"),
    [
        (["1", "2", "3", "13", "14", "25", "26", "27", "37", "38", "59", "60"], 5),
        (["1", "2", "3", "4", "13", "14", "15", "25", "26", "50", "59", "60"], 3),
        (["1", "2", "13", "25", "26", "27", "28", "29", "37", "38", "59", "60"], 6),
    ],
    ids=["julia-5-gets-5", "frank-3.5-gets-3", "sarah-6.5-gets-6"],
)
def test_lifebuoys_are_rounded_down(compiled: bool, hand: list[str], lifebuoys: int) -> None:
    assert len(hand) == 12
    assert compiled_rules(compiled).lifebuoys_on(read_set(hand)) == lifebuoys


@pytest.mark.parametrize("seats", [3, 4, 5])
def test_everyone_gets_twelve_cards_and_announces_their_lifebuoys(compiled: bool, seats: int) -> None:
    m = Match(GAME, seats=seats, seed=3, compiled=compiled)
    hands = [m.view(seat)["table"]["hand"] for seat in range(seats)]
    assert [len(hand) for hand in hands] == [12] * seats
    assert len({card for hand in hands for card in hand}) == 12 * seats
    halves = [sum(cards.HALVES[int(card) - 1] for card in hand) for hand in hands]
    assert at(m)["lifebuoys"] == at(m)["totals"] == [n // 2 for n in halves]
    assert at(m)["levels"] == [0] * seats


# ---- A trick -------------------------------------------------------------------------------------


def test_the_highest_takes_the_lower_water_and_the_second_the_higher(compiled: bool) -> None:
    m = table(compiled, lifebuoys=[3, 3, 3, 3], water=(9, 4))
    events = play(m, "57", "22", "55", "12")
    assert [(e["event"], e.get("seat"), e.get("card") or e.get("water")) for e in events[:6]] == [
        ("card_revealed", 0, "57"),
        ("card_revealed", 1, "22"),
        ("card_revealed", 2, "55"),
        ("card_revealed", 3, "12"),
        ("water_taken", 0, "w4"),
        ("water_taken", 2, "w9"),
    ]
    assert settled(events) == [("paid", 2)]
    assert [e["event"] for e in events[6:]] == ["lifebuoy_lost", "water_turned"]
    assert at(m)["levels"] == [4, 0, 9, 0]
    assert at(m)["lifebuoys"] == [3, 3, 2, 3]


def test_two_equal_water_cards_make_both_pay(compiled: bool) -> None:
    m = table(compiled, lifebuoys=[3, 3, 3, 3], water=(6, 6))
    events = play(m, "57", "22", "55", "12")
    assert settled(events) == [("paid", 0), ("paid", 2)]
    assert [event["highest"] for event in named(events, "water_taken")] == [[0], [0, 2]]
    assert at(m)["highest"] == [0, 2]


def test_a_lower_water_card_covers_a_higher_one(compiled: bool) -> None:
    m = table(compiled, lifebuoys=[3, 3, 2, 3], levels=[4, 0, 9, 0], water=(2, 7))
    events = play(m, "21", "54", "59", "24")
    assert {"event": "water_taken", "seat": 2, "water": "w2", "covered": "w9", "highest": [0]} in events
    assert {"event": "water_taken", "seat": 1, "water": "w7", "covered": None, "highest": [1]} in events
    assert at(m)["levels"] == [4, 7, 2, 0]
    assert settled(events) == [("paid", 1)]


def test_the_highest_level_may_be_an_old_one(compiled: bool) -> None:
    m = table(compiled, lifebuoys=[3, 3, 2, 3], levels=[0, 0, 11, 0], water=(5, 8), tricks=1)
    assert settled(play(m, "57", "54", "23", "24")) == [("paid", 2)]
    assert at(m)["last_trick"] == [
        {"seat": 0, "card": "57", "took": "w5", "level": 5, "paid": False, "out": False},
        {"seat": 1, "card": "54", "took": "w8", "level": 8, "paid": False, "out": False},
        {"seat": 3, "card": "24", "took": None, "level": 0, "paid": False, "out": False},
        {"seat": 2, "card": "23", "took": None, "level": 11, "paid": True, "out": False},
    ]


def test_two_with_the_highest_level_both_pay(compiled: bool) -> None:
    m = table(compiled, lifebuoys=[3, 3, 2, 3], levels=[0, 0, 8, 0], water=(5, 8), tricks=1)
    assert settled(play(m, "57", "54", "23", "24")) == [("paid", 1), ("paid", 2)]
    assert at(m)["lifebuoys"] == [3, 2, 1, 3]


def test_whoever_loses_the_last_lifebuoy_plays_on(compiled: bool) -> None:
    m = table(compiled, lifebuoys=[3, 1, 3, 3], water=(5, 8))
    assert settled(play(m, "57", "54", "23", "24")) == [("paid", 1)]
    assert at(m)["lifebuoys"] == [3, 0, 3, 3]
    assert m.to_act == [0, 1, 2, 3]


def test_elimination_passes_the_loss_on(compiled: bool) -> None:
    m = table(compiled, lifebuoys=[3, 0, 3, 2], levels=[0, 0, 7, 0], water=(5, 8))
    events = play(m, "57", "54", "23", "24")
    assert settled(events) == [("out", 1), ("paid", 2)]
    assert [event["highest"] for event in named(events, "water_taken", "seat_eliminated")] == [[2], [1], [2]]
    assert at(m)["out"] == [False, True, False, False]
    assert at(m)["levels"] == [5, 0, 7, 0], "the eliminated player's water is turned over"
    assert m.to_act == [0, 2, 3]
    assert m.legal(1) == []
    assert "out of this round" in m.why_not(1, m.parse("58", 1))


def test_two_eliminated_at_once_pass_the_loss_on(compiled: bool) -> None:
    m = table(compiled, lifebuoys=[5, 0, 0, 4, 3], levels=[0, 0, 8, 0, 7], water=(5, 8))
    assert settled(play(m, "56", "52", "43", "44", "45")) == [("out", 1), ("out", 2), ("paid", 4)]
    assert m.to_act == [0, 3, 4]


def test_the_loss_passes_on_until_somebody_can_pay(compiled: bool) -> None:
    m = table(compiled, lifebuoys=[5, 0, 0, 4, 0], levels=[0, 12, 9, 3, 7], water=(2, 5))
    assert settled(play(m, "56", "47", "43", "49", "45")) == [("out", 1), ("out", 2), ("out", 4), ("paid", 3)]


def test_ruling_if_of_two_one_pays_and_one_goes_out_the_trick_is_settled(compiled: bool) -> None:
    m = table(compiled, lifebuoys=[3, 2, 0, 3], levels=[7, 0, 8, 0], water=(5, 8))
    assert settled(play(m, "21", "54", "23", "60")) == [("paid", 1), ("out", 2)]
    assert at(m)["lifebuoys"] == [3, 1, 0, 3], "seat 0, now the next highest, does not pay"


def test_ruling_both_holders_of_water_go_out_and_nobody_pays(compiled: bool) -> None:
    """Level 0 never pays."""
    m = table(compiled, lifebuoys=[0, 0, 5, 4, 5], water=(5, 8))
    assert settled(play(m, "56", "52", "43", "44", "45")) == [("out", 1), ("out", 0)]
    assert at(m)["lifebuoys"] == [0, 0, 5, 4, 5]
    assert m.to_act == [2, 3, 4]


def test_played_cards_are_discarded_face_up(compiled: bool) -> None:
    m = table(compiled, lifebuoys=[3, 3, 3, 3])
    play(m, "57", "54", "23", "24")
    assert at(m)["discards"] == [["57"], ["54"], ["23"], ["24"]]
    assert "57" not in m.view(0)["table"]["hand"]
    with pytest.raises(seaboard.IllegalAction, match="already played 57"):
        m.play(0, 56)
    with pytest.raises(seaboard.IllegalAction, match="do not hold 58"):
        m.play(0, 57)


def test_ruling_the_cards_of_the_eliminated_stay_unseen(compiled: bool) -> None:
    m = table(compiled, lifebuoys=[3, 0, 3, 3], levels=[0, 0, 7, 0], water=(5, 8))
    play(m, "57", "54", "23", "24")
    known = m.known_state(0)
    assert write_set(known.hands[1]) == ["2", "6", "54"]
    assert len(m.view(1)["table"]["hand"]) == 9, "though they know them"


# ---- The end of a round --------------------------------------------------------------------------


def test_the_last_card_is_a_move_too_and_twelve_tricks_end_the_round(compiled: bool) -> None:
    m = table(compiled, lifebuoys=[2, 2, 2, 2, 2], levels=[3, 4, 11, 0, 0], tricks=11, water=(9, 10))
    assert [len(m.legal(seat)) for seat in range(5)] == [1] * 5
    events = play(m, "56", "57", "58", "59", "60")
    assert settled(events) == [("paid", 2)]
    assert [e["kept"] for e in named(events, "round_scored")] == [2, 2, 1, 2, 2]
    assert at(m)["points"] == [[3, 2, 1, 2, 2]]
    assert at(m)["round"] == 2


def test_a_round_is_cut_short_when_two_are_left(compiled: bool) -> None:
    """The payments of that trick still count."""
    m = table(compiled, lifebuoys=[2, 0, 2], levels=[0, 0, 7], water=(5, 8))
    events = play(m, "58", "56", "45")
    assert settled(events) == [("out", 1), ("paid", 2)]
    assert [(e["kept"], e["eliminated"], e["bonus"]) for e in named(events, "round_scored")] == [(2, 0, 1), (0, -1, 0), (1, 0, 0)]
    assert at(m)["points"] == [[3, -1, 1]]
    assert at(m)["round"] == 2
    assert at(m)["trick"] == 1


def test_ruling_the_cascade_runs_on_when_one_is_left(compiled: bool) -> None:
    m = table(compiled, lifebuoys=[2, 0, 0], levels=[6, 0, 7], water=(5, 8))
    events = play(m, "46", "56", "60")
    assert settled(events) == [("out", 1), ("paid", 0)], "seat 2 covers its 7 with the 5"
    m = table(compiled, lifebuoys=[2, 0, 0], levels=[6, 0, 7], water=(5, 8))
    events = play(m, "58", "56", "45")
    assert settled(events) == [("out", 1), ("out", 2), ("paid", 0)]
    assert at(m)["points"] == [[2, -1, -1]]


def test_ruling_all_eliminated_lose_a_point_and_nobody_gets_the_bonus(compiled: bool) -> None:
    m = table(compiled, lifebuoys=[0, 0, 0], levels=[6, 0, 7], water=(5, 8))
    events = play(m, "58", "56", "45")
    assert settled(events) == [("out", 1), ("out", 2), ("out", 0)]
    assert at(m)["points"] == [[-1, -1, -1]]
    assert [e["bonus"] for e in named(events, "round_scored")] == [0, 0, 0]


def test_ruling_every_lowest_level_gets_the_bonus(compiled: bool) -> None:
    m = table(compiled, lifebuoys=[2, 2, 2, 2, 2], levels=[3, 3, 11, 0, 0], tricks=11, water=(9, 10))
    events = play(m, "56", "57", "58", "59", "60")
    assert [e["bonus"] for e in named(events, "round_scored")] == [1, 1, 0, 0, 0]


def test_ruling_no_water_is_the_lowest_level_and_earns_the_bonus_even_without_lifebuoys(compiled: bool) -> None:
    m = table(compiled, lifebuoys=[0, 1, 2, 2, 2], levels=[0, 0, 11, 4, 1], tricks=11, water=(9, 10))
    events = play(m, "56", "57", "58", "59", "60")
    assert [e["bonus"] for e in named(events, "round_scored")] == [1, 1, 0, 0, 0]
    assert at(m)["points"] == [[1, 2, 1, 2, 2]]


def test_the_eliminated_get_no_bonus_for_having_no_water(compiled: bool) -> None:
    m = table(compiled, lifebuoys=[0, 2, 2, 2, 2], levels=[0, 1, 11, 0, 0], out=(0,), tricks=11, water=(9, 10))
    events = play(m, None, "57", "58", "59", "60")
    assert [(e["kept"], e["eliminated"], e["bonus"]) for e in named(events, "round_scored")][:2] == [(0, -1, 0), (2, 0, 1)]
    assert at(m)["points"] == [[-1, 3, 1, 2, 2]]


def test_hands_pass_to_the_left_with_their_full_lifebuoys(compiled: bool) -> None:
    m = table(compiled, lifebuoys=[2, 0, 2], levels=[0, 0, 7], water=(5, 8))
    before = m.position()["hands"]
    events = play(m, "58", "56", "45")
    assert [(e["seat"], e["to"]) for e in named(events, "hand_passed")] == [(0, 1), (1, 2), (2, 0)]
    assert m.view(1)["table"]["hand"] == before[0]
    assert m.view(2)["table"]["hand"] == before[1]
    assert m.view(0)["table"]["hand"] == before[2]
    assert at(m)["lifebuoys"] == [2, 2, 2]
    assert at(m)["levels"] == [0, 0, 0]
    assert m.to_act == [0, 1, 2]


@pytest.mark.parametrize("seats", [3, 4, 5])
def test_there_are_as_many_rounds_as_players_and_everyone_plays_every_hand(compiled: bool, seats: int) -> None:
    m = Match(GAME, seats=seats, seed=12, compiled=compiled)
    held: list[set[int]] = [set() for _ in range(seats)]
    while not m.over:
        for seat, hand in enumerate(at(m)["hands"]):
            held[seat].add(hand)
        seat = m.to_act[-1]
        m.play(seat, m.legal(seat)[-1])
    assert held == [set(range(seats))] * seats
    assert at(m)["round"] == len(at(m)["points"]) == seats
    assert m.scores == [sum(row[seat] for row in at(m)["points"]) for seat in range(seats)]


def test_the_most_points_win(compiled: bool) -> None:
    m = table(compiled, lifebuoys=[2, 0, 2], levels=[0, 0, 7], water=(5, 8), last_round=True, points=[0, 1, 3])
    events = play(m, "59", "57", "46")
    assert m.over
    assert m.scores == [3, 0, 4]
    assert m.winners == [2]
    assert events[-1] == {"event": "match_won", "seat": 2, "points": 4}
    assert decided(m) == {"result.points": {"n": 4}, "result.ahead": {"n": 1}}


def test_ruling_a_tie_is_shared(compiled: bool) -> None:
    m = table(compiled, lifebuoys=[2, 0, 2], levels=[0, 0, 7], water=(5, 8), last_round=True, points=[0, 1, 2])
    play(m, "59", "57", "46")
    assert m.scores == [3, 0, 3]
    assert m.winners == [0, 2]
    assert m.to_act == []
    assert decided(m) == {"result.shared": {"n": 3}}


# ---- Choosing in secret --------------------------------------------------------------------------


def test_ruling_a_choice_may_be_changed_until_the_last_has_chosen(compiled: bool) -> None:
    m = Match(GAME, seats=3, seed=5, compiled=compiled)
    first, second = m.legal(0)[:2]
    m.play(0, first)
    assert m.to_act == [1, 2]
    assert m.view(0)["table"]["choice"] == m.notation(first, 0)
    assert m.view(0)["table"]["may_change"]
    seen = m.view(1), m.events(1), m.view(None), m.events(None)
    m.play(0, second)
    assert m.to_act == [1, 2]
    assert m.view(0)["table"]["choice"] == m.notation(second, 0)
    assert (m.view(1), m.events(1), m.view(None), m.events(None)) == seen
    assert m.view(1)["table"]["chosen"] == [True, False, False]
    m.play(1, m.legal(1)[0])
    m.play(2, m.legal(2)[0])
    assert at(m)["discards"][0] == [m.notation(second, 0)]
    assert first in m.legal(0)
    assert m.view(0)["table"]["choice"] is None


def test_ruling_a_table_may_forbid_changing(compiled: bool) -> None:
    m = Match(GAME, seats=3, seed=5, options={"change": False}, compiled=compiled)
    card = m.legal(0)[0]
    m.play(0, card)
    assert m.legal(0) == []
    assert not m.view(0)["table"]["may_change"]
    refused = m.view(0)["table"]["refused"]
    assert set(refused) == set(m.view(0)["table"]["hand"])
    assert refused[m.notation(card, 0)] == {"key": "reason.already_chosen", "values": {}}
    with pytest.raises(seaboard.NotYourTurn):
        m.play(0, card)


def test_nothing_is_seen_before_the_last_has_chosen(compiled: bool) -> None:
    m = Match(GAME, seats=4, seed=5, compiled=compiled)
    before = m.events(None)
    for seat in (2, 0, 3):
        m.play(seat, m.legal(seat)[4])
        assert m.events(None) == before
        assert m.view(1)["memory"]["choice"] == [None] * 5
    assert m.to_act == [1]


# ---- The open variant ----------------------------------------------------------------------------


def leads(m: Match) -> int:
    assert m.to_act == [at(m)["leader"]]
    return m.to_act[0]


def test_open_cards_are_seen_at_once_and_played_clockwise(compiled: bool) -> None:
    m = table(compiled, lifebuoys=[3, 3, 3, 3], leader=2)
    m.play(2, m.parse("59", 2))
    assert m.events(0)[-2:] == [
        {"event": "card_played", "seat": 2, "card": "59"},
        {"event": "went_ahead", "seat": 2, "runner_up": None},
    ]
    assert at(m)["trick_cards"] == [None, None, "59", None]
    assert m.to_act == [3]
    assert m.legal(2) == [], "a card once played is played"
    assert m.view(0)["table"]["refused"]["57"]["key"] == "reason.not_your_turn"
    m.play(3, m.parse("12", 3))
    assert m.events(0)[-1] == {"event": "went_ahead", "seat": 2, "runner_up": 3}
    assert at(m)["ahead"] == [2, 3]
    assert m.to_act == [0]


def test_open_the_eliminated_are_passed_over(compiled: bool) -> None:
    m = table(compiled, lifebuoys=[3, 0, 3, 3], leader=0, out=(1,), tricks=2)
    m.play(0, m.parse("57", 0))
    assert m.to_act == [2]


def test_open_the_most_lifebuoys_lead_the_first_trick(compiled: bool) -> None:
    for seed in range(40):
        m = Match(GAME, seats=5, seed=seed, options={"open": True, "first_dealer": 2}, compiled=compiled)
        lifebuoys = at(m)["lifebuoys"]
        most = [seat for seat in (3, 4, 0, 1, 2) if lifebuoys[seat] == max(lifebuoys)]
        assert leads(m) == most[0]


def test_ruling_open_ties_for_the_first_lead_go_from_the_dealers_left_and_the_deal_moves_left(compiled: bool) -> None:
    for dealer, second_leader in ((0, 2), (1, 0), (2, 1)):
        m = table(compiled, lifebuoys=[2, 0, 2], levels=[0, 0, 7], water=(5, 8), leader=0, dealer=dealer)
        play(m, "58", "56", "45")
        assert at(m)["dealer"] == (dealer + 1) % 3
        assert at(m)["lifebuoys"] == [2, 2, 2]
        assert leads(m) == second_leader


def test_ruling_the_first_dealer_is_drawn_or_named_and_changes_no_hand(compiled: bool) -> None:
    lots = set()
    for seed in range(30):
        by_lot = Match(GAME, seats=3, seed=seed, compiled=compiled).position()
        named_one = Match(GAME, seats=3, seed=seed, options={"first_dealer": 1}, compiled=compiled).position()
        assert named_one["dealer"] == 1
        assert named_one["hands"] == by_lot["hands"]
        lots.add(by_lot["dealer"])
    assert lots == {0, 1, 2}


def test_open_the_next_leader_is_left_of_the_one_who_lost_a_lifebuoy(compiled: bool) -> None:
    m = table(compiled, lifebuoys=[3, 3, 3, 3], water=(5, 8), leader=2)
    assert settled(play(m, "57", "54", "23", "24")) == [("paid", 1)]
    assert leads(m) == 2


def test_open_the_next_leader_passes_over_the_eliminated(compiled: bool) -> None:
    m = table(compiled, lifebuoys=[3, 3, 0, 3], water=(5, 8), leader=0, out=(2,), tricks=2)
    assert settled(play(m, "57", "54", None, "24")) == [("paid", 1)]
    assert leads(m) == 3


def test_open_if_two_lost_one_left_of_the_one_with_fewer_left(compiled: bool) -> None:
    m = table(compiled, lifebuoys=[3, 3, 1, 3], levels=[0, 0, 8, 0], water=(5, 8), leader=1)
    assert settled(play(m, "57", "54", "23", "24")) == [("paid", 1), ("paid", 2)]
    assert leads(m) == 3
    m = table(compiled, lifebuoys=[3, 1, 3, 3], levels=[0, 0, 8, 0], water=(5, 8), leader=3)
    assert settled(play(m, "57", "54", "23", "24")) == [("paid", 1), ("paid", 2)]
    assert leads(m) == 2


@pytest.mark.parametrize(("leader", "next_leader"), [(1, 2), (2, 3), (0, 2), (3, 2)])
def test_ruling_open_if_two_have_as_few_left_left_of_the_one_who_played_first(compiled: bool, leader: int, next_leader: int) -> None:
    m = table(compiled, lifebuoys=[3, 2, 2, 3], levels=[0, 0, 8, 0], water=(5, 8), leader=leader)
    assert settled(play(m, "57", "54", "23", "24")) == [("paid", 1), ("paid", 2)]
    assert leads(m) == next_leader


@pytest.mark.parametrize("leader", range(4))
def test_ruling_open_if_one_paid_and_one_went_out_left_of_the_payer(compiled: bool, leader: int) -> None:
    m = table(compiled, lifebuoys=[3, 2, 0, 3], levels=[7, 0, 8, 0], water=(5, 8), leader=leader)
    assert settled(play(m, "21", "54", "23", "60")) == [("paid", 1), ("out", 2)]
    assert leads(m) == 3, "seat 2, left of the payer, is out"


def test_open_if_the_loss_is_passed_on_left_of_the_one_who_paid_in_the_end(compiled: bool) -> None:
    m = table(compiled, lifebuoys=[3, 0, 3, 2], levels=[0, 0, 7, 0], water=(5, 8), leader=0)
    assert settled(play(m, "57", "54", "23", "24")) == [("out", 1), ("paid", 2)]
    assert leads(m) == 3


def test_ruling_open_if_nobody_paid_left_of_the_last_one_out(compiled: bool) -> None:
    m = table(compiled, lifebuoys=[0, 0, 5, 4, 5], water=(5, 8), leader=4)
    assert settled(play(m, "56", "52", "43", "44", "45")) == [("out", 1), ("out", 0)]
    assert leads(m) == 2
    m = table(compiled, lifebuoys=[0, 4, 5, 0, 5], water=(5, 8), leader=4)
    assert settled(play(m, "56", "42", "43", "54", "45")) == [("out", 3), ("out", 0)]
    assert leads(m) == 1


@pytest.mark.parametrize(("leader", "next_leader"), [(0, 1), (1, 4), (2, 4), (3, 4), (4, 1)])
def test_ruling_open_if_two_went_out_at_once_left_of_the_one_who_played_first(compiled: bool, leader: int, next_leader: int) -> None:
    m = table(compiled, lifebuoys=[0, 4, 5, 0, 5], water=(8, 8), leader=leader)
    assert settled(play(m, "56", "42", "43", "54", "45")) == [("out", 0), ("out", 3)]
    assert leads(m) == next_leader
