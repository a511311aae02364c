"""The public tables that are listed in the harbour: to join, and to watch."""

import time

import msgspec
import sqlalchemy as sa
from sqlalchemy.engine import Connection

from seaboard.server.storage import queries, schema
from seaboard.server.storage.rows import Table

MOST_LISTED = 100
UNSTARTED = 86400.0
"""Seconds after which a table that hasn't started is dropped from the list."""
RESTING = 3 * 86400.0
"""Seconds without a move after which a match is dropped from the list."""

_table = msgspec.json.Decoder(Table)


class Listed(msgspec.Struct, frozen=True):
    """A public table, and when it was opened or last played at."""

    table: Table
    at: float

    def has_any(self, people: frozenset[str]) -> bool:
        """Whether one of these people is its host or sits there."""
        return not people.isdisjoint({self.table.maker, *self.table.people})


def public_tables(c: Connection) -> list[Listed]:
    """Return public tables that are open, or in play under rules that this server has, newest first."""
    t, m = schema.tables, schema.matches
    now = time.time()
    stage = sa.or_(t.c.stage == "playing", sa.and_(t.c.stage == "open", t.c.touched > now - UNSTARTED))
    docs = c.execute(sa.select(t.c.doc).where(t.c.public.is_(True), stage).order_by(t.c.touched.desc()).limit(MOST_LISTED)).scalars()
    tables = [_table.decode(doc) for doc in docs]
    matches = [table.match for table in tables if table.stage == "playing" and table.match]
    moved = {match: at for match, (_, at) in queries.turns(c, matches).items() if at > now - RESTING}
    started = {row.id: row.started for row in c.execute(sa.select(m.c.id, m.c.started).where(m.c.id.in_(moved)))}
    return [
        Listed(table, table.made if table.stage == "open" else started[table.match])
        for table in tables
        if table.stage == "open" or table.match in started
    ]
