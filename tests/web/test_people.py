"""People at a table: nobody loses a match to a bot, nobody waits in the dark."""

import re
import time
from typing import Any

import pytest
from playwright.sync_api import WebSocketRoute, expect

from tests.web.conftest import NewPerson
from tests.web.person import Person, play_together
from tests.web.walks import DESKTOP_EN, PHONE_FR, walks

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


@pytest.mark.parametrize(("size", "language"), walks([PHONE_FR], [DESKTOP_EN]))
def test_when_both_time_out_nothing_is_played_and_any_tap_goes_on(person: NewPerson, size: str, language: str) -> None:
    ada, bob = person(size, language=language), person("desktop")
    at_a_table([ada, bob], clock=5)
    paused = "La partie est en pause." if language == "fr" else "The match is paused."
    for one, text in ((ada, paused), (bob, "The match is paused.")):
        expect(one.page.locator(".status")).to_have_text(text)
    # Out of time, but connected: the sign of somebody for whom a bot plays, not of a lost connection.
    expect(bob.page.locator("[data-place=seat-0] .seat.covered")).to_be_visible()
    expect(bob.page.locator(".seat.away")).to_have_count(0)
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
        ada.page.wait_for_timeout(20)
    # Ada reads the sheet; Bob goes on and is in control, so a bot covers for her.
    while not ada.page.locator("dialog [data-notice]").count():
        assert time.monotonic() < end
        if bob.may_act:
            bob.act()
        bob.page.wait_for_timeout(50)
    ada.see("dialog [data-notice]")
    ada.page.locator("[data-continue]").first.click()
    expect(ada.page.locator("[data-notice]")).to_have_count(0)
    expect(ada.page.locator(".note.watching")).to_contain_text("A bot")
    ada.page.get_by_role("button", name="What happened").click()
    expect(ada.page.locator("aside.open li", has_text="played by a bot").first).to_be_visible()


class Tunnel:
    """A network between a page and the server that can swallow everything, or only the news of moves, and let it through again."""

    def __init__(self, person: Person) -> None:
        self.is_dark = False
        self.hides_moves = False
        self._lines: list[WebSocketRoute] = []
        self._lost: list[WebSocketRoute] = []
        person.page.route_web_socket("**/api/live/*", self._carry)

    def _carry(self, page: WebSocketRoute) -> None:
        if self.is_dark:
            self._lost.append(page)
            return
        server = page.connect_to_server()
        self._lines.append(server)
        page.on_message(lambda message: None if self.is_dark else server.send(message))
        server.on_message(lambda message: None if self._swallows(message) else page.send(message))

    def _swallows(self, message: str | bytes) -> bool:
        return self.is_dark or (self.hides_moves and '"type":"moved"' in str(message))

    def enter(self) -> None:
        self.is_dark = True

    def leave(self) -> None:
        """Whoever called in the dark hears now that nobody was there; a page that hears nothing is tested in web/tests/live.test.ts."""
        self.is_dark = False
        while self._lost:
            self._lost.pop().close()


@pytest.mark.parametrize(("size", "language"), walks([DESKTOP_EN], [PHONE_FR]))
def test_a_lost_line_is_shown_in_time_and_the_move_is_kept(person: NewPerson, size: str, language: str) -> None:
    ada = person(size, language=language)
    tunnel = Tunnel(ada)
    at_a_table([ada], seats=2)
    lost, sending = ("Connexion perdue", "Envoi…") if language == "fr" else ("Connection lost", "Sending…")
    ada.rest()
    tunnel.enter()
    before = ada.hand()
    control = ada.page.locator("[data-move]").first
    ada._tap(control)
    if control.get_attribute("aria-pressed") == "true":
        ada._tap(control)
    expect(ada.page.locator(".status")).to_have_text(sending)
    expect(ada.page.locator(".notice")).to_contain_text(lost)  # within how many seconds is tested in web/tests/live.test.ts
    tunnel.leave()
    expect(ada.page.locator(".notice")).to_have_count(0)
    ada.see("[data-move]")
    assert len(ada.hand()) <= len(before)
    assert ada.hand() != before

    tunnel.enter()  # and without doing anything
    expect(ada.page.locator(".notice")).to_contain_text(lost)


