"""Two guests who turn out to be one person become one, and everything that is theirs goes over."""

import asyncio
import random
from pathlib import Path

import httpx
import pytest
import sqlalchemy as sa

from seaboard.server.http.tables import new_tables
from seaboard.server.http.tables.schemas import TableRequest
from seaboard.server.refusals import Refused
from seaboard.server.storage import schema
from seaboard.server.tables import merging
from tests.server.harness import Guest, Served, table_of
from tests.server.inside import Inside
from tests.server.test_identity import Device, closed, seats


def test_two_guests_who_turn_out_to_be_one_person_become_one(server: Served) -> None:
    ada, guest, bob = Guest(server.url, "Ada"), Guest(server.url, "Guest"), Guest(server.url, "Bob")
    playing = table_of([guest, bob], "sea-change")["id"]
    lobby = guest.post("/tables", game="land-unter", seats=3)["id"]
    code = ada.post("/devices/code")["code"]
    guests_code = guest.post("/devices/code")["code"]

    async def merge() -> None:
        async with bob.at(playing) as b, guest.at(playing) as g:
            await g.ask(type="chat", text="ahoy")
            number = g.match["number"] if g.match else 0
            answer = await asyncio.to_thread(guest.web.post, "/api/sign-in/code", json={"code": code})
            assert answer.json()["id"] == ada.id
            while b.table["chairs"][0]["id"] != ada.id:
                await b.hear()
            assert b.table["chairs"][0]["name"] == "Ada"
            assert b.table["maker"] == {"id": ada.id, "name": "Ada"}
            await closed(g.socket)
            async with ada.at(playing) as a:
                assert a.table["you"] == {"id": ada.id, "name": "Ada", "seat": 0, "maker": True, "notify": True}
                assert a.match is not None
                assert a.match["number"] == number
                assert [line["person"] for line in a.chat] == [ada.id]
                while not (b.view["legal"] or a.view["legal"]):
                    await a.hear()
                assert await (a if a.view["legal"] else b).play_on(random.Random(1), 1) == 1

    asyncio.run(merge())
    guest.token = guest.web.cookies["seaboard"]
    assert guest.get("/me")["id"] == ada.id
    assert {table["id"] for table in ada.get("/my/tables")["tables"]} == {playing, lobby}
    assert ada.get(f"/tables/{lobby}")["you"]["maker"] is True
    assert len(ada.get("/devices")["devices"]) == 2
    assert Device(server.url).enter("code", code=guests_code)["id"] == ada.id, "what was written down for either still works"


def test_nobody_plays_a_match_twice(server: Served) -> None:
    ada, guest = Guest(server.url, "Ada"), Guest(server.url, "Guest")
    table = table_of([ada, guest], "sea-change")["id"]
    other = guest.post("/tables", game="land-unter", seats=3)["id"]
    secret = ada.post("/devices/link")["secret"]
    assert guest.refused("/sign-in/link", secret=secret) == "merge.same_table"
    assert seats(ada, table) == [ada.id, guest.id]
    assert guest.get("/me")["id"] == guest.id
    guest.post(f"/tables/{table}/resign")
    assert guest.post("/sign-in/link", secret=secret)["id"] == ada.id, "what was refused did not use the link up"
    assert seats(ada, table) == [ada.id, None]
    assert seats(ada, other) == [ada.id, None, None]


def test_who_sits_twice_in_a_lobby_keeps_one_seat(server: Served) -> None:
    ada, guest = Guest(server.url, "Ada"), Guest(server.url, "Guest")
    table = guest.post("/tables", game="land-unter", seats=3)["id"]
    ada.post(f"/tables/{table}/sit")
    guest.post("/sign-in/code", code=ada.post("/devices/code")["code"])
    found = ada.get(f"/tables/{table}")
    assert [chair["id"] for chair in found["chairs"]] == [None, ada.id, None]
    assert found["you"]["maker"] is True


