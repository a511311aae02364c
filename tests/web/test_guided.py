"""A guided first match, played through on the page: a real match, with a word at the right moment, that can be left."""

import pytest
from playwright.sync_api import ViewportSize

from seaboard.locales import texts
from tests.web.conftest import SIZES, NewPerson
from tests.web.person import READY, Person
from tests.web.test_tables import faults
from tests.web.walks import walks

MATCHES = [
    ("sea-change", "phone", "fr", {"welcome", "last"}),
    ("sea-salt-and-paper", "desktop", "fr", {"welcome", "take", "keep", "pass"}),
    ("land-unter", "desktop", "en", {"welcome", "choose", "passed"}),
    ("sea-of-clouds", "phone", "en", {"welcome", "look", "lay", "soon", "boarded", "last"}),
]
IN_THE_OTHER_LANGUAGE = [(game, size, "en" if language == "fr" else "fr", wanted) for game, size, language, wanted in MATCHES]

SMALLEST: ViewportSize = {"width": 320, "height": 568}
COVERED = """() => {
  const over = (a, b) => a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
  const guide = document.querySelector('[data-guide]').getBoundingClientRect();
  const parts = [...document.querySelectorAll('.frame :is(.status, .hand, .actions, [data-move])')];
  return parts.filter((part) => part.offsetHeight && over(guide, part.getBoundingClientRect())).map((part) => part.className);
}"""
"""What one reads or presses and the guide lies over."""


def read_guide(one: Person) -> list[str]:
    """Read all that the guide has to say now."""
    said: list[str] = []
    while one.page.locator("[data-guide]").count():
        said.append(str(one.page.locator("[data-guide]").get_attribute("data-guide")))
        assert one.page.locator("aside[data-guide] p").inner_text().strip()
        one.page.locator("[data-act='got it']").click()
    return said


def play_with_guide(one: Person) -> list[str]:
    """To the end of the match; every word of the guide, in order."""
    said: list[str] = []
    while True:
        one.see(READY)
        if one.sees_the_end:
            return said
        said += read_guide(one)
        one.act()


@pytest.mark.parametrize(
    ("game", "size", "language", "wanted"),
    walks(MATCHES, IN_THE_OTHER_LANGUAGE),
    ids=lambda value: value if isinstance(value, str) else None,
)
def test_a_first_match_with_a_guide(game: str, size: str, language: str, wanted: set[str], person: NewPerson) -> None:
    ada = person(size, language=language)
    ada.go()
    box = ada.page.locator(f"article:has(a[href='#/learn/{game}'])")
    box.locator("[data-act=guide]").click()
    ada.see("[data-guide=welcome]")
    ada.see("[data-move]")
    for window in (SMALLEST, SIZES[size]):
        ada.page.set_viewport_size(window)
        ada.page.wait_for_timeout(200)  # until the table is laid out anew
        assert ada.page.evaluate(COVERED) == []
    said = play_with_guide(ada)
    assert len(said) == len(set(said)), "each word once"
    assert wanted <= set(said)
    assert texts(language, f"{game}.rules")["guide.over"] in ada.see("dialog[open]").inner_text()


def test_a_guide_is_left_and_stays_away(person: NewPerson) -> None:
    ada = person("phone", reduced=True)
    ada.go("/#/learn/sea-change")
    ada.see(".off [data-act=guide]").click()
    ada.see("[data-guide=welcome]")
    ada.see("[data-move]")
    assert faults(ada) == []
    ada.page.keyboard.press("Tab")
    ada.page.locator("[data-act='got it']").focus()
    ada.page.keyboard.press("Enter")
    ada.page.wait_for_selector("[data-guide]:not([data-guide=welcome])")
    ada.page.locator("[data-act='leave guide']").click()
    assert ada.page.locator("[data-guide]").count() == 0
    ada.act()
    ada.page.reload()
    ada.see("[data-move]")
    assert ada.page.locator("[data-guide]").count() == 0
    ada.go()
    ada.see("article [data-act=guide]")
    assert ada.page.locator("article:has(a[href='#/learn/sea-change']) [data-act=guide]").count() == 0
