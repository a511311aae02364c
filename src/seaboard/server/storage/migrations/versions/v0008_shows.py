"""Matches of bots for people to watch."""

from alembic import op
from sqlalchemy import Column, Double, String

revision = "0008"
down_revision = "0007"


def upgrade() -> None:
    """There are none yet."""
    op.create_table(
        "shows",
        Column("table_id", String(16), primary_key=True),
        Column("game", String(32), nullable=False),
        Column("made", Double, nullable=False),
    )
    op.create_index("shows_game", "shows", ["game", "made"])
