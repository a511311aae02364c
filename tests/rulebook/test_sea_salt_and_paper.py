"""Sea Salt & Paper: the rulebook's examples, the turn step by step, and each ruling, in both modes."""

import pytest

import seaboard
from tests.games.salt_and_paper import GAME, at, can, do, hand, happened, table
from tests.rulebook.ending import decided

pytestmark = pytest.mark.parametrize("compiled", [False, True], ids=["interpreted", "compiled"])

SEVEN = "crab:yellow crab:dark-blue octopus:yellow octopus:green octopus:purple"
FOUR = "fish:light-blue fish:black penguin:pink shell:light-blue shell:grey"


def what_counts(m: seaboard.Match) -> dict[int, tuple[bool, bool]]:
    """Whether each seat's cards counted, and whether its colour bonus did."""
    bonus = {event["seat"]: event["counts"] for event in happened(m, "bonus_scored")}
    return {event["seat"]: (event["counts"], bonus[event["seat"]]) for event in happened(m, "cards_scored")}


def won_by(m: seaboard.Match) -> dict[int, str]:
    return {event["seat"]: event["by"] for event in happened(m, "match_won")}


# ---- The worked examples -----------------------------------------------------------------------------


def test_example_stop_seven_against_four(compiled: bool) -> None:
    m = do(at([SEVEN, FOUR], compiled=compiled), "stop")
    assert m.scores == [7, 4]
    assert what_counts(m) == {0: (True, False), 1: (True, False)}


def test_example_last_chance_seven_against_four(compiled: bool) -> None:
    m = at([SEVEN, FOUR], piles=("shark:purple", "boat:black"), compiled=compiled)
    do(m, "last chance", "take 1", "end turn")
    assert m.scores == [9, 2]
    assert happened(m, "bet_won") == [{"event": "bet_won", "seat": 0, "points": 7, "best": 4}]
    assert what_counts(m) == {0: (True, True), 1: (False, True)}


def test_example_two_mermaids(compiled: bool) -> None:
    four_light_blue = "swimmer:light-blue shark:light-blue shell:light-blue octopus:light-blue"
    m = at([f"mermaid:white mermaid:white:2 {four_light_blue} fish:green crab:green", ""], laid=("", ""), compiled=compiled)
    assert table(m, 0)["points"][0]["mermaids"] == 6


def test_example_three_penguins_and_the_colony(compiled: bool) -> None:
    m = at(["penguin:purple penguin:light-orange penguin:pink colony:green", ""], compiled=compiled)
    counted = {source["category"]: source["points"] for source in table(m, 0)["points"][0]["sources"]}
    assert counted == {"penguins": 5, "colony": 6}


def test_a_lost_bet(compiled: bool) -> None:
    """The caller scores the colour bonus alone, the others their cards."""
    m = at([SEVEN, FOUR + " mermaid:white"], piles=("shell:yellow", "shell:black"), compiled=compiled)
    do(m, "last chance", "take 1", "end turn")
    # 1 + 1 + 4 (three shells) + 2 (mermaid: light blue) = 8 beats 7
    assert m.scores == [2, 8]
    assert happened(m, "bet_lost") == [{"event": "bet_lost", "seat": 0, "points": 7, "best": 8}]
    assert what_counts(m) == {0: (False, True), 1: (True, False)}


def test_an_equal_score_wins_the_bet(compiled: bool) -> None:
    also_seven = "sailor:pink sailor:orange crab:light-blue crab:light-blue:2 fish:black fish:green"
    m = at([SEVEN, also_seven], piles=("shark:purple", ""), compiled=compiled)
    do(m, "last chance", "take 1", "end turn")
    assert m.scores == [9, 2]


# ---- Set-up and who starts ---------------------------------------------------------------------------


def test_set_up(compiled: bool) -> None:
    for seats in (2, 3, 4):
        m = seaboard.Match(GAME, seats=seats, seed=seats, compiled=compiled)
        shown = table(m)
        assert shown["deck"] == 56
        assert [pile["size"] for pile in shown["piles"]] == [1, 1]
        assert shown["held"] == [0] * seats
        assert shown["goal"] == {2: 40, 3: 35, 4: 30}[seats]
    starters = {seaboard.Match(GAME, seats=4, seed=seed, compiled=compiled).to_act[0] for seed in range(40)}
    assert starters == {0, 1, 2, 3}


