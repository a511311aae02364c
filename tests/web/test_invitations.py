"""Somebody is invited by name, says no, is invited again and comes; and whoever has lost their cookie finds their seat from the lobby."""

import re
from typing import Any

from playwright.sync_api import WebSocket, expect

from tests.web.conftest import NewPerson
from tests.web.person import Person
from tests.web.test_people import ask, named


def waiting(person: Person) -> int:
    """How much waits for somebody, as the title says."""
    found = re.match(r"\((\d+)\)", person.page.title())
    return int(found[1]) if found else 0


def test_an_invitation_by_name_is_declined_then_accepted_and_a_lost_seat_is_found(person: NewPerson) -> None:
    ada, bob, lost = person("desktop"), person("phone", language="fr"), person("phone")
    named(ada, "Ada")
    named(bob, "Bob")
    played = ask(ada, "/tables", game="sea-change", seats=2)["id"]
    ask(bob, f"/tables/{played}/sit")
    ask(ada, f"/tables/{played}/start")

    sent: list[Any] = []

    def follow(socket: WebSocket) -> None:
        if "/api/mine" in socket.url:
            socket.on("framesent", lambda text: sent.append(text))

    bob.page.on("websocket", follow)
    bob.page.add_init_script("navigator.setAppBadge = async (n) => (window.badge = n)")
    bob.go()
    bob.see("section:has(:is(#your-turn, #go-on))")
    bob.page.wait_for_function("() => document.title")
    before = waiting(bob)
    table = ask(ada, "/tables", game="land-unter", seats=3)["id"]
    ada.go(f"/t/{table}")
    known = ada.page.locator("[data-companions] li", has_text="Bob")
    known.get_by_role("button", name="Invite Bob").click()
    expect(known).to_contain_text("Invited")
    invitation = bob.page.locator(f"[data-invitation='{table}']")
    expect(invitation).to_contain_text("Ada vous invite à jouer à Land Unter")
    assert waiting(bob) == before + 1
    assert bob.page.evaluate("window.badge") == before + 1
    assert '{"type":"look"}' in sent
    top, shelf = invitation.bounding_box(), bob.page.locator(".shelf").bounding_box()
    assert top
    assert shelf
    assert top["y"] < shelf["y"]
    assert bob.page.evaluate("document.documentElement.scrollWidth <= innerWidth")

    invitation.get_by_role("button", name="Non merci").click()
    expect(known).to_contain_text("Not now")
    expect(invitation).to_have_count(0)
    expect(bob.page.locator("[data-declined]")).to_contain_text("Bloquer Ada")
    bob.page.wait_for_function("(n) => !document.title.startsWith(`(${n})`)", arg=before + 1)

    again = ask(ada, "/tables", game="sea-change", seats=3)["id"]
    ada.go(f"/t/{again}")
    ada.page.locator("[data-companions] [data-act=invite]").click()
    bob.see(f"[data-invitation='{again}'] [data-act=accept]").click()
    bob.see("dialog[open] input[name=name]").fill("Bob")  # this device has not been told a name yet
    bob.page.keyboard.press("Enter")
    bob.see(".lobby li.mine")
    expect(ada.page.locator(".chairs li", has_text="Bob")).to_be_visible()
    expect(ada.page.locator("[data-companions]")).to_have_count(0)

    code = ask(bob, "/devices/code")["code"]
    lost.go(f"/t/{again}")
    lost.see(".lobby").get_by_role("link", name="Is one of these seats yours?").click()
    lost.see("input[name=code]").fill(code)
    lost.page.keyboard.press("Enter")
    expect(lost.page.locator(".lobby li.mine")).to_contain_text("Bob")

    table = ask(ada, "/tables", game="sea-change", seats=2, public=True)["id"]
    bob.go()
    bob.see(f"#to-join ~ ul a[href='#/table/{table}']")
    ask(bob, f"/people/{ask(bob, f'/tables/{table}/sit')['maker']['id']}/block")
    ask(bob, f"/tables/{table}/stand")
    ask(bob, f"/tables/{table}/forget")
    expect(bob.page.locator(f"a[href='#/table/{table}']")).to_have_count(0)
