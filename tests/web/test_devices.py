"""One person, four devices, one match: continued by a link, by a recovery code and by a passkey, without an account."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import CDPSession, Page, Request, Route, expect

from tests.server.harness import Served, served
from tests.web.conftest import SIZES, NewPerson
from tests.web.person import Person
from tests.web.test_people import ask, at_a_table, named
from tests.web.test_tables import faults


class Told:
    """Everything that a browser has said in addresses and Referers."""

    def __init__(self, page: Page) -> None:
        self.sent: list[str] = []
        self.shown: list[str] = []  # in the address bar
        page.on("request", self._hear)
        page.on("framenavigated", lambda frame: self.shown.append(frame.url))

    def _hear(self, request: Request) -> None:
        self.sent += [request.url.partition("#")[0], request.headers.get("referer", "")]  # what follows "#" stays in the browser


@pytest.fixture
def own(built: None, tmp_path: Path) -> Iterator[Served]:
    """A server whose log nobody else writes to."""
    with served(data=tmp_path) as running:
        yield running


def on_localhost(server: Served) -> str:
    """Where passkeys work."""
    return f"http://localhost:{server.port}"


def with_authenticator(page: Page) -> tuple[CDPSession, str]:
    """A finger on a sensor that isn't there."""
    session = page.context.new_cdp_session(page)
    session.send("WebAuthn.enable")
    options = {
        "protocol": "ctap2",
        "transport": "internal",
        "hasResidentKey": True,
        "hasUserVerification": True,
        "isUserVerified": True,
        "automaticPresenceSimulation": True,
    }
    return session, str(session.send("WebAuthn.addVirtualAuthenticator", {"options": options})["authenticatorId"])


def sees_own_seat(person: Person) -> None:
    """At the table, in the seat of the match that was begun elsewhere."""
    person.see(".frame")
    expect(person.page.locator(".note.watching", has_text=re.compile("You are watching|Vous regardez"))).to_have_count(0)
    person.see(".fan")


def test_a_match_goes_on_from_device_to_device(person: NewPerson, own: Served) -> None:
    url = on_localhost(own)
    ada = person("desktop", url=url)
    told = [Told(ada.page)]
    table = at_a_table([ada], "sea-change", seats=2)
    ada.play_on(2)

    # On a phone, by the link from the table's menu.
    ada.page.get_by_role("button", name="Menu").first.click()
    ada.click("Continue on another device")
    link = ada.see("#device-link").input_value()
    ada.see("dialog svg[role=img]")
    assert faults(ada) == []
    secret = link.partition("#")[2].partition("/")[0]
    assert len(secret) == 22
    phone = person("phone", language="fr", url=url)
    told.append(Told(phone.page))
    phone.page.goto(link.replace(link.partition("/continue")[0], url))
    phone.see("[data-act=enter]")
    assert secret not in phone.page.url
    assert secret not in phone.page.evaluate(
        "JSON.stringify([location.href, document.referrer, { ...localStorage }, { ...sessionStorage }])"
    )
    expect(phone.page.locator("h1")).to_have_text("Continuer sur cet appareil")
    assert faults(phone) == []
    phone.see("[data-act=enter]").click()
    sees_own_seat(phone)
    ada.see("[data-joined]")
    assert [address for address in told[0].sent if address.endswith("/devices/link")] == [
        f"{url}/api/devices/link"
    ]  # another would end the first
    phone.play_on(2)
    again = person("desktop", url=url)
    again.page.goto(link.replace(link.partition("/continue")[0], url))
    expect(again.see("[role=alert]")).to_contain_text("already been used")

    # By the code that she has written down.
    ada.page.keyboard.press("Escape")
    ada.go("/#/settings")
    ada.see("[data-act=recovery]").click()
    ada.see("[data-act=code]").click()
    code = str(ada.see("[data-code]").get_attribute("data-code"))
    assert faults(ada) == []
    ada.click("written it down")
    again.go(f"/t/{table}")
    again.click("Is one of these seats yours?")
    again.see("input[name=code]").fill(code.lower().replace("-", " "))
    told.append(Told(again.page))
    assert faults(again) == []
    again.page.keyboard.press("Enter")
    sees_own_seat(again)

    # By a passkey, made on one device and used on another that has it too.
    session, authenticator = with_authenticator(ada.page)
    ada.see("[data-act=passkey]").click()
    expect(ada.page.locator("[role=status]", has_text="passkey is added")).to_be_visible()
    keys = session.send("WebAuthn.getCredentials", {"authenticatorId": authenticator})["credentials"]
    fourth = person("phone", url=url)
    told.append(Told(fourth.page))
    fourth.go("/#/sign-in")
    session, authenticator = with_authenticator(fourth.page)
    session.send("WebAuthn.addCredential", {"authenticatorId": authenticator, "credential": keys[0]})
    fourth.see("[data-act=passkey]").click()
    fourth.see(f"a[href='#/table/{table}']").click()
    sees_own_seat(fourth)
    fourth.play_on(1)

    # All four are listed; one is signed out and only watches, at once.
    ada.page.reload()
    expect(ada.page.locator("[data-device]")).to_have_count(4)
    assert faults(ada) == []
    for device in ask_devices(phone):
        if device["this"]:
            ask(ada, f"/devices/{device['id']}/sign-out")
    expect(phone.page.locator(".note.watching a")).to_be_visible()
    assert ask(phone, "/devices/link")["error"]["key"] == "guest.needed"

    cookies = [cookie["value"] for one in (ada, phone, again, fourth) for cookie in one.page.context.cookies()]
    for spilled in (secret, code, code.replace("-", ""), *cookies):
        assert spilled not in own.logged()
        assert not any(spilled in address for one in told for address in (*one.sent, *one.shown[1:]))


