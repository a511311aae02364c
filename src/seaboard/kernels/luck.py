"""What positions were worth in a match, and what chance did to that: the numbers behind a review.

The value of a position is each seat's mean outlook over playouts by the simple strategy, from the whole state, with what nobody knows
yet (the order of a deck, dice to come) made anew each time. Of a playout's moves none, one, two or three in ten are random, in turn:
players differ in how closely they follow any strategy, and a mean over all of these tells luck from play better than any one of them.

What a move's chance did is the value after it, less the mean over other ways that chance could have gone. Whatever the playouts are
worth, that difference is zero on average, so taking it out of a result favours nobody (Burch et al. 2018, AIVAT).
"""

from typing import Any

from seaboard.kernels.dice import word
from seaboard.kernels.search import play_out

rules: Any = None  # the game's, bound when compiled
redeal: Any = None
strategy: Any = None

STRAYS = 4
MORE_STRAY = 100  # of 1000 moves, from each of a row of playouts to the next
ACTUAL, OTHER, WORLD, PLAIN, OTHER_PLAIN = range(5)  # the states that a walk works with

# A walk works with
#     states     room for five states, and `raw`, the same memory as bytes
#     notes      a record: dice and stray, as a search has them; here both are set for each playout
#     dice       what each playout's dice begin with, the same in every position
#     fates      the same for each other way that chance could have gone: dice of their own, or a playout would know its past
#     values     by step and seat: what the position was worth after the step; step 0 is the first deal
#     expected   likewise: what it would have been worth on average, had chance not spoken yet


def walk(
    states: Any, raw: Any, moves: Any, thorough: bool, notes: Any, dice: Any, fates: Any, out: Any, values: Any, expected: Any
) -> None:
    """Play a match again from `states[ACTUAL]`, not started yet, and write down what each step was worth.

    Where chance has no say, or the walk is not `thorough` and only luck is asked for, nothing is played out in vain: both rows say
    the same.
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
    """The first deal: what it is worth, and what other deals would have been."""
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
    """What a move would lead to on average, in `expected`; whether chance has a say in it at all."""
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
    """Add what one playout makes of a position."""
    states[WORLD] = s
    world = states[WORLD]
    notes.stray = number % STRAYS * MORE_STRAY
    freshen(world, notes, dice[number])
    play_out(world, s.stream - strategy.AHEAD, notes, out)  # no further than the round: a nearer guess has less noise
    for seat in range(s.seats):
        values[seat] += strategy.outlook(world, seat)
