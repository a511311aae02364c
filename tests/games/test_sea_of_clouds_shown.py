"""What views and events of Sea of Clouds tell, so that the page needs no rules."""

from typing import Any

import pytest

from seaboard.games.sea_of_clouds.state import NO_CARD
from seaboard.match import Match
from tests.games.clouds import GAME, boarding, play, scene, told


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


@pytest.mark.parametrize(
    ("deck", "last_share", "leaving"),
    [
        (3, "rum", "card"),
        (2, "rum", "card"),
        (1, "rum", "doubloon"),  # the only card is added to the share
        (1, "rum rum curse", "card"),  # a full share gets a doubloon
        (0, "rum", "doubloon"),
    ],
)
def test_views_tell_what_leaving_a_share_leads_to(deck: int, last_share: str, leaving: str) -> None:
    s = scene("", "", shares=["topman gunner smuggler", "topman gunner cook", last_share]).plain_state()
    for place in range(s.pile_size):
        if place >= deck:
            s.pile[place] = NO_CARD
    s.pile_size = deck
    m = Match.from_state(GAME, s)
    for _ in range(2):
        assert [m.view(seat)["table"]["leaving"] for seat in (0, 1, None)] == ["share"] * 3
        play(m, "leave")
    assert [m.view(seat)["table"]["leaving"] for seat in (0, 1, None)] == [leaving] * 3
    play(m, "leave")
    assert bool(told(m, None, "card_drawn")) == (leaving == "card")
    assert bool(told(m, None, "doubloons_gained")) == (leaving == "doubloon")


def test_events_tell_whether_a_fight_was_tied() -> None:
    m = boarding("topman", "topman", "", "")
    won, undecided = told(m, None, "fight_won"), told(m, None, "fight_undecided")
    assert [(e["seat"], e["loser"], e["tied"]) for e in won] == [(0, 1, True), (1, 2, False), (0, 3, False)]
    assert [(e["seat"], e["other"], e["tied"]) for e in undecided] == [(2, 3, True)]


def test_events_tell_rums_from_secrets() -> None:
    m = scene("", "", shares=["dark-rum rum-ledger", "rum", "rum"])
    play(m, "take", "lay rum-ledger")
    assert [(e["back"], e["type"]) for e in told(m, 1, "card_laid_face_down")] == [("object", "secret"), ("rum", "rum")]


@pytest.mark.parametrize(
    ("boards", "seat", "giver", "doubloons"),
    [
        (["quartermaster chest", "curse", ""], 1, 0, 4),
        (["quartermaster topman curse", "topman", "chest", ""], 0, 1, 3),  # one came off it when it was lost in a fight
    ],
    ids=["given", "taken"],
)
def test_events_tell_where_the_chest_goes_in_a_swap(boards: list[str], seat: int, giver: int, doubloons: int) -> None:
    m = boarding(*boards, doubloons=[0] * len(boards), chest=4)
    assert m.view(None)["table"]["chest"] == "chest"
    play(m, "send quartermaster left")
    assert told(m, None, "chest_moved") == [{"event": "chest_moved", "seat": seat, "from": giver, "doubloons": doubloons}]
    assert [board["chest"] for board in m.view(None)["table"]["boards"]] == [doubloons if i == seat else None for i in range(len(boards))]
