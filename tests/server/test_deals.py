"""Deals that are played more than once: the same cards and the same bots for everybody, one try each, and no looking before it."""

import asyncio
import dataclasses
import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

import seaboard
from seaboard.cli import main
from seaboard.server.close_codes import CloseCode
from seaboard.server.deals import playing
from seaboard.server.deals.bot_tries import BotTries
from seaboard.server.deals.shared import SharedDeals
from seaboard.server.matches import bots, days
from seaboard.server.matches.outcomes import Acknowledged, Outcome
from seaboard.server.matches.seat_standings import better_than, standings
from seaboard.server.matches.session import Session
from seaboard.server.protocol import Play, TakeBack
from seaboard.server.storage.matches import deals
from seaboard.server.storage.people import people
from seaboard.server.storage.rows import Deal
from seaboard.server.tables import merging
from tests.server.inside import Inside
from tests.server.past import add_past

PATIENCE = 240.0  # what bots need may have to be compiled first
TRIES = 12
QUICK_GAME = "sea-salt-and-paper"


@pytest.fixture
def inside(tmp_path: Path) -> Iterator[Inside]:
    running = Inside(tmp_path, review_nice=0, deal_tries=TRIES)
    yield running
    running.run(running.server.bot_tries.close())
    running.close()


def patiently(inside: Inside, work: Any) -> Any:
    return inside.loop.run_until_complete(asyncio.wait_for(work, PATIENCE))


def told(inside: Inside, path: str, token: str | None = None) -> dict[str, Any]:
    answer = inside.request("GET", path, token)
    assert answer.status_code == 200, answer.text
    found: dict[str, Any] = answer.json()
    return found


def begin(inside: Inside, token: str, path: str) -> dict[str, Any]:
    answer = inside.request("POST", path, token)
    assert answer.status_code == 201, answer.text
    found: dict[str, Any] = answer.json()
    return found


def refused(inside: Inside, method: str, path: str, token: str | None = None, **body: Any) -> str:
    answer = inside.request(method, path, token, **body)
    assert 400 <= answer.status_code < 500, answer.text
    return str(answer.json()["error"]["key"])


def deal_of(inside: Inside, game: str) -> Deal:
    found: Deal = inside.run(inside.server.deals.today())[game]
    return found


async def play_on(inside: Inside, table: str, choose: Callable[[Session, int], int | None]) -> None:
    """Play the person's seat at a table until the match is over or `choose` has nothing more to play; bots play the others."""
    rooms = inside.server.rooms
    room = await rooms.room(table)
    seat = next(number for number, chair in enumerate(room.table.chairs) if chair.person)
    while True:
        await inside.settle()
        async with room.lock:
            session = await rooms.wake(room)
        assert session is not None
        if session.is_over:
            return
        assert seat in session.to_act, "the bots have played"
        action = choose(session, seat)
        if action is None:
            return
        done: asyncio.Future[Outcome] = asyncio.get_running_loop().create_future()
        message = Play(f"p{session.number}", session.row.id, session.to_seat_count(seat), action)
        inside.server.moves.play(room, seat, message, then=done.set_result)
        assert isinstance(await done, Acknowledged)


def simple(session: Session, seat: int) -> int:
    return seaboard.bots.make("simple", game=session.row.game).choose(session.match.view(seat, memory=True))


def play_daily(inside: Inside, token: str, game: str = QUICK_GAME) -> dict[str, Any]:
    table = begin(inside, token, f"/api/daily/{game}")
    patiently(inside, play_on(inside, table["id"], simple))
    return told(inside, f"/api/tables/{table['id']}", token)


# ---- One try, and no looking before it -----------------------------------------------------------


