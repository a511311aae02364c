"""Connections of people who take nothing of what they asked for, and of those who have too many."""

import asyncio
import gc
import socket
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from typing import Any, cast

import pytest
import uvicorn

from seaboard.server.http.transport.connection_limits import Wires
from seaboard.server.http.transport.connections import MOST_PIPELINED, BoundedProtocol, bounded
from seaboard.server.limits import NETWORKS
from seaboard.server.live.transport import PushingProtocol
from seaboard.server.run import UNANSWERED, listen
from tests.server.harness import PATIENCE
from tests.server.test_sockets import HELLO

GET = b"GET / HTTP/1.1\r\nHost: here\r\n\r\n"
SHORT = 0.4
"""Seconds in which something has to be taken."""


@asynccontextmanager
async def served(application: Any, wires: Wires) -> AsyncIterator[int]:
    """An application behind our connections; its port."""
    listening = listen("127.0.0.1", 0)
    http = bounded(5.0, wires)
    config = uvicorn.Config(application, http=http, ws=PushingProtocol, lifespan="off", log_config=None, ws_ping_interval=None)
    server = uvicorn.Server(config)
    serving = asyncio.create_task(server.serve(sockets=[listening]))
    yield int(listening.getsockname()[1])
    server.should_exit = True
    await serving


async def stubborn(port: int, sent: bytes) -> socket.socket:
    """Somebody who sends this, and has little room for the answer."""
    loop, one = asyncio.get_running_loop(), socket.socket()
    one.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    one.setblocking(False)
    await loop.sock_connect(one, ("127.0.0.1", port))
    await loop.sock_sendall(one, sent)
    return one


class Endless:
    """An application that answers without end, by HTTP or on a socket, until nobody is there any more."""

    def __init__(self) -> None:
        self.sent = 0
        self.ended = asyncio.Event()

    async def __call__(self, scope: dict[str, Any], receive: Any, send: Any) -> None:
        await receive()
        if scope["type"] == "http":
            await send({"type": "http.response.start", "status": 200, "headers": []})
        else:
            await send({"type": "websocket.accept"})
        part = "x" * 100_000
        going = asyncio.ensure_future(self._gone(receive))
        try:
            while not going.done():
                if scope["type"] == "http":
                    await send({"type": "http.response.body", "body": part.encode(), "more_body": True})
                else:
                    await send({"type": "websocket.send", "text": part})
                self.sent += len(part)
                await asyncio.sleep(0)
        except OSError:
            pass
        finally:
            going.cancel()
            self.ended.set()

    async def _gone(self, receive: Any) -> None:
        while not (await receive())["type"].endswith("disconnect"):
            pass


@pytest.mark.parametrize("asked", [GET, HELLO])
def test_who_takes_nothing_of_an_answer_is_cut_off(asked: bytes) -> None:
    async def run() -> None:
        application = Endless()
        async with served(application, Wires(patience=SHORT)) as port:
            one = await stubborn(port, asked)
            await application.ended.wait()
            assert application.sent > 0
            one.close()

    asyncio.run(asyncio.wait_for(run(), PATIENCE))


def test_who_asks_again_and_again_and_takes_nothing_is_cut_off() -> None:
    async def run() -> None:
        lost = asyncio.Event()

        async def answer(_scope: dict[str, Any], _receive: Any, send: Any) -> None:
            await send({"type": "http.response.start", "status": 200, "headers": [(b"content-length", b"1000000")]})
            await send({"type": "http.response.body", "body": b"x" * 1_000_000})

        class Noted(Wires):
            def remove(self, wire: Any) -> None:
                super().remove(wire)
                lost.set()

        async with served(answer, Noted(patience=SHORT)) as port:
            one = await stubborn(port, GET * MOST_PIPELINED)
            await lost.wait()
            one.close()

    asyncio.run(asyncio.wait_for(run(), PATIENCE))


class Slow:
    """A transport of which so much waits to be taken."""

    def __init__(self) -> None:
        self.waiting = 0
        self.is_cut_off = False
        self._socket = socket.socket()

    def get_extra_info(self, name: str) -> Any:
        return ("192.0.2.1", 1) if name == "peername" else self._socket

    def is_closing(self) -> bool:
        return self.is_cut_off

    def write(self, data: bytes) -> None:
        self.waiting += len(data)

    def get_write_buffer_size(self) -> int:
        return self.waiting

    def abort(self) -> None:
        self.is_cut_off = True


def test_who_takes_little_by_little_is_served_on() -> None:
    async def run() -> None:
        wires, slow = Wires(patience=PATIENCE), Slow()
        wire = wires.add(cast(asyncio.Transport, slow))
        wire.write(b"x" * 100)

        def later(*, taken: int, written: int = 0) -> bool:
            """Whether they are still there after a long time, in which they have taken so much, and so much more was written."""
            slow.waiting -= taken
            wire.write(b"x" * written)
            wire.since -= 2 * PATIENCE
            wires._look()
            return not slow.is_cut_off

        assert later(taken=10)
        assert later(taken=30, written=50)  # there is more to take than before, and yet they have taken something
        assert later(taken=slow.waiting)
        assert later(taken=0)  # there is nothing to take
        assert later(taken=1, written=50)
        assert not later(taken=0, written=50)
        slow._socket.close()

    asyncio.run(run())


