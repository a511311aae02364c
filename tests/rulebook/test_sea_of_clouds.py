"""The worked examples and the rulings of Sea of Clouds, in the order of the spec, in both modes."""

from collections import Counter
from typing import Any

import pytest

import seaboard
from seaboard import state as states
from seaboard.games.sea_of_clouds import decks
from tests.games import clouds
from tests.games.clouds import GAME, final_count, kinds_on, legal, play, state, told
from tests.rulebook.ending import decided


@pytest.fixture(params=[False, True], ids=["interpreted", "compiled"])
def compiled(request: pytest.FixtureRequest) -> bool:
    return bool(request.param)


@pytest.fixture
def scene(compiled: bool) -> Any:
    return lambda *boards, **more: clouds.scene(*boards, compiled=compiled, **more)


@pytest.fixture
def boarding(compiled: bool) -> Any:
    return lambda *boards, **more: clouds.boarding(*boards, compiled=compiled, **more)


@pytest.fixture
def last_boarding(compiled: bool) -> Any:
    return lambda *boards, **more: clouds.last_boarding(*boards, compiled=compiled, **more)


def strengths(match: Any) -> list[int]:
    return [e["strength"] for e in told(match, None, "crew_counted")]


def fights(match: Any) -> set[tuple[int, int]]:
    """(winner, loser) of each fight that was won."""
    return {(e["seat"], e["loser"]) for e in told(match, None, "fight_won")}


# ---- The loot ------------------------------------------------------------------------------------


def test_the_standard_deck_has_94_cards_and_every_total_of_the_rulebook() -> None:
    kinds = decks.standard().kinds
    by_type = Counter[str]()
    for kind in kinds:
        by_type[kind.type] += kind.count
    assert by_type == {"rum": 21, "relic": 23, "object": 15, "instant": 6, "secret": 7, "pirate": 22}
    assert sum(by_type.values()) == 94
    assert {kind.source for kind in kinds} == {"rulebook", "reconstruction"}


@pytest.mark.parametrize(("rums", "worth"), [(1, 1), (2, 4), (3, 9), (5, 25)])
def test_collectors_rums_are_worth_their_square(last_boarding: Any, rums: int, worth: int) -> None:
    m = last_boarding("collectors-rum " * rums, "")
    assert final_count(m, 0)["collectors-rum"] == worth


@pytest.mark.parametrize(("songs", "worth"), [(1, -3), (2, -1), (4, 6), (8, 43)])
def test_sirens_songs(last_boarding: Any, songs: int, worth: int) -> None:
    m = last_boarding("sirens-song " * songs, "", "")
    assert final_count(m, 0)["sirens-song"] == worth


# ---- Set-up --------------------------------------------------------------------------------------


@pytest.mark.parametrize(("seats", "rounds", "boardings"), [(2, 15, [5, 10, 15]), (3, 15, [5, 10, 15]), (4, 12, [4, 8, 12])])
def test_rounds_and_boardings(compiled: bool, seats: int, rounds: int, boardings: list[int]) -> None:
    m = seaboard.Match(GAME, seats=seats, seed=3, compiled=compiled)
    while not m.over:
        m.play(m.to_act[0], m.legal(m.to_act[0])[0])
    assert [e["round"] for e in told(m, None, "boarding_began")] == boardings
    assert [e["round"] for e in told(m, None, "round_began")] == list(range(1, rounds + 1))
    assert m.view(None)["table"]["boardings"] == boardings


def test_set_up_three_doubloons_three_shares_hat_and_parrot(compiled: bool) -> None:
    m = seaboard.Match(GAME, seats=3, seed=9, options={"first_player": 2}, compiled=compiled)
    s = state(m)
    assert (s.hat, s.parrot, m.to_act) == (2, 2, [2])
    assert s.doubloons == [3, 3, 3, 0]
    assert s.share_size == [1, 1, 1]
    assert s.pile_size == 91


def test_the_first_player_is_drawn_by_lot() -> None:
    assert {state(seaboard.Match(GAME, seats=4, seed=seed)).hat for seed in range(40)} == {0, 1, 2, 3}