def test_everybody_gets_the_same_cards_once_and_nobody_sees_them_before(inside: Inside, tmp_path: Path) -> None:
    ada, bob = inside.guest("Ada"), inside.guest("Bob")
    daily = told(inside, "/api/daily", ada)
    assert [game["game"] for game in daily["games"]] == sorted(seaboard.GAMES, key=[game["game"] for game in daily["games"]].index)
    assert daily["streak"] == 0
    assert "seed" not in json.dumps(daily)

    table = begin(inside, ada, f"/api/daily/{QUICK_GAME}")
    assert begin(inside, ada, f"/api/daily/{QUICK_GAME}")["id"] == table["id"]  # however often she asks
    assert table["deal"] == {"id": table["deal"]["id"], "kind": "day", "day": daily["day"]}
    deal = table["deal"]["id"]

    # Nothing is taken back, nothing asked for, and nobody else watches.
    assert refused(inside, "POST", f"/api/tables/{table['id']}/hints", ada, on=True) == "deal.no_hints"
    patiently(inside, play_on(inside, table["id"], lambda session, seat: simple(session, seat) if session.number < 4 else None))
    room = inside.run(inside.server.rooms.room(table["id"]))
    back: list[Any] = []
    inside.server.moves.play(
        room, room.table.seat_of(room.table.maker), TakeBack("b", room.table.match, room.session.number), then=back.append
    )
    assert back[0].reason.key == "deal.no_take_back"
    assert closed_with(inside, table["id"], bob) == closed_with(inside, table["id"], None) == CloseCode.CLOSED_TABLE
    assert refused(inside, "GET", f"/api/matches/{table['match']}/record", bob) == "deal.hidden"
    assert "seed" not in told(inside, f"/api/matches/{table['match']}/record", ada)

    # When she has played it, she sees everything, and he only that she has.
    patiently(inside, play_on(inside, table["id"], simple))
    match = table["match"]
    own = told(inside, f"/api/deals/{deal}", ada)
    assert own["played"] == 1
    assert own["you"]["rank"] == 1
    assert own["tries"][0]["match"] == match
    shown = told(inside, f"/api/deals/{deal}", bob)
    assert (shown["played"], shown["tries"], shown["you"]) == (1, [], None)
    for path in ("record", "replay", "summary"):
        assert refused(inside, "GET", f"/api/matches/{match}/{path}", bob) == "deal.hidden"
        assert refused(inside, "GET", f"/api/matches/{match}/{path}") == "deal.hidden"
        told(inside, f"/api/matches/{match}/{path}", ada)
    for path in ("review", "practice"):
        assert refused(inside, "POST", f"/api/matches/{match}/{path}", bob, seat=0) == "deal.hidden"
    assert refused(inside, "POST", f"/api/tables/{table['id']}/rematch", ada) == "deal.once"

    # What comes after is practice, with the same cards and bots, and as secret.
    again = inside.request("POST", f"/api/matches/{match}/practice", ada, moves=0).json()
    assert again["deal"]["id"] == deal
    assert refused(inside, "GET", f"/api/matches/{again['match']}/record", bob) == "deal.hidden"
    patiently(inside, play_on(inside, again["id"], simple))
    assert told(inside, f"/api/matches/{again['match']}/record", ada)["moves"] == told(inside, f"/api/matches/{match}/record", ada)["moves"]
    assert told(inside, f"/api/deals/{deal}", ada)["played"] == 1

    # The next day everybody may see it, and check that it was set before.
    day, now = daily["day"], inside.server.deals.now()
    inside.server.deals.now = lambda: now + 86400
    assert refused(inside, "POST", f"/api/deals/{deal}/play", bob) == "deal.day_over"
    record = told(inside, f"/api/matches/{match}/record", bob)
    assert record["daily"]["day"] == day
    assert {"day": day, "commitment": record["daily"]["commitment"], "key": None} in daily["keys"]
    file = tmp_path / "record.json"
    file.write_text(json.dumps(record))
    assert main(["verify", str(file)]) == 0
    for change in ({"key": "0" * 64}, {"key": "short"}, {"commitment": "0" * 64}):
        file.write_text(json.dumps({**record, "daily": {**record["daily"], **change}}))
        assert main(["verify", str(file)]) == 1
    after = told(inside, "/api/daily", ada)
    assert after["yesterday"][0] | {"score": 0} == {
        "game": QUICK_GAME,
        "deal": deal,
        "name": "Ada",
        "place": after["yesterday"][0]["place"],
        "score": 0,
        "match": match,
    }
    assert after["streak"] == 1
    assert {game["deal"] for game in after["games"]}.isdisjoint({game["deal"] for game in daily["games"]})


def closed_with(inside: Inside, table: str, token: str | None) -> int:
    """How a socket at a table is closed at once, without having been told anything."""

    async def connect() -> int:
        told: list[dict[str, Any]] = []
        inbox: asyncio.Queue[dict[str, Any]] = asyncio.Queue()
        closed = asyncio.Event()

        async def hear(message: Any) -> None:
            told.append(message)
            if message["type"] == "websocket.close":
                closed.set()

        headers = [(b"cookie", f"seaboard={token}".encode())] if token else []
        scope = {"type": "websocket", "path": f"/api/live/{table}", "headers": headers, "client": ("inside", 1), "extensions": {}}
        inbox.put_nowait({"type": "websocket.connect"})
        serving = asyncio.ensure_future(inside.server(scope, inbox.get, hear))
        await closed.wait()
        inbox.put_nowait({"type": "websocket.disconnect"})
        await serving
        assert [message["type"] for message in told] == ["websocket.accept", "websocket.close"]
        return int(told[-1]["code"])

    return int(inside.run(connect()))


