"""What was made to harm: names that hide or cover others, cookies beside ours, and files that are no backups."""

import gzip
import json
import time
from pathlib import Path

import pytest
import sqlalchemy as sa

from seaboard.characters import is_readable
from seaboard.server.http.transport.cookie import token_in, without_others
from seaboard.server.storage import ids, schema
from seaboard.server.storage.store import BadDatabase, Store
from seaboard.server.storage.upkeep import backups, upgrading
from tests.server.inside import Inside

HEAD = {"seaboard_backup": backups.FORMAT, "schema": upgrading.head()}
PEOPLE = {"table": "people", "columns": ["id", "name", "made", "listed"], "binary": []}
ADA = ["p1", "Ada", 0.0, True]


@pytest.mark.parametrize(
    "name",
    [
        "Ada\u200b",  # looks like Ada, and is another
        "A\u00adda",
        "\ufeffAda",
        "Ada\u2060",
        "\u3164",  # a letter that looks like nothing
        "\u2800\u2800",
        "a" + "\u0315" * 4,  # a tower of accents
        "H\u0315\u0335\u0360\u0489\u0321e",
        "\u202eadA",
        "Ada\x00",
    ],
)
def test_names_that_hide_or_cover_others_are_not_readable(name: str) -> None:
    assert not is_readable(name)


FLAG = "🏴\U000e0067\U000e0062\U000e0065\U000e006e\U000e0067\U000e007f"


@pytest.mark.parametrize("name", ["Zoë", "Ada 🏴‍☠️", FLAG, "Nguyễn", "नमस्ते", "שָׁלוֹם", "می‌خواهم", "ภาษาไทย", "李明"])
def test_names_of_people_are(name: str) -> None:
    assert is_readable(name)


@pytest.mark.parametrize(
    "header",
    [
        "seaboard=ours",
        'consent={"a":1,"b":[2]}; seaboard=ours',  # cookies that Python's own reader gives up at
        "a b; seaboard=ours; c",
        "@=1;seaboard=ours",
        "=; expires=never; seaboard=ours",
        "xseaboard=theirs; seaboardx=theirs; seaboard=ours",
        "seaboard=ours; seaboard=theirs",  # one of a wider domain comes after ours
    ],
)
def test_our_cookie_is_found_whatever_stands_beside_it(header: str) -> None:
    assert token_in(header) == "ours"


@pytest.mark.parametrize("header", ["", ";;;", "sea", "seaboard", "Seaboard=ours", "x=seaboard=ours"])
def test_another_cookie_is_not_ours(header: str) -> None:
    assert token_in(header) == ""


def test_no_cookie_but_ours_is_read_any_further() -> None:
    token, host = ids.new_token(), (b"host", b"here")
    theirs = b"; x=" + b'\\"' * 10_000
    assert without_others([host, (b"cookie", b"seaboard=" + token.encode() + theirs)]) == [host, (b"cookie", b"seaboard=" + token.encode())]
    assert without_others([(b"cookie", theirs), host]) == [host]
    assert without_others([(b"cookie", b'seaboard="' + b'\\"' * 10_000), host]) == [host]


def test_a_crafted_cookie_or_address_holds_nobody_up(tmp_path: Path) -> None:
    inside = Inside(tmp_path)
    began = time.monotonic()
    cookie = 'seaboard="' + '\\"' * 14_000
    assert inside.request("GET", "/api/me", headers={"cookie": cookie}).status_code == 401  # Python's own reader would take 1.3 s
    assert inside.request("GET", "/" + "a/" * 14_000).status_code == 404
    assert inside.request("GET", "/api/tables?" + "&".join(f"a{i}=1" for i in range(3_500))).status_code == 404
    assert time.monotonic() - began < 0.5
    inside.close()


@pytest.mark.parametrize(
    "lines",
    [
        [{"seaboard_backup": backups.FORMAT}],
        [HEAD | {"schema": "9999"}, {"rows": 0}],
        [HEAD, PEOPLE, ADA],  # cut off
        [HEAD, PEOPLE, ADA, {"rows": 2}],
        [HEAD, PEOPLE, ADA[:2], {"rows": 1}],
        [HEAD, ADA, {"rows": 1}],  # rows of nothing
        [HEAD, PEOPLE | {"binary": [9]}, ADA, {"rows": 1}],
        [HEAD, PEOPLE | {"binary": [1]}, [*ADA[:1], "é", *ADA[2:]], {"rows": 1}],
        [HEAD, PEOPLE | {"columns": ["id", "name", "made", "no such"]}, ADA, {"rows": 1}],
        [HEAD, PEOPLE, ADA, ADA, {"rows": 2}],
        [HEAD, {"table": "alembic_version", "columns": ["version_num"], "binary": []}, ["0001"], {"rows": 1}],
        [HEAD, {"table": "sqlite_master", "columns": ["sql"], "binary": []}, ["x"], {"rows": 1}],
        [HEAD, {"table": 'people"; DROP TABLE people; --', "columns": ["id"], "binary": []}, ["x"], {"rows": 1}],
        [HEAD, {"table": "people"}, {"rows": 0}],
        [HEAD, 7, {"rows": 0}],
        [HEAD, "rows", {"rows": 0}],
    ],
    ids=str,
)
def test_a_crafted_backup_is_refused_in_a_sentence_and_restores_nothing(tmp_path: Path, lines: list[object]) -> None:
    file = tmp_path / "crafted"
    file.write_bytes(gzip.compress("".join(json.dumps(line) + "\n" for line in lines).encode()))
    _refused(tmp_path, file)


def test_a_backup_that_unpacks_into_more_than_fits_is_cut(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(backups, "LONGEST", 1000)
    file = tmp_path / "bomb"
    file.write_bytes(gzip.compress(json.dumps(HEAD).encode() + b"\n" + b" " * 10**6))
    _refused(tmp_path, file)
    file.write_bytes(file.read_bytes()[:-20] + b"\xff" * 12)
    _refused(tmp_path, file)


def _refused(folder: Path, file: Path) -> None:
    store = Store(f"sqlite:///{folder}/restored.db")
    with pytest.raises((backups.BadBackup, BadDatabase)):
        backups.read(store, file)
    with store.snapshot() as c:
        if upgrading.current(c) is not None:
            assert c.execute(sa.select(sa.func.count()).select_from(schema.people)).scalar() == 0
    store.disconnect()
