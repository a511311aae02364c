"""The same person on another device: links, recovery codes, devices, and two guests who turn out to be one."""

import asyncio
import contextlib
import json
import random
import time
from pathlib import Path
from typing import Any

import httpx
import psycopg
import pytest
import sqlalchemy as sa
from alembic import command
from alembic.config import Config
from psycopg import sql
from sqlalchemy.engine import make_url
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

from seaboard.server.close_codes import CloseCode
from seaboard.server.http.people import recovery_code
from seaboard.server.http.people.device_names import describe
from seaboard.server.storage import ids, schema, store
from tests.server.harness import PATIENCE, Guest, Served, served, table_of, watch
from tests.server.inside import Inside

PHONE = "Mozilla/5.0 (iPhone; CPU iPhone OS 17_0 like Mac OS X) AppleWebKit/605.1.15 Version/17.0 Mobile/15E148 Safari/604.1"
LAPTOP = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0"


class Device(Guest):
    """A browser that nobody has used yet."""

    def __init__(self, url: str, agent: str = LAPTOP) -> None:
        self.url = url
        self.web = httpx.Client(base_url=url, timeout=PATIENCE, headers={"User-Agent": agent})

    def enter(self, path: str, **body: Any) -> dict[str, Any]:
        """Sign in; the cookie is kept."""
        found = self.post(f"/sign-in/{path}", **body)
        self.id, self.token = found["id"], self.web.cookies["seaboard"]
        return found


def follow(guest: Guest, device: Device) -> dict[str, Any]:
    """Continue on another device, by a link."""
    return device.enter("link", secret=guest.post("/devices/link")["secret"])


def seats(guest: Guest, table: str) -> list[str | None]:
    return [chair["id"] for chair in guest.get(f"/tables/{table}")["chairs"]]


async def closed(socket: ClientConnection) -> None:
    """Wait until the server has closed a socket because it is not theirs any more."""
    async with asyncio.timeout(PATIENCE):
        with contextlib.suppress(ConnectionClosed):
            while True:
                await socket.recv()
    assert socket.close_code == CloseCode.NOT_YOU


def status(guest: Guest, path: str) -> int:
    return guest.web.get(f"/api{path}").status_code


# ---- Links -----------------------------------------------------------------------------------------


def test_a_link_continues_a_match_on_another_device_once(server: Served) -> None:
    ada, bob = Guest(server.url, "Ada"), Guest(server.url, "Bob")
    table = table_of([ada, bob], "sea-change")["id"]
    secret = ada.post("/devices/link")["secret"]
    phone = Device(server.url, PHONE)
    assert phone.post("/sign-in/link/look", secret=secret) == {"name": "Ada", "yours": False, "tables": 0}
    assert phone.enter("link", secret=secret) == {"id": ada.id, "name": "Ada"}
    assert phone.token != ada.token

    async def play() -> None:
        async with ada.at(table) as a, bob.at(table) as b, phone.at(table) as p:
            assert p.table["you"]["seat"] == 0
            for _ in range(4):
                mover = p if p.view["legal"] else b
                assert await mover.play_on(random.Random(1), 1) == 1
                assert mover.match is not None
                for seat in (a, b, p):
                    await seat.settle(mover.match["number"])
            assert a.view == p.view

    asyncio.run(play())
    for again in (Device(server.url), phone, ada):
        assert again.refused("/sign-in/link", secret=secret) == "link.dead"
        assert again.refused("/sign-in/link/look", secret=secret) == "link.dead"


def test_a_new_link_kills_the_old_one_and_it_can_be_cancelled(server: Served) -> None:
    ada, other = Guest(server.url, "Ada"), Device(server.url)
    first, second = (ada.post("/devices/link")["secret"] for _ in range(2))
    assert other.refused("/sign-in/link", secret=first) == "link.dead"
    ada.post("/devices/link/cancel")
    assert other.refused("/sign-in/link", secret=second) == "link.dead"
    assert other.refused("/devices/link") == "guest.needed"


