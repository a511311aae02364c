"""How notifications are sent: again to a service that is busy, never to a dead device, ten moves as one, and once by two servers."""

import asyncio
import os
import random
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy.engine import Connection as Database

from seaboard.server.push import sender
from seaboard.server.push.notice import Notice
from seaboard.server.storage import rows
from seaboard.server.storage.people import people, subscriptions
from seaboard.server.storage.rows import Subscription
from tests.server.harness import Guest, served
from tests.server.inside import Inside
from tests.server.pushing import Device, PushService, move_until_turn_of, playing, push_service, seat_of


@pytest.fixture(scope="module")
def service() -> Iterator[PushService]:
    with push_service() as running:
        yield running


@pytest.fixture
def inside(service: PushService, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Inside]:
    monkeypatch.setattr(sender, "AGAIN", (0.05, 0.05, 0.05))
    running = Inside(tmp_path, push_services=(service.origin,))
    yield running
    running.run(running.server.push.close())
    running.close()


def tell(inside: Inside, person: str, *, kind: Any = "turn") -> None:
    async def send() -> None:
        inside.server.push.send(person, Notice("t1", "sea-change", kind, lasts=60, urgent=False))
        while inside.server.push._working or inside.server.push._later or inside.server.push._waiting:
            await asyncio.sleep(0.01)

    inside.run(send())


def known(inside: Inside, device: Device, person: str = "p1") -> list[Subscription]:
    store = inside.server.store
    found: list[Subscription] = inside.run(store.read(lambda c: subscriptions.of_person(c, person)))
    return [one for one in found if one.endpoint == device.endpoint]


def add(inside: Inside, endpoint: str) -> Device:
    device = Device("")
    device.endpoint = endpoint
    told = Subscription(f"d{os.urandom(6).hex()}", device.endpoint, device.public, device.auth, "en")

    def work(c: Database) -> None:
        people.add_device(c, rows.Device(told.device, "p1", "", "", 0.0, time.time()), os.urandom(32))
        subscriptions.add(c, told)

    inside.run(inside.server.store.write(work))
    return device


def test_a_service_that_is_busy_is_asked_again_and_a_dead_device_is_forgotten(inside: Inside, service: PushService) -> None:
    service.answers["/busy"] = [(503, {}), (429, {"retry-after": "0"}), (201, {})]
    service.answers["/dead"] = [(410, {})]
    service.answers["/moved"] = [(307, {"location": f"{service.origin}/elsewhere"})]
    busy, dead, moved = (add(inside, service.origin + path) for path in ("/busy", "/dead", "/moved"))
    tell(inside, "p1")
    came = [service.came.get(timeout=5).path for _ in range(5)]
    assert sorted(came) == ["/busy", "/busy", "/busy", "/dead", "/moved"]
    assert service.came.empty()  # nobody followed the redirect
    assert known(inside, busy)[0].failures == 0
    assert known(inside, dead) == []
    assert known(inside, moved)[0].failures == 1
    for _ in range(sender.MOST_FAILURES - 1):
        tell(inside, "p1")
    assert known(inside, moved) == []
    assert known(inside, busy) != []


def test_a_name_that_became_private_since_is_not_sent_to(inside: Inside, service: PushService) -> None:
    """The check is made when it is sent, not only when it was asked for."""
    device = add(inside, service.origin.replace("http://127.0.0.1", "https://localhost") + "/rebound")
    near = add(inside, "https://localhost/near")
    tell(inside, "p1")
    assert service.all_of("/rebound", within=0.2) == []
    assert known(inside, device)[0].failures == known(inside, near)[0].failures == 1


def test_ten_moves_are_one_notification_and_the_queue_is_bounded(
    inside: Inside, service: PushService, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sender, "MOST_WAITING", 5)
    add(inside, service.origin + "/once")

    async def rush() -> None:
        for kind in ("started", *["turn"] * 10):
            inside.server.push.send("p1", Notice("t1", "sea-change", kind, lasts=60, urgent=False))  # type: ignore[arg-type]  # a literal, in a loop
        for i in range(20):
            inside.server.push.send(f"other{i}", Notice("t1", "sea-change", "turn", lasts=60, urgent=False))
        assert len(inside.server.push._waiting) == 5
        inside.server.push.send("p1", Notice("t1", "sea-change", "turn", lasts=60, urgent=False))
        while inside.server.push._working:
            await asyncio.sleep(0.01)

    inside.run(rush())
    assert len(service.all_of("/once", within=0.3)) == 1


def test_the_key_is_the_same_for_ever(inside: Inside) -> None:
    key = inside.request("GET", "/api/push").json()["key"]
    started_again = sender.Sender(inside.server.store, inside.server.settings)
    assert inside.run(started_again.signer()).public == key


def test_two_servers_send_one_push_with_one_key_and_none_again_after_a_crash(postgres: str, service: PushService, tmp_path: Path) -> None:
    flags = ["--database", postgres, "--push-service", service.origin]
    with served(*flags, data=tmp_path / "one") as one, served(*flags, data=tmp_path / "two") as two:
        ada, bob, table = playing(one)
        assert ada.get("/push")["key"] == Guest(two.url, "Eve").get("/push")["key"]
        device = Device(service.origin).subscribe(bob.moved_to(two.url))
        service.all_of(device.path, within=0.3)

        async def watched_elsewhere() -> None:
            """He has the table open, at the other server."""
            async with bob.at(table) as seat:
                await move_until_turn_of(seat_of(bob, table), ada, table)
                while not seat.view["legal"]:
                    await seat.hear()
                assert service.all_of(device.path, within=0.2) == []
                await asyncio.sleep(0)
                while seat_of(bob, table) in seat.view["to_act"]:
                    await seat.play_on(random.Random(3), 1)

        asyncio.run(watched_elsewhere())
        time.sleep(0.5)  # until both servers know that he has left
        service.all_of(device.path, within=0.1)
        asyncio.run(move_until_turn_of(seat_of(bob, table), ada, table))
        service.next(device.path)
        assert service.all_of(device.path, within=0.5) == []
        one.kill()  # which has sent it
        one.start()
        ada.get("/my/tables")
        bob.get(f"/tables/{table}")
        assert service.all_of(device.path, within=1.0) == []
