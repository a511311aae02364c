"""Many sockets of one network, and streams that are asked without end."""

import asyncio
import json
import time
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from seaboard.server.close_codes import CloseCode
from seaboard.server.http.tables import own_tables
from seaboard.server.limits import MESSAGES, MOST_FAST, Buckets, Rates
from seaboard.server.live import endpoint, harbour, own_tables_stream
from tests.server.inside import Inside


@pytest.fixture
def inside(tmp_path: Path) -> Iterator[Inside]:
    server = Inside(tmp_path, limits=True)
    yield server
    server.close()


class Socket:
    """A socket of somebody (or nobody) at an address, and what came over it."""

    def __init__(self, inside: Inside, path: str, token: str | None, address: str) -> None:
        self._inbox: asyncio.Queue[dict[str, Any]] = asyncio.Queue()
        self.texts = list[str]()
        self.code: int | None = None
        headers = [(b"cookie", f"seaboard={token}".encode())] if token else []
        scope = {"type": "websocket", "path": path, "headers": headers, "client": (address, 1), "extensions": {}}
        self._inbox.put_nowait({"type": "websocket.connect"})
        self._serving = asyncio.ensure_future(inside.server(scope, self._inbox.get, self._hear))

    async def _hear(self, message: Any) -> None:
        if message["type"] == "websocket.send":
            self.texts.append(message["text"])
        elif message["type"] == "websocket.close":
            self.code = message["code"]

    def send(self, text: str) -> None:
        self._inbox.put_nowait({"type": "websocket.receive", "text": text})

    async def begun(self) -> None:
        while not self.texts and self.code is None:
            await asyncio.sleep(0.01)

    async def leave(self) -> None:
        self._inbox.put_nowait({"type": "websocket.disconnect"})
        await self._serving


def test_one_network_has_only_so_many_sockets_whoever_they_are_of(inside: Inside, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(endpoint, "MOST_OF_NETWORK", 6)
    guests = [inside.guest(f"Guest {number}") for number in range(4)]

    async def come() -> None:
        sockets = [Socket(inside, "/api/mine", guest, f"2001:db8:1:2::{n:x}") for n, guest in enumerate(guests * 2)]
        elsewhere = Socket(inside, "/api/mine", guests[0], "2001:db8:1:3::1")
        for socket in (*sockets, elsewhere):
            await socket.begun()
        assert Counter(socket.code for socket in sockets) == {None: 6, CloseCode.TOO_MANY: 2}
        assert elsewhere.code is None
        for socket in (*sockets, elsewhere):
            await socket.leave()
        again = Socket(inside, "/api/mine", guests[0], "2001:db8:1:2::1")
        await again.begun()
        assert again.code is None
        await again.leave()

    inside.run(come())


def test_many_networks_of_one_customer_have_only_so_many_sockets(inside: Inside, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(endpoint, "MOST_OF_NETWORK", 2)
    monkeypatch.setattr(endpoint, "NETWORKS", 3)
    guests = [inside.guest(f"Guest {number}") for number in range(8)]

    async def come() -> None:
        sockets = [Socket(inside, "/api/mine", guest, f"2001:db8:1:{n:x}::1") for n, guest in enumerate(guests)]
        for socket in sockets:
            await socket.begun()
        assert Counter(socket.code for socket in sockets) == {None: 6, CloseCode.TOO_MANY: 2}
        for socket in sockets:
            await socket.leave()
        again = Socket(inside, "/api/mine", guests[0], "2001:db8:1:2::1")
        await again.begun()
        assert again.code is None
        await again.leave()

    inside.run(come())


def test_a_stream_heeds_only_so_many_messages(inside: Inside, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(own_tables_stream, "PAUSE", 0.0)
    token, made = inside.guest("Ada"), 0
    of_person = own_tables.of_person

    async def counted(*arguments: Any) -> Any:
        nonlocal made
        made += 1
        return await of_person(*arguments)

    monkeypatch.setattr(own_tables, "of_person", counted)
    looks = list[str]()

    async def noted(person: str) -> None:
        looks.append(person)

    for name in ("begin_to_look", "look_away"):
        monkeypatch.setattr(inside.server.invitations, name, noted)

    async def flood() -> None:
        asking, looking = Socket(inside, "/api/mine", token, "10.0.0.1"), Socket(inside, "/api/mine", token, "10.0.0.2")
        for number in range(MESSAGES[1] + MOST_FAST // 2):
            asking.send("?")
            looking.send('{"type":"away"}' if number % 2 else '{"type":"look"}')
            await asyncio.sleep(0)
        await asyncio.sleep(0.1)
        assert (asking.code, looking.code) == (None, None)
        for _ in range(MOST_FAST):
            asking.send("?")
        while asking.code is None:
            await asyncio.sleep(0.01)
        assert asking.code == CloseCode.TOO_FAST
        await asking.leave()
        await looking.leave()

    inside.run(flood())
    assert made < MESSAGES[1] + 40
    assert MESSAGES[1] <= len(looks) < MESSAGES[1] + 40


def test_lists_are_made_only_so_fast_for_one_network(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(own_tables_stream, "PAUSE", 0.02)
    inside = Inside(tmp_path, rates=Rates(lists=Buckets(20, 4)))
    token = inside.guest("Ada")
    person = inside.request("GET", "/api/me", token).json()["id"]

    async def change() -> None:
        sockets = [Socket(inside, "/api/mine", token, "10.0.0.1") for _ in range(8)]
        for socket in sockets:
            await socket.begun()
        began, before = time.monotonic(), sum(len(socket.texts) for socket in sockets)
        for _ in range(30):
            inside.server.mine.hear_of_list(person)
            await asyncio.sleep(0.01)
        told = sum(len(socket.texts) for socket in sockets) - before
        assert told <= 4 + 20 * (time.monotonic() - began) + 1
        for socket in sockets:
            await socket.leave()

    inside.run(change())
    inside.close()


def test_one_network_asks_for_only_so_many_lists(inside: Inside, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(harbour, "PAUSE", 0.0)
    told = 0

    async def flood() -> None:
        nonlocal told
        sockets = [Socket(inside, "/api/harbour", None, f"2001:db8:1:2::{number:x}") for number in range(20)]
        for _ in range(40):
            for socket in sockets:
                socket.send("?")
            await asyncio.sleep(0.002)
        told = sum(len(socket.texts) for socket in sockets)
        elsewhere = Socket(inside, "/api/harbour", None, "2001:db8:1:3::1")
        await elsewhere.begun()
        before = len(elsewhere.texts)
        elsewhere.send("?")
        while len(elsewhere.texts) == before:
            await asyncio.sleep(0.01)
        assert json.loads(elsewhere.texts[-1])["tables"] == []
        for socket in (*sockets, elsewhere):
            await socket.leave()

    inside.run(flood())
    assert told < 20 + 300 + 60
