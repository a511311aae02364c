"""Everything of a server to read, without what is secret."""

import json
import zipfile
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa

from seaboard import Match
from seaboard.cli import main
from seaboard.server.matches import archive
from seaboard.server.storage import schema
from tests.server.inside import Inside


@pytest.mark.parametrize("kind", ["sqlite", "postgres"])
def test_an_archive_has_everything_but_what_is_secret(
    kind: str, tmp_path: Path, request: pytest.FixtureRequest, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    database = request.getfixturevalue("postgres") if kind == "postgres" else f"sqlite:///{tmp_path}/inside.db"
    monkeypatch.setattr(archive, "AT_ONCE", 2)
    inside = Inside(tmp_path, database=database)
    try:
        ada, bob = inside.guest("Ada"), inside.guest("Bob")
        code = inside.request("POST", "/api/devices/code", ada).json()["code"]
        tables = [
            inside.request("POST", "/api/tables", ada, game="sea-change", seats=2, bots=[None, "cabin-boy"], start=True).json()
            for _ in range(5)
        ]
        over = [table["match"] for table in tables[:3]]
        for table in tables[:3]:
            inside.request("POST", f"/api/tables/{table['id']}/resign", ada)
        inside.live(tables[4]["id"], ada, [{"type": "chat", "text": "ahoy", "id": "q1"}])
        file = tmp_path / "everything.zip"
        assert main(["export", str(file), "--database", database]) == 0
        assert " chat" in capsys.readouterr().out

        lasting = [table["match"] for table in tables[3:]]
        m, d, s = schema.matches, schema.devices, schema.secrets
        seeds, tokens, secrets = inside.run(
            inside.server.store.read(
                lambda c: (
                    list(c.execute(sa.select(m.c.seed).where(m.c.id.in_(lasting))).scalars()),
                    list(c.execute(sa.select(d.c.token)).scalars()),
                    list(c.execute(sa.select(s.c.value)).scalars()),
                )
            )
        )
    finally:
        inside.close()
    assert file.stat().st_mode & 0o077 == 0
    found: dict[str, list[Any]] = {}
    with zipfile.ZipFile(file) as packed:
        assert packed.testzip() is None
        about = json.loads(packed.read("about.json"))
        whole = b"".join(packed.read(name) for name in packed.namelist())
        for name in packed.namelist():
            if name.endswith(".jsonl"):
                found[name] = [json.loads(line) for line in packed.read(name).splitlines()]
    assert about["lines"] == {name.removesuffix(".jsonl"): len(lines) for name, lines in found.items()}
    assert {"Ada", "Bob"} <= {person["name"] for person in found["people.jsonl"]}
    matches = {match["id"]: match for match in found["matches.jsonl"]}
    for match in over:
        assert Match.replay(matches[match]["record"]).game.name == "sea-change"
    assert [matches[match]["record"] for match in lasting] == [None, None]
    assert [line["text"] for line in found["chat.jsonl"] if line["table_id"] == tables[4]["id"]] == ["ahoy"]
    assert len(seeds) == 2
    for secret in (*seeds, ada, bob, code, code.replace("-", "")):
        assert secret.encode() not in whole
    for token in (*tokens, *secrets):
        assert token.hex().encode() not in whole
        assert token not in whole
    assert "coming" not in found["tables.jsonl"][0]
