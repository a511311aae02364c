"""What a match's seed was made of."""

from alembic import op
from sqlalchemy import Column, Text

revision = "0013"
down_revision = "0012"


def upgrade() -> None:
    """The seeds of matches so far were drawn by the server alone."""
    op.add_column("matches", Column("shuffle", Text))
