"""Write down what this release says and stores, for the releases after it: `python -m tools.record_release` into `tests/releases/`.

Messages are those of a short match at a server inside this process, the shapes of messages are a JSON Schema, and the schema of the
database is its tables and columns. Run it once the protocol's or the schema's version was raised; a file is never changed afterwards.
"""

import asyncio
import json
import sys
import tempfile
from pathlib import Path
from typing import Any

import httpx
import sqlalchemy as sa
from sqlalchemy.dialects import postgresql

from seaboard.server import protocol, versions
from seaboard.server.app import Server
from seaboard.server.settings import Settings
from seaboard.server.storage import schema
from seaboard.server.storage.store import Store
from seaboard.server.storage.upkeep import upgrading

RELEASES = Path(__file__).parents[1] / "tests" / "releases"


def main() -> int:
    """Write what is not written down yet."""
    RELEASES.mkdir(exist_ok=True)
    stored = RELEASES / f"schema-{upgrading.head()}.json"
    if not stored.exists():
        stored.write_text(json.dumps(stored_now(), indent=1) + "\n", encoding="utf-8")
    said = RELEASES / f"protocol-{versions.PROTOCOL}.json"
    if not said.exists():
        sent, told = asyncio.run(talk())
        found = {"shapes": protocol.schemas(), "from_client": sent, "from_server": told}
        said.write_text(json.dumps(found, indent=1) + "\n", encoding="utf-8")
    return 0


def stored_now() -> dict[str, Any]:
    """Every table with its columns: their types, and whether an insert that doesn't know them can do without."""
    return {str(table.name): {str(column.name): _column(column) for column in table.c} for table in schema.metadata.sorted_tables}


def _column(column: sa.Column[Any]) -> dict[str, Any]:
    can_lack = bool(column.nullable or column.server_default is not None or (column.primary_key and column.autoincrement is True))
    dialect = postgresql.dialect()  # type: ignore[no-untyped-call]  # SQLAlchemy gives it no types
    return {"type": column.type.compile(dialect), "can_lack": can_lack}


async def talk() -> tuple[list[Any], list[Any]]:
    """What a page and a server say to each other at the beginning of a match: one message of each kind, from each."""
    with tempfile.TemporaryDirectory() as folder:
        store = Store(f"sqlite:///{folder}/record.db")
        store.open()
        server = Server(Settings(database=f"sqlite:///{folder}/record.db", limits=False, bot_pause=0.0), store)
        store.start(asyncio.get_running_loop())
        async with httpx.AsyncClient(transport=httpx.ASGITransport(app=server), base_url="http://inside") as web:
            token = (await web.post("/api/guest", json={"name": "Ada"})).cookies["seaboard"]  # kept by the client, too
            made = {"game": "sea-change", "seats": 2, "bots": [None, "cabin-boy"], "start": True}
            table = (await web.post("/api/tables", json=made)).json()
            found = await _listen(server, table["id"], token)
        await server.driver.close()
        await store.close()
    return found


async def _listen(server: Server, table: str, token: str) -> tuple[list[Any], list[Any]]:
    inbox: asyncio.Queue[dict[str, Any]] = asyncio.Queue()
    told: list[dict[str, Any]] = []
    news = asyncio.Event()

    async def hear(message: Any) -> None:
        if message["type"] == "websocket.send":
            told.append(json.loads(message["text"]))
            news.set()

    query = f"protocol={versions.PROTOCOL}".encode()
    headers = [(b"cookie", f"seaboard={token}".encode())]
    scope = {"type": "websocket", "path": f"/api/live/{table}", "headers": headers, "client": ("inside", 1), "query_string": query}
    inbox.put_nowait({"type": "websocket.connect"})
    serving = asyncio.ensure_future(server.live(scope, inbox.get, hear))

    async def until(kind: str) -> dict[str, Any]:
        async with asyncio.timeout(20):
            while not (found := [one for one in told if one["type"] == kind]):
                news.clear()
                await news.wait()
        return found[-1]

    match = (await until("table"))["match"]
    while not match["view"]["legal"]:  # the bot begins
        match |= await until("moved")
    place = {"match": match["id"], "number": match["number"]}
    sent: list[dict[str, Any]] = [
        {"type": "ping", "id": "a-1"},
        {"type": "chat", "id": "a-2", "text": "ahoy"},
        {"type": "react", "id": "a-3", "reaction": "ahoy"},
        {"type": "return", "id": "a-4"},
        {"type": "play", "id": "a-5", "match": match["id"], "number": match["number"], "action": -1},
        {"type": "play", "id": "a-6", **place, "action": min(match["view"]["legal"].values())},
        {"type": "take_back", "id": "a-7", **place},
        {"type": "commit", "id": "a-8", "match": match["id"], "commitment": "ab" * 32},
        {"type": "reveal", "id": "a-9", "match": match["id"], "bytes": "cd" * 32},
    ]
    for message in sent:
        inbox.put_nowait({"type": "websocket.receive", "text": json.dumps(message)})
    inbox.put_nowait({"type": "websocket.receive", "text": "no message"})
    for kind in ("pong", "chatted", "reacted", "ack", "refused", "moved", "error"):
        await until(kind)
    inbox.put_nowait({"type": "websocket.disconnect"})
    await serving
    first: dict[str, Any] = {}
    for one in told:
        first.setdefault(one["type"], one)
    return sent, list(first.values())


if __name__ == "__main__":
    sys.exit(main())
