"""What any rules file may use: randomness, shuffling, events, and the types of State fields.

Everything here runs both interpreted and compiled by numba, with bit-identical results.
"""

from itertools import accumulate
from typing import Annotated, NamedTuple, Protocol


class Cells(NamedTuple):
    """Annotation of a State's list field: the width of its numbers and its shape.

    With `bits`, each number is a set of that many bits.
    """

    dtype: str
    shape: tuple[int, ...]
    bits: int = 0


Int8 = Annotated[int, "int8"]
Int16 = Annotated[int, "int16"]
Int32 = Annotated[int, "int32"]
UInt8 = Annotated[int, "uint8"]
Bits8 = Annotated[int, Cells("uint8", (), 8)]
Seed = Annotated[list[int], Cells("uint32", (4,))]
Log = list[int] | None
"""Where the rules write what happens; see Events below."""


class Field(NamedTuple):
    """A group of numbers in the row that a learner sees: see `seaboard.features`."""

    name: str
    size: int
    meaning: str
    most: int = 1
    """The largest of the numbers, which divides them before a network gets them."""
    least: int = 0


def starts(fields: tuple[Field, ...]) -> tuple[int, ...]:
    """Return where each field begins and, last, where all of them end."""
    return (0, *accumulate(field.size for field in fields))


def scratch(count: int) -> list[int]:
    """Return a row of zeros for use inside one function only; `count` must be a number or the name of a constant.

    Compiled, it lives on the function's stack, which is faster than allocating a list or an array.
    """
    return [0] * count


def scratch_floats(count: int) -> list[float]:
    """The same for floats."""
    return [0.0] * count


def natural(number: int) -> int:
    """Return the number itself, which must not be negative.

    Compiled code is faster with an index that can't count from the end: use this where the code runs for every card.
    """
    return number


# ---- Randomness --------------------------------------------------------------------------------
# Philox4x32-10 (Salmon et al., 2011): counter-based, so a match's randomness is its seed and two small counters in its State. Products are
# cut to 32 bits at once, which is why 64-bit wrap-around and
# Python's long integers agree.

WORD = 0xFFFFFFFF


class Drawing(Protocol):
    """A State that can draw random numbers: it has these fields."""

    seed: list[int]
    """`Seed`: the match's 128 bits."""
    stream: int
    """`Int32`: which independent sequence: the round number."""
    draws: int
    """`Int32`: how many words of that sequence have been used."""


def philox(c0: int, c1: int, c2: int, c3: int, k0: int, k1: int) -> tuple[int, int, int, int]:
    """Four random words for a counter and a key."""
    for _ in range(10):
        p0 = 0xD2511F53 * c0
        p1 = 0xCD9E8D57 * c2
        c0, c1, c2, c3 = (
            ((p1 >> 32) & WORD) ^ c1 ^ k0,
            p1 & WORD,
            ((p0 >> 32) & WORD) ^ c3 ^ k1,
            p0 & WORD,
        )
        k0 = (k0 + 0x9E3779B9) & WORD
        k1 = (k1 + 0xBB67AE85) & WORD
    return c0, c1, c2, c3


MOST_DRAWS = 1 << 24  # draws per sequence: far more than any round needs, and far below the limit of a 32-bit counter


def forget_seed(s: Drawing) -> None:
    """Wipe the source of randomness, which nobody at the table may know."""
    for i in range(4):
        s.seed[i] = 0
    s.draws = 0


def begin_stream(s: Drawing, stream: int) -> None:
    """Go to the start of one of the match's independent random sequences."""
    s.stream = stream
    s.draws = 0


