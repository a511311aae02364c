"""What a person's history adds up to, what ratings make of it, and that all of it can be had as a file."""

import asyncio
import json
import random
import sqlite3
import threading
import zlib
from collections.abc import Callable, Iterator
from copy import deepcopy
from functools import cache, partial
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa
from alembic import command
from alembic.config import Config

import seaboard
from seaboard.arena import ladder
from seaboard.server.ratings import model, rater
from seaboard.server.ratings.rater import Rater
from seaboard.server.storage import finished, queries, schema, store
from seaboard.server.storage.rows import Chair, Entry, Practice, SharedDeal
from tests.server.harness import Guest, Served, served, table_of
from tests.server.inside import Inside
from tests.server.past import add, play_to_the_end

GAME = "sea-change"
Add = Callable[..., str]


@pytest.fixture(params=["sqlite", "postgres"])
def inside(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Inside]:
    database = request.getfixturevalue("postgres") if request.param == "postgres" else ""
    running = Inside(tmp_path, database=database)
    yield running
    running.close()


@cache
def played(seats: int, winner: int, seed: int = 0) -> seaboard.Match:
    """A short match that this seat wins."""
    while True:
        match = seaboard.Match(GAME, seats=seats, seed=seed, options={"target": 1})
        play_to_the_end(match)
        if match.winners == [winner]:
            return match
        seed += 1


class Person:
    """Somebody on a server inside the test."""

    def __init__(self, inside: Inside, name: str) -> None:
        self.inside = inside
        self.token = inside.guest(name)
        self.id: str = self.get("/me")["id"]
        self.name = name

    def get(self, path: str) -> dict[str, Any]:
        answer = self.inside.request("GET", f"/api{path}", self.token)
        assert answer.status_code == 200, answer.text
        found: dict[str, Any] = answer.json()
        return found

    def post(self, path: str, **body: Any) -> dict[str, Any]:
        answer = self.inside.request("POST", f"/api{path}", self.token, **body)
        assert answer.status_code < 300, answer.text
        found: dict[str, Any] = answer.json()
        return found

    @property
    def chair(self) -> Chair:
        return Chair(person=self.id, name=self.name)

    @property
    def rating(self) -> Any:
        return next((one for one in self.get("/you")["ratings"] if one["game"] == GAME), None)


def finish(inside: Inside, *chairs: Person | str | Chair, winner: int = 0, **about: Any) -> str:
    """A finished match between people and levels of bots; its id."""
    match = about.pop("match", None) or played(len(chairs), winner)
    found = [one.chair if isinstance(one, Person) else Chair(level=one) if isinstance(one, str) else one for one in chairs]
    return str(inside.run(inside.server.store.write(lambda c: add(c, match, deepcopy(found), **about))))


def rate_all(inside: Inside) -> int:
    """Let ratings hear of everything; how often there was something."""
    times = 0
    while inside.run(inside.server.rater.rate_one()):
        times += 1
    return times


# ---- The history -----------------------------------------------------------------------------------


def test_a_history_lists_matches_with_opponents_scores_levels_and_dates(inside: Inside) -> None:
    ada, bob = Person(inside, "Ada"), Person(inside, "Bo'b_%")
    assert ada.get("/you/matches") == {"matches": [], "after": None}
    first = finish(inside, ada, "sailor", "captain", winner=2)
    second = finish(inside, bob, ada, winner=1)
    newest, oldest = ada.get("/you/matches")["matches"]
    assert [newest["match"], oldest["match"]] == [second, first]
    assert [newest["won"], newest["place"], newest["seat"]] == [True, 1, 1]
    assert [seat["name"] for seat in newest["seats"]] == ["Bo'b_%", "Ada"]
    assert [seat["level"] for seat in oldest["seats"]] == [None, "sailor", "captain"]
    assert [seat["won"] for seat in oldest["seats"]] == [False, False, True]
    assert oldest["seats"][2]["score"] == max(seat["score"] for seat in oldest["seats"])
    assert oldest["ended"] == "over"
    assert oldest["at"] < newest["at"]

    def wanted(**fields: str) -> list[str]:
        asked = "&".join(f"{name}={value}" for name, value in fields.items())
        return [match["match"] for match in ada.get(f"/you/matches?{asked}")["matches"]]

    assert wanted(game=GAME) == [second, first]
    assert wanted(game="land-unter") == []
    assert wanted(result="won") == [second]
    assert wanted(result="lost") == [first]
    assert wanted(level="captain") == [first], "the strongest of the bots"
    assert wanted(level="sailor") == []
    assert wanted(level="people") == [second]
    assert wanted(search="BO'B") == [second]
    assert wanted(search="%25") == [second], "a wildcard is a letter like any other"
    assert wanted(search="b%25") == []
    assert wanted(search="b%00o") == [second], "a sign that no database takes is none"
    assert [match["match"] for match in bob.get("/you/matches")["matches"]] == [second]


