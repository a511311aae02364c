"""Shuffles that nobody has to trust: everybody who plays adds bytes of their own, and anybody can check it afterwards."""

import asyncio
import hashlib
import json
import random
import subprocess
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path
from typing import Any

import httpx
import msgspec
import pytest

import seaboard
from seaboard.errors import BadRecord
from seaboard.server.matches import bots, shuffles
from seaboard.server.matches.records import verify
from seaboard.server.protocol import Person
from seaboard.server.shuffle_parts import Share
from seaboard.server.storage.ids import commitment_to
from seaboard.server.storage.rows import Chair, Coming, Table
from seaboard.server.tables import erasing, seating
from tests.server.harness import Guest, Seat, Served, served
from tests.server.test_records import verify as verify_by_command
from tools.build_page import find_npm

LEVEL = bots.LEVELS[0]
DEAL = Path(__file__).parent / "deal.mjs"
SECRET = "5e" * 32


class Browser:
    """Somebody who takes part in a shuffle, as a page does."""

    def __init__(self, guest: Guest) -> None:
        self.guest = guest
        self.bytes = hashlib.sha256(guest.id.encode()).hexdigest()
        self.seat: Seat

    def commitment(self, match: str) -> str:
        return shuffles.commitment_to_bytes(match, self.bytes)

    async def commit(self) -> None:
        match = self.seat.table["coming"]["match"]
        assert (await self.seat.ask(type="commit", match=match, commitment=self.commitment(match)))["type"] == "ack"

    async def hear_dealing(self) -> dict[str, Any]:
        """Wait until the cards are being dealt: what everybody has announced then."""
        while not (self.seat.table["coming"] or {}).get("dealing"):
            await self.seat.until("table")
        coming: dict[str, Any] = self.seat.table["coming"]
        return coming

    async def reveal(self, own: str | None = None) -> dict[str, Any]:
        match = self.seat.table["coming"]["match"]
        return await self.seat.ask(type="reveal", match=match, bytes=own or self.bytes)

    async def hear_cards(self) -> dict[str, Any]:
        while self.seat.table["stage"] != "playing" or not self.seat.match:
            await self.seat.until("table")
        return self.seat.match


@asynccontextmanager
async def at_table(table: str, *browsers: Browser) -> AsyncIterator[None]:
    """Everybody connects, and announces their bytes unless the cards are being dealt already."""
    async with AsyncExitStack() as stack:
        for browser in browsers:
            browser.seat = await stack.enter_async_context(browser.guest.at(table))
        for browser in browsers:
            if not browser.seat.table["coming"]["dealing"]:
                await browser.commit()
        yield


def table_for(*guests: Guest, **asked: Any) -> str:
    table = guests[0].post("/tables", game="sea-change", seats=len(guests), options={"target": 1}, **asked)
    for guest in guests[1:]:
        guest.post(f"/tables/{table['id']}/sit")
    return str(table["id"])


def started(guest: Guest, table: str) -> "asyncio.Task[httpx.Response]":
    """Start the match, which is answered when the cards are dealt."""
    return asyncio.create_task(asyncio.to_thread(guest.web.post, f"/api/tables/{table}/start", json={}))


# ---- From the seed to the cards ----------------------------------------------------------------------


def record_of(game: str, *, seats: int, options: dict[str, Any] | None = None) -> tuple[seaboard.Match, dict[str, Any]]:
    """The record of a match that has just been dealt, two people and the server having shuffled."""
    name, parts = f"m{game}{seats}", ("ab" * 32, None, "cd" * 32)
    shares = [Share(seat, shuffles.commitment_to_bytes(name, own or "late"), own) for seat, own in enumerate(parts)]
    match = seaboard.Match(game, seats=seats, seed=int(shuffles.seed_of(name, SECRET, shares), 16), options=options)
    shuffle = {"secret": SECRET, "shares": [{"seat": s.seat, "commitment": s.commitment, "bytes": s.bytes} for s in shares]}
    return match, {**match.record(), "match": name, "commitment": shuffles.commitment_to_secret(SECRET), "shuffle": shuffle}


