"""Every table, as crowded as it gets, in windows of twelve sizes: all is in sight, nothing overlaps, everything can be read.

`python -m pytest -s tests/web/test_measure.py` says how many windows pass.
"""

from dataclasses import dataclass

import pytest

from seaboard.games import GAMES
from tests.web import measure
from tests.web.conftest import NewPerson
from tests.web.person import Person
from tests.web.test_tables import OPEN

TURNS = 3
BETWEEN_TURNS = [(360, 740), (844, 390), (1280, 800)]


@dataclass(frozen=True)
class Crowd:
    """How a table comes to be full: with all its seats, by moves that leave much on it."""

    most: int
    """Moves to make, if it is not full before."""
    first: str = "nothing first"
    """Moves that are made before others."""
    last: str = "nothing last"
    """Moves that are made only where there is no other."""
    full: str = "false"
    """Said by the page when it is."""


CROWDS = {
    "sea-change": Crowd(3, full="document.querySelectorAll('.spot .card').length > 4"),
    "sea-salt-and-paper": Crowd(
        40, first="draw|take|keep", last="stop|last|[+]|mermaids", full="document.querySelectorAll('.fan li').length > 7"
    ),
    "land-unter": Crowd(3),
    "sea-of-clouds": Crowd(20, first="take"),
}
"""How each game's table is filled; a game that is not named here is played for a while."""


def crowded(game: str, ada: Person) -> Crowd:
    """Bring somebody to a full table."""
    crowd = CROWDS.get(game, Crowd(4))
    ada.go()
    ada.go(f"/#/table/{ada.page.evaluate(OPEN, [game, max(GAMES[game].seats)])['id']}")
    ada.see("[data-move]")
    for _ in range(crowd.most):
        if ada.page.evaluate(crowd.full) or not measure.move(ada.page, first=crowd.first, last=crowd.last):
            break
    while ada.page.locator("[data-continue]").count():
        measure.move(ada.page, first=crowd.first, last=crowd.last)
    return crowd


@pytest.mark.parametrize("game", GAMES)
def test_every_table_fits_every_window(game: str, person: NewPerson, same_cards: str) -> None:
    ada = person(confirm=False, url=same_cards, reduced=False)
    crowd = crowded(game, ada)
    found = {size: measure.faults(ada.page, size) for size in measure.WINDOWS}
    print(f"\n{game}: {sum(not faults for faults in found.values())} of {len(found)} windows pass")
    assert {size: faults for size, faults in found.items() if faults} == {}

    # With the log open beside it, the table has less room, and uses what it has.
    ada.page.keyboard.press("l")
    assert {size: faults for size in ((1280, 800), (1920, 1080)) if (faults := measure.faults(ada.page, size))} == {}
    ada.page.keyboard.press("l")

    for width, height in BETWEEN_TURNS:
        ada.page.set_viewport_size({"width": width, "height": height})
        before = measure.places_at_rest(ada.page)
        for _ in range(TURNS):
            if not measure.move(ada.page, first=crowd.first, last=crowd.last) or ada.page.locator("[data-continue]").count():
                break
            assert measure.shifts(before, measure.places(ada.page)) == {}, (width, height)


SIDEWAYS = [(568, 320), (667, 375), (740, 316), (740, 360), (844, 390)]
"""Phones on their side; with a notice above the table, it has 44 pixels less."""
BROKEN = """() => [...document.querySelectorAll('.fan .text')].filter((text) => {
  Object.assign(text.style, { overflowWrap: 'normal', hyphens: 'none' });
  const isWider = text.scrollWidth > text.clientWidth + 1;
  text.removeAttribute('style');
  return isWider;
}).map((text) => text.innerText)"""
"""Texts that are narrower than one of their words."""


def test_a_card_to_choose_fits_a_phone_held_sideways(person: NewPerson, same_cards: str) -> None:
    ada = person(language="fr", url=same_cards)
    ada.go()
    ada.go(f"/#/table/{ada.page.evaluate(OPEN, ['sea-salt-and-paper', 4])['id']}")
    ada.see("[data-move=draw]").click()
    for control in ada.see("[data-move^=keep]"), None:
        assert {size: faults for size in SIDEWAYS if (faults := measure.faults(ada.page, size))} == {}
        if control:
            control.click(force=True)  # what it does may take more words


def test_cards_that_are_held_up_sideways_have_their_names_in_whole_words(person: NewPerson, same_cards: str) -> None:
    ada = person(language="fr", url=same_cards)
    ada.go()
    ada.go(f"/#/table/{ada.page.evaluate(OPEN, ['sea-of-clouds', 4])['id']}")
    ada.see("[data-move]")
    for _ in range(40):
        if len(ada.page.evaluate("[...document.querySelectorAll('.fan .held')]")) > 2:
            break
        measure.move(ada.page, first="leave", last="take")
    for size in (667, 375), (740, 360), (844, 390):
        assert measure.faults(ada.page, size) == []
        assert ada.page.locator(".fan .text").count() > 2, "a share of three cards is held up"
        assert ada.page.evaluate(BROKEN) == [], size


@pytest.mark.parametrize("language", ["en", "fr"])
def test_the_animation_can_be_skipped_sideways(person: NewPerson, same_cards: str, language: str) -> None:
    ada = person(language=language, url=same_cards, speed="slow", confirm=False)
    ada.page.set_viewport_size({"width": 740, "height": 360})
    ada.go()
    ada.go(f"/#/table/{ada.page.evaluate(OPEN, ['land-unter', 3])['id']}")
    ada.see("[data-move]").click(position={"x": 6, "y": 20})
    box = ada.see("[data-act='skip the show']").evaluate("(button) => [button.getBoundingClientRect().right, innerWidth]")
    assert box[0] <= box[1]


LARGE_LETTERS = """document.addEventListener('DOMContentLoaded', () => {
  const style = document.createElement('style');
  style.textContent = ':root { font-size: 200% !important }';
  document.head.append(style);
})"""


def test_letters_twice_as_large_stay_on_a_phone(person: NewPerson, same_cards: str) -> None:
    """As who needs them sets their browser, without zooming."""
    ada = person("phone", language="fr", url=same_cards)
    ada.page.set_viewport_size({"width": 390, "height": 844})
    ada.page.add_init_script(LARGE_LETTERS)
    for address, shown in ("/", ".shelf"), ("/#/settings", "h1"):
        ada.go(address)
        ada.see(shown)
        assert ada.page.evaluate("document.documentElement.scrollWidth") <= 390, address
    for game in GAMES:
        ada.go(f"/#/table/{ada.page.evaluate(OPEN, [game, 3])['id']}")
        ada.see("[data-move]")
        height, room = ada.page.locator(".status").evaluate("(status) => [status.scrollHeight, status.clientHeight]")
        assert height <= room + 1, (game, "what can be done is cut off")
