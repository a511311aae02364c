"""After the last card: a lost match is reviewed, and played on from where it was lost."""

import re
import threading

import pytest

from tests.server.harness import Served
from tests.server.past import add_lost
from tests.web.conftest import NewPerson
from tests.web.person import Person
from tests.web.test_tables import faults
from tests.web.walks import DESKTOP_EN, PHONE_FR, walks

SIGN_IN = """fetch('/api/guest', { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{"name": "Ada"}' })
  .then((answer) => answer.json())"""


def lost_match(ada: Person, server: Served) -> str:
    """A match that she has lost: played here, the bots might lose it.

    It is written beside the browser's event loop, which allows no other in its thread.
    """
    ada.go()
    me = ada.page.evaluate(SIGN_IN)
    found: list[str] = []
    database = f"sqlite:///{server.data}/seaboard.db"
    writing = threading.Thread(target=lambda: found.append(add_lost(database, me, "sea-change", seats=3, options={"target": 1})))
    writing.start()
    writing.join()
    return found[0]


@pytest.mark.parametrize(("size", "language"), walks([PHONE_FR], [DESKTOP_EN]))
def test_a_lost_match_is_reviewed_and_played_on(size: str, language: str, person: NewPerson, server: Served) -> None:
    ada = person(size, language=language, theme="night" if size == "phone" else "day")
    match = lost_match(ada, server)
    by_keys = size == "desktop"
    ada.go(f"/#/replay/{match}/0/0")
    button = ada.see("[data-act=review]")
    if by_keys:
        button.focus()
        ada.page.keyboard.press("Enter")
    else:
        button.click()
    ada.see("[data-review=done]")
    story = ada.see(".review .story").inner_text()
    assert story
    assert not re.search(r"\b[A-Z]\d", story), f"cards are named as people name them: {story}"
    assert ada.see("[data-hints='1']").inner_text().startswith("Ada")
    # To the costliest decision: what each card was worth stands on the cards.
    if by_keys:
        ada.page.keyboard.press("m")
    else:
        ada.see("[data-act=costliest]").click()
    label = ada.see(".choice").get_attribute("data-label")
    assert label in {"inexact", "mistake", "blunder"}
    ada.see(".fan [data-worth*='★']")
    assert ada.page.locator(".fan [data-worth*='▸']").count() == 1
    assert ada.page.locator(".choice tbody tr").count() == ada.page.locator("[data-worth]").count()
    assert ada.page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert faults(ada) == []
    moment = int(ada.page.url.split("/")[-2])
    play_on = ada.see("[data-act=play-on]")
    if by_keys:
        play_on.focus()
        ada.page.keyboard.press("Enter")
        ada.see("dialog[open] [data-act=from-here]").focus()
        ada.page.keyboard.press("Enter")
    else:
        play_on.click()
        assert faults(ada) == []
        ada.see("dialog[open] [data-act=from-here]").click()
    assert str(moment) in ada.see("[data-practice]").inner_text()
    ada.play_on()
    compared = ada.see("[data-compared]").inner_text()
    assert ("Avant" if language == "fr" else "Then") in compared
    ada.see("dialog[open] [data-act=review]")