def test_with_two_players_songs_and_five_of_three_types_are_removed(compiled: bool) -> None:
    m = seaboard.Match(GAME, seats=2, seed=5, compiled=compiled)
    kinds = {kind.name: kind for kind in decks.standard().kinds}
    gone = Counter(kinds[name.partition("#")[0]].back for name in m.position()["removed"])
    assert gone == {"relic": 8, "object": 5, "rum": 5, "pirate": 5}
    assert all("sirens-song" in name for name in m.position()["removed"] if kinds[name.partition("#")[0]].back == "relic")
    assert m.known_state(0).removed == m.known_state(None).removed
    assert sum(word.bit_count() for word in m.known_state(0).removed) == 8, "nobody sees a card removed at random"


def test_the_stock_never_runs_out(scene: Any) -> None:
    m = scene("", "", doubloons=(90, 90), shares=["purse", "rum", "rum"])
    play(m, "take")
    assert state(m).doubloons[0] == 93


# ---- A turn --------------------------------------------------------------------------------------


def test_leaving_adds_a_card_and_one_looks_at_the_next_share(scene: Any) -> None:
    m = scene("", "", shares=["beer", "rum", "spiced-rum"], top="topman")
    play(m, "leave")
    assert m.position()["shares"][0] == ["beer#1", "topman#1"], "a share keeps its order, oldest first"
    assert m.view(0)["table"]["shares"][0]["cards"][1]["card"] is None
    assert m.view(0)["table"]["shares"][1]["cards"][0]["card"] == "rum#1"
    play(m, "leave", "leave")
    assert m.to_act == [1]


def test_leaving_all_three_one_keeps_the_top_card_after_the_third_share_has_got_its_own(scene: Any) -> None:
    m = scene("", "", top="topman gunner steward figurehead cook")
    play(m, "leave", "leave", "leave")
    assert m.position()["shares"][2] == ["spiced-rum#1", "steward#1"]
    assert kinds_on(m, 0) == ["figurehead"]


def test_a_fourth_card_becomes_a_doubloon(scene: Any) -> None:
    m = scene("", "", shares=["beer rum rum", "rotgut", "spiced-rum"])
    play(m, "leave")
    assert state(m).share_size[0] == 3
    assert state(m).share_doubloons[0] == 1
    assert told(m, None, "doubloon_added") == [{"event": "doubloon_added", "share": 0}]


def test_taking_gives_all_cards_and_doubloons_and_the_place_is_refilled(scene: Any) -> None:
    m = scene("", "", shares=["figurehead rum", "rotgut", "spiced-rum"], share_doubloons=(2, 0, 0), top="topman")
    play(m, "take")
    assert state(m).doubloons[0] == 5
    assert m.position()["shares"][0] == ["topman#1"]
    assert legal(m) == {"lay figurehead#1", "lay rum#1"}
    play(m, "lay rum")
    assert kinds_on(m, 0) == ["figurehead", "rum"], "the last card leaves no choice"
    assert m.to_act == [1]


def test_the_place_is_refilled_before_the_cards_are_laid(scene: Any) -> None:
    m = scene("", "", shares=["treasure-map", "rotgut", "spiced-rum"], top="topman gunner")
    play(m, "take")
    assert m.position()["shares"][0] == ["topman#1", "gunner#1"]


def test_a_share_keeps_its_order_the_oldest_first(scene: Any) -> None:
    m = scene("", "", shares=["rotgut", "rum", "spiced-rum"], top="topman gunner figurehead smuggler cook")
    play(m, "leave", "leave", "leave", "leave")
    assert m.position()["shares"] == [["rotgut#1", "topman#1", "cook#1"], ["rum#1", "gunner#1"], ["spiced-rum#1", "figurehead#1"]]


def test_the_beer_before_the_pirate(scene: Any) -> None:
    m = scene("gunner", "", shares=["beer topman", "rotgut", "spiced-rum"])
    play(m, "take", "lay beer")
    assert kinds_on(m, 0) == ["topman"]


def test_the_beer_after_the_pirate(scene: Any) -> None:
    m = scene("gunner", "", shares=["beer topman", "rotgut", "spiced-rum"])
    play(m, "take", "lay topman")
    assert kinds_on(m, 0) == []
    assert sorted(m.position()["discards"]) == ["beer#1", "gunner#1", "topman#1"]


