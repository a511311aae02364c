"""A game's rules change: matches of rules that are gone can't go on, finished ones can be read, and nothing else is the worse for it."""

import asyncio
import dataclasses
import json
import sqlite3
import time
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed

from seaboard.games import GAMES
from seaboard.match import Match
from tests.server.harness import PATIENCE, Guest, served, table_of
from tests.server.inside import Inside


@pytest.mark.parametrize("other", ["rules = rules + 1", "game = 'atlantis'"])
def test_a_match_of_other_rules_is_refused_and_holds_up_no_other(tmp_path: Path, other: str) -> None:
    with served(data=tmp_path) as server:
        ada, bob = Guest(server.url, "Ada"), Guest(server.url, "Bob")
        old = table_of([ada, bob], "sea-change", clock=5)
        late = table_of([ada, bob], "sea-change", clock=5)
        server.kill()
        with sqlite3.connect(tmp_path / "seaboard.db") as db:
            db.execute(f"UPDATE matches SET started = 0, due = 0, {other} WHERE id = ?", (old["match"],))
            db.execute("UPDATE matches SET started = 0, due = 1 WHERE id = ?", (late["match"],))
        server.start()
        end = time.monotonic() + PATIENCE
        while not any(chair["covered"] for chair in ada.get(f"/tables/{late['id']}")["chairs"]):
            assert time.monotonic() < end, "the sweep got stuck at the table before"
            time.sleep(0.1)

        shown = {table["id"]: table for table in ada.get("/my/tables")["tables"]}
        assert not shown[old["id"]]["your_turn"]
        assert ada.web.get(f"/api/matches/{old['match']}/record").json()["error"]["key"] == "match.newer_rules"

        async def come() -> int | None:
            address = server.url.replace("http", "ws") + f"/api/live/{old['id']}"
            async with connect(address, additional_headers={"Cookie": f"seaboard={ada.token}"}) as socket:
                with suppress(ConnectionClosed):
                    while True:
                        await asyncio.wait_for(socket.recv(), PATIENCE)
                return socket.close_code

        assert asyncio.run(come()) == 1012  # another server may have them
        ada.post(f"/tables/{old['id']}/resign")
        assert bob.post(f"/tables/{old['id']}/resign")["stage"] == "over"
        assert "Traceback" not in server.logged()


def finished_table(inside: Inside, guests: list[str], **asked: Any) -> dict[str, Any]:
    """A table whose match two guests have played to its end."""
    ada, bob = guests
    table = inside.request("POST", "/api/tables", ada, game="land-unter", seats=3, bots=["cabin-boy"], **asked).json()
    inside.request("POST", f"/api/tables/{table['id']}/sit", bob, seat=2)
    found: dict[str, Any] = inside.request("POST", f"/api/tables/{table['id']}/start", ada, fill="cabin-boy").json()
    for turn in range(500):
        for token in guests:
            told = json.loads(inside.live(table["id"], token, [])[0])
            if told["match"]["ended"]:
                return found
            legal = list(told["match"]["view"]["legal"].values())
            if legal:
                play = {"type": "play", "id": f"q{turn}", "match": found["match"], "number": told["match"]["number"], "action": legal[0]}
                inside.live(table["id"], token, [play])
    raise AssertionError("the match did not end")


def raise_rules(monkeypatch: pytest.MonkeyPatch, game: str) -> None:
    """The server has other rules of a game now."""
    monkeypatch.setitem(GAMES, game, dataclasses.replace(GAMES[game], version=GAMES[game].version + 1))


def what_is_told(inside: Inside, table: dict[str, Any], tokens: list[str]) -> list[Any]:
    """All that can be read of a finished match: by everybody on the spot, and as record and replays."""
    told: list[Any] = []
    for token in [None, *tokens]:
        snapshot = json.loads(inside.live(table["id"], token, [])[0])
        told.append(snapshot["match"])
    told.append(inside.request("GET", f"/api/matches/{table['match']}/record").json())
    for seat in ("", "?seat=0", "?seat=1", "?seat=2"):
        told.append(inside.request("GET", f"/api/matches/{table['match']}/replay{seat}").json())
    return told


