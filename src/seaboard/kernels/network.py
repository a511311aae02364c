"""What a trained network says, without the library that trained it: the same interpreted and compiled.

A layer is a byte for each weight, by input and then by output, a scale for each output, and a bias. Sums are made in 32 bits and in the
same order, so that both modes round alike. An input of 0 is passed over, which is why the first layer, with its thousand inputs, takes
no longer than the others.
"""

import math
from typing import Any

import numpy as np

from seaboard.kit import scratch

rules: Any = None  # the game's, bound when compiled
features: Any = None

# A network is a tuple of arrays:
SCALE, FIRST, FIRST_SCALE, FIRST_BIAS, LAYERS, LAYER_SCALES, LAYER_BIASES, POLICY, POLICY_SCALE, POLICY_BIAS, VALUE, VALUE_BIAS = range(12)

AT_ONCE = 4


def add_up(inputs: Any, weights: Any, sums: Any) -> None:
    """For each output, the sum of the inputs times their weights, before the output's scale."""
    for j in range(len(sums)):
        sums[j] = 0
    on = scratch(AT_ONCE)
    count = 0
    for i in range(len(inputs)):
        if inputs[i] != 0:
            on[count] = i
            count += 1
        if count == AT_ONCE:
            add_four(inputs, weights, on, sums)
            count = 0
    for k in range(count):
        row, factor = weights[on[k]], inputs[on[k]]
        for j in range(len(sums)):
            sums[j] += np.float32(row[j]) * factor


def add_four(inputs: Any, weights: Any, on: Any, sums: Any) -> None:
    """Add four inputs times their weights: what takes long is to read and write the sums."""
    a, b, c, d = weights[on[0]], weights[on[1]], weights[on[2]], weights[on[3]]
    by_a, by_b, by_c, by_d = inputs[on[0]], inputs[on[1]], inputs[on[2]], inputs[on[3]]
    for j in range(len(sums)):
        first, second = np.float32(a[j]) * by_a + np.float32(b[j]) * by_b, np.float32(c[j]) * by_c + np.float32(d[j]) * by_d
        sums[j] += first + second


def think(row: Any, network: Any, inputs: Any, sums: Any, units: Any) -> None:
    """From what a seat sees to the last layer of units. `inputs`, `sums` and `units` are room to work in, in 32 bits."""
    for i in range(len(row)):
        inputs[i] = np.float32(row[i]) * network[SCALE][i]
    add_up(inputs, network[FIRST], sums)
    for j in range(len(units)):
        units[j] = max(sums[j] * network[FIRST_SCALE][j] + network[FIRST_BIAS][j], np.float32(0))
    for layer in range(len(network[LAYERS])):
        add_up(units, network[LAYERS][layer], sums)
        for j in range(len(units)):
            units[j] += max(sums[j] * network[LAYER_SCALES][layer][j] + network[LAYER_BIASES][layer][j], np.float32(0))


def preference(action: int, network: Any, units: Any) -> float:
    """How much the network likes an action that is turned to its seat."""
    row = network[POLICY][action]
    total = np.float32(0)
    for j in range(len(units)):
        total += np.float32(row[j]) * units[j]
    return total * network[POLICY_SCALE][action] + network[POLICY_BIAS][action]


def outlook(network: Any, units: Any) -> float:
    """What the network expects of the match."""
    total = np.float32(0)
    for j in range(len(units)):
        total += network[VALUE][j] * units[j]
    return total + network[VALUE_BIAS]


def advise(s: Any, seat: int, network: Any, row: Any, inputs: Any, sums: Any, units: Any, out: Any, chances: Any) -> int:
    """The place in `out`, a seat's legal actions, of the one that the network likes best; `chances` gets how likely it finds each.

    `s` may be a state in which what the seat can't see is hidden: `features` does not look at it.
    """
    for i in range(len(row)):
        row[i] = 0
    features.observe(s, seat, row)
    think(row, network, inputs, sums, units)
    count = rules.legal_actions(s, seat, out)
    best, most = 0, -1e30
    for k in range(count):
        chances[k] = preference(features.turned(s, seat, out[k]), network, units)
        if chances[k] > most:
            best, most = k, chances[k]
    total = 0.0
    for k in range(count):
        chances[k] = math.exp(chances[k] - most)
        total += chances[k]
    for k in range(count):
        chances[k] /= total
    return best
