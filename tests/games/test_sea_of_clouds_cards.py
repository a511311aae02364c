"""Every card of Sea of Clouds: what its effect does, and what happens where it has nothing to act on."""

import pytest

from seaboard.games.sea_of_clouds import decks
from tests.games.clouds import boarding, final_count, kinds_on, last_boarding, legal, play, scene, state, told

# ---- Cards that count at the end: (card, board with something to count, its worth, board with nothing, its worth) ----------------

COUNTED = [
    # Rums
    ("collectors-rum", "collectors-rum collectors-rum", 4, "collectors-rum rum", 1),
    ("majority-rum", "majority-rum majority-rum", 6, "majority-rum", 1),  # the rival has two
    ("rotgut", "rotgut rotgut", 0, "rotgut", 0),
    ("rum", "rum rum", 2, "rum", 1),
    ("spiced-rum", "spiced-rum spiced-rum", 4, "spiced-rum", 2),
    ("dark-rum", "dark-rum dark-rum", 6, "dark-rum", 3),
    ("aged-rum", "aged-rum", 4, "aged-rum rum", 4),
    ("captains-reserve", "captains-reserve", 6, "captains-reserve rum", 6),
    # Relics
    ("sirens-song", "sirens-song " * 4, 6, "sirens-song", -3),
    ("behemoth-tooth", "behemoth-tooth " * 3, 6, "behemoth-tooth", -2),
    ("eye-of-the-kraken", "eye-of-the-kraken " * 5, 26, "eye-of-the-kraken", -1),
    ("phoenix-feather", "phoenix-feather phoenix-feather", 5, "phoenix-feather", 0),
    # Objects
    ("figurehead", "figurehead figurehead", 4, "figurehead", 2),
    ("rum-guide", "rum-guide rum rotgut", 2, "rum-guide", 0),
    ("curio-cabinet", "curio-cabinet sirens-song behemoth-tooth", 2, "curio-cabinet", 0),
    ("curse", "curse curse", -6, "curse", -3),
    # Secrets
    ("rum-ledger", "rum-ledger rum rum rum", 5, "rum-ledger", 0),
    ("relic-ledger", "relic-ledger sirens-song behemoth-tooth", 5, "relic-ledger", 0),
    ("coin-ledger", "coin-ledger", 5, "coin-ledger", 0),
    ("forged-papers", "forged-papers curse figurehead", 2, "forged-papers", 0),
]


@pytest.mark.parametrize(("card", "board", "worth", "bare", "bare_worth"), COUNTED, ids=[row[0] for row in COUNTED])
def test_what_it_counts(card: str, board: str, worth: int, bare: str, bare_worth: int) -> None:
    m = last_boarding(board, "majority-rum" if card == "majority-rum" else "", "", doubloons=(9, 0, 0))
    assert final_count(m, 0)[card] == worth
    m = last_boarding(bare, "majority-rum majority-rum" if card == "majority-rum" else "", "", doubloons=(0, 9, 0))
    assert final_count(m, 0)[card] == bare_worth


def test_the_majority_of_rums_tied_goes_by_the_parrot() -> None:
    for parrot, worth in ((0, 3), (1, 1), (2, 3)):
        m = last_boarding("majority-rum", "majority-rum", "", parrot=parrot)
        assert final_count(m, 0)["majority-rum"] == worth


# ---- Objects that do something -------------------------------------------------------------------


def test_chest_is_filled_when_laid_and_counts_for_its_owner() -> None:
    m = scene("", "", shares=["chest", "rum", "rum"])
    play(m, "take")
    assert state(m).chest_doubloons == 5
    assert m.view(1)["table"]["boards"][0]["chest"] == 5
    assert state(m).doubloons[0] == 3
    m = last_boarding("chest", "", "", doubloons=(0, 0, 0))
    assert m.scores[0] == 5


