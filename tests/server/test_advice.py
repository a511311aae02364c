"""Hints for those who play against bots alone, and puzzles, over HTTP."""

import asyncio
import random
import time

import httpx

from seaboard import puzzles
from seaboard.review import review
from tests.server.harness import PATIENCE, Guest, Served, table_of


def test_a_hint_is_given_when_switched_on_noted_and_counted(server: Served) -> None:
    ada = Guest(server.url, "Ada")
    table = ada.post("/tables", game="sea-change", seats=2, options={"first_dealer": 1, "target": 1}, bots=[None, "cabin-boy"], start=True)
    path, match = f"/tables/{table['id']}", table["match"]
    assert table["hints"] is False
    assert ada.refused(f"{path}/hint", match=match) == "hint.off"
    assert ada.post(f"{path}/hints", on=True)["hints"] is True
    end = time.monotonic() + 6 * PATIENCE
    while True:
        answer = ada.web.post(f"/api{path}/hint", json={"match": match})
        if answer.status_code != 503 or time.monotonic() > end:
            break
        time.sleep(0.5)  # what hints need is being compiled
    assert answer.status_code == 200, answer.text
    hint = answer.json()
    legal = ada.get(f"/matches/{match}/record")["view"]["legal"]
    assert legal[hint["move"]] == hint["action"]
    assert hint["reason"]["key"].startswith("hint.")
    assert ada.post(f"{path}/hint", match=match) == hint, "the same moment, the same hint"
    assert ada.refused(f"{path}/hint", match="m" * 16) == "play.other_match"

    async def play_to_the_end() -> None:
        async with ada.at(table["id"]) as seat:
            await seat.play_on(random.Random(1))

    asyncio.run(play_to_the_end())
    assert ada.refused(f"{path}/hint", match=match) == "play.match_over"
    record = ada.get(f"/matches/{match}/record")
    assert record["hints"] == [[0, 0]]
    assert [seat.hints for seat in review(record, seats=[], playouts=2).seats] == [1, 0]


def test_no_hints_where_people_sit(server: Served) -> None:
    ada, bob = Guest(server.url, "Ada"), Guest(server.url, "Bob")
    table = table_of([ada, bob], "sea-change")
    assert ada.refused(f"/tables/{table['id']}/hints", on=True) == "hint.people"
    assert ada.refused(f"/tables/{table['id']}/hint", match=table["match"]) == "hint.people"
    eve = Guest(server.url, "Eve")
    assert eve.refused(f"/tables/{table['id']}/hint", match=table["match"]) == "table.not_seated"


def test_a_puzzle_shows_one_seats_view_and_is_solved_by_its_answer(server: Served) -> None:
    url = f"{server.url}/api/puzzles"
    listed = httpx.get(f"{url}/sea-change").json()
    kept = puzzles.load("sea-change")
    assert listed["puzzles"] == list(kept)
    assert listed["today"] in kept
    one = kept[listed["puzzles"][0]]
    shown = httpx.get(f"{url}/sea-change/{one.id}").json()
    view = shown["view"]
    match = one.match()
    assert view == {**match.view(one.seat, memory=False)}
    assert shown["events"] == match.events(one.seat)
    assert view["seat"] == one.seat
    other = next(action for action in view["legal"].values() if action != one.answer)
    for action in (one.answer, other):
        verdict = httpx.post(f"{url}/sea-change/{one.id}", json={"action": action}).json()
        assert verdict["solved"] is (action == one.answer)
        assert view["legal"][verdict["answer"]] == one.answer
        assert set(verdict["values"]) == set(view["legal"])
    illegal = next(action for action in range(75) if action not in view["legal"].values())
    assert httpx.post(f"{url}/sea-change/{one.id}", json={"action": illegal}).status_code == 409
    assert httpx.get(f"{url}/sea-change/none").json()["error"]["key"] == "puzzle.unknown"
    assert httpx.get(f"{url}/whist").json()["error"]["key"] == "game.unknown"
