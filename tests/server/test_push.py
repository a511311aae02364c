"""Notifications to those who are away: of their turn, of a start, of a rematch; encrypted, once, and never into a private network."""

import asyncio
import random
import time
from collections.abc import Iterator
from ipaddress import ip_address
from typing import Any

import pytest
from cryptography.hazmat.primitives.asymmetric import ec

from seaboard import locales
from seaboard.server.push import addresses
from seaboard.server.push.addresses import find_target, is_public
from seaboard.server.push.encryption import CURVE, encrypt
from seaboard.server.refusals import Refused
from tests.server.harness import Guest, Served, served
from tests.server.pushing import (
    Device,
    PushService,
    bytes_of,
    decrypt,
    move_until_turn_of,
    playing,
    push_service,
    seat_of,
    signed_claims,
    text,
)


@pytest.fixture(scope="module")
def service() -> Iterator[PushService]:
    with push_service() as running:
        yield running


@pytest.fixture(scope="module")
def server(service: PushService, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    with served("--push-service", service.origin, "--grace", "0.3", data=tmp_path_factory.mktemp("push")) as running:
        yield running


def test_the_example_of_the_rfc_comes_out() -> None:
    """RFC 8291, section 5."""
    body = encrypt(
        b"When I grow up, I want to be a watermelon",
        key=bytes_of("BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4"),
        auth=bytes_of("BTBZMqHH6r4Tts7J_aSIgg"),
        own=ec.derive_private_key(int.from_bytes(bytes_of("yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw"), "big"), CURVE),
        salt=bytes_of("DGv6ra1nlYgDCS1FRnbzlw"),
        padded=0,
    )
    assert text(body) == (
        "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_"
        "yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN"
    )
    private = ec.derive_private_key(int.from_bytes(bytes_of("q1dXpw3UpT5VOmu_cf_v6ih07Aems3njxI-JWgLcM94"), "big"), CURVE)
    assert decrypt(body, private=private, auth=bytes_of("BTBZMqHH6r4Tts7J_aSIgg")).startswith(b"When I grow up")


def test_whoever_is_away_is_told_of_their_turn_within_a_second_and_nothing_else(server: Served, service: PushService) -> None:
    ada, bob, table = playing(server)
    device = Device(service.origin).subscribe(bob, "fr")
    key = ada.get("/push")["key"]
    took: list[float] = []
    for _ in range(4):  # another program may take any moment from us, but not every one
        moved = asyncio.run(move_until_turn_of(seat_of(bob, table), ada, table))
        push = service.next(device.path)
        took.append(push.at - moved)
        asyncio.run(move_until_turn_of(seat_of(ada, table), bob, table))
        if took[-1] < 1:
            break
    assert min(took) < 1, took
    assert device.read(push) == {
        "table": table,
        "game": "sea-change",
        "kind": "turn",
        "language": "fr",
        "title": locales.say("fr", "away", "push.turn"),
        "body": "Sea Change",
    }
    assert push.headers["topic"] == table
    assert int(push.headers["ttl"]) >= 86400
    assert push.headers["urgency"] == "normal"
    claims = signed_claims(push.headers["authorization"], key)
    assert claims["aud"] == service.origin
    assert 0 < claims["exp"] - time.time() <= 86400
    assert "Sea Change" not in repr(push.body)
    for secret in (device.path, table, bob.token, service.origin):
        assert secret not in server.logged()


def test_quiet_for_whoever_has_the_table_open_and_for_a_table_that_is_switched_off(server: Served, service: PushService) -> None:
    ada, bob, table = playing(server)
    device = Device(service.origin).subscribe(bob)

    async def watched() -> None:
        async with bob.at(table) as seat:
            await move_until_turn_of(seat_of(bob, table), ada, table)
            while not seat.view["legal"]:
                await seat.hear()
            await asyncio.sleep(0.3)
            assert service.all_of(device.path, within=0.1) == []

    asyncio.run(watched())
    # gone right after the turn began: the line may have been dead before it
    assert device.read(service.next(device.path))["kind"] == "turn"

    assert bob.post(f"/tables/{table}/notify", on=False)["you"]["notify"] is False
    asyncio.run(move_until_turn_of(seat_of(ada, table), bob, table))
    asyncio.run(move_until_turn_of(seat_of(bob, table), ada, table))
    assert service.all_of(device.path, within=0.5) == []
    assert bob.post(f"/tables/{table}/notify", on=True)["you"]["notify"] is True
    assert Guest(server.url, "Eve").refused(f"/tables/{table}/notify", on=False) == "table.not_seated"


def test_a_host_and_players_who_are_away_hear_of_company_a_start_and_a_rematch(server: Served, service: PushService) -> None:
    ada, bob = Guest(server.url, "Ada"), Guest(server.url, "Bob")
    of_ada, of_bob = Device(service.origin).subscribe(ada), Device(service.origin).subscribe(bob)
    table = ada.post("/tables", game="sea-change", seats=2, options={"target": 1})["id"]
    alone = ada.post("/tables", game="sea-change", seats=2, bots=[None, "cabin-boy"], start=True)["id"]
    bob.post(f"/tables/{table}/sit")
    assert of_ada.read(service.next(of_ada.path))["kind"] == "joined"  # and nothing of the table where she is alone with a bot
    assert ada.get(f"/tables/{alone}")["stage"] == "playing"
    ada.post(f"/tables/{table}/start")
    assert of_bob.read(service.next(of_bob.path))["kind"] == "started"

    async def play() -> None:
        async with ada.at(table) as one, bob.at(table) as two:
            await asyncio.gather(one.play_on(random.Random(1)), two.play_on(random.Random(2)))

    asyncio.run(play())
    service.all_of(of_bob.path, within=0.2)
    ada.post(f"/tables/{table}/rematch")
    told = of_bob.read(service.next(of_bob.path))
    assert (told["kind"], told["title"]) == ("rematch", "A rematch is offered")


def test_nobody_is_covered_without_being_told(server: Served, service: PushService) -> None:
    ada, bob, table = playing(server, clock=300)
    device = Device(service.origin).subscribe(bob)

    async def leave() -> None:
        async with ada.at(table) as seat:
            async with bob.at(table):
                pass
            while seat.table["chairs"][seat_of(bob, table)]["covered"] != "left":
                await seat.hear()

    asyncio.run(leave())
    assert device.read(service.next(device.path))["kind"] == "covered"


def test_a_device_can_be_taken_off_and_belongs_to_who_had_it_last(server: Served, service: PushService) -> None:
    ada, bob, table = playing(server)
    device, old = Device(service.origin).subscribe(ada), Device(service.origin).subscribe(bob)
    device.subscribe(bob)
    asyncio.run(move_until_turn_of(seat_of(bob, table), ada, table))
    assert device.read(service.next(device.path))["kind"] == "turn"
    assert service.all_of(old.path, within=0.2) == []
    bob.post("/push/stop")
    asyncio.run(move_until_turn_of(seat_of(ada, table), bob, table))
    asyncio.run(move_until_turn_of(seat_of(bob, table), ada, table))
    assert service.all_of(device.path, within=0.3) == []


def test_a_device_that_is_signed_out_is_told_nothing_and_another_of_the_same_person_is(server: Served, service: PushService) -> None:
    ada, bob, table = playing(server)
    phone = Guest(server.url, "Somebody")
    phone.post("/sign-in/link", secret=bob.post("/devices/link")["secret"])
    on_phone, on_desk = Device(service.origin).subscribe(phone), Device(service.origin).subscribe(bob)
    asyncio.run(move_until_turn_of(seat_of(bob, table), ada, table))
    came = {push.path: push for push in (service.came.get(timeout=20), service.came.get(timeout=20))}
    assert on_desk.read(came[on_desk.path]) == on_phone.read(came[on_phone.path])
    [other] = [one["id"] for one in bob.get("/devices")["devices"] if not one["this"]]
    bob.post(f"/devices/{other}/sign-out")
    asyncio.run(move_until_turn_of(seat_of(ada, table), bob, table))
    asyncio.run(move_until_turn_of(seat_of(bob, table), ada, table))
    assert [push.path for push in service.all_of_any(within=0.5)] == [on_desk.path]


@pytest.mark.parametrize(
    "endpoint",
    [
        "https://127.0.0.1/x",
        "https://10.0.0.1/x",
        "https://[::1]/x",
        "https://localhost/x",
        "https://2130706433/x",
        "https://0x7f.1/x",
        "https://169.254.169.254/latest/meta-data",
        "https://192.168.1.1/x",
        "https://100.64.0.1/x",
        "https://224.0.0.1/x",
        "https://[::ffff:10.0.0.1]/x",
        "https://[fe80::1]/x",
        "https://[fd00::1]/x",
        "https://[2002:a00:1::1]/x",
        "https://[64:ff9b::a00:1]/x",
        "http://push.example.org/x",
        "https://push.example.org:8443/x",
        "https://user@push.example.org/x",
        "https://push.example.org",
        "https://push.example.org/a b",
        "https://push.example.org/" + "x" * 1001,
        "file:///etc/passwd",
        "http://127.0.0.1:1/x",
        "",
    ],
)
def test_no_push_is_promised_to_a_private_address(server: Served, endpoint: str) -> None:
    device = Device("")
    device.endpoint = endpoint
    answer = Guest(server.url, "Eve").web.post("/api/push", json=device.subscription)
    assert answer.status_code == 422, answer.text


def test_a_trusted_service_is_trusted_to_its_last_letter(server: Served, service: PushService) -> None:
    """Nothing that begins like it: another port, or a name in another domain."""
    for origin in (service.origin + "0", service.origin + ".example.org", service.origin.replace("://", "://x@")):
        device = Device(origin)
        assert Guest(server.url, "Eve").refused("/push", **device.subscription) == "push.address"


@pytest.mark.parametrize("keys", [{"key": "AAAA"}, {"auth": "AAAA"}, {"key": "B" + "A" * 86}, {"key": "é"}, {"auth": "!" * 22}])
def test_keys_that_are_none_are_refused(server: Served, service: PushService, keys: dict[str, str]) -> None:
    assert Guest(server.url, "Eve").refused("/push", **{**Device(service.origin).subscription, **keys}) == "push.keys"


@pytest.mark.parametrize(
    ("address", "expected"),
    [
        ("93.184.215.14", True),
        ("2606:2800:21f:cb07:6820:80da:af6b:8b2c", True),
        ("64:ff9b::5db8:d70e", True),
        ("::ffff:93.184.215.14", True),
        ("0.0.0.0", False),
        ("255.255.255.255", False),
        ("240.0.0.1", False),
        ("192.0.2.1", False),
        ("::", False),
        ("ff02::1", False),
        ("2001:0:4136:e378:8000:63bf:3fff:fdd2", False),
        ("64:ff9b:1::1", False),
        ("::10.0.0.1", False),
    ],
)
def test_what_is_public(address: str, expected: bool) -> None:
    assert is_public(ip_address(address)) is expected


def test_a_name_that_resolves_to_a_private_address_is_refused_and_the_rest_goes_where_was_looked(monkeypatch: pytest.MonkeyPatch) -> None:
    found: list[str] = []
    monkeypatch.setattr(addresses, "getaddrinfo", lambda *_, **__: [(2, 1, 6, "", (one, 443)) for one in found])

    def target() -> Any:
        return asyncio.run(find_target("https://push.example.org/abc?d", ()))

    for found[:] in (["127.0.0.1"], ["10.1.2.3"], ["93.184.215.14", "10.1.2.3"], ["::1"], []):
        with pytest.raises(Refused):
            target()
    found[:] = ["93.184.215.14"]
    assert target() == addresses.Target("https://93.184.215.14/abc?d", "push.example.org", "https://push.example.org")
