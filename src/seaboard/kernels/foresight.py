"""What a network makes of each action, one look further: the others answer as the network would, and it judges what its seat sees next.

What is hidden is dealt anew many times. In each of these worlds every action that is still in question is tried with the same dice for
the others, so that they are compared in the same luck. Again and again the worse half is left out (sequential halving), until
the best has been tried most.
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

LEAST_CHANCE = 0.004  # an action that the network finds less likely to be right is not looked at

# It works with
#     dice, others       the dice of the thinking, and those of the others in one world
#     worlds             space for two states: one dealt anew, and the one in which something is tried
#     network, row, inputs, sums, units    see `network.py`
#     out, chances       space for legal actions, and how likely each is
#     actions, means, counts, active       of the seat that thinks: what it can do, what that promises, how often it was tried, and
#                                          whether it is still in question


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
    """Try the actions of a seat that is to act, so many times in all; returns the place of the best in `actions`."""
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
    """Ask about the actions that the network finds likely enough; returns how many."""
    left = 0
    for k in range(count):
        actions[k] = out[k]
        means[k] = 0.0
        counts[k] = 0
        active[k] = chances[k] >= LEAST_CHANCE
        left += active[k]
    return left


def halve(count: int, left: int, means: Any, active: Any) -> int:
    """Leave out the worse half; returns how many are left."""
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
    """Deal anew what a seat can't see; whoever chooses in the same moment, or has chosen what nobody has seen yet, chooses first."""
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
    """Let a seat do what the network might do there."""
    chosen = 0
    if rules.legal_actions(s, seat, out) > 1:
        learned.advise(s, seat, network, row, inputs, sums, units, out, chances)
        chosen = drawn(rules.legal_actions(s, seat, out), chances, dice)
    rules.apply(s, seat, out[chosen], None)


def judge(
    s: Any, seat: int, stream: int, dice: Any, network: Any, row: Any, inputs: Any, sums: Any, units: Any, out: Any, chances: Any
) -> float:
    """What a seat can expect: by the network where it has a choice again, by the scores if the round is over before."""
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
    """One of the places of `chances`, as likely as they say."""
    point = word(dice) / (WORD + 1)
    for k in range(count):
        point -= chances[k]
        if point < 0:
            return k
    return count - 1
