"""What a person's history adds up to, from whenever it is, and that all of it can be had as a file."""

import json
import sqlite3
import zlib
from functools import partial
from pathlib import Path

import sqlalchemy as sa
from alembic import command
from alembic.config import Config

import seaboard
from seaboard.server.storage import queries, store
from seaboard.server.storage.matches import finished
from seaboard.server.storage.rows import Practice
from tests.server.careers import GAME, Person, finish, rate_all
from tests.server.inside import Inside


def test_a_history_lists_matches_with_opponents_scores_levels_and_dates(inside: Inside) -> None:
    ada, bob = Person(inside, "Ada"), Person(inside, "Bo'b_%")
    assert ada.get("/you/matches") == {"matches": [], "after": None}
    first = finish(inside, ada, "sailor", "captain", winner=2)
    second = finish(inside, bob, ada, winner=1)
    newest, oldest = ada.get("/you/matches")["matches"]
    assert [newest["match"], oldest["match"]] == [second, first]
    assert [newest["won"], newest["place"], newest["seat"]] == [True, 1, 1]
    assert [seat["name"] for seat in newest["seats"]] == ["Bo'b_%", "Ada"]
    assert [seat["level"] for seat in oldest["seats"]] == [None, "sailor", "captain"]
    assert [seat["won"] for seat in oldest["seats"]] == [False, False, True]
    assert oldest["seats"][2]["score"] == max(seat["score"] for seat in oldest["seats"])
    assert oldest["ended"] == "over"
    assert oldest["at"] < newest["at"]

    def wanted(**fields: str) -> list[str]:
        asked = "&".join(f"{name}={value}" for name, value in fields.items())
        return [match["match"] for match in ada.get(f"/you/matches?{asked}")["matches"]]

    assert wanted(game=GAME) == [second, first]
    assert wanted(game="land-unter") == []
    assert wanted(result="won") == [second]
    assert wanted(result="lost") == [first]
    assert wanted(level="captain") == [first], "the strongest of the bots"
    assert wanted(level="sailor") == []
    assert wanted(level="people") == [second]
    assert wanted(search="BO'B") == [second]
    assert wanted(search="%25") == [second], "a wildcard is a letter like any other"
    assert wanted(search="b%25") == []
    assert wanted(search="b%00o") == [second], "a sign that no database takes is none"
    assert [match["match"] for match in bob.get("/you/matches")["matches"]] == [second]


def test_pages_of_a_history_are_whole_and_in_order(inside: Inside) -> None:
    ada = Person(inside, "Ada")
    made = [finish(inside, ada, "sailor") for _ in range(45)]
    found: list[str] = []
    after = ""
    while True:
        page = ada.get(f"/you/matches?game={GAME}{after}")
        found += [match["match"] for match in page["matches"]]
        if page["after"] is None:
            break
        after = f"&after={page['after']}"
    assert found == made[::-1]
    for wrong in ("x", "nan~m1", "1e999~m1", "1~", "1~%27", "~~"):
        assert inside.request("GET", f"/api/you/matches?after={wrong}", ada.token).status_code == 422
    assert inside.request("GET", "/api/you/matches").status_code == 401


def test_a_profile_adds_up(inside: Inside) -> None:
    ada = Person(inside, "Ada")
    for winner, level in [(0, "sailor"), (0, "sailor"), (1, "sailor"), (0, "captain")]:
        finish(inside, ada, level, winner=winner)
    finish(inside, ada, "sailor", "sailor", winner=1)
    last = finish(inside, ada, "sailor", practice=Practice("m1", 1, [0], [0]))
    profile = ada.get("/you")
    assert profile["name"] == "Ada"
    assert {(one["seats"], one["level"]): (one["matches"], one["won"]) for one in profile["tallies"]} == {
        (2, "sailor"): (3, 2),
        (2, "captain"): (1, 1),
        (3, "sailor"): (1, 0),
    }
    assert profile["streaks"] == [{"game": GAME, "now": 0, "best": 2}]
    peaks = {peak["kind"]: peak for peak in profile["peaks"]}
    assert set(peaks) == {"longest", "best"}
    assert last not in {peak["match"] for peak in profile["peaks"]}
    assert ada.get("/you/matches")["matches"][0]["counts"] == "practice"
    finish(inside, ada, "sailor")
    assert ada.get("/you")["streaks"] == [{"game": GAME, "now": 1, "best": 2}]


def test_reviews_are_in_the_profile(inside: Inside) -> None:
    ada = Person(inside, "Ada")
    match = finish(inside, ada, "sailor")
    for seat, luck, error in ((0, 0.25, 0.031), (1, -0.25, None)):
        inside.run(inside.server.store.write(partial(finished.note_review, match=match, seat=seat, luck=luck, error_rate=error)))
    profile = ada.get("/you")
    assert [(one["match"], one["error_rate"]) for one in profile["reviewed"]] == [(match, 0.031)]
    assert next(peak["value"] for peak in profile["peaks"] if peak["kind"] == "luckiest") == 0.25