def test_only_so_many_requests_wait_on_a_connection() -> None:
    async def run(count: int) -> bytes:
        may_answer = asyncio.Event()

        async def answer(_scope: dict[str, Any], _receive: Any, send: Any) -> None:
            await may_answer.wait()
            await send({"type": "http.response.start", "status": 200, "headers": [(b"content-length", b"0")]})
            await send({"type": "http.response.body"})

        async with served(answer, Wires(patience=5.0)) as port:
            reader, writer = await asyncio.open_connection("127.0.0.1", port)
            writer.write(GET * count)
            asyncio.get_running_loop().call_later(0.2, may_answer.set)
            found = b""
            while found.count(b"200 OK") < count and (more := await reader.read(1000)):
                found += more
            writer.close()
            with suppress(ConnectionError):
                await writer.wait_closed()
            return found

    answered = 1 + MOST_PIPELINED  # the first is being answered, the others wait
    assert asyncio.run(asyncio.wait_for(run(answered), PATIENCE)).count(b"200 OK") == answered
    assert b"200 OK" not in asyncio.run(asyncio.wait_for(run(answered + 1), PATIENCE))


def test_one_network_has_only_so_many_connections() -> None:
    async def answer(_scope: dict[str, Any], _receive: Any, send: Any) -> None:
        await send({"type": "http.response.start", "status": 200, "headers": [(b"content-length", b"0")]})
        await send({"type": "http.response.body"})

    async def ask(port: int) -> tuple[bytes, asyncio.StreamWriter]:
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        writer.write(GET)
        return await reader.readline(), writer

    async def run(wires: Wires) -> list[bytes]:
        async with served(answer, wires) as port:
            come = [await ask(port) for _ in range(4)]
            for _, writer in come:
                writer.close()
                await writer.wait_closed()
            while wires.count("127.0.0.1"):
                await asyncio.sleep(0.01)
            again, writer = await ask(port)
            writer.close()
            return [line.split()[1] for line in (*(line for line, _ in come), again)]

    found = asyncio.run(asyncio.wait_for(run(Wires(patience=5.0, most=2)), PATIENCE))
    assert found == [b"200", b"200", b"429", b"429", b"200"]
    spared = asyncio.run(asyncio.wait_for(run(Wires(patience=5.0, most=2, is_spared=lambda host: host == "127.0.0.1")), PATIENCE))
    assert spared == [b"200"] * 5


def test_a_connection_that_is_gone_leaves_memory_at_once_with_all_that_it_asked_for() -> None:
    async def answer_late(_scope: dict[str, Any], _receive: Any, send: Any) -> None:
        await asyncio.sleep(0.2)
        await send({"type": "http.response.start", "status": 200, "headers": [(b"content-length", b"0")]})
        await send({"type": "http.response.body"})

    async def run() -> int:
        wires = Wires(patience=5.0)
        async with served(answer_late, wires) as port:
            for asked in (GET, GET * MOST_PIPELINED, GET * 1000):  # an answer, several, and one too many
                reader, writer = await asyncio.open_connection("127.0.0.1", port)
                writer.write(asked)
                with suppress(ConnectionError):
                    await reader.read(10)
                writer.close()
                with suppress(ConnectionError):
                    await writer.wait_closed()
            while wires.count("127.0.0.1"):
                await asyncio.sleep(0.01)
            await asyncio.sleep(0.5)  # what was being answered is done
            return sum(issubclass(type(one), BoundedProtocol) for one in gc.get_objects())  # asked of itself, a dead weak proxy raises

    gc.collect()
    gc.disable()
    try:
        assert asyncio.run(asyncio.wait_for(run(), PATIENCE)) == 0
    finally:
        gc.enable()


class Peer:
    """A connection from somewhere."""

    def __init__(self, address: str) -> None:
        self._address = address

    def get_extra_info(self, _name: str) -> tuple[str, int]:
        return self._address, 1

    def is_closing(self) -> bool:
        return False


def test_many_networks_of_one_customer_have_only_so_many_connections() -> None:
    async def run() -> list[bool]:
        wires = Wires(patience=5.0, most=2)
        come = [wires.add(cast(Any, Peer(f"2001:db8:1:{number:x}::1"))) for number in range(2 * NETWORKS + 3)]
        elsewhere = wires.add(cast(Any, Peer("2001:db8:2::1")))
        found = [wire.is_too_many for wire in come]
        assert not elsewhere.is_too_many
        for wire in (*come, elsewhere):
            wires.remove(wire)
        assert not wires.add(cast(Any, Peer("2001:db8:1::1"))).is_too_many
        return found

    assert asyncio.run(run()) == [False] * 2 * NETWORKS + [True] * 3


@pytest.mark.skipif(sys.platform != "linux", reason="other systems don't have it")
def test_the_system_gives_up_what_nobody_takes() -> None:
    with listen("127.0.0.1", 0) as listening, socket.create_connection(listening.getsockname()[:2]):
        accepted, _ = listening.accept()
        with accepted:
            assert accepted.getsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT) == UNANSWERED * 1000