def test_the_target_can_be_chosen(compiled: bool) -> None:
    assert table(seaboard.Match(GAME, seats=3, options={"target": "double"}, compiled=compiled))["goal"] == 70
    assert table(seaboard.Match(GAME, seats=3, options={"target": 42}, compiled=compiled))["goal"] == 42


def test_the_left_neighbour_of_the_caller_starts_the_next_round_whoever_played_last(compiled: bool) -> None:
    m = at(["", SEVEN, ""], turn=1, piles=("shark:purple", "boat:black"), compiled=compiled)
    do(m, "last chance", "take 1", "end turn", "take 2", "end turn")
    assert table(m)["round"] == 2
    assert m.to_act == [2]
    m = do(at(["", SEVEN, ""], turn=1, compiled=compiled), "stop")
    assert m.to_act == [2]


# ---- 1. Take a card ----------------------------------------------------------------------------------


def test_draw_two_keep_one_discard_the_other(compiled: bool) -> None:
    m = at(["", ""], phase="take", piles=("crab:black", "crab:green"), deck="boat:black fish:green", compiled=compiled)
    assert can(m) == {"draw", "take 1", "take 2"}
    do(m, "draw")
    assert table(m, 0)["drawn"] == ["boat:black", "fish:green"]
    assert table(m, 1)["drawn"] == table(m)["drawn"] == []
    assert can(m) == {"keep boat:black", "keep fish:green"}
    do(m, "keep fish:green")
    assert can(m) == {"discard 1", "discard 2"}
    do(m, "discard 2")
    assert hand(m, 0) == {"fish:green"}
    assert [pile["top"] for pile in table(m)["piles"]] == ["crab:black", "boat:black"]
    assert can(m) == {"end turn"}


def test_the_discard_must_go_to_the_only_empty_pile(compiled: bool) -> None:
    m = at(["", ""], phase="take", piles=("crab:black", ""), deck="boat:black fish:green", compiled=compiled)
    assert can(m) == {"draw", "take 1"}
    do(m, "draw", "keep boat:black")
    assert table(m)["piles"][1]["top"] == "fish:green"
    assert can(m) == {"end turn"}


def test_with_both_piles_empty_either_takes_the_discard(compiled: bool) -> None:
    m = at(["", ""], phase="take", deck="boat:black fish:green", compiled=compiled)
    do(m, "draw", "keep boat:black")
    assert can(m) == {"discard 1", "discard 2"}
    do(m, "discard 2")
    assert [pile["size"] for pile in table(m)["piles"]] == [0, 1]


def test_ruling_the_last_card_of_the_deck_is_drawn_and_kept(compiled: bool) -> None:
    m = at(["", ""], phase="take", deck="boat:black", piles=("crab:black", "crab:green"), rest="table 1", compiled=compiled)
    do(m, "draw")
    assert hand(m, 0) == {"boat:black"}
    assert [pile["size"] for pile in table(m)["piles"]] == [1, 1]
    assert can(m) == {"end turn"}


def test_ruling_with_nothing_to_take_the_step_is_skipped(compiled: bool) -> None:
    m = at([SEVEN, "crab:black"], rest="table 1", compiled=compiled)
    do(m, "last chance")
    assert m.to_act == [1]
    assert can(m) == {"end turn"}
    do(m, "end turn")
    assert len(happened(m, "round_scored")) == 2


# ---- 2. Lay pairs ------------------------------------------------------------------------------------


def test_pairs_are_laid_by_colour(compiled: bool) -> None:
    m = at(["crab:dark-blue crab:dark-blue:2 crab:black swimmer:black shark:green shark:purple boat:black", ""], compiled=compiled)
    assert can(m) == {
        "end turn",
        "lay crab:dark-blue crab:dark-blue",
        "lay crab:dark-blue crab:black",
        "lay swimmer:black shark:green",
        "lay swimmer:black shark:purple",
    }


