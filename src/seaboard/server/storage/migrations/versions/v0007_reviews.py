"""Reviews of finished matches, and matches that go on from a moment of another."""

from alembic import op
from sqlalchemy import Column, Integer, LargeBinary, String

revision = "0007"
down_revision = "0006"


def upgrade() -> None:
    """Matches that there are already go on from none."""
    op.create_table(
        "reviews",
        Column("match_id", String(16), primary_key=True),
        Column("seat", Integer, primary_key=True, autoincrement=False),
        Column("version", Integer, nullable=False),
        Column("body", LargeBinary, nullable=False),
    )
    op.add_column("matches", Column("origin", String(16)))
    op.add_column("matches", Column("origin_moves", Integer))
