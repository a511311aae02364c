"""Matches of bots for people to watch, in the database. They are not kept for ever."""

import time

import sqlalchemy as sa
from sqlalchemy.engine import Connection

from seaboard.games import has_rules
from seaboard.server.storage import queries, schema
from seaboard.server.storage.rows import Table

KEPT = 86400.0
"""Seconds after which one that is over, or by other rules, is deleted."""


def current(c: Connection, game: str) -> Table | None:
    """Return a game's running show, if there is one under rules that this server has."""
    s = schema.shows
    for table in c.execute(sa.select(s.c.table_id).where(s.c.game == game).order_by(s.c.made.desc())).scalars():
        found = queries.find_table(c, table)
        match = queries.find_match(c, found.match) if found and found.match else None
        is_ours = match is None or has_rules(game, match.rules)
        if found and found.stage != "over" and is_ours:
            return found
    return None


def add(c: Connection, table: Table) -> tuple[Table, list[str]]:
    """Set a game's show, or return the one that another server has just added; and the old tables deleted in exchange."""
    if c.dialect.name == "postgresql":  # two servers that look at the same time must not both find none
        c.execute(sa.text("SELECT pg_advisory_xact_lock(7325333)"))
    known = current(c, table.game)
    if known:
        return known, []
    old = _delete_old(c, table.game)
    queries.add_table(c, table)
    c.execute(schema.shows.insert().values(table_id=table.id, game=table.game, made=table.made))
    return table, old


def _delete_old(c: Connection, game: str) -> list[str]:
    s, m = schema.shows, schema.matches
    old = list(c.execute(sa.select(s.c.table_id).where(s.c.game == game, s.c.made < time.time() - KEPT)).scalars())
    matches = list(c.execute(sa.select(m.c.id).where(m.c.table_id.in_(old))).scalars())
    for column in (schema.entries.c.match_id, schema.kept.c.match_id, schema.reviews.c.match_id, m.c.id):
        c.execute(sa.delete(column.table).where(column.in_(matches)))
    for column in (schema.tables.c.id, s.c.table_id):
        c.execute(sa.delete(column.table).where(column.in_(old)))
    return old
