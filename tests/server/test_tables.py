"""Tables: made, sat at, filled with bots, started, left, resigned, played again."""

import asyncio
import random
from contextlib import suppress
from pathlib import Path

import httpx
import pytest
from fastapi import Request
from websockets.exceptions import ConnectionClosed

from seaboard import GAMES
from seaboard.games.sea_of_clouds import decks
from seaboard.server.http.transport.network_address import reachable_at
from seaboard.server.matches import bots
from seaboard.server.protocol import Person
from seaboard.server.refusals import Refused
from seaboard.server.storage.rows import Chair, Table
from seaboard.server.tables import seating
from tests.server.harness import Guest, Served, play_by_turns, table_of, watch

LEVEL = bots.LEVELS[0]


def test_a_guest_needs_a_name_and_nothing_else(server: Served) -> None:
    web = httpx.Client(base_url=server.url)
    assert web.get("/api/me").status_code == 401
    answer = web.post("/api/guest", json={"name": "  Grace   Hopper "})
    assert answer.json()["name"] == "Grace Hopper"
    cookie = answer.headers["set-cookie"].lower()
    assert "httponly" in cookie
    assert "samesite=strict" in cookie
    again = web.post("/api/guest", json={"name": "Grace"})
    assert again.json()["id"] == answer.json()["id"]
    assert web.get("/api/me").json() == {"id": answer.json()["id"], "name": "Grace"}
    assert answer.cookies["seaboard"] not in answer.text


@pytest.mark.parametrize("name", ["", "   ", "a\x00b", "a\nb", "x" * 25, "\u202eevil", "\ud800", "\u2028", "\u200d"])
def test_names_that_are_none(server: Served, name: str) -> None:
    text = '{"name": "' + "".join(f"\\u{ord(ch):04x}" for ch in name) + '"}'
    answer = httpx.post(f"{server.url}/api/guest", content=text, headers={"content-type": "application/json"})
    assert answer.status_code == 422, answer.text


@pytest.mark.parametrize("name", ["<b>Bob</b>", "O'Neill & Co", "Zoë", "山田", "🦑"])
def test_names_are_text(server: Served, name: str) -> None:
    assert httpx.post(f"{server.url}/api/guest", json={"name": name}).json()["name"] == name


def test_the_games_and_their_options(ada: Guest) -> None:
    found = ada.get("/games")
    assert [game["name"] for game in found["games"]] == list(GAMES)
    for shown in found["games"]:
        game = GAMES[shown["name"]]
        for option, known in zip(shown["options"], game.options, strict=True):
            assert option["choices"] == {str(seats): known.choices(seats) for seats in game.seats}
    assert found["levels"] == list(bots.LEVELS)


@pytest.mark.parametrize("game", list(GAMES))
def test_every_game_can_be_played_against_bots(ada: Guest, game: str) -> None:
    seats = GAMES[game].default_seats
    table = ada.post("/tables", game=game, bots=[None] + [LEVEL] * (seats - 1), start=True)
    assert table["stage"] == "playing"

    async def play() -> None:
        async with ada.at(table["id"]) as seat:
            assert await seat.play_on(random.Random(1), 5) == 5

    asyncio.run(play())


def test_sit_move_and_stand(ada: Guest, bob: Guest) -> None:
    table = ada.post("/tables", game="sea-change", seats=3)
    assert table["you"] == {"id": ada.id, "name": "Ada", "seat": 0, "maker": True, "notify": True}
    path = f"/tables/{table['id']}"
    assert bob.post(f"{path}/sit", seat=2)["you"]["seat"] == 2
    assert bob.refused(f"{path}/sit", seat=0) == "chair.taken"
    assert bob.refused(f"{path}/sit", seat=7) == "chair.unknown"
    assert bob.post(f"{path}/sit", seat=1)["you"]["seat"] == 1
    assert [chair["kind"] for chair in bob.get(path)["chairs"]] == ["person", "person", "empty"]
    assert bob.post(f"{path}/stand")["you"]["seat"] is None
    assert bob.refused(f"{path}/stand") == "table.not_seated"


def test_bots_are_the_makers_business(ada: Guest, bob: Guest) -> None:
    path = f"/tables/{ada.post('/tables', game='sea-change', seats=3)['id']}"
    assert bob.refused(f"{path}/bot", seat=1, level=LEVEL) == "table.only_maker"
    assert ada.refused(f"{path}/bot", seat=1, level="kraken") == "bot.unknown_level"
    assert ada.refused(f"{path}/bot", seat=0, level=LEVEL) == "chair.taken"
    assert ada.post(f"{path}/bot", seat=1, level=LEVEL)["chairs"][1]["level"] == LEVEL
    assert ada.post(f"{path}/bot", seat=1, level=None)["chairs"][1]["kind"] == "empty"
    assert ada.refused(f"{path}/start") == "table.empty_chairs"
    assert bob.refused(f"{path}/start") == "table.not_seated"
    started = ada.post(f"{path}/start", fill=LEVEL)
    assert started["stage"] == "playing"
    assert [chair["kind"] for chair in started["chairs"]] == ["person", "bot", "bot"]
    assert bob.refused(f"{path}/sit") == "table.started"


