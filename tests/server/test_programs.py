"""Programs at people's tables: they play whole matches, and one that goes wrong loses its moves and nothing else."""

import asyncio
import json
import random
import runpy
import shlex
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from websockets.asyncio.server import ServerConnection
from websockets.asyncio.server import serve as listening

from seaboard import bots
from seaboard.bots import Bot, EngineBot
from seaboard.cli import main
from seaboard.client import Account, ClientError, Rule, SignedOut, Turn, serve
from seaboard.server.close_codes import CloseCode
from tests.server.harness import PATIENCE, Guest, Seat, Served, served, watch
from tests.server.inside import Inside
from tests.server.programs import account_of, asked, invited, made, playing
from tools.build_page import find_npm

EXAMPLES = Path(__file__).parents[2] / "examples" / "engines"
MISER = f"cmd:{shlex.quote(sys.executable)} {shlex.quote(str(EXAMPLES / 'miser.py'))}"


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    with served("--bot-accounts", "--grace", "0.5", data=tmp_path_factory.mktemp("bot-accounts")) as running:
        yield running


def token_for(server: Served, name: str, capsys: pytest.CaptureFixture[str]) -> str:
    return made(f"sqlite:///{server.data}/seaboard.db", name, capsys)[1]


def test_a_person_plays_with_a_program_while_another_watches(server: Served, capsys: pytest.CaptureFixture[str]) -> None:
    token = token_for(server, "Sober", capsys)
    ada = Guest(server.url, "Ada")

    async def story() -> None:
        table = str(ada.post("/tables", game="land-unter", seats=3, bots=[None, None, "cabin-boy"])["id"])
        async with playing(server, token, "simple", Rule(games={"land-unter"}, seats={3}, tables=1)):
            await invited(ada, table, "Sober")
            other = str(ada.post("/tables", game="sea-change", seats=2)["id"])
            handle = next(one["handle"] for one in ada.get(f"/my/companions?table={other}")["bots"] if one["name"] == "Sober (bot)")
            ada.post(f"/tables/{other}/invite", handle=handle)
            ada.post(f"/tables/{table}/start")
            async with ada.at(table) as seat, watch(server.url, table) as spectator:
                chair = spectator.table["chairs"][1]
                assert (chair["name"], chair["kind"], chair["bot"]) == ("Sober (bot)", "person", True)
                await asyncio.gather(seat.play_on(random.Random(1)), heard_to_the_end(spectator))
            assert seat.match is not None
            assert seat.match["ended"] == "over"
            async with asyncio.timeout(PATIENCE):  # another game than it plays
                while not any(
                    one["declined"] for mine in ada.get("/my/tables")["tables"] if mine["id"] == other for one in mine["invited"]
                ):
                    await asyncio.sleep(0.05)
            first = seat.match["id"]
            ada.post(f"/tables/{table}/rematch")
            async with asyncio.timeout(PATIENCE):
                while ada.get(f"/tables/{table}")["match"] == first:
                    await asyncio.sleep(0.05)
        assert ada.get(f"/matches/{first}/record")["names"] == ["Ada", "Sober (bot)", "cabin-boy"]
        assert ada.get("/you/matches")["matches"][0]["counts"] == "bots"

    asyncio.run(story())


async def heard_to_the_end(spectator: Seat) -> None:
    while not spectator.match or not spectator.match["ended"]:
        await spectator.hear()


