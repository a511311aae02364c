"""The rules, read in a browser: cards in the text, something to try in each chapter, and off to play."""

from tests.web.conftest import NewPerson

RIGHT, WRONG = "[data-answer=right]", "[data-answer=wrong]"
WIDE = "document.documentElement.scrollWidth <= innerWidth"


def test_chapters_show_cards_and_questions_give_reasons(person: NewPerson) -> None:
    ada = person("phone", language="fr")
    ada.go("/#/learn/sea-of-clouds")
    ada.see("[data-question]")
    for card in ("Chant des sirènes", "Rachel Cruz", "Registre des doublons"):
        assert ada.page.locator(f"article [aria-label='{card}']").count(), card
    assert ada.page.locator("article > section:not(:has([data-question])):not(.off)").count() == 0
    question = ada.page.locator("section:has(> h2:text('Les rhums')) [data-question]")
    question.locator(WRONG).first.click()
    ada.see("[data-why-answer=wrong]:has-text('de 4 points à 9')")
    question.locator(RIGHT).click()
    ada.see("[data-why-answer=right]:has-text('5 de plus')")
    assert question.locator("[aria-pressed=true]").count() == 1
    assert ada.page.evaluate(WIDE)


def test_the_rules_by_keyboard_in_another_language_and_then_a_match(person: NewPerson) -> None:
    ada = person()
    ada.go("/#/learn/sea-change")
    ada.see("[data-question]")
    ada.page.locator(f"[data-question] >> nth=1 >> {RIGHT}").focus()
    ada.page.keyboard.press("Enter")
    ada.see("[data-why-answer=right]:has-text('5 for the 0 of trump')")
    ada.click("Français")
    ada.see("[data-why-answer=right]:has-text('moins 4 pour le 8')")
    ada.page.set_viewport_size({"width": 320, "height": 568})
    ada.page.wait_for_function(WIDE)  # once it is laid out anew
    ada.page.locator(".off [data-act=play]").click()
    ada.page.wait_for_url("**/table/**")
    ada.see("[data-move]")
