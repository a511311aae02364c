"""What is stored. The truth about a match is its row and its entries; everything else can be rebuilt.

There are no foreign keys: an entry is written far more often than anything else, a key would make every such write lock
the match's row too, and rows are only ever added under ids made by `ids`.
"""

from sqlalchemy import Boolean, Column, Double, Index, Integer, LargeBinary, String, Table, Text, text

from seaboard.server.storage.host_schema import UNINDEXED_REPORT, audit, bans, compatible, host_links, hosts, house, news, reports
from seaboard.server.storage.metadata import metadata
from seaboard.server.storage.people_schema import bot_accounts, device_links, devices, passkey_challenges, passkeys, people, recovery_codes

__all__ = [
    "UNINDEXED_REPORT",
    "audit",
    "bans",
    "bot_accounts",
    "compatible",
    "device_links",
    "devices",
    "host_links",
    "hosts",
    "house",
    "metadata",
    "news",
    "passkey_challenges",
    "passkeys",
    "people",
    "recovery_codes",
    "reports",
]
"""What is defined elsewhere; the rest is below."""

# Rows written since by a server of the previous release. The indexes use the same expression, so that they are used.
UNINDEXED_TABLE = text("coalesce(indexed, 0) <> version")

tables = Table(
    "tables",
    metadata,
    Column("id", String(16), primary_key=True),
    Column("version", Integer, nullable=False),
    Column("public", Boolean, nullable=False),
    Column("stage", String(8), nullable=False),
    Column("touched", Double, nullable=False),
    Column("doc", Text, nullable=False),
    Column("indexed", Integer),  # the version whose people are in `mentions`
    Index("tables_listed", "public", "stage", "touched"),
    Index("tables_unindexed", "id", sqlite_where=UNINDEXED_TABLE, postgresql_where=UNINDEXED_TABLE),
)

# Whom a table's document names or has named, and whom a report's chat names: see `people/mentions.py`.
mentions = Table(
    "mentions",
    metadata,
    Column("person", String(16), primary_key=True),
    Column("place", String(16), primary_key=True),  # a table's id, or a report's
    Index("mentions_place", "place"),
    sqlite_with_rowid=False,
)

members = Table(
    "members",
    metadata,
    Column("person", String(16), primary_key=True),
    Column("table_id", String(16), primary_key=True),
    Index("members_table", "table_id"),
)

matches = Table(
    "matches",
    metadata,
    Column("id", String(16), primary_key=True),
    Column("table_id", String(16), nullable=False),
    Column("game", String(32), nullable=False),
    Column("rules", Integer, nullable=False),
    Column("seats", Integer, nullable=False),
    Column("options", Text, nullable=False),
    Column("seed", String(32), nullable=False),
    Column("commitment", String(64), nullable=False),
    Column("started", Double, nullable=False),
    Column("ended", String(12)),
    Column("names", Text, nullable=False),
    Column("due", Double),  # when a bot or a clock is next due
    Column("origin", String(16)),  # the match that a practice match plays on from
    Column("deal", String(16)),  # the shared deal that it is played with
    Column("origin_moves", Integer),  # after so many of its moves
    Column("shuffle", Text),  # what the seed was made of
    Index("matches_table", "table_id"),
    Index("matches_due", "due"),
)

# The append is the lock: whoever writes (match, number) first has moved.
entries = Table(
    "entries",
    metadata,
    Column("match_id", String(16), primary_key=True),
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("seat", Integer, nullable=False),
    Column("action", Integer, nullable=False),  # below 0: taken back to the first -1 - action moves
    Column("message", String(40)),  # the client's own id of the message
    Column("at", Double, nullable=False),
    Column("to_act", Integer),  # the seats that are to act after it, as bits
    sqlite_with_rowid=False,
)

# Finished matches move by move, as each seat saw them: readable even when the rules have changed.
kept = Table(
    "kept",
    metadata,
    Column("match_id", String(16), primary_key=True),
    Column("frames", LargeBinary),  # null until they are made
    Index("kept_unmade", "match_id", sqlite_where=text("frames IS NULL"), postgresql_where=text("frames IS NULL")),
)

