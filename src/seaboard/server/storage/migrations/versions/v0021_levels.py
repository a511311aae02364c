"""Levels are other bots than before in most games: what was begun with the former ones goes on with them."""

import json
from typing import Any

import sqlalchemy as sa
from alembic import op

revision = "0021"
down_revision = "0020"

CHANGED = {"sailor", "captain", "admiral"}
UNCHANGED_IN = "sea-salt-and-paper"
AT_ONCE = 500


def upgrade() -> None:
    """Name the former levels as such: at tables that have played, in deals that are played again, and in matches that are to be rated."""
    c = op.get_bind()
    _rewrite(c, "SELECT id, doc FROM tables WHERE id > :last ORDER BY id LIMIT :count", "tables", _table)
    _rewrite(
        c,
        "SELECT match_id AS id, doc FROM finished WHERE rated IS NULL AND match_id > :last ORDER BY match_id LIMIT :count",
        "finished",
        _levels,
    )
    deals = c.execute(sa.text("SELECT id, chairs FROM deals WHERE game <> :game"), {"game": UNCHANGED_IN}).all()
    for deal, chairs in deals:
        former = json.dumps([_former(level) for level in json.loads(chairs)])
        c.execute(sa.text("UPDATE deals SET chairs = :chairs WHERE id = :id"), {"chairs": former, "id": deal})


def _rewrite(c: sa.Connection, query: str, table: str, change: Any) -> None:
    """Change what is kept as a document, some at a time: there may be many."""
    key = "match_id" if table == "finished" else "id"
    last = ""
    while rows := c.execute(sa.text(query), {"last": last, "count": AT_ONCE}).all():
        for row in rows:
            doc = json.loads(row.doc)
            before = json.dumps(doc)
            change(doc)
            if doc["game"] != UNCHANGED_IN and json.dumps(doc) != before:
                c.execute(sa.text(f"UPDATE {table} SET doc = :doc WHERE {key} = :id"), {"doc": json.dumps(doc), "id": row.id})
        last = rows[-1].id


def _table(doc: dict[str, Any]) -> None:
    if doc.get("stage", "open") == "open" and not doc.get("duplicate") and not doc.get("deal"):
        return  # it has not begun: its bots are those of today
    for place in (*doc["chairs"], doc.get("duplicate") or {}):
        if place.get("level"):
            place["level"] = _former(place["level"])


def _levels(doc: dict[str, Any]) -> None:
    doc["levels"] = [_former(level) for level in doc["levels"]]


def _former(level: str | None) -> str | None:
    return f"{level}-1" if level in CHANGED else level