def test_either_card_may_be_named_first(compiled: bool) -> None:
    m = at(["swimmer:black shark:green", "boat:black"], compiled=compiled)
    do(m, "lay Shark:green + swimmer:black")
    assert table(m)["laid"][0] == [["swimmer:black", "shark:green"]]


def test_crabs_take_any_card_of_a_pile_and_its_order_stays(compiled: bool) -> None:
    pile = "shell:black shell:grey octopus:yellow boat:black"
    m = at(["crab:black crab:green", ""], piles=(pile, "fish:green"), compiled=compiled)
    do(m, "lay crab:black crab:green")
    assert can(m) == {"search 1", "search 2"}
    assert table(m, 0)["piles"][0]["cards"] is None
    do(m, "search 1")
    assert table(m, 0)["piles"][0]["cards"] == pile.split()
    assert table(m, 1)["piles"][0]["cards"] is table(m)["piles"][0]["cards"] is None
    assert can(m) == {f"pick {name}" for name in pile.split()}
    do(m, "pick shell:grey")
    assert hand(m, 0) == {"shell:grey"}
    assert [m.notation(9 + card, 0) for card in m.plain_state().piles[0][:3]] == [
        "pick shell:black",
        "pick octopus:yellow",
        "pick boat:black",
    ]
    assert happened(m, "card_picked", 0) == [{"event": "card_picked", "seat": 0, "card": "shell:grey", "pile": 1}]
    assert happened(m, "card_picked", 1) == [{"event": "card_picked", "seat": 0, "pile": 1}]


def test_taking_the_top_of_a_searched_pile_shows(compiled: bool) -> None:
    m = at(["crab:black crab:green", ""], piles=("shell:black shell:grey boat:black", "fish:green"), compiled=compiled)
    do(m, "lay crab:black crab:green", "search 1", "pick boat:black")
    assert happened(m, "card_taken") == [{"event": "card_taken", "seat": 0, "card": "boat:black", "pile": 1}]
    assert table(m)["piles"][0]["top"] == "shell:grey"


def test_boats_give_another_turn(compiled: bool) -> None:
    m = at(["boat:black boat:yellow", ""], piles=("shell:black", "fish:green"), compiled=compiled)
    do(m, "lay boat:black boat:yellow")
    assert m.to_act == [0]
    assert can(m) == {"draw", "take 1", "take 2"}
    do(m, "take 1")
    assert can(m) == {"end turn"}
    do(m, "end turn")
    assert m.to_act == [1]


def test_ruling_no_call_between_laying_boats_and_taking(compiled: bool) -> None:
    m = at([SEVEN + " boat:black boat:yellow", ""], piles=("shell:black", ""), compiled=compiled)
    assert "stop" in can(m)
    do(m, "lay boat:black boat:yellow")
    assert can(m) == {"draw", "take 1"}
    with pytest.raises(seaboard.IllegalAction, match="first take a card"):
        do(m, "stop")
    do(m, "take 1")
    assert {"stop", "last chance"} <= can(m)


def test_ruling_boats_with_an_empty_deck_still_play_on_and_it_is_checked_once_at_the_end(compiled: bool) -> None:
    m = at(["boat:black boat:yellow fish:black", ""], piles=("shell:black", ""), rest="table 1", compiled=compiled)
    do(m, "lay boat:black boat:yellow", "take 1")
    assert not happened(m, "round_cancelled")
    do(m, "end turn")
    assert len(happened(m, "round_cancelled")) == 1


def test_ruling_boats_with_nothing_to_take_do_nothing(compiled: bool) -> None:
    m = at(["boat:black boat:yellow", ""], rest="table 1", compiled=compiled)
    do(m, "lay boat:black boat:yellow")
    assert happened(m, "effect_lost") == [{"event": "effect_lost", "seat": 0, "kind": "boat"}]
    assert can(m) == {"end turn"}