def test_a_link_lives_ten_minutes(tmp_path: Path) -> None:
    inside = Inside(tmp_path)
    link = inside.request("POST", "/api/devices/link", inside.guest("Ada")).json()
    assert link["seconds"] == 600
    with sa.create_engine(f"sqlite:///{tmp_path}/inside.db").begin() as c:
        until = c.execute(sa.select(schema.device_links.c.until)).scalar_one()
        assert abs(until - time.time() - 600) < 60
        c.execute(schema.device_links.update().values(until=time.time() - 1))
    for path in ("/api/sign-in/link/look", "/api/sign-in/link"):
        assert inside.request("POST", path, secret=link["secret"]).json()["error"]["key"] == "link.dead"
    inside.close()


@pytest.mark.parametrize("kind", ["sqlite", "postgresql"])
def test_what_was_used_stays_used_and_secrets_are_nowhere_when_the_server_is_killed(
    kind: str, tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    database = f"sqlite:///{tmp_path}/seaboard.db" if kind == "sqlite" else str(request.getfixturevalue("postgres"))
    with served("--database", database, data=tmp_path) as own:
        ada, phone = Guest(own.url, "Ada"), Device(own.url, PHONE)
        secret, code = ada.post("/devices/link")["secret"], ada.post("/devices/code")["code"]
        phone.enter("link", secret=secret)
        own.kill()
        own.start()
        assert phone.get("/me")["id"] == ada.id
        assert Device(own.url).refused("/sign-in/link", secret=secret) == "link.dead"
        third = Device(own.url)
        third.enter("code", code=code)
        assert third.id == ada.id
        kept = b"".join(file.read_bytes() for file in tmp_path.iterdir() if file.is_file())
        for told in (secret, code, code.replace("-", ""), ada.token, phone.token, third.token):
            assert told.encode() not in kept, "neither the log nor the database holds a secret"


def test_of_two_who_follow_one_link_at_once_one_gets_in(server: Served) -> None:
    ada = Guest(server.url, "Ada")

    async def race(secret: str) -> list[int]:
        async with httpx.AsyncClient(base_url=server.url, timeout=PATIENCE) as web:
            asked = (web.post("/api/sign-in/link", json={"secret": secret}, headers={"Cookie": ""}) for _ in range(8))
            return sorted(answer.status_code for answer in await asyncio.gather(*asked))

    for _ in range(3):
        assert asyncio.run(race(ada.post("/devices/link")["secret"])) == [200, *[404] * 7]


# ---- Recovery codes --------------------------------------------------------------------------------


def test_a_code_catches_mistakes_and_forgives_how_it_is_typed() -> None:
    code = recovery_code.new_code()
    plain = code.replace("-", "")
    assert recovery_code.read(f"  {code.lower().replace('-', ' ')}. ") == plain
    for place, ch in enumerate(plain):
        for other in recovery_code.LETTERS:
            assert (recovery_code.read(plain[:place] + other + plain[place + 1 :]) is None) == (other != ch)
        if plain[place : place + 2] != plain[place : place + 2][::-1]:
            assert recovery_code.read(plain[:place] + plain[place : place + 2][::-1] + plain[place + 2 :]) is None
    assert recovery_code.read(plain[:-1]) is None
    assert not set("0O1IL") & set(recovery_code.LETTERS)
    assert len({recovery_code.new_code() for _ in range(1000)}) == 1000


def test_a_recovery_code_signs_in_and_a_new_one_kills_it(server: Served) -> None:
    ada = Guest(server.url, "Ada")
    assert ada.get("/devices")["recovery"] is None
    first = ada.post("/devices/code")["code"]
    assert ada.get("/devices")["recovery"] == pytest.approx(time.time(), abs=60)
    assert Device(server.url).enter("code", code=first.lower().replace("-", " "))["id"] == ada.id
    assert Device(server.url).enter("code", code=first)["id"] == ada.id
    second = ada.post("/devices/code")["code"]
    assert Device(server.url).refused("/sign-in/code", code=first) == "recovery.unknown"
    assert Device(server.url).refused("/sign-in/code", code=second[:-1]) == "recovery.typo"
    assert Device(server.url).refused("/sign-in/code", code=recovery_code.new_code()) == "recovery.unknown"


def test_guessing_is_limited(tmp_path: Path) -> None:
    inside = Inside(tmp_path, limits=True)
    ada = inside.guest("Ada")
    tries = [inside.request("POST", "/api/sign-in/code", code=recovery_code.new_code()).status_code for _ in range(30)]
    assert tries[0] == 404
    assert tries.count(404) <= 25
    assert tries[-1] == 429
    made = [inside.request("POST", "/api/devices/link", ada).status_code for _ in range(40)]
    assert made[0] == 200
    assert made[-1] == 429
    inside.close()


# ---- Devices ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("agent", "name"),
    [
        (PHONE, ("Safari", "iPhone")),
        (LAPTOP, ("Firefox", "Linux")),
        ("Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 Chrome/140.0 Safari/537.36 Edg/140.0", ("Edge", "Windows")),
        ("Mozilla/5.0 (Linux; Android 15) AppleWebKit/537.36 Chrome/140.0 Mobile Safari/537.36", ("Chrome", "Android")),
        ("Mozilla/5.0 (Macintosh; Intel Mac OS X 14) AppleWebKit/605.1.15 Version/17 Safari/605.1.15", ("Safari", "macOS")),
        ("<script>alert(1)</script>", ("", "")),
        ("", ("", "")),
    ],
)
def test_a_device_has_a_plain_name(agent: str, name: tuple[str, str]) -> None:
    assert describe(agent) == name


