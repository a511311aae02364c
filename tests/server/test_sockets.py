"""Sockets that can be pushed to."""

import asyncio
import contextlib
import gc
import weakref
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import pytest
import uvicorn
from websockets.asyncio.client import connect
from websockets.frames import Frame, Opcode

from seaboard.server.close_codes import CloseCode
from seaboard.server.live.transport import FRAMES, SOCKET, Gate, PushingProtocol
from seaboard.server.run import listen
from tests.server.harness import PATIENCE


@asynccontextmanager
async def served(application: Any, *, heartbeat: float = 20.0) -> AsyncIterator[int]:
    """An application behind our sockets, which are asked for a sign of life this often; its port."""
    listening = listen("127.0.0.1", 0)
    config = uvicorn.Config(
        application,
        ws=PushingProtocol,
        lifespan="off",
        log_config=None,
        ws_per_message_deflate=False,
        ws_ping_interval=heartbeat,
        ws_ping_timeout=heartbeat,
    )
    server = uvicorn.Server(config)
    serving = asyncio.create_task(server.serve(sockets=[listening]))
    yield int(listening.getsockname()[1])
    server.should_exit = True
    await serving


def test_what_is_pushed_and_what_is_sent_arrive_in_order() -> None:
    taken = []

    async def application(scope: dict[str, Any], receive: Any, send: Any) -> None:
        push = scope["extensions"][SOCKET].push
        await receive()
        taken.append(push([b"too early"]))
        await send({"type": "websocket.accept"})
        taken.append(push([b"1", b"2"]))
        taken.append(push([b"3" * 200]))
        await send({"type": "websocket.send", "text": "4"})
        taken.append(push([b"5" * 70_000]))
        await send({"type": "websocket.close", "code": 1000})
        taken.append(push([b"too late"]))

    async def run() -> None:
        async with served(application) as port, connect(f"ws://127.0.0.1:{port}/") as client:
            heard = [message async for message in client]
        assert taken == [False, True, True, True, False]
        assert heard == ["1", "2", "3" * 200, "4", "5" * 70_000]

    asyncio.run(asyncio.wait_for(run(), PATIENCE))


def frame(data: bytes, opcode: Opcode = Opcode.TEXT, *, fin: bool = True) -> bytes:
    """A frame as a client sends it."""
    return Frame(opcode, data, fin=fin).serialize(mask=True)


HELLO = (
    b"GET / HTTP/1.1\r\nHost: here\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    b"Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n\r\n"
)
LONG = "long " * 100
TWO, THREE = frame(b"two"), frame(b"three")
BEGINNING, END = frame(b"begun, ", fin=False), frame(b"ended", Opcode.CONT)


@pytest.mark.parametrize(
    ("pieces", "heard"),
    [
        ([frame(b"one"), frame("deux \u00e9".encode()), frame(b"")], ["one", "deux \u00e9", ""]),
        ([frame(b"one") + frame(b"two"), frame(b"three")], ["one", "two", "three"]),
        ([frame(b"", Opcode.PONG) + frame(b"one") + frame(b"x", Opcode.BINARY), frame(b"two")], ["one", b"x", "two"]),
        ([frame(b"one") + frame(b"", Opcode.CLOSE) + frame(b"too late")], ["one"]),
        ([frame(b"one"), TWO[:5], TWO[5:], frame(b"three")], ["one", "two", "three"]),
        ([frame(b"one"), frame(b"two") + THREE[:1], THREE[1:], frame(b"four")], ["one", "two", "three", "four"]),
        ([frame(b"one"), frame(LONG.encode()), frame(b"two")], ["one", LONG, "two"]),
        ([BEGINNING, frame(b"", Opcode.PONG), END, frame(b"two")], ["begun, ended", "two"]),
        ([frame(b"one"), frame(b"x", Opcode.BINARY), frame(b"two")], ["one", b"x", "two"]),
        ([frame(b"one"), frame(b"\xff")], ["one"]),
        ([frame(b"one"), BEGINNING, frame(b"out of place")], ["one"]),
        ([frame(b"one"), b"\x81\x03two"], ["one"]),
        ([frame(b"one"), frame(b"", Opcode.CLOSE), frame(b"too late")], ["one"]),
    ],
)
def test_however_messages_come_in_they_are_heard_whole_and_in_order(pieces: list[bytes], heard: list[str | bytes]) -> None:
    found: list[str | bytes] = []
    gone = asyncio.Event()

    async def application(scope: dict[str, Any], receive: Any, send: Any) -> None:
        await receive()
        await send({"type": "websocket.accept"})
        while (event := await receive())["type"] == "websocket.receive":
            found.append(event["text"] if event.get("text") is not None else event["bytes"])
        gone.set()

    async def run() -> None:
        async with served(application) as port:
            reader, writer = await asyncio.open_connection("127.0.0.1", port)
            writer.write(HELLO)
            await reader.readuntil(b"\r\n\r\n")
            for piece in pieces:
                writer.write(piece)
                await asyncio.sleep(0.02)  # so that each comes by itself
            while len(found) < len(heard):
                await asyncio.sleep(0.01)
            writer.close()
            await gone.wait()
        assert found == heard

    asyncio.run(asyncio.wait_for(run(), PATIENCE))


