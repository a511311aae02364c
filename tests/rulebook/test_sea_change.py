"""The worked examples of the Sea Change rulebooks (EN and FR), by name, and each ruling; in both modes."""

import pytest

import seaboard
from seaboard.games.sea_change.cards import POINTS, SUITS_USED
from seaboard.games.sea_change.scenes import table
from tests.rulebook.ending import decided
from tests.rulebook.sea_change_table import last, play

MODES = pytest.mark.parametrize("compiled", [False, True], ids=["interpreted", "compiled"])


# ---- Worked examples -----------------------------------------------------------------------------


@MODES
def test_overview_example_fr(compiled: bool) -> None:
    m = table(["Y4 B4 B7", "Y10 B5 B8", "Y9 P10 B6"], trump=None, compiled=compiled)
    events = play(m, "Y4 Y10 P10")
    assert last(events, "trump_set")["suit"] == "Y"
    assert last(events, "sea_changed") == {"event": "sea_changed", "seat": 2, "old": "Y", "suit": "P"}
    assert last(events, "trick_won") == {"event": "trick_won", "seat": 2, "points": 2, "cards": 3, "how": "highest_trump"}
    assert m.to_act == [2]
    play(m, "B6 B4 B5")
    assert m.view(0)["table"]["trump"] == "P"


@MODES
def test_sluffing(compiled: bool) -> None:
    m = table(["B5 B6", "P8 P9", "B4 B7"], trump="Y", compiled=compiled)
    assert last(play(m, "B5 P8 B4"), "trick_won") == {"event": "trick_won", "seat": 0, "points": -4, "cards": 3, "how": "highest_of_lead"}


@MODES
@pytest.mark.parametrize("second", ["P8", "Y8"], ids=["en", "fr"])
def test_bad_idea(compiled: bool, second: str) -> None:
    m = table(["Y6 B9", f"{second} B10", "B8 B11"], trump="Y", compiled=compiled)
    events = play(m, f"Y6 {second} B8")
    assert last(events, "sea_changed")["suit"] == "B"
    assert last(events, "trick_won") == {"event": "trick_won", "seat": 2, "points": -8, "cards": 3, "how": "highest_trump"}


@MODES
@pytest.mark.parametrize("trump", ["P", "G"], ids=["en", "fr"])
def test_sneaky_idea(compiled: bool, trump: str) -> None:
    m = table(["B9 P5", "Y8 P6", "B4 P7", "Y4 B5"], trump=trump, compiled=compiled)
    events = play(m, "B9 Y8 B4")
    assert m.view(None)["table"]["ahead"] == 0
    assert last(events, "went_ahead") == {"event": "went_ahead", "seat": 0, "how": "highest_of_lead"}
    assert set(m.view(3)["legal"]) == {"B5", "Y4"}
    events = play(m, "Y4")
    assert last(events, "sea_changed") == {"event": "sea_changed", "seat": 3, "old": trump, "suit": "Y"}
    # the card that turns the trump puts another one ahead
    assert last(events, "went_ahead") == {"event": "went_ahead", "seat": 1, "how": "highest_trump"}
    assert last(events, "trick_won") == {"event": "trick_won", "seat": 1, "points": -2, "cards": 4, "how": "highest_trump"}
    assert m.view(None)["table"]["ahead"] is None


@MODES
def test_big_finish(compiled: bool) -> None:
    m = table(["G12", "B7", "B0", "R0"], trump="B", compiled=compiled, options={"suits": "BGRY"})
    events = play(m, "G12 B7 B0 R0")
    assert last(events, "sea_changed")["suit"] == "R"
    assert last(events, "trick_won")["seat"] == 3
    scored = [e for e in events if e["event"] == "round_scored"]
    assert [e["took_zero"] for e in scored] == [False, False, False, True]
    # the other side's cards are worth what is left: the law of the round is suits + 5
    assert sum(e["points"] for e in scored) == 4 + 5


