"""Whoever is to be forgotten is found by indexes: however many tables and reports there are, nobody's move waits."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa
from sqlalchemy.engine import Connection

from seaboard.server.protocol import Line
from seaboard.server.protocol import Person as Shown
from seaboard.server.settings import Settings
from seaboard.server.storage import ids, queries, schema
from seaboard.server.storage.moderation import host_decisions, reports
from seaboard.server.storage.people import erasing
from seaboard.server.storage.rows import Chair, Table
from seaboard.server.storage.store import Store
from seaboard.server.tables import erasing as forgetting
from seaboard.server.tables import pruning
from tests.server.careers import GAME, Person, finish
from tests.server.inside import Inside
from tests.server.test_erase import traces

FEW = {"presence", "passkey_challenges"}
"""Who is connected now, and what is to be signed within minutes: there are never many, and every change would cost for an index."""
UNINDEXED = {"tables_unindexed", "reports_unindexed"}
"""Of what a server of the release before has written."""


@contextmanager
def noted(engine: sa.Engine) -> Iterator[list[tuple[str, Any]]]:
    """Every statement, with what is asked for."""
    statements: list[tuple[str, Any]] = []

    def note(_c: Any, _cursor: Any, statement: str, parameters: Any, _context: Any, many: bool) -> None:
        if statement.startswith(("SELECT", "UPDATE", "DELETE")) and "pg_advisory" not in statement:
            statements.append((statement, parameters[0] if many else parameters))

    sa.event.listen(engine, "before_cursor_execute", note)
    yield statements
    sa.event.remove(engine, "before_cursor_execute", note)


def scans(c: Connection, statement: str, parameters: Any) -> list[str]:
    """The tables that the database would read from end to end, or the indexes."""
    if c.dialect.name == "sqlite":
        plan = [row.detail.split() for row in c.exec_driver_sql(f"EXPLAIN QUERY PLAN {statement}", parameters)]
        read = {line[1]: line[-1] for line in plan if line[0] == "SCAN"}  # by the table, or else by which index of it
        return [by for table, by in read.items() if table in schema.metadata.tables]
    c.exec_driver_sql("SET LOCAL enable_seqscan = off")
    plan = [row[0].split() for row in c.exec_driver_sql(f"EXPLAIN {statement}", parameters)]
    return [line[line.index("on") + 1] for line in plan if "Seq" in line]


def test_nothing_is_read_from_end_to_end_to_delete_somebody(inside: Inside) -> None:
    zora, bob = Person(inside, "Zora"), Person(inside, "Bob")
    finish(inside, zora, "sailor")
    finish(inside, zora, bob)
    running = zora.post("/tables", game=GAME, seats=2, sit=True)["id"]
    bob.post(f"/tables/{running}/sit")
    zora.post(f"/tables/{running}/start")
    zora.post("/tables", game=GAME, seats=2)
    inside.live(running, zora.token, [{"type": "chat", "id": "q1", "text": "ahoy"}])
    bob.post(f"/people/{zora.id}/report", table=running, reason="chat", words="rude")
    zora.post(f"/people/{bob.id}/report", table=running, reason="chat", words="ruder")
    store = inside.server.store
    with noted(store._writing) as statements, store.transaction() as c:
        for work, _ in pruning.erasure(zora.id, 0):
            work(c)
    assert len(statements) > 50
    with store._reading.begin() as c:
        found = {(one, statement) for statement, parameters in statements for one in scans(c, statement, parameters)}
    assert {one for one in found if one[0] not in FEW | UNINDEXED} == set()
    assert traces(inside, zora.id) == ["reports.person", "reports.chat"], "what she is reported for waits for a moderator"


def test_what_a_server_of_the_release_before_has_written_is_found(inside: Inside) -> None:
    zora, bob = Person(inside, "Zora"), Person(inside, "Bob")
    store = inside.server.store
    old, new = bob.post("/tables", game=GAME, seats=2)["id"], ids.new_id("t")
    said = [Line(1, zora.id, "Zora", "ahoy", 0.0)]

    def as_before(c: Connection) -> None:
        """It neither fills `mentions` nor knows the column that says what is in it."""
        t, r, m = schema.tables, schema.reports, schema.mentions
        queries.change_table(c, old, lambda table: table.banned.append(zora.id))
        c.execute(t.update().where(t.c.id == old).values(indexed=t.c.version - 1))
        queries.add_table(c, Table(id=new, game=GAME, seats=2, options={}, maker=bob.id, maker_name="Bob", chairs=[Chair(gave_up=zora.id)]))
        c.execute(t.update().where(t.c.id == new).values(indexed=None))
        both = {"person": Shown(bob.id, "Bob"), "reporter": Shown(bob.id, "Bob")}
        reports.add(c, table=old, reason="chat", words="", chat=said, **both)
        c.execute(r.update().where(r.c.table_id == old).values(indexed=None))
        c.execute(m.delete().where(m.c.person.in_([zora.id, bob.id])))

    inside.run(store.write(as_before))
    with store._reading.connect() as c:
        assert erasing.tables_of(c, zora.id) == sorted([old, new])
    zora.post("/you/delete", name="Zora")
    assert traces(inside, zora.id) == []
    with store._reading.connect() as c:
        assert c.execute(sa.select(schema.reports.c.chat).where(schema.reports.c.table_id == old)).scalars().all() == ["[]"]


def test_what_was_there_before_is_found(tmp_path: Path) -> None:
    database = f"sqlite:///{tmp_path}/before.db"
    store = Store(database)
    store.open("0021")
    table = Table(id="t1", game=GAME, seats=2, options={}, maker="pada", maker_name="Ada", chairs=[Chair(gave_up="peve")], banned=["pzoe"])
    said = '[{"number":1,"person":"pbob","name":"Bob","text":"ahoy","at":0.0}]'
    with store.transaction() as c:
        row = {**queries._columns(table), "id": "t1"}
        del row["indexed"]
        c.execute(sa.table("tables", *map(sa.column, row)).insert().values(row))
        report: dict[str, Any] = dict.fromkeys(("person", "name", "reporter", "reporter_name", "reason", "words"), "")
        report |= {"id": "r1", "at": 0.0, "table_id": "t1", "chat": said}
        c.execute(sa.table("reports", *map(sa.column, report)).insert().values(report))
    store.disconnect()
    store.open()
    with store._reading.connect() as c:
        m = schema.mentions
        assert set(c.execute(sa.select(m.c.place, m.c.person))) == {("t1", "pada"), ("t1", "peve"), ("t1", "pzoe"), ("r1", "pbob")}
        assert c.execute(sa.select(sa.func.count()).select_from(schema.tables).where(schema.UNINDEXED_TABLE)).scalar() == 0
        assert c.execute(sa.select(schema.reports.c.indexed)).scalars().all() == [1]
    store.disconnect()


def test_who_becomes_somebody_else_is_forgotten_with_them(inside: Inside) -> None:
    said = [Line(1, "pold", "Zora", "avast", 0.0)]
    both = {"person": Shown("pbob", "Bob"), "reporter": Shown("pbob", "Bob")}
    write = inside.server.store.write
    inside.run(write(lambda c: reports.add(c, table="t1", reason="chat", words="", chat=said, **both)))
    inside.run(write(partial(host_decisions.move, old="pold", new="pnew")))
    inside.run(write(partial(erasing.delete_person, person="pnew")))
    assert traces(inside, "pold", "pnew", "avast") == []


def test_somebody_with_many_tables_goes_in_portions(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    inside = Inside(tmp_path)
    ada = Person(inside, "Ada")
    tables = [Table(id=ids.new_id("t"), game=GAME, seats=1, options={}, maker=ada.id, maker_name="Ada", chairs=[]) for _ in range(45)]
    for table in tables:
        inside.run(inside.server.store.write(partial(queries.add_table, table=table)))
    forgotten: list[int] = []
    forget = forgetting.forget_table

    def counted(*arguments: Any) -> Any:
        forgotten[-1] += 1
        return forget(*arguments)

    monkeypatch.setattr(forgetting, "forget_table", counted)
    with inside.server.store.snapshot() as c:
        found = pruning.find(c, Settings("", keep_people=1), sys.maxsize)
    for work, _ in pruning.steps(found, Settings("", keep_people=1), sys.maxsize):
        forgotten.append(0)
        inside.run(inside.server.store.write(work))
    assert forgotten == [20, 20, 5]
    assert traces(inside, ada.id) == []
    inside.close()


def test_one_network_deletes_only_so_many_people(tmp_path: Path) -> None:
    inside = Inside(tmp_path, limits=True)
    codes = [inside.request("POST", "/api/you/delete", inside.guest("Eve"), name="Eve").status_code for _ in range(12)]
    inside.close()
    assert codes == [200] * 10 + [429] * 2
