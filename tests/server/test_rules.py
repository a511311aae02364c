"""A game's rules change: the matches that were begun before can't go on, and nothing else is the worse for it."""

import asyncio
import sqlite3
import time
from contextlib import suppress
from pathlib import Path

import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed

from tests.server.harness import PATIENCE, Guest, served, table_of


@pytest.mark.parametrize("other", ["rules = rules + 1", "game = 'atlantis'"])
def test_a_match_of_other_rules_is_refused_and_holds_up_no_other(tmp_path: Path, other: str) -> None:
    with served(data=tmp_path) as server:
        ada, bob = Guest(server.url, "Ada"), Guest(server.url, "Bob")
        old = table_of([ada, bob], "sea-change", clock=5)
        late = table_of([ada, bob], "sea-change", clock=5)
        server.kill()
        with sqlite3.connect(tmp_path / "seaboard.db") as db:
            db.execute(f"UPDATE matches SET started = 0, due = 0, {other} WHERE id = ?", (old["match"],))
            db.execute("UPDATE matches SET started = 0, due = 1 WHERE id = ?", (late["match"],))
        server.start()
        end = time.monotonic() + PATIENCE
        while not any(chair["covered"] for chair in ada.get(f"/tables/{late['id']}")["chairs"]):
            assert time.monotonic() < end, "the sweep got stuck at the table before"
            time.sleep(0.1)

        shown = {table["id"]: table for table in ada.get("/my/tables")["tables"]}
        assert not shown[old["id"]]["your_turn"]
        assert ada.web.get(f"/api/matches/{old['match']}/record").json()["error"]["key"] == "match.old_rules"

        async def come() -> int | None:
            address = server.url.replace("http", "ws") + f"/api/live/{old['id']}"
            async with connect(address, additional_headers={"Cookie": f"seaboard={ada.token}"}) as socket:
                with suppress(ConnectionClosed):
                    while True:
                        await asyncio.wait_for(socket.recv(), PATIENCE)
                return socket.close_code

        assert asyncio.run(come()) == 4410
        ada.post(f"/tables/{old['id']}/resign")
        assert bob.post(f"/tables/{old['id']}/resign")["stage"] == "over"
        assert "Traceback" not in server.logged()
