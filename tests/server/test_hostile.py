"""Hostile input: anything may come, over HTTP and over the socket, and nobody else's game is the worse for it."""

import asyncio
import json
import os
import random
import re
from collections.abc import Iterator
from contextlib import suppress
from typing import Any, cast

import httpx
import pytest
import schemathesis
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from schemathesis.checks import CHECKS, load_all_checks
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed, InvalidStatus

from seaboard.games.sea_of_clouds import deck_file
from seaboard.server import protocol
from seaboard.server.matches import bots
from tests.server.harness import PATIENCE, Guest, Served, served, table_of, watch

load_all_checks()
TIMES = int(os.environ.get("SEABOARD_HOSTILE_TIMES", "1"))
"""How many times as much is tried; `make soak` tries a hundred times as much."""
FEW = settings(max_examples=25 * TIMES, deadline=None, suppress_health_check=list(HealthCheck), database=None)


def test_the_api_answers_anything_as_it_says_it_does(server: Served) -> None:
    schema = schemathesis.openapi.from_url(f"{server.url}/api/openapi.json")
    cookie = {"Cookie": f"seaboard={Guest(server.url, 'Mallory').token}"}
    wanted = ("not_a_server_error", "status_code_conformance", "content_type_conformance", "response_schema_conformance")
    checks = CHECKS.get_by_names(wanted)
    operations: list[Any] = [cast(Any, found).ok() for found in schema.get_all_operations()]
    assert len(operations) > 15
    exchanges = 0
    for operation in operations:

        @settings(max_examples=12 * TIMES, deadline=None, suppress_health_check=list(HealthCheck), database=None)
        @given(operation.as_strategy())
        def try_it(case: Any) -> None:
            nonlocal exchanges
            exchanges += 1
            case.call_and_validate(headers=cookie, checks=checks)

        try_it()
    print(f"{exchanges} requests to {len(operations)} routes")
    assert '"status": 500' not in server.logged()


# ---- The socket ----------------------------------------------------------------------------------

junk = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=20),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner, max_size=4),
    max_leaves=12,
)
kinds = st.sampled_from(["play", "take_back", "chat", "return", "ping", "table", "moved", "", "PLAY"])
ids = st.text(st.characters(codec="ascii"), max_size=50) | st.just("x")
numbers = st.integers(-5, 300) | st.integers() | junk


@st.composite
def hostile(draw: st.DrawFn, match: str) -> str | bytes:
    """A message: nearly right, or not at all."""
    match draw(st.integers(0, 5)):
        case 0:
            return draw(st.text(max_size=200))
        case 1:
            return draw(st.binary(max_size=200))
        case 2:
            return json.dumps(draw(junk))
        case _:
            fields = {
                "type": draw(kinds),
                "id": draw(ids | junk),
                "match": draw(st.just(match) | st.just("m0") | junk),
                "number": draw(numbers),
                "action": draw(numbers),
                "text": draw(st.text(max_size=250) | junk),
            }
            kept = draw(st.sets(st.sampled_from(sorted(fields))))
            return json.dumps({name: value for name, value in fields.items() if name not in kept or draw(st.booleans())})


def test_no_message_breaks_a_table_or_moves_for_another(server: Served) -> None:
    """Somebody who watches, and somebody whose turn it isn't, send whatever they like; the match does not move, and goes on after."""
    ada, bob = Guest(server.url, "Ada"), Guest(server.url, "Bob")
    table = table_of([ada, bob], "sea-change")

    async def whose_turn() -> tuple[Guest, Guest]:
        async with ada.at(table["id"]) as seat:
            return (ada, bob) if seat.view["to_act"] == [0] else (bob, ada)

    actor, other = asyncio.run(whose_turn())
    exchanges = 0

    @FEW
    @given(st.lists(hostile(table["match"]), min_size=1, max_size=30), st.booleans())
    def attack(sent: list[str | bytes], watching: bool) -> None:
        nonlocal exchanges
        exchanges += len(sent)

        async def run() -> None:
            place = watch(server.url, table["id"]) if watching else other.at(table["id"])
            async with place as seat:
                with suppress(ConnectionClosed):
                    for message in sent:
                        await seat.socket.send(message)
                    answer = await seat.ask(type="ping", id="still-there")
                    assert answer["type"] == "pong"
                assert seat.match is not None
                assert seat.match["number"] == 0
            async with actor.at(table["id"]) as seat:
                assert seat.match is not None
                assert seat.match["number"] == 0
                assert seat.view["legal"]

        asyncio.run(run())

    attack()
    print(f"{exchanges} messages on sockets")

    async def go_on() -> None:
        async with ada.at(table["id"]) as a, bob.at(table["id"]) as b:
            assert list(await asyncio.gather(a.play_on(random.Random(1), 3), b.play_on(random.Random(1), 3))) == [3, 3]

    asyncio.run(go_on())
    for trouble in ("could not be", "data_received() call failed", "Traceback"):
        assert trouble not in server.logged()


