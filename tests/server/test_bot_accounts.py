"""Bot accounts: programs that the host has let in are known for what they are, and can do no harm."""

import asyncio
import sqlite3
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest
from websockets.asyncio.client import connect

from seaboard.cli import main
from seaboard.server.close_codes import CloseCode
from seaboard.server.matches.deadlines import PROGRAM_CLOCK, clock_of
from tests.server.harness import PATIENCE, served
from tests.server.inside import Inside
from tests.server.programs import account_of, asked, made


def test_accounts_are_made_listed_and_revoked(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    inside = Inside(tmp_path, bot_accounts=True)
    database = f"sqlite:///{tmp_path}/inside.db"
    try:
        account, token = made(database, "Miser", capsys, "--tables", "2")
        assert main(["bot-account", "add", "Miser", "--database", database]) == 2
        assert main(["bot-account", "add", "x" * 19, "--database", database]) == 2
        assert main(["bot-account", "add", "Miser (Bot)", "--database", database]) == 2
        assert main(["bot-account", "add", "Greedy", "--tables", "99", "--database", database]) == 2
        capsys.readouterr()
        assert main(["bot-account", "list", "--database", database]) == 0
        assert capsys.readouterr().out.split(None, 3)[::2] == [account, "2"]
        stored = "".join(sqlite3.connect(tmp_path / "inside.db").iterdump())
        assert token not in stored
        assert "Miser (bot)" in stored
        assert asked(inside, "GET", "/me", token).json() == {"id": account, "name": "Miser (bot)", "bot": True}
        assert main(["bot-account", "revoke", account, "--database", database]) == 0
        inside.run(inside.server.guests.changed(account))  # as time does, or PostgreSQL
        assert key(asked(inside, "GET", "/me", token)) == (401, "bot.token")
        assert main(["bot-account", "revoke", "nobody", "--database", database]) == 2
        capsys.readouterr()
        main(["bot-account", "list", "--database", database])
        assert "revoked" in capsys.readouterr().out
    finally:
        inside.close()


def test_a_revoked_tokens_socket_is_closed_within_seconds(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    database = f"sqlite:///{tmp_path}/seaboard.db"
    with served("--bot-accounts", "--database", database, data=tmp_path) as server:
        account, token = made(database, "Miser", capsys)

        async def revoked() -> int | None:
            url = server.url.replace("http", "ws") + "/api/mine"
            async with connect(url, additional_headers={"Authorization": f"Bearer {token}"}) as socket, asyncio.timeout(PATIENCE):
                await socket.recv()
                await asyncio.to_thread(main, ["bot-account", "revoke", account, "--database", database])
                await socket.wait_closed()
                return socket.close_code

        assert asyncio.run(revoked()) == CloseCode.NOT_YOU


@pytest.fixture(scope="module")
def inside(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Inside]:
    running = Inside(tmp_path_factory.mktemp("accounts"), bot_accounts=True)
    yield running
    running.close()


def key(answer: httpx.Response) -> tuple[int, str]:
    return answer.status_code, str(answer.json()["error"]["key"])


def test_a_token_is_no_cookie_and_a_cookie_no_token(inside: Inside) -> None:
    _, bot = account_of(inside, "Clerk")
    person = inside.guest("Ada")
    assert asked(inside, "GET", "/me", bot).json()["bot"] is True
    assert key(inside.request("GET", "/api/me", bot)) == (401, "guest.needed")
    assert key(asked(inside, "GET", "/me", person)) == (401, "bot.token")
    assert key(asked(inside, "GET", "/me", "x" * 43)) == (401, "bot.token")
    assert key(asked(inside, "GET", "/tables", "rubbish")) == (401, "bot.token")
    basic = {"Authorization": "Basic eDp5"}  # a proxy's own password
    assert inside.request("GET", "/api/me", person, headers=basic).json()["name"] == "Ada"


def test_a_server_that_wants_no_programs_lets_none_in(tmp_path: Path) -> None:
    closed = Inside(tmp_path)
    try:
        _, bot = account_of(closed, "Clerk")
        assert key(asked(closed, "GET", "/me", bot)) == (403, "bot.off")
        ada = closed.guest("Ada")
        assert closed.request("GET", "/api/my/companions", ada).json()["bots"] == []
    finally:
        closed.close()


def test_programs_play_and_do_nothing_else(inside: Inside) -> None:
    _, bot = account_of(inside, "Clerk")
    for method, path, body in (
        ("POST", "/guest", {"name": "Somebody"}),
        ("GET", "/devices", {}),
        ("POST", "/devices/link", {}),
        ("POST", "/sign-in/code", inside.request("POST", "/api/devices/code", inside.guest("Ada")).json()),
        ("POST", "/daily/sea-change", {}),
        ("GET", "/you", {}),
        ("POST", "/you/delete", {"name": "Clerk (bot)"}),
        ("GET", "/my/blocks", {}),
    ):
        assert key(asked(inside, method, path, bot, **body)) == (403, "bot.not_allowed"), path
    assert key(asked(inside, "POST", "/tables", bot, game="sea-change", public=True)) == (403, "bot.public")
    table = asked(inside, "POST", "/tables", bot, game="sea-change", seats=2).json()
    assert key(asked(inside, "POST", f"/tables/{table['id']}/options", bot, public=True)) == (403, "bot.public")
    assert table["chairs"][0]["bot"] is True
    assert "bot" not in table["chairs"][1]
    assert asked(inside, "POST", f"/tables/{table['id']}/start", bot, fill="cabin-boy").json()["stage"] == "playing"


def test_programs_come_by_invitation_and_only_to_so_many_tables(inside: Inside) -> None:
    account, bot = account_of(inside, "Guest", tables=1)
    ada = inside.guest("Ada")
    tables = [str(inside.request("POST", "/api/tables", ada, game="sea-change", seats=3).json()["id"]) for _ in range(2)]
    assert key(asked(inside, "POST", f"/tables/{tables[0]}/sit", bot)) == (403, "bot.uninvited")
    assert inside.request("GET", "/api/my/companions", ada).json()["bots"] == []  # it isn't there to hear of it
    inside.run(inside.server.invitations.begin_to_look(account))
    for table in tables:
        handle = next(
            one["handle"] for one in inside.request("GET", "/api/my/companions", ada).json()["bots"] if one["name"] == "Guest (bot)"
        )
        assert inside.request("POST", f"/api/tables/{table}/invite", ada, handle=handle).json() == {"done": True}
        if table == tables[0]:
            chairs = asked(inside, "POST", f"/tables/{table}/sit", bot).json()["chairs"]
            assert [(chair["name"], chair.get("bot", False)) for chair in chairs] == [("Ada", False), ("Guest (bot)", True), ("", False)]
    assert key(asked(inside, "POST", f"/tables/{tables[1]}/sit", bot)) == (409, "bot.busy")
    assert inside.request("GET", f"/api/tables/{tables[1]}").json()["chairs"][1]["kind"] == "empty"
    assert asked(inside, "POST", f"/tables/{tables[1]}/decline", bot).json() == {"done": True}
    invited = next(one for one in inside.request("GET", "/api/my/tables", ada).json()["tables"] if one["id"] == tables[1])["invited"]
    assert invited == [{"handle": handle, "name": "Guest (bot)", "declined": True}]


def test_programs_ask_no_people_to_play(inside: Inside) -> None:
    ada_id = inside.request("POST", "/api/guest", name="Ada")
    ada, (account, bot) = ada_id.cookies["seaboard"], account_of(inside, "Pest")
    inside.run(inside.server.invitations.begin_to_look(account))
    table = str(inside.request("POST", "/api/tables", ada, game="sea-change", seats=2).json()["id"])
    handle = next(one["handle"] for one in inside.request("GET", "/api/my/companions", ada).json()["bots"] if one["name"] == "Pest (bot)")
    inside.request("POST", f"/api/tables/{table}/invite", ada, handle=handle)
    asked(inside, "POST", f"/tables/{table}/sit", bot)
    assert inside.request("POST", f"/api/tables/{table}/start", ada).json()["stage"] == "playing"
    assert asked(inside, "GET", "/my/companions", bot).json()["people"] == []
    assert inside.request("GET", "/api/my/companions", ada).json()["people"] == []  # it is among the bots


@pytest.mark.parametrize("name", ["Tove (bot)", "Tove (Robot)", "Tove ( BOT )", "Tove \uff08bot\uff09"])
def test_nobody_else_is_called_like_a_program(inside: Inside, name: str) -> None:
    assert key(inside.request("POST", "/api/guest", name=name)) == (422, "bot.name")


def test_nobody_waits_for_a_program_longer_than_a_minute(inside: Inside) -> None:
    _, bot = account_of(inside, "Slow")
    table = asked(inside, "POST", "/tables", bot, game="sea-change", seats=2, clock=86400).json()["id"]
    known = inside.run(inside.server.rooms.room(table)).table
    assert clock_of(known, 0) == PROGRAM_CLOCK
    assert clock_of(known, 1) == 86400
    known.clock = None
    assert (clock_of(known, 0), clock_of(known, 1)) == (PROGRAM_CLOCK, None)
    known.clock = 15
    assert clock_of(known, 0) == 15