def test_chest_empty_counts_nothing() -> None:
    m = last_boarding("chest", "", "", doubloons=(0, 0, 0), chest=0)
    assert m.scores[0] == 0


def strength_with(cards: str) -> int:
    return int(told(boarding(cards, "", ""), None, "crew_counted")[0]["strength"])


def test_blunt_sword_weakens_a_crew() -> None:
    assert strength_with("topman blunt-sword") == 1


def test_blunt_sword_counts_without_pirates() -> None:
    assert strength_with("blunt-sword") == -1


def test_sharp_sabre_strengthens_a_crew() -> None:
    assert strength_with("topman sharp-sabre sharp-sabre") == 6


def test_sharp_sabre_without_pirates_wins_nothing() -> None:
    assert strength_with("sharp-sabre") == 2
    assert not told(boarding("sharp-sabre", "", ""), None, "fight_won")


def test_beer_discards_all_pirates() -> None:
    m = scene("topman gunner rum curse", "topman", shares=["beer", "rum", "rum"])
    play(m, "take")
    assert kinds_on(m, 0) == ["curse", "rum"]
    assert kinds_on(m, 1) == ["topman"]


def test_beer_without_pirates_is_only_discarded() -> None:
    m = scene("rum", "", shares=["beer", "rum", "rum"])
    play(m, "take")
    assert m.position()["discards"] == ["beer#1"]


def test_treasure_map_adds_a_card_to_each_share_in_order() -> None:
    m = scene("", "", shares=["treasure-map", "rum", "rum"], top="topman gunner cook steward")
    play(m, "take")
    assert m.position()["shares"] == [["topman#1", "gunner#1"], ["rum#1", "cook#1"], ["rum#2", "steward#1"]]


def test_treasure_map_with_full_shares_or_no_deck_adds_doubloons() -> None:
    m = scene("", "", shares=["treasure-map", "rum rum rum", "dark-rum"], top="topman gunner cook")
    play(m, "take")
    assert state(m).share_doubloons == [0, 1, 0]
    m = scene("", "", shares=["treasure-map", "rum", "dark-rum"], empty_deck=True)
    play(m, "take")
    assert state(m).share_doubloons == [2, 1, 1], "the emptied place had got one already"


def test_purse_gains_doubloons() -> None:
    m = scene("", "", shares=["purse", "rum", "rum"])
    play(m, "take")
    assert state(m).doubloons == [6, 3, 0, 0]
    assert m.position()["discards"] == ["purse"]


def test_purse_leaves_the_others_alone() -> None:
    m = scene("", "", shares=["purse", "rum", "rum"], doubloons=(0, 0))
    play(m, "take")
    assert state(m).doubloons == [3, 0, 0, 0]


def test_cracker_takes_the_parrot() -> None:
    m = scene("", "", shares=["cracker", "rum", "rum"], parrot=1)
    play(m, "take")
    assert state(m).parrot == 0
    assert told(m, None, "parrot_taken") == [{"event": "parrot_taken", "seat": 0, "from": 1}]


def test_cracker_of_the_parrots_holder_does_nothing() -> None:
    m = scene("", "", shares=["cracker", "rum", "rum"], parrot=0)
    play(m, "take")
    assert state(m).parrot == 0
    assert not told(m, None, "parrot_taken")


# ---- Pirates -------------------------------------------------------------------------------------


def test_topman_gains_a_doubloon_for_each_victory() -> None:
    m = boarding("topman", "", "", doubloons=(0, 0, 0))
    play(m, "send topman left")
    assert state(m).doubloons[0] == 2


def test_topman_without_a_victory_gains_nothing() -> None:
    m = boarding("topman", "first-mate", doubloons=(0, 0))
    assert state(m).doubloons[0] == 0


def test_first_mate_gains_two_doubloons_for_each_victory() -> None:
    m = boarding("first-mate", "", "", doubloons=(0, 0, 0))
    play(m, "send first-mate right")
    assert state(m).doubloons[0] == 4


