"""Deals that are played more than once: those of the day, and those for friends."""

from alembic import op
from sqlalchemy import Column, Double, Index, Integer, String, Text

revision = "0010"
down_revision = "0009"


def upgrade() -> None:
    """No deal was shared before."""
    op.add_column("matches", Column("deal", String(16)))
    op.create_table(
        "deals",
        Column("id", String(16), primary_key=True),
        Column("kind", String(10), nullable=False),
        Column("day", String(10)),
        Column("game", String(32), nullable=False),
        Column("rules", Integer, nullable=False),
        Column("seats", Integer, nullable=False),
        Column("options", Text, nullable=False),
        Column("seed", String(32), nullable=False),
        Column("chairs", Text, nullable=False),
        Column("maker", String(16)),
        Column("maker_name", String(64), nullable=False),
        Column("made", Double, nullable=False),
        Column("server", String(16)),
        Column("server_at", Double),
        Index("deals_day", "day", "game", unique=True),
    )
    op.create_table(
        "tries",
        Column("deal_id", String(16), primary_key=True),
        Column("person", String(16), primary_key=True),
        Column("day", String(10)),
        Column("seat", Integer, nullable=False),
        Column("table_id", String(16), nullable=False),
        Column("match_id", String(16)),
        Column("started", Double, nullable=False),
        Column("ended", String(12)),
        Column("at", Double),
        Column("place", Integer),
        Column("margin", Integer),
        Column("score", Integer),
        Index("tries_match", "match_id"),
        Index("tries_person", "person", "day"),
        Index("tries_ranked", "deal_id", "place", "margin"),
    )
    op.create_table(
        "bot_tries",
        Column("deal_id", String(16), primary_key=True),
        Column("level", String(32), primary_key=True),
        Column("count", Integer, nullable=False),
        Column("results", Text, nullable=False),
    )