def test_a_match_lost_by_bad_luck_is_nobodys_luckiest(inside: Inside) -> None:
    ada = Person(inside, "Ada")
    match = finish(inside, ada, "sailor")
    inside.run(inside.server.store.write(partial(finished.note_review, match=match, seat=0, luck=-0.08, error_rate=None)))
    assert {peak["kind"] for peak in ada.get("/you")["peaks"]} == {"longest", "best"}


def test_a_server_for_tables_alone_has_none_of_it(tmp_path: Path) -> None:
    inside = Inside(tmp_path, only_tables=True)
    ada = Person(inside, "Ada")
    for path in ("/you", "/you/matches", f"/leaderboards/{GAME}"):
        answer = inside.request("GET", f"/api{path}", ada.token)
        assert answer.status_code == 404
        assert answer.json()["error"]["key"] == "server.only_tables"
    assert ada.get("/games")["only_tables"] is True
    assert ada.get("/you/export")["person"]["name"] == "Ada", "what is kept of you is yours anywhere"
    inside.close()


def make_older(file: Path, revision: str) -> None:
    """Turn a database into one of an earlier revision, with all that this one could hold."""
    now = file.rename(file.with_name("now.db"))
    config = Config()
    config.set_main_option("script_location", str(Path(store.__file__).parent / "migrations"))
    with sa.create_engine(f"sqlite:///{file}").begin() as c:
        config.attributes["connection"] = c
        command.upgrade(config, revision)
    with sqlite3.connect(file) as older:
        older.execute("ATTACH ? AS now", (str(now),))
        tables = [name for (name,) in older.execute("SELECT name FROM main.sqlite_master WHERE type = 'table'")]
        for table in set(tables) - {"alembic_version", "sqlite_sequence"}:
            columns = ", ".join(f'"{column[1]}"' for column in older.execute(f"PRAGMA main.table_info({table})"))
            older.execute(f"INSERT INTO main.{table} ({columns}) SELECT {columns} FROM now.{table}")


def test_what_tables_remember_from_before_is_in_histories(tmp_path: Path) -> None:
    inside = Inside(tmp_path)
    ada = Person(inside, "Ada")
    match = finish(inside, ada, "sailor")
    practice = finish(inside, ada, "sailor", winner=1, practice=Practice("m1", 1, [0], [0]))
    listed = ada.get("/you/matches")["matches"]
    seats = [{"seat": seat, "luck": 0.25 - seat / 2, "error_rate": None if seat else 0.03} for seat in range(2)]
    for of, body in ((match, json.dumps({"seats": seats}).encode()), (practice, b"{}")):
        keep = partial(queries.keep_review, match=of, seat=0, version=1, body=zlib.compress(body))
        inside.run(inside.server.store.write(keep))
    inside.close()
    make_older(tmp_path / "inside.db", "0011")
    again = Inside(tmp_path)
    ada.inside = again
    assert ada.get("/you/matches")["matches"] == [one | ({"error_rate": 0.03} if one["match"] == match else {}) for one in listed]
    assert [one["error_rate"] for one in ada.get("/you")["reviewed"]] == [0.03]
    assert [one["value"] for one in ada.get("/you")["peaks"] if one["kind"] == "luckiest"] == [0.25]
    assert [one["match"] for one in listed] == [practice, match]
    assert rate_all(again) == 1
    assert ada.rating is not None
    again.close()


def test_everything_as_a_file(inside: Inside) -> None:
    ada = Person(inside, "Ada")
    made = [finish(inside, ada, "sailor") for _ in range(3)]
    inside.run(inside.server.store.write(lambda c: queries.keep_review(c, made[0], 0, 1, zlib.compress(b'{"story":[]}'))))
    table = ada.post("/tables", game=GAME, seats=2, bots=[None, "cabin-boy"], sit=True, start=True)
    answer = inside.request("GET", "/api/you/export", ada.token)
    assert answer.headers["content-disposition"] == 'attachment; filename="seaboard.json"'
    file = json.loads(answer.content)
    assert file["person"]["name"] == "Ada"
    assert [one["record"]["match"] for one in file["matches"]] == made
    assert file["matches"][0]["review"] == {"story": []}
    again = seaboard.Match.replay(file["matches"][1]["record"])
    assert again.over
    assert table["id"] in [one["id"] for one in file["tables"]]
    with inside.server.store._reading.connect() as c:
        running = queries.find_match(c, table["match"])
    assert running is not None
    assert running.seed not in answer.text, "a match that is on keeps its secrets"
    assert ada.token not in answer.text
