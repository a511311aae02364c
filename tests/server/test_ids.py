"""Ids: unguessable, and readable over the phone."""

import secrets

import pytest

from seaboard.server.storage import ids

PLACES = 15


def test_an_id_is_a_letter_for_what_it_names_and_fifteen_that_nobody_confuses() -> None:
    assert len(set(ids.LETTERS)) == 32
    assert not set(ids.LETTERS) & set("ilou") | set(ids.LETTERS) - set("0123456789abcdefghijklmnopqrstuvwxyz")
    made = [ids.new_id(kind) for kind in "ptms"]
    assert [one[0] for one in made] == list("ptms")
    assert all(len(one) == 1 + PLACES and set(one[1:]) <= set(ids.LETTERS) for one in made)


def test_every_letter_comes_at_every_place_and_no_place_follows_from_another() -> None:
    made = [ids.new_id("t")[1:] for _ in range(8_000)]
    assert len(set(made)) == len(made)
    for place in range(PLACES):
        seen = [one[place] for one in made]
        assert all(150 < seen.count(letter) < 370 for letter in ids.LETTERS), place  # 250, and seven times as far off as is usual
        for other in range(place):
            equal = sum(one[place] == one[other] for one in made)
            assert 150 < equal < 370, (place, other)


def test_an_id_holds_all_the_bits_that_were_drawn(monkeypatch: pytest.MonkeyPatch) -> None:
    drawn: list[tuple[int, int]] = []
    draw = secrets.randbits

    def noted(count: int) -> int:
        drawn.append((count, draw(count)))
        return drawn[-1][1]

    monkeypatch.setattr(secrets, "randbits", noted)
    for _ in range(100):
        made = ids.new_id("p")[1:]
        assert sum(ids.LETTERS.index(letter) << 5 * place for place, letter in enumerate(made)) == drawn[-1][1]
    assert {count for count, _ in drawn} == {5 * PLACES}
