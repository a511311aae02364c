"""Every list of a big server answers at once: 10,000 people, a million finished matches, on SQLite and on PostgreSQL.

    python -m bench.lists

A few people have played thousands of matches, most have played a few. Asked are the lists of the page, each by people as often as they
have played, so that long histories are asked for most. Of each list the 99th percentile has to stay under 100 ms.
"""

import argparse
import asyncio
import json
import random
import sys
import tempfile
import time
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from itertools import islice
from pathlib import Path
from typing import Any

import sqlalchemy as sa
from sqlalchemy.engine import Connection

import tools.postgres
from bench.measure import Row
from seaboard import GAMES
from seaboard.bots.levels import LEVELS
from seaboard.server.storage import schema
from seaboard.server.storage.matches import history, rating
from seaboard.server.storage.matches.history import Wanted
from seaboard.server.storage.store import Store

PEOPLE, MATCHES, ASKED = 10_000, 1_000_000, 400
WANTED = 100.0
LONGEST_AGO = 3 * 365 * 86400.0
CHUNK = 5_000
Ask = Callable[[Connection, str, random.Random], object]


def who(number: int) -> str:
    return f"p{number:015d}"


def pairs(rng: random.Random, matches: int, people: int) -> Iterator[tuple[int, int | None]]:
    """Who played each match, and perhaps with whom: the first people far more often than the last."""
    weights = [1 / (number + 10) for number in range(people)]
    firsts = rng.choices(range(people), weights, k=matches)
    seconds = rng.choices(range(people), weights, k=matches)
    for first, second in zip(firsts, seconds, strict=True):
        yield first, second if second != first and rng.random() < 0.3 else None


def rows(rng: random.Random, matches: int, people: int) -> Iterator[tuple[dict[str, Any], list[dict[str, Any]]]]:
    """Finished matches, each with the rows of its people."""
    games, levels, now = list(GAMES), list(LEVELS), time.time()
    for number, (first, second) in enumerate(pairs(rng, matches, people)):
        match, game, level = f"m{number:015d}", games[number % len(games)], rng.choice(levels)
        at = now - LONGEST_AGO * (1 - number / matches)
        players, winner = [first] if second is None else [first, second], rng.randrange(3)
        names = [f"Player {one}" for one in players] + [""] * (3 - len(players))
        seats = [None] * len(players) + [level] * (3 - len(players))
        doc = {"match": match, "game": game, "at": at, "ended": "over", "names": names, "levels": seats, "winners": [winner]}
        doc |= {"scores": [31, 27, 19], "moves": 60 + number % 90, "sides": [[0], [1], [2]], "before": [[25.0, 2.0]] * 3}
        whole = {"match_id": match, "table_id": match, "game": game, "at": at, "why": "", "rated": True, "doc": json.dumps(doc)}
        shared = {"at": at, "match_id": match, "game": game, "seats": 3, "level": level, "ended": "over", "why": ""}
        shared |= {"moves": 60 + number % 90, "mean": 25.0, "spread": 2.0}
        yield (
            whole,
            [
                shared
                | {
                    "person": who(one),
                    "seat": seat,
                    "others": "\n".join(name.casefold() for at, name in enumerate(names) if name and at != seat),
                    "won": seat == winner,
                    "place": 1 if seat == winner else 2 + seat % 2,
                    "score": 31 - 4 * seat,
                    "margin": 4 if seat == winner else None,
                    "luck": rng.uniform(-0.5, 0.5) if number % 10 == 0 else None,
                    "error_rate": rng.uniform(0, 0.1) if number % 10 == 0 else None,
                }
                for seat, one in enumerate(players)
            ],
        )


def fill(c: Connection, matches: int, people: int) -> None:
    """Write all of it."""
    rng = random.Random(18)
    c.execute(schema.people.insert(), [{"id": who(n), "name": f"Player {n}", "made": 0.0, "listed": True} for n in range(people)])
    for game in GAMES:
        ratings = [
            {"game": game, "person": who(n), "mean": mean, "spread": 2.0, "low": mean - 4, "matches": 9, "at": 0.0}
            for n, mean in enumerate(rng.gauss(25, 8) for _ in range(people))
        ]
        c.execute(schema.ratings.insert(), [row | {"listed": True, "stale": False} for row in ratings])
    made = rows(rng, matches, people)
    while chunk := list(islice(made, CHUNK)):
        copy(c, schema.finished, (whole for whole, _ in chunk))
        copy(c, schema.played, (row for _, some in chunk for row in some))


