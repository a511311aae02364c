"""What ratings make of finished matches, and the leaderboards that show it."""

import asyncio
import random
import threading
import time
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa

import seaboard
from seaboard.arena import ladder
from seaboard.server.ratings import model, rater
from seaboard.server.ratings.rater import Rater
from seaboard.server.storage import queries, schema
from seaboard.server.storage.rows import Chair, Entry, Practice, SharedDeal
from tests.server.careers import GAME, Person, finish, rate_all
from tests.server.harness import Guest, Served, served, table_of
from tests.server.inside import Inside


def test_a_match_is_rated_once_whoever_rates(inside: Inside, monkeypatch: pytest.MonkeyPatch) -> None:
    ada, bob = Person(inside, "Ada"), Person(inside, "Bob")
    rate_all(inside)  # what others have left in this database
    match = finish(inside, ada, bob)
    assert not ada.rating
    other = Rater(inside.server.store, 1.0)
    complete, have_read = rater.complete, threading.Barrier(2, timeout=60)

    def complete_together(*about: Any) -> Any:
        have_read.wait()
        return complete(*about)

    monkeypatch.setattr(rater, "complete", complete_together)

    async def both() -> list[bool]:
        return list(await asyncio.gather(inside.server.rater.rate_one(), other.rate_one()))

    assert inside.run(both()) == [True, True]
    assert rate_all(inside) == 0
    assert ada.rating is not None
    assert bob.rating is not None
    assert [ada.rating["matches"], bob.rating["matches"]] == [1, 1]
    assert ada.rating["rating"]["points"] > model.MIDDLE > bob.rating["rating"]["points"]
    assert 0 < ada.rating["rating"]["margin"] < model.margin(model.SPREAD)
    (listed,) = ada.get("/you/matches")["matches"]
    assert listed["match"] == match
    assert listed["rating"] == ada.rating["rating"]


def test_what_counts_and_what_does_not(inside: Inside) -> None:
    ada = Person(inside, "Ada")
    rate_all(inside)
    finish(inside, ada, "sailor", practice=Practice("m1", 1, [0], [0]))
    finish(inside, ada, "sailor", options={"deck": "one\ntwo"})
    finish(inside, ada, "sailor", meanwhile=lambda c, match: queries.add_hint(c, match, 0, 2))
    finish(inside, ada, "sailor", meanwhile=lambda c, match: queries.add_entries(c, [Entry(match, 9999, 0, -2, "x", 0.0)]))
    finish(inside, ada, "sailor", deal=SharedDeal("d1", "challenge"))
    finish(inside, ada, "sailor", deal=SharedDeal("d2", "day", "2026-01-01"), practice=Practice("m1", 1, [0], [0]))
    assert rate_all(inside) == 0
    assert not ada.rating
    reasons = ["practice", "deal", "take-back", "hint", "deck", "practice"]
    assert [match["counts"] for match in ada.get("/you/matches")["matches"]] == reasons
    finish(inside, ada, "bosun")
    assert rate_all(inside) == 1
    assert not ada.rating, "nobody knows how strong that bot is"
    finish(inside, ada, "sailor")
    finish(inside, ada, "sailor", deal=SharedDeal("d2", "day", "2099-01-01"))  # the first try at a deal of a day that began after she came
    assert rate_all(inside) == 2
    assert ada.rating is not None
    assert ada.rating["matches"] == 2


def test_beating_the_strong_is_worth_more_and_bots_stay_where_they_are(inside: Inside) -> None:
    ada, bob = Person(inside, "Ada"), Person(inside, "Bob")
    before = dict(ladder.means(GAME))
    finish(inside, ada, "captain")
    finish(inside, bob, "cabin-boy")
    rate_all(inside)
    assert ada.rating is not None
    assert bob.rating is not None
    assert ada.rating["rating"]["points"] > bob.rating["rating"]["points"] > model.MIDDLE
    assert ladder.means(GAME) == before


def test_leaving_counts_as_what_the_bot_makes_of_it_and_nobody_rises_by_it(inside: Inside) -> None:
    ada, bob, eve = (Person(inside, name) for name in ("Ada", "Bob", "Eve"))
    left = Chair(name="Eve", level="admiral", resigned=True, gave_up=eve.id)
    finish(inside, left, ada, winner=1)
    rate_all(inside)
    assert eve.rating is not None
    lost = eve.rating["rating"]["points"]
    assert lost < model.MIDDLE
    finish(inside, left, ada, winner=0)
    rate_all(inside)
    assert eve.rating["rating"]["points"] == lost, "an Admiral has won it for her"
    removed = Chair(name="Bob", level="sailor", resigned=True)
    finish(inside, removed, ada, winner=1)
    assert bob.get("/you/matches")["matches"] == [], "whose seat was taken from them has not left"


def test_a_match_that_everybody_left_is_played_to_its_end_by_bots(inside: Inside) -> None:
    ada = Person(inside, "Ada")
    begun = seaboard.Match(GAME, seats=2, seed=3, options={"target": 1})
    for _ in range(4):
        seat = begun.to_act[0]
        begun.play(seat, begun.legal(seat)[0])
    match = finish(inside, Chair(name="Ada", level="sailor", resigned=True, gave_up=ada.id), "cabin-boy", match=begun)
    (listed,) = ada.get("/you/matches")["matches"]
    assert [listed["ended"], listed["place"]] == ["abandoned", 0]
    rate_all(inside)
    (listed,) = ada.get("/you/matches")["matches"]
    assert listed["match"] == match
    assert listed["place"] in (1, 2)
    assert any(seat["won"] for seat in listed["seats"])
    assert ada.rating is not None


