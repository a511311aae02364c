"""Together again: the score of a series between the same people; reactions; who is blocked says nothing to whom."""

import asyncio
import random
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa

from seaboard.server.protocol import Series, Standing
from seaboard.server.storage import schema
from seaboard.server.storage.people import blocking
from seaboard.server.storage.rows import Chair, Practice, Result, Table
from seaboard.server.tables.series import series
from tests.server.harness import Guest, Seat, Served, served, table_of, watch
from tests.server.inside import Inside


def result(*people: str | None, won: int, ended: Any = "over") -> Result:
    return Result("m", ended, 0.0, winners=[won], people=list(people), names=[(person or "").title() for person in people])


def seated(*people: str | None, results: list[Result]) -> Table:
    chairs = [Chair(person, (person or "").title(), level=None if person else "sailor") for person in people]
    return Table(
        id="t", game="sea-change", seats=len(chairs), options={}, maker="ada",
        maker_name="Ada", made=0.0, chairs=chairs, stage="over", results=results,
    )  # fmt: skip


BOTH = [result("ada", "grace", won=0), result("grace", "ada", won=0), result("ada", "grace", won=0)]


@pytest.mark.parametrize(
    ("table", "score"),
    [
        (seated("ada", "grace", results=[]), None),
        (seated("ada", "grace", results=BOTH), {"ada": 2, "grace": 1}),
        (seated("grace", "ada", results=[result("ada", "eve", won=0), *BOTH]), {"ada": 2, "grace": 1}),
        (seated("ada", "grace", results=[*BOTH, result("ada", "grace", won=0, ended="abandoned")]), {"ada": 2, "grace": 1}),
        (seated("ada", "eve", results=BOTH), None),
        (seated("ada", None, results=[result("ada", None, won=1), result("ada", None, won=0)]), {"ada": 1, None: 1}),
        (seated("ada", results=[result("ada", won=0), result("ada", won=1)]), {"ada": 1, None: 1}),
    ],
    ids=["none yet", "whatever the chairs", "others before", "abandoned", "somebody new", "bots are one side", "a bot without a chair"],
)
def test_a_series_counts_what_the_same_people_have_won_in_a_row(table: Table, score: dict[str | None, int] | None) -> None:
    found = series(table)
    assert (found and {one.person: one.wins for one in found.standings}) == score


def test_practice_feeds_no_series() -> None:
    table = seated("ada", "grace", results=BOTH)
    table.practice = Practice("m", 3, scores=[1, 2], winners=[1])
    assert series(table) is None


def test_who_has_got_up_is_still_part_of_the_series() -> None:
    table = seated("ada", "grace", results=BOTH)
    table.chairs[1] = Chair()
    table.stage = "open"
    assert series(table) == Series(3, [Standing("ada", "Ada", 2), Standing("grace", "Grace", 1)])


def play_out(table: str, *guests: Guest) -> list[int]:
    """All play to the end; who won."""

    async def play() -> list[int]:
        async with guests[0].at(table) as a, guests[1].at(table) as b:
            await asyncio.gather(a.play_on(random.Random(1)), b.play_on(random.Random(2)))
            winners: list[int] = a.view["winners"]
            return winners

    return asyncio.run(play())


def test_the_score_survives_a_restart_and_rows_say_when_and_by_what(tmp_path: Path) -> None:
    with served(data=tmp_path) as server:
        ada, grace = Guest(server.url, "Ada"), Guest(server.url, "Grace")
        table = table_of([ada, grace], "sea-change", options={"target": 1})["id"]
        assert ada.get(f"/tables/{table}")["series"] is None
        winners = play_out(table, ada, grace)
        for guest in (ada, grace):
            guest.post(f"/tables/{table}/rematch")
        server.kill()
        server.start()
        winners += play_out(table, ada, grace)
        wins = [{"person": guest.id, "name": guest.name, "wins": winners.count(seat)} for seat, guest in enumerate((ada, grace))]
        assert ada.get(f"/tables/{table}")["series"] == {"matches": 2, "standings": wins}
        [row] = ada.get("/my/tables")["tables"]
        last = row["results"][-1]
        assert row["at"] == last["at"] > row["results"][0]["at"] > row["made"]
        assert max(last["scores"]) == last["scores"][winners[-1]]


# ---- Reactions, and who is blocked -----------------------------------------------------------------


async def told(seat: Seat) -> list[dict[str, Any]]:
    """All that somebody is told until now."""
    heard: list[dict[str, Any]] = []
    name = await seat.send(type="ping")
    while True:
        message = await seat.hear()
        if message.get("id") == name:
            return heard
        heard.append(message)


def said_by(person: Guest, messages: list[dict[str, Any]]) -> list[str]:
    """What somebody has said or shown, of these messages."""
    found = [message["reaction"] for message in messages if message["type"] == "reacted" and message["person"] == person.id]
    for message in messages:
        lines = [message["line"]] if message["type"] == "chatted" else message["chat"] if message["type"] == "table" else []
        found += [line["text"] for line in lines if line["person"] == person.id]
    return found