def dealt_elsewhere(record: dict[str, Any]) -> dict[str, Any]:
    """What a program in another language, which knows nothing but docs/shuffles.md, deals from a record."""
    node = find_npm().parent / "node"
    done = subprocess.run([node, DEAL], input=json.dumps(record), capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    dealt: dict[str, Any] = json.loads(done.stdout)
    return dealt


def test_another_program_deals_the_same_cards() -> None:
    assert len(DEAL.read_text().splitlines()) <= 100
    for seats, options in ((2, {}), (4, {}), (5, {"suits": "BGRPY"}), (8, {})):
        match, record = record_of("sea-change", seats=seats, options=options)
        position, dealt = match.position(), dealt_elsewhere(record)
        assert [sorted(hand) for hand in dealt["hands"]] == [sorted(hand) for hand in position["hands"][:seats]]
        assert dealt["deck"] == position["pile"]
        assert dealt["seats"] == [0, 2]
    match, record = record_of("land-unter", seats=5)
    position, dealt = match.position(), dealt_elsewhere(record)
    assert [sorted(hand) for hand in dealt["hands"]] == [sorted(int(card) for card in hand) for hand in position["hands"]]
    assert [f"w{level}" for level in dealt["water"]] == position["water"]
    match, record = record_of("sea-salt-and-paper", seats=3)
    state, dealt = match.plain_state(), dealt_elsewhere(record)
    assert (dealt["piles"], dealt["deck"]) == ([pile[0] for pile in state.piles], state.deck[: state.deck_size])
    for seats in (2, 4):
        match, record = record_of("sea-of-clouds", seats=seats)
        state, dealt = match.plain_state(), dealt_elsewhere(record)
        assert (dealt["shares"], dealt["deck"]) == ([share[0] for share in state.shares], state.pile[: state.pile_size])


def test_a_shuffle_that_was_tampered_with_is_found_out(tmp_path: Path) -> None:
    match, record = record_of("sea-change", seats=4)
    assert verify(record)[1] == [0, 2]
    own = record["shuffle"]["shares"]
    other = shuffles.commitment_to_bytes(record["match"], "ef" * 32)
    lies: list[tuple[dict[str, Any], str]] = [
        ({"commitment": "0" * 64}, "the server's secret does not match the commitment"),
        ({"shuffle": {"secret": "6f" * 32, "shares": own}}, "the server's secret does not match the commitment"),
        ({"shuffle": {"secret": SECRET, "shares": [{**own[0], "bytes": "ef" * 32}, *own[1:]]}}, "what seat 0 revealed does not match"),
        ({"shuffle": {"secret": SECRET, "shares": [{**own[0], "bytes": "ef" * 32, "commitment": other}]}}, "the revealed bytes give"),
        ({"shuffle": {"secret": SECRET, "shares": own[1:]}}, "the revealed bytes give"),
        ({"match": "manother"}, "what seat 0 revealed does not match"),
        ({"match": 7}, "lacks 'match'"),
        ({"shuffle": "none"}, "can't be read"),
        ({"shuffle": {"secret": SECRET, "shares": [{"seat": "0"}]}}, "can't be read"),
    ]
    for lie, why in lies:
        with pytest.raises(BadRecord, match=why):
            verify({**record, **lie})
    with pytest.raises(BadRecord, match="does not match the commitment"):
        verify(record, "0" * 64)
    # The best of many seeds, with a record of the old kind: the server drew alone, and that is what is said.
    chosen = seaboard.Match("sea-change", seats=4, seed=3)
    seed = f"{chosen.seed:032x}"
    assert verify({**chosen.record(), "commitment": commitment_to(seed)})[1] == []
    file = tmp_path / "record.json"
    file.write_text(json.dumps(record))
    said = verify_by_command(file).stdout
    assert "The server and the people in seats 0, 2 drew the cards together" in said
    assert "seat 1 had announced was not revealed in time" in said
    assert match.seed == int(record["seed"], 16)


# ---- At a table ----------------------------------------------------------------------------------------


def test_two_browsers_and_the_server_shuffle_together(server: Served) -> None:
    ada, bob = (Browser(Guest(server.url, name)) for name in ("Ada", "Bob"))
    table = table_for(ada.guest, bob.guest)

    async def play() -> tuple[dict[str, Any], dict[str, Any]]:
        async with at_table(table, ada, bob):
            starting = started(ada.guest, table)
            coming = await ada.hear_dealing()
            match = coming["match"]
            # Everything is announced before anything is revealed, and nobody is told anybody's bytes before all are there.
            assert coming["shares"] == [{"seat": i, "commitment": b.commitment(match), "bytes": None} for i, b in enumerate((ada, bob))]
            assert (await ada.seat.ask(type="commit", match=match, commitment="0" * 64))["reason"]["key"] == "shuffle.over"
            assert (await ada.reveal())["type"] == "ack"
            await bob.hear_dealing()
            assert ada.bytes not in json.dumps(bob.seat.table)
            assert (await bob.reveal())["type"] == "ack"
            assert (await starting).json()["stage"] == "playing"
            assert (await bob.hear_cards())["id"] == match
            live = await ada.hear_cards()
            assert [share["bytes"] for share in live["shares"]] == [ada.bytes, bob.bytes]
            assert (live["commitment"], live["secret"], live["seed"]) == (coming["commitment"], None, None)
            assert (await ada.seat.ask(type="reveal", match=match, bytes=ada.bytes))["reason"]["key"] == "shuffle.over"
            await asyncio.gather(ada.seat.play_on(random.Random(1)), bob.seat.play_on(random.Random(1)))
            last = ada.seat.match
            assert last is not None
            return coming, last

    coming, last = asyncio.run(play())
    record = ada.guest.get(f"/matches/{coming['match']}/record")
    assert verify(record, coming["commitment"])[1] == [0, 1]
    assert record["shuffle"]["secret"] == last["secret"]
    assert dealt_elsewhere(record)["seats"] == [0, 1]


def test_who_does_not_reveal_is_left_out_and_a_rematch_is_another_shuffle(server: Served) -> None:
    ada, bob, eve = (Browser(Guest(server.url, name)) for name in ("Ada", "Bob", "Eve"))
    table = table_for(ada.guest, bob.guest, eve.guest)

    async def play() -> tuple[str, str]:
        async with at_table(table, ada, bob), eve.guest.at(table) as eve.seat:  # Eve takes no part: nobody waits for her
            match = ada.seat.table["coming"]["match"]
            assert (await bob.reveal())["reason"]["key"] == "shuffle.early"
            await bob.seat.send(type="reveal", match=match, bytes="junk")
            assert (await bob.seat.until("error"))["reason"]["key"] == "message.unreadable"
            starting = started(ada.guest, table)
            await ada.hear_dealing()
            await bob.hear_dealing()
            assert (await bob.reveal("ef" * 32))["reason"]["key"] == "shuffle.other_bytes"
            assert (await eve.reveal("ef" * 32))["reason"]["key"] == "shuffle.other_bytes"
            assert (await ada.reveal())["type"] == "ack"
            assert not starting.done()
            assert (await starting).json()["match"] == match
            live = await ada.hear_cards()
            assert [(share["seat"], share["bytes"]) for share in live["shares"]] == [(0, ada.bytes), (1, None)]
            for guest in (bob.guest, eve.guest):
                await asyncio.to_thread(guest.post, f"/tables/{table}/resign", level=LEVEL)
            await ada.seat.play_on(random.Random(1))
            while ada.seat.table["stage"] != "over":
                await ada.seat.until("table")
            again = ada.seat.table["coming"]
            assert again["match"] != match
            assert again["shares"] == []
            await ada.commit()
            offered = asyncio.create_task(asyncio.to_thread(ada.guest.post, f"/tables/{table}/rematch"))
            await ada.hear_dealing()
            assert (await ada.reveal())["type"] == "ack"
            assert (await offered)["match"] == again["match"]
            return match, again["commitment"]

    match, commitment = asyncio.run(play())
    record = ada.guest.get(f"/matches/{match}/record")
    assert verify(record)[1] == [0]
    assert record["commitment"] != commitment


def test_nothing_of_a_person_who_is_no_more_is_in_a_shuffle() -> None:
    """Whoever deletes everything of theirs looks for tables that know them until there is none."""
    for until in (None, 5.0):
        coming = Coming("m1", "c", {"pada": "a", "pbob": "b"}, {"pada": "aa"}, until=until, awaited=["pada"] if until else [])
        table = Table(
            id="t1", game="sea-change", seats=2, options={}, maker="pbob", maker_name="Bob",
            made=0.0, chairs=[Chair(person="pada"), Chair(person="pbob")], coming=coming,
        )  # fmt: skip
        other = msgspec.json.decode(msgspec.json.encode(table), type=Table)
        erasing.forget(table, "pada", {})
        assert b"pada" not in msgspec.json.encode(table)
        seating.become(other, "pada", Person("pnew", "Ada"))
        assert b"pada" not in msgspec.json.encode(other)
        assert other.coming is None if until else other.coming and other.coming.commitments == {"pbob": "b", "pnew": "a"}


def test_whoever_leaves_while_cards_are_dealt_voids_that_shuffle(server: Served) -> None:
    ada, bob = (Browser(Guest(server.url, name)) for name in ("Ada", "Bob"))
    table = table_for(ada.guest, bob.guest)

    async def leave() -> None:
        async with at_table(table, ada, bob):
            starting = started(ada.guest, table)
            match = (await ada.hear_dealing())["match"]
            assert (await ada.reveal())["type"] == "ack"
            await asyncio.to_thread(bob.guest.post, f"/tables/{table}/stand")
            answer = await starting
            assert (answer.status_code, answer.json()["error"]["key"]) == (409, "shuffle.void")
            while ada.seat.table["coming"]["match"] == match:
                await ada.seat.until("table")
            assert ada.seat.table["stage"] == "open"
            assert ada.seat.table["coming"]["shares"] == []  # what is revealed can't be used again

    asyncio.run(leave())


def test_a_server_that_is_killed_while_cards_are_dealt_deals_them_afterwards(tmp_path: Path) -> None:
    with served(data=tmp_path) as first:
        ada, bob = (Browser(Guest(first.url, name)) for name in ("Ada", "Bob"))
        table = table_for(ada.guest, bob.guest)

        async def begin() -> dict[str, Any]:
            async with at_table(table, ada, bob):
                starting = started(ada.guest, table)
                coming = await ada.hear_dealing()
                assert (await ada.reveal())["type"] == "ack"
                await asyncio.to_thread(first.kill)
                with pytest.raises(httpx.TransportError):
                    await starting
                return coming

        coming = asyncio.run(begin())
    with served(data=tmp_path) as second:
        for one in (ada, bob):
            one.guest.moved_to(second.url)

        async def go_on() -> None:
            async with at_table(table, ada, bob):
                assert await bob.hear_dealing() == coming
                assert (await ada.reveal())["type"] == "ack"
                assert (await bob.reveal())["type"] == "ack"
                live = await ada.hear_cards()
                assert (live["id"], live["commitment"]) == (coming["match"], coming["commitment"])
                assert [share["bytes"] for share in live["shares"]] == [ada.bytes, bob.bytes]

        asyncio.run(go_on())


# ---- Alone ---------------------------------------------------------------------------------------------


def play_now(sealed: dict[str, Any], own: str) -> dict[str, Any]:
    """A table that is made and started at once, with what a browser adds."""
    shuffle = {"match": sealed["match"], "commitment": sealed["commitment"], "bytes": own}
    return {"game": "sea-change", "seats": 2, "bots": [None, LEVEL], "start": True, "shuffle": shuffle}


def test_one_person_and_bots_shuffle_with_a_single_request(server: Served) -> None:
    ada = Guest(server.url, "Ada")
    sealed, own = ada.post("/shuffle"), "ab" * 32
    table = ada.post("/tables", **play_now(sealed, own))
    assert (table["stage"], table["match"]) == ("playing", sealed["match"])
    ada.post(f"/tables/{table['id']}/resign")
    record = ada.get(f"/matches/{table['match']}/record")
    assert verify(record, sealed["commitment"])[1] == [0]
    # The secret of that match is known now: it is good for nothing else.
    assert ada.refused("/tables", **play_now(sealed, own)) == "shuffle.over"
    assert ada.refused("/tables", **play_now({**ada.post("/shuffle"), "commitment": "0" * 64}, own)) == "shuffle.unknown"
    assert ada.refused("/tables", **play_now(ada.post("/shuffle"), "junk")) == "request.invalid"


def test_who_knows_nothing_of_shuffles_plays_all_the_same(server: Served) -> None:
    ada = Guest(server.url, "Ada")
    table = ada.post("/tables", game="sea-change", seats=2, bots=[None, LEVEL], start=True)
    assert table["stage"] == "playing"
    ada.post(f"/tables/{table['id']}/resign")
    record = ada.get(f"/matches/{table['match']}/record")
    assert record["shuffle"]["shares"] == []
    assert verify(record)[1] == []