def at_once(m: Any) -> list[str]:
    """What the seat that is to act may do at once."""
    found: list[str] = m.view(m.to_act[0])["table"]["at_once"]
    return found


def test_cards_are_laid_at_once_unless_the_beer_makes_their_order_matter(scene: Any) -> None:
    m = scene("gunner", "", shares=["beer rotgut topman", "rotgut", "spiced-rum"])
    play(m, "take")
    assert at_once(m) == []
    m = scene("gunner", "", shares=["topman rotgut", "rotgut", "spiced-rum"])
    assert at_once(m) == []
    play(m, "take")
    assert set(at_once(m)) == legal(m) == {"lay topman#1", "lay rotgut#1"}
    assert m.view(1)["table"]["at_once"] == m.view(None)["table"]["at_once"] == []
    m = scene("gunner", "", shares=["beer rotgut", "rotgut", "spiced-rum"])
    play(m, "take")
    assert set(at_once(m)) == {"lay beer#1", "lay rotgut#1"}


def test_the_deck_running_out(scene: Any) -> None:
    m = scene("", "", "", shares=["rum", "rotgut", "spiced-rum"], empty_deck=True)
    assert m.view(0)["table"]["deck"] == {"cards": 0, "back": None}
    play(m, "leave", "leave", "leave")
    assert state(m).share_doubloons == [1, 1, 1], "doubloons are added to shares that are left"
    assert state(m).doubloons[0] == 4, "one doubloon for who leaves all three"
    play(m, "take")
    assert state(m).share_doubloons == [1, 1, 1], "an emptied place gets a doubloon"
    assert state(m).doubloons[1] == 4
    assert state(m).share_size == [0, 1, 1]
    play(m, "take")
    assert state(m).doubloons[2] == 4, "a place with only doubloons can be taken"
    assert state(m).share_doubloons == [1, 1, 1]


def test_the_last_card_of_the_deck_then_doubloons(scene: Any) -> None:
    m = scene("", "", empty_deck=True, shares=["treasure-map", "rum rum rum", "spiced-rum"], share_doubloons=(0, 0, 2))
    play(m, "take")
    assert state(m).share_doubloons == [2, 1, 3], "a Map adds doubloons where it can't add cards"


# ---- Boarding ------------------------------------------------------------------------------------


def test_crew_strength_is_the_sum_of_pirates_and_modifiers(boarding: Any) -> None:
    m = boarding("mister-plume topman steward blunt-sword", "", "")
    assert strengths(m)[0] == 7


def test_the_four_player_example(boarding: Any) -> None:
    stephanie, you, laurent, david = range(4)
    m = boarding("", "rachel-cruz steward cook", "mister-plume", "topman curse figurehead", parrot=stephanie, doubloons=(3, 3, 3, 3))
    assert strengths(m) == [0, 6, 4, 2]
    assert fights(m) == {(you, stephanie), (you, laurent), (laurent, david), (david, stephanie)}
    assert m.to_act == [you], "Stéphanie goes first and has no pirates"
    assert legal(m) == {"send rachel-cruz left", "send rachel-cruz right", "send steward left", "send cook left"}
    play(m, "send rachel-cruz left", "send rachel-cruz right")
    assert state(m).doubloons == [1, 7, 1, 3]
    play(m, "send steward left")
    assert state(m).doubloons[you] == 10, "once, for two victories"
    play(m, "send cook left")
    assert state(m).parrot == you
    assert m.to_act == [david], "Mister Plume could only name David, who chooses"
    assert legal(m) == {"choose curse", "choose figurehead"}
    play(m, "choose curse")
    assert kinds_on(m, david) == ["figurehead", "phoenix-feather"]
    assert state(m).doubloons[david] == 4, "and David's Topman, for he beat Stéphanie"
    assert told(m, None, "boarding_ended")
    assert all("topman" not in kinds_on(m, seat) for seat in range(4))


def test_three_players_tied(boarding: Any) -> None:
    m = boarding("topman", "topman", "topman", parrot=1)
    assert fights(m) == {(1, 0), (1, 2), (2, 0)}, "the holder wins, then who is nearest to the holder's left"