def test_giving_up_is_a_try_too(inside: Inside) -> None:
    ada = inside.guest("Ada")
    table = begin(inside, ada, f"/api/daily/{QUICK_GAME}")
    inside.request("POST", f"/api/tables/{table['id']}/resign", ada, level=None)
    mine = told(inside, f"/api/deals/{table['deal']['id']}", ada)["you"]
    assert (mine["ended"], mine["place"], mine["rank"]) == ("abandoned", None, None)
    assert begin(inside, ada, f"/api/daily/{QUICK_GAME}")["id"] == table["id"]
    assert told(inside, "/api/daily", ada)["streak"] == 0


def test_of_two_guests_who_are_one_person_the_earlier_try_counts(inside: Inside) -> None:
    tokens = [inside.guest("Ada"), inside.guest("Also Ada")]
    old, new = (told(inside, "/api/me", token)["id"] for token in tokens)
    first = begin(inside, tokens[0], f"/api/daily/{QUICK_GAME}")
    inside.request("POST", f"/api/tables/{first['id']}/resign", tokens[0], level=None)
    begin(inside, tokens[1], f"/api/daily/{QUICK_GAME}")
    other = begin(inside, tokens[0], "/api/daily/land-unter")
    inside.run(merging.merge(inside.server.rooms, old, new, lambda c: people.find(c, new)))
    mine = told(inside, "/api/daily", tokens[1])["games"]
    assert {game["game"]: game["you"] and game["you"]["table"] for game in mine}[QUICK_GAME] == first["id"]
    assert {game["game"]: game["you"] and game["you"]["table"] for game in mine}["land-unter"] == other["id"]


def test_a_day_that_has_begun_keeps_its_rules(inside: Inside, monkeypatch: pytest.MonkeyPatch) -> None:
    ada = inside.guest("Ada")
    before = deal_of(inside, QUICK_GAME)
    monkeypatch.setitem(seaboard.GAMES, QUICK_GAME, dataclasses.replace(seaboard.GAMES[QUICK_GAME], version=99))
    restarted = SharedDeals(inside.server.rooms, inside.server.dealer)
    assert inside.run(restarted.today())[QUICK_GAME] == before
    assert refused(inside, "POST", f"/api/daily/{QUICK_GAME}", ada) == "deal.old_rules"
    assert not next(one for one in told(inside, "/api/daily", ada)["games"] if one["game"] == QUICK_GAME)["open"]


def test_a_server_may_have_only_tables(tmp_path: Path) -> None:
    running = Inside(tmp_path, only_tables=True)
    ada = running.guest("Ada")
    assert told(running, "/api/games")["only_tables"]
    for method, path in (
        ("GET", "/api/daily"),
        ("POST", f"/api/daily/{QUICK_GAME}"),
        ("GET", "/api/deals/d0"),
        ("POST", "/api/deals/d0/play"),
    ):
        assert refused(running, method, path, ada) == "deal.off"
    running.close()


# ---- The same bots for everybody -----------------------------------------------------------------


@pytest.mark.parametrize("game", list(seaboard.GAMES))
def test_a_person_who_plays_what_a_bot_played_meets_what_it_met(inside: Inside, game: str) -> None:
    deal = deal_of(inside, game)
    played = playing.play(deal, "sailor", 3)
    own = iter([action for seat, action in played.moves if seat == deal.seat])
    ada = inside.guest("Ada")
    table = begin(inside, ada, f"/api/daily/{game}")
    patiently(inside, play_on(inside, table["id"], lambda _session, _seat: next(own)))
    record = told(inside, f"/api/matches/{table['match']}/record", ada)
    others = [[move for move in moves if move[0] != deal.seat] for moves in (record["moves"], [list(move) for move in played.moves])]
    assert others[0] == others[1]
    assert told(inside, f"/api/deals/{deal.id}", ada)["you"]["score"] == played.score


