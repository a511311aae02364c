"""Hints at a table against bots, and puzzles, on the page: found, asked for by key and by touch, and understood."""

import time

import pytest

from seaboard import locales, puzzles
from tests.web.conftest import NewPerson
from tests.web.person import PATIENCE
from tests.web.walks import DESKTOP_EN, PHONE_FR, walks


@pytest.mark.parametrize(("size", "language"), walks([PHONE_FR], [DESKTOP_EN]))
def test_a_hint_is_asked_for_and_a_puzzle_is_missed_and_solved(size: str, language: str, person: NewPerson) -> None:
    said = locales.texts(language, "page")
    ada = person(size, language=language)
    ada.open_table("sea-change", seats=2, options={}, alone=True)
    ada.see("[data-move]")
    assert ada.page.locator("[data-act=hint]").count() == 0, "off, unless switched on"
    ada.page.keyboard.press("m")
    ada.click(said["hint.menu_on"])
    ada.see("[data-act=hint]")
    end = time.monotonic() + 6 * PATIENCE
    best = said["hint.best"].partition("{")[0]
    while not ada.page.locator("[data-hint]").inner_text().startswith(best) if ada.page.locator("[data-hint]").count() else True:
        if size == "phone":
            ada.page.locator("[data-act=hint]").click()
        else:
            ada.page.keyboard.press("i")
        ada.see("[data-hint]")
        ada.page.wait_for_timeout(300)  # what hints need may still be compiled
        assert time.monotonic() < end, ada.page.locator("[data-hint]").inner_text()
    pointed = ada.see(".pointed-at").get_attribute("data-move")
    assert pointed in ada.moves()
    assert ada.page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    ada.play(str(pointed))
    ada.page.locator("[data-hint]").wait_for(state="hidden")

    ada.go("/#/learn/sea-change")
    ada.see("a[data-act=puzzles]").click()
    ada.see("[data-act=today]")
    ada.see("[data-act=next]").click()
    ada.see("[data-move]")
    one = puzzles.load("sea-change")[ada.page.url.rpartition("/")[2]]
    match = one.match()
    answer = match.notation(one.answer, one.seat)
    ada.play(next(move for move in ada.moves() if move != answer))
    ada.see("[data-puzzle=missed]")
    assert ada.page.locator(".pointed-at").count() == 0, "the answer is not given away"
    ada.see("[data-act=reveal]").click()
    assert ada.see(".pointed-at").get_attribute("data-move") == answer
    ada.see("[data-act=again]").click()
    ada.page.locator("[data-puzzle]").wait_for(state="hidden")
    ada.see(f"[data-move='{answer}']")
    ada.play(answer)
    ada.see("[data-puzzle=solved] a[data-act=next]").click()
    ada.page.wait_for_url(lambda url: not url.endswith(one.id))
    ada.go("/#/puzzles/sea-change")
    assert "1" in ada.see(".progress").inner_text()
    assert ada.page.locator("ol a.solved").count() == 1
    assert ada.page.evaluate("document.documentElement.scrollWidth <= innerWidth")
