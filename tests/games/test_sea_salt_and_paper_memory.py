"""What a seat knows and what it can't: imagined worlds respect everything seen, and leave open everything else."""

import random
from collections.abc import Iterator
from typing import Any

import pytest

import seaboard
from seaboard import state
from seaboard.compiled import twin
from seaboard.games.sea_salt_and_paper.notation import NAMES, write_set
from tests.games.salt_and_paper import GAME, at, do

FAR = 300


def worlds(m: seaboard.Match, seat: int | None, count: int) -> Iterator[Any]:
    """Worlds as a seat might imagine them."""
    for seed in range(count):
        s = m.known_state(seat)
        s.seed = [seed, 2, 3, 4]
        GAME.redeal.redeal(s, -1 if seat is None else seat)
        assert GAME.soundness.is_sound(s)
        yield s


def hands(s: Any, seat: int) -> set[str]:
    return set(write_set(s.hands[seat]))


def pile(s: Any, number: int) -> list[str]:
    return [NAMES[card] for card in s.piles[number - 1][: s.pile_sizes[number - 1]]]


# ---- Watching a whole match --------------------------------------------------------------------------


class Watcher:
    """Where each card may be, from the events that one seat is shown: coarse, simple, and written apart from the game."""

    def __init__(self, seat: int, seats: int) -> None:
        self.seat = seat
        self.hidden = {"deck", *(f"hand {i}" for i in range(seats) if i != seat)}
        self.begin()

    def begin(self) -> None:
        self.may: dict[str, set[str]] = {}
        self.tops = ["", ""]

    def of(self, card: str) -> set[str]:
        return self.may.get(card, self.hidden)

    def pin(self, card: str, place: str) -> None:
        self.may[card] = {place}

    def watch(self, event: dict[str, Any]) -> None:
        who = f"hand {event.get('seat')}"
        card: str = event.get("card", "")
        match event["event"]:
            case "round_began":
                self.begin()
            case "pile_shown" | "card_discarded":
                self.pin(card, f"pile {event['pile']}")
                self.tops[event["pile"] - 1] = card
            case "card_taken":
                self.pin(card, who)
            case "card_kept" | "card_drawn" if card:
                self.pin(card, who)
            case "pair_laid":
                self.pin(event["first"], f"table {event['seat']}")
                self.pin(event["second"], f"table {event['seat']}")
            case "card_picked" if card:
                self.pin(card, who)
            case "card_picked":
                place = f"pile {event['pile']}"
                for other, may in self.may.items():
                    if place in may and other != self.tops[event["pile"] - 1]:
                        may.add(who)
            case "card_stolen" if card:
                self.pin(card, who)
            case "card_stolen":
                for may in self.may.values():
                    if f"hand {event['victim']}" in may:
                        may.add(who)
            case "hand_revealed":
                for may in self.may.values():
                    if may != {who}:
                        may.discard(who)
            case "card_revealed":
                self.may[card] = {who}


def places(s: Any) -> dict[str, str]:
    """Where every card is, but for two drawn ones."""
    found = {}
    for seat in range(s.seats):
        found.update(dict.fromkeys(write_set(s.hands[seat]), f"hand {seat}"))
        found.update(dict.fromkeys(write_set(s.laid[seat]), f"table {seat}"))
    for number in (1, 2):
        found.update(dict.fromkeys(pile(s, number), f"pile {number}"))
    found.update({NAMES[card]: "deck" for card in s.deck[: s.deck_size]})
    return found


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_an_imagined_world_keeps_every_card_where_the_seat_has_seen_it(seats: int) -> None:
    checked = uncertain = 0
    for seed in range(5):
        m = seaboard.Match(GAME, seats=seats, seed=seed)
        rng = random.Random(seed)
        watchers = {seat: Watcher(-1 if seat is None else seat, seats) for seat in (None, *range(seats))}
        read = dict.fromkeys(watchers, 0)
        while not m.over:
            seat = m.to_act[0]
            # Lay eagerly and end rounds seldom, so that there are many searches and thefts.
            legal = [a for a in m.legal(seat) if "lay" in m.notation(a, seat)] or m.legal(seat)
            m.play(
                seat, rng.choice([a for a in legal if m.notation(a, seat) not in ("stop", "last chance")] if rng.random() < 0.8 else legal)
            )
            for watching, watcher in watchers.items():
                for event in m.events(watching, since=read[watching]):
                    watcher.watch(event)
                    read[watching] += 1
                if len(m.moves) % 17 == 0:
                    for world in worlds(m, watching, 2):
                        for card, place in places(world).items():
                            assert place in watcher.of(card), (card, place, watcher.of(card))
                            checked += len(watcher.of(card)) == 1
                            uncertain += card in watcher.may and len(watcher.of(card)) > 1
    assert checked > 1000
    assert uncertain > 100