def test_a_finished_match_can_be_read_for_ever(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    inside = Inside(tmp_path)
    guests = [inside.guest("Ada"), inside.guest("Bob")]
    table = finished_table(inside, guests)
    before = what_is_told(inside, table, guests)
    assert before[0]["ended"] == "over"
    assert inside.run(inside.server.keeper.keep_one())
    assert not inside.run(inside.server.keeper.keep_one())
    inside.close()

    raise_rules(monkeypatch, "land-unter")
    inside = Inside(tmp_path)
    assert what_is_told(inside, table, guests) == before
    wrong = inside.request("GET", f"/api/matches/{table['match']}/replay?seat=3")
    assert (wrong.status_code, wrong.json()["error"]["key"]) == (422, "chair.unknown")
    inside.close()


def test_a_finished_match_that_was_not_kept_in_time_has_its_moves(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    inside = Inside(tmp_path)
    guests = [inside.guest("Ada"), inside.guest("Bob")]
    table = finished_table(inside, guests)
    record = inside.request("GET", f"/api/matches/{table['match']}/record").json()
    inside.close()

    raise_rules(monkeypatch, "land-unter")
    inside = Inside(tmp_path)
    for name in ("scores", "winners"):
        del record[name]
    assert inside.request("GET", f"/api/matches/{table['match']}/record").json() == record
    assert inside.request("GET", f"/api/matches/{table['match']}/replay").json()["error"]["key"] == "match.old_rules"
    told = json.loads(inside.live(table["id"], guests[0], [])[0])
    assert (told["table"]["stage"], told["match"]) == ("over", None)
    assert not inside.run(inside.server.keeper.keep_one())
    inside.close()


def test_a_match_goes_on_by_the_rules_it_was_begun_with(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    game = "sea-of-clouds"
    with monkeypatch.context() as before:
        before.setitem(GAMES, game, dataclasses.replace(GAMES[game], version=1))
        inside = Inside(tmp_path)
        guests = [inside.guest("Ada"), inside.guest("Bob")]
        table = begun(inside, guests, game)
        play_on(inside, table, guests, moves=10)
        day = inside.request("GET", "/api/daily").json()["day"]
        inside.close()

    inside = Inside(tmp_path)
    assert play_on(inside, table, guests, moves=500), "it is played to its end"
    record = inside.request("GET", f"/api/matches/{table['match']}/record").json()
    assert (record["rules"], record["ended"]) == (1, "over")
    assert Match.replay(record).record()["rules"] == 1
    assert inside.request("GET", f"/api/matches/{table['match']}/replay").json()["frames"][-1]["view"]["rules"] == 1

    practice = inside.request("POST", f"/api/matches/{table['match']}/practice", guests[0], moves=20, seat=0, level="cabin-boy").json()
    assert rules_of(inside, practice, guests[0]) == 1, "the same cards to come, by the same rules"
    daily = inside.request("POST", f"/api/daily/{game}", guests[0]).json()
    assert inside.request("GET", "/api/daily").json()["day"] == day
    assert rules_of(inside, daily, guests[0]) == 1, "a day that has begun keeps its rules"
    assert rules_of(inside, begun(inside, guests, game), guests[0]) == 2, "a new match has the new ones"
    inside.close()


def begun(inside: Inside, guests: list[str], game: str) -> dict[str, Any]:
    """A table at which two guests have begun a match."""
    table = inside.request("POST", "/api/tables", guests[0], game=game, seats=2).json()
    inside.request("POST", f"/api/tables/{table['id']}/sit", guests[1], seat=1)
    found: dict[str, Any] = inside.request("POST", f"/api/tables/{table['id']}/start", guests[0]).json()
    return found


def play_on(inside: Inside, table: dict[str, Any], guests: list[str], *, moves: int) -> bool:
    """Play so many moves, unless the match ends before: whether it has."""
    for turn in range(moves):
        for token in guests:
            told = json.loads(inside.live(table["id"], token, [])[0])["match"]
            if told["ended"]:
                return True
            if told["view"]["legal"]:
                action = list(told["view"]["legal"].values())[turn % len(told["view"]["legal"])]
                play = {"type": "play", "id": f"q{told['number']}", "match": table["match"], "number": told["number"], "action": action}
                inside.live(table["id"], token, [play])
                break
    return False


def rules_of(inside: Inside, table: dict[str, Any], token: str) -> int:
    """By which rules the match at a table is played."""
    return int(json.loads(inside.live(table["id"], token, [])[0])["match"]["view"]["rules"])