def test_devices_are_listed_and_any_of_them_signed_out_at_once(server: Served) -> None:
    ada, bob = Guest(server.url, "Ada"), Guest(server.url, "Bob")
    table = table_of([ada, bob], "sea-change")["id"]
    phone = Device(server.url, PHONE)
    follow(ada, phone)
    listed = ada.get("/devices")["devices"]
    assert {(one["browser"], one["system"], one["this"]) for one in listed} == {("", "", True), ("Safari", "iPhone", False)}
    assert all(abs(one["seen"] - time.time()) < 60 for one in listed)
    other = next(one["id"] for one in listed if not one["this"])
    assert bob.refused(f"/devices/{other}/sign-out") == "device.unknown"

    async def sign_out() -> None:
        mine = connect(server.url.replace("http", "ws") + "/api/mine", additional_headers={"Cookie": f"seaboard={phone.token}"})
        async with phone.at(table) as there, ada.at(table) as here, mine as stream:
            await stream.recv()
            await asyncio.to_thread(ada.post, f"/devices/{other}/sign-out")
            for socket in (there.socket, stream):
                await closed(socket)
            assert (await here.ask(type="ping"))["type"] == "pong"
        async with watch(server.url, table, token=phone.token) as spectator:
            assert spectator.table["you"] is None

    asyncio.run(sign_out())
    assert status(phone, "/me") == 401
    assert status(ada, "/me") == 200
    own = ada.get("/devices")["devices"]
    assert len(own) == 1
    answer = ada.web.post(f"/api/devices/{own[0]['id']}/sign-out")
    assert "seaboard=" in answer.headers["set-cookie"]
    assert "Max-Age=0" in answer.headers["set-cookie"]
    assert status(Guest.moved_to(ada, server.url), "/me") == 401


def test_a_name_reaches_the_other_device(server: Served) -> None:
    ada, phone = Guest(server.url, "Ada"), Device(server.url)
    follow(ada, phone)
    assert phone.get("/me")["name"] == "Ada"
    ada.post("/guest", name="Ada L.")
    assert phone.get("/me") == {"id": ada.id, "name": "Ada L."}


def test_signing_in_gives_a_new_cookie_and_the_old_one_is_dead(server: Served) -> None:
    """Nobody can fix a session: whatever cookie a browser had, it has another afterwards."""
    ada, device = Guest(server.url, "Ada"), Device(server.url)
    before = Guest(server.url, "Mallory").token
    device.web.cookies["seaboard"] = before
    secret = ada.post("/devices/link")["secret"]
    answer = device.web.post("/api/sign-in/link", json={"secret": secret})
    assert answer.cookies["seaboard"] not in {before, ada.token}
    assert "HttpOnly" in answer.headers["set-cookie"]
    assert "samesite=strict" in answer.headers["set-cookie"].lower()
    assert httpx.get(f"{server.url}/api/me", headers={"Cookie": f"seaboard={before}"}).status_code == 401
    assert httpx.get(f"{server.url}/api/me", headers={"Cookie": f"seaboard={answer.cookies['seaboard']}"}).json()["id"] == ada.id


