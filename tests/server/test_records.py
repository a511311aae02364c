"""Records: kept, replayed move by move, uploaded, and checked against what was committed to."""

import asyncio
import copy
import json
import random
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import seaboard
from seaboard import GAMES
from seaboard.server.http.matches.schemas import MatchRecord
from seaboard.server.matches import bots
from seaboard.server.storage.ids import commitment_to
from tests.server.harness import ROOT, Guest, Served, table_of


def played(game: str = "sea-change", seed: int = 5, **asked: Any) -> dict[str, Any]:
    match, rng = seaboard.Match(game, seed=seed, **asked), random.Random(seed)
    while not match.over:
        seat = rng.choice(match.to_act)
        match.play(seat, rng.choice(match.legal(seat)))
    return {**match.record(), "commitment": commitment_to(f"{seed:032x}")}


def verify(file: Path, *more: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "seaboard", "verify", str(file), *more]
    return subprocess.run(command, cwd=ROOT, env={"PYTHONPATH": "src", "PATH": ""}, capture_output=True, text=True, check=False)


def test_a_match_is_downloaded_verified_and_replayed(server: Served, tmp_path: Path) -> None:
    guests = [Guest(server.url, "Ada"), Guest(server.url, "Bob")]
    table = table_of(guests, "sea-change", options={"target": 1})
    committed = ""

    async def play() -> None:
        nonlocal committed
        async with guests[0].at(table["id"]) as a, guests[1].at(table["id"]) as b:
            assert a.match is not None
            committed = a.match["commitment"]
            await asyncio.gather(a.play_on(random.Random(1), 2), b.play_on(random.Random(1), 2))
            part = await asyncio.to_thread(guests[0].get, f"/matches/{table['match']}/record")
            assert "seed" not in part
            assert "moves" not in part
            assert part["seat"] == 0
            assert part["view"]["table"]["hand"]
            for what in ("replay", "summary"):  # a match that lasts keeps its secrets
                assert (await asyncio.to_thread(guests[0].web.get, f"/api/matches/{table['match']}/{what}")).status_code == 409
            await asyncio.gather(a.play_on(random.Random(1)), b.play_on(random.Random(1)))
            events.extend(a.events)
            view.update(a.view)

    events: list[Any] = []
    view: dict[str, Any] = {}
    asyncio.run(play())
    record = guests[1].get(f"/matches/{table['match']}/record")
    assert record["names"] == ["Ada", "Bob"]
    assert record["ended"] == "over"
    assert record.keys() - MatchRecord.__annotations__.keys() == set()
    assert {"started", "shuffle"} <= record.keys()
    file = tmp_path / "record.json"
    file.write_text(json.dumps(record))
    done = verify(file, "--commitment", committed)
    assert done.returncode == 0, done.stderr
    assert f"all {len(record['moves'])} moves replay" in done.stdout

    replay = guests[0].get(f"/matches/{table['match']}/replay?seat=0")
    assert [event for frame in replay["frames"] for event in frame["events"]] == events
    assert replay["frames"][-1]["view"] == view
    assert [[f["move"]["seat"], f["move"]["action"]] for f in replay["frames"][1:]] == record["moves"]
    assert guests[0].web.post("/api/replays", params={"seat": 0}, json=record).json() == replay

    told = guests[1].get(f"/matches/{table['match']}/summary")
    assert [line["score"] for line in told["ranking"]] == sorted(record["scores"], reverse=True)
    assert told["ranking"][0]["entries"] == record["winners"]
    assert told["totals"][-1] == record["scores"]


@pytest.mark.parametrize("game", list(GAMES))
def test_any_games_record_can_be_uploaded(server: Served, game: str) -> None:
    answer = Guest(server.url, "Ada").web.post("/api/replays", json=played(game))
    assert answer.status_code == 200, answer.text
    assert answer.json()["frames"][-1]["view"]["over"]


def test_what_does_not_verify_is_told(tmp_path: Path) -> None:
    record = played()
    for change, says in (
        ({"seed": "0" * 32}, "does not replay"),
        ({"commitment": "0" * 64}, "does not match the commitment"),
        ({"scores": [9, 9, 9, 9]}, "its moves give"),
        ({"moves": record["moves"][:-1], "ended": "over", "scores": None, "winners": None}, ""),
        ({"seaboard": 2}, "not a record"),
    ):
        file = tmp_path / "record.json"
        file.write_text(json.dumps({**record, **change}))
        done = verify(file)
        assert done.returncode == 1
        assert says in done.stderr
        assert "Traceback" not in done.stderr
    assert verify(tmp_path / "none.json").returncode == 1
    (tmp_path / "no.json").write_text("not JSON")
    assert verify(tmp_path / "no.json").returncode == 1
    lacking = {name: value for name, value in record.items() if name != "commitment"}
    (tmp_path / "old.json").write_text(json.dumps(lacking))
    assert "no commitment" in verify(tmp_path / "old.json").stderr


def test_a_take_back_leaves_a_record_that_verifies(server: Served, tmp_path: Path) -> None:
    ada = Guest(server.url, "Ada")
    table = ada.post("/tables", game="sea-change", seats=2, bots=[None, bots.LEVELS[0]], options={"target": 1}, start=True)

    async def play() -> None:
        async with ada.at(table["id"]) as seat:
            rng = random.Random(1)
            for _ in range(3):
                await seat.play_on(rng, 2)
                assert seat.match is not None
                await seat.ask(type="take_back", match=seat.match["id"], number=seat.match["number"])
            await seat.play_on(rng)

    asyncio.run(play())
    file = tmp_path / "record.json"
    file.write_text(json.dumps(ada.get(f"/matches/{table['match']}/record")))
    done = verify(file)
    assert done.returncode == 0, done.stderr


RECORD = played(seed=3, options={"target": 1})
odd: st.SearchStrategy[Any] = (
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5) | st.lists(st.integers(), max_size=3) | st.just({})
)


@settings(max_examples=60, deadline=None, suppress_health_check=list(HealthCheck), database=None)
@given(st.data())
def test_no_upload_breaks_the_server(server: Served, data: st.DataObject) -> None:
    record = copy.deepcopy(RECORD)
    for _ in range(data.draw(st.integers(1, 3))):
        name = data.draw(st.sampled_from([*RECORD, "else"]))
        if name == "moves" and data.draw(st.booleans()) and isinstance(record.get("moves"), list) and record["moves"]:
            record["moves"][data.draw(st.integers(0, len(record["moves"]) - 1))] = data.draw(odd | st.lists(odd, max_size=3))
        elif name == "options" and data.draw(st.booleans()) and isinstance(record.get("options"), dict):
            record["options"][data.draw(st.sampled_from(["teams", "target", "suits", "x"]))] = data.draw(odd)
        elif data.draw(st.booleans()):
            record[name] = data.draw(odd)
        else:
            record.pop(name, None)
    answer = Guest(server.url, "Eve").web.post("/api/replays", content=json.dumps(record), headers={"content-type": "application/json"})
    assert answer.status_code in (200, 400, 422), answer.text
