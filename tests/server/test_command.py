"""`serve`: where it listens, what it says when it can't, what it serves, and what it never writes down."""

import os
import socket
import sqlite3
import stat
import subprocess
import time
from pathlib import Path

import httpx
import pytest

from seaboard.cli.database import _data_file
from seaboard.server.http.page import static_files as page
from seaboard.server.run import listen
from seaboard.server.storage import schema
from seaboard.server.storage.store import Store
from tests.server import forking
from tests.server.harness import ROOT, Guest, Served, served, table_of
from tests.server.inside import Inside


def serve(*arguments: str, **env: str) -> subprocess.CompletedProcess[str]:
    """A server that must not start."""
    known = {"PYTHONPATH": str(ROOT / "src"), "PATH": os.environ["PATH"], **env}
    return forking.run(["serve", *arguments], env=known, timeout=30)


@pytest.mark.parametrize(
    ("database", "says"),
    [
        ("nonsense", "is not the address of a database"),
        ("mysql://localhost/x", "SQLite or PostgreSQL"),
        ("postgresql://seaboard:hunter2@127.0.0.1:1/x", "can't open the database"),
        ("sqlite:////no/such/folder/x.db", "can't open the database"),
    ],
)
def test_a_database_that_can_not_be_used_is_named_without_its_password(database: str, says: str) -> None:
    done = serve("--port", "0", "--database", database)
    assert done.returncode == 1
    assert says in done.stderr
    assert "hunter2" not in done.stderr + done.stdout
    assert "Traceback" not in done.stderr


def test_a_taken_port_is_told_and_the_usual_one_gives_way(tmp_path: Path) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        done = serve("--port", str(taken.getsockname()[1]), SEABOARD_DATA=str(tmp_path))
    assert done.returncode == 1
    assert "taken by another program" in done.stderr
    first = listen("127.0.0.1", None)
    second = listen("127.0.0.1", None)
    assert first.getsockname() != second.getsockname()
    first.close()
    second.close()


