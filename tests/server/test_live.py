"""Live play: exactly once, never stale, taken back only among bots, and the same after any reconnect."""

import asyncio
import random
from contextlib import AsyncExitStack
from typing import Any

import pytest

from seaboard import GAMES
from seaboard.server.matches import bots
from tests.server.harness import Guest, Served, table_of, watch

LEVEL = bots.LEVELS[0]


def people(server: Served, count: int) -> list[Guest]:
    return [Guest(server.url, f"Player {i}") for i in range(count)]


def test_a_move_sent_twice_is_made_once_and_answered_twice_alike(server: Served) -> None:
    guests = people(server, 2)
    table = table_of(guests, "sea-change")

    async def play() -> None:
        async with guests[0].at(table["id"]) as a, guests[1].at(table["id"]) as b:
            first, second = (a, b) if a.view["legal"] else (b, a)
            move = first.move(random.Random(1)) | {"id": "same"}
            answer = await first.ask(**move)
            assert answer == {"type": "ack", "id": "same", "number": 0}
            assert await first.ask(**move) == answer
            await second.play_on(random.Random(1), 1)
            assert await first.ask(**move) == answer
            # another person's message of the same id is another message
            assert (await second.ask(**move))["type"] == "refused"
        async with guests[first is b].at(table["id"]) as again:
            assert await again.ask(**move) == answer
            assert again.match is not None
            assert again.match["number"] == 2

    asyncio.run(play())


def test_what_is_stale_out_of_turn_or_forbidden_is_refused_with_the_current_view(server: Served) -> None:
    guests = people(server, 3)
    table = table_of(guests, "sea-change")

    async def play() -> None:
        async with guests[0].at(table["id"]) as a, guests[1].at(table["id"]) as b, guests[2].at(table["id"]) as c:
            seats = [a, b, c]
            actor = next(seat for seat in seats if seat.view["legal"])
            waiting = next(seat for seat in seats if not seat.view["legal"])
            assert actor.match is not None
            known = {"type": "play", "match": actor.match["id"], "number": 0}

            def key(answer: dict[str, Any]) -> str:
                assert answer["type"] == "refused"
                assert answer["match"] == table["match"]
                return str(answer["reason"]["key"])

            assert key(await waiting.ask(**known, action=0)) == "play.not_your_turn"
            unheld = next(a for a in range(80) if a not in actor.view["legal"].values())
            answer = await actor.ask(**known, action=unheld)
            assert key(answer) == "reason.not_held"
            assert answer["reason"]["game"]
            assert answer["view"] == actor.view
            assert key(await actor.ask(**known, action=-1)) == "play.no_such_action"
            assert key(await actor.ask(**known, action=10**6)) == "play.no_such_action"
            assert key(await actor.ask(**known | {"number": 5}, action=0)) == "play.stale"
            assert key(await actor.ask(**known | {"match": "m0"}, action=0)) == "play.other_match"
            assert (await actor.ask(**actor.move(random.Random(1))))["type"] == "ack"
            following = next(seat for seat in seats if seat is not actor)
            await following.settle(1)
            assert key(await actor.ask(**known, action=0)) == "play.stale"
            async with watch(server.url, table["id"]) as spectator:
                assert key(await spectator.ask(**known, action=0)) == "play.no_seat"

    asyncio.run(play())


def test_a_move_is_taken_back_only_when_all_others_are_bots(server: Served) -> None:
    alone, ada, bob = people(server, 3)
    with_people = table_of([ada, bob], "sea-change")
    with_bots = alone.post("/tables", game="sea-change", bots=[None, LEVEL, LEVEL], seats=3, start=True)

    async def play() -> None:
        async with ada.at(with_people["id"]) as a, bob.at(with_people["id"]) as b:
            actor = a if a.view["legal"] else b
            await actor.play_on(random.Random(1), 1)
            assert actor.match is not None
            asked = {"type": "take_back", "match": actor.match["id"], "number": actor.match["number"]}
            assert not actor.match["take_back"]
            assert (await actor.ask(**asked))["reason"]["key"] == "take_back.people"
        async with alone.at(with_bots["id"]) as seat:
            while not seat.view["legal"]:
                await seat.hear()
            assert seat.match is not None
            before, events = seat.view, list(seat.events)
            asked = {"type": "take_back", "match": seat.match["id"]}
            assert (await seat.ask(**asked, number=seat.match["number"]))["reason"]["key"] == "take_back.nothing"
            await seat.play_on(random.Random(1), 1)
            while not seat.view["legal"]:
                await seat.hear()
            assert seat.match["take_back"]
            answer = await seat.ask(**asked, number=seat.match["number"], id="back")
            assert answer["type"] == "ack"
            assert seat.view == before
            assert seat.events == events
            assert await seat.ask(**asked, number=seat.match["number"], id="back") == answer
            assert await seat.play_on(random.Random(2), 3) == 3
        async with alone.at(with_bots["id"]) as again:
            assert again.events[: len(events)] == events

    asyncio.run(play())