def test_another_site_can_sign_nobody_in_or_out(server: Served) -> None:
    ada = Guest(server.url, "Ada")
    secret = ada.post("/devices/link")["secret"]
    for path, body in (("/sign-in/link", {"secret": secret}), ("/devices/code", {}), ("/devices/link", {})):
        answer = ada.web.post(f"/api{path}", json=body, headers={"Origin": "https://evil.example"})
        assert (answer.status_code, answer.json()["error"]["key"]) == (403, "origin")
    plain = ada.web.post("/api/sign-in/link", content=json.dumps({"secret": secret}), headers={"Content-Type": "text/plain"})
    assert plain.status_code == 422
    assert Device(server.url).enter("link", secret=secret)["id"] == ada.id


def test_what_is_served_sends_no_address_to_other_sites(server: Served) -> None:
    answer = httpx.get(f"{server.url}/continue")
    assert answer.headers["referrer-policy"] == "same-origin"


# ---- Two who are one -------------------------------------------------------------------------------


# ---- Old data --------------------------------------------------------------------------------------


def new_database(postgres: str) -> str:
    """A database of its own on the same PostgreSQL."""
    name = f"old_{ids.new_id('x')}"
    with psycopg.connect(postgres, autocommit=True) as connection:
        connection.execute(sql.SQL("CREATE DATABASE {}").format(sql.Identifier(name)))
    return make_url(postgres).set(database=name).render_as_string(hide_password=False)


@pytest.mark.parametrize("kind", ["sqlite", "postgresql"])
def test_a_cookie_from_before_devices_is_still_good(kind: str, tmp_path: Path, request: pytest.FixtureRequest) -> None:
    """A database that an older Seaboard has left: its guests find their tables."""
    database = f"sqlite:///{tmp_path}/seaboard.db" if kind == "sqlite" else new_database(request.getfixturevalue("postgres"))
    engine = sa.create_engine(database.replace("postgresql:", "postgresql+psycopg:"))
    config = Config()
    config.set_main_option("script_location", str(Path(store.__file__).parent / "migrations"))
    token, person = ids.new_token(), ids.new_id("p")
    with engine.begin() as c:
        config.attributes["connection"] = c
        command.upgrade(config, "0003")
        row = {"id": person, "token": ids.fingerprint(token), "name": "Ada", "made": time.time()}
        c.execute(sa.text("INSERT INTO people (id, token, name, made) VALUES (:id, :token, :name, :made)"), row)
    engine.dispose()
    with served("--database", database, data=tmp_path / "log") as own:
        old = httpx.Client(base_url=own.url, cookies={"seaboard": token})
        assert old.get("/api/me").json() == {"id": person, "name": "Ada"}
        assert [one["this"] for one in old.get("/api/devices").json()["devices"]] == [True]


# ---- Several servers -------------------------------------------------------------------------------


def test_two_servers_know_one_person(postgres: str, tmp_path: Path) -> None:
    with served("--database", postgres, data=tmp_path / "a") as one, served("--database", postgres, data=tmp_path / "b") as two:
        ada, guest, bob = Guest(one.url, "Ada"), Guest(two.url, "Guest"), Guest(one.url, "Bob")
        table = table_of([guest.moved_to(one.url), bob], "sea-change")["id"]
        secret = ada.post("/devices/link")["secret"]

        async def merge() -> None:
            async with bob.at(table) as b, guest.moved_to(two.url).at(table) as g:
                answer = await asyncio.to_thread(guest.moved_to(one.url).web.post, "/api/sign-in/link", json={"secret": secret})
                assert answer.json()["id"] == ada.id
                guest.token = answer.cookies["seaboard"]
                await closed(g.socket)
                while b.table["chairs"][0]["id"] != ada.id:
                    await b.hear()
            async with guest.moved_to(two.url).at(table) as again:
                assert again.table["you"]["seat"] == 0
                device = next(d["id"] for d in ada.get("/devices")["devices"] if not d["this"])
                await asyncio.to_thread(ada.post, f"/devices/{device}/sign-out")
                await closed(again.socket)

        asyncio.run(merge())
        assert status(guest.moved_to(two.url), "/me") == 401
        ada.moved_to(two.url).get("/me")
        ada.moved_to(one.url).post("/guest", name="Ada L.")
        end = time.monotonic() + PATIENCE
        while ada.moved_to(two.url).get("/me")["name"] != "Ada L.":
            assert time.monotonic() < end
            time.sleep(0.05)
        assert Device(two.url).refused("/sign-in/link", secret=secret) == "link.dead"