@pytest.mark.parametrize("kind", ["sqlite", "postgres"])
def test_a_request_on_its_way_while_two_become_one_leaves_no_seat_to_nobody(
    kind: str, tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    inside = Inside(tmp_path, database=request.getfixturevalue("postgres") if kind == "postgres" else "")
    try:
        api = inside.server.api
        ada, bob, host = (inside.guest(name) for name in ("Ada", "Bob", "Host"))
        visitor = inside.run(api.guests.of_token(bob))
        table, other = (inside.request("POST", "/api/tables", host, game="sea-change", seats=3).json()["id"] for _ in range(2))
        secret = inside.request("POST", "/api/devices/link", ada).json()["secret"]

        async def race() -> None:
            """Bob sits down and opens tables while he turns out to be Ada: whatever came first, nothing is his in the end."""
            asked = TableRequest(game="sea-change", seats=2)
            async with httpx.AsyncClient(
                transport=httpx.ASGITransport(app=inside.server), base_url="http://inside", cookies={"seaboard": bob}
            ) as web:
                work = [
                    new_tables.make(api, visitor.person, asked, "here", None),
                    web.post("/api/sign-in/link", json={"secret": secret}),
                    *(api.sit(table, visitor.person, seat) for seat in (1, 2, 1)),
                    new_tables.make(api, visitor.person, asked, "here", None),
                ]
                await asyncio.gather(*work, return_exceptions=True)
            late = await asyncio.gather(
                api.sit(other, visitor.person, 1), new_tables.make(api, visitor.person, asked, "here", None), return_exceptions=True
            )
            assert [one.key for one in late if isinstance(one, Refused)] == ["guest.gone"] * 2

        inside.run(race())
        tables = inside.run(inside.server.store.read(lambda c: list(c.execute(sa.select(schema.tables.c.doc)).scalars())))
        members = inside.run(inside.server.store.read(lambda c: list(c.execute(sa.select(schema.members.c.person)).scalars())))
        assert visitor.person.id not in "".join(tables)
        assert visitor.person.id not in members
    finally:
        inside.close()


def test_everything_that_names_a_person_goes_over() -> None:
    """Whoever adds a column with people's ids has to say what becomes of them when two are one."""
    known = {
        "people.id", "devices.person", "device_links.person", "recovery_codes.person", "passkeys.person", "passkey_challenges.person",
        "members.person", "chat.person", "presence.person", "blocks.person", "blocks.blocked", "invitations.person", "invitations.inviter",
        "deals.maker", "tries.person", "played.person", "ratings.person",
        "hosts.person", "reports.person", "reports.reporter", "audit.host", "mentions.person", "mentions.place",
        "bot_accounts.person",  # who is never anybody else
    }  # fmt: skip
    others = {"id", "table_id", "match_id", "origin", "process", "device", "name", "deal", "deal_id", "server", "act"}
    columns = [column for table in schema.metadata.tables.values() for column in table.columns]
    ids_of = {f"{column.table.name}.{column.name}" for column in columns if isinstance(column.type, sa.String) and column.type.length == 16}
    assert {name for name in ids_of if name == "people.id" or name.partition(".")[2] not in others} == known


def test_many_finished_tables_go_over_too(server: Served, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(merging, "AT_ONCE", 3)
    inside = Inside(tmp_path)
    ada, guest = inside.guest("Ada"), inside.guest("Guest")
    tables = []
    for _ in range(8):
        table = inside.request("POST", "/api/tables", guest, game="sea-change", seats=2, bots=[None, "cabin-boy"], start=True).json()["id"]
        inside.request("POST", f"/api/tables/{table}/resign", guest, level=None)
        tables.append(table)
    code = inside.request("POST", "/api/devices/code", ada).json()["code"]
    assert inside.request("POST", "/api/sign-in/code", guest, code=code).status_code == 200
    mine = inside.request("GET", "/api/my/tables", ada).json()["tables"]
    assert {table["id"] for table in mine} == set(tables)
    assert all(table["results"] for table in mine)
    inside.close()
