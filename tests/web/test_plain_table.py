"""A game without a folder under `web/src/games/` can be played on the page all the same: the small game of docs/add-a-game.md."""

from collections.abc import Iterator

import pytest

from tests.docs.toy import write_game
from tests.server.harness import served
from tests.web.conftest import NewPerson
from tests.web.person import play_together
from tests.web.test_tables import faults
from tests.web.walks import walks

GAME = "highest-card"
PLAYS = 4 * 3 * 3
"""Cards played by three people in four rounds of three tricks: each is a line of the log."""


@pytest.fixture(scope="module")
def url(built: None, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """A server that knows the small game."""
    home = write_game(tmp_path_factory.mktemp("fifth"))
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("SEABOARD_GAMES", "highest_card")
        patch.setenv("PYTHONPATH", str(home))
        with served(data=home / "data") as server:
            yield server.url


@pytest.mark.parametrize("size", walks(["phone"], ["desktop"]))
def test_a_whole_match_against_bots(size: str, person: NewPerson, url: str) -> None:
    ada = person(size, url=url, language="fr" if size == "phone" else "en")
    ada.open_table(GAME, seats=3, options={}, alone=True)
    ada.rest()
    assert len(ada.hand()) == 3
    assert sorted(ada.moves()) == sorted(ada.hand())
    assert ada.page.locator("tbody tr").count() == 3
    assert faults(ada) == []
    ada.play_on()
    ada.see("[data-over]")
    assert ada.page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    ada.page.keyboard.press("Escape")
    ada.page.keyboard.press("l")
    ada.see("aside .log li")
    lines = [line for line in ada.page.locator("aside .log li").all_inner_texts() if line.strip()]
    assert len(lines) >= PLAYS


def test_two_people_and_a_replay(person: NewPerson, url: str) -> None:
    ada, bob = person(url=url), person("phone", url=url, language="fr")
    table = ada.open_table(GAME, seats=2, options={}, alone=False)
    bob.sit_down(table, "Bob")
    ada.see("[data-act=start]").click()
    play_together([ada, bob])
    ada.click("Replay")
    ada.see(".controls")
    ada.page.keyboard.press("End")
    ada.see("tbody tr")
