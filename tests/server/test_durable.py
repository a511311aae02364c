"""Nothing lost: kill -9 at random moments under load, and a polite end.

`SEABOARD_KILLS` says how many times the server is killed; `make soak` does it a hundred times.
"""

import asyncio
import os
import random
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import httpx
import pytest
import sqlalchemy as sa
from websockets.exceptions import ConnectionClosed, InvalidHandshake

from seaboard.server.storage import schema
from tests.server.harness import PATIENCE, Guest, Seat, Served, served, table_of

KILLS = int(os.environ.get("SEABOARD_KILLS", "3"))
TABLES = 6


@dataclass
class Player:
    """A person who plays on whatever happens, and remembers what was promised."""

    guest: Guest
    table: str
    seat: int
    promised: dict[tuple[str, int], tuple[int, int, str]] = field(default_factory=dict)
    unanswered: dict[str, Any] | None = None
    made: int = 0
    is_maker: bool = False

    async def play(self, rng: random.Random) -> None:
        """Play until the connection breaks."""
        try:
            async with self.guest.at(self.table) as socket:
                await self._resume(socket)
                while True:
                    await self._turn(socket, rng)
        except (ConnectionClosed, InvalidHandshake, OSError, EOFError, httpx.TransportError):
            pass

    async def _resume(self, socket: Seat) -> None:
        assert socket.match is not None
        for (match, number), (_, _, message) in self.promised.items():
            if match == socket.match["id"]:
                assert socket.match["number"] > number, f"move {number}, acknowledged as {message}, is lost"
        if self.unanswered:
            await self._ask(socket, self.unanswered)

    async def _turn(self, socket: Seat, rng: random.Random) -> None:
        assert socket.match is not None
        if socket.match["ended"]:
            if socket.table["stage"] == "over" and self.seat not in socket.table["rematch"]:
                await asyncio.to_thread(self.guest.web.post, f"/api/tables/{self.table}/rematch")
            await socket.until("table")
        elif socket.view["legal"]:
            await self._ask(socket, socket.move(rng) | {"id": f"s{self.seat}-{os.urandom(6).hex()}"})
        else:
            await socket.hear()

    async def _ask(self, socket: Seat, move: dict[str, Any]) -> None:
        self.unanswered = move
        answer = await socket.ask(**move)
        self.unanswered = None
        if answer["type"] == "ack":
            self.promised[move["match"], answer["number"]] = (self.seat, move["action"], move["id"])
            self.made += 1


def load(server: Served) -> list[Player]:
    players = []
    for number in range(TABLES):
        guests = [Guest(server.url, f"P{number}-{seat}") for seat in range(2 + number % 3)]
        table = table_of(guests, "sea-change", options={"target": 1})["id"]
        players += [Player(guest, table, seat, is_maker=seat == 0) for seat, guest in enumerate(guests)]
    return players


async def moved(players: list[Player], count: int) -> None:
    """Wait until so many more moves have been acknowledged."""
    goal = count + sum(player.made for player in players)
    async with asyncio.timeout(PATIENCE):
        while sum(player.made for player in players) < goal:
            await asyncio.sleep(0.01)


def check_all_promises(database: str, players: list[Player]) -> int:
    matches = {match for player in players for match, _ in player.promised}
    e = schema.entries.c
    with sa.create_engine(database).connect() as db:
        found = db.execute(sa.select(e.match_id, e.number, e.seat, e.action, e.message).where(e.match_id.in_(matches)))
        rows = {(match, number): (seat, action, message) for match, number, seat, action, message in found}
    for player in players:
        for key, promised in player.promised.items():
            assert rows.get(key) == promised, "an acknowledged move is not what the database holds"
    twice = [message for message, count in Counter(row[2] for row in rows.values()).items() if count > 1]
    assert not twice, "a message was carried out twice"
    by_match: dict[str, list[int]] = {}
    for match, number in rows:
        by_match.setdefault(match, []).append(number)
    assert all(sorted(numbers) == list(range(len(numbers))) for numbers in by_match.values())
    return sum(len(player.promised) for player in players)


@pytest.mark.parametrize("kind", ["sqlite", "postgresql"])
def test_no_acknowledged_move_is_lost_when_the_server_is_killed(kind: str, tmp_path: Path, request: pytest.FixtureRequest) -> None:
    rng = random.Random(KILLS)
    database = f"sqlite:///{tmp_path}/seaboard.db" if kind == "sqlite" else str(request.getfixturevalue("postgres"))
    with served("--database", database, data=tmp_path) as server:
        players = load(server)

        async def play_and_kill() -> None:
            playing = [asyncio.create_task(player.play(rng)) for player in players]
            await moved(players, TABLES + 1)
            await asyncio.sleep(rng.uniform(0, 0.3))
            await asyncio.to_thread(server.kill)
            await asyncio.gather(*playing)

        for _ in range(KILLS):
            asyncio.run(play_and_kill())
            server.start()
        for player in players:
            player.made = 0

        async def resume() -> None:
            playing = [asyncio.create_task(player.play(rng)) for player in players]
            for _ in range(100):
                await asyncio.sleep(0.1)
                if all(player.made for player in players):
                    break
            for task in playing:
                task.cancel()
            failures = [e for e in await asyncio.gather(*playing, return_exceptions=True) if not isinstance(e, asyncio.CancelledError)]
            assert not any(isinstance(e, Exception) for e in failures), failures

        asyncio.run(resume())
        assert all(player.made for player in players), "every match must resume"
        promised = check_all_promises(database.replace("postgresql:", "postgresql+psycopg:"), players)
        print(f"{kind}: {KILLS} kills, {promised} acknowledged moves, none lost")
        assert promised > KILLS * TABLES


def test_a_polite_end_answers_what_it_owes_and_loses_nothing(tmp_path: Path) -> None:
    rng = random.Random(3)
    with served(data=tmp_path) as server:
        players = load(server)

        async def play_and_end() -> int:
            playing = [asyncio.create_task(player.play(rng)) for player in players]
            await moved(players, 5 * TABLES)
            code = await asyncio.to_thread(server.end)
            await asyncio.gather(*playing)
            return code

        assert asyncio.run(play_and_end()) == 0
        assert "error" not in server.logged().lower()
        check_all_promises(f"sqlite:///{tmp_path}/seaboard.db", players)
