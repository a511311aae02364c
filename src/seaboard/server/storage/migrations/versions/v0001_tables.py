"""People, tables, matches and their entries."""

from alembic import op
from sqlalchemy import Boolean, Column, Double, Integer, LargeBinary, String, Text

revision = "0001"
down_revision = None


def upgrade() -> None:
    """The first schema."""
    op.create_table(
        "people",
        Column("id", String(16), primary_key=True),
        Column("token", LargeBinary(32), nullable=False, unique=True),
        Column("name", String(64), nullable=False),
        Column("made", Double, nullable=False),
    )
    op.create_table(
        "tables",
        Column("id", String(16), primary_key=True),
        Column("version", Integer, nullable=False),
        Column("public", Boolean, nullable=False),
        Column("stage", String(8), nullable=False),
        Column("touched", Double, nullable=False),
        Column("doc", Text, nullable=False),
    )
    op.create_index("tables_listed", "tables", ["public", "stage", "touched"])
    op.create_table(
        "members",
        Column("person", String(16), primary_key=True),
        Column("table_id", String(16), primary_key=True),
    )
    op.create_table(
        "matches",
        Column("id", String(16), primary_key=True),
        Column("table_id", String(16), nullable=False),
        Column("game", String(32), nullable=False),
        Column("rules", Integer, nullable=False),
        Column("seats", Integer, nullable=False),
        Column("options", Text, nullable=False),
        Column("seed", String(32), nullable=False),
        Column("commitment", String(64), nullable=False),
        Column("started", Double, nullable=False),
        Column("ended", String(12)),
        Column("names", Text, nullable=False),
        Column("due", Double),
    )
    op.create_index("matches_due", "matches", ["due"])
    op.create_table(
        "entries",
        Column("match_id", String(16), primary_key=True),
        Column("number", Integer, primary_key=True, autoincrement=False),
        Column("seat", Integer, nullable=False),
        Column("action", Integer, nullable=False),
        Column("message", String(40)),
        Column("at", Double, nullable=False),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "chat",
        Column("table_id", String(16), primary_key=True),
        Column("number", Integer, primary_key=True, autoincrement=False),
        Column("person", String(16), nullable=False),
        Column("name", String(64), nullable=False),
        Column("text", Text, nullable=False),
        Column("message", String(40), nullable=False),
        Column("at", Double, nullable=False),
    )
    op.create_table(
        "processes",
        Column("id", String(16), primary_key=True),
        Column("seen", Double, nullable=False),
    )
    op.create_table(
        "presence",
        Column("process", String(16), primary_key=True),
        Column("table_id", String(16), primary_key=True),
        Column("person", String(16), primary_key=True),
    )
    op.create_index("presence_table", "presence", ["table_id"])