def test_private_tables_are_not_listed_and_mine_are(ada: Guest, bob: Guest) -> None:
    private = ada.post("/tables", game="sea-change", seats=2)["id"]
    public = ada.post("/tables", game="sea-change", seats=2, public=True)["id"]
    listed = {table["id"] for table in bob.get("/tables")["tables"]}
    assert public in listed
    assert private not in listed
    assert {private, public} <= {table["id"] for table in ada.get("/my/tables")["tables"]}
    assert bob.get("/my/tables")["tables"] == []
    assert bob.get(f"/tables/{private}")["you"]["seat"] is None


def test_whose_turn_it_is_among_my_tables(ada: Guest, bob: Guest) -> None:
    table_of([ada, bob], "sea-change")
    turns = [person.get("/my/tables")["tables"][0]["your_turn"] for person in (ada, bob)]
    assert sorted(turns) == [False, True]


def test_a_whole_match_then_a_rematch_with_the_same_people(ada: Guest, bob: Guest) -> None:
    table = table_of([ada, bob], "sea-change", options={"target": 1})

    async def play() -> None:
        async with ada.at(table["id"]) as a, bob.at(table["id"]) as b, watch(ada.url, table["id"]) as spectator:
            rng = random.Random(2)
            await asyncio.gather(a.play_on(rng), b.play_on(rng))
            assert a.match is not None
            assert a.match["ended"] == "over"
            assert a.match["seed"]
            await spectator.settle(a.match["number"])
            assert spectator.view["winners"] == a.view["winners"] == b.view["winners"] != []
            offered = await asyncio.to_thread(bob.post, f"/tables/{table['id']}/rematch")
            assert (offered["stage"], offered["rematch"]) == ("over", [1])
            while a.table["rematch"] != [1]:
                await a.until("table")
            begun = await asyncio.to_thread(ada.post, f"/tables/{table['id']}/rematch")
            assert (begun["stage"], begun["rematch"]) == ("playing", [])
            for seat in (a, b, spectator):
                while seat.match is None or seat.match["id"] == table["match"]:
                    await seat.hear()
                assert seat.match["ended"] is None
            assert a.table["matches"] == [table["match"]]
            assert [chair["name"] for chair in a.table["chairs"]] == ["Ada", "Bob"]
            assert list(await asyncio.gather(a.play_on(rng, 1), b.play_on(rng, 1))) == [1, 1]

    asyncio.run(play())
    assert ada.refused(f"/tables/{table['id']}/rematch") == "table.not_over"


def test_my_tables_say_who_won_and_whether_i_did(ada: Guest, bob: Guest) -> None:
    table = table_of([ada, bob], "sea-change", options={"target": 1})

    async def play() -> list[int]:
        async with ada.at(table["id"]) as a, bob.at(table["id"]) as b:
            rng = random.Random(2)
            await asyncio.gather(a.play_on(rng), b.play_on(rng))
            winners: list[int] = a.view["winners"]
            return winners

    winners = asyncio.run(play())
    for seat, person in enumerate((ada, bob)):
        [result] = person.get("/my/tables")["tables"][0]["results"]
        assert result["match"] == table["match"]
        assert result["ended"] == "over"
        assert result["winners"] == [{"seat": winner, "name": ("Ada", "Bob")[winner]} for winner in winners]
        assert (result["seat"], result["won"]) == (seat, seat in winners)
    for person in (ada, bob):
        person.post(f"/tables/{table['id']}/rematch")
    for person in (ada, bob):
        person.post(f"/tables/{table['id']}/resign")
    last = ada.get("/my/tables")["tables"][0]["results"][-1]
    assert (last["ended"], last["winners"], last["won"]) == ("abandoned", [], None)


DECK = (Path(decks.__file__).parent / "deck.toml").read_text(encoding="utf-8")


def test_a_host_plays_with_a_deck_of_their_own(ada: Guest, bob: Guest) -> None:
    listed = {game["name"]: game["options"] for game in ada.get("/games")["games"]}
    assert [option["name"] for option in listed["sea-of-clouds"] if option["takes_file"]] == ["deck"]
    own = DECK.replace("count = 2", "count = 3", 1)
    table = table_of([ada, bob], "sea-of-clouds", options={"deck": own}, public=True)
    assert table["options"]["deck"] == own
    [shown] = [one for one in bob.get("/tables")["tables"] if one["id"] == table["id"]]
    assert shown["options"]["deck"] == "own"

    async def play() -> None:
        async with ada.at(table["id"]) as a, bob.at(table["id"]) as b:
            await play_by_turns([a, b], random.Random(2), 20)

    asyncio.run(play())


