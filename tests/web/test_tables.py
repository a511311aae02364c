"""The page in a real browser against a real server, for every game that has a table."""

import tempfile
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import expect

from seaboard.games import GAMES
from seaboard.games.sea_of_clouds import decks
from tests.server.harness import served
from tests.web.conftest import WEB, NewPerson
from tests.web.person import IN_SIGHT, READY, Person, play_together

SHORT: dict[str, dict[str, Any]] = {
    "sea-change": {"target": 1},
    "sea-salt-and-paper": {"target": 5},
}
"""Options that keep a match short, by game."""

RICH: dict[str, dict[str, Any]] = {
    "sea-change": {"teams": 2},
    "land-unter": {"open": "true"},
}
"""Options that put the most on the table."""

PLAYABLE = list(GAMES)


def few(game: str) -> int:
    """Two seats, or as few as the game allows."""
    return max(2, min(GAMES[game].seats))


@pytest.mark.parametrize("size", ["phone", "desktop"])
@pytest.mark.parametrize("game", PLAYABLE)
def test_a_whole_match_against_bots(game: str, size: str, person: NewPerson) -> None:
    ada = person(size)
    ada.open_table(game, seats=few(game) if size == "phone" else GAMES[game].default_seats, options=SHORT.get(game, {}), alone=True)
    ada.play_on()
    ada.see("[data-over]")
    assert ada.page.evaluate("document.documentElement.scrollWidth <= innerWidth")


@pytest.mark.parametrize("game", PLAYABLE)
def test_four_people_in_four_browsers(game: str, person: NewPerson) -> None:
    # Two tap once to play, two tap twice.
    host, *guests = people = [person("phone" if i % 2 else "desktop", language="fr" if i == 2 else "en", confirm=i >= 2) for i in range(4)]
    table = host.open_table(game, seats=4, options=SHORT.get(game, {}), alone=False)
    for guest, name in zip(guests, ("Bob", "Chloé", "Dora"), strict=True):
        guest.sit_down(table, name)
    host.see(".lobby :text('Dora')")
    host.see("[data-act=start]").click()
    # A match that can't be made short is left when everybody has gone on after its first round.
    play_together(people, rounds=10**6 if game in SHORT else 1)


def test_play_now_is_one_click(person: NewPerson) -> None:
    ada = person("phone")
    ada.go()
    ada.see("[data-act=play]").click()
    ada.see("[data-move]")


def test_an_invitation_from_the_link_to_the_first_card(person: NewPerson) -> None:
    ada, bob = person(), person("phone", language="fr")
    table = ada.open_table("sea-change", seats=2, options={"target": 1}, alone=False)
    assert ada.see("#invite-link").input_value().endswith(f"/t/{table}")
    ada.see("[data-act=qr]").click()
    ada.see("svg[aria-label='QR code of the invitation'] path")
    bob.sit_down(table, "Bob")
    ada.see("[data-act=start]").click()
    for one in (ada, bob):
        one.see(".fan [data-flip]")
    while not (ada.may_act or bob.may_act):
        ada.page.wait_for_timeout(20)
    first = ada if ada.may_act else bob
    move = first.moves()[0]
    first.play(move)
    other = bob if first is ada else ada
    other.see(f".felt [data-flip='{move}']")


def test_a_reload_in_the_middle_of_a_trick_changes_nothing(person: NewPerson) -> None:
    ada = person("phone")
    ada.open_table("sea-change", seats=4, options={"target": 1}, alone=True)
    ada.play_on(3)
    ada.rest()
    before = ada.hand(), ada.moves(), ada.standing()
    ada.page.reload()
    ada.rest()
    assert (ada.hand(), ada.moves(), ada.standing()) == before


def test_the_language_can_change_in_the_middle_of_a_match(person: NewPerson, same_cards: str) -> None:
    ada = person(url=same_cards)
    ada.open_table("sea-change", seats=3, options={"target": 1}, alone=True)
    ada.see("[data-move]")
    hand = ada.hand()
    ada.page.mouse.move(1, 1)  # a card under the mouse that can't be played would say why
    ada.see(".status:has-text('Your turn')")
    ada.page.keyboard.press("m")
    ada.click("Français")
    ada.page.keyboard.press("Escape")
    ada.see("html[lang=fr]")
    expect(ada.page.locator(".status")).not_to_contain_text("Your turn")
    assert ada.hand() == hand
    ada.play_on(2)