def test_two_players_have_one_fight(boarding: Any) -> None:
    m = boarding("gunner", "first-mate", doubloons=(3, 3))
    assert fights(m) == {(1, 0)}
    assert state(m).doubloons == [3, 5, 0, 0], "at most one victory"


def test_without_pirates_no_fight_is_won(boarding: Any) -> None:
    m = boarding("sharp-sabre sharp-sabre", "topman", "")
    assert strengths(m) == [4, 2, 0], "modifiers count without pirates"
    assert fights(m) == {(1, 2)}, "the strongest has no pirate: nobody wins that fight"


def test_a_tie_that_the_parrot_gives_to_a_seat_without_pirates_is_won_by_nobody(boarding: Any) -> None:
    assert fights(boarding("sharp-sabre", "topman", "curse", parrot=0)) == {(1, 2)}
    assert fights(boarding("sharp-sabre", "topman", "curse", parrot=1)) == {(1, 2), (1, 0)}
    assert fights(boarding("blunt-sword", "blunt-sword gunner", "gunner", parrot=0)) == {(2, 0), (2, 1), (1, 0)}


def test_victories_and_order_are_settled_before_the_effects(boarding: Any) -> None:
    # the quartermaster takes the sabre that made the other strong; the cook takes the parrot: nothing is fought again
    m = boarding("curse quartermaster cook", "sharp-sabre", "first-mate", "gunner", parrot=3, doubloons=(0, 0, 0, 0))
    assert fights(m) == {(0, 1), (0, 3), (2, 1), (2, 3)}
    assert told(m, None, "boarding_began")[0]["parrot"] == 3
    play(m, "send quartermaster left", "send cook left")
    assert state(m).parrot == 0
    assert "sharp-sabre" in kinds_on(m, 0)
    assert m.to_act == [2]
    play(m, "send first-mate left")
    assert state(m).doubloons[2] == 4, "seat 2 still wins both its fights"


def test_any_order_among_what_can_act(boarding: Any) -> None:
    m = boarding("gunner cabin-boy topman", "rum", "", doubloons=(3, 0, 3))
    assert legal(m) == {"send gunner left", "send topman left", "send topman right", "send cabin-boy right"}
    play(m, "send topman right")
    assert legal(m) == {"send gunner left", "send topman left", "send cabin-boy right"}
    assert m.why_not(0, m.parse("send topman left", 0)) == ""


def test_pirates_that_ask_for_nothing_are_sent_at_once(boarding: Any) -> None:
    m = boarding("gunner topman smuggler lookout", "rum rotgut", "spiced-rum dark-rum", doubloons=(3, 0, 3))
    plain = {"send gunner left", "send gunner right", "send topman left", "send topman right"}
    assert set(at_once(m)) == plain
    assert legal(m) > plain
    while moves := at_once(m):
        play(m, moves[0])
    assert legal(m), "what is to be decided is left"
    assert all("smuggler" in move or "lookout" in move for move in legal(m))


def test_an_effect_that_could_not_act_may_do_so_later(boarding: Any) -> None:
    m = boarding("gunner smuggler", "rum dark-rum", "")
    assert len(told(m, None, "rum_stolen")) == 1, "the Gunner had to act: the Smuggler had no Rum to give"
    assert legal(m) == {"send smuggler left", "done"}, "now it has"


def test_objects_that_are_all_alike_are_no_choice(boarding: Any) -> None:
    m = boarding("mister-plume", "curse curse", "")
    play(m, *({"send mister-plume left"} & legal(m)))
    assert kinds_on(m, 1) == ["curse"]


def test_copies_of_a_pirate_act_one_by_one(boarding: Any) -> None:
    m = boarding("topman topman", "", "")
    play(m, "send topman left", "send topman left")
    assert state(m).doubloons[0] == 7, "what is left is the only option: it follows by itself"
    assert len(told(m, None, "pirate_sent")) == 4


# ---- The Chest -----------------------------------------------------------------------------------


