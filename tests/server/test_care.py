"""What a host does while people play: backups, restored elsewhere, and letting go of what is old."""

import gzip
import os
import sqlite3
import subprocess
import time
from pathlib import Path
from typing import Any

import psycopg
import pytest
from sqlalchemy.engine import make_url

from seaboard.cli import main
from seaboard.server.storage.store import Store
from tests.server import forking
from tests.server.harness import ROOT, Guest, served

LEVEL = "cabin-boy"


def seaboard(*arguments: str | Path, **environment: str) -> subprocess.CompletedProcess[str]:
    env = {"PATH": os.environ["PATH"], "PYTHONPATH": str(ROOT / "src"), "HOME": "/nonexistent", **environment}
    return forking.run([*map(str, arguments)], env=env)


def test_a_backup_made_while_people_play_goes_on_elsewhere(tmp_path: Path, postgres: str) -> None:
    file = tmp_path / "backup"
    with served(data=tmp_path / "first") as first:
        ada = Guest(first.url, "Ada")
        table = ada.post("/tables", game="sea-change", seats=2, bots=[None, LEVEL], start=True)
        done = seaboard("backup", file, SEABOARD_DATA=str(tmp_path / "first"))
        assert done.returncode == 0, done.stderr
    assert file.stat().st_mode & 0o077 == 0

    # A damaged file restores nothing, and what is there already is not touched.
    whole = gzip.decompress(file.read_bytes())
    cut, short = tmp_path / "cut", tmp_path / "short"
    cut.write_bytes(file.read_bytes()[:-40])
    short.write_bytes(gzip.compress(b"".join(whole.splitlines(keepends=True)[:-3])))
    for bad in (cut, short):
        done = seaboard("restore", bad, SEABOARD_DATA=str(tmp_path / "second"))
        assert done.returncode != 0
        assert "nothing was restored" in done.stderr
    done = seaboard("restore", file, SEABOARD_DATA=str(tmp_path / "first"))
    assert "this database is not empty" in done.stderr
    assert "is not a backup" in seaboard("restore", _not_one(tmp_path), SEABOARD_DATA=str(tmp_path / "second")).stderr

    done = seaboard("restore", file, SEABOARD_DATA=str(tmp_path / "second"))
    assert done.returncode == 0, done.stderr
    with psycopg.connect(postgres, autocommit=True) as c:
        c.execute("CREATE DATABASE restored")
    elsewhere = make_url(postgres).set(database="restored").render_as_string(hide_password=False)
    secret = tmp_path / "database-url"
    secret.write_text(elsewhere + "\n")
    done = seaboard("restore", file, SEABOARD_DATABASE_FILE=str(secret))  # from SQLite to PostgreSQL, its password on no command line
    assert done.returncode == 0, done.stderr
    before = ada.id
    for arguments in ([], ["--database", elsewhere]):
        with served(*arguments, data=tmp_path / "second") as second:
            ada.moved_to(second.url)
            assert ada.get("/me")["id"] == before
            assert ada.get(f"/tables/{table['id']}")["match"] == table["match"]
            ada.post(f"/tables/{table['id']}/resign")
            assert ada.get(f"/matches/{table['match']}/record")["ended"] == "abandoned"