def test_a_replay_can_be_stepped_linked_and_read_from_a_file(person: NewPerson) -> None:
    ada = person()
    ada.open_table("sea-change", seats=2, options={"target": 1}, alone=True)
    ada.play_on()
    ada.click("Replay")
    ada.see(".controls")
    match, at, seat = moment(ada)
    assert (at, seat) == ("0", "0")  # from the seat one had
    ada.page.keyboard.press("End")
    ada.page.wait_for_url(f"**/{match}/30/0")
    for _ in range(3):
        ada.page.keyboard.press("ArrowLeft")
    ada.page.wait_for_url(f"**/{match}/27/0")
    standing = ada.standing()

    bob = person()
    bob.page.goto(ada.page.url)
    bob.see(".controls")
    assert bob.standing() == standing

    record = ada.page.evaluate(f"fetch('/api/matches/{match}/record').then((answer) => answer.text())")
    with tempfile.NamedTemporaryFile("w", suffix=".json") as file:
        file.write(record)
        file.flush()
        bob.go("/#/replay")
        bob.page.locator("input[type=file]").set_input_files(file.name)
        bob.see(".controls")
        bob.page.locator("select").last.select_option(label="Guest")
        bob.see(".fan [data-flip]")
        for number in range(1, 28):
            bob.page.keyboard.press("ArrowRight")
            bob.see(f"input[type=range][aria-valuetext^='Move {number} ']")
        assert bob.standing() == standing


def moment(one: Person) -> list[str]:
    """The match, the move and the seat that a replay's address names."""
    return one.page.url.partition("#/replay/")[2].split("/")


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
    ada = person()
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


def test_a_move_is_taken_back_a_match_played_again_and_given_up(person: NewPerson) -> None:
    ada = person("phone")
    ada.open_table("sea-change", seats=2, options={"target": 1}, alone=True)
    ada.see("[data-move]")
    hand = ada.hand()
    ada.play_on(1)
    ada.page.keyboard.press("m")
    ada.click("Take back your last move")
    ada.page.wait_for_function(
        "(hand) => [...document.querySelectorAll('.fan [data-flip]')].map((card) => card.dataset.flip).join() === hand", arg=",".join(hand)
    )
    ada.play_on()
    ada.click("Rematch")
    ada.see("[data-move]")
    assert len(ada.hand()) == 10
    ada.page.keyboard.press("m")
    ada.click("Resign")
    ada.page.locator("dialog[open] footer .lit").click()
    ada.see("[data-over]")
    ada.see("h2:has-text('abandoned')")


def test_the_server_restarts_and_the_table_goes_on(person: NewPerson, built: None) -> None:
    with tempfile.TemporaryDirectory() as folder, served(data=Path(folder)) as own:
        ada = person("phone", url=own.url)
        ada.open_table("sea-change", seats=2, options={"target": 1}, alone=True)
        ada.play_on(2)
        ada.rest()
        hand = ada.hand()
        own.kill()
        ada.see(".notice:has-text('Connection lost')")
        assert ada.moves() == []
        own.start()
        ada.see("[data-move]")
        assert ada.hand() == hand
        ada.play_on()
        ada.see("[data-over]")


def test_a_table_that_is_not_there_says_so(person: NewPerson) -> None:
    ada = person("phone")
    ada.go("/t/nosuchtable00")
    ada.see("h1:has-text('no longer here')")


def test_a_second_tab_is_told_and_both_go_on(person: NewPerson) -> None:
    ada = person()
    ada.open_table("sea-change", seats=2, options={"target": 1}, alone=True)
    ada.see("[data-move]")
    other = ada.page.context.new_page()
    other.goto(ada.page.url)
    other.locator(".note:has-text('another tab')").wait_for()
    ada.see(".note:has-text('another tab')")
    ada.play_on(1)


