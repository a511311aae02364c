"""A finished match, looked at again: every step at once, every hand open, every window large enough."""

import pytest
from playwright.sync_api import expect

from seaboard.games import GAMES
from tests.web import finished, measure
from tests.web.conftest import NewPerson
from tests.web.person import Person


def open_replay(ada: Person, game: str, *, at: int = 0, seat: int | None = 0, seats: int | None = None, **options: int) -> int:
    """Somebody looks at a match of all seats; how many moves it has."""
    record = finished.record(game, seats=seats or max(GAMES[game].seats), options=options)
    finished.serve(ada, record)
    ada.go(f"/#/replay/{finished.ID}/{at}" + ("" if seat is None else f"/{seat}"))
    ada.see(".controls")
    return len(record["moves"])


def test_every_press_of_an_arrow_is_a_step_however_fast(person: NewPerson) -> None:
    ada = person(speed="slow")
    last = open_replay(ada, "sea-change", seats=4, target=1)
    keys, number = ada.page.keyboard, ada.page.locator(".controls .number")
    for _ in range(25):
        keys.press("ArrowRight")
    expect(number).to_have_text(f"25/{last}")
    keys.down("ArrowRight")  # held down: the key repeats
    for _ in range(5):
        keys.down("ArrowRight")
    keys.up("ArrowRight")
    expect(number).to_have_text(f"31/{last}")
    for _ in range(12):
        keys.press("ArrowLeft")
    expect(number).to_have_text(f"19/{last}")
    keys.press("End")
    expect(number).to_have_text(f"{last}/{last}")
    ada.page.wait_for_url(f"**/{finished.ID}/{last}/0")


def test_a_link_to_another_moment_works_in_the_same_tab(person: NewPerson) -> None:
    ada = person("phone", language="fr")
    last = open_replay(ada, "sea-change", seats=3, at=4, target=1)
    number, fan = ada.page.locator(".controls .number"), ada.page.locator("section.hand")
    expect(number).to_have_text(f"4/{last}")
    expect(fan).to_have_attribute("aria-label", "Main de Ada")  # the seat watched has a name: whoever looks may be anybody
    assert "Vous" not in ada.see(".frame").inner_text()
    ada.page.evaluate(f"location.hash = '#/replay/{finished.ID}/9/0'")
    expect(number).to_have_text(f"9/{last}")
    ada.page.evaluate(f"location.hash = '#/replay/{finished.ID}/12/2'")
    expect(number).to_have_text(f"12/{last}")
    expect(fan).to_have_attribute("aria-label", "Main de Chloé")
    ada.page.locator("select.seats").select_option(label="Bob")
    expect(fan).to_have_attribute("aria-label", "Main de Bob")
    ada.page.wait_for_url("**/12/1")


@pytest.mark.parametrize("game", GAMES)
def test_all_hands_are_open_and_everything_fits_every_window(game: str, person: NewPerson) -> None:
    ada = person(language="fr")
    moves = open_replay(ada, game)
    for number in (0, moves * 2 // 3):
        ada.page.evaluate(f"location.hash = '#/replay/{finished.ID}/{number}/0'")
        expect(ada.page.locator(".controls .number")).to_have_text(f"{number}/{moves}")
        found = {size: measure.faults(ada.page, size) for size in measure.WINDOWS}
        assert {size: faults for size, faults in found.items() if faults} == {}, number
    ada.page.set_viewport_size({"width": 1280, "height": 800})
    ada.see("[data-act=hands]").click()
    names = ada.page.locator("aside.open h3")
    expect(names).to_have_text(list(finished.NAMES[: max(GAMES[game].seats)]))
    expect(ada.page.locator("aside.open .card").first).to_be_visible()
    rounds = ada.page.locator("select.rounds")
    rounds.select_option(index=1)
    expect(rounds.locator("option").nth(1)).to_have_text("Tour 2" if game == "sea-of-clouds" else "Manche 2")