@MODES
def test_big_finish_is_worth_six(compiled: bool) -> None:
    rest = "G0 G4 G5 G6 G7 G8 G9 G10 G11 B4 B5 B6 B8 B9 B10 B11 B12 R4 R5 R6 R7 R8 R9 R10 R11 R12 Y0 Y4 Y5 Y6 Y7 Y8 Y9 Y10 Y11 Y12"
    m = table(["G12", "B7", "B0", "R0"], trump="B", compiled=compiled, options={"suits": "BGRY"}, taken={0: rest})
    scored = [e for e in play(m, "G12 B7 B0 R0") if e["event"] == "round_scored"]
    assert (scored[3]["points"], scored[3]["cards"]) == (6, 4)


@MODES
def test_vindictive(compiled: bool) -> None:
    hands = ["R4 B4", "R2 B2", "R9 B9", "R11 B11", "P11 R5 B12", "P15 B15", "R8 B8", "G0 B10"]
    m = table(hands, trump="R", compiled=compiled, options={"teams": 2})
    events = play(m, "R4 R2 R9 R11 P11 P15 R8 G0")
    assert last(events, "sea_changed") == {"event": "sea_changed", "seat": 4, "old": "R", "suit": "P"}
    assert last(events, "trick_won") == {"event": "trick_won", "seat": 5, "points": 0, "cards": 8, "how": "highest_trump"}
    assert "G0" in m.position()["taken"][1]


# ---- The rules, one by one -----------------------------------------------------------------------


@pytest.mark.parametrize("seats", range(1, 9))
def test_the_points_of_a_round_add_up_to_the_suits_plus_five(seats: int) -> None:
    m = seaboard.Match("sea-change", seats=seats, seed=seats, options={"target": 1})
    while not m.over:
        m.play(m.to_act[0], m.legal(m.to_act[0])[-1])
    for scored in [[e for e in m.events(None) if e["event"] == "round_scored"]]:
        sides = len(m.view(None)["table"]["vps"])
        for start in range(0, len(scored), sides):
            points = [e["points"] for e in scored[start : start + sides]]
            assert sum(points) == SUITS_USED[seats] + 5
            assert max(points) > 0  # so nobody wins a round with nothing


def test_points_of_the_cards() -> None:
    assert POINTS == (0, -1, -1, -1, 0, 0, 0, 0, -4, 2, 1, 1, 1, 1, 1, 1)


@pytest.mark.parametrize(
    ("seats", "suits", "cards"), [(1, 3, 30), (2, 3, 30), (3, 3, 30), (4, 4, 40), (5, 5, 50), (6, 5, 60), (7, 5, 70), (8, 5, 80)]
)
def test_deck_by_number_of_players(seats: int, suits: int, cards: int) -> None:
    m = seaboard.Match("sea-change", seats=seats, seed=3)
    p = m.position()
    everything = [c for hand in p["hands"] for c in hand] + p["pile"] + p["trick"]
    assert len(everything) == len(set(everything)) == cards
    assert len({c[0] for c in everything}) == suits
    assert all(len(hand) == 10 for hand in p["hands"][:seats])


def test_the_usual_suits() -> None:
    assert seaboard.Match("sea-change", seats=3).options["suits"] == "BPY"
    assert seaboard.Match("sea-change", seats=4).options["suits"] == "BGPY"
    assert seaboard.Match("sea-change", seats=4, options={"suits": "BGRY"}).position()["suits"] == "BGRY"


@MODES
def test_must_follow_suit_or_match_the_last_value(compiled: bool) -> None:
    m = table(["B9 B4", "B5 P9 Y9 Y6", "B6 B7"], trump="P", compiled=compiled)
    play(m, "B9")
    assert set(m.view(1)["legal"]) == {"B5", "P9", "Y9"}
    with pytest.raises(seaboard.IllegalAction, match="blue was led and you hold blue"):
        m.play(1, m.game.notation.read_card("Y6"))
    assert m.view(1)["table"]["refused"]["Y6"]["key"] == "reason.must_follow"
    with pytest.raises(seaboard.IllegalAction, match="do not hold P4"):
        m.parse("P4", 1)


