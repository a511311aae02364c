"""A person may be signed in on several devices, by a link, a recovery code or a passkey."""

from alembic import op
from sqlalchemy import BigInteger, Column, Double, LargeBinary, String

revision = "0004"
down_revision = "0003"


def upgrade() -> None:
    """Every guest's cookie stays good: it is that of their first device."""
    op.create_table(
        "devices",
        Column("id", String(16), primary_key=True),
        Column("person", String(16), nullable=False),
        Column("token", LargeBinary(32), nullable=False, unique=True),
        Column("browser", String(24), nullable=False),
        Column("system", String(24), nullable=False),
        Column("made", Double, nullable=False),
        Column("seen", Double, nullable=False),
    )
    op.create_index("devices_person", "devices", ["person"])
    op.execute(
        "INSERT INTO devices (id, person, token, browser, system, made, seen) "
        "SELECT 'd' || substr(id, 2), id, token, '', '', made, made FROM people"
    )
    # SQLite can't drop a column that is unique, so the table is made anew
    op.create_table(
        "people_now",
        Column("id", String(16), primary_key=True),
        Column("name", String(64), nullable=False),
        Column("made", Double, nullable=False),
    )
    op.execute("INSERT INTO people_now (id, name, made) SELECT id, name, made FROM people")
    op.drop_table("people")
    op.rename_table("people_now", "people")
    op.create_table(
        "device_links",
        Column("person", String(16), primary_key=True),
        Column("token", LargeBinary(32), nullable=False, unique=True),
        Column("until", Double, nullable=False),
    )
    op.create_table(
        "recovery_codes",
        Column("code", LargeBinary(32), primary_key=True),
        Column("person", String(16), nullable=False),
        Column("made", Double, nullable=False),
    )
    op.create_index("recovery_codes_person", "recovery_codes", ["person"])
    op.create_table(
        "passkeys",
        Column("id", String(16), primary_key=True),
        Column("person", String(16), nullable=False),
        Column("credential", LargeBinary(32), nullable=False, unique=True),
        Column("credential_id", LargeBinary, nullable=False),
        Column("public_key", LargeBinary, nullable=False),
        Column("site", String(255), nullable=False),
        Column("uses", BigInteger, nullable=False),
        Column("browser", String(24), nullable=False),
        Column("system", String(24), nullable=False),
        Column("made", Double, nullable=False),
        Column("used", Double, nullable=False),
    )
    op.create_index("passkeys_person", "passkeys", ["person"])
    op.create_table(
        "passkey_challenges",
        Column("challenge", LargeBinary(32), primary_key=True),
        Column("person", String(16), nullable=False),
        Column("until", Double, nullable=False),
    )