def test_bots_of_each_level_play_the_deals_that_people_have_begun(inside: Inside) -> None:
    levels = bots.LEVELS[:2]
    tries = BotTries(inside.server.store, inside.server.settings, inside.server.deals, wanted=dict.fromkeys(levels, TRIES))
    assert not inside.run(tries.play_some())  # nobody has
    ada = inside.guest("Ada")
    table = play_daily(inside, ada)
    while patiently(inside, tries.play_some()):
        pass
    inside.run(tries.close())
    deal = deal_of(inside, QUICK_GAME)
    results = inside.run(inside.server.store.read(lambda c: deals.bots_of(c, deal.id)))
    assert {level: len(found) for level, found in results.items()} == dict.fromkeys(levels, TRIES)
    again = playing.play(deal, "sailor", 11)
    assert results["sailor"][11] == (again.place, again.margin)
    shown = told(inside, f"/api/deals/{table['deal']['id']}", ada)
    mine = inside.run(inside.server.store.read(lambda c: deals.ranked(c, deal.id)))[0]
    simple_ones, sailors = (one["better"] for one in shown["bots"][:2])
    assert simple_ones == 0.5  # she played as they do
    assert sailors == better_than(mine.place, mine.margin, results["sailor"])
    assert shown["bots"][2]["better"] is None


# ---- Challenges ----------------------------------------------------------------------------------


def test_a_finished_match_becomes_a_challenge_to_play_the_same_seat(inside: Inside) -> None:
    ada, bob = inside.guest("Ada"), inside.guest("Bob")
    match = add_past(inside, ada, QUICK_GAME, seats=2, seed=5)
    assert refused(inside, "POST", "/api/deals", bob, match=match) == "table.not_seated"
    made = inside.request("POST", "/api/deals", ada, match=match).json()
    assert inside.request("POST", "/api/deals", ada, match=match).json()["id"] == made["id"]
    assert (made["kind"], made["maker"], made["chairs"]) == ("challenge", "Ada", [None, "cabin-boy"])
    assert made["tries"][0]["match"] == match
    deal = made["id"]
    before = told(inside, f"/api/deals/{deal}", bob)
    assert (before["tries"], before["played"], before["open"]) == ([], 1, True)
    table = begin(inside, bob, f"/api/deals/{deal}/play")
    assert told(inside, f"/api/deals/{deal}", ada)["playing"] == ["Bob"]
    patiently(inside, play_on(inside, table["id"], simple))
    after = told(inside, f"/api/deals/{deal}", bob)
    assert [one["rank"] for one in after["tries"]] == [1, 1]  # both as `simple` plays
    assert {one["name"] for one in after["tries"]} == {"Ada", "Bob"}
    theirs = told(inside, f"/api/matches/{table['match']}/record", ada)
    assert theirs["moves"] == told(inside, f"/api/matches/{match}/record", ada)["moves"]
    assert refused(inside, "POST", "/api/deals", bob, match=table["match"]) == "deal.again"


def test_a_challenge_with_cards_that_nobody_has_seen(inside: Inside) -> None:
    ada = inside.guest("Ada")
    made = inside.request("POST", "/api/deals", ada, game="land-unter", seats=3, level="cabin-boy").json()
    assert sorted(made["chairs"], key=str) == [None, "cabin-boy", "cabin-boy"]
    assert made["you"] is None
    assert begin(inside, ada, f"/api/deals/{made['id']}/play")["seats"] == 3
    assert refused(inside, "POST", "/api/deals", ada, game="chess") == "game.unknown"
    assert refused(inside, "POST", "/api/deals", ada, game="land-unter", level="god") == "bot.unknown_level"
    assert refused(inside, "GET", "/api/deals/d0", ada) == "deal.unknown"


# ---- What is counted -----------------------------------------------------------------------------


def test_the_place_counts_before_the_points_and_equals_count_half() -> None:
    assert standings([10, 30, 20, 30], [1, 3]) == [(4, -50, 10), (1, 30, 30), (3, -10, 20), (1, 30, 30)]
    assert standings([10, 12], [0]) == [(1, -2, 10), (2, 2, 12)]  # the winner by a tie-break, or with fewer points
    others = [(1, 40), (1, 30), (2, 50), (4, -10)]
    assert better_than(1, 30, others) == (2 + 0.5) / 4
    assert better_than(1, 50, others) == 1.0
    assert better_than(4, -20, others) == 0.0


def test_a_streak_lasts_while_today_can_still_be_played() -> None:
    assert days.streak([], "2026-03-01") == 0
    assert days.streak(["2026-03-01", "2026-02-28", "2026-02-26"], "2026-03-01") == 2
    assert days.streak(["2026-02-28", "2026-02-27"], "2026-03-01") == 2
    assert days.streak(["2026-02-27"], "2026-03-01") == 0
    assert days.end_of("2026-02-28") == days.end_of("2026-02-27") + 86400
