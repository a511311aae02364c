"""The page in a real browser against a real server, for every game that has a table."""

import tempfile
from pathlib import Path
from typing import Any

import pytest

from seaboard.games import GAMES
from seaboard.games.sea_of_clouds import decks
from tests.web import measure
from tests.web.conftest import WEB, NewPerson
from tests.web.person import IN_SIGHT, READY, Person, play_together
from tests.web.walks import ALL_WALKS, walks

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


@pytest.mark.parametrize("game", walks(["sea-change", "sea-salt-and-paper"], ["land-unter", "sea-of-clouds"]))
def test_a_whole_match_against_bots(game: str, person: NewPerson) -> None:
    """On a phone; of every game one is played with a guide, another by keyboard, and another while axe looks on."""
    ada = person("phone")
    ada.open_table(game, seats=few(game), options=SHORT.get(game, {}), alone=True)
    ada.play_on()
    ada.see("[data-over]")
    assert ada.page.evaluate("document.documentElement.scrollWidth <= innerWidth")


@pytest.mark.parametrize("game", walks(["sea-change", "land-unter"], ["sea-salt-and-paper", "sea-of-clouds"]))
def test_four_people_in_four_browsers(game: str, person: NewPerson) -> None:
    # Two tap once to play, two tap twice; for two the cards move.
    host, *guests = people = [
        person("phone" if i % 2 else "desktop", language="fr" if i == 2 else "en", confirm=i >= 2, reduced=i % 2 == 0) for i in range(4)
    ]
    table = host.open_table(game, seats=4, options=SHORT.get(game, {}), alone=False)
    for guest, name in zip(guests, ("Bob", "Chloé", "Dora"), strict=True):
        guest.sit_down(table, name)
    host.see(".lobby :text('Dora')")
    host.see("[data-act=start]").click()
    # A match that can't be made short is left after a few tricks; in `make soak`, when everybody has gone on after its first round.
    if game in SHORT:
        play_together(people)
    elif ALL_WALKS:
        play_together(people, rounds=1)
    else:
        play_together(people, moves=4)


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


def test_a_table_that_is_not_there_says_so(person: NewPerson) -> None:
    ada = person("phone")
    ada.go("/t/nosuchtable00")
    ada.see("h1:has-text('no longer exists')")


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


DIMMED = ".fan button[aria-disabled=true]:has(.dimmed), [data-why]"


def wait_to_be_told(ada: Person, said: str) -> None:
    """Until it can be read, beside the hand or in the status line."""
    ada.page.wait_for_function(
        "(said) => [...document.querySelectorAll('.fan .note, .status')].some((one) => one.textContent.includes(said))", arg=said
    )


@pytest.mark.parametrize("game", [game for game in PLAYABLE if game != "land-unter"])  # there every card of a hand can be played
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
    # In Sea of Clouds only a boarding has Pirates that can't be sent.
    assert asked or game == "sea-of-clouds", "nothing was ever dimmed"


OPEN = """async ([game, seats]) => {
  const headers = { 'content-type': 'application/json' };
  const post = (path, body) =>
    fetch('/api' + path, { method: 'POST', headers, body: JSON.stringify(body) }).then((answer) => answer.json());
  const { levels } = await fetch('/api/games').then((answer) => answer.json());
  await post('/guest', { name: 'Ada' });
  return post('/tables', { game, seats, bots: [null, ...Array(seats - 1).fill(levels[0])], start: true });
}"""


@pytest.mark.parametrize("size", walks(["phone"], ["desktop"]))
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


def until(ada: Person, selector: str) -> None:
    """Play anything until something is in sight: by a script, where not the tapping is tested."""
    while not ada.page.locator(selector).count():
        if not measure.move(ada.page, first="nothing first", last="nothing last"):
            ada.see(selector)


AXE = (WEB / "node_modules/axe-core/axe.min.js").read_text() if (WEB / "node_modules/axe-core/axe.min.js").exists() else ""


def faults(one: Person) -> list[str]:
    """What axe finds, however slight."""
    one.page.wait_for_timeout(400)  # colours are judged when nothing fades
    if not one.page.evaluate("'axe' in window"):  # half a megabyte, which stays until the page is loaded anew
        one.page.evaluate(AXE)
    return _judged(one, "{ resultTypes: ['violations'] }")


def _judged(one: Person, how: str) -> list[str]:
    found: list[dict[str, Any]] = one.page.evaluate(f"axe.run(document, {how}).then(({{ violations }}) => violations)")
    return [f"{fault['id']}: {node['html'][:160]}" for fault in found for node in fault["nodes"]]


OTHER_THEME = """() => {
  const still = new CSSStyleSheet(); // or colours would fade into each other
  still.replaceSync('*, *::before, *::after { transition: none !important }');
  document.adoptedStyleSheets.push(still);
  const root = document.documentElement;
  root.dataset.theme = root.dataset.theme === 'day' ? 'night' : 'day';
}"""
OWN_THEME = """() => {
  const root = document.documentElement;
  root.dataset.theme = root.dataset.theme === 'day' ? 'night' : 'day';
  getComputedStyle(root).color;
  document.adoptedStyleSheets.pop();
}"""


def faults_in_both_themes(one: Person) -> list[str]:
    """What axe finds, and what it finds in the colours of the other theme: nothing else differs."""
    found = faults(one)
    one.page.evaluate(OTHER_THEME)
    found += [f"in the other theme: {fault}" for fault in _judged(one, "{ resultTypes: ['violations'], runOnly: ['color-contrast'] }")]
    one.page.evaluate(OWN_THEME)
    return found


@pytest.mark.parametrize("game", PLAYABLE)
def test_axe_finds_nothing(game: str, person: NewPerson) -> None:
    small = PLAYABLE.index(game) % 2 == 1
    ada = person("phone" if small else "desktop", reduced=True, confirm=False, theme="day" if small else "night")
    if game == PLAYABLE[0]:  # the harbour is the same for all
        ada.go()
        ada.see("article")
        assert faults_in_both_themes(ada) == []
        ada.see("[data-act=invite]").click()
        ada.see("[data-choice=seats]")
        assert faults_in_both_themes(ada) == []
    ada.open_table(game, seats=4, options=SHORT.get(game, {}) | RICH.get(game, {}), alone=False)
    assert faults_in_both_themes(ada) == []
    ada.see("[data-act=start]").click()
    ada.see("[data-move]")
    assert faults_in_both_themes(ada) == []
    for key in "slc":
        ada.page.keyboard.press(key)
        assert faults_in_both_themes(ada) == []
    ada.page.keyboard.press("Escape")
    ada.page.keyboard.press("m")
    assert faults_in_both_themes(ada) == []
    ada.page.keyboard.press("Escape")
    until(ada, "[data-continue]")
    assert faults_in_both_themes(ada) == []
    until(ada, "[data-over]")
    assert faults_in_both_themes(ada) == []
    ada.click("Replay")
    ada.see(".controls")
    assert faults_in_both_themes(ada) == []
