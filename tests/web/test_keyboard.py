"""Whole matches by keys, and shows that are skipped."""

import pytest

from tests.web.conftest import NewPerson
from tests.web.person import Person
from tests.web.test_tables import PLAYABLE, SHORT, few


def reach_a_move(ada: Person) -> None:
    """Go to a control that plays a move: along the hand by the arrow keys, else with Tab."""
    keys = ada.page.keyboard
    keys.press("h")
    for key, times in (("ArrowRight", 12), ("Tab", 60)):
        for _ in range(times):
            if ada.page.evaluate("document.activeElement?.dataset.move !== undefined"):
                return
            keys.press(key)


@pytest.mark.parametrize("game", PLAYABLE)
def test_a_whole_match_by_keyboard_alone(game: str, person: NewPerson) -> None:
    """In two games while the cards move, in `make soak` in all: keys need not wait until they stand still."""
    ada = person(reduced=False) if game in PLAYABLE[:2] else person()
    ada.go()
    ada.see(f"article:has(a[href='#/learn/{game}']) [data-act=invite]")
    keys = ada.page.keyboard
    for _ in range(60):
        keys.press("Tab")
        if ada.page.evaluate("(game) => document.activeElement?.matches(`article:has([href='#/learn/${game}']) [data-act=invite]`)", game):
            break
    keys.press("Enter")
    ada.see("dialog[open] [data-choice=seats] input:checked").focus()
    for _ in range(9):
        if ada.page.evaluate("document.activeElement.value") == str(few(game)):
            break
        keys.press("ArrowLeft")
    for name, choice in SHORT.get(game, {}).items():
        ada.see(f"dialog[open] [data-option={name}] select").focus()
        for _ in range(30):
            if ada.page.evaluate("document.activeElement.selectedOptions[0].textContent") == str(choice):
                break
            keys.press("ArrowDown")
    ada.see("[data-act=alone]").focus()
    keys.press("Enter")
    ada.see(".frame")
    keys.press("?")
    ada.see("dialog[open] kbd")
    keys.press("Escape")
    while True:
        ada.see("[data-move], [data-continue], [data-over]")
        if ada.sees_the_end:
            break
        if ada.page.locator("[data-continue]").count():
            ada.page.locator("[data-continue]").focus()
            keys.press("Enter")
            continue
        before = ada.standing()
        reach_a_move(ada)
        keys.press("Enter")
        if ada.page.evaluate("document.activeElement?.ariaPressed") == "true":
            keys.press("Enter")
        ada.page.wait_for_function(
            "(before) => (document.querySelector('.status')?.textContent + document.querySelector('.body')?.innerText) !== before",
            arg=before,
        )


def test_letters_are_keys_until_they_are_switched_off(person: NewPerson) -> None:
    ada = person()
    ada.open_table("sea-change", seats=2, options={"target": 1}, alone=True)
    ada.see("[data-move]")
    ada.page.keyboard.press("l")
    ada.see("aside h2:has-text('What happened')")
    ada.page.keyboard.press("l")
    ada.page.keyboard.press("?")
    ada.see("dialog[open] kbd:text-is('l')")
    ada.see("dialog[open] a:has-text('Settings')").click()
    ada.see("label:has-text('Keyboard shortcuts') input").uncheck()
    ada.page.go_back()
    ada.see("[data-move]")
    for key in "lsmo?":
        ada.page.keyboard.press(key)
    ada.page.wait_for_timeout(300)
    assert ada.page.locator("dialog[open], aside:visible").count() == 0
    ada.page.locator("button[aria-label=Menu]").click()
    ada.click("Keyboard shortcuts")
    ada.see("dialog[open]:has-text('Letter shortcuts are off')")
    assert ada.page.locator("dialog[open] kbd:text-is('l')").count() == 0
    ada.page.keyboard.press("Escape")
    lit = ada.see(".fan [data-move]")  # what has the focus is still worked by keys
    move = lit.get_attribute("data-move")
    lit.focus()
    ada.page.keyboard.press("Enter")
    ada.page.keyboard.press("Enter")
    ada.page.wait_for_function(
        "(card) => ![...document.querySelectorAll('.fan [data-flip]')].some((one) => one.dataset.flip === card)", arg=move
    )


def test_a_long_show_can_be_skipped(person: NewPerson) -> None:
    ada = person("phone", speed="slow")
    ada.open_table("sea-change", seats=6, options={"target": 1}, alone=True)
    ada.see("[data-move]")
    for how in ("button", "space", "tap"):
        ada.play(ada.moves()[0])
        skip = ada.see("[data-act='skip the show']")  # six cards, then a sweep: seconds at this speed
        ada.page.wait_for_timeout(1500)  # all that the bots do is sent by now
        if how == "button":
            skip.click()
        elif how == "space":
            ada.page.evaluate("document.activeElement.blur()")
            ada.page.keyboard.press("Space")
        else:
            ada.page.locator(".status").evaluate("() => document.querySelector('.felt').click()")
        ada.page.wait_for_selector("[data-move], [data-continue]", timeout=4000)  # the rest of the show would take longer
        assert ada.page.locator("[data-act='skip the show']").count() == 0