def test_people_talk_and_one_can_be_muted(person: NewPerson) -> None:
    ada, bob = person(), person()
    table = ada.open_table("sea-change", seats=2, options={"target": 1}, alone=False)
    bob.sit_down(table, "Bob")
    ada.see("[data-act=start]").click()
    for one in (ada, bob):
        one.see(".frame")
        one.page.keyboard.press("c")
    bob.see("form input").fill("<b>ahoy</b>")
    bob.page.keyboard.press("Enter")
    ada.see("aside li:has-text('<b>ahoy</b>')")
    ada.page.locator(".seat:has-text('Bob')").first.click()
    ada.see("dialog[open]")
    ada.click("Hide their messages")
    ada.page.keyboard.press("Escape")
    assert ada.page.locator("aside li:has-text('ahoy')").count() == 0


def test_a_host_brings_a_deck_file_and_is_told_what_is_wrong_with_it(person: NewPerson) -> None:
    good = (Path(decks.__file__).parent / "deck.toml").read_text(encoding="utf-8")
    bad = good.replace("count = 5", "count = 500", 1)
    line = next(number for number, text in enumerate(bad.splitlines(), 1) if text == "count = 500")
    ada = person("phone")
    ada.go()
    ada.page.locator("article:has(a[href='#/learn/sea-of-clouds']) [data-act=invite]").click()
    field = ada.page.locator("dialog[open] [data-option=deck] input[type=file]")
    field.set_input_files({"name": "mine.toml", "mimeType": "text/plain", "buffer": bad.encode()})
    ada.see("dialog[open] [data-option=deck]:has-text('mine.toml')")
    ada.see("[data-act=open]").click()
    ada.see("dialog[open] input[name=name]").fill("Host")
    ada.page.keyboard.press("Enter")
    ada.see(f"dialog[open] [role=alert]:has-text('line {line}')")
    field.set_input_files({"name": "better.toml", "mimeType": "text/plain", "buffer": good.encode()})
    ada.see("[data-act=open]").click()
    ada.see(".lobby")
    ada.see(".lobby :text('own file')")


def test_your_matches_say_who_won_and_replay_them(person: NewPerson) -> None:
    ada = person("phone")
    ada.open_table("sea-change", seats=2, options={"target": 1}, alone=True)
    ada.play_on()
    title = ada.see("[data-over] h2, dialog[open] h2").inner_text()
    ada.go()
    entry = ada.see("section:has(#your-matches) li a")
    said = entry.inner_text()
    assert ("You won" in said) == ("You win" in title), (said, title)
    assert "won" in said
    entry.click()
    ada.see(".controls")


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


@pytest.mark.parametrize("how", ["button", "space", "tap"])
def test_a_long_show_can_be_skipped(how: str, person: NewPerson) -> None:
    ada = person("phone", speed="slow")
    ada.open_table("sea-change", seats=6, options={"target": 1}, alone=True)
    ada.see("[data-move]")
    for _ in range(2):
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
        ada.page.wait_for_selector("[data-move], [data-continue]", timeout=2000)
        assert ada.page.locator("[data-act='skip the show']").count() == 0


DIMMED = ".fan button[aria-disabled=true]:has(.dimmed), [data-why]"


def wait_to_be_told(ada: Person, said: str) -> None:
    """Until it can be read, beside the hand or in the status line."""
    ada.page.wait_for_function(
        "(said) => [...document.querySelectorAll('.fan .note, .status')].some((one) => one.textContent.includes(said))", arg=said
    )