def test_fish_draw_the_top_of_the_deck(compiled: bool) -> None:
    m = at(["fish:black fish:green", ""], deck="shell:grey", compiled=compiled)
    do(m, "lay fish:black fish:green")
    assert hand(m, 0) == {"shell:grey"}
    assert happened(m, "card_drawn", 0)[0]["card"] == "shell:grey"
    assert "card" not in happened(m, "card_drawn", 1)[0]


def test_swimmer_and_shark_steal_a_card(compiled: bool) -> None:
    m = at(["swimmer:black shark:green", "boat:black", "shell:grey", ""], compiled=compiled)
    do(m, "lay swimmer:black shark:green")
    assert can(m) == {"rob 1", "rob 2"}
    do(m, "rob 2")
    assert hand(m, 0) == {"shell:grey"}
    assert table(m)["held"] == [1, 1, 0, 0]
    for seat in (0, 2):
        assert happened(m, "card_stolen", seat)[0]["card"] == "shell:grey"
    for watching in (1, 3, None):
        assert happened(m, "card_stolen", watching) == [{"event": "card_stolen", "seat": 0, "victim": 2}]


def test_a_theft_is_uniform(compiled: bool) -> None:
    cards = ["boat:black", "shell:grey", "mermaid:white"]
    stolen = dict.fromkeys(cards, 0)
    for seed in range(300):
        m = at(["swimmer:black shark:green", " ".join(cards)], seed=seed, compiled=compiled)
        do(m, "lay swimmer:black shark:green")
        stolen[hand(m, 0).pop()] += 1
    assert all(70 < count < 130 for count in stolen.values())


def test_ruling_laying_is_optional(compiled: bool) -> None:
    m = at(["crab:black crab:green", ""], piles=("shell:grey", ""), compiled=compiled)
    assert "end turn" in can(m)


def test_ruling_the_effect_of_a_laid_pair_is_not_optional(compiled: bool) -> None:
    m = at(["crab:black crab:green", ""], piles=("shell:grey", "boat:black"), compiled=compiled)
    do(m, "lay crab:black crab:green")
    assert can(m) == {"search 1", "search 2"}
    do(m, "search 2")
    assert hand(m, 0) == {"boat:black"}


@pytest.mark.parametrize(
    ("pair", "kind"),
    [("crab:black crab:green", "crab"), ("fish:black fish:green", "fish"), ("swimmer:black shark:green", "swimmer")],
)
def test_ruling_an_effect_with_nothing_to_act_on_does_nothing_and_the_pair_counts(pair: str, kind: str, compiled: bool) -> None:
    m = at([pair, ""], rest="table 1", compiled=compiled)
    do(m, f"lay {pair}")
    assert happened(m, "effect_lost") == [{"event": "effect_lost", "seat": 0, "kind": kind}]
    assert table(m)["points"][0]["pairs"] == 1
    assert can(m) == {"end turn"}


def test_ruling_four_mermaids_win_at_once_and_the_round_is_not_scored(compiled: bool) -> None:
    m = at(["mermaid:white mermaid:white:2 mermaid:white:3 mermaid:white:4", "boat:black"], scores=(3, 39), compiled=compiled)
    do(m, "lay mermaids")
    assert m.over
    assert m.winners == [0]
    assert m.scores == [3, 39], "the round is not scored"
    assert not happened(m, "hand_revealed")
    assert table(m)["laid"][0] == [["mermaid:white", "mermaid:white:2", "mermaid:white:3", "mermaid:white:4"]]
    assert happened(m, "mermaids_laid")[0]["laid"] == table(m)["laid"][0][0]
    assert won_by(m) == {0: "mermaids"}
    assert decided(m) == {"result.mermaids": {}}


def test_ruling_four_mermaids_win_on_a_last_turn_too(compiled: bool) -> None:
    three = "mermaid:white mermaid:white:2 mermaid:white:3"
    m = at([SEVEN, three], piles=("mermaid:white:4", ""), scores=(39, 0), compiled=compiled)
    do(m, "last chance", "take 1", "lay mermaids")
    assert m.winners == [1]
    assert m.scores == [39, 0]


