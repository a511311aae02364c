"""Somebody with whom one has played is invited by name: told at once, wherever they are, and never more than they can bear."""

import asyncio
import json
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa
from sqlalchemy.engine import Connection as Database
from websockets.asyncio.client import ClientConnection

from seaboard.server.protocol import Person
from seaboard.server.refusals import Refused
from seaboard.server.storage import queries, schema
from seaboard.server.storage.people import invitations, people
from seaboard.server.storage.rows import Chair, Result, Table
from tests.server.harness import PATIENCE, Guest, Served, served, table_of
from tests.server.inside import Inside
from tests.server.pushing import Device, PushService, push_service
from tests.server.test_mine import stream


@pytest.fixture(scope="module")
def service() -> Iterator[PushService]:
    with push_service() as running:
        yield running


@pytest.fixture(scope="module")
def server(service: PushService, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    with served("--push-service", service.origin, data=tmp_path_factory.mktemp("invitations")) as running:
        yield running


def who_played(url: str) -> tuple[Guest, Guest]:
    """Two who play together at some other table."""
    ada, bob = Guest(url, "Ada"), Guest(url, "Bob")
    table_of([ada, bob], "sea-change")
    return ada, bob


def handle_of(host: Guest, name: str) -> str:
    return next(str(one["handle"]) for one in host.get("/my/companions")["people"] if one["name"] == name)


def waiting(host: Guest, seats: int = 3) -> str:
    """A table that waits for people."""
    return str(host.post("/tables", game="sea-change", seats=seats)["id"])


def invite(host: Guest, name: str, table: str) -> None:
    host.post(f"/tables/{table}/invite", handle=handle_of(host, name))


def wanted(guest: Guest) -> list[str]:
    return [one["table"] for one in guest.get("/my/tables")["invitations"]]


def invited(host: Guest, table: str) -> list[tuple[str, bool]]:
    found = next(one for one in host.get("/my/tables")["tables"] if one["id"] == table)
    return [(one["name"], one["declined"]) for one in found["invited"]]


async def told(socket: ClientConnection) -> Any:
    async with asyncio.timeout(PATIENCE):
        return json.loads(await socket.recv())


async def until_wanted(socket: ClientConnection, tables: list[str]) -> Any:
    """Hear on until somebody is invited to just these tables."""
    while True:
        message = await told(socket)
        if [one["table"] for one in message["invitations"]] == tables:
            return message


# ---- Whom, and by whom -----------------------------------------------------------------------------


def test_who_has_played_together_can_be_invited_and_nobody_learns_who_they_are(server: Served) -> None:
    ada, bob = who_played(server.url)
    eve = Guest(server.url, "Eve")
    answer = ada.web.get("/api/my/companions").text
    [known] = json.loads(answer)["people"]
    assert (known["name"], set(known)) == ("Bob", {"handle", "name", "at"})
    assert time.time() - known["at"] < 60
    assert bob.id not in answer
    assert eve.get("/my/companions")["people"] == []
    assert handle_of(bob, "Ada") != known["handle"]
    table, other = waiting(ada), waiting(eve)
    assert eve.refused(f"/tables/{other}/invite", handle=known["handle"]) == "invite.unknown"  # a handle is its host's alone
    assert bob.refused(f"/tables/{table}/invite", handle=handle_of(bob, "Ada")) == "table.only_maker"
    assert ada.refused(f"/tables/{table}/invite", handle="0" * 32) == "invite.unknown"
    assert ada.refused("/tables/t000/invite", handle=known["handle"]) == "table.unknown"
    assert ada.web.post(f"/api/tables/{table}/invite", json={"handle": bob.id}).status_code == 422

    invite(ada, "Bob", table)
    invite(ada, "Bob", table)  # a second time changes nothing
    [invitation] = bob.get("/my/tables")["invitations"]
    assert (invitation["table"], invitation["game"], invitation["host"]) == (table, "sea-change", {"id": ada.id, "name": "Ada"})
    assert (invitation["names"], invitation["free"], invitation["clock"]) == (["Ada"], 2, None)
    assert eve.get("/my/tables")["invitations"] == []
    assert invited(ada, table) == [("Bob", False)]
    assert eve.get(f"/tables/{table}").get("invited") is None
    eve.post(f"/tables/{table}/decline")  # for somebody else, it does nothing
    assert wanted(bob) == [table]
    bob.post(f"/tables/{table}/decline")
    assert wanted(bob) == []
    assert invited(ada, table) == [("Bob", True)]
    invite(ada, "Bob", table)  # they have answered
    assert wanted(bob) == []

    again = waiting(ada)
    invite(ada, "Bob", again)
    third = waiting(ada)
    invite(ada, "Bob", third)  # one at a time from the same host
    assert wanted(bob) == [third]
    assert invited(ada, again) == []


def test_the_last_twenty_are_offered_whom_one_has_played_with(tmp_path: Path) -> None:
    inside = Inside(tmp_path)

    def table(name: str, people: list[str], *, stage: Any = "over", results: int = 1) -> Table:
        ended = [
            Result(f"m{name}", "over", float(name[1:]), winners=[0], people=[*people, None], names=[*people, ""]) for _ in range(results)
        ]
        chairs = [Chair(one, one) for one in people]
        return Table(
            id=name, game="sea-change", seats=len(chairs), options={}, maker=people[0],
            maker_name=people[0], made=0.0, chairs=chairs, stage=stage, results=ended,
        )  # fmt: skip

    def work(c: Database) -> None:
        for i in range(25):
            c.execute(schema.people.insert().values(id=f"p{i}", name=f"Friend {i}", made=0.0))
            queries.add_table(c, table(f"t{i}", ["ada", f"p{i}"]))
        queries.add_table(c, table("t90", ["ada", "p1"], stage="playing", results=0))  # they play just now
        queries.add_table(c, table("t91", ["ada", "p2"], stage="open", results=0))  # they have only sat down together
        queries.add_table(c, table("t92", ["ada", "p3"], results=2))
        queries.add_table(c, table("t93", ["ada", "somebody who is nobody any more"]))

    try:
        inside.run(inside.server.store.write(work))
        found = inside.run(inside.server.invitations.companions(Person("ada", "Ada")))
    finally:
        inside.close()
    assert [one.name for one in found] == [f"Friend {i}" for i in (1, 3, *range(24, 6, -1))]
    assert [one.at for one in found[1:3]] == [92.0, 24.0]


@pytest.mark.parametrize("by", ["host", "guest"])
def test_who_is_blocked_is_neither_offered_nor_told_any_more(server: Served, by: str) -> None:
    ada, bob = who_played(server.url)
    table = waiting(ada)
    handle = handle_of(ada, "Bob")
    invite(ada, "Bob", table)
    one, other = (ada, bob) if by == "host" else (bob, ada)
    one.post(f"/people/{other.id}/block")
    assert wanted(bob) == []
    assert ada.get("/my/companions")["people"] == []
    assert ada.refused(f"/tables/{waiting(ada)}/invite", handle=handle) == "invite.unknown"


def test_what_the_blocked_open_is_not_listed_to_whom(server: Served) -> None:
    ada, bob = who_played(server.url)
    table = ada.post("/tables", game="sea-change", seats=3, public=True)["id"]

    def listed(guest: Guest) -> bool:
        return table in [one["id"] for one in guest.get("/tables")["tables"]]

    assert listed(bob)
    bob.post(f"/people/{ada.id}/block")
    assert not listed(bob)
    assert bob.get("/my/tables")["blocked"] == [ada.id]
    assert listed(Guest(server.url, "Eve"))
    bob.post(f"/people/{ada.id}/unblock")
    assert listed(bob)


# ---- When it ends ----------------------------------------------------------------------------------


@pytest.mark.parametrize("end", ["start", "fill", "cancel", "join", "remove"])
def test_an_invitation_ends_with_what_it_is_for(server: Served, end: str) -> None:
    ada, bob = who_played(server.url)
    table = waiting(ada, 2)

    async def watch() -> None:
        async with stream(bob) as mine:
            await until_wanted(mine, [])
            await asyncio.to_thread(invite, ada, "Bob", table)
            await until_wanted(mine, [table])
            match end:
                case "start":
                    await asyncio.to_thread(ada.post, f"/tables/{table}/start", fill="cabin-boy")
                case "fill":
                    await asyncio.to_thread(ada.post, f"/tables/{table}/bot", seat=1, level="cabin-boy")
                case "cancel":
                    await asyncio.to_thread(ada.post, f"/tables/{table}/cancel")
                case "join":
                    await asyncio.to_thread(bob.post, f"/tables/{table}/sit")
                case "remove":
                    await asyncio.to_thread(ada.post, f"/tables/{table}/remove", person=bob.id)
            await until_wanted(mine, [])

    asyncio.run(watch())
    if end == "fill":  # and it does not come back with the chair
        ada.post(f"/tables/{table}/bot", seat=1, level=None)
        assert wanted(bob) == []
        invite(ada, "Bob", table)
        assert wanted(bob) == [table]
    elif end == "join":
        bob.post(f"/tables/{table}/stand")
        assert wanted(bob) == []
    elif end in ("start", "remove"):
        refusal = ada.refused(f"/tables/{table}/invite", handle=handle_of(ada, "Bob"))
        assert refusal == ("table.started" if end == "start" else "invite.unknown")


def test_nobody_is_invited_where_there_is_no_chair_or_where_they_sit(server: Served) -> None:
    ada, bob = who_played(server.url)
    table = waiting(ada)
    bob.post(f"/tables/{table}/sit")
    handle = handle_of(ada, "Bob")
    assert ada.get(f"/my/companions?table={table}")["people"] == []
    assert ada.refused(f"/tables/{table}/invite", handle=handle) == "invite.seated"
    ada.post(f"/tables/{table}/bot", seat=2, level="cabin-boy")
    assert ada.refused(f"/tables/{table}/invite", handle=handle) == "table.full"


def test_whoever_becomes_somebody_else_keeps_their_invitations(server: Served) -> None:
    ada, bob = who_played(server.url)
    table = waiting(ada)
    invite(ada, "Bob", table)
    robert, phone = Guest(server.url, "Robert"), Guest(server.url, "Ada's phone")
    bob.post("/sign-in/link", secret=robert.post("/devices/link")["secret"])
    assert wanted(robert) == wanted(bob) == [table]
    assert invited(ada, table) == [("Robert", False)]
    phone.post("/sign-in/link", secret=ada.post("/devices/link")["secret"])
    robert.post(f"/tables/{table}/decline")
    assert invited(phone, table) == [("Robert", True)]


# ---- Floods ----------------------------------------------------------------------------------------


def test_nobody_can_flood_anybody(tmp_path: Path) -> None:
    with served(data=tmp_path, limits=True) as limited:
        ada, bob = who_played(limited.url)
        handle = handle_of(ada, "Bob")
        kept = [waiting(ada) for _ in range(4)]
        for table in kept[:3]:
            ada.post(f"/tables/{table}/invite", handle=handle)
        assert ada.refused(f"/tables/{kept[3]}/invite", handle=handle) == "too_fast"  # the same person too often
        assert wanted(bob) == [kept[2]]
        refused = [ada.web.post(f"/api/tables/{kept[3]}/invite", json={"handle": f"{i:032x}"}) for i in range(20)]
        assert [one.json()["error"]["key"] for one in refused][-1] == "too_fast"  # whoever it is


def test_a_table_invites_so_many_at_most() -> None:
    engine = sa.create_engine("sqlite://")
    schema.metadata.create_all(engine)
    with engine.begin() as c:
        for i in range(invitations.MOST_AT_TABLE):
            assert invitations.add(c, "t1", "ada", f"p{i}")
        assert not invitations.add(c, "t1", "ada", "p0")
        with pytest.raises(Refused, match=r"invite\.too_many"):
            invitations.add(c, "t1", "ada", "eve")
        assert invitations.add(c, "t2", "grace", "p0")


def test_one_who_is_invited_by_both_is_invited_once() -> None:
    """Two guests become one: what both have is one, and nobody invites themselves."""
    engine = sa.create_engine("sqlite://")
    schema.metadata.create_all(engine)
    i = schema.invitations
    with engine.begin() as c:
        for table, inviter, person in [
            ("t1", "ada", "old"),
            ("t1", "ada", "new"),
            ("t2", "old", "eve"),
            ("t3", "old", "new"),
            ("t4", "eve", "old"),
        ]:
            c.execute(i.insert().values(table_id=table, inviter=inviter, person=person, declined=False, at=0.0))
        people.move_person(c, "old", "new")
        found = {tuple(row) for row in c.execute(sa.select(i.c.table_id, i.c.inviter, i.c.person))}
    assert found == {("t1", "ada", "new"), ("t2", "new", "eve"), ("t4", "eve", "new")}


# ---- Pushes ----------------------------------------------------------------------------------------


def test_whoever_is_away_is_told_by_a_push_once(server: Served, service: PushService) -> None:
    ada, bob = who_played(server.url)
    device = Device(service.origin).subscribe(bob, "fr")
    table = waiting(ada)
    invite(ada, "Bob", table)
    push = service.next(device.path)
    assert device.read(push) == {
        "table": table,
        "game": "sea-change",
        "kind": "invited",
        "language": "fr",
        "title": "Ada vous invite à jouer",
        "body": "Sea Change",
    }
    invite(ada, "Bob", table)
    bob.post(f"/tables/{table}/decline")
    invite(ada, "Bob", table)
    assert service.all_of(device.path, within=0.3) == []
    assert ada.id not in server.logged()


def test_quiet_for_whoever_looks_at_the_harbour_or_the_table(server: Served, service: PushService) -> None:
    ada, bob = who_played(server.url)
    device = Device(service.origin).subscribe(bob)

    async def look() -> None:
        tables = [await asyncio.to_thread(waiting, ada) for _ in range(3)]
        async with stream(bob) as mine:
            await told(mine)
            await mine.send('{"type": "look"}')
            await mine.send("?")
            await told(mine)
            await asyncio.to_thread(invite, ada, "Bob", tables[0])
            await until_wanted(mine, [tables[0]])
            async with bob.at(tables[1]):
                await mine.send('{"type": "away"}')
                await mine.send("?")
                await told(mine)
                await asyncio.to_thread(invite, ada, "Bob", tables[1])
                await until_wanted(mine, [tables[1]])
                assert await asyncio.to_thread(service.all_of, device.path, within=0.3) == []
            await asyncio.to_thread(invite, ada, "Bob", tables[2])  # a page is open, but nobody looks at it
            assert device.read(await asyncio.to_thread(service.next, device.path))["table"] == tables[2]

    asyncio.run(look())


# ---- Two servers -----------------------------------------------------------------------------------


def test_two_servers_tell_of_each_others_invitations_with_one_push(postgres: str, service: PushService, tmp_path: Path) -> None:
    flags = ["--database", postgres, "--push-service", service.origin]
    with served(*flags, data=tmp_path / "one") as one, served(*flags, data=tmp_path / "two") as two:
        ada, bob = who_played(one.url)
        bob.moved_to(two.url)
        device = Device(service.origin).subscribe(bob)
        tables = [waiting(ada) for _ in range(3)]

        async def answer() -> None:
            async with stream(ada) as hers, stream(bob) as his:
                await until_wanted(his, [])
                await asyncio.to_thread(invite, ada, "Bob", tables[0])
                await until_wanted(his, [tables[0]])
                assert len(await asyncio.to_thread(service.all_of, device.path, within=1.0)) == 1
                await asyncio.to_thread(bob.post, f"/tables/{tables[0]}/decline")
                await until_wanted(his, [])
                while {table["id"]: table for table in (await told(hers))["tables"]}[tables[0]]["invited"] != [
                    {"handle": handle_of(ada, "Bob"), "name": "Bob", "declined": True}
                ]:
                    pass
                await his.send("look")
                await his.send("?")
                await told(his)
                await asyncio.to_thread(invite, ada, "Bob", tables[1])
                await until_wanted(his, [tables[1]])
                await asyncio.to_thread(ada.post, f"/tables/{tables[1]}/cancel")
                await until_wanted(his, [])
                assert await asyncio.to_thread(service.all_of, device.path, within=0.5) == []

        asyncio.run(answer())
        invite(ada, "Bob", tables[2])  # he has left
        assert device.read(service.next(device.path))["table"] == tables[2]
        one.kill()
        one.start()
        assert wanted(bob) == [tables[2]]
        assert service.all_of(device.path, within=0.5) == []


def test_two_servers_asked_for_the_first_show_at_once_have_one(postgres: str, tmp_path: Path) -> None:
    with served("--database", postgres, data=tmp_path / "one") as one, served("--database", postgres, data=tmp_path / "two") as two:
        guests = [Guest(server.url, "Ada") for server in (one, two) for _ in range(3)]

        async def ask() -> set[str]:
            shows = [asyncio.to_thread(guest.post, "/games/land-unter/show") for guest in guests]
            return {show["id"] for show in await asyncio.gather(*shows)}

        assert len(asyncio.run(ask())) == 1
