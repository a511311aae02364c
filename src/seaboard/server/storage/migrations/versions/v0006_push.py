"""The devices that are told of what happens while no page is open, and the server's secrets."""

from alembic import op
from sqlalchemy import Column, Double, Integer, LargeBinary, String, Text

revision = "0006"
down_revision = "0005"


def upgrade() -> None:
    """None yet."""
    op.create_table("secrets", Column("name", String(16), primary_key=True), Column("value", LargeBinary, nullable=False))
    op.create_table(
        "subscriptions",
        Column("id", LargeBinary(32), primary_key=True),
        Column("device", String(16), nullable=False),
        Column("endpoint", Text, nullable=False),
        Column("key", LargeBinary(65), nullable=False),
        Column("auth", LargeBinary(16), nullable=False),
        Column("language", String(2), nullable=False),
        Column("origin", String(200)),
        Column("failures", Integer, nullable=False),
        Column("made", Double, nullable=False),
    )
    op.create_index("subscriptions_device", "subscriptions", ["device"])