def test_ruling_only_laying_wins_unlaid_mermaids_score(compiled: bool) -> None:
    m = at(["mermaid:white mermaid:white:2 mermaid:white:3 mermaid:white:4 boat:black fish:black shell:black", ""], compiled=compiled)
    assert {"stop", "lay mermaids"} <= can(m)
    do(m, "stop")
    assert m.scores == [7, 0]
    assert not m.over


def test_three_mermaids_can_not_be_laid(compiled: bool) -> None:
    m = at(["mermaid:white mermaid:white:2 mermaid:white:3", ""], compiled=compiled)
    with pytest.raises(seaboard.IllegalAction, match="all four mermaids"):
        do(m, "lay mermaids")


# ---- 3. End the round or pass ------------------------------------------------------------------------


def test_seven_points_are_needed_and_the_colour_bonus_does_not_count(compiled: bool) -> None:
    six = "octopus:yellow octopus:green octopus:purple shell:yellow boat:yellow"
    m = at([six, ""], compiled=compiled)
    assert can(m) == {"end turn"}
    assert table(m, 0)["points"][0]["total"] == 6
    assert table(m, 0)["refused"]["stop"]["values"] == {"points": "6", "needed": "7"}
    with pytest.raises(seaboard.IllegalAction, match="need 7 points of cards and have 6"):
        do(m, "stop")
    assert {"stop", "last chance"} <= can(at([SEVEN, ""], compiled=compiled))


def test_laid_cards_count_towards_a_call(compiled: bool) -> None:
    m = at(["octopus:yellow octopus:green octopus:purple", ""], laid=("crab:black crab:green",), compiled=compiled)
    assert "stop" in can(m)


def test_each_other_seat_has_one_last_turn_and_no_call(compiled: bool) -> None:
    m = at(["", SEVEN, FOUR + " shell:yellow shell:black"], turn=1, piles=("boat:black", "boat:yellow"), compiled=compiled)
    do(m, "last chance")
    assert [cards and set(cards) for cards in table(m)["revealed"]] == [None, set(SEVEN.split()), None]
    assert table(m)["caller"] == 1
    assert table(m)["last_turns"] == [2, 0]
    do(m, "take 1")
    assert can(m) == {"end turn", "lay fish:light-blue fish:black"}
    assert table(m, 2)["refused"]["stop"]["key"] == "reason.called_already"
    do(m, "end turn")
    assert table(m)["last_turns"] == [0]
    assert set(table(m)["revealed"][2]) == {*FOUR.split(), "shell:yellow", "shell:black", "boat:black"}
    do(m, "take 2", "end turn")
    assert table(m)["round"] == 2


def test_boats_repeat_a_last_turn(compiled: bool) -> None:
    m = at([SEVEN, "boat:black boat:yellow"], piles=("shell:black", "shell:green"), compiled=compiled)
    do(m, "last chance", "take 1", "lay boat:black boat:yellow", "take 2", "end turn")
    assert [event for event in happened(m, "points_counted") if event["category"] == "shells"] == [
        {"event": "points_counted", "seat": 1, "category": "shells", "points": 2, "made_by": ["shell:black", "shell:green"]}
    ]


def test_ruling_the_caller_cannot_be_robbed_from_the_moment_of_calling(compiled: bool) -> None:
    m = at([SEVEN, "swimmer:black shark:green"], piles=("shell:black", ""), compiled=compiled)
    do(m, "last chance", "take 1", "lay swimmer:black shark:green")
    assert happened(m, "effect_lost")
    assert table(m)["held"][0] == 5


def test_a_hand_revealed_at_the_end_of_a_last_turn_cannot_be_robbed(compiled: bool) -> None:
    m = at([SEVEN, "boat:yellow", "swimmer:black shark:green", "boat:black"], piles=("shell:black", "shell:green"), compiled=compiled)
    do(m, "last chance", "take 1", "end turn", "take 2", "lay swimmer:black shark:green")
    assert hand(m, 2) == {"shell:green", "boat:black"}, "seat 3 is the only one left to rob"


