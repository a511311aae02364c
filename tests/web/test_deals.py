"""The deal of the day and challenges, as people meet them on the page."""

import asyncio
import contextlib
import random
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import expect

from seaboard.bots.levels import LEVELS
from tests.server.harness import served, watch
from tests.web.conftest import NewPerson
from tests.web.person import Person
from tests.web.test_tables import faults

GAME = "sea-salt-and-paper"
OPEN = """async ([game, seats]) => {
  const post = (path, body) =>
    fetch('/api' + path, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) })
      .then((answer) => answer.json());
  await post('/guest', { name: 'Ada' });
  return post('/tables', { game, seats, bots: [null, ...Array(seats - 1).fill('cabin-boy')], start: true });
}"""
NO_WIDER = "() => document.documentElement.scrollWidth <= innerWidth"


def play_out(one: Person) -> None:
    """Play the match at this person's table to its end, anyhow, through another socket of theirs: the page watches itself play."""
    table = one.page.url.rpartition("/")[2]
    token = next(cookie["value"] for cookie in one.page.context.cookies() if cookie["name"] == "seaboard")

    async def play() -> None:
        for _ in range(8):  # what the bots need may have to be compiled first
            with contextlib.suppress(TimeoutError):
                async with watch(one.url, table, token=token) as seat:
                    await seat.play_on(random.Random(3))
                    return
        raise AssertionError("the bots never played")

    failed: list[BaseException] = []

    def run() -> None:
        try:
            asyncio.run(play())
        except BaseException as error:
            failed.append(error)

    thread = threading.Thread(target=run)  # Playwright's event loop runs in this one
    thread.start()
    thread.join()
    assert not failed, failed
    while not one.page.locator("[data-act=result], [data-act=challenge]").count():
        go_on = one.page.locator("[data-continue]")
        if go_on.count():
            go_on.first.click()
        one.page.wait_for_timeout(100)


def wait_out_the_day() -> None:
    """The deal of a day is played before the day is over: where too little of it is left, begin with the next one."""
    left = 86400 - time.time() % 86400
    if left < 240:
        time.sleep(left + 1)


def fits(one: Person) -> bool:
    return bool(one.page.evaluate(NO_WIDER))


@pytest.fixture
def with_bots(built: None, tmp_path: Path) -> Iterator[str]:
    """The address of a server whose bots play the deals of the day too, once each."""
    with served("--deal-tries", "1", data=tmp_path) as running:
        yield running.url


def test_a_deal_of_the_day_is_played_once_and_compared_with_bots(person: NewPerson, with_bots: str) -> None:
    wait_out_the_day()
    ada = person("phone", language="fr", url=with_bots)
    ada.go()
    row = ada.page.locator(f"[data-daily-game={GAME}]")
    expect(row).to_contain_text("Jouer")
    assert fits(ada)
    row.click()
    expect(ada.page.locator("h1")).to_have_text("Donne du jour")
    ada.see("[data-deal] [data-act=play]").click()
    ada.see("[data-first-try]")
    ada.see("[data-move]")
    ada.page.locator("button[aria-label=Menu]").click()
    expect(ada.page.locator("dialog[open]")).not_to_contain_text("indices")
    ada.page.keyboard.press("Escape")
    play_out(ada)
    expect(ada.page.locator("[data-act=rematch], [data-act=stronger]")).to_have_count(0)
    ada.see("[data-act=result]").click()
    expect(ada.see("[data-result]")).to_contain_text("sur 2")
    expect(ada.page.locator("[data-deal] li.you")).to_contain_text("Vous")
    expect(ada.page.locator("[data-level]")).to_have_count(len(LEVELS))
    expect(ada.page.locator("[data-level=cabin-boy]")).to_contain_text("Mieux que")  # they have played meanwhile
    assert fits(ada)
    ada.page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    ada.page.evaluate("() => delete Navigator.prototype.share")
    assert faults(ada) == []
    ada.see("[data-act=share]").click()
    shared: Any = ada.page.evaluate("() => navigator.clipboard.readText()")
    assert "🟦" in shared or "⬜" in shared
    assert "sur 2" in shared
    assert "1 jour de suite" in shared
    ada.go()
    expect(ada.page.locator("[data-daily]")).to_contain_text("1 jour de suite")
    expect(ada.page.locator(f"[data-daily-game={GAME}]")).to_contain_text("sur 2")


def test_a_challenge_goes_from_one_to_another_and_is_compared_where_they_part(person: NewPerson) -> None:
    ada, bob = person(), person()
    ada.go()
    table = ada.page.evaluate(OPEN, [GAME, 2])
    ada.go(f"/#/table/{table['id']}")
    ada.see("[data-move]")
    play_out(ada)
    ada.see("[data-act=challenge]").click()
    expect(ada.see("[data-deal] h1")).to_contain_text("challenge")
    ada.see("[data-act=link]")
    bob.go(ada.page.url.removeprefix(ada.url))
    expect(bob.see("[data-deal]")).not_to_contain_text("Compare")
    bob.see("[data-act=play]").click()
    bob.see("dialog[open] input[name=name]").fill("Bob")
    bob.page.keyboard.press("Enter")
    bob.see("[data-move]")
    bob.play_on(2)  # not what Ada played, or not for long
    play_out(bob)
    bob.see("[data-act=result]").click()
    expect(bob.page.locator("[data-deal] ol li")).to_have_count(2)
    bob.see("[data-act=compare]").click()
    expect(bob.page.locator("[data-side]")).to_have_count(2)
    expect(bob.page.locator("[data-compare]")).to_contain_text("Ada")
    assert faults(bob) == []
    before = bob.page.locator("[data-compare] .at").inner_text()
    bob.page.keyboard.press("ArrowRight")
    expect(bob.page.locator("[data-compare] .at")).not_to_have_text(before)
    assert fits(bob)
