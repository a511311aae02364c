"""Your page: what you have played, a leaderboard with you on it, everything as a file, and then nothing left."""

import json
import os
import sqlite3
from collections.abc import Iterator
from copy import deepcopy
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa
from playwright.sync_api import expect

from seaboard.bots.levels import LEVELS
from seaboard.server.storage.matches import finished
from seaboard.server.storage.rows import Chair, Practice
from tests.server.careers import played
from tests.server.harness import Served, served
from tests.server.past import add
from tests.web.conftest import NewPerson
from tests.web.person import Person
from tests.web.test_tables import faults
from tests.web.walks import walks

NAME = "Ondine"


@pytest.fixture
def own(built: None, tmp_path: Path) -> Iterator[Served]:
    """A server with a database of its own."""
    with served(data=tmp_path) as running:
        yield running


def with_a_past(database: str, person: dict[str, str]) -> None:
    """Matches against bots and people, one of them reviewed, one for practice."""
    ada, bob = Chair(person=person["id"], name=person["name"]), Chair(person="p1", name="Barnabé")
    captain, sailor = Chair(level="captain"), Chair(level="sailor")
    lineups = [[ada, captain], [bob, ada], [ada, sailor, sailor], *[[ada, sailor]] * 20]

    with sa.create_engine(database, connect_args={"timeout": 30}).begin() as c:
        for number, chairs in enumerate(lineups):
            name = add(c, played(len(chairs), number % len(chairs)), deepcopy(chairs))
            if number < 9:
                finished.note_review(c, name, chairs.index(ada), luck=0.1 * number, error_rate=0.01 * (9 - number))
        add(c, played(2, 1), deepcopy([ada, sailor]), practice=Practice("m1", 1, [0], [0]))


def traces(file: Path, word: str) -> list[str]:
    """The tables in which a word is."""
    with sqlite3.connect(file) as c:
        tables = [row[0] for row in c.execute("SELECT name FROM sqlite_master WHERE type = 'table'")]
        return [table for table in tables if any(word in str(row) for row in c.execute(f"SELECT * FROM {table}"))]


def picture(one: Person, name: str) -> None:
    """For whoever wants to look: `SEABOARD_PICTURES` says where."""
    folder = os.environ.get("SEABOARD_PICTURES")
    if folder:
        one.page.screenshot(path=f"{folder}/{name}.png", full_page=True)


@pytest.mark.parametrize(("size", "language", "theme"), walks([("phone", "fr", "day")], [("desktop", "en", "night")]))
def test_a_profile_a_leaderboard_an_export_and_nothing_left(
    size: str, language: str, theme: str, person: NewPerson, own: Served, tmp_path: Path
) -> None:
    ada = person(size, language=language, theme=theme, reduced=True, url=own.url, name=NAME)
    ada.go("/#/you")
    ada.see("main h1")
    assert faults(ada) == []
    who: dict[str, Any] = ada.page.request.post(f"{own.url}/api/guest", data={"name": NAME}).json()
    with_a_past(f"sqlite:///{tmp_path}/seaboard.db", who)
    for _ in range(200):
        ratings = ada.page.request.get(f"{own.url}/api/you").json()["ratings"]
        if ratings and ratings[0]["matches"] == 23:
            break
        ada.page.wait_for_timeout(200)
    ada.go()
    ada.see("[data-act=you]").click()
    expect(ada.see("main h1")).to_have_text(NAME)
    expect(ada.page.locator(".ratings strong")).to_have_text(str(ratings[0]["rating"]["points"]))
    matches = ada.page.locator("section[aria-labelledby=matches] li")
    expect(matches).to_have_count(20)
    expect(ada.page.locator("section[aria-labelledby=errors] li")).to_have_count(9)
    assert faults(ada) == []
    picture(ada, f"you-{size}")
    assert ada.page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    ada.see("[data-act=more]").click()
    expect(matches).to_have_count(24)
    ada.see("select[name=level]").select_option("people")
    expect(matches).to_have_count(1)
    ada.see("select[name=level]").select_option("")
    ada.see("input[name=search]").fill("BARNABÉ")
    expect(matches).to_have_count(1)
    ada.see("input[name=search]").fill("nobody of that name")
    expect(matches).to_have_count(0)

    # On the leaderboard, between the bots, and off it.
    ada.page.locator("a[href='#/leaderboard']").first.click()
    expect(ada.see("tr.you th")).to_contain_text(NAME)
    expect(ada.page.locator("tr.bot")).to_have_count(len(LEVELS))
    assert faults(ada) == []
    picture(ada, f"leaderboard-{size}")
    ada.go("/#/you")
    ada.see("section[aria-labelledby=ratings] input").click()
    expect(ada.page.locator("section[aria-labelledby=ratings] input")).not_to_be_checked()
    ada.page.locator("a[href='#/leaderboard']").first.click()
    ada.see("tr.bot")
    expect(ada.page.locator("tr.you")).to_have_count(0)

    # Everything as a file.
    ada.go("/#/you")
    with ada.page.expect_download() as download:
        ada.see("[data-act=export]").click()
    file = json.loads(download.value.path().read_text())
    assert file["person"]["name"] == NAME
    assert len(file["matches"]) == 24
    assert len(traces(tmp_path / "seaboard.db", who["id"])) > 4

    # Gone, after being asked twice.
    ada.see("[data-act=erase]").click()
    ada.see("dialog[open] [data-act=erase-on]").click()
    ada.see("dialog[open] input").fill("Somebody else")
    ada.see("[data-act=erase-all]").click()
    ada.see("dialog[open] [role=alert]")
    assert faults(ada) == []
    picture(ada, f"erase-{size}")
    ada.see("dialog[open] input").fill(NAME)
    ada.page.keyboard.press("Enter")
    ada.see("dialog[open] [data-act=home]").click()
    ada.see("article")
    assert traces(tmp_path / "seaboard.db", who["id"]) == []
    assert traces(tmp_path / "seaboard.db", NAME) == []