def test_an_empty_deck_without_a_call_cancels_the_round(compiled: bool) -> None:
    m = at([SEVEN, FOUR, ""], scores=(5, 6, 7), piles=("shell:black", ""), rest="table 2", compiled=compiled)
    do(m, "end turn")
    assert m.scores == [5, 6, 7]
    assert happened(m, "round_cancelled") == [{"event": "round_cancelled", "seat": 0}]
    assert not happened(m, "hand_revealed")
    assert table(m)["round"] == 2
    assert m.to_act == [1], "left of the one whose turn emptied the deck"


def test_ruling_stop_stands_when_the_deck_is_empty(compiled: bool) -> None:
    m = at(["", SEVEN, FOUR], turn=1, piles=("shell:black", ""), rest="table 0", compiled=compiled)
    assert table(m)["deck"] == 0
    do(m, "stop")
    assert m.scores[1:] == [7, 4]
    assert not happened(m, "round_cancelled")


def test_ruling_last_chance_stands_when_the_deck_is_empty_and_nothing_cancels_it_later(compiled: bool) -> None:
    m = at([SEVEN, FOUR, ""], piles=("shell:black", "boat:black"), rest="table 2", compiled=compiled)
    do(m, "last chance", "take 1", "end turn", "take 2", "end turn")
    assert not happened(m, "round_cancelled")
    assert happened(m, "bet_won") or happened(m, "bet_lost")


def test_fish_that_empty_the_deck_cancel_the_round_at_the_end_of_the_turn(compiled: bool) -> None:
    m = at(["fish:black fish:green", ""], deck="shell:grey", piles=("shell:black", ""), rest="table 1", compiled=compiled)
    do(m, "lay fish:black fish:green")
    assert not happened(m, "round_cancelled")
    do(m, "end turn")
    assert happened(m, "round_cancelled")


def test_the_score_sheet_has_every_category(compiled: bool) -> None:
    cards = (
        "crab:black crab:green swimmer:black shark:green shell:black shell:green octopus:green octopus:yellow sailor:pink sailor:orange "
        "captain:light-orange boat:black boat:yellow lighthouse:purple fish:black shoal:grey penguin:pink colony:green mermaid:white"
    )
    m = do(at([cards, ""], compiled=compiled), "stop")
    counted = {event["category"]: event["points"] for event in happened(m, "points_counted")}
    assert counted == {
        "crabs": 1, "boats": 1, "swimmers": 1, "mermaids": 5, "shells": 2, "octopuses": 3, "penguins": 1, "sailors": 5,
        "lighthouse": 2, "shoal": 1, "colony": 2, "captain": 6,
    }  # fmt: skip
    total = sum(counted.values())
    assert happened(m, "mermaid_counted") == [{"event": "mermaid_counted", "seat": 0, "colour": "black", "points": 5}]
    assert happened(m, "cards_scored")[0] == {"event": "cards_scored", "seat": 0, "points": total, "counts": True}
    assert happened(m, "bonus_scored")[0] == {"event": "bonus_scored", "seat": 0, "points": 5, "counts": False, "colour": "black"}
    assert [(event["gained"], event["score"]) for event in happened(m, "round_scored")] == [(total, total), (0, 0)]


def test_what_a_call_would_give_is_told_to_who_may_call(compiled: bool) -> None:
    m = at([SEVEN, FOUR], piles=("shell:black", ""), compiled=compiled)
    assert table(m, 0)["if_called"] == {"stop": 7, "bet_won": 9, "bet_lost": 2}
    assert table(m, 1)["if_called"] is table(m)["if_called"] is None
    do(m, "last chance", "take 1")
    assert table(m, 1)["if_called"] is None


