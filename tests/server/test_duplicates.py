"""Duplicate: two tables with the same cards, the sides in each other's seats, and nothing seen of the other before both are over."""

import asyncio
import json
import math
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Any

import pytest

import seaboard
from seaboard.server.close_codes import CloseCode
from seaboard.server.deals.duplicates import units_of
from seaboard.server.protocol import Play
from seaboard.server.refusals import Refused
from seaboard.server.storage import queries
from seaboard.server.storage.matches import deals
from seaboard.server.storage.people import people
from seaboard.server.storage.rows import Duplicate
from seaboard.server.tables import merging, pruning
from tests.server.inside import Inside
from tests.server.test_deals import begin, closed_with, patiently, refused, simple, told

GAME = "sea-salt-and-paper"


@pytest.fixture
def quick(tmp_path: Path) -> Iterator[Inside]:
    """On SQLite alone, where the database makes no difference."""
    running = Inside(tmp_path)
    yield running
    running.close()


def make(inside: Inside, token: str, **asked: Any) -> list[str]:
    """Two tables; the first one's maker sits there."""
    answer = inside.request("POST", "/api/duplicates", token, **{"game": GAME, "seats": 2, "level": "cabin-boy", **asked})
    assert answer.status_code == 201, answer.text
    return [answer.json()["id"], answer.json()["duplicate"]["other"]]


def do(inside: Inside, token: str, path: str, **body: Any) -> dict[str, Any]:
    answer = inside.request("POST", path, token, **body)
    assert answer.status_code == 200, answer.text
    found: dict[str, Any] = answer.json()
    return found


def play_out(inside: Inside, table: str) -> None:
    """Everybody at a table plays as `simple` does, to the end."""

    async def play() -> None:
        rooms = inside.server.rooms
        room = await rooms.room(table)
        while True:
            await inside.settle()
            async with room.lock:
                session = await rooms.wake(room)
            assert session is not None
            if session.is_over:
                return
            seat = next(seat for seat in session.to_act if room.table.chairs[seat].person)
            done: asyncio.Future[Any] = asyncio.get_running_loop().create_future()
            message = Play(f"p{session.number}", session.row.id, session.to_seat_count(seat), simple(session, seat))
            inside.server.moves.play(room, seat, message, then=done.set_result)
            await done

    patiently(inside, play())


def of_four(inside: Inside) -> tuple[list[str], list[str], str]:
    """Ada and Bob at the first table, Cleo and Dan at the second; the tables, the tokens and the deal."""
    tokens = [inside.guest(name) for name in ("Ada", "Bob", "Cleo", "Dan")]
    one, two = make(inside, tokens[0])
    do(inside, tokens[1], f"/api/tables/{one}/sit")
    do(inside, tokens[2], f"/api/tables/{two}/sit")
    do(inside, tokens[3], f"/api/tables/{two}/sit")
    return [one, two], tokens, told(inside, f"/api/tables/{one}")["deal"]["id"]