def test_two_engines_of_two_languages_play_while_a_person_watches(server: Served, capsys: pytest.CaptureFixture[str]) -> None:
    node = find_npm().parent / "node"
    spendthrift = f"cmd:{shlex.quote(str(node))} {shlex.quote(str(EXAMPLES / 'spendthrift.mjs'))}"
    tokens = token_for(server, "Miser", capsys), token_for(server, "Spendthrift", capsys)

    async def story() -> None:
        async with playing(server, tokens[0], MISER) as miser, playing(server, tokens[1], spendthrift):
            table = (await miser.open_table("sea-of-clouds", seats=2)).id
            async with asyncio.timeout(PATIENCE):
                while not (found := [one for one in await miser.bots(table) if one.name == "Spendthrift (bot)"]):
                    await asyncio.sleep(0.05)
                await miser.invite(table, found[0].handle)
                while any(chair.kind == "empty" for chair in (await miser.table(table)).chairs):
                    await asyncio.sleep(0.05)
            async with watch(server.url, table) as spectator:
                await miser.start(table)
                await heard_to_the_end(spectator)
            assert spectator.match is not None
            assert spectator.match["ended"] == "over"
            assert [chair["bot"] for chair in spectator.table["chairs"]] == [True, True]
            assert not [chair for chair in spectator.table["chairs"] if chair["covered"]]

    asyncio.run(story())


def test_the_example_of_the_docs_plays(server: Served, capsys: pytest.CaptureFixture[str]) -> None:
    example = runpy.run_path(str(EXAMPLES.parent / "accounts" / "first_move.py"))
    token, ada = token_for(server, "First", capsys), Guest(server.url, "Ada")

    async def story() -> None:
        running = asyncio.create_task(example["main"](server.url, token))
        table = str(ada.post("/tables", game="sea-change", seats=2)["id"])
        await invited(ada, table, "First")
        ada.post(f"/tables/{table}/start")
        async with ada.at(table) as seat:
            assert await seat.play_on(random.Random(3), 5) == 5
        running.cancel()
        await asyncio.gather(running, return_exceptions=True)

    asyncio.run(story())


# What a program does when it is asked for a move.
WRONGS = {
    "rubbish": "print('%$#', flush=True); print(json.dumps({'type': 'move', 'id': question['id'], 'action': 9999}), flush=True)",
    "sleep": "time.sleep(1000)",
    "flood": "[print('x' * 1000, flush=True) for _ in range(100000)]",
    "death": "sys.exit(3)",
}
PROGRAM = """
import json, sys, time
for line in sys.stdin:
    question = json.loads(line)
    if question["type"] == "hello":
        print(json.dumps({{"type": "ready"}}), flush=True)
    else:
        {wrong}
"""


