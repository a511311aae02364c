"""Whose turn it is, with each entry: to be read without rebuilding the match."""

from alembic import op
from sqlalchemy import Column, Integer

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    """Of entries that there are already, it isn't known."""
    op.add_column("entries", Column("to_act", Integer))
