"""What is kept of finished matches, so that they can be read whatever becomes of the rules."""

from alembic import op
from sqlalchemy import Column, LargeBinary, String, text

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    """Finished matches are to be kept; those that there are already, too."""
    op.create_table("kept", Column("match_id", String(16), primary_key=True), Column("frames", LargeBinary))
    unmade = text("frames IS NULL")
    op.create_index("kept_unmade", "kept", ["match_id"], sqlite_where=unmade, postgresql_where=unmade)
    op.execute("INSERT INTO kept (match_id) SELECT id FROM matches WHERE ended IS NOT NULL")