@pytest.mark.parametrize(("size", "language"), walks([PHONE_FR], [DESKTOP_EN]))
def test_others_see_who_reconnects_a_refusal_passes_and_a_finished_table_stays(person: NewPerson, size: str, language: str) -> None:
    ada, bob = person(size, language=language), person("desktop")
    tunnel = Tunnel(ada)
    table = at_a_table([ada, bob])
    tunnel.enter()
    expect(bob.page.locator(".note", has_text="Player 1: connection lost, reconnecting")).to_be_visible()
    tunnel.leave()
    expect(bob.page.locator(".note", has_text="reconnecting")).to_have_count(0)
    expect(ada.page.locator(".notice")).to_have_count(0)

    for _ in range(60):  # until it is Ada's turn
        if ada.moves():
            break
        if bob.may_act:
            bob.act()
        time.sleep(0.3)
    ada.rest()
    other = ada.page.context.new_page()
    other.goto(ada.page.url)
    ada.see(".note:has-text('onglet')" if language == "fr" else ".note:has-text('tab')")
    first = str(other.locator("[data-move]").first.get_attribute("data-move"))
    move = other.locator(f"[data-move='{first}']").first
    move.dispatch_event("click")
    expect(move).to_have_attribute("aria-pressed", "true")  # it is lifted
    stale_move = ada.page.locator(f"[data-move='{ada.moves()[0]}']").first
    stale_move.dispatch_event("click")
    expect(stale_move).to_have_attribute("aria-pressed", "true")
    tunnel.hides_moves = True  # Ada's first tab does not hear of what she does in the other one
    move.dispatch_event("click")
    expect(move).to_have_count(0)  # played; whoever wins the trick by it has others to choose from at once
    stale_move.dispatch_event("click")
    stale = "avancé" if language == "fr" else "moved on"
    expect(ada.page.locator(".status")).to_contain_text(stale)
    tunnel.hides_moves = False
    expect(ada.page.locator(".status")).not_to_contain_text(stale)
    other.close()

    ask(ada, f"/tables/{table}/resign")
    ask(bob, f"/tables/{table}/resign")
    ada.go()
    row = ada.page.locator("section:has(#your-tables) li", has=ada.page.locator(f"a[href='#/table/{table}']"))
    expect(row).to_be_visible()
    expect(row.locator("small").nth(1)).not_to_be_empty()
    row.get_by_role("button").click()
    expect(row).to_have_count(0)
    ada.page.reload()
    expect(ada.page.locator("#your-tables")).to_be_visible()
    expect(row).to_have_count(0)


@pytest.mark.parametrize(("size", "language"), walks([DESKTOP_EN], [PHONE_FR]))
def test_your_turn_is_on_top_of_the_harbour_and_comes_by_itself(person: NewPerson, size: str, language: str) -> None:
    ada, bob = person(size, language=language), person("desktop")
    table = at_a_table([ada, bob])
    ada.go()
    row = f"section:has({{}}) a[href='#/table/{table}']"
    if not bob.moves():  # it is Ada's turn first: let it be Bob's
        ada.see(row.format("#your-turn"))
        ada.go(f"/t/{table}")
        ada.play_on(1)
        ada.go()
    ada.see(row.format("#go-on"))
    top = ada.page.locator(row.format("#go-on")).bounding_box()
    shelf = ada.page.locator(".shelf").bounding_box()
    assert top
    assert shelf
    assert top["y"] < shelf["y"]
    for _ in range(30):
        if bob.may_act:
            bob.act()
        if ada.page.locator(row.format("#your-turn")).count():
            break
        time.sleep(0.3)
    ada.see(row.format("#your-turn"))
    expect(ada.page).to_have_title("(1) Seaboard")


@pytest.mark.parametrize(("size", "language"), walks([PHONE_FR], [DESKTOP_EN]))
def test_the_lobby_is_a_warm_door(person: NewPerson, size: str, language: str) -> None:
    ada, bob = person(size, language=language), person("desktop")
    table = ada.open_table("sea-change", seats=3, options={}, alone=False)
    assert ada.page.locator(".lobby li.mine").inner_text().startswith("Host")
    expect(ada.page.locator(".lobby .button.lit")).to_have_count(1)
    expect(ada.page.locator(".lobby [data-act=copy].lit")).to_be_visible()
    expect(ada.page.locator(".lobby .art svg")).to_be_visible()
    assert ada.page.evaluate("scrollY") == 0
    bob.go(f"/t/{table}")
    expect(bob.page.locator(".lobby .feel")).to_contain_text("trick-taking")
    bob.sit_down(table, "Bob")
    expect(bob.page.locator(".lobby li", has_text="Host")).to_be_visible()

    bob.page.locator(".lobby form input").fill("Ahoy!")
    bob.page.keyboard.press("Enter")
    expect(ada.page.locator(".lobby li", has_text="Ahoy!")).to_be_visible()

    ask(ada, "/guest", name="Ada")
    expect(bob.page.locator(".chairs li", has_text="Ada")).to_be_visible()

    chair = ada.page.locator(".chairs li").last
    chair.get_by_role("button").click()  # a bot takes it, and its rating is said as where its level is chosen
    expect(chair).to_contain_text(re.compile(r"\(\d\D?\d{3}\)"))
    assert ada.page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def series(person: Person) -> str:
    """How the series stands, as somebody reads it."""
    return " ".join(person.see("[data-series]").inner_text().split())


