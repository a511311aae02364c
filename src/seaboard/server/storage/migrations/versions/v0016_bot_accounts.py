"""Accounts of programs that play."""

from alembic import op
from sqlalchemy import Column, Double, Integer, String

revision = "0016"
down_revision = "0015"


def upgrade() -> None:
    """There are none yet."""
    op.create_table(
        "bot_accounts",
        Column("person", String(16), primary_key=True),
        Column("tables", Integer, nullable=False),
        Column("made", Double, nullable=False),
    )