def test_two_tables_have_the_same_cards_and_see_nothing_of_each_other(inside: Inside) -> None:
    (one, two), (ada, bob, cleo, dan), deal = of_four(inside)
    assert told(inside, f"/api/tables/{one}", ada)["duplicate"]["sides"] == [0, 1]
    assert told(inside, f"/api/tables/{two}", ada)["duplicate"]["sides"] == [1, 0]
    do(inside, dan, f"/api/tables/{two}/stand")
    assert refused(inside, "POST", f"/api/tables/{two}/sit", bob) == "deal.other_table"
    do(inside, dan, f"/api/tables/{two}/sit")
    assert refused(inside, "POST", f"/api/tables/{one}/bot", ada, seat=1, level="sailor") == "deal.bots"
    assert refused(inside, "POST", f"/api/tables/{one}/options", ada, options={}, clock=None, public=True, memory_aid=False)
    assert refused(inside, "POST", f"/api/tables/{one}/start", inside.guest("Eve")) == "table.not_seated"
    assert refused(inside, "POST", f"/api/deals/{deal}/play", ada) == "table.not_seated"

    assert do(inside, dan, f"/api/tables/{two}/start")["stage"] == "playing"
    first, second = (told(inside, f"/api/tables/{table}", ada)["match"] for table in (one, two))
    rows = [inside.run(inside.server.store.read(partial(queries.find_match, match=match))) for match in (first, second)]
    assert rows[0].seed == rows[1].seed

    # The first table is over, the second isn't: whoever plays there, or nowhere, learns nothing.
    play_out(inside, one)
    scores = inside.run(inside.server.store.read(lambda c: queries.find_table(c, one))).results[0].scores
    eve = inside.guest("Eve")
    for other in (cleo, dan, eve, None):
        for path in ("record", "replay", "summary"):
            assert refused(inside, "GET", f"/api/matches/{first}/{path}", other) == "deal.other_playing"
        assert closed_with(inside, one, other) == CloseCode.CLOSED_TABLE
        seen = [told(inside, f"/api/deals/{deal}", other), told(inside, f"/api/tables/{one}", other)]
        if other:
            for path in ("review", "practice"):
                assert refused(inside, "POST", f"/api/matches/{first}/{path}", other, seat=0) == "deal.other_playing"
            seen += [told(inside, f"/api/{path}", other) for path in ("my/tables", "my/deals", "you", "you/matches")]
            assert one not in [table["id"] for table in seen[2]["tables"]]
        assert not any(rows[0].seed in json.dumps(one) for one in seen)
        duplicate = seen[0]["duplicate"]
        assert not duplicate["over"]
        assert (duplicate["totals"], duplicate["tables"][0]["totals"], duplicate["tables"][0]["match"]) == (None, None, None)
        assert {chair["score"] for table in duplicate["tables"] for chair in table["chairs"]} == {None}
        assert seen[1]["series"] is None
    # Those at the first have seen it, and see no more of the second; nor does its host. Nobody plays on with these cards.
    for other in (ada, bob):
        told(inside, f"/api/matches/{first}/summary", other)
        assert refused(inside, "GET", f"/api/matches/{second}/record", other) == "deal.other_playing"
        assert closed_with(inside, two, other) == CloseCode.CLOSED_TABLE
        assert refused(inside, "POST", f"/api/matches/{first}/practice", other, moves=0, friends=True) == "deal.other_playing"
        assert two not in [table["id"] for table in told(inside, "/api/my/tables", other)["tables"]]
    assert refused(inside, "POST", f"/api/deals/{deal}/again", ada) == "deal.other_playing"

    # Both are over: the difference decides, and everybody may look.
    play_out(inside, two)
    found = told(inside, f"/api/deals/{deal}", dan)["duplicate"]
    assert found["over"]
    assert found["side"] == 0
    assert [chair["name"] for table in found["tables"] for chair in table["chairs"]] == ["Ada", "Bob", "Cleo", "Dan"]
    theirs = [chair["score"] for chair in found["tables"][1]["chairs"]]
    assert theirs == scores  # all played as `simple` does, so that the sides have scored the same
    assert [table["totals"] for table in found["tables"]] == [scores, scores[::-1]]
    assert found["totals"] == [sum(scores)] * 2
    records = [told(inside, f"/api/matches/{match}/record", eve) for match in (first, second)]
    assert records[0]["moves"] == records[1]["moves"]
    assert refused(inside, "POST", f"/api/tables/{one}/rematch", ada) == "deal.once"

    # Another one: whoever asks first makes it, and partners change places.
    tables = {name: begin(inside, token, f"/api/deals/{deal}/again") for name, token in (("Bob", bob), ("Dan", dan), ("Ada", ada))}
    assert {name: (table["duplicate"]["number"], table["you"]["seat"]) for name, table in tables.items()} == {
        "Ada": (1, 1),
        "Bob": (1, 0),
        "Dan": (0, 0),
    }
    assert told(inside, f"/api/deals/{deal}", cleo)["duplicate"]["next"] == tables["Ada"]["deal"]["id"] != deal
    assert begin(inside, ada, f"/api/deals/{deal}/again")["id"] == tables["Ada"]["id"]
    assert refused(inside, "POST", f"/api/deals/{deal}/again", eve) == "table.not_seated"


def test_bots_take_the_free_chairs_and_one_may_give_up(quick: Inside) -> None:
    ada, bob = quick.guest("Ada"), quick.guest("Bob")
    one, two = make(quick, ada, game="land-unter", seats=3)
    deal = told(quick, f"/api/tables/{one}")["deal"]["id"]
    assert [chair["kind"] for chair in told(quick, f"/api/tables/{two}")["chairs"]] == ["empty", "empty", "bot"]
    assert refused(quick, "POST", f"/api/tables/{one}/start", ada) == "deal.empty_table"
    do(quick, bob, f"/api/tables/{two}/sit", seat=1)
    do(quick, ada, f"/api/tables/{one}/start")
    levels = [[chair["level"] for chair in told(quick, f"/api/tables/{table}")["chairs"]] for table in (one, two)]
    assert levels == [[None, "cabin-boy", "cabin-boy"], ["cabin-boy", None, "cabin-boy"]]
    do(quick, bob, f"/api/tables/{two}/resign", level=None)
    play_out(quick, one)
    found = told(quick, f"/api/deals/{deal}", bob)["duplicate"]
    assert (found["over"], found["totals"], found["tables"][1]["ended"], found["side"]) == (True, None, "abandoned", 0)
    mine = told(quick, "/api/my/deals", bob)["deals"]
    assert [(one["id"], one["kind"], one["yours"], one["maker"]) for one in mine] == [(deal, "duplicate", False, "Ada")]