@pytest.mark.parametrize(
    "flood",
    [
        frame(b"", Opcode.PING),
        frame(b"", Opcode.PONG),
        frame(b"", fin=False) + frame(b"", Opcode.CONT, fin=False) * 20_000,
        frame(b"x"),
        frame(b"x", Opcode.BINARY),
        frame(LONG.encode()),
    ],
    ids=["pings", "pongs", "empty parts", "short messages", "binary messages", "long messages"],
)
def test_who_floods_a_socket_is_cut_off_without_being_read_further(flood: bytes) -> None:
    received = 0
    gone = asyncio.Event()

    async def application(scope: dict[str, Any], receive: Any, send: Any) -> None:
        nonlocal received
        await receive()
        await send({"type": "websocket.accept"})
        while (await receive())["type"] == "websocket.receive":
            received += 1
        gone.set()

    async def run() -> None:
        async with served(application) as port:
            reader, writer = await asyncio.open_connection("127.0.0.1", port)
            writer.write(HELLO)
            await reader.readuntil(b"\r\n\r\n")
            writer.write(flood if len(flood) > 100_000 else flood * 5_000)
            with contextlib.suppress(ConnectionError):  # there is more than it has read
                await asyncio.wait_for(reader.read(), PATIENCE)
            await gone.wait()
            writer.close()

    asyncio.run(asyncio.wait_for(run(), PATIENCE))
    assert received <= FRAMES[1] + 100


def test_who_goes_on_after_the_socket_was_closed_is_not_listened_to_for_long() -> None:
    async def application(scope: dict[str, Any], receive: Any, send: Any) -> None:
        await receive()
        await send({"type": "websocket.accept"})
        await send({"type": "websocket.close", "code": CloseCode.TOO_FAST})
        while (await receive())["type"] == "websocket.receive":
            pass

    async def run() -> None:
        async with served(application) as port:
            reader, writer = await asyncio.open_connection("127.0.0.1", port)
            writer.write(HELLO)
            await reader.readuntil(b"\r\n\r\n")
            began = asyncio.get_running_loop().time()
            with contextlib.suppress(ConnectionError):
                while asyncio.get_running_loop().time() - began < 8:  # a closed socket is waited for, ten seconds long
                    writer.write(frame(LONG.encode()) * 20)
                    await writer.drain()
                    await asyncio.sleep(0.01)
            assert asyncio.get_running_loop().time() - began < 5
            writer.close()

    asyncio.run(asyncio.wait_for(run(), PATIENCE))


def test_what_is_taken_where_it_is_read_is_not_received_again() -> None:
    taken: list[bytes] = []
    received: list[str] = []
    gone = asyncio.Event()

    def take(text: bytes) -> bool:
        taken.append(text)
        return text.startswith(b"take")

    async def application(scope: dict[str, Any], receive: Any, send: Any) -> None:
        await receive()
        await send({"type": "websocket.accept"})
        scope["extensions"][SOCKET].offer_to(take)
        while (event := await receive())["type"] == "websocket.receive":
            received.append(event["text"])
        gone.set()

    async def run() -> None:
        async with served(application) as port:
            async with connect(f"ws://127.0.0.1:{port}/") as client:
                for text in ("take 1", "leave 2", "take 3", "leave " + LONG):
                    await client.send(text)
                    await asyncio.sleep(0.02)
            await gone.wait()
        assert taken == [b"take 1", b"leave 2", b"take 3"]
        assert received == ["leave 2", "leave " + LONG]

    asyncio.run(asyncio.wait_for(run(), PATIENCE))


