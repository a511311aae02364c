"""A player reports another from their seat or from the chat; whoever moderates the server sees it, with the chat, and bans them."""

import pytest
from playwright.sync_api import expect

from seaboard.cli import main
from tests.server.harness import Served
from tests.web.conftest import NewPerson
from tests.web.test_people import at_a_table, named
from tests.web.test_tables import faults


def test_a_report_reaches_the_moderator_and_a_ban_is_told_to_whom_it_is_about(
    person: NewPerson, server: Served, capsys: pytest.CaptureFixture[str]
) -> None:
    ada, bob, zoe = person("phone", language="fr"), person("desktop"), person("desktop", name="Zoe")
    at_a_table([ada, bob], public=True)
    bob.page.get_by_role("button", name="Chat").click()
    bob.see("aside.open form input").fill("You play like a crab")
    bob.page.keyboard.press("Enter")
    expect(ada.page.locator("[data-toast]")).to_contain_text("like a crab")

    # From his seat, or from what he said: a reason, and some words.
    ada.see("[data-place=seat-1] button").click()
    ada.see("dialog[open] [data-act=report]")
    ada.page.keyboard.press("Escape")
    ada.page.get_by_role("button", name="Discussion").click()
    ada.see("[data-person]").click()
    ada.see("dialog[open] [data-act=report]").click()
    expect(ada.page.locator("dialog[open] h2")).to_have_text("Signaler Player 2")
    ada.see("dialog[open] textarea").fill("Impoli avec tout le monde")
    assert faults(ada) == []
    ada.see("dialog[open] [data-act=send-report]").click()
    ada.see("dialog[open] [data-sent]")

    # A link makes a moderator, once, and its secret stays in the browser.
    assert main(["host-link", "--origin", server.url, "--database", f"sqlite:///{server.log.parent}/seaboard.db"]) == 0
    link = capsys.readouterr().out.strip()
    named(zoe, "Zoe")
    zoe.go(link.removeprefix(server.url))
    zoe.see("[data-act=become-host]").click()
    report = zoe.see("[data-report]")
    expect(report).to_contain_text("Impoli avec tout le monde")
    assert "#/host" in zoe.page.url
    report.locator("summary").click()
    expect(report).to_contain_text("You play like a crab")
    assert faults(zoe) == []

    # With the network it would be everybody there: the page says so, and it can't be one's own.
    zoe.see("[name=network]").check()
    expect(zoe.page.locator("#network-why")).to_contain_text("household")
    assert faults(zoe) == []
    report.locator("[data-act=ban]").click()
    expect(zoe.page.locator("main")).to_contain_text("your own network")
    zoe.see("[name=network]").uncheck()

    # A ban, by keyboard: his page says so at once, and a bot covers his seat.
    report.locator("[data-act=ban]").focus()
    zoe.page.keyboard.press("Enter")
    expect(zoe.page.locator("[data-ban]")).to_contain_text("Player 2")
    expect(zoe.page.locator("[data-report]")).to_have_count(0)
    expect(bob.page.locator("main")).to_contain_text("A moderator of this server has banned you until")
    assert faults(bob) == []
    expect(ada.page.locator("dialog[open] [data-sent]")).to_be_visible()  # she is told nothing but that it was sent
    zoe.see("[data-act=lift]").click()
    expect(zoe.page.locator("[data-ban]")).to_have_count(0)
    bob.page.get_by_role("button", name="Try again").click()
    bob.see(".frame")

    # A public table is closed after a second thought.
    own = zoe.page.locator("[data-table]", has_text="Player 1")
    own.locator("[data-act=close]").click()
    own.locator("[data-act=close-sure]").click()
    expect(own).to_have_count(0)
