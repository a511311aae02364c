"""The rules that players read agree with the cards that are played: every number of the tables and lists, in both languages."""

import re

import pytest

from seaboard.games.land_unter import cards as land_unter
from seaboard.games.sea_change import cards as sea_change
from seaboard.games.sea_of_clouds import cards as sea_of_clouds
from seaboard.games.sea_of_clouds.decks import standard
from seaboard.games.sea_salt_and_paper import cards as salt_and_paper
from seaboard.locales import LANGUAGES, texts

MINUS = "\N{MINUS SIGN}"

languages = pytest.mark.parametrize("language", LANGUAGES)


def lines(language: str, game: str, section: str, mark: str) -> list[str]:
    """The lines of a section that begin with a mark, without it."""
    text = texts(language, f"{game}.rules")[f"learn.{section}.text"]
    return [line.removeprefix(mark) for line in text.split("\n") if line.startswith(mark)]


def listed(language: str, game: str, section: str) -> dict[str, str]:
    """What a section's list says of each card."""
    found = [re.fullmatch(r"(.*?)\] (.*)", line) for line in lines(language, game, section, "- [")]
    return {ids: said for match in found if match for ids, said in [match.groups()]}


def numbers(text: str) -> list[int]:
    return [int(number.replace(MINUS, "-")) for number in re.findall(rf"{MINUS}?\d+", text)]


@languages
def test_the_decks_of_sea_change(language: str) -> None:
    rows = lines(language, "sea-change", "cards", "| ")[1:]
    seats = [(1, 2, 3), (4,), (5,), (6,), (7,), (8,)]
    assert len(rows) == len(seats)
    for row, counts in zip(rows, seats, strict=True):
        players, suits, values, total = row.split(" | ")
        assert {*numbers(players)} == {counts[0], counts[-1]}
        for count in counts:
            used = sea_change.values_used(count)
            assert int(suits) == sea_change.SUITS_USED[count]
            assert all(used >> value & 1 for value in numbers(values))
            assert numbers(values)[-1] == sea_change.HIGHEST[count]
            assert int(total) == used.bit_count() * sea_change.SUITS_USED[count]


@languages
def test_the_points_of_sea_change(language: str) -> None:
    worth = {"minus": -1, "moins": -1, "plus": 1}
    for ids, said in listed(language, "sea-change", "cards").items():
        points = [sea_change.POINTS[int(card[1:])] for card in ids.split(", ")]
        assert len(set(points)) == 1
        found = re.search(r"(minus|moins|plus) (\d)", said)
        assert points[0] == (worth[found[1]] * int(found[2]) if found else 0), said


@languages
def test_the_teams_of_sea_change(language: str) -> None:
    for row in lines(language, "sea-change", "teams", "| ")[1:]:
        seats, splits = row.split(" | ")
        for teams in sea_change.TEAMS[int(seats)]:
            sizes = sorted((len(range(team, int(seats), teams)) for team in range(teams)), reverse=True)
            said = [sorted(numbers(split), reverse=True) for split in re.split(r", (?:or|ou) ", splits)]
            assert sizes in said or (len(set(sizes)) == 1 and any(split[-1] == sizes[0] and len(split) == 1 for split in said)), row


@languages
def test_the_lifebuoys_of_land_unter(language: str) -> None:
    halves = {"none": 0, "aucune": 0, "half": 1, "une demi-bouée": 1, "one": 2, "une": 2}
    for ids, said in listed(language, "land-unter", "cards").items():
        low, high = (int(card) for card in ids.split(", "))
        assert numbers(said)[:2] == [low, high]
        word = re.split(r"\s?: ", said)[1]
        wanted = next(count for name, count in halves.items() if word.startswith(name))
        assert {land_unter.HALVES[card - 1] for card in range(low, high + 1)} == {wanted}


@languages
def test_the_cards_of_sea_salt_and_paper(language: str) -> None:
    counts = [int(row.split(" | ")[1].split()[0]) for row in lines(language, "sea-salt-and-paper", "cards", "| ")[1:]]
    printed = [sum(colours.values()) for colours in salt_and_paper.PRINTED.values()]
    assert counts == [*printed[:10], 1]
    assert printed[10:] == [1] * 4
    said = listed(language, "sea-salt-and-paper", "sets")
    kinds = salt_and_paper.KIND_NAMES
    for kind, points in zip(salt_and_paper.COLLECTIONS, salt_and_paper.COLLECTION_POINTS, strict=True):
        told = next(numbers(text) for ids, text in said.items() if ids.startswith(kinds[kind]))
        assert told == list(points[1 : printed[kind] + 1])
    for kind, _, each in salt_and_paper.MULTIPLIERS:
        assert next(numbers(text) for ids, text in said.items() if ids.startswith(kinds[kind])) == [each]
    assert [str(goal) for goal in salt_and_paper.GOALS[2:]] == re.findall(
        r"\d\d", texts(language, "sea-salt-and-paper.rules")["learn.goal.text"]
    )


@languages
def test_the_cards_of_sea_of_clouds(language: str) -> None:
    kinds = {kind.name: kind for kind in standard().kinds}
    told: set[str] = set()
    for section in ("rums", "relics", "objects", "pirates"):
        for ids, said in listed(language, "sea-of-clouds", section).items():
            names = ids.split(", ")
            told.update(names)
            count, *rest = numbers(said)
            assert {kinds[name].count for name in names} == {count}, said
            kind = kinds[names[0]]
            if kind.values:
                assert tuple(rest) == kind.values
            elif kind.effect == "collection":
                assert rest[: kind.count] == [n * n for n in range(1, kind.count + 1)]
            else:
                assert {number for number in kind.numbers.values() if abs(number) > 1} <= set(rest), said
    assert told == set(kinds)
    for row in lines(language, "sea-of-clouds", "setup", "| ")[1:]:
        players, rounds, boardings = row.split(" | ")
        for seats in numbers(players):
            assert int(rounds) == sea_of_clouds.ROUNDS[seats]
            assert numbers(boardings) == [sea_of_clouds.LEG[seats] * n for n in (1, 2, 3)]
