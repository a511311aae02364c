"""What views and events of Sea of Clouds tell, so that the page needs no rules."""

from typing import Any

import pytest

from tests.games.clouds import boarding, play, scene, told


def test_views_tell_what_each_kind_is_and_does() -> None:
    kinds: dict[str, Any] = scene("", "").view(0)["table"]["kinds"]
    assert kinds["steward"] == {
        "type": "pirate",
        "back": "pirate",
        "count": 2,
        "source": "rulebook",
        "effect": "gain-doubloons",
        "doubloons": 3,
        "strength": 2,
        "once": True,
        "optional": False,
    }
    assert kinds["eye-of-the-kraken"]["values"] == [-1, 3, 8, 15, 26]
    assert {name for name, kind in kinds.items() if kind.get("optional")} == {"cook", "smuggler", "quartermaster"}


def test_views_tell_what_a_relic_would_make_of_its_set() -> None:
    m = scene("sirens-song", "", shares=["sirens-song sirens-song phoenix-feather", "sirens-song", "rum"])
    cards = m.view(0)["table"]["shares"][0]["cards"]
    assert [card["set"] for card in cards] == [{"count": 3, "points": 2}, {"count": 3, "points": 2}, {"count": 1, "points": 0}]
    assert all("set" not in card for card in m.view(1)["table"]["shares"][0]["cards"]), "others don't see the cards"
    play(m, "take", "lay sirens-song")
    assert [card["set"] for card in m.view(0)["table"]["hand"]] == [{"count": 3, "points": 2}, {"count": 1, "points": 0}]


def test_views_tell_points_in_sight_by_who_sees_them() -> None:
    m = scene("figurehead dark-rum sirens-song", "", doubloons=(3, 3))
    own, others = m.view(0)["table"]["boards"][0], m.view(1)["table"]["boards"][0]
    assert (own["face_up_points"], own["known_points"]) == (3 + 2 - 3, 3 + 2 - 3 + 3)
    assert (others["face_up_points"], others["known_points"]) == (3 + 2 - 3, 3 + 2 - 3)


@pytest.mark.parametrize(("seats", "pairs"), [(2, [(0, 1)]), (3, [(0, 1), (1, 2), (2, 0)]), (4, [(0, 1), (1, 2), (2, 3), (3, 0)])])
def test_views_tell_who_fights_whom(seats: int, pairs: list[tuple[int, int]]) -> None:
    m = boarding("smuggler rum", "rum", *[""] * (seats - 2))
    table = m.view(None)["table"]
    assert [(fight["one"], fight["other"]) for fight in table["pairings"]] == pairs
    assert [(fight["one"], fight["other"]) for fight in table["boarding"]["fights"]] == pairs
    assert table["boarding"]["fights"][0] == {"one": 0, "other": 1, "winner": 0, "tied": False}
    if seats == 4:
        assert table["boarding"]["fights"][1] == {"one": 1, "other": 2, "winner": None, "tied": True}


def test_views_tell_the_seat_that_is_to_choose_what_there_is() -> None:
    m = boarding("quartermaster curse curse blunt-sword", "figurehead sharp-sabre", "")
    play(m, "send quartermaster left")
    assert m.view(0)["table"]["choices"] == [{"kind": "blunt-sword", "count": 1}, {"kind": "curse", "count": 2}]
    assert m.view(1)["table"]["choices"] == m.view(None)["table"]["choices"] == []
    play(m, "choose curse")
    assert {choice["kind"] for choice in m.view(0)["table"]["choices"]} == {"figurehead", "sharp-sabre"}


def test_events_tell_by_how_much_a_crew_becomes_stronger_or_weaker() -> None:
    m = scene("topman", "", shares=["beer gunner sharp-sabre", "rum", "rum"])
    play(m, "take", "lay gunner", "lay beer")
    laid = [(e["event"], e["card"], e["change"]) for e in told(m, None, "card_laid", "card_discarded") if e["seat"] == 0]
    assert laid == [
        ("card_laid", "gunner#1", 1),
        ("card_laid", "beer#1", 0),
        ("card_discarded", "topman#1", -2),
        ("card_discarded", "gunner#1", -1),
        ("card_discarded", "beer#1", 0),
        ("card_laid", "sharp-sabre#1", 2),
    ]


def test_events_tell_a_strength_that_is_settled_until_the_boarding_ends() -> None:
    m = boarding("lookout sharp-sabre", "", "blunt-sword", loot=("beer", "smuggler"))
    play(m, "loot 2-1")
    changes = [(e["card"], e["change"]) for e in told(m, None, "card_laid", "card_discarded") if e["seat"] == 0]
    assert changes == [("beer#1", 0), ("lookout#1", 0), ("beer#1", 0)]
    assert [e["strength"] for e in told(m, None, "crew_left")] == [2, 0, -1]