def test_text_that_is_no_text_closes_the_socket_and_nothing_else(server: Served) -> None:
    ada, bob = Guest(server.url, "Ada"), Guest(server.url, "Bob")
    table = table_of([ada, bob], "sea-change")

    async def run() -> None:
        async with ada.at(table["id"]) as a, bob.at(table["id"]) as b:
            await a.socket.send(b'{"type":"ping","id":"\xff"}', text=True)
            with pytest.raises(ConnectionClosed) as closed:
                await a.ask(type="ping", id="still-there")
            assert closed.value.rcvd is not None
            assert closed.value.rcvd.code == 1007
            assert (await b.ask(type="ping", id="still-there"))["type"] == "pong"

    asyncio.run(run())
    assert "call failed" not in server.logged()
    assert "UnicodeDecodeError" not in server.logged(), "a stranger would write the log"


def test_nobody_plays_another_persons_seat(server: Served) -> None:
    ada, bob, eve = (Guest(server.url, name) for name in ("Ada", "Bob", "Eve"))
    table = table_of([ada, bob], "sea-change")

    async def run() -> None:
        async with ada.at(table["id"]) as a, bob.at(table["id"]) as b, eve.at(table["id"]) as e:
            actor, waiting = (a, b) if a.view["legal"] else (b, a)
            move = actor.move(random.Random(1))
            assert (await e.ask(**move))["reason"]["key"] == "play.no_seat"
            assert (await waiting.ask(**move))["reason"]["key"] == "play.not_your_turn"
            assert e.view["legal"] == {}
            assert e.view["table"]["hand"] == []

    asyncio.run(run())
    for path in ("stand", "resign", "rematch", "cover"):
        body = {"seat": 0} if path == "cover" else {}
        assert eve.refused(f"/tables/{table['id']}/{path}", **body) == "table.not_seated"
    for token in ("", "x" * 43, ada.token[:-1] + ("a" if ada.token[-1] != "a" else "b")):
        web = httpx.Client(base_url=server.url, cookies={"seaboard": token})
        assert web.post(f"/api/tables/{table['id']}/stand").status_code == 401


def test_other_sites_can_neither_open_sockets_nor_post(server: Served) -> None:
    ada = Guest(server.url, "Ada")
    table = ada.post("/tables", game="sea-change")["id"]
    address = server.url.replace("http", "ws") + f"/api/live/{table}"

    async def open_from(origin: str) -> bool:
        try:
            async with connect(address, origin=origin, additional_headers={"Cookie": f"seaboard={ada.token}"}):  # type: ignore[arg-type]
                return True
        except InvalidStatus as error:
            return error.response.status_code != 403

    assert asyncio.run(open_from(server.url))
    for origin in ("http://evil.example", "null", f"{server.url}.evil.example", "http://127.0.0.1:1", "garbage"):
        assert not asyncio.run(open_from(origin))
        answer = ada.web.post(f"/api/tables/{table}/stand", headers={"origin": origin})
        assert answer.status_code == 403


def test_unknown_tables_and_addresses(server: Served) -> None:
    async def open_at(path: str) -> int | None:
        try:
            async with connect(server.url.replace("http", "ws") + path) as socket:
                with suppress(ConnectionClosed):
                    await socket.recv()
                return socket.close_code
        except InvalidStatus as error:
            return error.response.status_code

    assert asyncio.run(open_at("/api/live/t0000000000")) == 4404
    assert asyncio.run(open_at("/api/live/%00%ff../etc/passwd")) in (403, 4404)
    assert asyncio.run(open_at("/elsewhere")) == 403
    for path in ("/api/tables/nope", "/api/matches/nope/record", "/api/nothing"):
        answer = httpx.get(server.url + path)
        assert answer.status_code == 404
        assert answer.json()["error"]["text"]
    for path in ("/../../etc/passwd", "/%2e%2e/%2e%2e/etc/passwd", "/assets/%00", "/a%00.js"):
        assert httpx.get(server.url + path).status_code in (200, 404)
        assert "root:" not in httpx.get(server.url + path).text


def test_what_is_too_large_is_refused(server: Served) -> None:
    ada = Guest(server.url, "Ada")
    table = ada.post("/tables", game="sea-change")["id"]
    assert ada.web.post("/api/guest", json={"name": "x" * 20_000}).status_code == 413
    assert ada.web.post("/api/replays", json={"moves": "x" * 300_000}).status_code == 413
    assert ada.refused("/tables", game="sea-of-clouds", options={"deck": "#" * deck_file.MOST_CHARACTERS}) == "game.choice"
    assert ada.refused("/tables", game="sea-of-clouds", options={"deck": "#" * 200_000}) == "message.large"
    answer = ada.web.post("/api/guest", content=(b"x" * 1000 for _ in range(30)), headers={"content-type": "application/json"})
    assert answer.status_code == 413

    async def send(message: str) -> int | None:
        async with ada.at(table) as seat:
            await seat.socket.send(message)
            with suppress(ConnectionClosed):
                while True:
                    await seat.hear()
            return seat.socket.close_code

    assert asyncio.run(send("x" * (protocol.LARGEST + 1))) == 4413
    assert asyncio.run(send("x" * 100_000)) in (1009, 4413)
    deep = "[" * 3000 + "]" * 3000

    async def nest() -> None:
        async with ada.at(table) as seat:
            await seat.socket.send(deep[:4000])
            assert (await seat.hear())["type"] == "error"
            assert (await seat.ask(type="ping"))["type"] == "pong"

    asyncio.run(nest())
    assert ada.web.post("/api/replays", content="[" * 100_000, headers={"content-type": "application/json"}).status_code == 422


