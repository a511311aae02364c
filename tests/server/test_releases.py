"""What earlier releases say and store is still understood, for as long as their servers and pages may be there.

`tests/releases/` holds the messages of each version of the protocol and the tables of each version of the schema; files are only added,
by `python -m tools.record_release`.
"""

import json
from pathlib import Path
from typing import Any

import jsonschema_rs
import msgspec
import pytest
import sqlalchemy as sa
from alembic.config import Config
from alembic.script import ScriptDirectory

from seaboard.server import protocol, versions
from seaboard.server.storage.store import BadDatabase, Store
from seaboard.server.storage.upkeep import upgrading
from tools.record_release import RELEASES, stored_now

PROTOCOLS = sorted(int(file.stem.rpartition("-")[2]) for file in RELEASES.glob("protocol-*.json"))
SCHEMAS = sorted(file.stem.rpartition("-")[2] for file in RELEASES.glob("schema-*.json"))
TAKES_AWAY = ("drop_table", "drop_column", "rename_table", "alter_column", "create_unique_constraint", "create_check_constraint")


def said_by(version: int) -> dict[str, Any]:
    found: dict[str, Any] = json.loads((RELEASES / f"protocol-{version}.json").read_text(encoding="utf-8"))
    return found


def oldest_schema() -> str:
    return max(getattr(one.module, "oldest", upgrading.FIRST) for one in _scripts().walk_revisions())


def _scripts() -> ScriptDirectory:
    config = Config()
    config.set_main_option("script_location", str(Path(upgrading.__file__).parent.parent / "migrations"))
    return ScriptDirectory.from_config(config)


def test_this_release_is_written_down() -> None:
    assert versions.PROTOCOL in PROTOCOLS, "run: python -m tools.record_release"
    assert upgrading.head() in SCHEMAS, "run: python -m tools.record_release"
    assert versions.OLDEST in PROTOCOLS
    assert versions.PROTOCOL - versions.OLDEST <= 1, "a server speaks its own version and the one before"


@pytest.mark.parametrize("version", [version for version in PROTOCOLS if version >= versions.OLDEST])
def test_what_pages_of_a_version_send_is_read(version: int) -> None:
    sent = said_by(version)["from_client"]
    assert {one["type"] for one in sent} >= {"play", "chat", "ping", "take_back"}
    for message in sent:
        assert protocol.read.decode(json.dumps(message)).id == message["id"]


@pytest.mark.parametrize("version", [version for version in PROTOCOLS if version >= versions.OLDEST])
def test_this_page_understands_what_servers_of_a_version_send(version: int) -> None:
    """A field that is new has a default, so that the page knows it may be missing."""
    read = msgspec.json.Decoder(protocol.FromServer)
    for message in said_by(version)["from_server"]:
        read.decode(json.dumps(message))


@pytest.mark.parametrize("version", [version for version in PROTOCOLS if version >= versions.OLDEST])
def test_pages_of_a_version_understand_what_this_server_sends(version: int) -> None:
    """Nothing that they read has gone or changed; kinds of messages that they don't know they ignore."""
    shapes = said_by(version)["shapes"]
    known = {name.lower(): name for name in shapes["$defs"]} | {"table": "Snapshot", "refused": "Refusal"}
    for message in said_by(versions.PROTOCOL)["from_server"]:
        if name := known.get(message["type"]):
            jsonschema_rs.validate({"$ref": f"#/$defs/{name}", "$defs": shapes["$defs"]}, message)


@pytest.mark.parametrize("version", [version for version in SCHEMAS if version >= oldest_schema()])
def test_servers_of_an_older_schema_can_work_with_this_one(version: str) -> None:
    """What they read and write is there, as it was, and rows that they insert lack nothing."""
    then, now = json.loads((RELEASES / f"schema-{version}.json").read_text(encoding="utf-8")), stored_now()
    for table, columns in then.items():
        assert table in now, f"{table} is gone: take it away one release later, and say `oldest` in that migration"
        for name, column in columns.items():
            assert now[table].get(name, {}).get("type") == column["type"], f"{table}.{name}"
            assert now[table][name]["can_lack"] or not column["can_lack"], f"{table}.{name} must not be left out any more"
        for name in set(now[table]) - set(columns):
            assert now[table][name]["can_lack"], f"{table}.{name} needs a server_default: servers of {version} insert rows without it"


def test_a_migration_that_takes_away_says_whom_it_can_live_with() -> None:
    """From the first release on that asks; what is taken away was unused by the release before."""
    for one in _scripts().walk_revisions():
        if one.revision > SCHEMAS[0] and any(f"op.{name}(" in Path(one.path).read_text() for name in TAKES_AWAY):
            assert getattr(one.module, "oldest", None), f"{one.revision} takes something away: say `oldest`, the first version without it"


@pytest.mark.parametrize(("oldest", "opens"), [("0001", True), (upgrading.head(), True), ("9998", False)])
def test_a_server_goes_on_with_a_newer_database_that_allows_it(tmp_path: Path, oldest: str, opens: bool) -> None:
    """As one does that is started again in the middle of an upgrade."""
    database = f"sqlite:///{tmp_path}/newer.db"
    store = Store(database)
    store.open()
    with store.transaction() as c:
        c.execute(sa.text("UPDATE alembic_version SET version_num = '9999'"))
        c.execute(sa.text("UPDATE compatible SET oldest = :oldest"), {"oldest": oldest})
        c.execute(sa.text("ALTER TABLE tables ADD COLUMN news TEXT DEFAULT ''"))
    store.disconnect()
    again = Store(database)
    if opens:
        again.open()
    else:
        with pytest.raises(BadDatabase, match="a newer Seaboard"):
            again.open()
    again.disconnect()
    with again.snapshot() as c:
        assert upgrading.current(c) == "9999"