def test_who_answers_a_ping_and_moves_in_one_breath_is_still_heard_at_once() -> None:
    taken: list[bytes] = []
    pings: list[float] = []

    def take(text: bytes) -> bool:
        taken.append(text)
        return True

    async def application(scope: dict[str, Any], receive: Any, send: Any) -> None:
        await receive()
        await send({"type": "websocket.accept"})
        socket = scope["extensions"][SOCKET]
        socket.offer_to(take)
        write = socket.conn.send_ping

        def ping(payload: bytes) -> None:
            pings.append(socket.loop.time())
            write(payload)

        socket.conn.send_ping = ping
        while (await receive())["type"] == "websocket.receive":
            pass

    async def run() -> None:
        async with served(application, heartbeat=1.0) as port:
            reader, writer = await asyncio.open_connection("127.0.0.1", port)
            writer.write(HELLO)
            await reader.readuntil(b"\r\n\r\n")
            for i in range(14):
                writer.write(frame(b"", Opcode.PONG) + frame(b"move %d" % i))
                await asyncio.sleep(0.1)
            assert pings == []  # they were heard of all the time
            writer.write(frame(b"the last"))
            spoken = asyncio.get_running_loop().time()
            await asyncio.wait_for(reader.read(), PATIENCE)  # until the server gives them up
            assert len(pings) == 1
            assert pings[0] - spoken > 0.8
            writer.close()
        assert taken == [b"move %d" % i for i in range(14)] + [b"the last"]

    asyncio.run(asyncio.wait_for(run(), PATIENCE))


def test_what_has_been_read_of_a_handshake_is_not_kept() -> None:
    kept = list[Any]()

    async def application(scope: dict[str, Any], receive: Any, send: Any) -> None:
        socket = scope["extensions"][SOCKET]
        request = socket.request
        await receive()
        await send({"type": "websocket.accept"})
        kept.extend([len(list(request.headers.raw_items())), hasattr(socket, "request"), hasattr(socket, "response")])
        await receive()

    async def run() -> None:
        async with served(application) as port, connect(f"ws://127.0.0.1:{port}/"):
            while not kept:
                await asyncio.sleep(0.01)

    asyncio.run(asyncio.wait_for(run(), PATIENCE))
    assert kept == [0, False, False]


def test_a_socket_that_is_gone_leaves_memory_at_once() -> None:
    seen: list[weakref.ref[Any]] = []
    gone = asyncio.Event()

    async def application(scope: dict[str, Any], receive: Any, send: Any) -> None:
        seen.append(weakref.ref(scope["extensions"][SOCKET]))
        seen.append(weakref.ref(scope["extensions"][SOCKET].conn))
        await receive()
        await send({"type": "websocket.accept"})
        while (await receive())["type"] == "websocket.receive":
            pass
        gone.set()

    async def run() -> None:
        async with served(application) as port:
            async with connect(f"ws://127.0.0.1:{port}/") as client:
                await client.send("here")
            await gone.wait()
            await asyncio.sleep(0.1)
            assert [one() for one in seen] == [None, None]

    gc.collect()
    gc.disable()
    try:
        asyncio.run(asyncio.wait_for(run(), PATIENCE))
    finally:
        gc.enable()


def test_whoever_waits_at_a_gate_goes_on_when_it_is_open() -> None:
    async def run() -> None:
        gate, passed = Gate(), list[int]()

        async def go(number: int) -> None:
            await gate.wait()
            passed.append(number)

        await go(0)
        gate.clear()
        waiting = [asyncio.create_task(go(number)) for number in (1, 2)]
        await asyncio.sleep(0.01)
        assert passed == [0]
        assert not gate.is_set()
        gate.set()
        await asyncio.gather(*waiting)
        assert sorted(passed) == [0, 1, 2]

    asyncio.run(asyncio.wait_for(run(), PATIENCE))
