"""Do reviews starve play? Many reviews at once alongside live tables, and how long players wait for an answer.

    python -m bench.reviews --reviews 20 --tables 50 --seconds 60

People at the tables move at the pace of people in a hurry. The tables' p99 has to stay under 100 ms while reviews are made, and
the first numbers of a review that is alone, and has been made ready, should be there within a second.
"""

import argparse
import asyncio
import json
import random
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

import httpx
from websockets.asyncio.client import connect

import seaboard as package
from bench.server import make_tables, seaboard
from seaboard.server.http.people.identity import new_device
from seaboard.server.protocol import Person
from seaboard.server.storage import ids, queries
from seaboard.server.storage.people import people
from seaboard.server.storage.rows import Chair, Entry, MatchRow, Table
from seaboard.server.storage.store import Store
from seaboard.server.tables import seating

PACE = 0.5
"""Seconds that a table's people think about each move."""
WANTED = 0.100
SEATS = {"sea-change": 8, "sea-salt-and-paper": 4, "land-unter": 5, "sea-of-clouds": 4}


def add_finished(database: str, count: int) -> list[tuple[str, str]]:
    """Finished matches of all games, each with the token of somebody who may ask for its review."""
    games = [name for name in package.GAMES if name in SEATS]
    played = []
    for number in range(count):
        game = games[number % len(games)]
        match = package.Match(game, seats=SEATS[game], seed=number)
        bot = package.bots.make("simple", game=game)
        while not match.over:
            match.play(match.to_act[0], bot.choose(match.view(match.to_act[0])))
        played.append(match)
    store = Store(database)
    store.open()
    found: list[tuple[str, str]] = []

    def add(c: Any) -> None:
        found.clear()
        for match in played:
            person, token, name, seed = Person(ids.new_id("p"), "Ada"), ids.new_token(), ids.new_id("m"), f"{match.seed:032x}"
            chairs = [Chair(person=person.id, name=person.name), *(Chair(level="sailor") for _ in range(match.seats - 1))]
            table = Table(
                id=ids.new_id("t"), game=match.game.name, seats=match.seats, options=match.options, public=False, clock=None,
                memory_aid=False, maker=person.id, maker_name=person.name, made=0.0, chairs=chairs, stage="playing", match=name,
            )  # fmt: skip
            seating.end(table, match.winners)
            row = MatchRow(
                id=name, table=table.id, game=match.game.name, rules=match.game.version, seats=match.seats, options=match.options,
                seed=seed, commitment=ids.commitment_to(seed), started=0.0, names=seating.names(table),
            )  # fmt: skip
            people.add(c, person, new_device(person.id, ""), ids.fingerprint(token))
            queries.add_table(c, table)
            queries.add_match(c, row)
            queries.add_entries(c, [Entry(name, i, seat, action, None, 0.0) for i, (seat, action) in enumerate(match.moves)])
            queries.end_match(c, name, "over")
            found.append((name, token))

    async def write() -> None:
        store.start(asyncio.get_running_loop())
        await store.write(add, patience=None)
        await store.close()

    asyncio.run(write())
    return found


async def play(place: dict[str, Any], port: int, waits: list[float], rng: random.Random) -> None:
    """Play at a table, and record how long each answer took."""
    address = f"ws://127.0.0.1:{port}/api/live/{place['table']}"
    async with connect(address, additional_headers={"Cookie": f"seaboard={place['token']}"}, compression=None) as socket:
        sent, count = 0.0, 0
        async for text in socket:
            told = json.loads(text)
            if told["type"] == "ack":
                waits.append(time.perf_counter() - sent)
            state = told.get("match") if told["type"] == "table" else told if told["type"] == "moved" else None
            if isinstance(state, dict) and state["view"]["legal"]:
                await asyncio.sleep(PACE * rng.uniform(0.5, 1.5))
                count += 1
                action = rng.choice(list(state["view"]["legal"].values()))
                sent = time.perf_counter()
                play = {"type": "play", "id": f"{count}", "match": place["match"], "number": state["number"], "action": action}
                await socket.send(json.dumps(play))


async def review(match: str, token: str, port: int) -> tuple[float, float]:
    """Ask for a review: the seconds to its first numbers and to its end."""
    began = time.perf_counter()
    first = 0.0
    async with (
        httpx.AsyncClient(base_url=f"http://127.0.0.1:{port}", cookies={"seaboard": token}, timeout=None) as web,
        web.stream("POST", f"/api/matches/{match}/review", json={"seat": 0}) as answer,
    ):
        async for line in answer.aiter_lines():
            if line.startswith('data: {"type":"chances"') and not first:
                first = time.perf_counter() - began
            if line.startswith('data: {"type":"failed"'):
                raise RuntimeError(line)
    return first, time.perf_counter() - began


def told(name: str, waits: list[float]) -> float:
    """Print how long answers took; the p99."""
    waits = sorted(waits) or [0.0]
    p50, p99 = waits[len(waits) // 2], waits[min(len(waits) - 1, int(len(waits) * 0.99))]
    print(f"{name}: {len(waits)} moves, p50 {p50 * 1000:.1f} ms, p99 {p99 * 1000:.1f} ms, slowest {waits[-1] * 1000:.1f} ms", flush=True)
    return p99


async def measure(port: int, places: list[dict[str, Any]], wanted: list[tuple[str, str]], *, seconds: float, longest: float) -> float:
    """Live tables alone for a while, then with all reviews at once; the p99 of the latter."""
    waits: list[float] = []
    players = [asyncio.create_task(play(place, port, waits, random.Random(i))) for i, place in enumerate(places)]
    await asyncio.sleep(5)
    waits.clear()
    await asyncio.sleep(seconds)
    told(f"{len(places) // 4} tables alone", waits)
    waits.clear()
    reviews = [asyncio.create_task(review(match, token, port)) for match, token in wanted]
    done, late = await asyncio.wait(reviews, timeout=longest)
    p99 = told(f"with {len(wanted)} reviews", waits)
    ends = sorted(task.result()[1] for task in done)
    when = f"; the first after {ends[0]:.1f} s, the last after {ends[-1]:.1f} s" if ends else ""
    print(f"{len(done)} reviews made, {len(late)} not{when}", flush=True)
    for task in [*players, *late]:
        task.cancel()
    await asyncio.gather(*players, *late, return_exceptions=True)
    return p99


def main() -> int:
    """Measure."""
    parser = argparse.ArgumentParser(prog="python -m bench.reviews", description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--reviews", type=int, default=20)
    parser.add_argument("--tables", type=int, default=50)
    parser.add_argument("--seconds", type=float, default=30.0, help="how long to measure the tables alone")
    parser.add_argument("--longest", type=float, default=1200.0, help="seconds after which reviews that are not made yet are given up")
    chosen = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        database = f"sqlite:///{Path(folder) / 'reviews.db'}"
        places = make_tables(database, chosen.tables)
        finished = add_finished(database, chosen.reviews + len(SEATS) + 1)
        warm, alone, wanted = finished[0], finished[len(SEATS)], finished[len(SEATS) + 1 :]  # the first two are of one game
        with seaboard(database) as (port, _process):
            asyncio.run(review(*warm, port))  # which starts the process, and compiles what is not compiled yet
            first, whole = asyncio.run(review(*alone, port))
            print(f"a review alone: first numbers after {first:.2f} s, all of it after {whole:.1f} s", flush=True)
            p99 = asyncio.run(measure(port, places, wanted, seconds=chosen.seconds, longest=chosen.longest))
    return 0 if p99 < WANTED else 1


if __name__ == "__main__":
    sys.exit(main())
