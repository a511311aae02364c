"""A first try is worth something only if nobody has seen the cards before it: who may look and sit down, and whose try is rated."""

import time
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy.engine import Connection

from seaboard.server.matches import days
from seaboard.server.storage import schema
from seaboard.server.storage.matches import deals
from seaboard.server.storage.people import people
from seaboard.server.storage.rows import Passkey, SharedDeal, Try
from seaboard.server.tables import merging
from tests.server.careers import GAME, Person, finish, rate_all
from tests.server.inside import Inside
from tests.server.past import add_past

OVER = {"moves": 0, "friends": True}


@pytest.fixture(params=["sqlite", "postgres"])
def inside(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Inside]:
    database = request.getfixturevalue("postgres") if request.param == "postgres" else ""
    running = Inside(tmp_path, database=database, deal_tries=0)
    yield running
    running.close()


def refused(person: Person, method: str, path: str, **body: Any) -> str:
    answer = person.inside.request(method, f"/api{path}", person.token, **body)
    assert answer.status_code == 403, answer.text
    return str(answer.json()["error"]["key"])


def came(inside: Inside, name: str, *, days_ago: float) -> Person:
    """Somebody who was first here so long ago."""
    person, p = Person(inside, name), schema.people
    at = time.time() - 86400 * days_ago
    inside.run(inside.server.store.write(lambda c: c.execute(p.update().where(p.c.id == person.id).values(made=at))))
    return person


def give_passkey(inside: Inside, person: Person, at: float) -> None:
    found = Passkey(f"k{person.id[1:]}", person.id, person.id.encode(), b"key", "here", 0, "", "", at, at)
    inside.run(inside.server.store.write(lambda c: people.add_passkey(c, found, person.id.encode().ljust(32))))


def daily(inside: Inside, person: Person, *, started: float | None = None) -> str:
    """Somebody's finished try at a deal of today; the match."""
    at = started or time.time()
    deal = inside.run(inside.server.deals.today())[GAME]
    shared = SharedDeal(deal.id, "day", deal.day)

    def note(c: Any, match: str) -> None:
        one = Try(deal.id, person.id, person.name, 0, f"t{match[1:]}", at, deal.day, match, "over", at, 1, 1, 1)
        assert deals.begin(c, one)

    return finish(inside, person, "sailor", deal=shared, meanwhile=note, made=at)


# ---- Looking -------------------------------------------------------------------------------------


def test_nobody_sits_down_to_practise_a_challenge_before_playing_it(inside: Inside) -> None:
    ada, bob = Person(inside, "Ada"), Person(inside, "Bob")
    match = add_past(inside, ada.token, GAME, seats=2, seed=5)
    early = ada.post(f"/matches/{match}/practice", **OVER)["id"]  # it is no challenge yet
    deal = ada.post("/deals", match=match)["id"]
    late = ada.post(f"/matches/{match}/practice", **OVER)["id"]
    for table in (early, late):
        assert refused(bob, "POST", f"/tables/{table}/sit") == "deal.hidden"
    for path in ("record", "replay", "summary"):  # nor does he see the match that the challenge was made from
        assert refused(bob, "GET", f"/matches/{match}/{path}") == "deal.hidden"
    assert refused(bob, "POST", f"/matches/{match}/practice", moves=0) == "deal.hidden"
    played = ada.post(f"/tables/{late}/start", fill="cabin-boy")["match"]
    assert refused(bob, "GET", f"/matches/{played}/record") == "deal.hidden"
    # Giving up is a try too; then he may.
    own = bob.post(f"/deals/{deal}/play")["id"]
    bob.post(f"/tables/{own}/resign")
    assert bob.post(f"/tables/{early}/sit")["chairs"][1]["name"] == "Bob"


def test_nobody_sits_down_to_practise_a_day_before_playing_it(inside: Inside) -> None:
    ada, bob = Person(inside, "Ada"), Person(inside, "Bob")
    table = ada.post(f"/daily/{GAME}")
    ada.post(f"/tables/{table['id']}/resign")
    assert refused(bob, "GET", f"/matches/{table['match']}/record") == "deal.hidden"
    deal = inside.run(inside.server.deals.today())[GAME]
    match = finish(inside, ada, "sailor", deal=SharedDeal(deal.id, "day", deal.day))
    inside.run(inside.server.store.write(lambda c: c.execute(schema.matches.update().values(deal=deal.id))))
    practice = ada.post(f"/matches/{match}/practice", **OVER)["id"]
    assert refused(bob, "POST", f"/tables/{practice}/sit") == "deal.hidden"
    now = inside.server.deals.now()
    inside.server.deals.now = lambda: now + 86400  # the day is over: nobody plays it any more
    assert bob.post(f"/tables/{practice}/sit")["chairs"][1]["name"] == "Bob"


# ---- Ratings -------------------------------------------------------------------------------------


def test_a_day_counts_for_the_rating_of_those_who_were_here_before_it(inside: Inside) -> None:
    old, new = came(inside, "Ada", days_ago=1), Person(inside, "Bob")
    assert [one.get("/daily")["counts"] for one in (old, new)] == [True, False]
    assert not inside.request("GET", "/api/daily").json()["counts"]
    for person in (old, new):
        daily(inside, person)
    rate_all(inside)
    assert old.rating["matches"] == 1
    assert new.rating is None
    assert [one.get("/you/matches")["matches"][0]["counts"] for one in (old, new)] == ["", "new"]
    shown = new.get(f"/deals/{inside.run(inside.server.deals.today())[GAME].id}")
    assert {one["name"] for one in shown["tries"]} == {"Ada", "Bob"}, "the day's list has both"
    finish(inside, new, "sailor")  # any other match counts
    assert rate_all(inside) == 1
    assert new.get("/you")["ratings"][0]["matches"] == 1


def test_a_passkey_counts_if_it_was_there_before_the_try(inside: Inside) -> None:
    before, after = Person(inside, "Ada"), Person(inside, "Bob")
    now = time.time()
    give_passkey(inside, before, now - 5)
    assert before.get("/daily")["counts"]
    daily(inside, before, started=now)
    give_passkey(inside, after, now + 5)
    daily(inside, after, started=now)
    rate_all(inside)
    assert before.rating is not None
    assert after.rating is None


def test_of_two_tries_of_one_person_the_later_is_not_rated(inside: Inside) -> None:
    ada, also = came(inside, "Ada", days_ago=2), came(inside, "Also Ada", days_ago=2)
    now = time.time()
    first, second = daily(inside, also, started=now - 60), daily(inside, ada, started=now)
    rate_all(inside)
    assert ada.rating["matches"] == 1
    inside.run(merging.merge(inside.server.rooms, also.id, ada.id, lambda c: people.find(c, ada.id)))
    rate_all(inside)
    assert ada.rating["matches"] == 1
    counts = {one["match"]: one["counts"] for one in ada.get("/you/matches")["matches"]}
    assert counts == {first: "", second: "practice"}


def test_a_day_begins_at_midnight_in_greenwich(inside: Inside) -> None:
    ada = Person(inside, "Ada")
    begun, p = days.end_of(days.day_after(days.day_of(time.time()), -1)), schema.people
    for made, counts in ((begun - 1, True), (begun, False)):
        change = p.update().values(made=made)
        inside.run(inside.server.store.write(partial(Connection.execute, statement=change)))
        assert ada.get("/daily")["counts"] is counts
