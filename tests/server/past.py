"""Finished matches, put into the database as if they had been played there."""

import asyncio
import random
from collections.abc import Callable
from typing import Any

from sqlalchemy.engine import Connection

import seaboard
from seaboard.review import review
from seaboard.server.matches import bots
from seaboard.server.storage import ids, queries
from seaboard.server.storage.matches import finished
from seaboard.server.storage.rows import Chair, Entry, MatchRow, Table
from seaboard.server.storage.store import Store
from seaboard.server.tables import seating
from tests.server.inside import Inside


def add_past(inside: Inside, token: str, game: str, *, seats: int, options: dict[str, Any] | None = None, seed: int) -> str:
    """A match between this person, in seat 0, and bots; its id."""
    match = seaboard.Match(game, seats=seats, seed=seed, options=options)
    play_to_the_end(match)
    person = inside.request("GET", "/api/me", token).json()
    chairs = [_chair(person), *(Chair(level=bots.QUICK) for _ in range(match.seats - 1))]
    return str(inside.run(inside.server.store.write(lambda c: add(c, match, chairs))))


def add_lost(database: str, person: dict[str, str], game: str, *, seats: int, options: dict[str, Any]) -> str:
    """A match that this person, in seat 0, has lost by playing anything after one hint, in the database of a server that runs; its id."""
    for seed in range(100):
        match = seaboard.Match(game, seats=seats, seed=seed, options=options)
        play_to_the_end(match, careless=0)
        if 0 not in match.winners:
            break
    review(match.record(), seats=[0], simulations=10, playouts=2)  # compiled once on this machine, the server reads it from the cache
    store = Store(database)

    async def write() -> str:
        store.start(asyncio.get_running_loop())
        chairs = [_chair(person), *(Chair(level=bots.QUICK) for _ in range(match.seats - 1))]
        found = await store.write(lambda c: add(c, match, chairs, meanwhile=lambda c, name: queries.add_hint(c, name, 0, 0)))
        await store.close()
        return found

    return asyncio.run(write())


def play_to_the_end(match: seaboard.Match, careless: int | None = None) -> None:
    """Bots play; the careless seat plays anything."""
    bot, rng = seaboard.bots.make("simple", game=match.game), random.Random(1)
    while not match.over:
        seat = match.to_act[0]
        match.play(seat, rng.choice(match.legal(seat)) if seat == careless else bot.choose(match.view(seat)))


def _chair(person: dict[str, str]) -> Chair:
    return Chair(person=person["id"], name=person["name"])


def add(
    c: Connection, match: seaboard.Match, chairs: list[Chair], *, meanwhile: Callable[[Connection, str], None] | None = None, **about: Any
) -> str:
    """A match at a table of its own with these chairs, of which more may be said; `meanwhile` is done before it ends."""
    name, seed = ids.new_id("m"), f"{match.seed:032x}"
    maker = next(chair for chair in chairs if chair.person or chair.gave_up)
    table = Table(
        id=ids.new_id("t"), game=match.game.name, seats=match.seats, maker=maker.person or "", maker_name=maker.name,
        chairs=chairs, stage="playing", match=name,
        **{"options": match.options, "made": 0.0, **about},
    )  # fmt: skip
    seating.end(table, match.winners if match.over else None, match.scores if match.over else ())
    row = MatchRow(
        id=name, table=table.id, game=match.game.name, rules=match.game.version, seats=match.seats, options=match.options, seed=seed,
        commitment=ids.commitment_to(seed), started=0.0, names=seating.names(table),
    )  # fmt: skip
    queries.add_table(c, table)
    queries.add_match(c, row)
    queries.add_entries(c, [Entry(name, i, seat, action, None, float(i)) for i, (seat, action) in enumerate(match.moves)])
    if meanwhile:
        meanwhile(c, name)
    queries.end_match(c, name, "over" if match.over else "abandoned")
    finished.add(c, table)
    return name
