"""A network's look one move ahead: the others answer as the network would, and it judges what its seat sees next.

Hidden cards are re-dealt many times. In each of these worlds every remaining action is tried with the same dice for the others, so that
actions are compared under the same luck. The worse half is dropped again and again (sequential halving), so the best is tried most.
"""

from typing import Any

from seaboard.kernels import network as learned
from seaboard.kernels.dice import WORD, first, word
from seaboard.kernels.search import choices_still_open
from seaboard.kit import lowest

rules: Any = None  # the game's, bound when compiled
redeal: Any = None
strategy: Any = None
features: Any = None

LEAST_CHANCE = 0.004  # an action that the network finds less likely than this is not tried

# It works with
#     dice, others       the thinker's dice, and those of the others in one world
#     worlds             space for two states: one re-dealt, and one to try an action in
#     network, row, inputs, sums, units    see `network.py`
#     out, chances       space for legal actions, and how likely each is
#     actions, means, counts, active       of the thinking seat: its actions, their mean results, how often each was tried, and
# whether it still remains


def foresee(
    root: Any,
    seat: int,
    tries: int,
    dice: Any,
    others: Any,
    worlds: Any,
    network: Any,
    row: Any,
    inputs: Any,
    sums: Any,
    units: Any,
    out: Any,
    chances: Any,
    actions: Any,
    means: Any,
    counts: Any,
    active: Any,
) -> int:
    """Try the actions of a seat that is to act, this many times in all; returns the index of the best in `actions`."""
    best = learned.advise(root, seat, network, row, inputs, sums, units, out, chances)
    count = rules.legal_actions(root, seat, out)
    left = begin(count, out, chances, actions, means, counts, active)
    halvings = 0
    while 1 << halvings < left:
        halvings += 1
    for _ in range(halvings):
        for _ in range(max(1, tries // (halvings * left))):
            imagine(root, seat, dice, worlds, network, row, inputs, sums, units, out, chances)
            start = first(word(dice))
            for k in range(count):
                if active[k]:
                    worlds[1] = worlds[0]
                    others[0] = start
                    rules.apply(worlds[1], seat, actions[k], None)
                    value = judge(worlds[1], seat, root.stream, others, network, row, inputs, sums, units, out, chances)
                    counts[k] += 1
                    means[k] += (value - means[k]) / counts[k]
        left = halve(count, left, means, active)
    for k in range(count):
        if active[k]:
            best = k
    return best


def begin(count: int, out: Any, chances: Any, actions: Any, means: Any, counts: Any, active: Any) -> int:
    """Start with the actions that the network finds likely enough; returns how many."""
    left = 0
    for k in range(count):
        actions[k] = out[k]
        means[k] = 0.0
        counts[k] = 0
        active[k] = chances[k] >= LEAST_CHANCE
        left += active[k]
    return left


def halve(count: int, left: int, means: Any, active: Any) -> int:
    """Drop the worse half; returns how many are left."""
    keep = (left + 1) // 2
    while left > keep:
        worst = -1
        for k in range(count):
            if active[k] and (worst < 0 or means[k] < means[worst]):
                worst = k
        active[worst] = 0
        left -= 1
    return left


def imagine(
    root: Any, seat: int, dice: Any, worlds: Any, network: Any, row: Any, inputs: Any, sums: Any, units: Any, out: Any, chances: Any
) -> None:
    """Re-deal what a seat can't see; seats that choose at the same moment, or whose choice nobody has seen yet, choose first."""
    worlds[0] = root
    s = worlds[0]
    for i in range(4):
        s.seed[i] = word(dice)
    redeal.redeal(s, seat)
    choosing = (rules.to_act(s) | choices_still_open(s, out)) & ~(1 << seat)
    while choosing:
        other = lowest(choosing)
        choosing &= ~(1 << other)
        answer(s, other, dice, network, row, inputs, sums, units, out, chances)


def answer(s: Any, seat: int, dice: Any, network: Any, row: Any, inputs: Any, sums: Any, units: Any, out: Any, chances: Any) -> None:
    """Let a seat act as the network might."""
    chosen = 0
    if rules.legal_actions(s, seat, out) > 1:
        learned.advise(s, seat, network, row, inputs, sums, units, out, chances)
        chosen = drawn(rules.legal_actions(s, seat, out), chances, dice)
    rules.apply(s, seat, out[chosen], None)


def judge(
    s: Any, seat: int, stream: int, dice: Any, network: Any, row: Any, inputs: Any, sums: Any, units: Any, out: Any, chances: Any
) -> float:
    """Estimate what a seat can expect: by the network if it has another choice, by the scores if the round is over first."""
    acting = rules.to_act(s)
    while acting and s.stream <= stream + strategy.AHEAD:
        other = seat if acting >> seat & 1 else lowest(acting)
        if other == seat and rules.legal_actions(s, seat, out) > 1:
            learned.advise(s, seat, network, row, inputs, sums, units, out, chances)
            return learned.outlook(network, units)
        answer(s, other, dice, network, row, inputs, sums, units, out, chances)
        acting = rules.to_act(s)
    return strategy.outlook(s, seat)


def drawn(count: int, chances: Any, dice: Any) -> int:
    """Draw an index of `chances`, with those probabilities."""
    point = word(dice) / (WORD + 1)
    for k in range(count):
        point -= chances[k]
        if point < 0:
            return k
    return count - 1
