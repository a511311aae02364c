"""A server inside the test's own process, spoken to over ASGI: every byte that it sends can be compared."""

import asyncio
import json
from pathlib import Path
from typing import Any

import httpx

from seaboard.server.app import Server
from seaboard.server.limits import Rates
from seaboard.server.settings import Settings
from seaboard.server.storage.store import Store


class Inside:
    """A server and an event loop for it."""

    def __init__(self, folder: Path, *, database: str = "", rates: Rates | None = None, **settings: Any) -> None:
        self.loop = asyncio.new_event_loop()
        database = database or f"sqlite:///{folder}/inside.db"
        store = Store(database)
        store.open()
        known = {"limits": rates is not None, "bot_pause": 0.0, **settings}
        self.server = Server(Settings(database=database, **known), store, rates=rates)
        store.start(self.loop)

    def run(self, work: Any) -> Any:
        return self.loop.run_until_complete(asyncio.wait_for(work, 30))

    async def settle(self) -> None:
        """Wait until nothing goes on beside everything else."""
        while self.server.rooms.tasks:
            await asyncio.wait(list(self.server.rooms.tasks))

    def close(self) -> None:
        self.run(self.server.driver.close())
        self.run(self.server.store.close())
        self.loop.close()

    def request(
        self, method: str, path: str, token: str | None = None, *, headers: dict[str, str] | None = None, **body: Any
    ) -> httpx.Response:
        async def ask() -> httpx.Response:
            transport = httpx.ASGITransport(app=self.server)
            cookies = {"seaboard": token} if token else None
            async with httpx.AsyncClient(transport=transport, base_url="http://inside", cookies=cookies, headers=headers) as web:
                return await web.request(method, path, json=body) if method != "GET" else await web.get(path)

        answer: httpx.Response = self.run(ask())
        return answer

    def guest(self, name: str) -> str:
        """A new guest's token."""
        return self.request("POST", "/api/guest", name=name).cookies["seaboard"]

    def live(self, table: str, token: str | None, sent: list[dict[str, Any]], *, address: str = "inside") -> list[str]:
        """Connect, send these messages, and return every text that came until all were answered."""
        return list(self.run(self._live(table, token, sent, address)))

    async def _live(self, table: str, token: str | None, sent: list[dict[str, Any]], address: str) -> list[str]:
        inbox: asyncio.Queue[dict[str, Any]] = asyncio.Queue()
        told: list[str] = []
        ready, answered = asyncio.Event(), asyncio.Event()

        async def hear(message: Any) -> None:
            if message["type"] == "websocket.send":
                told.append(message["text"])
                ready.set()
                if sum('"id":"q' in text[:200] or text.startswith(('{"type":"refused"', '{"type":"ack"')) for text in told) >= len(sent):
                    answered.set()

        headers = [(b"cookie", f"seaboard={token}".encode())] if token else []
        scope = {"type": "websocket", "path": f"/api/live/{table}", "headers": headers, "client": (address, 1), "extensions": {}}
        inbox.put_nowait({"type": "websocket.connect"})
        serving = asyncio.ensure_future(self.server(scope, inbox.get, hear))
        await ready.wait()
        for message in sent:
            inbox.put_nowait({"type": "websocket.receive", "text": json.dumps(message)})
        if sent:
            await answered.wait()
        inbox.put_nowait({"type": "websocket.disconnect"})
        await serving
        return told