@MODES
def test_without_the_suit_anything_goes_and_no_duty_to_trump(compiled: bool) -> None:
    m = table(["B9 B4", "P5 P9 Y9 Y6", "B6 B7"], trump="P", compiled=compiled)
    play(m, "B9")
    assert set(m.view(1)["legal"]) == {"P5", "P9", "Y9", "Y6"}


@MODES
def test_only_the_card_just_before_can_be_matched(compiled: bool) -> None:
    m = table(["B9 B4", "B5 B8", "B6 P9"], trump="P", compiled=compiled)
    play(m, "B9 B5")
    assert set(m.view(2)["legal"]) == {"B6"}


@MODES
def test_lead_suit_stays_after_a_sea_change(compiled: bool) -> None:
    m = table(["B9 B4", "P9 Y8", "B6 P10"], trump="Y", compiled=compiled)
    play(m, "B9 P9")
    assert set(m.view(2)["legal"]) == {"B6"}
    assert last(play(m, "B6"), "trick_won")["seat"] == 1


@MODES
def test_a_lead_never_makes_a_sea_change(compiled: bool) -> None:
    m = table(["B9 P8", "B10 Y4", "B8 Y5"], trump="Y", compiled=compiled, leader=0)
    events = play(m, "B9 B10 B8")
    assert m.to_act == [1]
    m = table(["P8 B4", "B10 Y4", "B8 Y5"], trump="Y", compiled=compiled, leader=1)
    events = play(m, "B10 B8 B4")  # seat 1 wins; the last card of the trick is a 4
    events = play(m, "Y4")
    assert not [e for e in events if e["event"] == "sea_changed"]


@MODES
def test_matching_in_the_suit_that_is_trump_already_is_a_sea_change(compiled: bool) -> None:
    m = table(["B9 B4", "P9 P5", "Y5 Y6"], trump="P", compiled=compiled)
    assert last(play(m, "B9 P9"), "sea_changed") == {"event": "sea_changed", "seat": 1, "old": "P", "suit": "P"}


@MODES
def test_trump_is_set_by_the_first_card_of_the_round_only(compiled: bool) -> None:
    m = seaboard.Match("sea-change", seats=3, seed=1, compiled=compiled)
    while len([e for e in m.events(None) if e["event"] == "round_began"]) < 2:
        m.play(m.to_act[0], m.legal(m.to_act[0])[0])
    assert m.view(None)["table"]["trump"] is None
    kinds = [e["event"] for e in m.events(None)]
    assert kinds.count("trump_set") == 1
    assert kinds.index("trump_set") == kinds.index("card_played") + 1


@MODES
def test_a_side_that_took_nothing_has_0_points_and_does_not_win_with_them(compiled: bool) -> None:
    m = table(["B4", "B5", "B6"], trump="P", compiled=compiled, taken={0: "P8 Y8 B8 B9 P9", 2: "Y9"})
    events = play(m, "B4 B5 B6")
    scored = {e["side"]: (e["points"], e["cards"]) for e in events if e["event"] == "round_scored"}
    assert scored[1] == (0, 0)
    assert scored[0][0] < 0
    assert [e["side"] for e in events if e["event"] == "vp_earned"] == [2]


# ---- Ends and ties: a round in which sides 0 and 1 have 3 points each and side 2 the other 2 ----------


def tied_round(compiled: bool, *, taken: dict[int, str], vps: list[int]) -> tuple[seaboard.Match, list[int]]:
    m = table(["Y7", "Y4", "Y5"], trump="Y", compiled=compiled, taken=taken, vps=vps)
    events = play(m, "Y7 Y4 Y5")
    assert [e["points"] for e in events if e["event"] == "round_scored"] == [3, 3, 2]
    return m, [e["side"] for e in events if e["event"] == "vp_earned"]


@MODES
def test_all_who_tie_for_the_highest_earn_a_vp(compiled: bool) -> None:
    m, earned = tied_round(compiled, taken={0: "Y0 B8 B9", 1: "P9 P10"}, vps=[0, 1, 1])
    assert earned == [0, 1]
    assert m.scores == [1, 2, 1]
    assert not m.over