def test_each_event_tells_how_the_deck_and_the_turn_go_on(compiled: bool) -> None:
    m = at(["fish:black fish:green", "", ""], phase="take", piles=("crab:black", "crab:green"), compiled=compiled)
    left = table(m)["deck"]
    do(m, "draw")
    assert happened(m, "two_drawn")[0]["deck"] == table(m)["deck"] == left - 2
    assert table(m, 1)["held"] == [4, 0, 0], "the drawn cards are in somebody's hands already"
    do(m, "keep 1")
    assert table(m, 1)["held"] == [4, 0, 0]
    do(m, "discard 1", "lay fish:black fish:green")
    assert happened(m, "card_drawn")[0]["deck"] == table(m)["deck"] == left - 3
    assert table(m, 1)["held"] == [2, 0, 0]
    do(m, "end turn")
    assert happened(m, "turn_ended") == [{"event": "turn_ended", "seat": 0, "next": 1}]


def test_cards_without_a_partner(compiled: bool) -> None:
    cards = "crab:black boat:black boat:yellow swimmer:black shell:grey mermaid:white"
    m = at([cards, "swimmer:yellow shark:green fish:black"], compiled=compiled)
    assert table(m, 0)["without_partner"] == ["crab:black", "swimmer:black"]
    assert table(m, 1)["without_partner"] == ["fish:black"]


def test_ruling_white_is_a_colour_like_the_others(compiled: bool) -> None:
    m = at(["mermaid:white mermaid:white:2 mermaid:white:3 boat:black fish:black", ""], compiled=compiled)
    points = table(m, 0)["points"][0]
    assert points["mermaids"] == 3 + 2 + 0
    assert points["colour_bonus"] == 3


# ---- The end of the match ----------------------------------------------------------------------------


def test_the_most_points_win_once_somebody_has_reached_the_target(compiled: bool) -> None:
    m = do(at([SEVEN, FOUR], scores=(33, 37), compiled=compiled), "stop")
    assert m.over
    assert m.scores == [40, 41]
    assert m.winners == [1]
    assert won_by(m) == {1: "points"}


def test_the_match_goes_on_below_the_target(compiled: bool) -> None:
    m = do(at([SEVEN, FOUR], scores=(32, 35), compiled=compiled), "stop")
    assert not m.over
    assert table(m)["round"] == 2


def test_a_tie_goes_to_the_one_who_ended_the_last_round(compiled: bool) -> None:
    m = do(at([SEVEN, FOUR], scores=(34, 37), compiled=compiled), "stop")
    assert m.scores == [41, 41]
    assert m.winners == [0]
    assert won_by(m) == {0: "tie"}
    assert decided(m) == {"result.tie": {"n": 41, "goal": table(m)["goal"]}}


def test_a_tie_goes_to_the_caller_even_when_the_bet_was_lost(compiled: bool) -> None:
    m = at([SEVEN, FOUR + " mermaid:white"], scores=(38, 32), piles=("shell:yellow", ""), compiled=compiled)
    do(m, "last chance", "take 1", "end turn")
    assert m.scores == [40, 40]
    assert m.winners == [0]


def test_ruling_a_tie_without_the_one_who_ended_the_round_is_shared(compiled: bool) -> None:
    m = do(at([SEVEN, FOUR, ""], scores=(0, 35, 39), compiled=compiled), "stop")
    assert m.scores == [7, 39, 39]
    assert m.winners == [1, 2]
    assert won_by(m) == {1: "shared", 2: "shared"}
    assert decided(m) == {"result.shared": {"n": 39, "goal": table(m)["goal"]}}


def test_ruling_which_of_two_like_cards_is_laid_is_left_to_chance(compiled: bool) -> None:
    laid = set()
    for seed in range(20):
        m = at(["crab:dark-blue crab:dark-blue:2 crab:black", ""], seed=seed, compiled=compiled)
        do(m, "lay crab:dark-blue crab:black")
        laid.add(table(m)["laid"][0][0][0])
    assert laid == {"crab:dark-blue", "crab:dark-blue:2"}


def test_ruling_a_choice_of_one_is_made_without_asking(compiled: bool) -> None:
    m = at(["crab:black crab:green swimmer:black shark:green", "boat:black"], piles=("shell:grey", ""), compiled=compiled)
    do(m, "lay crab:black crab:green", "lay swimmer:black shark:green")
    assert hand(m, 0) == {"shell:grey", "boat:black"}
    assert can(m) == {"end turn"}, "but ending the turn is always said: silence would tell what is in the hand"
