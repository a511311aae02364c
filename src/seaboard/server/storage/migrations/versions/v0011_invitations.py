"""Who is invited to which table, by name."""

from alembic import op
from sqlalchemy import Boolean, Column, Double, String

revision = "0011"
down_revision = "0010"


def upgrade() -> None:
    """Nobody is invited yet."""
    op.create_table(
        "invitations",
        Column("table_id", String(16), primary_key=True),
        Column("person", String(16), primary_key=True),
        Column("inviter", String(16), nullable=False),
        Column("declined", Boolean, nullable=False),
        Column("at", Double, nullable=False),
    )
    op.create_index("invitations_person", "invitations", ["person"])
    op.create_index("invitations_inviter", "invitations", ["inviter"])
