"""A trained network's output, without the library that trained it: the same interpreted and compiled.

A layer is a byte for each weight, by input and then by output, a scale for each output, and a bias. A layer's inputs are rounded to whole
numbers of some 12 or 15 bits, so its sums are exact, whatever the order of adding and the CPU. Inputs of 0 are skipped, which is why the
first layer, with its thousands of inputs, takes no longer than the others.
"""

import math
from typing import Any

import numpy as np

from seaboard.kit import scratch

rules: Any = None  # the game's, bound when compiled
features: Any = None

# A network is a tuple of arrays:
SCALE, FIRST, FIRST_SCALE, FIRST_BIAS, LAYERS, LAYER_SCALES, LAYER_BIASES, POLICY, POLICY_SCALE, POLICY_BIAS, VALUE, VALUE_BIAS = range(12)
PACKED = 12  # LAYERS once more, in the layout of `packed`

AT_ONCE = 4
ONE = 1 << 12  # an input of 1 as a whole number: 4,096 inputs times 127 still fit into 32 bits,
MOST = (1 << 15) - 1  # and the largest unit: so do 512 units
UNITS_AT_ONCE = 64  # see `add_all`
MOST_UNITS = 512
LINE = 64  # bytes of a cache
WORDS = MOST_UNITS // 2  # for each four units, a word of their high bytes and one of their low ones


def add_up(inputs: Any, weights: Any, sums: Any) -> None:
    """Compute, for each output, the sum of the inputs times their weights, before the output's scale."""
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
        row, factor = weights[on[k]], int(inputs[on[k]])
        for j in range(len(sums)):
            sums[j] += int(row[j]) * factor


def add_four(inputs: Any, weights: Any, on: Any, sums: Any) -> None:
    """Add four inputs times their weights at once, since reading and writing the sums takes the most time."""
    a, b, c, d = weights[on[0]], weights[on[1]], weights[on[2]], weights[on[3]]
    by_a, by_b, by_c, by_d = int(inputs[on[0]]), int(inputs[on[1]]), int(inputs[on[2]]), int(inputs[on[3]])
    for j in range(len(sums)):
        sums[j] += int(a[j]) * by_a + int(b[j]) * by_b + int(c[j]) * by_c + int(d[j]) * by_d


def add_layer(units: Any, network: Any, layer: int, inputs: Any, sums: Any) -> Any:
    """Compute the sums of a layer, and the factor for each."""
    largest = np.float32(0)
    for j in range(len(units)):
        largest = max(largest, units[j])
    factor = np.float32(MOST) / largest if largest > 0 else np.float32(0)
    for j in range(len(units)):
        inputs[j] = int(units[j] * factor)
    if len(units) % UNITS_AT_ONCE == 0 and len(units) <= MOST_UNITS:
        words = scratch(WORDS)
        split(inputs, len(units), words)
        add_all(inputs[: len(units)], network[LAYERS][layer], network[PACKED][layer], words, sums)
    else:
        add_up(inputs[: len(units)], network[LAYERS][layer], sums)
    return largest / np.float32(MOST)


def split(inputs: Any, count: int, words: Any) -> None:
    """Write the high bytes of each four numbers into one word, and their low bytes into the next."""
    for i in range(count // 4):
        high, low = 0, 0
        for k in range(4):
            number = int(inputs[4 * i + k])
            high |= (number >> 8) << 8 * k
            low |= (number & 255) << 8 * k
        words[2 * i] = high
        words[2 * i + 1] = low


def add_all(inputs: Any, weights: Any, packed: Any, words: Any, sums: Any) -> None:
    """The same as `add_up`. A CPU that can add up products of bytes uses the `words` and the `packed` weights: see `intrinsics.py`."""
    add_up(inputs, weights, sums)


def packed(weights: Any) -> Any:
    """Lay layers out as `add_all` reads them: by groups of outputs, then by four inputs, then by output, then by input."""
    layers, count, outputs = weights.shape
    if count % UNITS_AT_ONCE or outputs % UNITS_AT_ONCE:
        return np.zeros((layers, 0, 0, 0), np.int8)  # `add_layer` does without
    ordered = weights.reshape(layers, count // 4, 4, outputs // UNITS_AT_ONCE, UNITS_AT_ONCE).transpose(0, 3, 1, 4, 2)
    room = np.zeros(weights.size + LINE, np.int8)
    start = -room.ctypes.data % LINE  # no load may cross a cache line
    found = room[start : start + weights.size].reshape(layers, outputs // UNITS_AT_ONCE, count // 4, 4 * UNITS_AT_ONCE)
    found[:] = ordered.reshape(found.shape)
    return found


def think(row: Any, network: Any, inputs: Any, sums: Any, units: Any) -> None:
    """Compute the last layer of units from what a seat sees.

    `inputs` and `sums` (32-bit integers) and `units` (32-bit floats: a row of them, and one to multiply in) are scratch memory.
    """
    for i in range(len(row)):
        inputs[i] = int(np.float32(row[i]) * network[SCALE][i] * np.float32(ONE) + np.float32(0.5))
    add_up(inputs[: len(row)], network[FIRST], sums)
    now, one = units[0], np.float32(1 / ONE)
    for j in range(len(now)):
        now[j] = max(np.float32(sums[j]) * one * network[FIRST_SCALE][j] + network[FIRST_BIAS][j], np.float32(0))
    for layer in range(len(network[LAYERS])):
        factor = add_layer(now, network, layer, inputs, sums)
        scale, bias = network[LAYER_SCALES][layer], network[LAYER_BIASES][layer]
        for j in range(len(now)):
            now[j] += max(np.float32(sums[j]) * factor * scale[j] + bias[j], np.float32(0))


def preference(action: int, network: Any, units: Any) -> float:
    """Return the network's preference for an action turned to its seat."""
    now, products, row = units[0], units[1], network[POLICY][action]
    for j in range(len(now)):
        products[j] = np.float32(row[j]) * now[j]
    return total(products) * network[POLICY_SCALE][action] + network[POLICY_BIAS][action]


def outlook(network: Any, units: Any) -> float:
    """Return the outlook that the network expects."""
    now, products = units[0], units[1]
    for j in range(len(now)):
        products[j] = network[VALUE][j] * now[j]
    return total(products) + network[VALUE_BIAS]


def total(numbers: Any) -> float:
    """Return the sum of numbers, overwriting them: it adds one half to the other, again and again, since a CPU adds many at once."""
    count = len(numbers)
    while count > 1:
        rest = (count + 1) // 2
        for j in range(count - rest):
            numbers[j] += numbers[rest + j]
        count = rest
    return numbers[0]


def advise(s: Any, seat: int, network: Any, row: Any, inputs: Any, sums: Any, units: Any, out: Any, chances: Any) -> int:
    """Return the index in `out`, a seat's legal actions, of the network's favourite; `chances` gets the probability of each.

    `s` may be a state in which what the seat can't see is hidden: `features` doesn't use it.
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
