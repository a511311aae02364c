"""Scoring against a slow reference, written straight from the rules, that shares no code with it."""

import os
import random
from collections import Counter

import pytest

from seaboard.compiled import twin
from seaboard.games.sea_salt_and_paper import scoring
from seaboard.games.sea_salt_and_paper.notation import NAMES
from seaboard.games.sea_salt_and_paper.view import breakdown
from tests.games.salt_and_paper import GAME

HANDS = int(os.environ.get("SEABOARD_HANDS", "20000"))
"""`make soak` scores many more."""


def reference(names: list[str]) -> tuple[dict[str, int], int]:
    """Points by category, and the colour bonus."""
    kinds = Counter(name.split(":")[0] for name in names)
    colours = Counter(name.split(":")[1] for name in names)
    by_size = sorted(colours.values(), reverse=True)
    points = {
        "crabs": kinds["crab"] // 2,
        "boats": kinds["boat"] // 2,
        "fish": kinds["fish"] // 2,
        "swimmers": min(kinds["swimmer"], kinds["shark"]),
        "mermaids": sum(by_size[: kinds["mermaid"]]),
        "shells": max(0, 2 * (kinds["shell"] - 1)),
        "octopuses": max(0, 3 * (kinds["octopus"] - 1)),
        "penguins": 2 * kinds["penguin"] - 1 if kinds["penguin"] else 0,
        "sailors": 5 if kinds["sailor"] == 2 else 0,
        "lighthouse": kinds["boat"] if kinds["lighthouse"] else 0,
        "shoal": kinds["fish"] if kinds["shoal"] else 0,
        "colony": 2 * kinds["penguin"] if kinds["colony"] else 0,
        "captain": 3 * kinds["sailor"] if kinds["captain"] else 0,
    }
    return {category: found for category, found in points.items() if found}, by_size[0] if by_size else 0


def random_hands(count: int) -> list[list[int]]:
    """Of every size up to 25; one in ten is made rich in cards that count by number."""
    rng = random.Random(58)
    rich = [
        card for card, name in enumerate(NAMES) if name.split(":")[0] in ("mermaid", "penguin", "colony", "sailor", "captain", "octopus")
    ]
    hands = []
    for number in range(count):
        deck = rich if number % 10 == 0 else list(range(58))
        hands.append(rng.sample(deck, rng.randint(0, min(25, len(deck)))))
    return hands


def test_scoring_agrees_with_the_reference() -> None:
    compiled = twin(GAME).module("scoring")
    seen: Counter[str] = Counter()
    mermaids: Counter[int] = Counter()
    for cards in random_hands(HANDS):
        names = [NAMES[card] for card in cards]
        points, bonus = reference(names)
        bits = sum(1 << card for card in cards)
        total = sum(points.values())
        shown = breakdown(bits)
        sources = {source["category"]: source["points"] for source in shown["sources"]}
        assert sources.pop("none", 0) == 0
        assert sources == points, names
        assert {card for source in shown["sources"] for card in source["cards"]} == set(names)
        assert (shown["total"], shown["colour_bonus"]) == (total, bonus), names
        assert compiled.points(bits) == total, names
        assert compiled.colour_bonus(bits) == bonus, names
        assert shown["pairs"] + shown["mermaids"] + shown["collections"] + shown["multipliers"] == total
        seen.update(points)
        mermaids[sum(name.startswith("mermaid") for name in names)] += 1
    assert len(seen) == scoring.CATEGORIES
    assert min(seen.values()) > HANDS / 100
    assert set(mermaids) == {0, 1, 2, 3, 4}
    assert mermaids[4] > HANDS / 1000


@pytest.mark.parametrize("category", range(scoring.CATEGORIES))
def test_each_category_agrees_when_compiled(category: int) -> None:
    compiled = twin(GAME).module("scoring")
    for cards in random_hands(2000):
        bits = sum(1 << card for card in cards)
        assert compiled.points_in(bits, category) == scoring.points_in(bits, category)


def test_the_printed_deck() -> None:
    kinds = Counter(name.split(":")[0] for name in NAMES)
    colours = Counter(name.split(":")[1] for name in NAMES)
    assert len(set(NAMES)) == 58
    assert kinds == {
        "crab": 9, "boat": 8, "fish": 7, "swimmer": 5, "shark": 5, "shell": 6, "octopus": 5, "penguin": 3, "sailor": 2, "mermaid": 4,
        "lighthouse": 1, "shoal": 1, "colony": 1, "captain": 1,
    }  # fmt: skip
    assert colours == {
        "dark-blue": 9, "light-blue": 9, "black": 8, "yellow": 8, "green": 6, "grey": 4, "purple": 4, "white": 4,
        "light-orange": 3, "pink": 2, "orange": 1,
    }  # fmt: skip