@pytest.mark.parametrize("game", PLAYABLE)
def test_what_cannot_be_played_says_why_not(game: str, person: NewPerson) -> None:
    ada = person("phone")
    ada.open_table(game, seats=GAMES[game].default_seats, options={}, alone=True)
    asked = 0
    for _ in range(40):
        ada.see(READY)
        if ada.sees_the_end or asked >= 3:
            break
        if ada.page.query_selector(DIMMED) and not ada.page.query_selector("[data-continue]"):
            ada.rest()  # a hand that closes up is hard to tap, and what is said at the beginning of a turn is said over it
        for control in ada.page.query_selector_all(DIMMED)[:2]:
            reason = control.evaluate("(one) => one.dataset.why ?? one.querySelector('.unseen:last-child').textContent.trim()")
            assert reason, control.evaluate("(one) => one.outerHTML")
            ada.page.evaluate("document.activeElement.blur()")
            spot = control.evaluate(IN_SIGHT)
            if not spot:
                continue
            asked += 1
            ada.page.touchscreen.tap(spot["x"], spot["y"])
            ada.page.wait_for_function(
                "(why) => ((said) => said && why.includes(said))(document.querySelector('[role=log] > :last-child')?.textContent.trim())",
                arg=reason,
            )
            said = str(ada.page.locator("[role=log] > :last-child").inner_text()).strip()
            wait_to_be_told(ada, said)
            ada.page.evaluate("document.activeElement.blur()")
            ada.page.keyboard.press("Tab")  # from here on the focus is the keyboard's
            control.focus()
            wait_to_be_told(ada, said)
            ada.page.evaluate("document.activeElement.blur()")  # the card it has raised lies over its neighbours
        ada.act()
        ada.page.wait_for_timeout(200)  # what could be played a moment ago is gone by now
    # In Land Unter every card of the hand can be played, and in Sea of Clouds only a boarding has Pirates that can't be sent.
    assert asked or game not in {"sea-change", "sea-salt-and-paper"}, "nothing was ever dimmed"


OPEN = """async ([game, seats]) => {
  const headers = { 'content-type': 'application/json' };
  const post = (path, body) =>
    fetch('/api' + path, { method: 'POST', headers, body: JSON.stringify(body) }).then((answer) => answer.json());
  const { levels } = await fetch('/api/games').then((answer) => answer.json());
  await post('/guest', { name: 'Ada' });
  return post('/tables', { game, seats, bots: [null, ...Array(seats - 1).fill(levels[0])], start: true });
}"""


@pytest.mark.parametrize("size", ["phone", "desktop"])
@pytest.mark.parametrize("game", PLAYABLE)
def test_nothing_sticks_out_with_any_number_of_seats(game: str, size: str, person: NewPerson) -> None:
    ada = person(size, language="fr")
    for seats in GAMES[game].seats:
        ada.go()
        ada.page.wait_for_selector("article")
        table = ada.page.evaluate(OPEN, [game, seats])
        ada.go(f"/#/table/{table['id']}")
        ada.see("[data-move]")
        assert ada.page.evaluate("document.documentElement.scrollWidth <= innerWidth")
        assert ada.page.evaluate("document.documentElement.scrollHeight <= innerHeight + 1"), seats


AXE = (WEB / "node_modules/axe-core/axe.min.js").read_text() if (WEB / "node_modules/axe-core/axe.min.js").exists() else ""


def faults(one: Person) -> list[str]:
    """What axe finds, however slight."""
    one.page.wait_for_timeout(400)  # colours are judged when nothing fades
    one.page.evaluate(AXE)
    found: list[dict[str, Any]] = one.page.evaluate(
        "axe.run(document, { resultTypes: ['violations'] }).then(({ violations }) => violations)"
    )
    return [f"{fault['id']}: {node['html'][:160]}" for fault in found for node in fault["nodes"]]


@pytest.mark.parametrize("theme", ["night", "day"])
@pytest.mark.parametrize("game", PLAYABLE)
def test_axe_finds_nothing(game: str, theme: str, person: NewPerson) -> None:
    ada = person("phone" if theme == "day" else "desktop", reduced=True, theme=theme)
    ada.go()
    ada.see("article")
    assert faults(ada) == []
    ada.see("[data-act=invite]").click()
    ada.see("[data-choice=seats]")
    assert faults(ada) == []
    ada.open_table(game, seats=4, options=SHORT.get(game, {}) | (RICH.get(game, {}) if theme == "night" else {}), alone=False)
    assert faults(ada) == []
    ada.see("[data-act=start]").click()
    ada.see("[data-move]")
    assert faults(ada) == []
    for key in "slc":
        ada.page.keyboard.press(key)
        assert faults(ada) == []
    ada.page.keyboard.press("Escape")
    ada.page.keyboard.press("m")
    assert faults(ada) == []
    ada.page.keyboard.press("Escape")
    while not ada.page.locator("[data-continue]").count():
        ada.see("[data-move], [data-continue]")
        if not ada.page.locator("[data-continue]").count():
            ada.act()
    assert faults(ada) == []
    ada.play_on()
    assert faults(ada) == []
    ada.click("Replay")
    ada.see(".controls")
    assert faults(ada) == []