def test_a_deck_that_cannot_be_played_with_is_refused_by_its_line(ada: Guest) -> None:
    lines = DECK.splitlines()
    at = next(i for i, line in enumerate(lines) if line.startswith("effect"))
    lines[at] = 'effect = "sink"'
    answer = ada.web.post("/api/tables", json={"game": "sea-of-clouds", "options": {"deck": "\n".join(lines)}})
    assert answer.status_code == 422
    assert f"line {at + 1}" in answer.json()["error"]["text"]
    assert ada.refused("/tables", game="sea-of-clouds", options={"deck": "#" * 60_000 + "\n"}) == "game.choice"
    assert ada.refused("/tables", game="sea-of-clouds", options={"deck": "#" * 200_000}) == "message.large"


def test_a_large_deck_is_taken_wherever_options_are(ada: Guest) -> None:
    deck = DECK + "# a long story about these islands\n" * 900
    assert len(deck) > 30_000
    asked = {"game": "sea-of-clouds", "options": {"deck": deck}}
    table = ada.post("/tables", **asked)["id"]
    assert ada.post(f"/tables/{table}/options", options={"deck": deck}, clock=30)["options"]["deck"] == deck
    api, taken = ada.get("/openapi.json"), 0
    for path, ways in api["paths"].items():
        body = ways.get("post", {}).get("requestBody", {"content": {"application/json": {"schema": {}}}})
        shape = body["content"]["application/json"]["schema"].get("$ref", "").rpartition("/")[2]
        if "options" in api["components"]["schemas"].get(shape, {}).get("properties", {}):
            answer = ada.web.post(path.replace("{table}", table), json=asked if "{" not in path else {"options": asked["options"]})
            assert answer.status_code < 300, (path, answer.text[:200])
            taken += 1
    assert taken >= 4
    assert ada.refused(f"/tables/{table}/options", options={"deck": "#" * 200_000}) == "message.large"
    assert ada.refused(f"/tables/{table}/chat", on=True, deck="#" * 20_000) == "message.large"
    quoted = ada.web.post("/api/tables", json={"game": "sea-change", "options": {"teams": "x" * 100_000}})
    assert (quoted.status_code, quoted.json()["error"]["key"]) == (422, "game.choice")
    assert len(quoted.text) < 2000


def test_whoever_gets_up_after_a_match_leaves_a_free_chair_and_no_rematch(ada: Guest, bob: Guest) -> None:
    table = table_of([ada, bob], "sea-change", options={"target": 1})
    path = f"/tables/{table['id']}"

    async def play() -> None:
        async with ada.at(table["id"]) as a, bob.at(table["id"]) as b:
            await asyncio.gather(a.play_on(random.Random(2)), b.play_on(random.Random(2)))

    asyncio.run(play())
    after = bob.post(f"{path}/stand")
    assert (after["stage"], after["chairs"][1]["kind"]) == ("open", "empty")
    assert ada.refused(f"{path}/rematch") == "table.not_over"
    assert ada.refused(f"{path}/start") == "table.empty_chairs"
    bob.post(f"{path}/sit")
    assert bob.post(f"{path}/start")["stage"] == "playing"


def test_a_rematch_needs_somebody_on_every_chair() -> None:
    table = Table(
        id="t", game="sea-change", seats=2, options={}, maker="p", maker_name="Ada",
        made=0.0, chairs=[Chair(person="p"), Chair()], stage="over",
    )  # fmt: skip
    with pytest.raises(Refused, match=r"table\.empty_chairs"):
        seating.again(table, Person("p", "Ada"))


def test_the_maker_removes_a_person(ada: Guest, bob: Guest) -> None:
    table = table_of([ada, bob], "sea-change")
    path = f"/tables/{table['id']}"
    assert bob.refused(f"{path}/remove", person=ada.id) == "table.only_maker"
    assert ada.refused(f"{path}/remove", person=ada.id) == "table.remove_yourself"

    async def play() -> None:
        async with bob.at(table["id"]) as seat:
            await asyncio.to_thread(ada.post, f"{path}/remove", person=bob.id)
            with suppress(ConnectionClosed):
                while True:
                    await seat.hear()
            assert seat.socket.close_code == 4403

    asyncio.run(play())
    assert ada.get(path)["chairs"][1]["resigned"]
    assert bob.refused(f"{path}/sit") == "table.removed"
    assert bob.get("/my/tables")["tables"] == [], "nothing leads there any more"


