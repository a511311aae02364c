"""What a hand does for eyes and fingers: cards look larger when asked, and keys find it where they left it."""

from tests.web.conftest import NewPerson
from tests.web.person import IN_SIGHT

IN_HAND = "document.activeElement?.closest('.fan') !== null"


def test_any_card_can_be_looked_at_large(person: NewPerson) -> None:
    ada = person()
    ada.open_table("sea-change", seats=4, options={}, alone=True)
    ada.see("[data-move]")
    ada.page.keyboard.press("h")
    ada.page.keyboard.press("z")
    large = ada.see(".lens svg").bounding_box()
    assert large is not None
    assert large["width"] > 200
    ada.page.keyboard.press("Escape")
    ada.page.locator(".lens svg").wait_for(state="hidden")
    spot = ada.page.locator(".fan button").first.evaluate(IN_SIGHT)
    ada.page.mouse.move(spot["x"], spot["y"])
    ada.see(".lens p b")
    ada.page.mouse.move(2, 2)
    ada.page.locator(".lens svg").wait_for(state="hidden")


def test_who_plays_by_keys_stays_in_the_hand(person: NewPerson) -> None:
    ada = person(confirm=False)
    ada.open_table("sea-change", seats=2, options={}, alone=True)
    for _ in range(3):
        lit = ada.see(".fan [data-move]")
        move = lit.get_attribute("data-move")
        lit.focus()
        ada.page.keyboard.press("Enter")
        ada.page.wait_for_function("(move) => !document.querySelector(`.fan [data-flip='${move}']`)", arg=move)
        ada.page.wait_for_function(IN_HAND)


def test_digits_are_keys_on_a_french_keyboard(person: NewPerson, same_cards: str) -> None:
    ada = person(url=same_cards)
    ada.open_table("sea-salt-and-paper", seats=2, options={}, alone=True)
    ada.see("[data-move='take 1']")
    # What a French keyboard sends for the key above A.
    ada.page.evaluate("dispatchEvent.call(document.body, new KeyboardEvent('keydown', { key: '&', code: 'Digit1', bubbles: true }))")
    ada.page.wait_for_function("() => document.querySelectorAll('.fan li').length > 0")
