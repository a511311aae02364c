"""The schema and its versions. Two releases share one database while servers are upgraded one after another: a release only adds to the
schema, and a later one removes what is no longer needed.

A migration that removes or renames sets `oldest`: the first version whose servers don't need it. It is stored in the database, so that a
server of the previous release, restarted during an upgrade, knows that it may continue.
"""

import logging
import random
import time
from itertools import count
from pathlib import Path

import sqlalchemy as sa
from alembic import command
from alembic.config import Config
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy.engine import Connection, Engine
from sqlalchemy.exc import OperationalError

from seaboard.server.storage import schema
from seaboard.server.storage.engine.silence import UNLIMITED

FIRST = "0001"
DEADLOCK = "40P01"
"""PostgreSQL's code for a deadlock, which it has resolved by ending this transaction."""
TRIES = 20
_log = logging.getLogger("seaboard.upgrading")


class TooNew(Exception):
    """A newer Seaboard has changed the database in a way that is incompatible with this one."""


def beside_others(engine: Engine, revision: str, *, is_shared: bool) -> None:
    """Upgrade the schema while other servers may be at work; if they block each other, it tries again in a moment."""
    for tried in count(1):
        try:
            with engine.begin() as connection:
                if is_shared:  # two servers that start at once must not both migrate
                    connection.exec_driver_sql(UNLIMITED)
                    connection.execute(sa.text("SELECT pg_advisory_xact_lock(7325332)"))
                upgrade(connection, revision)
            return
        except OperationalError as error:
            if tried == TRIES or getattr(error.orig, "sqlstate", None) != DEADLOCK:
                raise
            _log.warning("other servers blocked the upgrade of the database; trying again", extra={"count": tried})
            time.sleep(random.uniform(0.1, 1.0))


def upgrade(connection: Connection, revision: str) -> None:
    """Upgrade the schema; leave that of a newer release alone if this one is compatible with it, else TooNew."""
    config = _migrations()
    scripts = ScriptDirectory.from_config(config)
    known = {one.revision for one in scripts.walk_revisions()}
    found = current(connection)
    if found is not None and found not in known:
        if revision != "head" or not _can_live_with(connection, head()):
            raise TooNew(found)
        _log.warning("a newer Seaboard serves this database too: upgrade this server soon", extra={"schema": found})
        return
    config.attributes["connection"] = connection
    command.upgrade(config, revision)
    if revision == "head":
        oldest = max((getattr(one.module, "oldest", FIRST) for one in scripts.walk_revisions()), default=FIRST)
        connection.execute(schema.compatible.delete())
        connection.execute(schema.compatible.insert().values(oldest=oldest))


def head() -> str:
    """The schema's version in this Seaboard."""
    found = ScriptDirectory.from_config(_migrations()).get_current_head()
    assert found is not None
    return found


def current(connection: Connection) -> str | None:
    """The version of a database's schema; None if it is empty."""
    return MigrationContext.configure(connection).get_current_revision()


def _can_live_with(connection: Connection, own: str) -> bool:
    if not sa.inspect(connection).has_table(schema.compatible.name):
        return False
    oldest = connection.execute(sa.select(schema.compatible.c.oldest)).scalar()
    return oldest is not None and own >= oldest


def _migrations() -> Config:
    config = Config()
    config.set_main_option("script_location", str(Path(__file__).parent.parent / "migrations"))
    return config