# ---- Crabs -------------------------------------------------------------------------------------------

PILE = "shell:black shell:grey octopus:yellow boat:black"


def searched(pick: str, then: tuple[str, ...] = (), held: str = "") -> seaboard.Match:
    """Seat 0 looks through pile 1 and takes a card of it."""
    m = at([f"crab:black crab:green {held}", "", ""], piles=(PILE, "fish:green"), compiled=False)
    return do(m, "lay crab:black crab:green", "search 1", f"pick {pick}", *then)


@pytest.mark.parametrize("watching", [1, 2, None])
def test_after_a_crab_any_card_under_the_top_may_be_gone(watching: int | None) -> None:
    m = searched("shell:grey")
    gone = set()
    for world in worlds(m, watching, FAR):
        (card,) = hands(world, 0)
        assert pile(world, 1) == [name for name in PILE.split() if name != card]
        gone.add(card)
    assert gone == {"shell:black", "shell:grey", "octopus:yellow"}, "not the top, which is still there"


def test_the_crabs_player_knows_it_all() -> None:
    m = searched("shell:grey", ("end turn", "draw"))
    for world in worlds(m, 0, 20):
        assert pile(world, 1) == ["shell:black", "octopus:yellow", "boat:black"]
        assert hands(world, 0) == {"shell:grey"}


def test_a_top_taken_by_a_crab_is_known_to_all() -> None:
    m = searched("boat:black")
    for watching in (1, 2, None):
        for world in worlds(m, watching, 20):
            assert hands(world, 0) == {"boat:black"}
            assert pile(world, 1) == PILE.split()[:3]


def test_the_lower_of_two_cards_taken_by_a_crab_is_known_to_all() -> None:
    m = at(["crab:black crab:green", ""], piles=("shell:black boat:black", ""))
    do(m, "lay crab:black crab:green", "pick shell:black")
    for world in worlds(m, 1, 20):
        assert hands(world, 0) == {"shell:black"}


def test_a_pile_uncovered_tells_what_a_crab_did_not_take() -> None:
    m = searched("shell:grey", ("end turn", "take 1"))
    # boat:black is gone, octopus:yellow lies open: so it was one of the shells
    gone = {next(iter(hands(world, 0))) for world in worlds(m, 2, FAR)}
    assert gone == {"shell:black", "shell:grey"}
    do(m, "end turn", "take 1")
    assert {next(iter(hands(world, 0))) for world in worlds(m, 1, FAR)} == {"shell:grey"}, "shell:black lies open"


def test_a_covered_pile_is_not_forgotten() -> None:
    m = searched("octopus:yellow", ("end turn", "take 1", "end turn", "draw", "keep 1", "discard 1"))
    for world in worlds(m, 1, 50):
        assert hands(world, 0) == {"octopus:yellow"}, "shell:grey lay open before it was covered"


def test_a_second_crab_learns_what_the_first_took() -> None:
    m = at(["crab:black crab:green", "crab:yellow crab:yellow:2", ""], piles=(PILE, "fish:green"))
    do(
        m,
        "lay crab:black crab:green",
        "search 1",
        "pick shell:grey",
        "end turn",
        "take 2",
        "lay crab:yellow crab:yellow",
        "pick shell:black",
    )
    for world in worlds(m, 1, 50):
        assert hands(world, 0) == {"shell:grey"}
        assert pile(world, 1) == ["octopus:yellow", "boat:black"]
    both = {(next(iter(hands(world, 0))), *(hands(world, 1) - {"fish:green"})) for world in worlds(m, 2, FAR)}
    under = {"shell:black", "shell:grey", "octopus:yellow"}
    assert both == {(first, second) for first in under for second in under if first != second}


# ---- Thefts ------------------------------------------------------------------------------------------


def taken_and_robbed(seed: int) -> seaboard.Match:
    """Seat 1 holds a card nobody saw, takes mermaid:white for all to see, and is robbed by seat 2."""
    m = at(
        ["", "shell:grey", "swimmer:black shark:green", ""],
        turn=1,
        phase="take",
        piles=("boat:black mermaid:white", "fish:green"),
        seed=seed,
    )
    return do(m, "take 1", "end turn", "take 2", "lay swimmer:black shark:green")


