"""Servers of two releases on one database: it says which older ones can work with it."""

from alembic import op
from sqlalchemy import Column, Text

revision = "0020"
down_revision = "0019"


def upgrade() -> None:
    """What is written into it comes from `upgrading.py`."""
    op.create_table("compatible", Column("oldest", Text, nullable=False))
