"""What is stored of who somebody is: people, the devices on which they are signed in, and how they sign in on others."""

from sqlalchemy import BigInteger, Boolean, Column, Double, Index, Integer, LargeBinary, String, Table, text

from seaboard.server.storage.metadata import metadata

people = Table(
    "people",
    metadata,
    Column("id", String(16), primary_key=True),
    Column("name", String(64), nullable=False),
    Column("made", Double, nullable=False),
    Column("listed", Boolean, nullable=False, server_default=text("TRUE")),  # whether leaderboards may have them
)

# A browser in which a person is signed in. Only the SHA-256 of every secret below is stored.
devices = Table(
    "devices",
    metadata,
    Column("id", String(16), primary_key=True),
    Column("person", String(16), nullable=False),
    Column("token", LargeBinary(32), nullable=False, unique=True),  # the cookie's
    Column("browser", String(24), nullable=False),  # "" where unknown
    Column("system", String(24), nullable=False),
    Column("made", Double, nullable=False),
    Column("seen", Double, nullable=False),
    Index("devices_person", "person"),
)

# Links that sign another device in, once; a person has one at most.
device_links = Table(
    "device_links",
    metadata,
    Column("person", String(16), primary_key=True),
    Column("token", LargeBinary(32), nullable=False, unique=True),
    Column("until", Double, nullable=False),
)

recovery_codes = Table(
    "recovery_codes",
    metadata,
    Column("code", LargeBinary(32), primary_key=True),
    Column("person", String(16), nullable=False),
    Column("made", Double, nullable=False),
    Index("recovery_codes_person", "person"),
)

passkeys = Table(
    "passkeys",
    metadata,
    Column("id", String(16), primary_key=True),
    Column("person", String(16), nullable=False),
    Column("credential", LargeBinary(32), nullable=False, unique=True),  # of the id that the authenticator chose
    Column("credential_id", LargeBinary, nullable=False),
    Column("public_key", LargeBinary, nullable=False),
    Column("site", String(255), nullable=False),  # the host name it was made for, which it is bound to
    Column("uses", BigInteger, nullable=False),  # as the authenticator counts them
    Column("browser", String(24), nullable=False),
    Column("system", String(24), nullable=False),
    Column("made", Double, nullable=False),
    Column("used", Double, nullable=False),
    Index("passkeys_person", "person"),
)

# Challenges that passkeys have yet to sign.
passkey_challenges = Table(
    "passkey_challenges",
    metadata,
    Column("challenge", LargeBinary(32), primary_key=True),
    Column("person", String(16), nullable=False),  # who makes a passkey; "" to sign in with one
    Column("until", Double, nullable=False),
)

# Accounts for programs, made by the server's operator, and at how many tables each may play at once.
bot_accounts = Table(
    "bot_accounts",
    metadata,
    Column("person", String(16), primary_key=True),
    Column("tables", Integer, nullable=False),
    Column("made", Double, nullable=False),
)