def test_a_theft_is_known_to_thief_and_robbed_alone() -> None:
    both = {next(iter(hands(taken_and_robbed(seed).plain_state(), 1))) for seed in range(20)}
    assert both == {"shell:grey", "mermaid:white"}
    for seed in range(5):
        m = taken_and_robbed(seed)
        kept = hands(m.plain_state(), 1)
        for knowing in (1, 2):
            for world in worlds(m, knowing, 20):
                if "mermaid:white" in kept:
                    assert "mermaid:white" in hands(world, 1)
                else:
                    assert {"mermaid:white", "fish:green"} == hands(world, 2)
        for watching in (0, 3, None):
            holders = set()
            for world in worlds(m, watching, 60):
                assert "fish:green" in hands(world, 2)
                holders.add(next(holder for holder in range(4) if "mermaid:white" in hands(world, holder)))
            assert holders == {1, 2}


def test_the_robbed_knows_what_the_thief_holds_until_it_may_be_stolen_on() -> None:
    m = at(
        ["swimmer:black shark:green", "mermaid:white", "swimmer:yellow shark:purple", ""], piles=("boat:black", "fish:green boat:yellow")
    )
    do(m, "lay swimmer:black shark:green", "rob 1")
    assert all("mermaid:white" in hands(world, 0) for world in worlds(m, 1, 20))
    do(m, "end turn", "take 2", "end turn", "take 1", "lay swimmer:yellow shark:purple", "rob 0")
    assert hands(m.plain_state(), 0) == set()
    assert all("mermaid:white" in hands(world, 2) for world in worlds(m, 1, 20)), "the thief had nothing else"


def test_of_two_known_cards_one_theft_takes_one_though_it_is_stolen_on() -> None:
    """Seat 0 is robbed once, so at most one of its two known cards is elsewhere, whoever has stolen what from the thief."""
    known = {"octopus:purple", "mermaid:white"}
    holders = set()
    for seed in range(4):
        m = at(
            ["shell:grey", "swimmer:black shark:green penguin:pink", "swimmer:yellow shark:purple", ""],
            phase="take",
            piles=("octopus:grey mermaid:white octopus:purple", "fish:green boat:yellow shell:black"),
            seed=seed,
        )
        do(m, "take 1", "end turn", "take 2", "end turn", "take 2", "end turn", "take 2", "end turn", "take 1", "end turn")
        do(m, "take 1", "lay swimmer:black shark:green", "rob 0", "end turn")
        do(m, "draw", "keep 1", "discard 1", "lay swimmer:yellow shark:purple", "rob 1")
        for watching in (3, None):
            for world in worlds(m, watching, 80):
                away = known - hands(world, 0)
                assert len(away) <= 1
                holders |= {holder for holder in (1, 2, 3) for card in away if card in hands(world, holder)}
    assert holders == {1, 2}


# ---- Hiding ------------------------------------------------------------------------------------------


def test_a_draw_is_seen_by_the_drawer_alone() -> None:
    m = at(["", ""], phase="take", deck="boat:black fish:green", piles=("crab:black", "crab:green"))
    do(m, "draw")
    assert "boat:black" not in str(m.view(1)["memory"]["tape"])
    assert "boat:black" in str(m.view(0)["memory"]["tape"])
    drawn = {NAMES[world.drawn[0]] for world in worlds(m, 1, 50)}
    assert len(drawn) > 10
    do(m, "keep boat:black")
    assert len({NAMES[world.drawn[0]] for world in worlds(m, 1, 50)}) > 10
    do(m, "discard 1")
    assert all("fish:green" not in hands(world, 0) for world in worlds(m, 1, 50))


def test_revealed_hands_are_the_same_in_all_worlds() -> None:
    seven = "crab:yellow crab:dark-blue octopus:yellow octopus:green octopus:purple"
    m = at([seven, "", ""], piles=("crab:black", "crab:green"))
    do(m, "last chance", "take 1")
    for watching in (1, 2, None):
        for world in worlds(m, watching, 10):
            assert hands(world, 0) == set(seven.split())


def test_a_world_is_found_where_there_were_many_searches_and_thefts() -> None:
    compiled = twin(GAME)
    rng = random.Random(0)
    redealt = 0
    for seed in range(30):
        m = seaboard.Match(GAME, seats=2 + seed % 3, seed=seed, compiled=True)
        while not m.over:
            seat = m.to_act[0]
            legal = [a for a in m.legal(seat) if "lay" in m.notation(a, seat)] or m.legal(seat)
            m.play(seat, rng.choice(legal[:2]))
            record = state.to_record(m.known_state(None))
            record["seed"][:] = [rng.getrandbits(32) for _ in range(4)]
            compiled.module("redeal").redeal(record, -1)
            assert compiled.module("soundness").is_sound(record)
            redealt += 1
    assert redealt > 1000
