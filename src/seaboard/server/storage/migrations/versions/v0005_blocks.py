"""Who has blocked whom."""

from alembic import op
from sqlalchemy import Column, Double, String

revision = "0005"
down_revision = "0004"


def upgrade() -> None:
    """Nobody has blocked anybody yet."""
    op.create_table(
        "blocks",
        Column("person", String(16), primary_key=True),
        Column("blocked", String(16), primary_key=True),
        Column("at", Double, nullable=False),
    )
