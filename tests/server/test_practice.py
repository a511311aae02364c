"""Playing on from a moment of a finished match: the same cards, the same draws, the same secrets, and a record that says so."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import seaboard
from seaboard.cli import main
from seaboard.server.matches import bots
from seaboard.server.matches.session import Session
from seaboard.server.storage import queries
from tests.server.inside import Inside
from tests.server.past import add_past

GAMES = list(seaboard.GAMES)


@pytest.fixture
def inside(tmp_path: Path) -> Iterator[Inside]:
    running = Inside(tmp_path)
    yield running
    running.close()


def play_on(inside: Inside, token: str, match: str, **asked: Any) -> dict[str, Any]:
    answer = inside.request("POST", f"/api/matches/{match}/practice", token, **asked)
    assert answer.status_code == 201, answer.text
    table: dict[str, Any] = answer.json()
    return table


def refused(inside: Inside, token: str, path: str, **asked: Any) -> str:
    answer = inside.request("POST", path, token, **asked)
    assert 400 <= answer.status_code < 500, answer.text
    return str(answer.json()["error"]["key"])


def record_of(inside: Inside, match: str, token: str | None = None) -> dict[str, Any]:
    record: dict[str, Any] = inside.request("GET", f"/api/matches/{match}/record", token).json()
    return record


@pytest.mark.parametrize("game", GAMES)
def test_the_same_moves_lead_to_the_same_end(inside: Inside, game: str) -> None:
    seats = seaboard.GAMES[game].default_seats
    ada = inside.guest("Ada")
    match = add_past(inside, ada, game, seats=seats, seed=6)
    then = record_of(inside, match)
    moment = len(then["moves"]) * 2 // 3
    table = play_on(inside, ada, match, moves=moment)
    places = table["practice"].pop("places")
    ranking = inside.request("GET", f"/api/matches/{match}/summary").json()["ranking"]
    assert dict(enumerate(places)) == {entry: one["place"] for one in ranking for entry in one["entries"]}
    assert table["practice"] == {"match": match, "moves": moment, "scores": then["scores"], "winners": then["winners"]}
    assert [chair["kind"] for chair in table["chairs"]] == ["person"] + ["bot"] * (seats - 1)
    assert table["chairs"][-1]["level"] == bots.QUICK or seats == 1  # as it was

    # She sees what she saw then, and no more.
    part = record_of(inside, table["match"], ada)
    assert "seed" not in part
    assert part["practice"] == {"match": match, "moves": moment}
    row = inside.run(inside.server.store.read(lambda c: queries.find_match(c, table["match"])))
    entries = inside.run(inside.server.store.read(lambda c: queries.entries_of(c, table["match"])))
    assert part["view"] == json.loads(json.dumps(Session(row, entries[: part["number"]]).match.view(0, memory=False)))
    begun = Session(row, entries[:moment])
    assert begun.match.moves == [tuple(move) for move in then["moves"][:moment]]
    assert not begun.has_bot_moves

    # Played on as it was played, it ends as it ended: whatever is drawn comes from the seed and the moves alone.
    for seat, action in then["moves"][moment:]:
        begun.match.play(seat, action)
    assert begun.match.scores == then["scores"]


def test_a_practice_match_is_played_recorded_verified_and_tried_again(
    inside: Inside, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    ada = inside.guest("Ada")
    match = add_past(inside, ada, "sea-change", seats=2, options={"target": 1}, seed=4)
    then = record_of(inside, match)
    moment = next(i for i, (seat, _) in enumerate(then["moves"]) if seat == 0 and i >= 4)
    table = play_on(inside, ada, match, moves=moment, level=bots.QUICK)
    number = 0
    while (live := record_of(inside, table["match"], ada)).get("seed") is None:
        inside.run(inside.settle())
        legal = record_of(inside, table["match"], ada)
        if legal.get("seed") is None and legal["view"]["legal"]:
            action = next(iter(legal["view"]["legal"].values()))
            play = {"type": "play", "id": f"q{number}", "match": table["match"], "number": legal["number"], "action": action}
            inside.live(table["id"], ada, [play])
            number += 1
            assert number < 200
    assert live["practice"] == {"match": match, "moves": moment}
    assert live["moves"][:moment] == then["moves"][:moment]
    assert live["seed"] == then["seed"]
    file = tmp_path / "practice.json"
    file.write_text(json.dumps(live))
    main(["verify", str(file)])
    assert f"goes on from match {match} after {moment} moves" in capsys.readouterr().out
    replay = inside.request("GET", f"/api/matches/{table['match']}/replay").json()
    assert replay["record"]["practice"] == {"match": match, "moves": moment}
    # Once more from the same moment.
    again = inside.request("POST", f"/api/tables/{table['id']}/rematch", ada).json()
    assert again["match"] != table["match"]
    assert record_of(inside, again["match"], ada)["practice"] == {"match": match, "moves": moment}


def test_what_went_before_can_not_be_taken_back_nor_the_options_changed(inside: Inside) -> None:
    ada, bob = inside.guest("Ada"), inside.guest("Bob")
    match = add_past(inside, ada, "sea-change", seats=2, options={"target": 1}, seed=4)
    table = play_on(inside, ada, match, moves=4, seat=1)
    assert table["you"]["seat"] == 1
    inside.run(inside.settle())
    view = record_of(inside, table["match"], ada)
    told = inside.live(table["id"], ada, [{"type": "take_back", "id": "q1", "match": table["match"], "number": view["number"]}])
    assert "take_back.nothing" in told[-1]
    # Friends, by a link: it starts when all are there, from the same moment.
    open_table = play_on(inside, ada, match, moves=4, friends=True)
    assert open_table["stage"] == "open"
    path = f"/api/tables/{open_table['id']}"
    assert refused(inside, ada, f"{path}/options", options={"target": 2}) == "practice.options"
    assert inside.request("POST", f"{path}/options", ada, options={"target": 1}, clock=60).status_code == 200
    assert refused(inside, ada, f"{path}/start", fill=None) == "table.empty_chairs"
    inside.request("POST", f"{path}/sit", bob, seat=None)
    started = inside.request("POST", f"{path}/start", bob, fill=None).json()
    part = record_of(inside, started["match"], bob)
    assert part["seat"] == 1
    assert part["number"] == 4


def test_moments_that_are_none_are_refused(inside: Inside) -> None:
    ada = inside.guest("Ada")
    match = add_past(inside, ada, "sea-change", seats=2, options={"target": 1}, seed=4)
    moves = len(record_of(inside, match)["moves"])
    path = f"/api/matches/{match}/practice"
    assert refused(inside, ada, path, moves=moves) == "practice.moment"
    assert refused(inside, ada, path, moves=-1) == "request.invalid"
    assert refused(inside, ada, path, moves=0, seat=2) == "chair.unknown"
    assert refused(inside, ada, path, moves=0, level="admiral-of-the-fleet") == "bot.unknown_level"
    assert refused(inside, ada, "/api/matches/m000000000000000/practice", moves=0) == "match.unknown"
    assert play_on(inside, ada, match, moves=moves - 1)["stage"] in {"playing", "over"}