# Reviews of finished matches, by whose decisions were judged (-1: nobody's, only luck).
reviews = Table(
    "reviews",
    metadata,
    Column("match_id", String(16), primary_key=True),
    Column("seat", Integer, primary_key=True, autoincrement=False),
    Column("version", Integer, nullable=False),
    Column("body", LargeBinary, nullable=False),
)

# The hints that were given: before which move, and to whom.
hints = Table(
    "hints",
    metadata,
    Column("match_id", String(16), primary_key=True),
    Column("move", Integer, primary_key=True, autoincrement=False),
    Column("seat", Integer, primary_key=True, autoincrement=False),
)

# Finished matches that people played in: who sat where, the result, and whether it has been rated.
finished = Table(
    "finished",
    metadata,
    Column("match_id", String(16), primary_key=True),
    Column("table_id", String(16), nullable=False),
    Column("game", String(32), nullable=False),
    Column("at", Double, nullable=False),
    Column("why", String(12), nullable=False),  # why it doesn't count for ratings; "" if it counts
    Column("rated", Boolean),  # null until it is rated
    Column("doc", Text, nullable=False),
    Index("finished_unrated", "at", sqlite_where=text("rated IS NULL"), postgresql_where=text("rated IS NULL")),
)

# The same for each person in it: their history, in the order in which it is listed.
played = Table(
    "played",
    metadata,
    Column("person", String(16), primary_key=True),
    Column("at", Double, primary_key=True),
    Column("match_id", String(16), primary_key=True),
    Column("game", String(32), nullable=False),
    Column("seat", Integer, nullable=False),
    Column("seats", Integer, nullable=False),
    Column("level", String(12), nullable=False),  # of the strongest bot against them; "" where only people played
    Column("others", Text, nullable=False),  # the other people's names, to search
    Column("ended", String(12), nullable=False),
    Column("why", String(12), nullable=False),
    Column("won", Boolean, nullable=False),
    Column("place", Integer, nullable=False),
    Column("score", Integer),
    Column("margin", Integer),  # of a win
    Column("moves", Integer, nullable=False),
    Column("luck", Double),  # from reviews, where there are some
    Column("error_rate", Double),
    Column("mean", Double),  # their rating after it, if it counted
    Column("spread", Double),
    Index("played_game", "person", "game", "at", "match_id"),
    Index("played_match", "match_id"),
    Index(  # for a search by name, as most matches are against bots alone
        "played_met",
        "person",
        "at",
        "match_id",
        sqlite_where=text("others <> ''"),
        postgresql_where=text("others <> ''"),
    ),
    sqlite_with_rowid=False,
)

# People's ratings by game, and which of them have to be recomputed because two guests were merged.
ratings = Table(
    "ratings",
    metadata,
    Column("game", String(32), primary_key=True),
    Column("person", String(16), primary_key=True),
    Column("mean", Double, nullable=False),
    Column("spread", Double, nullable=False),
    Column("low", Double, nullable=False),  # the lower end of its interval, which orders leaderboards
    Column("matches", Integer, nullable=False),
    Column("at", Double, nullable=False),
    Column("listed", Boolean, nullable=False),  # whether the leaderboard has it
    Column("stale", Boolean, nullable=False),
    Index("ratings_listed", "game", "listed", "low", "person"),
    Index("ratings_person", "person"),
    Index("ratings_stale", "person", sqlite_where=text("stale"), postgresql_where=text("stale")),
)

chat = Table(
    "chat",
    metadata,
    Column("table_id", String(16), primary_key=True),
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("person", String(16), nullable=False),
    Column("name", String(64), nullable=False),
    Column("text", Text, nullable=False),
    Column("message", String(40), nullable=False),
    Column("at", Double, nullable=False),
    Index("chat_person", "person"),
)

blocks = Table(
    "blocks",
    metadata,
    Column("person", String(16), primary_key=True),
    Column("blocked", String(16), primary_key=True),  # can't take a seat at this person's tables, nor say anything to them
    Column("at", Double, nullable=False),
    Index("blocks_blocked", "blocked"),
)

# Who is invited to a table by name, as long as it waits for people.
invitations = Table(
    "invitations",
    metadata,
    Column("table_id", String(16), primary_key=True),
    Column("person", String(16), primary_key=True),
    Column("inviter", String(16), nullable=False),
    Column("declined", Boolean, nullable=False),
    Column("at", Double, nullable=False),
    Index("invitations_person", "person"),
    Index("invitations_inviter", "inviter"),
)