def test_a_folder_that_can_not_be_made_is_told(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    done = serve("--port", "0", SEABOARD_DATA=str(tmp_path / "file" / "folder"))
    assert done.returncode == 1
    assert "SEABOARD_DATA" in done.stderr


def test_only_the_owner_can_read_the_database(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Another user of the machine could read the seed of a running match."""
    monkeypatch.delenv("SEABOARD_DATA", raising=False)
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    folder = tmp_path / "seaboard"
    before = os.umask(0o022)
    try:
        assert (folder.exists(), _data_file().parent) == (False, folder)
        assert _mode(folder) == 0o700
        folder.chmod(0o755)  # as it was made before
        Store(f"sqlite:///{_data_file()}").open()
        assert _mode(folder) == 0o700
        files = [folder / f"seaboard.db{suffix}" for suffix in ("", "-wal", "-shm")]
        with sqlite3.connect(files[0]) as connection:
            connection.execute("CREATE TABLE more (x)")
            assert [_mode(file) for file in files] == [0o600] * 3
            for file in files:
                file.chmod(0o644)  # as they were made before
            Store(f"sqlite:///{_data_file()}").open()
            assert [_mode(file) for file in files] == [0o600] * 3
    finally:
        os.umask(before)


def _mode(file: Path) -> int:
    return stat.S_IMODE(file.stat().st_mode)


def test_a_folder_that_was_chosen_keeps_its_mode(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SEABOARD_DATA", str(tmp_path))
    tmp_path.chmod(0o750)
    _data_file()
    assert _mode(tmp_path) == 0o750


def test_a_newer_database_is_told_of_in_a_sentence(tmp_path: Path) -> None:
    file = tmp_path / "seaboard.db"
    Store(f"sqlite:///{file}").open()
    with sqlite3.connect(file) as connection:
        connection.execute("UPDATE alembic_version SET version_num = '9999'")
        connection.execute("UPDATE compatible SET oldest = '9998'")
    done = serve("--port", "0", SEABOARD_DATA=str(tmp_path))
    assert done.returncode == 1
    assert "a newer Seaboard" in done.stderr
    assert "Traceback" not in done.stderr


def test_pages_have_headers_and_health_and_metrics_answer(server: Served) -> None:
    guests = [Guest(server.url, "Ada"), Guest(server.url, "Bob")]
    table_of(guests, "sea-change")
    assert httpx.get(f"{server.url}/api/health").json()["status"] == "ok"
    found = httpx.get(f"{server.url}/metrics").text
    assert "seaboard_matches_total" in found
    assert "seaboard_commit_seconds_bucket" in found
    for path in ("/", "/t/anything", "/api/docs", "/api/games", "/api/openapi.json"):
        answer = httpx.get(server.url + path)
        assert answer.status_code == 200, path
        assert "frame-ancestors 'none'" in answer.headers["content-security-policy"]
        assert answer.headers["x-content-type-options"] == "nosniff"
    assert httpx.get(f"{server.url}/api/games").headers["cache-control"] == "no-store"
    assert "server" not in httpx.get(f"{server.url}/api/games").headers


def test_the_logs_hold_no_token_name_or_table(server: Served) -> None:
    ada = Guest(server.url, "Adalbertina")
    table = ada.post("/tables", game="sea-change")
    ada.get(f"/tables/{table['id']}")
    logged = server.logged()
    assert "/api/tables/{table}" in logged
    for secret in (ada.token, "Adalbertina", table["id"], ada.id):
        assert secret not in logged


def test_the_page_is_cached_forever_where_names_have_hashes(tmp_path: Path) -> None:
    (tmp_path / "page" / "assets").mkdir(parents=True)
    (tmp_path / "page" / "index.html").write_text("<!doctype html>" + "x" * 2000)
    (tmp_path / "page" / "assets" / "a-1234.js").write_text("let x = 1;" * 300)
    inside = Inside(tmp_path, page=tmp_path / "page")
    try:
        assert inside.request("GET", "/").headers["cache-control"] == "no-cache"
        assert inside.request("GET", "/t/abc").text.startswith("<!doctype")
        asset = inside.request("GET", "/assets/a-1234.js")
        assert asset.headers["cache-control"] == page.FOREVER
        assert asset.headers["content-encoding"] == "gzip"
        assert inside.request("GET", "/assets/none.js").status_code == 404
    finally:
        inside.close()


def test_the_migrations_make_the_schema(tmp_path: Path) -> None:
    from alembic.autogenerate import compare_metadata
    from alembic.migration import MigrationContext

    store = Store(f"sqlite:///{tmp_path}/x.db")
    store.open()
    store.open()
    with store._reading.connect() as connection:
        assert compare_metadata(MigrationContext.configure(connection), schema.metadata) == []


def test_matches_go_on_after_a_restart_with_bots_to_move(tmp_path: Path) -> None:
    """A server that ends while it is a bot's turn, and nobody is there: the next one drives the bot."""
    with served("--bot-pause", "0", data=tmp_path) as server:
        ada = Guest(server.url, "Ada")
        table = ada.post("/tables", game="sea-change", seats=3)
        ada.post(f"/tables/{table['id']}/start", fill=ada.get("/games")["levels"][0])
        server.kill()
        server.start()
        end = time.monotonic() + 20
        while not ada.get("/my/tables")["tables"][0]["your_turn"] and time.monotonic() < end:
            time.sleep(0.1)
        assert ada.get("/my/tables")["tables"][0]["your_turn"]


def test_a_proxy_elsewhere_is_believed_only_if_it_is_named(tmp_path: Path) -> None:
    for named, is_believed in (((), False), (("--proxy", "127.0.0.2"), True)):
        with served(*named, data=tmp_path) as server, httpx.Client(transport=httpx.HTTPTransport(local_address="127.0.0.2")) as proxy:
            answer = proxy.post(f"{server.url}/api/guest", json={"name": "Ada"}, headers={"X-Forwarded-Proto": "https"})
            assert ("secure" in answer.headers["set-cookie"].lower()) == is_believed