def test_the_chest_passes_to_the_winner_who_moves_one_doubloon(boarding: Any) -> None:
    m = boarding("chest", "topman", doubloons=(3, 3))
    assert kinds_on(m, 1)[0] == "chest"
    assert state(m).chest_doubloons == 4
    assert state(m).doubloons == [3, 5, 0, 0]


def test_an_empty_chest_passes_too(boarding: Any) -> None:
    m = boarding("chest", "topman", doubloons=(3, 3), chest=0)
    assert kinds_on(m, 1)[0] == "chest"
    assert state(m).doubloons == [3, 4, 0, 0]


def test_having_lost_both_the_chest_goes_to_the_stronger_winner(boarding: Any) -> None:
    m = boarding("chest", "topman", "first-mate")
    assert "chest" in kinds_on(m, 2)
    m = boarding("chest", "first-mate", "topman")
    assert "chest" in kinds_on(m, 1)


@pytest.mark.parametrize(("parrot", "winner"), [(0, 1), (1, 1), (2, 3), (3, 3)])
def test_of_two_winners_alike_the_parrot_says_who_gets_the_chest(boarding: Any, parrot: int, winner: int) -> None:
    m = boarding("chest", "topman", "", "topman", parrot=parrot)
    assert "chest" in kinds_on(m, winner)


def test_the_chest_passes_at_most_once(boarding: Any) -> None:
    m = boarding("chest gunner", "topman", "first-mate", "")
    assert fights(m) >= {(1, 0), (2, 1)}
    assert "chest" in kinds_on(m, 1), "seat 1 lost to seat 2, and keeps what it has just won"


def test_the_chest_stays_with_a_holder_who_lost_to_nobody(boarding: Any) -> None:
    m = boarding("chest topman", "", "")
    assert "chest" in kinds_on(m, 0)
    assert state(m).chest_doubloons == 5


def test_doubloons_on_the_chest_can_not_be_stolen(boarding: Any) -> None:
    m = boarding("chest gunner", "topman", "rachel-cruz gunner", "", parrot=2, doubloons=(0, 0, 0, 0))
    stolen = told(m, None, "doubloons_stolen")
    assert [(e["seat"], e["victim"], e["doubloons"]) for e in stolen] == [(2, 1, 1)], "the one that was moved from the Chest, and no more"
    assert state(m).chest_doubloons == 4


# ---- What must be applied, and what may be declined ---------------------------------------------


def test_an_effect_that_can_act_must_be_applied(boarding: Any) -> None:
    m = boarding("gunner topman", "rum", "")
    assert "done" not in legal(m)
    done = GAME.notation.read_move(state(m), 0, "done")
    assert "must be applied" in m.why_not(0, done)
    assert "doit être appliqué" in m.why_not(0, done, "fr")


def test_swaps_and_the_cook_may_be_declined(boarding: Any) -> None:
    m = boarding("smuggler quartermaster cook rum curse", "rum figurehead", "", parrot=1)
    assert legal(m) == {"send smuggler left", "send quartermaster left", "send cook left", "done"}
    play(m, "done")
    assert state(m).parrot == 1
    assert kinds_on(m, 0) == ["curse", "rum"]
    assert told(m, None, "effects_declined") == [{"event": "effects_declined", "seat": 0}]


def test_a_smuggler_decides_before_the_draw(boarding: Any) -> None:
    m = boarding("smuggler rotgut dark-rum", "captains-reserve", "")
    play(m, "send smuggler left")
    assert legal(m) == {"choose rotgut", "choose dark-rum"}, "no way back"
    play(m, "choose rotgut")
    assert kinds_on(m, 0) == ["captains-reserve", "dark-rum"]


def test_a_stolen_rum_is_uniformly_random() -> None:
    stolen = Counter(
        next(e["card"] for e in told(clouds.boarding("gunner", "rotgut dark-rum aged-rum", "", seed=seed), 0, "rum_stolen"))
        for seed in range(300)
    )
    assert len(stolen) == 3
    assert min(stolen.values()) > 70


# ---- What a Lookout brings -----------------------------------------------------------------------


def test_a_pirate_taken_by_the_lookout_has_no_effect_in_this_boarding(boarding: Any) -> None:
    m = boarding("lookout", "", "", loot=("topman", "rum"), top="figurehead", doubloons=(3, 3, 3))
    play(m, "loot 2-1")
    assert state(m).doubloons[0] == 3
    assert "topman" not in kinds_on(m, 0), "it is discarded with the others at the end"
    assert "topman#1" in m.position()["discards"]