def held(page: Page, addresses: str) -> list[Route]:
    """Requests that wait for an answer."""
    waiting: list[Route] = []

    def hold(route: Route) -> None:
        waiting.append(route)

    page.route(addresses, hold)
    return waiting


def test_a_busy_server_costs_nobody_their_link_or_code(person: NewPerson, server: Served) -> None:
    """Signing in may wait for seconds, and be refused: the page says so, and the link can be tried again."""
    ada, phone = person("desktop"), person("phone", language="fr")
    ada.go()
    named(ada, "Ada")
    secret = ask(ada, "/devices/link")["secret"]
    busy = {"error": {"key": "sign_in.busy", "values": {}, "text": "busy", "game": False}}
    waiting = held(phone.page, "**/api/sign-in/**")

    def let_in(*, refused: bool) -> None:
        while not waiting:
            phone.page.wait_for_timeout(20)
        if refused:
            waiting.pop().fulfill(status=429, json=busy)
        else:
            waiting.pop().continue_()

    said = phone.page.locator(".continue")
    phone.go(f"/continue#{secret}")
    expect(said).to_contain_text("Un instant…")
    let_in(refused=True)
    expect(said).to_contain_text("Beaucoup de monde se connecte en ce moment")
    phone.click("Réessayer")
    let_in(refused=False)
    for refused in (True, False):
        phone.see("[data-act=enter]:enabled").click()
        expect(phone.page.locator("[data-act=enter]")).to_be_disabled()
        expect(said).to_contain_text("Un instant…")
        assert faults(phone) == []
        let_in(refused=refused)
        if refused:
            expect(said).to_contain_text("Beaucoup de monde se connecte en ce moment")
    phone.see(".shelf")

    # By code, too: it says that it is working, and what is typed stays.
    phone.go("/#/sign-in")
    phone.see("input[name=code]").fill("AAAA-AAAA-AAAA-AAAA-AAAA")
    phone.page.keyboard.press("Enter")
    expect(phone.page.locator(".ways [role=status]")).to_have_text("Un instant…")
    let_in(refused=True)
    expect(phone.see(".ways [role=alert]")).to_contain_text("Beaucoup de monde")
    assert phone.page.locator("input[name=code]").input_value().startswith("AAAA")

    # A recovery code is asked for once, however often one presses: another would end the one that is shown.
    ada.go("/#/settings")
    asked = held(ada.page, "**/api/devices/code")
    ada.see("[data-act=recovery]").click()
    ada.see("[data-act=code]").dblclick(force=True)
    ada.page.wait_for_timeout(200)
    assert len(asked) == 1
    asked[0].continue_()
    ada.see("[data-code]")


def ask_devices(person: Person) -> list[dict[str, object]]:
    found: list[dict[str, object]] = person.page.evaluate("fetch('/api/devices').then((a) => a.json()).then(({ devices }) => devices)")
    return found


def test_a_guest_with_tables_is_told_that_they_come_along(person: NewPerson, server: Served) -> None:
    ada, phone = person("desktop"), person("phone", language="fr")
    at_a_table([ada], "land-unter", seats=3)
    table = at_a_table([phone], "sea-change", seats=2)
    named(ada, "Ada")
    secret = ask(ada, "/devices/link")["secret"]
    phone.go(f"/continue#{secret}")
    expect(phone.see(".continue")).to_contain_text("La table que vous avez sur cet appareil vous suit")
    phone.see("[data-act=enter]").click()
    phone.see(f"a[href='#/table/{table}']")
    ada.go("/")
    ada.see(f"a[href='#/table/{table}']")
    phone.go("/#/settings")
    phone.see("[data-device=other]")
    assert phone.page.evaluate("document.documentElement.scrollWidth") <= SIZES["phone"]["width"]
    expect(phone.page.locator(".devices")).to_contain_text("par son nom en https")  # at an address in numbers there are no passkeys
