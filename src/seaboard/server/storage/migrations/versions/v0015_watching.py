"""How many watch a table through each server."""

from alembic import op
from sqlalchemy import Column, Integer, String

revision = "0015"
down_revision = "0014"


def upgrade() -> None:
    """Servers count anew when they start."""
    op.create_table(
        "watching",
        Column("process", String(16), primary_key=True),
        Column("table_id", String(16), primary_key=True),
        Column("count", Integer, nullable=False),
    )
    op.create_index("watching_table", "watching", ["table_id"])