@MODES
def test_only_one_of_the_tied_reaches_the_goal(compiled: bool) -> None:
    m, _ = tied_round(compiled, taken={0: "Y0 B8 B9", 1: "P9 P10"}, vps=[1, 2, 2])
    assert m.winners == [1]
    assert decided(m) == {"result.vps": {"n": 3}}


@MODES
def test_reaching_the_goal_together_the_taker_of_the_trump_zero_wins(compiled: bool) -> None:
    m, _ = tied_round(compiled, taken={0: "Y0 B8 B9", 1: "P9 P10"}, vps=[2, 2, 2])
    assert m.winners == [0]
    assert decided(m) == {"result.zero": {}}


@MODES
def test_reaching_the_goal_together_without_the_zero_the_fewest_cards_win(compiled: bool) -> None:
    m, _ = tied_round(compiled, taken={0: "B9 B10", 1: "P9 P10"}, vps=[2, 2, 0])
    assert m.winners == [1]
    assert decided(m) == {"result.fewest": {}}


@MODES
def test_reaching_the_goal_together_and_still_tied_they_share_the_win(compiled: bool) -> None:
    m, _ = tied_round(compiled, taken={0: "B9 B10", 1: "P9 P10 B4 B5 B6"}, vps=[2, 2, 0])
    assert m.winners == [0, 1]
    assert decided(m) == {"result.shared": {}}
    assert m.to_act == []


# ---- Dealer, targets and teams ---------------------------------------------------------------------


@MODES
def test_the_player_left_of_the_dealer_leads_and_the_deal_moves_left(compiled: bool) -> None:
    m = seaboard.Match("sea-change", seats=3, seed=5, options={"first_dealer": 1}, compiled=compiled)
    assert m.to_act == [2]
    while not m.over:
        m.play(m.to_act[0], m.legal(m.to_act[0])[0])
    dealers = [e["dealer"] for e in m.events(None) if e["event"] == "round_began"]
    assert dealers == [(1 + i) % 3 for i in range(len(dealers))]
    assert len(dealers) >= 3


def test_the_first_dealer_by_lot_depends_on_the_seed() -> None:
    assert {seaboard.Match("sea-change", seats=4, seed=seed).view(None)["table"]["dealer"] for seed in range(40)} == {0, 1, 2, 3}


@pytest.mark.parametrize(
    ("seats", "teams", "goals"),
    [
        (4, 2, [3, 3]), (5, 3, [3, 3, 2]), (5, 2, [4, 3]), (6, 3, [3, 3, 3]), (6, 2, [4, 4]),
        (7, 4, [3, 3, 3, 2]), (7, 3, [4, 3, 3]), (8, 4, [3, 3, 3, 3]), (8, 2, [5, 5]),
    ],
)  # fmt: skip
def test_each_team_plays_for_its_size_plus_one(seats: int, teams: int, goals: list[int]) -> None:
    m = seaboard.Match("sea-change", seats=seats, options={"teams": teams})
    table_ = m.view(0)["table"]
    assert table_["goals"] == goals
    assert table_["sides"] == [seat % teams for seat in range(seats)]
    one_for_all = seaboard.Match("sea-change", seats=seats, options={"teams": teams, "target": 7})
    assert one_for_all.view(0)["table"]["goals"] == [7] * teams


@pytest.mark.parametrize(("seats", "teams"), [(3, 2), (4, 3), (4, 4), (6, 4), (8, 3), (2, 1), (4, 1)])
def test_other_team_splits_are_refused(seats: int, teams: int) -> None:
    with pytest.raises(seaboard.BadOption, match="teams can't be"):
        seaboard.Match("sea-change", seats=seats, options={"teams": teams})


@MODES
def test_a_team_pools_its_cards_and_the_winner_of_the_trick_leads(compiled: bool) -> None:
    m = table(["B4 Y4", "B5 Y5", "B9 Y6", "B6 Y7"], trump="P", compiled=compiled, options={"teams": 2})
    play(m, "B4 B5 B9 B6")
    assert m.to_act == [2]
    assert {"B4", "B5", "B6", "B9"} <= set(m.position()["taken"][0])


# ---- Two players -------------------------------------------------------------------------------------


