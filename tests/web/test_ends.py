"""The end of a round and of a match: ranked, explained, checked, and with what one may want next at hand in every window."""

import pytest
from playwright.sync_api import expect

from tests.web import measure
from tests.web.conftest import NewPerson
from tests.web.test_tables import PLAYABLE, few, until

SHORT = {"sea-change": {"target": 2}, "sea-salt-and-paper": {"target": 5}}
OPEN = """async ([game, seats, options]) => {
  const post = (path, body) =>
    fetch('/api' + path, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) })
      .then((answer) => answer.json());
  await post('/guest', { name: 'Ada' });
  return post('/tables', { game, seats, options, bots: [null, ...Array(seats - 1).fill('cabin-boy')], start: true });
}"""


@pytest.mark.parametrize("game", PLAYABLE)
def test_the_end_is_told_in_every_window(game: str, person: NewPerson) -> None:
    ada = person(language="fr", confirm=False)
    ada.go()
    table = ada.page.evaluate(OPEN, [game, few(game), SHORT.get(game, {})])
    ada.go(f"/#/table/{table['id']}")
    ada.see("[data-move]")
    until(ada, "[data-continue]")
    assert measure.sheet_faults(ada.page) == {}, "the end of a round"
    ada.page.set_viewport_size({"width": 1280, "height": 800})
    until(ada, "[data-over]")
    ranking = ada.page.locator("[data-over] .ranking li")
    expect(ranking).to_have_count(few(game))
    expect(ranking.first).to_contain_text("1")
    expect(ada.page.locator("[data-over] .by")).not_to_be_empty()
    assert measure.sheet_faults(ada.page) == {}, "the end of the match"
    ada.page.set_viewport_size({"width": 390, "height": 844})
    ada.see("[data-fair=alone]")  # the table was made by a script, which added nothing to the shuffle
    if game != "sea-salt-and-paper":  # one round may be all
        expect(ada.page.locator("dialog[open] table caption")).to_have_count(1)
    for act in ("share", "stronger", "rematch"):
        expect(ada.page.locator(f"[data-act={act}]")).to_be_in_viewport()
    moments = ada.page.locator("[data-over] .moments a")
    if moments.count():
        moments.first.click()
        ada.see(".controls")
        ada.page.go_back()
        ada.see("[data-over]")
    asked: list[str] = []
    ada.page.on("request", lambda request: asked.append(f"{request.method} {request.url.partition('/api')[2]}"))
    ada.see("[data-act=stronger]").dblclick()
    ada.page.wait_for_function("(id) => !location.hash.includes(id)", arg=table["id"])
    ada.see("[data-move]")
    assert asked.count("POST /tables") == 1
