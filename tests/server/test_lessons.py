"""Lessons over HTTP: listed, played without anything being kept, and refused with reasons."""

from typing import Any

import httpx
import pytest

from seaboard import GAMES
from tests.server.harness import Served


def play(server: Served, path: str, *moves: int, status: int = 200) -> Any:
    answer = httpx.post(f"{server.url}/api/lessons/{path}", json={"moves": list(moves)})
    assert answer.status_code == status, answer.text
    return answer.json()


@pytest.mark.parametrize("game", list(GAMES))
def test_every_lesson_is_played_to_its_goal(server: Served, game: str) -> None:
    listed = httpx.get(f"{server.url}/api/lessons/{game}").json()["lessons"]
    assert [one["name"] for one in listed] == list(GAMES[game].lessons)
    for one in listed:
        lesson = GAMES[game].lessons[one["name"]]
        assert one == {"name": lesson.name, "section": lesson.section, "seats": lesson.begin().seats, "seat": lesson.seat}
        moves: list[int] = []
        shown = play(server, f"{game}/{one['name']}")
        for move in lesson.answer:
            assert shown["reached"] is None
            before = len(shown["frames"])
            moves.append(shown["frames"][-1]["view"]["legal"][move])
            shown = play(server, f"{game}/{one['name']}", *moves)
            assert len(shown["frames"]) > before
        assert shown["reached"] is True
        assert play(server, f"{game}/{one['name']}", *moves, 0, status=409)["error"]["key"] == "lesson.over"


def test_an_illegal_move_is_refused_with_the_games_reason(server: Served) -> None:
    view = play(server, "sea-change/overview")["frames"][-1]["view"]
    assert set(view["legal"]) == {"Y9", "P10"}
    assert set(view["table"]["refused"]) == {"B6"}
    refused = play(server, "sea-change/overview", 6, status=409)["error"]
    assert (refused["key"], refused["game"]) == ("reason.must_follow", True)
    assert refused["text"] == "yellow was led and you hold yellow; of other suits, only 10s are allowed"
    assert play(server, "sea-change/overview", 9999, status=409)["error"]["key"] == "play.no_such_action"


def test_what_is_not_there_or_not_a_list_of_moves_is_refused(server: Served) -> None:
    assert play(server, "sea-change/no-such", status=404)["error"]["key"] == "lesson.unknown"
    assert play(server, "chess/overview", status=404)["error"]["key"] == "game.unknown"
    assert httpx.get(f"{server.url}/api/lessons/chess").status_code == 404
    play(server, "sea-change/overview", *[1] * 61, status=422)
    play(server, "sea-change/overview", -1, status=422)
    bodies: list[Any] = [{"moves": ["P10"]}, {"moves": 3}, {"moves": [], "seat": 0}, []]
    for body in bodies:
        assert httpx.post(f"{server.url}/api/lessons/sea-change/overview", json=body).status_code == 422
