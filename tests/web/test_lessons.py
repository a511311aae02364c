"""The worked examples, played on the page: found in the rules, tried, missed, tried again, and understood."""

import contextlib

import pytest
from playwright.sync_api import Error

from seaboard.games import GAMES
from seaboard.lessons import Lesson
from tests.web.conftest import NewPerson
from tests.web.person import Person
from tests.web.test_tables import faults_in_both_themes
from tests.web.walks import walks

TEACHING = [name for name, game in GAMES.items() if game.lessons]
EACH_ONCE = [(game, "phone" if i % 2 else "desktop") for i, game in enumerate(TEACHING)]
EACH_ONCE_MORE = [(game, "desktop" if i % 2 else "phone") for i, game in enumerate(TEACHING)]
LONG = ("boarding",)
"""Lessons that a phone scrolls: a crew of three to be sent is a long list, at a live table too."""
CALLS = ("stop", "last chance")
"""Moves that are chosen on a sheet, which one button opens."""


def answer(one: Person, lesson: Lesson) -> None:
    """Do the lesson as it should be done, to its end."""
    for move in lesson.answer:
        reach(one, "[data-move]")
        if move in CALLS:
            one.see("[data-move=stop]").click()
        one.see(f"[data-move='{move}']")
        table = one.page.url, one.standing()
        for _ in range(3):  # a card that is still on its way is not where one taps
            with contextlib.suppress(Error):  # it is gone with the tap that played it
                one.play(move)
            if (one.page.url, one.standing()) != table:
                break
    reach(one, "[data-lesson]")


def reach(one: Person, selector: str) -> None:
    """Look at every sheet on the way."""
    while True:
        one.see(f"{selector}, [data-continue]")
        if not one.page.locator("[data-continue]").count():
            return
        one.page.locator("[data-continue]").first.click()
        one.page.wait_for_timeout(50)


@pytest.mark.parametrize(("game", "size"), walks(EACH_ONCE, EACH_ONCE_MORE))
def test_all_lessons_one_after_another(game: str, size: str, person: NewPerson) -> None:
    ada = person(size, language="fr" if size == "phone" else "en")
    ada.go(f"/#/learn/{game}")
    lessons = list(GAMES[game].lessons.values())
    for lesson in lessons:
        ada.see(f"[data-example='{lesson.name}']")
    ada.page.locator(f"[data-example='{lessons[0].name}']").click()
    for lesson in lessons:
        ada.page.wait_for_url(f"**/learn/{game}/{lesson.name}")
        ada.see("[data-move]")
        assert ada.page.evaluate("document.documentElement.scrollWidth <= innerWidth"), lesson.name
        if lesson.name not in LONG:
            assert ada.page.evaluate("document.documentElement.scrollHeight <= innerHeight + 1"), lesson.name
        answer(ada, lesson)
        assert ada.see("[data-lesson]").get_attribute("data-lesson") == "reached", lesson.name
        if lesson is not lessons[-1]:
            ada.see("[data-act=next]").click()
    ada.page.locator("[data-lesson] a").first.click()
    ada.see(f"[data-example='{lessons[-1].name}']:focus")


@pytest.mark.parametrize(("game", "size"), EACH_ONCE_MORE)
def test_axe_finds_nothing(game: str, size: str, person: NewPerson) -> None:
    ada = person(size, reduced=True)
    ada.go(f"/#/learn/{game}")
    ada.see("[data-example]")
    assert faults_in_both_themes(ada) == []
    lesson = next(iter(GAMES[game].lessons.values()))
    ada.page.locator(f"[data-example='{lesson.name}']").click()
    ada.see("[data-move]")
    assert faults_in_both_themes(ada) == []
    answer(ada, lesson)
    assert faults_in_both_themes(ada) == []


def test_a_lesson_is_missed_and_done_again(person: NewPerson) -> None:
    ada = person("phone", speed="normal")
    ada.go("/#/learn/sea-change/overview")
    ada.see("[data-move]")
    ada.page.locator(".fan [data-flip='B6']").click(position={"x": 10, "y": 40}, force=True)
    ada.see(":text('yellow was led and you hold yellow')")
    ada.play("Y9")
    assert ada.see("[data-lesson]").get_attribute("data-lesson") == "missed"
    assert ada.moves() == []
    assert "Not this time" in ada.see("[data-lesson]").inner_text()
    ada.see("[data-act=again]").click()
    ada.see("[data-move='P10']")
    assert ada.page.locator("[data-lesson]").count() == 0
    ada.play("P10")
    assert ada.see("[data-lesson]").get_attribute("data-lesson") == "reached"
    assert ada.see(".status").inner_text() == "You take the trick (+2): highest trump."
    for card in ("Y4", "Y10", "P10"):
        ada.see(f".felt [data-flip='{card}']")  # the trick lies there to be looked at


def test_a_lesson_by_keyboard_and_by_ear(person: NewPerson) -> None:
    ada = person()
    ada.go("/#/learn/sea-change")
    ada.see("[data-example='overview']").focus()
    keys = ada.page.keyboard
    keys.press("Enter")
    ada.see("[data-move]")
    heard = "document.querySelector('[aria-live]').textContent"
    ada.page.wait_for_function(f"() => {heard}.includes('Take the trick all the same. Your turn: follow yellow, or match the 10')")
    keys.press("h")
    for _ in range(3):
        if ada.page.evaluate("document.activeElement?.dataset.move") == "P10":
            break
        keys.press("ArrowRight")
    keys.press("Enter")
    keys.press("Enter")
    ada.see("[data-lesson=reached]")
    ada.page.wait_for_function(f"() => {heard}.includes('purple became trump')")
    assert ada.page.evaluate("document.activeElement?.dataset.lesson") == "reached"
    for _ in range(3):
        keys.press("Tab")
    assert ada.page.evaluate("document.activeElement?.dataset.act") == "next"
    keys.press("Enter")
    ada.page.wait_for_url("**/learn/sea-change/bad-idea")
    ada.see("[data-move]")


def test_after_the_last_lesson_one_plays(person: NewPerson) -> None:
    ada = person("phone", language="fr")
    ada.go("/#/learn/sea-change/big-finish")
    answer(ada, GAMES["sea-change"].lessons["big-finish"])
    ada.see("[data-act=play]").click()
    ada.page.wait_for_url("**/table/**")
    ada.see("[data-move]")


def test_a_lesson_that_is_not_there_says_so(person: NewPerson) -> None:
    ada = person("phone")
    ada.go("/#/learn/sea-change/no-such")
    ada.see("h1:has-text('Page not found')")
    ada.go("/#/learn/chess/overview")
    ada.see("h1:has-text('Page not found')")
