"""Somebody deletes everything of theirs, and nothing is left of them: every row of every table is looked at."""

import asyncio
import random
import time
import zlib
from functools import partial
from pathlib import Path
from typing import Any

import sqlalchemy as sa
from sqlalchemy.engine import Connection

from seaboard.server.protocol import Person as Shown
from seaboard.server.settings import Settings
from seaboard.server.storage import queries, schema
from seaboard.server.storage.matches import finished
from seaboard.server.storage.moderation import host_decisions
from seaboard.server.storage.people import invitations, people, subscriptions
from seaboard.server.storage.people.erasing import NOBODY
from seaboard.server.storage.rows import Chair, Passkey, Subscription
from seaboard.server.tables import pruning
from tests.server.careers import GAME, Person, finish, rate_all
from tests.server.harness import Guest, served, table_of
from tests.server.inside import Inside


def traces(inside: Inside, *words: str) -> list[str]:
    """Where in the database one of these words is, packed or not."""
    found = []
    with inside.server.store._reading.connect() as c:
        for table in schema.metadata.sorted_tables:
            for row in c.execute(sa.select(table)).mappings():
                for name, value in row.items():
                    if any(word.casefold() in _text(value).casefold() for word in words):
                        found.append(f"{table.name}.{name}")
    return found


def _text(value: Any) -> str:
    if isinstance(value, (bytes, memoryview)):
        try:
            return zlib.decompress(value).decode()
        except zlib.error:
            return bytes(value).decode("latin-1")
    return str(value)


PERSONAL_TABLES = {
    "people": "person", "devices": "devices", "subscriptions": "notifications", "passkeys": "passkeys",
    "recovery_codes": "recovery_code_made",
    "mentions": "tables",
    "members": "tables", "played": "matches", "ratings": "ratings", "chat": "said", "blocks": "blocked", "invitations": "invitations",
    "tries": "tries", "deals": "challenges", "reports": "reports",
    "device_links": None, "passkey_challenges": None, "presence": None,  # good for minutes
    "bans": None, "audit": None, "hosts": None,  # what moderators do
    "bot_accounts": None,  # programs, whom nobody can delete but the host of the server
}  # fmt: skip
"""The tables that know people, and where in their file what they have of somebody is."""


def personal_columns() -> set[str]:
    """Every column that holds people's ids, or a device's; each table that has one is named above."""
    named = {"person", "maker", "inviter", "blocked", "reporter", "subject", "host", "device"}
    found = {f"{table.name}.{column.name}" for table in schema.metadata.sorted_tables for column in table.c if column.name in named}
    assert {one.partition(".")[0] for one in found} <= set(PERSONAL_TABLES), "a new table knows people: is it in the file, or why not?"
    return found


def share_deals(zora: Person, bob: Person, *, match: str) -> None:
    """A challenge of hers, from a match that was her try, and a duplicate of both."""
    zora.post("/deals", match=match)
    pair = zora.post("/duplicates", game=GAME, seats=2)
    bob.post(f"/tables/{pair['duplicate']['other']}/sit")
    zora.post(f"/tables/{pair['id']}/start")


def note_host(c: Connection, person: str) -> None:
    """She has been a moderator, and moderated."""
    c.execute(schema.hosts.insert().values(person=person, at=0.0))
    c.execute(schema.bans.insert().values(subject=person, kind="id", at=0.0, until=1.0))
    host_decisions.note(c, "ban", person, host=person)