def test_first_mate_without_a_victory_gains_nothing() -> None:
    m = boarding("first-mate", "mister-plume", doubloons=(0, 0))
    assert state(m).doubloons[0] == 0


def test_gunner_steals_a_rum_for_each_victory() -> None:
    m = boarding("gunner", "rum", "dark-rum")
    play(m, "send gunner left")
    assert kinds_on(m, 0) == ["dark-rum", "rum"]
    assert state(m).rums == [2, 0, 0, 0]


def test_gunner_finds_no_rum() -> None:
    m = boarding("gunner cook", "rum-ledger", "", parrot=1)
    assert legal(m) == {"send cook left", "done"}
    assert "nothing to act on" in m.why_not(0, m.game.notation.read_move(state(m), 0, "send gunner left"))
    assert "send gunner left" in m.view(0)["table"]["refused"]


def test_rachel_cruz_steals_two_doubloons_from_each() -> None:
    m = boarding("rachel-cruz", "", "", doubloons=(0, 3, 3))
    play(m, "send rachel-cruz left")
    assert state(m).doubloons == [4, 1, 1, 0]


def test_rachel_cruz_takes_what_is_there_or_nothing() -> None:
    m = boarding("rachel-cruz", "", "", doubloons=(0, 1, 0))
    assert state(m).doubloons == [1, 0, 0, 0]
    assert len(told(m, None, "pirate_sent")) == 1


def test_steward_gains_three_doubloons_once() -> None:
    m = boarding("steward", "", "", doubloons=(0, 0, 0))
    assert state(m).doubloons[0] == 3


def test_steward_without_a_victory_gains_nothing() -> None:
    m = boarding("steward", "first-mate", doubloons=(0, 0))
    assert state(m).doubloons[0] == 0


def test_cook_takes_the_parrot_once() -> None:
    m = boarding("cook", "", "", parrot=2)
    assert legal(m) == {"send cook left", "done"}
    play(m, "send cook left")
    assert state(m).parrot == 0


def test_cook_of_the_parrots_holder_does_nothing() -> None:
    m = boarding("cook", "", "", parrot=0)
    assert not told(m, None, "pirate_sent")
    assert told(m, None, "boarding_ended")


def test_mister_plume_makes_a_beaten_opponent_discard_an_object() -> None:
    m = boarding("mister-plume", "figurehead curse rum-ledger", "")
    assert m.to_act == [1], "the opponent chooses, one of those that lie face up"
    assert legal(m) == {"choose figurehead", "choose curse"}
    play(m, "choose curse")
    assert kinds_on(m, 1) == ["figurehead", "rum-ledger"]
    assert "curse#1" in m.position()["discards"]


def test_mister_plume_names_one_of_two_beaten_opponents_once() -> None:
    m = boarding("mister-plume", "figurehead", "curse")
    assert m.to_act == [0]
    assert legal(m) == {"send mister-plume left", "send mister-plume right"}
    play(m, "send mister-plume right")
    assert (kinds_on(m, 1), kinds_on(m, 2)) == (["figurehead"], ["phoenix-feather"])


def test_mister_plume_finds_no_face_up_object() -> None:
    m = boarding("mister-plume", "rum-ledger", "")
    assert not told(m, None, "pirate_sent")
    assert kinds_on(m, 1) == ["rum-ledger"]


def test_mister_plume_discards_a_chest_whose_doubloons_return_to_the_stock() -> None:
    # the Chest has just been won by seat 1, whom Mister Plume beats in turn
    m = boarding("chest gunner", "topman", "mister-plume", "", parrot=2, doubloons=(0, 0, 0, 0))
    assert "chest" in m.position()["discards"]
    assert state(m).chest_doubloons == 0
    assert state(m).issued == sum(state(m).doubloons) + sum(state(m).share_doubloons)


