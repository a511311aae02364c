"""Duplicate: a deal that is played at two tables, which it knows; and who has made a deal, to list theirs."""

from alembic import op
from sqlalchemy import Column, Text

revision = "0018"
down_revision = "0017"


def upgrade() -> None:
    """Deals so far are played at a table of one's own."""
    op.add_column("deals", Column("tables", Text, nullable=False, server_default="[]"))
    op.create_index("deals_maker", "deals", ["maker", "made"])
