"""What is stored for moderation and operation: bans, reports, moderators, their log, and news for the servers."""

from sqlalchemy import Column, Double, Index, Integer, LargeBinary, String, Table, Text, text

from seaboard.server.storage.metadata import metadata

# Who is banned (`ban`) or muted (`mute`).
bans = Table(
    "bans",
    metadata,
    Column("subject", String(64), primary_key=True),  # a person's id, or where they come from: `limits.network`
    Column("kind", String(4), primary_key=True),
    Column("at", Double, nullable=False),
    Column("until", Double),  # null: for good
)

# Moderators' actions, on the page or by a command.
audit = Table(
    "audit",
    metadata,
    Column("id", String(16), primary_key=True),
    Column("at", Double, nullable=False, index=True),
    Column("host", String(16), nullable=False),  # a person; "" for a command
    Column("act", String(16), nullable=False),
    Column("subject", String(64), nullable=False),
    Column("why", Text, nullable=False),
    Index("audit_host", "host"),
    Index("audit_subject", "subject"),
)

UNINDEXED_REPORT = text("indexed IS NULL")
"""What a server of the release before has written."""

# Players' reports of others, with the chat as it was then, since chat may be pruned.
reports = Table(
    "reports",
    metadata,
    Column("id", String(16), primary_key=True),
    Column("at", Double, nullable=False),
    Column("table_id", String(16), nullable=False),
    Column("person", String(16), nullable=False),  # who is reported
    Column("name", String(64), nullable=False),
    Column("reporter", String(16), nullable=False),
    Column("reporter_name", String(64), nullable=False),
    Column("reason", String(12), nullable=False),
    Column("words", Text, nullable=False),
    Column("chat", Text, nullable=False),
    Column("settled", Double),  # null until a moderator has settled it
    Column("indexed", Integer),  # 1 if the people in its chat are in `mentions`
    Index("reports_person", "person"),
    Index("reports_reporter", "reporter"),
    Index("reports_unindexed", "id", sqlite_where=UNINDEXED_REPORT, postgresql_where=UNINDEXED_REPORT),
)

hosts = Table(
    "hosts",
    metadata,
    Column("person", String(16), primary_key=True),
    Column("at", Double, nullable=False),
)

# Links that make a person a moderator, once. Only the secret's SHA-256 is stored.
host_links = Table(
    "host_links",
    metadata,
    Column("token", LargeBinary(32), primary_key=True),
    Column("until", Double, nullable=False),
)

# Whether there is maintenance, and its message.
house = Table(
    "house",
    metadata,
    Column("name", String(16), primary_key=True),
    Column("value", Text, nullable=False),
)

# News from commands to a server on SQLite, which has no notifications; deleted after a while.
news = Table(
    "news",
    metadata,
    Column("number", Integer, primary_key=True, autoincrement=True),
    Column("at", Double, nullable=False),
    Column("note", String(64), nullable=False),
    sqlite_autoincrement=True,  # numbers are never reused, so that a server knows what is new to it
)

# The first version of this schema whose servers can work with it as it is now: one row, see `upkeep/upgrading.py`.
compatible = Table("compatible", metadata, Column("oldest", Text, nullable=False))
