"""How tables are made and matches started."""

import time
from collections.abc import Callable

from sqlalchemy.engine import Connection as Database

from seaboard.games import GAMES
from seaboard.server import metrics
from seaboard.server.refusals import Refused
from seaboard.server.storage import ids, people, queries
from seaboard.server.storage.rows import MatchRow, Table
from seaboard.server.tables import practice, seating, sharing
from seaboard.server.tables.registry import Rooms
from seaboard.server.tables.room import Room

MOST_TABLES = 50
"""Tables of one person that haven't ended."""


async def add_table(rooms: Rooms, table: Table) -> None:
    """Store a new table."""

    def add(c: Database) -> None:
        people.check_there(c, table.maker)
        if rooms.settings.limits and queries.open_tables_of(c, table.maker) >= MOST_TABLES:
            raise Refused("table.too_many", most=MOST_TABLES)
        queries.add_table(c, table)

    await rooms.store.write(add, order=table.id, notes=(f"t:{table.id}",))


async def start_match(rooms: Rooms, table: str, check: Callable[[Table], bool]) -> Room:
    """Start a match, if `check` doesn't refuse or say that it is not time yet; its commitment is public from here on, its seed isn't."""
    match, fresh, now = ids.new_id("m"), ids.new_seed(), time.time()

    def change(t: Table) -> None:
        if not check(t):
            return
        if t.game not in GAMES:
            raise Refused("game.unknown", games=", ".join(GAMES))
        t.stage, t.match, t.rematch = "playing", match, []
        for chair in t.chairs:
            chair.gave_up = None

    def then(c: Database, t: Table) -> None:
        if t.match != match:
            return
        game = GAMES[t.game]
        seed: str = fresh
        moves: list[tuple[int, int]] = []
        if t.practice:
            seed, moves = practice.begin(c, t.practice)
        elif t.deal:
            seed = sharing.begin(c, t, match)
        row = MatchRow(
            id=match,
            table=table,
            game=game.name,
            rules=game.version,
            seats=t.seats,
            options=t.options,
            seed=seed,
            commitment=ids.commitment_to(seed),
            started=now,
            names=seating.names(t),
            due=now,  # so that it is picked up even if this server dies at once
            origin=t.practice.match if t.practice else None,
            origin_moves=len(moves),
            deal=t.deal.id if t.deal else None,
        )
        queries.add_match(c, row)
        queries.add_entries(c, [practice.entry(match, number, move, now) for number, move in enumerate(moves)])

    room = await rooms.change(table, change, then)
    if room.table.match != match:
        return room
    async with room.lock:
        session = await rooms.wake(room)
    assert session is not None
    metrics.MATCHES.labels(session.row.game).inc()
    return room
