"""What views of Sea Salt & Paper tell, so that the page needs no rules."""

import random

import pytest

import seaboard
from seaboard import Match

MOVES = 300


@pytest.mark.parametrize("seats", [2, 4])
def test_views_tell_what_a_draw_and_the_end_of_a_turn_mean(seats: int) -> None:
    rng, ends, draws = random.Random(1), set(), set()
    for seed in range(6):
        m = Match(seaboard.GAMES["sea-salt-and-paper"], seats=seats, seed=seed, options={"target": 20})
        while not m.over and len(m.moves) < MOVES:
            (seat,) = m.to_act
            view = m.view(seat)
            table, legal = view["table"], view["legal"]
            assert len({(seen["draws"], seen["end_turn"]) for i in (None, *range(seats)) for seen in [m.view(i)["table"]]}) == 1
            # Where nobody calls, the deck is emptied; pairs of fish leave an odd number of cards.
            moves = [move for move in legal if move not in ("stop", "last chance")] if seed % 2 else list(legal)
            likely = [move for move in moves if move in ("draw", "last chance") or move.startswith("lay fish")]
            move = rng.choice(likely if likely and rng.random() < 0.7 else moves)
            before = len(m.moves)
            m.play(seat, legal[move])
            happened = {event["event"] for event in m.events(None, after=before)}
            if table["phase"] == "take":
                assert ("draw" in legal) == (table["draws"] > 0)
            if move == "draw":
                draws.add(table["draws"])
                assert ("two_drawn" in happened, "card_drawn" in happened) == (table["draws"] == 2, table["draws"] == 1)
            elif move == "end turn":
                ends.add(table["end_turn"])
                assert ("hand_revealed" in happened) == (table["end_turn"] == "reveals")
                assert ("round_cancelled" in happened) == (table["end_turn"] == "cancels")
        assert not m.over or m.view(None)["table"]["end_turn"] is None
    assert (ends, draws) == ({"passes", "reveals", "cancels"}, {1, 2})