@MODES
def test_two_players_draw_after_each_card_while_the_pile_lasts(compiled: bool) -> None:
    m = seaboard.Match("sea-change", seats=2, seed=9, options={"target": 1, "first_dealer": 1}, compiled=compiled)
    top = m.position()["pile"][-1]
    m.play(0, m.legal(0)[0])
    assert top in m.view(0)["table"]["hand"]  # the leader has drawn before the follower plays
    assert len(m.view(0)["table"]["hand"]) == 10
    assert m.view(1)["table"]["pile"] == 9
    drawn = [e for e in m.events(1) if e["event"] == "card_drawn"]
    assert drawn == [{"event": "card_drawn", "seat": 0}]
    assert m.events(0)[-1] == {"event": "card_drawn", "seat": 0, "card": top}
    while not m.over:
        m.play(m.to_act[0], m.legal(m.to_act[0])[0])
    tricks = [e for e in m.events(None) if e["event"] == "trick_won"]
    assert len(tricks) == 15
    assert len([e for e in m.events(None) if e["event"] == "card_drawn"]) == 10


# ---- Solo ----------------------------------------------------------------------------------------------


@MODES
@pytest.mark.parametrize(
    ("taken", "vps"),
    [
        ("B0 B8 P9 P10", [1, 0]),  # 6 to 2, with an 8
        ("B0", [0, 1]),  # 7 to 1, but no 8
        ("B0 B8 P10", [0, 1]),  # 4 to 4
    ],
    ids=["more-and-an-eight", "no-eight", "tie"],
)
def test_solo_needs_more_points_and_an_eight(compiled: bool, taken: str, vps: list[int]) -> None:
    m = table(["B9"], trump="B", compiled=compiled, pile="B4 B5", taken={0: taken})
    assert m.view(0)["table"]["trick"] == [{"seat": 1, "card": "B4"}]
    events = play(m, "B9")
    assert [e["seat"] for e in events if e["event"] == "card_played"][:2] == [0, 1]
    assert last(events, "trick_won")["seat"] == 0
    assert m.scores == vps


@MODES
def test_solo_the_ai_always_leads_and_its_cards_make_sea_changes(compiled: bool) -> None:
    m = table(["Y4 Y5"], trump="Y", compiled=compiled, pile="B9 P4 B10 B11")
    events = play(m, "Y4")
    assert last(events, "sea_changed") == {"event": "sea_changed", "seat": 1, "old": "Y", "suit": "P"}
    assert last(events, "trick_won")["seat"] == 1
    assert m.view(0)["table"]["trick"] == [{"seat": 1, "card": "B10"}]
    m = table(["Y10 Y5"], trump="Y", compiled=compiled, pile="B9 P4 B10 B11")
    assert last(play(m, "Y10"), "trick_won")["seat"] == 0
    assert m.view(0)["table"]["trick"] == [{"seat": 1, "card": "B10"}]


@MODES
def test_solo_the_ai_has_a_score_and_can_win(compiled: bool) -> None:
    wins = set()
    for seed in range(60):
        m = seaboard.Match("sea-change", seats=1, seed=seed, options={"target": 1}, compiled=compiled)
        while not m.over:
            m.play(0, m.legal(0)[-1])
        assert len(m.scores) == 2
        assert len([e for e in m.events(None) if e["event"] == "trick_won"]) == 10
        wins.add(tuple(m.winners))
    assert wins == {(0,), (1,)}


# ---- What may be seen ------------------------------------------------------------------------------------


def test_a_view_shows_the_last_trick_and_no_older_one() -> None:
    m = table(["B4 B7 Y4", "B5 B8 Y5", "B6 B9 Y6"], trump="P", compiled=False)
    play(m, "B4 B5 B6 B9 B7 B8")
    shown = m.view(0)["table"]
    assert [c["card"] for c in shown["last_trick"]] == ["B9", "B7", "B8"]
    assert shown["trick"] == []
    assert "B4" not in str(shown)
    assert m.view(1)["table"]["hand"] == ["Y5"]
    assert m.view(None)["table"]["hand"] == []
