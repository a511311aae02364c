"""In positions that can be solved, decisions are labelled as the solution says.

In the last tricks of a two-player round of Sea Change the pile is gone, so each player knows the other's hand, and every line of play can
be gone through.
"""

import random
from collections import Counter
from typing import Any

import seaboard
from seaboard import GAMES, state
from seaboard.review.decisions import BLUNDER, INEXACT, MISTAKE, Judge, decision

GAME = GAMES["sea-change"]
HELD = 4
POSITIONS = 24


def solve(s: Any, stream: int) -> list[float]:
    """Everybody's outlook at the round's end, if both play as well as can be."""
    rules = GAME.rules
    if s.stream != stream or rules.is_over(s):
        return [GAME.strategy.outlook(s, seat) for seat in range(2)]
    seat = s.turn
    return max((solve(after, stream) for after in follow(s, seat).values()), key=lambda values: values[seat])


def follow(s: Any, seat: int) -> dict[int, Any]:
    """The state after each legal action."""
    out = [0] * GAME.state.ACTIONS
    count = GAME.rules.legal_actions(s, seat, out)
    found = {}
    for action in out[:count]:
        after = found[action] = state.copy(s)
        GAME.rules.apply(after, seat, action, None)
    return found


def late_positions(count: int) -> list[seaboard.Match]:
    found: list[seaboard.Match] = []
    seed = 0
    while len(found) < count:
        m, rng = seaboard.Match(GAME, seats=2, seed=seed), random.Random(seed)
        seed += 1
        while not m.over:
            s = m.plain_state()
            if s.pile_size == 0 and s.held[s.turn] == HELD and len(m.legal(m.to_act[0])) > 1:
                found.append(m)
                break
            m.play(m.to_act[0], rng.choice(m.legal(m.to_act[0])))
    return found


def test_labels_are_right_where_the_truth_is_known() -> None:
    judge = Judge(GAME, simulations=80_000)
    labels: Counter[str] = Counter()
    for m in late_positions(POSITIONS):
        seat, s = m.to_act[0], m.plain_state()
        worth = {action: solve(after, s.stream)[seat] for action, after in follow(s, seat).items()}
        found = judge.weigh(m.view(seat), turn=0)
        for action, value in worth.items():
            label = decision(found, action, seat=seat, number=0).label
            assert label == true_label(max(worth.values()) - value)
            labels[label] += 1
    assert labels["good"] > POSITIONS
    assert labels["blunder"] > POSITIONS / 4


def true_label(cost: float) -> str:
    return "blunder" if cost >= BLUNDER else "mistake" if cost >= MISTAKE else "inexact" if cost >= INEXACT else "good"