def test_deleting_everything_leaves_nothing(inside: Inside) -> None:
    name = f"Zora {random.randrange(10**9)}"
    zora, bob = Person(inside, name), Person(inside, "Bob")
    run = inside.run
    write = inside.server.store.write
    alone = finish(inside, zora, "sailor")
    both = finish(inside, zora, bob)
    gone = finish(inside, bob, Chair(name=name, level="sailor", resigned=True, gave_up=zora.id))
    rate_all(inside)
    while run(inside.server.keeper.keep_one()):
        pass
    for match, seat in ((alone, 0), (both, 0), (both, 1)):
        run(write(partial(queries.keep_review, match=match, seat=seat, version=1, body=zlib.compress(b"{}"))))
        run(write(partial(finished.note_review, match=match, seat=seat, luck=0.5, error_rate=0.1)))
    # Tables: one that she plays at and hosts, one that she has left, one of her own, one that she was removed from.
    running = zora.post("/tables", game=GAME, seats=2, sit=True)["id"]
    bob.post(f"/tables/{running}/sit")
    match = zora.post(f"/tables/{running}/start")["match"]
    given_up = bob.post("/tables", game=GAME, seats=3, sit=True)["id"]
    zora.post(f"/tables/{given_up}/sit")
    bob.post(f"/tables/{given_up}/bot", seat=2, level="cabin-boy")
    bob.post(f"/tables/{given_up}/start")
    zora.post(f"/tables/{given_up}/resign")
    own = zora.post("/tables", game="land-unter", seats=3, sit=True)["id"]
    banned = bob.post("/tables", game="land-unter", seats=3, sit=True)["id"]
    zora.post(f"/tables/{banned}/sit")
    bob.post(f"/tables/{banned}/remove", person=zora.id)
    inside.live(running, zora.token, [{"type": "chat", "id": "q1", "text": f"{name} was here"}])
    inside.live(running, bob.token, [{"type": "chat", "id": "q2", "text": "so was I"}])
    share_deals(zora, bob, match=alone)
    run(inside.server.blocks.block(Shown(bob.id, "Bob"), zora.id))
    run(inside.server.blocks.block(Shown(zora.id, name), bob.id))
    zora.post("/devices/code")
    zora.post("/devices/link")
    device = zora.get("/devices")["devices"][0]["id"]
    told = Subscription(device, f"https://push.example/{zora.id}", b"k" * 65, b"a" * 16, "en")
    run(write(lambda c: subscriptions.add(c, told)))
    run(write(lambda c: people.add_challenge(c, zora.id.encode().ljust(32), zora.id, time.time() + 300)))
    run(write(lambda c: queries.arrive(c, "s1", running, zora.id)))
    for table, inviter, invited in ((own, zora, bob), (banned, bob, zora)):
        run(write(partial(invitations.add, table=table, inviter=inviter.id, person=invited.id)))
    for one, other in ((zora, bob), (bob, zora)):
        one.post(f"/people/{other.id}/report", table=running, reason="chat", words="rude")
    run(write(lambda c: note_host(c, zora.id)))
    run(write(lambda c: people.add_passkey(c, Passkey("k1", zora.id, b"id", b"key", "here", 0, "", "", 0.0, 0.0), b"f" * 32)))
    assert personal_columns() - set(traces(inside, zora.id, device)) == {"bot_accounts.person"}, "every column that may hold her id does"
    file = zora.get("/you/export")
    assert {key for key in file if not file[key]} == set(), "the file has something of each kind"
    assert set(PERSONAL_TABLES.values()) - {None} <= set(file), "and every table of hers is in it"

    wrong = inside.request("POST", "/api/you/delete", zora.token, name="Zo")
    assert wrong.status_code == 422
    assert zora.get("/me")["name"] == name
    answer = inside.request("POST", "/api/you/delete", zora.token, name=f" {name} ")
    assert answer.status_code == 200, answer.text
    assert inside.request("GET", "/api/me", zora.token).status_code == 401

    kept = {"reports.person", "reports.chat"}
    assert set(traces(inside, zora.id, name, device)) == kept, "but for what she is reported for, until a moderator or a month has passed"
    settings = Settings(database="", keep_guests=None, keep_reports=None, keep_deals=None)
    later = time.time() + 31 * 86400
    for work, _ in pruning.steps(run(inside.server.store.read(lambda c: pruning.find(c, settings, later))), settings, later):
        run(write(work))
    assert traces(inside, zora.id, name, device) == []
    with inside.server.store._reading.connect() as c:
        assert queries.find_match(c, alone) is None, "nobody else played in it"
        assert [queries.find_review(c, both, seat) is None for seat in (0, 1)] == [True, False]
    # Bob has lost nothing, and knows nobody by that name.
    listed = {one["match"]: one for one in bob.get("/you/matches")["matches"]}
    assert [seat["name"] for seat in listed[both]["seats"]] == [NOBODY, "Bob"]
    assert [seat["name"] for seat in listed[gone]["seats"]] == ["Bob", NOBODY]
    record = inside.request("GET", f"/api/matches/{both}/record", bob.token).json()
    assert record["names"] == [NOBODY, "Bob"]
    table = bob.get(f"/tables/{running}")
    assert [table["stage"], table["match"], table["maker"]["name"]] == ["playing", match, "Bob"]
    assert [(chair["kind"], chair["name"], chair["resigned"]) for chair in table["chairs"]] == [
        ("bot", NOBODY, True),
        ("person", "Bob", False),
    ]
    assert bob.get(f"/tables/{given_up}")["chairs"][1]["name"] == NOBODY
    assert inside.request("GET", f"/api/tables/{own}", bob.token).status_code == 404
    said = inside.live(running, bob.token, [])[0]
    assert "so was I" in said
    assert name not in said


def test_others_see_at_once_that_a_bot_has_taken_over(postgres: str, tmp_path: Path) -> None:
    with served("--database", postgres, data=tmp_path / "a") as one, served("--database", postgres, data=tmp_path / "b") as two:
        ada, bob = Guest(one.url, "Ada"), Guest(two.url, "Bob")
        table = ada.post("/tables", game=GAME, seats=2)["id"]
        bob.post(f"/tables/{table}/sit")
        ada.post(f"/tables/{table}/start")

        async def watch() -> None:
            async with bob.at(table) as b, ada.at(table) as a:
                await a.ask(type="chat", text="I am off")
                await b.until("chatted")
                await asyncio.to_thread(ada.post, "/you/delete", name="Ada")
                while b.table["chairs"][0]["kind"] != "bot":
                    await b.hear()
                assert b.table["chairs"][0]["name"] == NOBODY
                assert await b.play_on(random.Random(1), 2) == 2, "the bot plays on"
            async with bob.at(table) as b:
                assert b.chat == []

        asyncio.run(watch())
        assert table_of([bob, Guest(two.url, "Eve")], GAME)["stage"] == "playing"
