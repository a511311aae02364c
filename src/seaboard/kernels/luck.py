"""The value of each position in a match, and how chance changed it: the numbers behind a review.

The value of a position is each seat's mean outlook over playouts by the simple strategy, from the whole state, re-drawing each time what
nobody knows yet (the order of a deck, dice to come). In successive playouts none, one, two or three in ten moves are random: players differ
in how closely they follow any strategy, and a mean over all of these separates luck from play better than any one of them.

The effect of a move's chance is the value after it, minus the mean over the other ways that chance could have turned out. However good the
playouts are, that difference is zero on average, so removing it from a result favours nobody (Burch et al. 2018, AIVAT).
"""

from typing import Any

from seaboard.kernels.dice import word
from seaboard.kernels.search import play_out

rules: Any = None  # the game's, bound when compiled
redeal: Any = None
strategy: Any = None

STRAYS = 4
MORE_STRAY = 100  # of 1000 moves, from one playout to the next
ACTUAL, OTHER, WORLD, PLAIN, OTHER_PLAIN = range(5)  # the states that a walk works with

# A walk works with
#     states     space for five states, and `raw`, the same memory as bytes
#     notes      a record: dice and stray, as for a search; here both are set for each playout
#     dice       the initial dice of each playout, the same in every position
#     fates      the same for each other way that chance could have turned out: separate dice, or a playout would know its past
#     values     by step and seat: the value of the position after the step; step 0 is the first deal
#     expected   likewise: its mean value before chance decided


def walk(
    states: Any, raw: Any, moves: Any, thorough: bool, notes: Any, dice: Any, fates: Any, out: Any, values: Any, expected: Any
) -> None:
    """Play a match again from `states[ACTUAL]`, not started yet, and record what each step was worth.

    If chance plays no part, or the walk is not `thorough` and only luck is wanted, unneeded playouts are skipped: then both rows are the
    same.
    """
    s = states[ACTUAL]
    imagine_start(states, notes, dice, fates, out, values[0], expected[0])
    for i in range(len(moves)):
        seat, action = moves[i][0], moves[i][1]
        has_chance = imagine_move(states, raw, seat, action, notes, dice, fates, out, expected[i + 1])
        rules.apply(s, seat, action, None)
        if has_chance or thorough:
            value(states, s, notes, dice, out, values[i + 1])
        if not has_chance:
            for seat in range(s.seats):
                expected[i + 1][seat] = values[i + 1][seat]


def imagine_start(states: Any, notes: Any, dice: Any, fates: Any, out: Any, values: Any, expected: Any) -> None:
    """Value the first deal, and other deals that could have been."""
    s, other = states[ACTUAL], states[OTHER]
    for i in range(len(fates)):
        states[OTHER] = s
        freshen_seed(other, notes, fates[i])
        rules.start(other, None)
        add_value(states, other, dice, i % len(dice), notes, out, expected)
    for seat in range(s.seats):
        expected[seat] /= len(fates)
    rules.start(s, None)
    value(states, s, notes, dice, out, values)


def imagine_move(states: Any, raw: Any, seat: int, action: int, notes: Any, dice: Any, fates: Any, out: Any, expected: Any) -> bool:
    """Write what a move would lead to on average to `expected`; return whether chance plays any part in it."""
    s, other, plain, other_plain = states[ACTUAL], states[OTHER], states[PLAIN], states[OTHER_PLAIN]
    states[PLAIN] = s
    rules.apply(plain, seat, action, None)
    freshen(plain, notes, dice[0])
    has_chance = False
    for i in range(len(fates)):
        states[OTHER] = s
        freshen(other, notes, fates[i])
        rules.apply(other, seat, action, None)
        if not has_chance:
            states[OTHER_PLAIN] = other
            freshen(other_plain, notes, dice[0])
            has_chance = not is_same(raw[PLAIN], raw[OTHER_PLAIN])
    if not has_chance:
        return False
    for i in range(len(fates)):
        states[OTHER] = s
        freshen(other, notes, fates[i])
        rules.apply(other, seat, action, None)
        add_value(states, other, dice, i % len(dice), notes, out, expected)
    for of in range(s.seats):
        expected[of] /= len(fates)
    return True


def is_same(one: Any, other: Any) -> bool:
    """Whether two states are identical, byte for byte."""
    differences = 0
    for i in range(len(one)):
        differences |= one[i] ^ other[i]
    return differences == 0


def freshen_seed(s: Any, notes: Any, dice: int) -> None:
    """Give a state a new seed for later randomness."""
    notes.dice[0] = dice
    for i in range(4):
        s.seed[i] = word(notes.dice)
    s.draws = 0


def freshen(s: Any, notes: Any, dice: int) -> None:
    """Reshuffle what nobody knows yet."""
    freshen_seed(s, notes, dice)
    redeal.reshuffle(s)


def value(states: Any, s: Any, notes: Any, dice: Any, out: Any, values: Any) -> None:
    """Write what a position is worth to each seat."""
    for seat in range(s.seats):
        values[seat] = 0.0
    count = 1 if rules.is_over(s) else len(dice)
    for i in range(count):
        add_value(states, s, dice, i, notes, out, values)
    for seat in range(s.seats):
        values[seat] /= count


def add_value(states: Any, s: Any, dice: Any, number: int, notes: Any, out: Any, values: Any) -> None:
    """Add the outlook of one playout of a position."""
    states[WORLD] = s
    world = states[WORLD]
    notes.stray = number % STRAYS * MORE_STRAY
    freshen(world, notes, dice[number])
    play_out(world, s.stream - strategy.AHEAD, notes, out)  # only to the end of the round: a nearer estimate has less noise
    for seat in range(s.seats):
        values[seat] += strategy.outlook(world, seat)
