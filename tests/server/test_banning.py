"""What moderators decide counts at once on a running server: bans of people and of addresses."""

import asyncio
import time
from pathlib import Path
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed

from seaboard.cli import main
from seaboard.errors import SeaboardError
from seaboard.server.limits import network
from seaboard.server.tables import banning
from tests.server.harness import Guest, served
from tests.server.inside import Inside

PATIENCE = 60.0


@pytest.mark.parametrize("kind", ["sqlite", "postgres"])
def test_who_is_banned_is_out_at_once_and_a_bot_covers_their_seat(
    kind: str, tmp_path: Path, request: pytest.FixtureRequest, capsys: pytest.CaptureFixture[str]
) -> None:
    address = request.getfixturevalue("postgres") if kind == "postgres" else f"sqlite:///{tmp_path}/seaboard.db"

    def command(*arguments: str) -> tuple[int, str]:
        status = main([*arguments, "--database", address])
        said = capsys.readouterr()
        return status, said.out + said.err

    with served("--database", address, data=tmp_path) as server:
        ada, eve = Guest(server.url, "Ada"), Guest(server.url, "Eve")
        table = eve.post("/tables", game="sea-change", seats=2, public=True)["id"]
        eve.post(f"/tables/{table}/sit")
        ada.post(f"/tables/{table}/sit")
        eve.post(f"/tables/{table}/start")

        async def ban() -> None:
            async with ada.at(table) as own, eve.at(table) as other:
                status, said = await asyncio.to_thread(command, "ban", eve.id, "--for", "12h", "--why", "rude")
                assert (status, "Eve is banned until" in said) == (0, True), said
                with pytest.raises(ConnectionClosed) as closed:
                    await other.until("closed")  # there is no such message: until the socket is closed
                assert closed.value.rcvd is not None
                assert closed.value.rcvd.code == 4406
                while not own.table["chairs"][0]["covered"]:
                    await own.hear()
                assert own.table["chairs"][0]["covered"] == "left"
                assert own.table["maker"]["id"] == ada.id  # somebody who is here looks after the table

        asyncio.run(ban())
        assert eve.refused(f"/tables/{table}/sit") == "ban.person"
        assert eve.refused("/tables", game="sea-change") == "ban.person"
        assert _status(eve, "/me") == _status(eve, "/tables") == (403, "ban.person")
        assert _status(eve, "/you/export")[0] == 200  # what is kept of somebody is theirs all the same
        assert "rude" in command("bans")[1]

        assert command("unban", eve.id)[0] == 0
        assert "is not banned" in command("unban", eve.id)[1]
        latest = time.monotonic() + PATIENCE
        while _status(eve, "/me")[0] != 200:
            assert time.monotonic() < latest
            time.sleep(0.2)
        assert eve.post(f"/tables/{table}/sit")["chairs"][0]["covered"] is None
        assert "there is nobody" in command("ban", "pnobody")[1]
        assert "is not a time" in command("ban", eve.id, "--for", "soon")[1]


def test_an_address_is_banned_for_a_time_with_its_whole_64(tmp_path: Path) -> None:
    inside = Inside(tmp_path)
    try:
        token = inside.guest("Eve")
        found = banning.network_of("2001:db8:1:2:3::4")
        assert found == "2001:db8:1:2::/64" == banning.network_of("2001:db8:1:2::/64")
        assert found is not None
        house, store = inside.server.house, inside.server.store
        inside.run(store.write(lambda c: banning.ban_network(c, found, seconds=3600)))
        inside.run(store.write(lambda c: banning.ban_network(c, network("inside"), seconds=0.01)))  # over before anybody notices
        inside.run(house.load())
        time.sleep(0.02)
        assert house.is_banned(None, "2001:db8:1:2:ffff::")
        assert not house.is_banned(None, "2001:db8:1:3::1")
        assert not house.is_banned(None, "inside")
        inside.run(store.write(lambda c: banning.ban_network(c, "127.0.0.1", seconds=3600)))
        inside.run(house.load())
        answer = inside.request("GET", "/api/games", token)
        assert (answer.status_code, answer.json()["error"]["key"]) == (403, "ban.address")
    finally:
        inside.close()
    for text in ("127.0.0.1", "::1", "10.0.0.0/8", "2001:db8::/32"):
        with pytest.raises(SeaboardError):
            banning.network_of(text)
    assert banning.network_of("p7dq2m5kx1wz4hbn") is None


def test_a_banned_hosts_empty_table_is_listed_no_more(tmp_path: Path) -> None:
    inside = Inside(tmp_path)
    try:
        token = inside.guest("Eve")
        eve = inside.request("GET", "/api/me", token).json()["id"]
        table = inside.request("POST", "/api/tables", token, game="sea-change", seats=2, public=True).json()["id"]

        def listed() -> list[Any]:
            return [one["id"] for one in inside.request("GET", "/api/tables").json()["tables"]]

        assert listed() == [table]
        for note in inside.run(inside.server.store.write(lambda c: banning.ban_person(c, eve, seconds=None))):
            inside.run(inside.server.elsewhere.apply(note))
        assert listed() == []
        answer = inside.request("GET", "/api/me", token)
        assert answer.json()["error"]["key"] == "ban.person_for_good"
    finally:
        inside.close()


def _status(guest: Guest, path: str) -> tuple[int, str]:
    answer = guest.web.get(f"/api{path}")
    return answer.status_code, answer.json().get("error", {}).get("key", "")