def test_pages_of_a_history_are_whole_and_in_order(inside: Inside) -> None:
    ada = Person(inside, "Ada")
    made = [finish(inside, ada, "sailor") for _ in range(45)]
    found: list[str] = []
    after = ""
    while True:
        page = ada.get(f"/you/matches?game={GAME}{after}")
        found += [match["match"] for match in page["matches"]]
        if page["after"] is None:
            break
        after = f"&after={page['after']}"
    assert found == made[::-1]
    for wrong in ("x", "nan~m1", "1e999~m1", "1~", "1~%27", "~~"):
        assert inside.request("GET", f"/api/you/matches?after={wrong}", ada.token).status_code == 422
    assert inside.request("GET", "/api/you/matches").status_code == 401


def test_a_profile_adds_up(inside: Inside) -> None:
    ada = Person(inside, "Ada")
    for winner, level in [(0, "sailor"), (0, "sailor"), (1, "sailor"), (0, "captain")]:
        finish(inside, ada, level, winner=winner)
    finish(inside, ada, "sailor", "sailor", winner=1)
    last = finish(inside, ada, "sailor", practice=Practice("m1", 1, [0], [0]))
    profile = ada.get("/you")
    assert profile["name"] == "Ada"
    assert {(one["seats"], one["level"]): (one["matches"], one["won"]) for one in profile["tallies"]} == {
        (2, "sailor"): (3, 2),
        (2, "captain"): (1, 1),
        (3, "sailor"): (1, 0),
    }
    assert profile["streaks"] == [{"game": GAME, "now": 0, "best": 2}]
    peaks = {peak["kind"]: peak for peak in profile["peaks"]}
    assert set(peaks) == {"longest", "best"}
    assert last not in {peak["match"] for peak in profile["peaks"]}
    assert ada.get("/you/matches")["matches"][0]["counts"] == "practice"
    finish(inside, ada, "sailor")
    assert ada.get("/you")["streaks"] == [{"game": GAME, "now": 1, "best": 2}]


def test_reviews_are_in_the_profile(inside: Inside) -> None:
    ada = Person(inside, "Ada")
    match = finish(inside, ada, "sailor")
    for seat, luck, error in ((0, 0.25, 0.031), (1, -0.25, None)):
        inside.run(inside.server.store.write(partial(finished.note_review, match=match, seat=seat, luck=luck, error_rate=error)))
    profile = ada.get("/you")
    assert [(one["match"], one["error_rate"]) for one in profile["reviewed"]] == [(match, 0.031)]
    assert next(peak["value"] for peak in profile["peaks"] if peak["kind"] == "luckiest") == 0.25


# ---- Ratings ---------------------------------------------------------------------------------------


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
    finish(inside, ada, "sailor", deal=SharedDeal("d2", "day", "2026-01-01"))  # the first try at a deal of the day
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


# ---- Leaderboards ----------------------------------------------------------------------------------


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


