"""What goes by its age alone, and guests who never played; and the command says what would go."""

import time
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa

from seaboard.cli import main
from seaboard.cli.prune import KEPT
from seaboard.server.settings import Settings
from seaboard.server.storage import schema
from seaboard.server.storage.store import Store
from seaboard.server.storage.upkeep.retention import KINDS

DAY = 86400.0
NOW = time.time()


@pytest.fixture
def store(tmp_path: Path) -> Store:
    made = Store(f"sqlite:///{tmp_path}/seaboard.db")
    made.open()
    return made


def add(store: Store, table: sa.Table, **row: Any) -> None:
    """A row; what it is not about is empty."""
    empty = {column.name: _empty(column) for column in table.c if not column.nullable and column.server_default is None}
    store.do(lambda c: c.execute(table.insert().values({**empty, **row})))


def _empty(column: sa.Column[Any]) -> Any:
    kind = column.type.python_type
    return b"" if kind is bytes else kind()


def left(store: Store, column: sa.Column[Any]) -> set[Any]:
    with store.snapshot() as c:
        return set(c.execute(sa.select(column)).scalars())


def prune(tmp_path: Path, *arguments: str) -> None:
    assert main(["prune", *arguments, "--database", f"sqlite:///{tmp_path}/seaboard.db"]) == 0


def test_what_moderators_have_dealt_with_goes_after_its_time(store: Store, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    add(store, schema.people, id="pHere", name="Eve", made=NOW)
    for days in (400, 10):
        add(store, schema.reports, id=f"r{days}", at=NOW - days * DAY, settled=NOW - days * DAY, person="pHere", chat='[{"text": "rude"}]')
        add(store, schema.audit, id=f"a{days}", at=NOW - days * DAY)
        for person in ("pHere", "pGone"):
            add(store, schema.reports, id=f"{person}{days}", at=NOW - days * DAY, person=person, chat="[]")
            add(store, schema.bans, subject=f"{person}{days}" if person == "pGone" else person, kind=f"b{days}", at=NOW - days * DAY)
    add(store, schema.bans, subject="192.0.2.1", kind="ban", at=NOW - 400 * DAY)  # of an address, for good
    add(store, schema.bans, subject="192.0.2.2", kind="ban", at=NOW - DAY, until=NOW - 60)
    before = left(store, schema.reports.c.id)
    asked = ["--keep-reports", "365", "--keep-deleted", "30"]
    prune(tmp_path, *asked, "--dry-run")
    said = capsys.readouterr().out
    for words in (
        "Settled reports: 1",
        "Acts of moderators: 1",
        "Open reports about people who are gone: 1",
        "Bans of people who are gone: 1",
        "Bans that are over: 1",
    ):
        assert f"{words} would be deleted." in said
    assert left(store, schema.reports.c.id) == before
    prune(tmp_path, *asked)
    assert left(store, schema.reports.c.id) == before - {"r400", "pGone400"}
    assert left(store, schema.audit.c.id) == {"a10"}
    assert left(store, schema.bans.c.subject) == {"pHere", "pGone10", "192.0.2.1"}
    # What is to be kept of chat holds for settled reports too.
    prune(tmp_path, "--keep-chat", "5")
    assert left(store, schema.reports.c.chat) == {"[]"}


def test_guests_who_never_sat_down_go_after_a_week(store: Store, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    def guest(person: str, *, seen: float) -> None:
        add(store, schema.people, id=person, name=person, made=NOW - 30 * DAY)
        add(store, schema.devices, id=f"d{person}", person=person, token=person.encode(), made=NOW, seen=NOW - seen * DAY)

    for person in ("unused", "played", "sits", "tried", "coded", "moderates"):
        guest(person, seen=8)
    guest("lately", seen=6)
    add(store, schema.people, id="new", name="new", made=NOW)
    add(store, schema.played, person="played", match_id="m1")
    add(store, schema.members, person="sits", table_id="t1")
    add(store, schema.tries, person="tried", deal_id="d1")
    add(store, schema.recovery_codes, person="coded", code=b"1")
    add(store, schema.hosts, person="moderates")
    prune(tmp_path, "--keep-guests", "7")
    assert "Guests who never sat down: 1 deleted." in capsys.readouterr().out
    assert left(store, schema.people.c.id) == {"played", "sits", "tried", "coded", "moderates", "lately", "new"}
    assert "unused" not in left(store, schema.devices.c.person)


def test_deals_that_nobody_played_go_and_what_bots_made_of_old_ones(store: Store, tmp_path: Path) -> None:
    for days in (400, 10):
        for name, kind in (("day", "day"), ("played", "day"), ("pair", "duplicate")):
            add(store, schema.deals, id=f"{name}{days}", kind=kind, made=NOW - days * DAY)
        add(store, schema.tries, deal_id=f"played{days}", person="p1")
        add(store, schema.bot_tries, deal_id=f"played{days}", level="sailor")
    add(store, schema.bot_tries, deal_id="deleted", level="sailor")
    prune(tmp_path, "--keep-deals", "365")
    assert left(store, schema.deals.c.id) == {"played400", "pair400", "day10", "played10", "pair10"}
    assert left(store, schema.bot_tries.c.deal_id) == {"played10"}
    assert left(store, schema.tries.c.deal_id) == {"played400", "played10"}, "what people played stays theirs"


def test_a_server_keeps_these_things_for_a_time_unless_it_is_told_otherwise(monkeypatch: pytest.MonkeyPatch) -> None:
    from argparse import Namespace

    from seaboard.cli import serve
    from seaboard.cli.prune import kept_by

    defaults = Settings(database="")
    assert (defaults.keep_guests, defaults.keep_reports, defaults.keep_deleted, defaults.keep_deals) == (7, 365, 30, 365)
    assert (defaults.keep_tables, defaults.keep_people, defaults.keep_chat) == (None, None, None)
    assert {kind.setting for kind in KINDS} <= {flag[2:].replace("-", "_") for flag in KEPT}
    chosen: list[Namespace] = []
    monkeypatch.setattr(serve, "serve", lambda given: chosen.append(given))
    assert main(["serve", "--keep-guests", "inf"]) == 0
    kept = {name: days for name, days in kept_by(chosen[0]).items() if days is not None}
    assert kept == {"keep_guests": float("inf")}, "what isn't said is left to the settings"


def test_the_command_reports_and_deletes_nothing_if_that_would_be_most_unless_told_to(
    store: Store, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    database = ["--database", f"sqlite:///{tmp_path}/seaboard.db"]
    for number in range(12):
        add(store, schema.people, id=f"old{number}", made=NOW - 400 * DAY)
    assert main(["prune", "--keep-people", "600", *database]) == 2
    assert "nobody was on this server for 400 days" in capsys.readouterr().err
    add(store, schema.people, id="new", made=NOW)
    assert main(["prune", "--keep-people", "365", *database]) == 2
    said = capsys.readouterr()
    assert "People who were not seen: 12 would be deleted." in said.out
    assert "most people would be deleted, so nothing was deleted" in said.err
    assert len(left(store, schema.people.c.id)) == 13
    prune(tmp_path, "--keep-people", "365", "--even-most")
    assert left(store, schema.people.c.id) == {"new"}