def test_a_reaction_is_shown_to_all_who_are_there_and_not_kept(server: Served) -> None:
    ada, eve = Guest(server.url, "Ada"), Guest(server.url, "Eve")
    table = table_of([ada, eve], "sea-change")["id"]

    async def talk() -> None:
        async with ada.at(table) as a, eve.at(table) as e, watch(server.url, table) as spectator:
            assert (await a.ask(type="react", reaction="well_played"))["type"] == "ack"
            for seat in (e, spectator):
                assert await seat.until("reacted") == {"type": "reacted", "seat": 0, "person": ada.id, "reaction": "well_played"}
            assert (await spectator.ask(type="react", reaction="wow"))["reason"]["key"] == "table.not_seated"
            assert (await a.ask(type="chat", text="hello"))["type"] == "ack"
            await asyncio.to_thread(ada.post, f"/tables/{table}/chat", on=False)
            assert (await a.ask(type="react", reaction="wow"))["reason"]["key"] == "chat.off"
            await a.send(type="react", reaction="<b>")
            assert (await a.until("error"))["reason"]["key"] == "message.unreadable"
        async with watch(server.url, table) as late:
            assert said_by(ada, await told(late)) == []

    asyncio.run(talk())


def block(ada: Guest, eve: Guest, table: str) -> None:
    """Ada blocks Eve: nothing that Eve says reaches her, and a seat at her table is no longer to be had; Eve isn't told."""

    async def talk() -> None:
        async with ada.at(table) as a, eve.at(table) as e:
            await e.ask(type="chat", text="before")
            while not a.chat:
                await a.hear()
            await asyncio.to_thread(ada.post, f"/people/{eve.id}/block")
            heard: list[dict[str, Any]] = []
            while a.chat:  # the whole table comes again, without what she said
                heard = [await a.hear()]
            eves = await told(e)
            await e.ask(type="chat", text="after")
            await e.ask(type="react", reaction="laugh")
            await a.send(type="chat", text="to Eve")
            while said_by(ada, eves) != ["to Eve"]:
                eves.append(await e.hear())
            heard += await told(a)
            assert said_by(eve, heard) == []
            assert [line["text"] for line in e.chat] == ["before", "after", "to Eve"]
            assert not any("block" in str(message) for message in eves)
        async with ada.at(table) as a:
            assert [line["text"] for line in a.chat] == ["to Eve"]
        await asyncio.to_thread(ada.post, f"/people/{eve.id}/unblock")
        async with ada.at(table) as a:
            assert [line["text"] for line in a.chat] == ["before", "after", "to Eve"]

    own = ada.post("/tables", game="sea-change", seats=3)["id"]
    asyncio.run(talk())
    assert ada.post(f"/people/{eve.id}/block") == {"people": [{"id": eve.id, "name": "Eve"}]}
    assert ada.get("/my/blocks") == ada.post(f"/people/{eve.id}/block")
    assert eve.refused(f"/tables/{own}/sit") == "table.closed"
    assert eve.get(f"/tables/{own}")["chairs"][1]["kind"] == "empty"
    ada.post(f"/people/{eve.id}/unblock")
    assert eve.post(f"/tables/{own}/sit")["chairs"][1]["id"] == eve.id
    ada.post(f"/people/{eve.id}/block")
    assert eve.post(f"/tables/{own}/sit")["chairs"][1]["id"] == eve.id  # she sits there already, and stays


def test_who_is_blocked_says_nothing_to_whom(server: Served) -> None:
    ada, eve = Guest(server.url, "Ada"), Guest(server.url, "Eve")
    block(ada, eve, table_of([ada, eve], "sea-change")["id"])
    assert ada.refused(f"/people/{ada.id}/block") == "block.yourself"
    assert ada.refused("/people/p00000/block") == "person.unknown"


def test_whoever_becomes_somebody_else_stays_blocked_and_keeps_whom_they_block() -> None:
    with sa.create_engine("sqlite://").begin() as c:
        schema.metadata.create_all(c)
        pairs = [("old", "eve"), ("new", "eve"), ("old", "bob"), ("ada", "old"), ("old", "new"), ("new", "old")]
        c.execute(schema.blocks.insert(), [{"person": person, "blocked": other, "at": 0.0} for person, other in pairs])
        blocking.move(c, "old", "new")
        found = {tuple(pair) for pair in c.execute(sa.select(schema.blocks.c.person, schema.blocks.c.blocked))}
        assert found == {("new", "eve"), ("new", "bob"), ("ada", "new")}


def test_on_two_servers_too(postgres: str, tmp_path: Path) -> None:
    with served("--database", postgres, data=tmp_path / "a") as one, served("--database", postgres, data=tmp_path / "b") as two:
        ada, eve = Guest(one.url, "Ada"), Guest(two.url, "Eve")
        table = table_of([ada, eve], "sea-change")["id"]

        async def react() -> None:
            async with ada.at(table) as a, eve.at(table) as e:
                await e.ask(type="react", reaction="ahoy")
                assert (await a.until("reacted"))["person"] == eve.id

        asyncio.run(react())
        block(ada, eve, table)


def test_a_flood_of_reactions_is_stopped(tmp_path: Path) -> None:
    inside = Inside(tmp_path, limits=True)
    token = inside.guest("Eve")
    table = inside.request("POST", "/api/tables", token, game="sea-change", seats=2, bots=[None, "cabin-boy"], start=True).json()["id"]
    told = inside.live(table, token, [{"type": "react", "id": f"q{i}", "reaction": "laugh"} for i in range(20)])
    assert sum('"type":"ack"' in text for text in told) in {5, 6}
    assert sum('"key":"too_fast"' in text for text in told) in {14, 15}
    inside.close()
