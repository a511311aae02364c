"""Whoever is to be forgotten is found without reading every table and every report."""

import json
import time
from typing import Any

import sqlalchemy as sa
from alembic import op
from sqlalchemy import Column, Integer, String, text

revision = "0022"
down_revision = "0021"

AT_ONCE = 500
LATELY = 3600.0
"""Seconds that the clocks of servers differ by, at most."""
INDEXES = {
    "members_table": ("members", "table_id"),
    "matches_table": ("matches", "table_id"),
    "chat_person": ("chat", "person"),
    "blocks_blocked": ("blocks", "blocked"),
    "audit_host": ("audit", "host"),
    "audit_subject": ("audit", "subject"),
}


def upgrade() -> None:
    """Note whom tables and reports name. Most of it is read before anything is locked: other servers may be at work."""
    c, begun = op.get_bind(), time.time()
    op.create_table(
        "mentions",
        Column("person", String(16), primary_key=True),
        Column("place", String(16), primary_key=True),
        sqlite_with_rowid=False,
    )
    op.create_index("mentions_place", "mentions", ["place"])
    _note_tables(c, 0.0)
    for name, (table, column) in INDEXES.items():
        op.create_index(name, table, [column])
    op.add_column("tables", Column("indexed", Integer))
    _note_tables(c, begun - LATELY)  # what was written meanwhile; nobody writes now
    c.execute(text("UPDATE tables SET indexed = version"))
    of_an_older_server = text("coalesce(indexed, 0) <> version")
    op.create_index("tables_unindexed", "tables", ["id"], sqlite_where=of_an_older_server, postgresql_where=of_an_older_server)
    op.add_column("reports", Column("indexed", Integer))
    for row in c.execute(text("SELECT id, chat FROM reports")).all():
        _note(c, row.id, {line["person"] for line in json.loads(row.chat)})
    c.execute(text("UPDATE reports SET indexed = 1"))
    of_an_older_server = text("indexed IS NULL")
    op.create_index("reports_unindexed", "reports", ["id"], sqlite_where=of_an_older_server, postgresql_where=of_an_older_server)


def _note_tables(c: sa.Connection, since: float) -> None:
    some = text("SELECT id, doc FROM tables WHERE id > :last AND touched >= :since ORDER BY id LIMIT :count")
    last = ""
    while rows := c.execute(some, {"last": last, "since": since, "count": AT_ONCE}).all():
        for row in rows:
            _note(c, row.id, _named(json.loads(row.doc)))
        last = rows[-1].id


def _note(c: sa.Connection, place: str, people: set[str]) -> None:
    note = text("INSERT INTO mentions (person, place) VALUES (:person, :place) ON CONFLICT DO NOTHING")
    if people:
        c.execute(note, [{"person": person, "place": place} for person in sorted(people)])


def _named(table: dict[str, Any]) -> set[str]:
    """Everybody whose id is in a table's document."""
    coming = table.get("coming") or {}
    found = {table["maker"], *table.get("banned", ()), *table.get("quiet", ())}
    found |= {chair.get(name) for chair in table["chairs"] for name in ("person", "gave_up")}
    found.update(*(result["people"] for result in table.get("results", ())))
    found.update(*(coming.get(name, ()) for name in ("commitments", "revealed", "awaited")))
    return {person for person in found if person}
