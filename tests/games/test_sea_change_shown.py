"""What views of Sea Change tell, so that the page needs no rules."""

import random

import pytest

import seaboard
from seaboard import Match


@pytest.mark.parametrize("seats", [1, 2, 3, 5])
def test_views_tell_what_may_be_done_and_which_cards_turn_the_trump(seats: int) -> None:
    rng, told = random.Random(7), set()
    for seed in range(8):
        m = Match(seaboard.GAMES["sea-change"], seats=seats, seed=seed, options={"target": 1})
        while not m.over:
            (seat,) = m.to_act
            view = m.view(seat)
            table, legal = view["table"], list(view["legal"])
            assert all(m.view(other)["table"]["may"] is None for other in (None, *range(seats)) if other != seat)
            led, held = [card[0] == table["lead"] for card in legal], set(legal) == set(table["hand"])
            if not table["trick"]:
                assert (table["may"], table["to_match"], table["sea_changes"]) == ("lead", None, [])
            elif any(led):
                assert table["may"] == "follow"
            else:
                assert table["may"] == "free"
                assert held
            told.add(table["may"])
            move = rng.choice(legal)
            before = len(m.moves)
            m.play(seat, view["legal"][move])
            changed = any(event["event"] == "sea_changed" and event["seat"] == seat for event in m.events(None, after=before))
            assert changed == (move in table["sea_changes"]) == (table["to_match"] is not None and move[1:] == str(table["to_match"]))
    assert told == ({"follow", "free"} if seats == 1 else {"lead", "follow", "free"})
