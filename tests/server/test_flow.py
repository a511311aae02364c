"""A click becomes a pixel: how many of the server's functions a move passes once it is on disk."""

import asyncio
import json
import sys
from collections.abc import Callable
from pathlib import Path
from types import FrameType
from typing import Any

from tests.server.inside import Inside

SERVER = str(Path("seaboard") / "server")
MOST = 18
"""Functions: half of the 37 that it takes if a connection, its room and the moves call each other to and fro."""


class Socket:
    """A socket that takes everything at once."""

    def __init__(self) -> None:
        self.on_text: Callable[[bytes], bool] | None = None
        self.got: list[dict[str, Any]] = []
        self.inbox: asyncio.Queue[dict[str, Any]] = asyncio.Queue()

    def offer_to(self, on_text: Callable[[bytes], bool] | None) -> None:
        self.on_text = on_text

    def push(self, texts: list[bytes]) -> bool:
        self.got += map(json.loads, texts)
        return True

    async def send(self, message: Any) -> None:
        if message["type"] == "websocket.send":
            self.got.append(json.loads(message["text"]))

    def types(self) -> list[str]:
        return [message["type"] for message in self.got]


class Trace:
    """The server's functions that are called once a batch has been written, until everyone has heard."""

    def __init__(self) -> None:
        self.called: list[str] = []
        self.is_written = False

    def __call__(self, frame: FrameType, what: str, _: Any) -> None:
        code = frame.f_code
        if what != "call" or SERVER not in code.co_filename or code.co_name.startswith("<"):
            return
        if code.co_name == "tell" and code.co_filename.endswith("write_queue.py"):
            self.is_written = True
        elif self.is_written:
            self.called.append(f"{Path(code.co_filename).stem}.{code.co_qualname}")


def functions_after_the_disk(folder: Path) -> list[str]:
    """The functions called for one move of two people at a table, from the end of the write until both have been told."""
    inside = Inside(folder)
    trace = Trace()
    try:
        tokens = [inside.guest(name) for name in ("Ada", "Bob")]
        table = inside.request("POST", "/api/tables", tokens[0], game="sea-change", seats=2).json()["id"]
        inside.request("POST", f"/api/tables/{table}/sit", tokens[1], seat=1)
        inside.request("POST", f"/api/tables/{table}/start", tokens[0], fill="sailor")
        sockets = [Socket(), Socket()]

        async def play() -> None:
            serving = []
            for socket, token in zip(sockets, tokens, strict=True):
                headers = [(b"cookie", f"seaboard={token}".encode())]
                extensions = {"seaboard.socket": socket}
                scope = {
                    "type": "websocket",
                    "path": f"/api/live/{table}",
                    "headers": headers,
                    "client": ("i", 1),
                    "extensions": extensions,
                }
                socket.inbox.put_nowait({"type": "websocket.connect"})
                serving.append(asyncio.ensure_future(inside.server(scope, socket.inbox.get, socket.send)))
                while socket.on_text is None or not socket.got:
                    await asyncio.sleep(0.01)
            await asyncio.sleep(0.05)
            (mover,) = (socket for socket in sockets if socket.got[0]["match"]["view"]["legal"])
            match = mover.got[0]["match"]
            action = next(iter(match["view"]["legal"].values()))
            sys.setprofile(trace)
            assert mover.on_text is not None
            assert mover.on_text(json.dumps({"type": "play", "id": "x", "match": match["id"], "number": 0, "action": action}).encode())
            while not all("moved" in socket.types() for socket in sockets):
                await asyncio.sleep(0.001)
            sys.setprofile(None)
            assert mover.types().count("ack") == 1
            for socket in sockets:
                socket.inbox.put_nowait({"type": "websocket.disconnect"})
            await asyncio.gather(*serving)

        inside.run(play())
    finally:
        sys.setprofile(None)
        inside.close()
    return trace.called


def test_a_move_that_is_on_disk_is_told_through_few_functions(tmp_path: Path) -> None:
    called = functions_after_the_disk(tmp_path)
    assert 5 < len(set(called)) <= MOST, called