def test_a_rematch_is_offered_and_accepted(person: NewPerson) -> None:
    ada, bob = person("phone"), person("desktop", language="fr")
    table = at_a_table([ada, bob], options={"target": 1})
    play_together([ada, bob])
    ada.see("[data-fair=alone]")  # the match had begun before their pages came
    ada.see("[data-act=rematch]").click()
    expect(ada.page.locator("dialog[open] .rematch")).to_have_text("Rematch offered. Waiting for Player 2.")
    expect(bob.page.locator("dialog[open] .rematch")).to_have_text("Player 1 propose une revanche.")
    bob.go("/")  # who has left the table is asked where they are
    asked = bob.page.locator("section[aria-labelledby=rematches] li")
    expect(asked).to_contain_text("Player 1 propose une revanche.")
    expect(bob.page).to_have_title("(1) Seaboard")
    expect(bob.page.locator(f".yours a[href='#/table/{table}']")).to_have_count(0)
    asked.get_by_role("link").click()
    expect(bob.page.locator("dialog[open] .rematch")).to_have_text("Player 1 propose une revanche.")
    ask(bob, f"/tables/{table}/stand")  # the next match has a lobby, which knows how the series stands
    assert re.fullmatch(r"After 1 match: (You 1 . Player 2 0|You 0 . Player 2 1)", series(ada))
    assert re.fullmatch(r"Après 1 partie : (Player 1 1 . Vous 0|Player 1 0 . Vous 1)", series(bob))
    ask(bob, f"/tables/{table}/sit")
    ask(bob, f"/tables/{table}/start")
    for one in (ada, bob):
        expect(one.page.locator("[data-over]")).to_have_count(0)
    play_together([ada, bob])
    for one in (ada, bob):
        one.see("[data-fair=together]")  # both browsers have added to the shuffle, and checked it
    assert re.fullmatch(r"After 2 matches: (You 2 . Player 2 0|You 1 . Player 2 1|You 0 . Player 2 2)", series(ada))
    ada.see("[data-act=rematch]").click()
    bob.see("[data-act=rematch]").click()
    for one in (ada, bob):
        expect(one.page.locator("[data-over]")).to_have_count(0)


def test_the_host_changes_the_options_and_cancels(person: NewPerson) -> None:
    ada, bob = person("phone"), person("desktop")
    table = ada.open_table("sea-change", seats=4, options={}, alone=False)
    expect(ada.page.locator(".where")).to_contain_text("Only this computer")
    bob.sit_down(table, "Bob")
    ada.see("[data-act=change]").click()
    ada.page.locator("dialog[open] [data-option=teams] input[value='2']").check(force=True)
    ada.page.locator("dialog[open] [data-act=open]").click()
    expect(ada.page.locator("dialog[open]")).to_have_count(0)
    expect(bob.page.locator(".rules dl")).to_contain_text("2")
    ada.click("Stand up")  # hosts who have no seat don't invite themselves
    expect(ada.page.locator("h1")).to_have_text("Waiting for 3 more players")
    ada.see("[data-act=remove]").click()  # where a moment ago it was "Add a bot"
    ada.see("dialog[open] footer button:has-text('Cancel')").click()
    expect(ada.page.locator("dialog[open]")).to_have_count(0)
    expect(bob.page.locator(".lobby li.mine")).to_be_visible()
    ada.see("[data-act=remove]").click()
    ada.see("dialog[open] [data-act=confirm]").click()
    expect(bob.page.locator("h1")).to_have_text("You are no longer at this table")
    bob.click("Back to the harbour")
    bob.see(".shelf")
    expect(bob.page.locator(f"a[href='#/table/{table}']")).to_have_count(0)
    eve = person("phone")
    eve.go(f"/t/{table}")
    eve.see(".lobby")
    ada.see("[data-act=cancel]").click()
    ada.see(".shelf")
    expect(eve.page.locator("h1")).to_have_text("This table no longer exists")