def test_a_backup_of_each_day_is_kept_and_the_oldest_go_when_the_new_one_is_whole(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("SEABOARD_DATA", str(tmp_path))
    Store(f"sqlite:///{tmp_path}/seaboard.db").open()
    folder = tmp_path / "backups"
    command = ["backup", "--keep", "3", str(folder)]
    assert main(command) == 2
    assert "mkdir -m 700" in capsys.readouterr().err
    folder.mkdir()
    others = {"before.seaboard", "2026-11-16.seaboard.old"}
    days = [f"2026-11-1{day}.seaboard" for day in range(3, 8)]
    for name in [*others, *days, "2026-11-02.seaboard.part"]:
        (folder / name).touch()
    before = {file.name for file in folder.iterdir()}

    def cut(*_: object) -> None:
        raise OSError(28, "No space left on device")

    with monkeypatch.context() as full:
        full.setattr(os, "fsync", cut)
        assert main(command) == 2
    assert {file.name for file in folder.iterdir()} == before, "nothing goes before the new one is whole"
    for _ in range(2):  # again on the same day: no other day goes for it
        assert main(command) == 0
        assert {file.name for file in folder.iterdir()} == others | {*days[-2:], time.strftime("%Y-%m-%d.seaboard")}
    assert (folder / time.strftime("%Y-%m-%d.seaboard")).stat().st_mode & 0o077 == 0
    assert main(["backup", "--keep", "0", str(folder)]) == 2


def _not_one(folder: Path) -> Path:
    file = folder / "other"
    file.write_bytes(gzip.compress(b"{}\n"))
    return file


def test_what_is_old_is_let_go_of_and_what_would_go_is_said_before(tmp_path: Path) -> None:
    data = tmp_path / "data"
    with served(data=data) as server:
        ada, bob = Guest(server.url, "Ada"), Guest(server.url, "Bob")
        forgotten = ada.post("/tables", game="sea-change", seats=2)["id"]
        left = bob.post("/tables", game="sea-change", seats=2)["id"]
        ada.post(f"/tables/{left}/sit")
        match = bob.post(f"/tables/{left}/start")["match"]
        fresh = bob.post("/tables", game="land-unter", seats=3)["id"]
        _age(data / "seaboard.db", [forgotten, left], person=ada.id, days=400)
        asked = ("prune", "--keep-tables", "30", "--keep-people", "365", "--keep-chat", "30")
        said = seaboard(*asked, "--dry-run", SEABOARD_DATA=str(data))
        assert said.returncode == 0, said.stderr
        assert "nothing was played to its end: 1 would be deleted" in said.stdout
        assert "nobody continued: 1 would end" in said.stdout
        assert "not seen: 1 would be deleted" in said.stdout
        assert bob.get(f"/tables/{forgotten}")["id"] == forgotten
        done = seaboard(*asked, SEABOARD_DATA=str(data))
        assert done.returncode == 0, done.stderr
        assert "not seen: 1 deleted" in done.stdout
        assert seaboard(*asked, SEABOARD_DATA=str(data)).stdout.count(": 0 ") == 5
        assert bob.get(f"/tables/{fresh}")["stage"] == "open"
        assert bob.get(f"/matches/{match}/record")["ended"] == "abandoned"
    with sqlite3.connect(data / "seaboard.db") as c:
        assert c.execute("SELECT count(*) FROM tables WHERE id = ?", [forgotten]).fetchone() == (0,)
        for text in ("people", "tables", "members", "devices"):
            assert ada.id not in str(c.execute(f"SELECT * FROM {text}").fetchall())
    assert "say how long" in seaboard("prune", SEABOARD_DATA=str(data)).stderr


def test_the_host_finds_somebody_and_removes_them(tmp_path: Path) -> None:
    data = tmp_path / "data"
    with served(data=data) as server:
        ada, eve = Guest(server.url, "Ada"), Guest(server.url, "Eve 100%")
        table = ada.post("/tables", game="sea-change", seats=2)["id"]
        eve.post(f"/tables/{table}/sit")
        ada.post(f"/tables/{table}/start")
        listed = seaboard("people", "--name", "e 100%", SEABOARD_DATA=str(data)).stdout.splitlines()
        assert [line.split()[0] for line in listed] == [eve.id]
        assert len(seaboard("people", SEABOARD_DATA=str(data)).stdout.splitlines()) == 2
        assert "there is nobody" in seaboard("remove", "pnobody", SEABOARD_DATA=str(data)).stderr
        done = seaboard("remove", eve.id, SEABOARD_DATA=str(data))
        assert done.returncode == 0, done.stderr
        assert seaboard("people", SEABOARD_DATA=str(data)).stdout.split()[0] == ada.id
        # Whatever the server still remembered of the table: what is done there next is done as it is now.
        chairs = ada.post(f"/tables/{table}/chat", on=False)["chairs"]
        assert [(chair["kind"], chair["id"]) for chair in chairs] == [("person", ada.id), ("bot", None)]


def _age(file: Path, tables: list[str], *, person: str, days: float) -> None:
    then: Any = time.time() - days * 86400
    with sqlite3.connect(file, timeout=10) as c:
        for table in tables:
            c.execute("UPDATE tables SET touched = ? WHERE id = ?", [then, table])
        c.execute("UPDATE devices SET seen = ? WHERE person = ?", [then, person])
        c.execute("UPDATE people SET made = ? WHERE id = ?", [then, person])