# Devices that get notifications while no page is open.
subscriptions = Table(
    "subscriptions",
    metadata,
    Column("id", LargeBinary(32), primary_key=True),  # the endpoint's SHA-256
    Column("device", String(16), nullable=False),  # whose person is told
    Column("endpoint", Text, nullable=False),
    Column("key", LargeBinary(65), nullable=False),  # the device's, to encrypt for it
    Column("auth", LargeBinary(16), nullable=False),
    Column("language", String(2), nullable=False),
    Column("origin", String(200)),  # the page's address, if it is public
    Column("failures", Integer, nullable=False),  # in a row
    Column("made", Double, nullable=False),
    Index("subscriptions_device", "device"),
)

# Secrets shared by all servers on a database.
secrets = Table(
    "secrets",
    metadata,
    Column("name", String(16), primary_key=True),
    Column("value", LargeBinary, nullable=False),
)

# Matches of bots for people to watch; deleted after a while.
shows = Table(
    "shows",
    metadata,
    Column("table_id", String(16), primary_key=True),
    Column("game", String(32), nullable=False),
    Column("made", Double, nullable=False),
    Index("shows_game", "game", "made"),
)

# Who is connected where, for servers that share a database.
processes = Table(
    "processes",
    metadata,
    Column("id", String(16), primary_key=True),
    Column("seen", Double, nullable=False),
)

presence = Table(
    "presence",
    metadata,
    Column("process", String(16), primary_key=True),
    Column("table_id", String(16), primary_key=True),
    Column("person", String(16), primary_key=True),
    Index("presence_table", "table_id"),
)

watching = Table(
    "watching",
    metadata,
    Column("process", String(16), primary_key=True),
    Column("table_id", String(16), primary_key=True),
    Column("count", Integer, nullable=False),
    Index("watching_table", "table_id"),
)

# Deals that are played more than once: everybody gets the same cards.
deals = Table(
    "deals",
    metadata,
    Column("id", String(16), primary_key=True),
    Column("kind", String(10), nullable=False),  # day, challenge or duplicate
    Column("day", String(10)),  # 2026-11-16, in UTC; null unless it is a deal of the day
    Column("game", String(32), nullable=False),
    Column("rules", Integer, nullable=False),
    Column("seats", Integer, nullable=False),
    Column("options", Text, nullable=False),
    Column("seed", String(32), nullable=False),
    Column("chairs", Text, nullable=False),  # by seat the level of its bot, or null for a person's
    Column("maker", String(16)),
    Column("maker_name", String(64), nullable=False),
    Column("made", Double, nullable=False),
    Column("tables", Text, nullable=False, server_default="[]"),  # of a duplicate: the two that it is played at
    Column("server", String(16)),  # which server lets bots play it, and when it last said so
    Column("server_at", Double),
    Index("deals_day", "day", "game", unique=True),
    Index("deals_maker", "maker", "made"),
)

# People's tries at shared deals: one each; later ones are practice.
tries = Table(
    "tries",
    metadata,
    Column("deal_id", String(16), primary_key=True),
    Column("person", String(16), primary_key=True),
    Column("day", String(10)),  # the deal's
    Column("seat", Integer, nullable=False),
    Column("table_id", String(16), nullable=False),
    Column("match_id", String(16)),  # null until it is started
    Column("started", Double, nullable=False),
    Column("ended", String(12)),
    Column("at", Double),
    Column("place", Integer),  # null unless it was played to its end
    Column("margin", Integer),  # what orders those of one place: see server/matches/seat_standings.py
    Column("score", Integer),
    Index("tries_match", "match_id"),
    Index("tries_person", "person", "day"),
    Index("tries_ranked", "deal_id", "place", "margin"),
)

# Bots' tries at a deal of the day in the person's seat, by level.
bot_tries = Table(
    "bot_tries",
    metadata,
    Column("deal_id", String(16), primary_key=True),
    Column("level", String(32), primary_key=True),
    Column("count", Integer, nullable=False),
    Column("results", Text, nullable=False),  # place and margin of each
)
