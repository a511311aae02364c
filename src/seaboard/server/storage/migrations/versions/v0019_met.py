"""Matches with other people can be searched without reading those against bots alone."""

from alembic import op
from sqlalchemy import text

revision = "0019"
down_revision = "0018"


def upgrade() -> None:
    """Index what was played with somebody."""
    somebody = text("others <> ''")
    op.create_index("played_met", "played", ["person", "at", "match_id"], sqlite_where=somebody, postgresql_where=somebody)