def test_chat_is_short_and_can_be_switched_off(ada: Guest, bob: Guest) -> None:
    table = table_of([ada, bob], "sea-change")

    async def talk() -> None:
        async with ada.at(table["id"]) as a, bob.at(table["id"]) as b, watch(ada.url, table["id"]) as spectator:
            said = await a.ask(type="chat", id="once", text=" <i>good</i>   luck ")
            again = await a.ask(type="chat", id="once", text=" <i>good</i>   luck ")
            assert said == again
            assert (await b.until("chatted"))["line"]["text"] == "<i>good</i> luck"
            assert (await a.ask(type="chat", text="bell \x07"))["reason"]["key"] == "text.characters"
            assert (await spectator.ask(type="chat", text="hm"))["reason"]["key"] == "table.not_seated"
            assert len(await b.ask(type="ping")) == 2
            assert len(b.chat) == 1
            await asyncio.to_thread(ada.post, f"/tables/{table['id']}/chat", on=False)
            assert (await b.ask(type="chat", text="hello?"))["reason"]["key"] == "chat.off"
        async with bob.at(table["id"]) as b:
            assert [line["text"] for line in b.chat] == ["<i>good</i> luck"]

    asyncio.run(talk())


def test_a_new_name_reaches_every_table_at_once(ada: Guest, bob: Guest) -> None:
    table = ada.post("/tables", game="sea-change", seats=2)
    bob.post(f"/tables/{table['id']}/sit")

    async def rename() -> None:
        async with ada.at(table["id"]) as a, bob.at(table["id"]) as b:
            await asyncio.to_thread(ada.post, "/guest", name="Ada Lovelace")
            while b.table["chairs"][0]["name"] != "Ada Lovelace":
                await b.until("table")
            assert b.table["maker"]["name"] == "Ada Lovelace"
            await a.ask(type="chat", text="hello")
            assert (await b.until("chatted"))["line"]["name"] == "Ada Lovelace"

    asyncio.run(rename())


def test_the_host_changes_a_table_before_it_starts(ada: Guest, bob: Guest) -> None:
    table = ada.post("/tables", game="sea-change", seats=4, clock=60)
    path = f"/tables/{table['id']}"
    bob.post(f"{path}/sit")
    assert bob.refused(f"{path}/options", options={"teams": 2}) == "table.only_maker"
    assert ada.refused(f"{path}/options", options={"teams": 3}) == "game.choice"
    changed = ada.post(f"{path}/options", options={"teams": 2}, public=True)
    assert (changed["options"]["teams"], changed["clock"], changed["public"]) == (2, None, True)
    ada.post(f"{path}/start", fill="cabin-boy")
    assert ada.refused(f"{path}/options") == "table.started"
    assert ada.refused(f"{path}/cancel") == "table.started"


def test_the_host_cancels_a_table_and_everyone_is_told(ada: Guest, bob: Guest) -> None:
    table = ada.post("/tables", game="sea-change", seats=3, public=True)["id"]
    bob.post(f"/tables/{table}/sit")

    async def cancel() -> int | None:
        async with bob.at(table) as b:
            assert await asyncio.to_thread(bob.refused, f"/tables/{table}/cancel") == "table.only_maker"
            await asyncio.to_thread(ada.post, f"/tables/{table}/cancel")
            with suppress(ConnectionClosed):
                while True:
                    await b.hear()
            return b.socket.close_code

    assert asyncio.run(cancel()) == 4404
    assert table not in [one["id"] for one in bob.get("/my/tables")["tables"]]
    assert bob.web.get(f"/api/tables/{table}").status_code == 404
    assert bob.refused(f"/tables/{table}/sit") == "table.unknown"


def test_only_this_machine_is_told_where_others_find_the_server(ada: Guest) -> None:
    assert ada.get("/reach") == {"addresses": []}  # it listens on this machine only


@pytest.mark.parametrize(
    ("host", "client", "found"),
    [
        ("192.168.1.20", "127.0.0.1", ["http://192.168.1.20:8000"]),
        ("192.168.1.20", "192.168.1.31", []),
        ("::1", "127.0.0.1", []),
        ("fd00::5", "::1", ["http://[fd00::5]:8000"]),
    ],
)
def test_an_invitation_names_the_address_that_others_can_reach(host: str, client: str, found: list[str]) -> None:
    scope = {"type": "http", "client": (client, 5000), "server": ("127.0.0.1", 8000), "scheme": "http", "path": "/", "headers": []}
    assert reachable_at(host, Request({**scope, "query_string": b"", "method": "GET"})) == found