def test_a_chest_taken_by_the_lookout_gets_its_doubloons_and_does_not_pass(boarding: Any) -> None:
    m = boarding("lookout", "", "first-mate", loot=("chest", "rum"))
    assert fights(m) == {(0, 1), (2, 0), (2, 1)}
    play(m, "loot 2-1")
    assert "chest" in kinds_on(m, 0)
    assert state(m).chest_doubloons == 5


def test_a_beer_taken_by_the_lookout_discards_the_rest_of_the_crew(boarding: Any) -> None:
    m = boarding("lookout topman", "", "", loot=("beer", "rum"), doubloons=(3, 3, 3))
    play(m, "send lookout left", "loot 2-1")
    assert state(m).doubloons[0] == 3, "the Topman's effects are lost"
    assert fights(m) == {(0, 1), (0, 2)}


def test_a_cracker_taken_by_the_lookout_does_not_change_the_order(boarding: Any) -> None:
    m = boarding("lookout", "", "topman", "", parrot=3, loot=("cracker", "rum"), doubloons=(3, 3, 3, 3))
    play(m, "loot 2-1")
    assert state(m).parrot == 0
    assert m.to_act == [2], "3, 0, 1, 2: as it was settled"
    play(m, "send topman left")
    assert state(m).doubloons[2] == 5


def test_a_place_emptied_by_the_lookout_is_refilled_though_doubloons_lie_there(boarding: Any) -> None:
    m = boarding("lookout", "", "", loot=("rum", "dark-rum"), share_doubloons=(0, 2, 0), top="topman figurehead")
    play(m, "loot 2-1")
    assert m.position()["shares"][1] == ["figurehead#1"]
    assert state(m).share_doubloons == [0, 2, 0]


# ---- The end -------------------------------------------------------------------------------------


def test_the_count_by_category_and_by_card(last_boarding: Any) -> None:
    m = last_boarding("rum dark-rum chest sirens-song figurehead curse forged-papers", "", "", doubloons=(4, 0, 0))
    assert m.over
    assert final_count(m, 0) == {"rum": 1, "dark-rum": 3, "sirens-song": -3, "chest": 0, "figurehead": 2, "curse": -3, "forged-papers": 3}
    by_category = {e["category"]: e["points"] for e in told(m, None, "category_counted") if e["seat"] == 0}
    assert by_category == {"doubloons": 9, "rums": 4, "relics": -3, "secrets": 3, "objects": -1}
    assert m.scores[0] == 12 == m.view(None)["scores"][0]
    board = m.view(None)["table"]["boards"][0]
    assert board["points"] == by_category
    assert {line["kind"]: line["points"] for line in board["counted"]} == final_count(m, 0)


def test_the_game_tied_goes_by_the_parrot(last_boarding: Any) -> None:
    m = last_boarding("", "", "", doubloons=(7, 7, 7), parrot=1)
    assert m.scores == [7, 7, 7]
    assert m.winners == [1]
    assert decided(m) == {"result.tied": {"n": 7, "points": "7"}}
    m = last_boarding("", "", "", doubloons=(7, 0, 7), parrot=1)
    assert m.winners == [2], "nearest to the holder's left"
    assert decided(m) == {"result.tied": {"n": 7, "points": "7"}}
    assert "result.points" in decided(last_boarding("", "", "", doubloons=(7, 9, 2), parrot=2))


def test_a_majority_needs_at_least_one_of_the_thing(last_boarding: Any) -> None:
    m = last_boarding("rum-ledger relic-ledger coin-ledger", "", doubloons=(0, 0))
    counted = final_count(m, 0)
    assert (counted["rum-ledger"], counted["coin-ledger"]) == (0, 0)


def test_the_coin_ledger_counts_the_doubloons_on_the_chest(last_boarding: Any) -> None:
    m = last_boarding("coin-ledger chest", "", doubloons=(1, 5))
    assert final_count(m, 0)["coin-ledger"] == 5


