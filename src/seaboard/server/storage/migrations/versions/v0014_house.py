"""What hosts need: bans, reports, who is a host, what they did, maintenance, and news for a server on SQLite."""

from alembic import op
from sqlalchemy import Column, Double, Integer, LargeBinary, String, Text

revision = "0014"
down_revision = "0013"


def upgrade() -> None:
    """Nobody is banned, reported or a host yet."""
    op.create_table(
        "bans",
        Column("subject", String(64), primary_key=True),
        Column("kind", String(4), primary_key=True),
        Column("at", Double, nullable=False),
        Column("until", Double),
    )
    op.create_table(
        "audit",
        Column("id", String(16), primary_key=True),
        Column("at", Double, nullable=False, index=True),
        Column("host", String(16), nullable=False),
        Column("act", String(16), nullable=False),
        Column("subject", String(64), nullable=False),
        Column("why", Text, nullable=False),
    )
    op.create_table(
        "reports",
        Column("id", String(16), primary_key=True),
        Column("at", Double, nullable=False),
        Column("table_id", String(16), nullable=False),
        Column("person", String(16), nullable=False),
        Column("name", String(64), nullable=False),
        Column("reporter", String(16), nullable=False),
        Column("reporter_name", String(64), nullable=False),
        Column("reason", String(12), nullable=False),
        Column("words", Text, nullable=False),
        Column("chat", Text, nullable=False),
        Column("settled", Double),
    )
    op.create_index("reports_person", "reports", ["person"])
    op.create_index("reports_reporter", "reports", ["reporter"])
    op.create_table("hosts", Column("person", String(16), primary_key=True), Column("at", Double, nullable=False))
    op.create_table("host_links", Column("token", LargeBinary(32), primary_key=True), Column("until", Double, nullable=False))
    op.create_table("house", Column("name", String(16), primary_key=True), Column("value", Text, nullable=False))
    op.create_table(
        "news",
        Column("number", Integer, primary_key=True, autoincrement=True),
        Column("at", Double, nullable=False),
        Column("note", String(64), nullable=False),
        sqlite_autoincrement=True,
    )