@pytest.mark.parametrize("game", list(GAMES))
def test_reconnecting_at_any_moment_reaches_the_same_view_as_never_having_left(server: Served, game: str) -> None:
    count = min(GAMES[game].seats[-1], 3)
    guests = people(server, count)
    table = table_of(guests, game)
    rng = random.Random(7)

    async def play() -> None:
        async with AsyncExitStack() as stack:
            seats = [await stack.enter_async_context(guest.at(table["id"])) for guest in guests]
            w = await stack.enter_async_context(watch(server.url, table["id"]))
            for _ in range(40):
                ready = [seat for seat in seats if seat.view["legal"]]
                if not ready:
                    break
                actor = rng.choice(ready)
                is_change = seats.index(actor) not in actor.view["to_act"]
                told = [actor] if is_change else [*seats, w]
                numbers = [seat.match["number"] + 1 for seat in told if seat.match]
                answer = await actor.ask(**actor.move(rng))
                assert answer["type"] == "ack"
                for seat, number in zip(told, numbers, strict=True):
                    await seat.settle(number)
                i = rng.randrange(count)
                for stayed, back in ((seats[i], guests[i].at(table["id"])), (w, watch(server.url, table["id"]))):
                    async with back as new:
                        assert new.match is not None
                        assert stayed.match is not None
                        assert new.view == stayed.view
                        assert new.events == stayed.events
                        assert {k: v for k, v in new.match.items() if k != "events"} == {
                            k: v for k, v in stayed.match.items() if k != "events"
                        }

    asyncio.run(play())


@pytest.mark.parametrize("game", list(GAMES))
def test_several_who_may_act_at_once_are_not_stale_for_each_other(server: Served, game: str) -> None:
    """Everyone answers the first view; where all choose at once, all are taken."""
    guests = people(server, GAMES[game].default_seats)
    table = table_of(guests, game)

    async def play() -> None:
        async with AsyncExitStack() as stack:
            seats = [await stack.enter_async_context(guest.at(table["id"])) for guest in guests]
            ready = [seat for seat in seats if seat.view["legal"]]
            answers = await asyncio.gather(*(seat.ask(**seat.move(random.Random(1))) for seat in ready))
            assert [answer["type"] for answer in answers] == ["ack"] * len(ready)
            assert sorted(answer["number"] for answer in answers) == list(range(len(ready)))

    asyncio.run(play())


def test_the_commitment_is_there_before_the_first_move_and_the_seed_only_after_the_last(server: Served) -> None:
    guests = people(server, 2)
    table = table_of(guests, "sea-change", options={"target": 1})

    async def play() -> None:
        async with guests[0].at(table["id"]) as a, guests[1].at(table["id"]) as b:
            assert a.match is not None
            assert len(a.match["commitment"]) == 64
            seeds = [a.match["seed"]]
            await asyncio.gather(a.play_on(random.Random(1)), b.play_on(random.Random(1)))
            seeds.append(a.match["seed"])
            assert seeds[0] is None
            assert len(seeds[1]) == 32

    asyncio.run(play())


def test_memory_comes_only_where_the_table_has_the_aid(server: Served) -> None:
    (guest,) = people(server, 1)
    for aid in (False, True):
        table = guest.post("/tables", game="sea-change", seats=2, bots=[None, LEVEL], memory_aid=aid, start=True)

        async def look(table: dict[str, Any] = table, aid: bool = aid) -> None:
            async with guest.at(table["id"]) as seat:
                assert ("memory" in seat.view) == aid

        asyncio.run(look())


def test_a_secret_choice_may_be_changed_until_the_last_has_chosen_and_nobody_notices(server: Served) -> None:
    guests = people(server, 3)
    table = table_of(guests, "land-unter")

    async def play() -> None:
        async with guests[0].at(table["id"]) as a, guests[1].at(table["id"]) as b, guests[2].at(table["id"]) as c:
            first, second, *_ = a.view["legal"]

            async def choose(seat: Any, card: str) -> str:
                asked = {"type": "play", "match": seat.match["id"], "number": seat.match["number"], "action": seat.view["legal"][card]}
                return str((await seat.ask(**asked))["type"])

            assert await choose(a, first) == "ack"
            await a.settle(1)
            assert await choose(b, next(iter(b.view["legal"]))) == "ack"
            # a has not heard of b's choice yet, and need not have
            assert await choose(a, second) == "ack"
            await a.settle(3)
            await a.ask(type="chat", text="Changed my mind")
            for other in (b, c):
                heard = [await other.hear()]
                while heard[-1]["type"] != "chatted":
                    heard.append(await other.hear())
                assert [message["number"] for message in heard if message["type"] == "moved"][-1] == 2
            assert await choose(c, next(iter(c.view["legal"]))) == "ack"
            await a.settle(4)
            await c.settle(3)
            revealed = [event for event in a.events if event["event"] == "card_revealed"]
            assert {event["seat"]: event["card"] for event in revealed}[0] == second

    asyncio.run(play())