def test_matches_that_everyone_left_cost_little_and_delay_nobody(inside: Inside, monkeypatch: pytest.MonkeyPatch) -> None:
    ada, eve = Person(inside, "Ada"), Person(inside, "Eve")
    rate_all(inside)
    played: list[str] = []
    make = seaboard.bots.make

    def noted(name: str, game: str) -> seaboard.bots.Bot:
        played.append(name)
        return make(name, game)

    shares: list[float] = []
    complete = rater.complete

    def timed(*about: Any) -> Any:
        began, busy = time.perf_counter(), time.thread_time()
        completed = complete(*about)
        shares.append((time.thread_time() - busy) / (time.perf_counter() - began))
        return completed

    monkeypatch.setattr(rater, "make", noted)
    monkeypatch.setattr(rater, "complete", timed)
    for seed in range(3):
        left = Chair(name="Eve", level="legend", resigned=True, gave_up=eve.id)
        finish(inside, left, "legend", match=seaboard.Match(GAME, seats=2, seed=seed, options={"target": 1}))
    finish(inside, ada, "sailor")
    inside.run(inside.server.rater.rate_some())
    assert ada.rating is not None, "her match does not wait for those that everyone left"
    assert played == ["simple"], "one of them, by a fast bot"
    assert shares[-1] < 0.6, "and it rests between its moves"
    rate_all(inside)
    assert eve.rating["matches"] == 3


def test_two_who_turn_out_to_be_one_have_one_history_and_the_rating_that_it_gives(inside: Inside) -> None:
    whole, ada, guest = Person(inside, "Whole"), Person(inside, "Ada"), Person(inside, "Guest")
    for winner, level, who in [(0, "captain", guest), (1, "sailor", ada), (0, "sailor", guest), (1, "captain", ada)]:
        finish(inside, who, level, winner=winner)
        finish(inside, whole, level, winner=winner)
    rate_all(inside)
    code = ada.post("/devices/code")["code"]
    answer = inside.request("POST", "/api/sign-in/code", guest.token, code=code)
    assert answer.json()["id"] == ada.id
    assert rate_all(inside) == 1
    assert whole.rating is not None
    assert ada.rating is not None
    for name in ("rating", "matches"):
        assert ada.rating[name] == whole.rating[name]
    assert [match["rating"] for match in ada.get("/you/matches")["matches"]] == [
        match["rating"] for match in whole.get("/you/matches")["matches"]
    ]
    with inside.server.store._reading.connect() as c:
        assert c.execute(sa.select(schema.ratings).where(schema.ratings.c.person == guest.id)).all() == []


def test_a_leaderboard_has_people_and_bots_and_nobody_who_would_rather_not(inside: Inside) -> None:
    ada, bob = Person(inside, "Ada the first"), Person(inside, "Bob the second")
    finish(inside, ada, "captain")
    finish(inside, bob, "cabin-boy", winner=1)
    rate_all(inside)

    def lines(who: str | None) -> list[dict[str, Any]]:
        found: list[dict[str, Any]] = []
        after = ""
        while True:
            page = inside.request("GET", f"/api/leaderboards/{GAME}{after}", who).json()
            found += page["lines"]
            if page["after"] is None:
                return found
            after = f"?after={page['after']}"

    shown = lines(ada.token)
    assert {line["level"] for line in shown if line["level"]} == set(ladder.means(GAME))
    places = [line["place"] for line in shown if line["place"]]
    assert places == list(range(1, len(places) + 1))
    names = [line["name"] for line in shown]
    assert names.index(ada.name) < names.index(bob.name)
    assert [line["name"] for line in shown if line["you"]] == [ada.name]
    assert ada.rating is not None
    assert next(line["place"] for line in shown if line["you"]) == ada.rating["place"]
    assert not any("id" in line or "person" in line for line in shown)
    ada.post("/you/listed", on=False)
    assert ada.name not in [line["name"] for line in lines(None)]
    assert ada.get("/you")["listed"] is False
    assert ada.rating["place"] is None
    finish(inside, ada, "captain")
    rate_all(inside)
    assert ada.name not in [line["name"] for line in lines(None)]
    ada.post("/you/listed", on=True)
    assert ada.name in [line["name"] for line in lines(None)]
    ada.post("/guest", name="Invité")
    assert not any(line["you"] for line in lines(ada.token)), "nobody is listed who has not said a name"
    ada.post("/guest", name=ada.name)
    assert ada.name in [line["name"] for line in lines(None)]
    assert inside.request("GET", "/api/leaderboards/chess").status_code == 404
    assert inside.request("GET", f"/api/leaderboards/{GAME}?after=1~p1~x").status_code == 422


def test_a_match_played_to_its_end_is_rated_even_if_the_server_dies_with_it(tmp_path: Path) -> None:
    with served(data=tmp_path) as server:
        ada, bob = Guest(server.url, "Ada"), Guest(server.url, "Bob")
        table = table_of([ada, bob], GAME, options={"target": 1})["id"]

        async def play() -> None:
            async with ada.at(table) as a, bob.at(table) as b:
                await asyncio.gather(a.play_on(random.Random(1)), b.play_on(random.Random(2)))

        asyncio.run(play())
        server.kill()
        server.start()
        rated = _until_rated(server, ada)
        assert rated["matches"] == 1
        (listed,) = ada.get("/you/matches")["matches"]
        assert listed["counts"] == ""
        assert {seat["name"] for seat in listed["seats"]} == {"Ada", "Bob"}


def _until_rated(server: Served, who: Guest) -> dict[str, Any]:
    who.moved_to(server.url)
    for _ in range(200):
        ratings = who.get("/you")["ratings"]
        if ratings:
            found: dict[str, Any] = ratings[0]
            return found
        asyncio.run(asyncio.sleep(0.1))
    raise AssertionError("the match was never rated")