def test_each_ledger_pays_by_itself(last_boarding: Any) -> None:
    m = last_boarding("rum-ledger rum-ledger rum", "")
    assert final_count(m, 0)["rum-ledger"] == 10


def test_forged_papers_count_every_face_up_object(last_boarding: Any) -> None:
    m = last_boarding("forged-papers curse blunt-sword sharp-sabre chest rum-ledger", "")
    assert final_count(m, 0)["forged-papers"] == 4, "the Ledger lies face down"


# ---- What a player may know ----------------------------------------------------------------------


def seen_rums(match: Any, viewer: int | None, owner: int) -> list[str]:
    return [rum["card"] for rum in match.view(viewer)["table"]["boards"][owner]["rums"]["seen"]]


def test_a_share_looked_at_is_known_to_that_seat_alone(scene: Any) -> None:
    m = scene("", "", shares=["rum", "beer", "topman"])
    assert m.view(0)["table"]["shares"][0]["cards"] == [{"back": "rum", "card": "rum#1", "seen_by": [0]}]
    for other in (1, None):
        assert m.view(other)["table"]["shares"][0]["cards"] == [{"back": "rum", "card": None, "seen_by": [0]}]
    assert m.view(0)["table"]["shares"][1]["cards"][0]["card"] is None


def test_a_rum_seen_in_a_share_is_followed_to_the_board_that_takes_it(scene: Any) -> None:
    m = scene("", "", "", shares=["dark-rum", "rum", "beer"], seen=[(2, 0)])
    play(m, "take")
    assert seen_rums(m, 0, 0) == ["dark-rum#1"]
    assert seen_rums(m, 2, 0) == ["dark-rum#1"]
    assert seen_rums(m, 1, 0) == []
    assert m.view(1)["table"]["boards"][0]["rums"]["count"] == 1


def test_a_secret_has_the_back_of_an_object_and_is_followed_too(scene: Any) -> None:
    m = scene("", "", "", shares=["coin-ledger", "rum", "beer"], seen=[(2, 0)])
    assert m.view(1)["table"]["shares"][0]["cards"][0]["back"] == "object"
    play(m, "take")
    boards = [m.view(seat)["table"]["boards"][0]["secrets"] for seat in (0, 1, 2)]
    assert [board["count"] for board in boards] == [1, 1, 1]
    assert [[card["card"] for card in board["seen"]] for board in boards] == [["coin-ledger#1"], [], ["coin-ledger#1"]]


def test_a_stolen_rum_is_known_to_both_and_makes_others_uncertain(compiled: bool) -> None:
    m = clouds.scene(
        "gunner",
        "aged-rum",
        "",
        shares=["dark-rum", clouds.LAST_CARD, "rum"],
        turn=1,
        round_number=5,
        seen=[(0, 0), (2, 0)],
        compiled=compiled,
    )
    play(m, "take")
    assert seen_rums(m, 2, 1) == ["dark-rum#1"]
    play(m, "leave", "take")
    stolen = told(m, 0, "rum_stolen")[0]["card"]
    assert told(m, 1, "rum_stolen")[0]["card"] == stolen
    assert "card" not in told(m, 2, "rum_stolen")[0]
    assert stolen in seen_rums(m, 1, 0), "the old owner knows what he lost"
    assert seen_rums(m, 2, 1) == [] == seen_rums(m, 2, 0), "a third seat no longer knows where it is"
    assert m.view(2)["table"]["lost"] == ["dark-rum#1"], "but that it is on some board"


def test_an_only_rum_can_be_followed(compiled: bool) -> None:
    m = clouds.scene(
        "gunner", "", "", shares=["dark-rum", clouds.LAST_CARD, "beer"], turn=1, round_number=5, seen=[(2, 0)], compiled=compiled
    )
    play(m, "take", "leave", "take")
    assert seen_rums(m, 2, 0) == ["dark-rum#1"]