def test_a_program_that_goes_wrong_loses_its_moves_and_nothing_else(
    server: Served, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    tokens = {wrong: token_for(server, wrong, capsys) for wrong in [*WRONGS, "absence"]}
    ada = Guest(server.url, "Ada")

    async def against(wrong: str) -> None:
        """A whole match of a person against such a program."""
        table = str(ada.post("/tables", game="sea-of-clouds", seats=2, clock=5)["id"])
        file = tmp_path / f"{wrong}.py"
        file.write_text(PROGRAM.format(wrong=WRONGS.get(wrong, "")))
        bot = f"cmd@600s:{shlex.quote(sys.executable)} {shlex.quote(str(file))}"
        engines: list[Bot] = []
        async with playing(server, tokens[wrong], bot, made=engines):
            await invited(ada, table, wrong)
            covered = set() if wrong == "absence" else await played_at(table)
        if wrong == "absence":
            covered = await played_at(table)
        if wrong in {"sleep", "absence"}:
            assert "clock" in covered, wrong
        else:
            assert [engine.lost > 0 for engine in engines if isinstance(engine, EngineBot)] == [True], wrong

    async def played_at(table: str) -> set[str | None]:
        """A whole match; why a bot played for the program."""
        ada.post(f"/tables/{table}/start")
        covered: set[str | None] = set()
        rng = random.Random(2)
        async with ada.at(table) as seat:
            while seat.match and not seat.match["ended"]:
                if seat.view["legal"]:
                    await seat.play_on(rng, 1)
                else:
                    await seat.hear()
                covered.add(seat.table["chairs"][1]["covered"])
            assert seat.match is not None
            assert seat.match["ended"] == "over"
        return covered

    async def all_of_them() -> None:
        await asyncio.gather(*map(against, tokens))

    asyncio.run(all_of_them())
    assert Guest(server.url, "Bob").get("/health")["status"] == "ok"


def test_programs_among_themselves_are_not_slowed_down(tmp_path: Path) -> None:
    slow = Inside(tmp_path, bot_accounts=True, bot_pause=600.0)
    try:
        _, bot = account_of(slow, "Hasty")
        asked_for: dict[str, Any] = {
            "game": "land-unter",
            "seats": 3,
            "bots": ["cabin-boy", "cabin-boy"],
            "start": True,
        }  # all choose at once
        table = asked(slow, "POST", "/tables", bot, **asked_for).json()["id"]
        room = slow.run(slow.server.rooms.room(table))
        room.add_person(None)  # somebody watches

        async def moved() -> None:
            slow.server.driver.consider(room, own=True)
            while room.session is None or list(room.session.to_act) != [2]:
                await asyncio.sleep(0.01)

        slow.run(moved())
    finally:
        slow.close()


def test_a_move_that_was_not_answered_is_sent_again_and_not_chosen_twice(tmp_path: Path) -> None:
    inside = Inside(tmp_path)
    ada = inside.guest("Ada")
    asked_for: dict[str, Any] = {"game": "land-unter", "seats": 3, "bots": ["cabin-boy", "cabin-boy"], "start": True}  # all choose at once
    table = str(inside.request("POST", "/api/tables", ada, **asked_for).json()["id"])
    snapshot = json.loads(inside.live(table, ada, [])[0])
    inside.close()
    sent: list[dict[str, Any]] = []
    turns: list[Turn] = []

    async def answer(socket: ServerConnection) -> None:
        """A server that is lost before it has answered; the next one knows nothing of it."""
        await socket.send(json.dumps(snapshot))
        sent.append(json.loads(await socket.recv()))
        if len(sent) == 1:
            await socket.close(CloseCode.RESTART)
            return
        await socket.send(json.dumps({"type": "ack", "id": sent[-1]["id"], "number": sent[-1]["number"]}))
        ended = snapshot["match"] | {"ended": "over", "number": sent[-1]["number"] + 1}
        await socket.send(json.dumps(snapshot | {"match": ended}))
        await socket.wait_closed()

    async def first(turn: Turn) -> int:
        turns.append(turn)
        return int(next(iter(turn.view["legal"].values())))

    async def story() -> str | None:
        async with listening(answer, "127.0.0.1", 0) as server:
            port = next(iter(server.sockets)).getsockname()[1]
            async with Account(f"http://127.0.0.1:{port}", "x" * 43) as account, asyncio.timeout(PATIENCE):
                return await account.play(table, first)

    assert asyncio.run(story()) == "over"
    assert len(turns) == 1
    assert sent[0] == sent[1]
    assert sent[0]["action"] in turns[0].view["legal"].values()


def test_a_client_is_told_what_is_wrong(server: Served, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    async def ask(url: str, token: str) -> None:
        async with Account(url, token) as account:
            await account.me()

    async def listen(token: str) -> None:
        async with Account(server.url, token) as account:
            await serve(account, lambda game: bots.make("simple", game))

    with pytest.raises(SignedOut, match="revoked"):
        asyncio.run(ask(server.url, "x" * 43))
    with pytest.raises(SignedOut):
        asyncio.run(listen("x" * 43))
    with pytest.raises(ClientError, match="can't be reached"):
        asyncio.run(ask("http://127.0.0.1:9", "x" * 43))
    file = tmp_path / "token"
    assert main(["client", "--server", server.url]) == 1
    assert "SEABOARD_TOKEN" in capsys.readouterr().err
    assert main(["client", "--server", server.url, "--token-file", str(file)]) == 1
    assert "can't read" in capsys.readouterr().err
    file.write_text("x" * 43 + "\n")
    assert main(["client", "--server", server.url, "--token-file", str(file), "--bot", "nonesuch"]) == 1
    assert "there is no bot" in capsys.readouterr().err
    assert main(["client", "--server", server.url, "--token-file", str(file), "--bot", "simple"]) == 1
    assert "revoked" in capsys.readouterr().err