def copy(c: Connection, table: sa.Table, some: Iterable[dict[str, Any]]) -> None:
    """Write many rows, by the quickest way that the database has."""
    written = list(some)
    if c.dialect.name != "postgresql":
        c.execute(table.insert(), written)
        return
    names = list(written[0])
    cursor = c.connection.cursor()
    with cursor.copy(f"COPY {table.name} ({', '.join(names)}) FROM STDIN") as out:
        for row in written:
            out.write_row([row[name] for name in names])


def second_page(c: Connection, person: str, wanted: Wanted) -> object:
    first = history.page(c, person, wanted, None)
    return history.page(c, person, wanted, (first[-1].at, first[-1].match)) if first else None


def asked(work: Ask, person: str, rng: random.Random, c: Connection) -> object:
    return work(c, person, rng)


LISTS: dict[str, Ask] = {
    "matches, first page": lambda c, one, rng: history.page(c, one, Wanted(), None),
    "matches, from the middle": lambda c, one, rng: history.page(c, one, Wanted(), (time.time() - rng.random() * LONGEST_AGO, "")),
    "matches of a game, two pages": lambda c, one, rng: second_page(c, one, Wanted(game=rng.choice(list(GAMES)))),
    "matches won against a level": lambda c, one, rng: history.page(c, one, Wanted(result="won", level=rng.choice(list(LEVELS))), None),
    "matches with somebody": lambda c, one, rng: history.page(c, one, Wanted(search=f"player {rng.randrange(PEOPLE)}"), None),
    "matches with nobody": lambda c, one, rng: history.page(c, one, Wanted(search="nobody of that name"), None),
    "profile": lambda c, one, rng: (
        rating.is_listed(c, one),
        [rating.place_of(c, rated.game, one) for rated in rating.all_of(c, one)],
        history.totals(c, one),
        history.reviewed(c, one),
    ),
    "leaderboard, first page": lambda c, one, rng: rating.leaderboard(c, rng.choice(list(GAMES)), None),
    "leaderboard, from the middle": lambda c, one, rng: rating.leaderboard(c, rng.choice(list(GAMES)), (rng.gauss(21, 8), "")),
}


def measure(database: str, matches: int, people: int) -> dict[str, tuple[float, float]]:
    """The median and the 99th percentile of each list, in milliseconds, asked as the server asks."""
    store = Store(database)
    store.open()
    with sa.create_engine(store._url).begin() as c:
        fill(c, matches, people)
    with sa.create_engine(store._url, isolation_level="AUTOCOMMIT").connect() as c:
        c.execute(sa.text("ANALYZE"))

    async def ask() -> dict[str, tuple[float, float]]:
        store.start(asyncio.get_running_loop())
        found = {}
        for name, work in LISTS.items():
            rng = random.Random(name)
            times = []
            for first, _ in pairs(rng, ASKED, people):
                began = time.perf_counter()
                await store.read(partial(asked, work, who(first), rng))
                times.append(1000 * (time.perf_counter() - began))
            times.sort()
            found[name] = times[len(times) // 2], times[len(times) * 99 // 100]
        await store.close()
        return found

    return asyncio.run(ask())


def lists(matches: int = MATCHES, people: int = PEOPLE) -> list[Row]:
    """10,000 people and a million finished matches: the slowest answer of a hundred, for every list of the page."""
    found = []
    with tempfile.TemporaryDirectory() as folder, tools.postgres.postgres() as address:
        for kind, database in (("SQLite", f"sqlite:///{Path(folder)}/lists.db"), ("PostgreSQL", address)):
            for name, (_, worst) in measure(database, matches, people).items():
                found.append(Row(f"{name}, {kind}", "ms (p99)", worst, wanted=WANTED, at_most=True))
    return found


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m bench.lists", description="Measure every list of a big server.")
    parser.add_argument("--matches", type=int, default=MATCHES)
    parser.add_argument("--people", type=int, default=PEOPLE)
    chosen = parser.parse_args()
    found = lists(chosen.matches, chosen.people)
    for row in found:
        print(f"{row.what:45} {row.ours:8.1f} {row.unit}{'' if row.reached else '  <- too slow'}")
    return 0 if all(row.reached for row in found) else 1


if __name__ == "__main__":
    sys.exit(main())