def test_a_server_for_tables_alone_has_none_of_it(tmp_path: Path) -> None:
    inside = Inside(tmp_path, only_tables=True)
    ada = Person(inside, "Ada")
    for path in ("/you", "/you/matches", f"/leaderboards/{GAME}"):
        answer = inside.request("GET", f"/api{path}", ada.token)
        assert answer.status_code == 404
        assert answer.json()["error"]["key"] == "server.only_tables"
    assert ada.get("/games")["only_tables"] is True
    assert ada.get("/you/export")["person"]["name"] == "Ada", "what is kept of you is yours anywhere"
    inside.close()


# ---- A real server ---------------------------------------------------------------------------------


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


# ---- Before there were histories ---------------------------------------------------------------------


def make_older(file: Path, revision: str) -> None:
    """Turn a database into one of an earlier revision, with all that this one could hold."""
    now = file.rename(file.with_name("now.db"))
    config = Config()
    config.set_main_option("script_location", str(Path(store.__file__).parent / "migrations"))
    with sa.create_engine(f"sqlite:///{file}").begin() as c:
        config.attributes["connection"] = c
        command.upgrade(config, revision)
    with sqlite3.connect(file) as older:
        older.execute("ATTACH ? AS now", (str(now),))
        tables = [name for (name,) in older.execute("SELECT name FROM main.sqlite_master WHERE type = 'table'")]
        for table in set(tables) - {"alembic_version", "sqlite_sequence"}:
            columns = ", ".join(f'"{column[1]}"' for column in older.execute(f"PRAGMA main.table_info({table})"))
            older.execute(f"INSERT INTO main.{table} ({columns}) SELECT {columns} FROM now.{table}")


def test_what_tables_remember_from_before_is_in_histories(tmp_path: Path) -> None:
    inside = Inside(tmp_path)
    ada = Person(inside, "Ada")
    match = finish(inside, ada, "sailor")
    practice = finish(inside, ada, "sailor", winner=1, practice=Practice("m1", 1, [0], [0]))
    listed = ada.get("/you/matches")["matches"]
    seats = [{"seat": seat, "luck": 0.25 - seat / 2, "error_rate": None if seat else 0.03} for seat in range(2)]
    for of, body in ((match, json.dumps({"seats": seats}).encode()), (practice, b"{}")):
        keep = partial(queries.keep_review, match=of, seat=0, version=1, body=zlib.compress(body))
        inside.run(inside.server.store.write(keep))
    inside.close()
    make_older(tmp_path / "inside.db", "0011")
    again = Inside(tmp_path)
    ada.inside = again
    assert ada.get("/you/matches")["matches"] == [one | ({"error_rate": 0.03} if one["match"] == match else {}) for one in listed]
    assert [one["error_rate"] for one in ada.get("/you")["reviewed"]] == [0.03]
    assert [one["value"] for one in ada.get("/you")["peaks"] if one["kind"] == "luckiest"] == [0.25]
    assert [one["match"] for one in listed] == [practice, match]
    assert rate_all(again) == 1
    assert ada.rating is not None
    again.close()


# ---- Everything as a file ----------------------------------------------------------------------------


def test_everything_as_a_file(inside: Inside) -> None:
    ada = Person(inside, "Ada")
    made = [finish(inside, ada, "sailor") for _ in range(3)]
    inside.run(inside.server.store.write(lambda c: queries.keep_review(c, made[0], 0, 1, zlib.compress(b'{"story":[]}'))))
    table = ada.post("/tables", game=GAME, seats=2, bots=[None, "cabin-boy"], sit=True, start=True)
    answer = inside.request("GET", "/api/you/export", ada.token)
    assert answer.headers["content-disposition"] == 'attachment; filename="seaboard.json"'
    file = json.loads(answer.content)
    assert file["person"]["name"] == "Ada"
    assert [one["record"]["match"] for one in file["matches"]] == made
    assert file["matches"][0]["review"] == {"story": []}
    again = seaboard.Match.replay(file["matches"][1]["record"])
    assert again.over
    assert table["id"] in [one["id"] for one in file["tables"]]
    with inside.server.store._reading.connect() as c:
        running = queries.find_match(c, table["match"])
    assert running is not None
    assert running.seed not in answer.text, "a match that is on keeps its secrets"
    assert ada.token not in answer.text