NO_TEXT = ['{"a": "\\ud800"}', '{"\\udfff": 1}', '{"a": ["\\udc00\\ud800"]}']
"""JSON with an escape for half a character."""
NO_NUMBER = ['{"a": 1' + "0" * 400 + "}", '{"a": 1e999}', '{"a": NaN}', '{"a": -Infinity}']


def with_half_characters(schema: dict[str, Any], shapes: dict[str, Any], depth: int = 0) -> Any:
    """Make a body that fits a schema, except for half a character in each of its texts."""
    while "$ref" in schema or "anyOf" in schema:
        schema = shapes[schema["$ref"].rpartition("/")[2]] if "$ref" in schema else schema["anyOf"][0]
    match schema.get("type"):
        case "object" if depth < 5:
            inner = {name: with_half_characters(one, shapes, depth + 1) for name, one in schema.get("properties", {}).items()}
            return inner or {"deck": "\ud800", "\udfff": "x"}
        case "array":
            return [with_half_characters(schema.get("items", {}), shapes, depth + 1)]
        case "integer" | "number":
            return schema.get("minimum", 1)
        case "boolean":
            return True
        case _:
            return schema.get("enum", ["Eve\ud800"])[0]


def test_half_a_character_and_what_is_no_number_are_refused_in_words_everywhere(server: Served) -> None:
    ada = Guest(server.url, "Ada")
    table = ada.post("/tables", game="sea-of-clouds", seats=2)["id"]
    api = ada.get("/openapi.json")
    tried, before = 0, len(server.logged())
    for path, ways in api["paths"].items():
        body = ways.get("post", {}).get("requestBody")
        if body is None:
            continue
        own = with_half_characters(body["content"]["application/json"]["schema"], api["components"]["schemas"])
        for text in (json.dumps(own), *NO_TEXT, *NO_NUMBER):
            where = re.sub(r"\{[^}]*\}", lambda found: {"{table}": table, "{game}": "sea-of-clouds"}.get(found[0], "x1"), path)
            answer = ada.web.post(where, content=text, headers={"content-type": "application/json"})
            assert 200 <= answer.status_code < 500, (path, text[:80], answer.text)
            assert answer.status_code < 300 or answer.json()["error"]["text"]
            tried += 1
    assert tried > 100
    assert ada.web.post("/api/replays", content=NO_TEXT[0], headers={"content-type": "application/json"}).status_code == 422

    async def say() -> None:
        async with ada.at(table) as seat:
            for text in ("\ud800", "ahoy \udfff"):
                await seat.send(type="chat", text=text)
                assert (await seat.until("error", "ack"))["type"] == "error"
            assert (await seat.ask(type="ping"))["type"] == "pong"

    asyncio.run(say())
    assert "Traceback" not in server.logged()[before:]


# ---- Limits --------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def limited(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    with served(data=tmp_path_factory.mktemp("limited"), limits=True) as server:
        yield server


def test_rates_are_limited_and_the_table_goes_on(limited: Served) -> None:
    ada = Guest(limited.url, "Ada")
    level = bots.LEVELS[0]
    table = ada.post("/tables", game="sea-change", seats=2, bots=[None, level], start=True)["id"]

    async def flood() -> tuple[int, int | None]:
        async with ada.at(table) as seat:
            errors = 0
            with suppress(ConnectionClosed):
                for i in range(400):
                    await seat.send(type="ping", id=str(i))
                while True:
                    errors += (await seat.hear())["type"] == "error"
            return errors, seat.socket.close_code

    errors, code = asyncio.run(flood())
    assert errors > 0
    assert code == 4408

    async def play() -> None:
        async with ada.at(table) as seat:
            assert await seat.play_on(random.Random(1), 2) == 2

    asyncio.run(play())

    async def crowd() -> list[int | None]:
        sockets = [
            await connect(limited.url.replace("http", "ws") + f"/api/live/{table}", additional_headers={"Cookie": f"seaboard={ada.token}"})
            for _ in range(20)
        ]
        for socket in sockets:
            with suppress(ConnectionClosed):
                await asyncio.wait_for(socket.recv(), PATIENCE)  # the table, or the end
        codes = [socket.close_code for socket in sockets]
        for socket in sockets:
            await socket.close()
        return codes

    assert asyncio.run(crowd()).count(4429) >= 4
    answer = next(a for a in (ada.web.get("/api/me") for _ in range(2000)) if a.status_code == 429)
    assert answer.headers["retry-after"]
    assert answer.json()["error"]["key"] == "too_fast"
