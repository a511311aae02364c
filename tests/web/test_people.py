"""People at a table: nobody loses a match to a bot, nobody waits in the dark."""

import time
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.web.conftest import NewPerson
from tests.web.person import Person

ASK = """async ([path, body]) => {
  const answer = await fetch(`/api${path}`, {method: 'POST', headers: {'content-type': 'application/json'}, body: JSON.stringify(body)});
  return answer.json();
}"""


def ask(person: Person, path: str, **body: Any) -> Any:
    return person.page.evaluate(ASK, [path, body])


def named(person: Person, name: str) -> None:
    person.go()
    ask(person, "/guest", name=name)


def at_a_table(people: list[Person], game: str = "sea-change", **asked: Any) -> str:
    """These people sit at a table that has begun."""
    for i, one in enumerate(people):
        named(one, f"Player {i + 1}")
    table = str(ask(people[0], "/tables", game=game, **{"seats": len(people), **asked})["id"])
    for one in people[1:]:
        ask(one, f"/tables/{table}/sit")
    ask(people[0], f"/tables/{table}/start", fill="cabin-boy")
    for one in people:
        one.go(f"/t/{table}")
        one.see(".frame")
    return table


@pytest.mark.parametrize(("size", "language"), [("phone", "fr"), ("desktop", "en")])
def test_when_both_time_out_nothing_is_played_and_any_tap_goes_on(person: NewPerson, size: str, language: str) -> None:
    ada, bob = person(size, language=language), person("desktop")
    at_a_table([ada, bob], clock=5)
    paused = "La partie est en pause." if language == "fr" else "The match is paused."
    for one, text in ((ada, paused), (bob, "The match is paused.")):
        expect(one.page.locator(".status")).to_have_text(text, timeout=20_000)
    before = ada.standing()
    time.sleep(2)
    assert ada.standing() == before
    assert ada.page.locator("[data-notice]").is_visible()
    ada.page.mouse.click(5, 300)
    expect(ada.page.locator("[data-notice]")).to_have_count(0)
    expect(ada.page.locator(".status")).not_to_have_text(paused)
    ada.see("[data-move]")


def test_continue_on_a_sheet_returns_the_seat_and_what_the_bot_played_is_told(person: NewPerson) -> None:
    ada, bob = person("phone"), person("desktop")
    at_a_table([ada, bob], clock=5)
    end = time.monotonic() + 120
    while not ada.page.locator("[data-continue]").count():
        assert time.monotonic() < end
        for one in (bob, ada):
            if one.page.locator("[data-move]").count():
                one.act()
    # Ada reads the sheet; Bob goes on and is in control, so a bot covers for her.
    while not ada.page.locator("dialog [data-notice]").count():
        assert time.monotonic() < end
        if bob.may_act:
            bob.act()
    ada.see("dialog [data-notice]")
    ada.page.locator("[data-continue]").first.click()
    expect(ada.page.locator("[data-notice]")).to_have_count(0)
    expect(ada.page.locator(".note.watching")).to_contain_text("A bot", timeout=20_000)
    ada.page.get_by_role("button", name="What happened").click()
    expect(ada.page.locator("aside.open li", has_text="played by a bot").first).to_be_visible()
