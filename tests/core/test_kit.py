"""Randomness, sets of bits and logs: right, fair, and the same in both modes."""

from collections import Counter
from dataclasses import dataclass
from typing import Any

import numba
import numpy as np
import pytest

from seaboard import GAMES, kit
from seaboard.compiled import twin

compiled_kit = twin(GAMES["sea-change"]).show("seaboard.kit")
BOTH = pytest.mark.parametrize("k", [kit, compiled_kit], ids=["interpreted", "compiled"])


@dataclass(slots=True)
class Dice:
    seed: list[int]
    stream: int = 0
    draws: int = 0


def record(dice: Dice) -> Any:
    r = np.zeros(1, [("seed", "uint32", (4,)), ("stream", "int32"), ("draws", "int32")])
    r[0] = (tuple(dice.seed), dice.stream, dice.draws)
    return r[0]


@BOTH
def test_philox_gives_the_published_words(k: Any) -> None:
    """Known answers of Philox4x32-10 from the authors' test vectors."""
    ones = 0xFFFFFFFF
    assert k.philox(0, 0, 0, 0, 0, 0) == (0x6627E8D5, 0xE169C58D, 0xBC57AC4C, 0x9B00DBD8)
    assert k.philox(ones, ones, ones, ones, ones, ones) == (0x408F276D, 0x41C83B0E, 0xA20BC7C6, 0x6D5451FD)
    pi = (0x243F6A88, 0x85A308D3, 0x13198A2E, 0x03707344, 0xA4093822, 0x299F31D0)
    assert k.philox(*pi) == (0xD16CFE09, 0x94FDCCEB, 0x5001E420, 0x24126EA1)


def test_draws_and_shuffles_agree_between_the_modes() -> None:
    for seed in range(50):
        dice = Dice([seed, seed * 7919, 2**32 - 1 - seed, 5], stream=seed)
        other = record(dice)
        for count in (1, 2, 13, 80):
            assert kit.draw(dice, count) == compiled_kit.draw(other, count)
            cards, same = list(range(count)), np.arange(count)
            kit.shuffle(dice, cards, count)
            compiled_kit.shuffle(other, same, count)
            assert same.tolist() == cards
            assert sorted(cards) == list(range(count))
        assert other["draws"] == dice.draws


def test_every_order_is_as_likely() -> None:
    dice = Dice([1, 2, 3, 4])
    orders: Counter[tuple[int, ...]] = Counter()
    for stream in range(24_000):
        kit.begin_stream(dice, stream)
        cards = [0, 1, 2, 3]
        kit.shuffle(dice, cards, 4)
        orders[tuple(cards)] += 1
    assert len(orders) == 24
    chi2 = sum((n - 1000) ** 2 / 1000 for n in orders.values())
    assert chi2 < 49.7  # 23 degrees of freedom, one in a thousand


def test_draws_are_uniform() -> None:
    dice = Dice([9, 9, 9, 9])
    counts = Counter(kit.draw(dice, 10) for _ in range(20_000))
    assert sum((counts[i] - 2000) ** 2 / 2000 for i in range(10)) < 27.9  # 9 degrees of freedom, one in a thousand


@BOTH
def test_sets_of_bits(k: Any) -> None:
    for bits in (1, 2, 3, 0b101000, 1 << 35, (1 << 60) | (1 << 17)):
        assert k.size(bits) == bin(bits).count("1")
        assert k.lowest(bits) == bin(bits)[::-1].index("1")
    assert k.size(0) == 0


@BOTH
def test_a_log_that_is_full_says_so(k: Any) -> None:
    log = np.array([1] + [0] * 9)
    k.emit(log, 7, 1, 2, 3, 4)
    assert log.tolist() == [6, 7, 1, 2, 3, 4, 0, 0, 0, 0]
    with pytest.raises(OverflowError):
        k.emit(log, 7, 1, 2, 3, 4)
    k.emit(None, 7, 1, 2, 3, 4)


@BOTH
def test_what_most_games_do_alike(k: Any) -> None:
    points = np.array([-3, 5, 5, 9], np.int8)
    assert [k.leaders(points, count) for count in (1, 2, 3, 4)] == [0b1, 0b10, 0b110, 0b1000]
    assert k.union(np.array([0b1, 0b100, 0b1000]), 2) == 0b101
    for own, left in ((1, [0, 5, 0, 0]), (-1, [0, 0, 0, 0])):
        hands = np.array([-3, 5, 5, 9], np.int8)
        k.wipe_others(hands, own)
        assert hands.tolist() == left


@pytest.mark.parametrize("width", [8, 16, 32, 64])
def test_a_set_is_marked_and_nothing_else_is_touched(width: int) -> None:
    mark = compiled_kit.mark
    write = numba.njit(lambda row, at, bits: mark(row, at, bits, width))
    for bits in (0, 1, 0x5A5A_5A5A_5A5A_5A5A >> 64 - width, (1 << width - 1) - 1):
        plain, row = [7] * (width + 3), np.full(width + 3, 7, np.int8)
        kit.mark(plain, 3, bits, width)
        write(row, 3, bits)
        assert row.tolist() == plain == [7] * 3 + [1 if bits >> i & 1 else 7 for i in range(width)]
