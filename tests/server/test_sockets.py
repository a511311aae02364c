"""Sockets that can be pushed to."""

import asyncio
from typing import Any

import uvicorn
from websockets.asyncio.client import connect

from seaboard.server.command import listen
from seaboard.server.sockets import PUSH, PushingProtocol
from tests.server.harness import PATIENCE


def test_what_is_pushed_and_what_is_sent_arrive_in_order() -> None:
    taken = []

    async def application(scope: dict[str, Any], receive: Any, send: Any) -> None:
        push = scope["extensions"][PUSH]
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
        listening = listen("127.0.0.1", 0)
        config = uvicorn.Config(application, ws=PushingProtocol, lifespan="off", log_config=None, ws_per_message_deflate=False)
        server = uvicorn.Server(config)
        serving = asyncio.create_task(server.serve(sockets=[listening]))
        async with connect(f"ws://127.0.0.1:{listening.getsockname()[1]}/") as client:
            heard = [message async for message in client]
        server.should_exit = True
        await serving
        assert taken == [False, True, True, True, False]
        assert heard == ["1", "2", "3" * 200, "4", "5" * 70_000]

    asyncio.run(asyncio.wait_for(run(), PATIENCE))