def test_cancelling_or_pruning_one_table_leaves_nothing(inside: Inside) -> None:
    ada, bob = inside.guest("Ada"), inside.guest("Bob")
    one, two = make(inside, ada)
    deal = told(inside, f"/api/tables/{one}")["deal"]["id"]
    assert [table["id"] for table in told(inside, "/api/my/tables", ada)["tables"]] == [one]
    do(inside, ada, f"/api/tables/{two}/cancel")
    for path in (f"tables/{one}", f"tables/{two}", f"deals/{deal}"):
        assert inside.request("GET", f"/api/{path}").status_code == 404
    one, two = make(inside, ada)
    deal = told(inside, f"/api/tables/{one}")["deal"]["id"]
    for table in (one, two):
        inside.run(inside.server.store.write(partial(pruning._delete_unstarted, table=table, before=math.inf, notes=[])))
    assert inside.run(inside.server.store.read(lambda c: deals.find(c, deal))) is None
    assert refused(inside, "POST", "/api/duplicates", bob, game="sea-change", seats=1) == "deal.two_sides"


def test_somebody_who_deletes_everything_leaves_the_result(quick: Inside) -> None:
    (one, two), tokens, deal = of_four(quick)
    do(quick, tokens[0], f"/api/tables/{one}/start")
    play_out(quick, one)
    play_out(quick, two)
    before = told(quick, f"/api/deals/{deal}", tokens[1])["duplicate"]
    do(quick, tokens[0], "/api/you/delete", name="Ada")
    after = told(quick, f"/api/deals/{deal}", tokens[1])["duplicate"]
    assert after["totals"] == before["totals"]
    assert "Ada" not in json.dumps(after)
    assert refused(quick, "POST", f"/api/tables/{one}/sit", quick.guest("Eve")) == "table.started"


def test_nobody_is_at_both_tables(inside: Inside) -> None:
    (one, two), tokens, _ = of_four(inside)
    ids = [told(inside, "/api/me", token)["id"] for token in tokens]
    do(inside, tokens[0], f"/api/tables/{one}/start")
    with pytest.raises(Refused) as no:
        inside.run(merging.merge(inside.server.rooms, ids[0], ids[3], lambda c: people.find(c, ids[3])))
    assert no.value.key == "merge.same_table"
    do(inside, tokens[0], f"/api/tables/{one}/resign", level=None)
    assert refused(inside, "POST", f"/api/tables/{two}/sit", tokens[0]) == "table.started"
    inside.run(merging.merge(inside.server.rooms, ids[0], ids[3], lambda c: people.find(c, ids[3])))


def test_two_servers_have_one_duplicate(tmp_path: Path, postgres: str) -> None:
    servers = [Inside(tmp_path, database=postgres) for _ in range(2)]
    ada, bob = servers[0].guest("Ada"), servers[1].guest("Bob")
    one, two = make(servers[0], ada)
    do(servers[1], bob, f"/api/tables/{two}/sit")
    assert do(servers[1], bob, f"/api/tables/{two}/start")["stage"] == "playing"
    deal = told(servers[1], f"/api/tables/{two}")["deal"]["id"]
    assert [table["stage"] for table in told(servers[0], f"/api/deals/{deal}", ada)["duplicate"]["tables"]] == ["playing"] * 2
    for server in servers:
        server.close()
    assert one != two


@pytest.mark.parametrize(
    ("seats", "options", "first", "second"),
    [
        (4, {"teams": 2}, [0, 1, 0, 1], [1, 0, 1, 0]),
        (5, {"teams": 2}, [0, 1, 0, 1, 0], [1, 0, 1, 0, 1]),
        (6, {"teams": 3}, [0, 1, None, 0, 1, None], [1, 0, None, 1, 0, None]),
        (3, {"teams": 0}, [0, 1, None], [1, 0, None]),
    ],
)
def test_teams_are_sides_and_one_without_a_counterpart_is_bots(
    seats: int, options: dict[str, Any], first: list[int | None], second: list[int | None]
) -> None:
    units = units_of("sea-change", seats, seaboard.GAMES["sea-change"].check_options(seats, options))
    one, two = (Duplicate(number, "", units, "sailor") for number in range(2))
    assert (one.sides, two.sides) == (first, second)
    points = [[5, 3, 7][side or 0] if side is not None else 7 for side in first]
    assert [sum(both) for both in zip(one.totals(points), two.totals(points), strict=True)] == [8, 8]  # a team's points count once
    for seat, side in enumerate(first):
        if side is not None:
            number, place = one.after(seat)
            assert (number, two.sides[place]) == (1, side)
