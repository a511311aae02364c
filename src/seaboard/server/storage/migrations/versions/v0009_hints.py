"""Which hints were given in a match."""

from alembic import op
from sqlalchemy import Column, Integer, String

revision = "0009"
down_revision = "0008"


def upgrade() -> None:
    """Nobody has asked for one yet."""
    op.create_table(
        "hints",
        Column("match_id", String(16), primary_key=True),
        Column("move", Integer, primary_key=True, autoincrement=False),
        Column("seat", Integer, primary_key=True, autoincrement=False),
    )