def test_lookout_takes_any_card_of_the_loot_by_its_back() -> None:
    m = boarding("lookout", "", "", loot=("dark-rum curse", "figurehead"), top="topman")
    assert legal(m) == {"loot 1-1", "loot 2-1", "loot 2-2", "loot 3-1"}
    assert m.view(0)["table"]["shares"][2]["cards"][0]["card"] is None
    play(m, "loot 2-2")
    assert kinds_on(m, 0) == ["curse"]
    assert m.position()["shares"][1] == ["dark-rum#1"]


def test_lookout_finds_no_card_in_the_loot() -> None:
    m = boarding("lookout", "", "", loot=("", ""), empty_deck=True)
    assert not told(m, None, "pirate_sent")
    assert told(m, None, "boarding_ended")


def test_lookout_takes_the_only_card_without_a_choice() -> None:
    m = boarding("lookout", "", "", loot=("", "figurehead"), empty_deck=True)
    assert kinds_on(m, 0) == ["figurehead"]
    assert state(m).share_doubloons == [1, 0, 1]


def test_cabin_boy_steals_a_doubloon_from_each() -> None:
    m = boarding("cabin-boy", "", "", doubloons=(0, 3, 3))
    play(m, "send cabin-boy left")
    assert state(m).doubloons == [2, 2, 2, 0]


def test_cabin_boy_finds_no_doubloon() -> None:
    m = boarding("cabin-boy", "", "", doubloons=(0, 0, 0))
    assert not told(m, None, "pirate_sent")


def test_smuggler_swaps_a_chosen_rum_for_an_unseen_one() -> None:
    m = boarding("smuggler rotgut dark-rum", "captains-reserve", "")
    play(m, "send smuggler left", "choose rotgut")
    assert kinds_on(m, 0) == ["captains-reserve", "dark-rum"]
    assert kinds_on(m, 1) == ["rotgut"]


@pytest.mark.parametrize(("own", "his"), [("", "rum"), ("rum", ""), ("rum-ledger", "rum")])
def test_smuggler_needs_a_rum_on_both_sides(own: str, his: str) -> None:
    m = boarding(f"smuggler {own}", his, "")
    assert not told(m, None, "pirate_sent")


def test_quartermaster_swaps_face_up_objects_of_the_winners_choice() -> None:
    m = boarding("quartermaster curse blunt-sword", "figurehead sharp-sabre", "")
    play(m, "send quartermaster left")
    assert legal(m) == {"choose curse", "choose blunt-sword"}
    play(m, "choose curse")
    assert legal(m) == {"choose figurehead", "choose sharp-sabre"}
    play(m, "choose sharp-sabre")
    assert kinds_on(m, 1) == ["curse", "figurehead"]
    assert told(m, None, "objects_swapped")[0]["taken"] == "sharp-sabre#1"


@pytest.mark.parametrize(("own", "his"), [("", "figurehead"), ("curse", ""), ("curse", "rum-ledger"), ("coin-ledger", "figurehead")])
def test_quartermaster_needs_a_face_up_object_on_both_sides(own: str, his: str) -> None:
    m = boarding(f"quartermaster {own}", his, "")
    assert not told(m, None, "pirate_sent"), "Secrets are never swapped"


def test_quartermaster_swaps_a_chest_with_its_doubloons() -> None:
    m = boarding("quartermaster chest", "curse", "", doubloons=(0, 0, 0))
    play(m, "send quartermaster left")
    assert kinds_on(m, 1) == ["chest"]
    assert m.view(None)["table"]["boards"][1]["chest"] == 5


def test_every_kind_of_card_is_tested_twice() -> None:
    counted = [row[0] for row in COUNTED]
    tests = [name for name in globals() if name.startswith("test_")]
    for kind in decks.standard().kinds:
        own = [name for name in tests if name.startswith(f"test_{kind.name.replace('-', '_')}_")]
        assert kind.name in counted or len(own) >= 2, kind.name