def draw(s: Drawing, count: int) -> int:
    """A uniform number in range(count)."""
    words = philox(s.draws // 4, s.stream, s.seed[2], s.seed[3], s.seed[0], s.seed[1])
    word = words[s.draws % 4]
    s.draws += 1
    return (word * count) >> 32


def shuffle(s: Drawing, cards: list[int], count: int) -> None:
    """Shuffle the first `count` places of `cards`."""
    sample(s, cards, 0, count, count)


def sample(s: Drawing, cards: list[int], begin: int, end: int, few: int) -> None:
    """Bring `few` random cards of those from `begin` up to `end` to the end of that range, in random order.

    A word is a fraction: its product with n is a number below n and a new fraction, good for one more draw. The bias
    of any order is below (end - begin)²/2³².
    """
    counter = (s.draws + 3) // 4
    last = end - 1
    stop = max(end - few - 1, begin)
    while last > stop:
        for word in philox(counter, s.stream, s.seed[2], s.seed[3], s.seed[0], s.seed[1]):
            fraction = word
            for _ in range(2):
                if last > stop:
                    product = fraction * (last - begin + 1)
                    fraction = product & WORD
                    other = begin + (product >> 32)
                    kept = cards[last]
                    cards[last] = cards[other]
                    cards[other] = kept
                    last -= 1
        counter += 1
    s.draws = counter * 4


def sort(cards: list[int], count: int) -> None:
    """Sort the first `count` places of `cards`, so that shuffling the same cards gives the same order."""
    for at in range(1, count):
        card = cards[at]
        place = at
        while place > 0 and cards[place - 1] > card:
            cards[place] = cards[place - 1]
            place -= 1
        cards[place] = card


# ---- Sets of small numbers as bits ---------------------------------------------------------------


def lowest(bits: int) -> int:
    """The smallest number in a set of bits (which must not be empty)."""
    return (bits & -bits).bit_length() - 1


def without_lowest(bits: int) -> int:
    """Return a set of bits without its smallest number.

    To iterate over a set, write `while bits: number = lowest(bits); bits = without_lowest(bits)` inline: a generator would not compile for
    a GPU.
    """
    return bits & (bits - 1)


def list_members(bits: int, out: list[int]) -> int:
    """Write the numbers in a set of bits to `out`, smallest first, and return how many there are.

    Inlined in `legal_actions`, the loop made random play of Land Unter a tenth faster.
    """
    count = 0
    while bits:
        out[count] = lowest(bits)
        bits = without_lowest(bits)
        count += 1
    return count


def size(bits: int) -> int:
    """How many numbers are in a set of bits."""
    return bits.bit_count()


def union(sets: list[int], count: int) -> int:
    """The numbers that are in any of the first `count` sets of bits."""
    found = 0
    for i in range(count):
        found |= sets[i]
    return found


def mark(row: list[int], at: int, bits: int, width: int = 64) -> None:
    """Write a 1 into a row for each number in a set of bits, 0 standing at `at`.

    `width` is 8, 16, 32 or 64, a literal or a constant, and all numbers must be below it: compiled, a narrower set takes less time.
    """
    while bits:
        row[at + lowest(bits)] = 1
        bits &= bits - 1


def mark_count(row: list[int], at: int, number: int, most: int) -> None:
    """Write a number as that many 1s, from `at` on: this way a network tells seven from eight more easily than by one number."""
    for i in range(min(number, most)):
        row[at + i] = 1


def mark_place(row: list[int], at: int, number: int, least: int, most: int) -> None:
    """Write a 1 at the place of a number (one-hot), the least being at `at`; numbers out of range go to the ends."""
    row[at + max(least, min(number, most)) - least] = 1


# ---- Common to most games --------------------------------------------------------------------------
# A game that does it differently writes its own function.


class Seated(Protocol):
    """What all States have in common."""

    seats: int


def entries(s: Seated) -> int:
    """Return how many have a score: the seats. `rules.py` may import its `entries` from here."""
    return s.seats


def leaders(points: list[int], count: int) -> int:
    """Return which of the first `count` have the most points, as bits; ties are shared."""
    best, found = points[0], 0
    for i in range(count):
        if points[i] > best:
            best, found = points[i], 0
        if points[i] == best:
            found |= 1 << i
    return found


def wipe_others(numbers: list[int], own: int) -> None:
    """Set all numbers of a list to 0 except one seat's: to hide hands, for example."""
    for i in range(len(numbers)):
        if i != own:
            numbers[i] = 0


def reshuffle(s: Drawing) -> None:
    """Leave everything as it is: for games in which nothing comes from a deck after the deal, so that its order can't matter."""


# ---- Events --------------------------------------------------------------------------------------
# A log is a flat list of ints: its first number says where the next event goes, and each event takes
# EVENT_INTS places: kind, seat, and three numbers whose meaning depends on the kind. `None` stands for no log, in a search or a simulation.

EVENT_INTS = 5
LOG_INTS = 1 + 512 * EVENT_INTS
SEARCH_LOG_INTS = LOG_INTS - EVENT_INTS  # shorter, which is how rules tell it apart: see `is_for_people`


def is_for_people(log: list[int]) -> bool:
    """Whether a log also takes events that only say what follows from the others: they take time, which a search doesn't have."""
    return len(log) >= LOG_INTS


def emit(log: Log, kind: int, seat: int = -1, a: int = 0, b: int = 0, c: int = 0) -> None:
    """Log an event."""
    if log is not None:
        at = log[0]
        if at + EVENT_INTS > len(log):
            raise OverflowError("one action made more events than a log holds")
        log[at] = kind
        log[at + 1] = seat
        log[at + 2] = a
        log[at + 3] = b
        log[at + 4] = c
        log[0] = at + EVENT_INTS
