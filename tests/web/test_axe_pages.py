"""Pages that no match leads through, by day and by night: axe finds nothing on any of them."""

import pytest

from seaboard import puzzles
from seaboard.games import GAMES
from tests.web.conftest import NewPerson
from tests.web.test_tables import faults, faults_in_both_themes
from tests.web.walks import DESKTOP_EN, PHONE_FR, walks


@pytest.mark.parametrize(("size", "language"), walks([PHONE_FR], [DESKTOP_EN]))
def test_axe_finds_nothing_on_a_walk(size: str, language: str, person: NewPerson) -> None:
    ada = person(size, language=language, reduced=True)
    found: dict[str, list[str]] = {}
    walk = {
        "/#/settings": "h1:visible",
        "/#/sign-in": "h1:visible",
        "/#/continue": "h1:visible",
        "/#/nowhere": "h1:visible",
        "/#/you": "h1:visible",
        "/#/leaderboard/sea-change": "h1:visible",
        "/offline.html": "h1:visible",
    }
    for game in GAMES:
        if puzzles.load(game):
            walk |= {f"/#/puzzles/{game}": "[data-act=next]", f"/#/puzzles/{game}/{next(iter(puzzles.load(game)))}": "[data-move]"}
    for address, sign in walk.items():
        ada.go("/offline.html")  # so that no sign is that of the page before
        ada.go(address)
        ada.see(f"main {sign}")
        if bad := faults(ada) if address == "/offline.html" else faults_in_both_themes(ada):
            found[address] = bad
    assert found == {}