def test_swapped_rums_are_known_to_both_and_to_nobody_else(boarding: Any) -> None:
    m = boarding("smuggler rotgut dark-rum", "captains-reserve spiced-rum", "", loot=("beer", "topman"))
    play(m, "send smuggler left", "choose rotgut")
    got = told(m, 0, "rums_swapped")[0]["card"]
    assert seen_rums(m, 1, 0) == [got]
    assert seen_rums(m, 0, 1) == ["rotgut#1"]
    assert seen_rums(m, 2, 0) == [] == seen_rums(m, 2, 1)
    assert "card" not in told(m, 2, "rum_given")[0]


def test_equal_rums_are_a_choice(boarding: Any) -> None:
    m = boarding("smuggler rum rum", "dark-rum", "")
    play(m, "send smuggler left")
    assert legal(m) == {"choose rum"}
    assert m.to_act == [0]


def test_which_of_equal_rums_is_given_is_left_to_chance(compiled: bool) -> None:
    given = Counter[str]()
    for seed in range(40):
        m = clouds.boarding("smuggler rum#1 rum#3 rotgut", "dark-rum", "", seed=seed, compiled=compiled)
        play(m, "send smuggler left", "choose rum")
        given.update(seen_rums(m, 0, 1))
    assert set(given) == {"rum#1", "rum#3"}
    assert min(given.values()) >= 10, "one in thousands of seeds is below that"


def test_by_the_first_rules_the_lowest_is_given_and_matches_that_began_by_them_go_on(compiled: bool) -> None:
    for seed in range(20):
        m = clouds.boarding("smuggler rum#1 rum#3 rotgut", "dark-rum", "", seed=seed)
        old = seaboard.Match.from_position(GAME, {**m.position(), "rules": 1}, compiled=compiled)
        play(old, "send smuggler left", "choose rum")
        assert seen_rums(old, 0, 1) == ["rum#1"]
        assert old.view(0)["rules"] == old.position()["rules"] == 1


def test_what_others_know_is_what_they_have_looked_at_and_their_own(scene: Any) -> None:
    m = scene("rum", "dark-rum", "", shares=["rotgut", "spiced-rum", "aged-rum"], seen=[(1, 1)])
    known = m.known_state(0)
    GAME.redeal.redeal(known, 0)
    other = seaboard.Match.from_state(GAME, known).position()
    assert len(other["known"][1]) == 2, "the Rum that seat 1 has, and the one it has looked at"
    assert other["known"][2] == []


def test_only_size_and_top_back_of_the_deck_are_known(scene: Any) -> None:
    m = scene("", "", top="topman rum")
    known = GAME.notation.codecs(m.options)["pile"].write(m.known_state(0).pile)
    assert known[-2:] == ["?", "?pirate"]
    assert m.view(None)["table"]["deck"] == {"cards": len(known), "back": "pirate"}


def test_at_the_end_everything_on_the_boards_is_open(last_boarding: Any) -> None:
    m = last_boarding("rum coin-ledger", "dark-rum", "")
    assert seen_rums(m, None, 0) == ["rum#1"]
    assert seen_rums(m, None, 1) == ["dark-rum#1"]


# ---- What must always hold -----------------------------------------------------------------------


@pytest.mark.parametrize(
    "damage",
    [
        lambda s: s.doubloons.__setitem__(0, s.doubloons[0] + 1),
        lambda s: s.share_doubloons.__setitem__(1, 1),
        lambda s: s.discards.__setitem__(0, s.discards[0] | s.boards[0][0]),
        lambda s: s.boards[0].__setitem__(0, 0),
        lambda s: s.pile.__setitem__(0, s.pile[1]),
        lambda s: s.known[1].__setitem__(0, s.known[0][0]),
        lambda s: s.known[0].__setitem__(0, 0),
        lambda s: s.rums.__setitem__(0, 0),
        lambda s: setattr(s, "turn", 2),
        lambda s: setattr(s, "phase", 3),
        lambda s: setattr(s, "chest_doubloons", 4),
    ],
)
def test_a_damaged_state_is_not_sound(damage: Any, compiled: bool) -> None:
    from seaboard.compiled import twin

    s = state(clouds.scene("rum rum-ledger topman", "chest"))
    soundness = twin(GAME).module("soundness") if compiled else GAME.soundness
    assert soundness.is_sound(states.to_record(s) if compiled else s)
    damage(s)
    assert not soundness.is_sound(states.to_record(s) if compiled else s)
