"""People at a table say something to each other, or would rather not hear it."""

import pytest
from playwright.sync_api import expect

from tests.web import measure
from tests.web.conftest import NewPerson
from tests.web.test_people import ask, at_a_table, named
from tests.web.test_tables import faults
from tests.web.walks import DESKTOP_EN, PHONE_FR, walks


@pytest.mark.parametrize(("size", "language"), walks([DESKTOP_EN], [PHONE_FR]))
def test_what_somebody_says_or_shows_is_seen_and_can_be_silenced(person: NewPerson, size: str, language: str) -> None:
    ada, bob = person(size, language=language), person("desktop")
    table = at_a_table([ada, bob])
    chat = "Discussion" if language == "fr" else "Chat"

    # A reaction: two taps, a bubble at the seat, said to a screen reader.
    bob.see("[data-place=seat-1] button").click()
    bob.see("dialog[open] [data-react=well_played]").click()
    ada.see("[data-place=seat-1] [data-reaction=well_played]")
    expect(ada.page.locator("[aria-live=polite]").last).to_contain_text(
        "Player 2 : Bien joué" if language == "fr" else "Player 2: Well played"
    )
    expect(bob.page.locator("dialog[open]")).to_have_count(0)
    assert faults(ada) == []

    # A line of the chat: a toast and a count, which a look at the chat clears.
    bob.page.get_by_role("button", name="Chat").click()
    bob.see("aside.open form input").fill("Ahoy there")
    bob.page.keyboard.press("Enter")
    toast = ada.page.locator("[data-toast]")
    expect(toast).to_contain_text("Ahoy there")
    expect(ada.page.locator("header .unread")).to_contain_text("1")
    toast.click()
    expect(ada.page.locator("aside.open li", has_text="Ahoy there")).to_be_visible()
    expect(ada.page.locator("header .unread")).to_have_count(0)
    expect(toast).to_have_count(0)
    ada.page.get_by_role("button", name=chat, exact=True).click()
    bob.page.locator("aside.open form input").fill("Still there?")
    bob.page.keyboard.press("Enter")
    expect(ada.page.get_by_role("button", name="Discussion (non lus : 1)" if language == "fr" else "Chat (1 unread)")).to_be_visible()
    assert faults(ada) == []
    ada.page.locator("header button:has(.unread)").click()
    expect(toast).to_have_count(0)
    ada.page.get_by_role("button", name=chat, exact=True).click()

    # Muted on this device, his words are neither shown nor counted; they are back when he is not.
    ada.see("[data-place=seat-1] button").click()
    ada.page.locator("dialog[open] .row button").first.click()
    ada.page.keyboard.press("Escape")
    ask(bob, "/guest", name="Bob")
    bob.page.locator("aside.open form input").fill("Can you hear me?")
    bob.page.keyboard.press("Enter")
    expect(bob.page.locator("aside.open li", has_text="Can you hear me?")).to_be_visible()
    expect(ada.page.locator("[data-place=seat-1]")).to_contain_text("Bob")  # so news has come since
    assert not ada.page.locator("[data-toast], header .unread").count()
    ada.see("[data-place=seat-1] button").click()
    ada.page.locator("dialog[open] .row button").first.click()

    # Blocked, they are not even sent, nor is what he said before; and he can be let in again.
    ada.see("dialog[open] [data-act=block]").click()
    assert faults(ada) == []
    ada.see("dialog[open] [data-act=confirm]").click()
    ada.page.get_by_role("button", name=chat, exact=True).click()
    expect(ada.page.locator("aside.open li", has_text="Ahoy there")).to_have_count(0)
    own = str(ask(ada, "/tables", game="sea-change", seats=2)["id"])
    assert ask(bob, f"/tables/{own}/sit")["error"]["key"] == "table.closed"
    ada.go("/#/settings")
    ada.page.get_by_role("button", name="Débloquer Bob" if language == "fr" else "Unblock Bob").click()
    expect(ada.page.locator("#blocked-people")).to_have_count(0)
    ada.go(f"/t/{table}")
    ada.see(".frame")
    ada.page.get_by_role("button", name=chat, exact=True).click()
    expect(ada.page.locator("aside.open li", has_text="Can you hear me?")).to_be_visible()


def test_a_small_phone_has_room_for_the_longest_name_and_for_the_chat(person: NewPerson) -> None:
    ada, bob = person("phone", language="fr"), person("desktop")
    at_a_table([ada, bob])
    ada.page.set_viewport_size({"width": 320, "height": 568})
    ask(bob, "/guest", name="W" * 24)
    ada.see("[data-place=seat-1]:has-text('WWW') button").click()
    title = ada.see("dialog[open] h2")
    expect(title).to_have_text("W" * 24)
    assert title.evaluate("(title) => title.getBoundingClientRect().right <= innerWidth && title.closest('dialog').scrollLeft === 0")
    assert measure.sheet_faults(ada.page, [(320, 568), (360, 640)]) == {}
    ada.page.set_viewport_size({"width": 320, "height": 568})
    ada.page.keyboard.press("Escape")
    ada.page.get_by_role("button", name="Discussion", exact=True).click()
    ada.see("aside.open [data-react=laugh]")
    expect(ada.page.locator("aside.open form input")).to_be_in_viewport(ratio=1)


@pytest.mark.parametrize(("size", "language"), walks([PHONE_FR], [DESKTOP_EN]))
def test_a_table_is_joined_by_one_click_and_there_is_always_somebody_to_watch(person: NewPerson, size: str, language: str) -> None:
    ada, bob, eve = person(size, language=language, name="Ada"), person("desktop"), person("desktop")
    ada.go()
    ada.see(".shelf")
    named(bob, "Bob")
    table = str(ask(bob, "/tables", game="land-unter", seats=3, public=True, clock=60)["id"])
    row = ada.page.locator("section:has(#to-join) li", has=ada.page.locator(f"a[href='#/table/{table}']"))
    expect(row).to_contain_text("Bob")
    expect(row).to_contain_text("60 secondes par coup" if language == "fr" else "60 seconds per move")
    top, shelf = row.bounding_box(), ada.page.locator(".shelf").bounding_box()
    assert top
    assert shelf
    assert top["y"] < shelf["y"]
    assert faults(ada) == []
    row.locator("[data-act=join]").click()
    expect(ada.page.locator(".lobby li.mine")).to_contain_text("Ada")

    ask(bob, f"/tables/{table}/start", fill="cabin-boy")
    eve.go()
    match = eve.see(f"section:has(#to-watch) a[href='#/table/{table}']")
    expect(match).to_contain_text("Ada")
    assert not eve.page.locator(f"section:has(#to-join) a[href='#/table/{table}']").count()

    # Where no people play, bots do, as soon as somebody looks.
    eve.see("article:has(a[href='#/learn/sea-change']) button:has-text('Watch')").click()
    expect(eve.page.locator(".note.watching")).to_have_text("You are watching.")
    before = eve.standing()
    expect(eve.page.locator(".status")).not_to_have_text("", timeout=60_000)
    eve.page.wait_for_function(
        "(before) => document.querySelector('.status')?.textContent + document.querySelector('.body')?.innerText !== before", arg=before
    )
    eve.go()
    eve.see("[data-bots=sea-change]").click()
    eve.see(".note.watching")
