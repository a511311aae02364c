"""Players report others, and hosts of the server act on it; and maintenance, which refuses what is new."""

import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from seaboard.cli import main
from seaboard.server import whereabouts
from seaboard.server.limits import Limits
from seaboard.server.refusals import Refused
from seaboard.server.storage import ids, schema
from seaboard.server.storage.moderation import host_decisions, reports
from seaboard.server.tables import banning
from seaboard.server.versions import PROTOCOL
from tests.server.inside import Inside

TABLE = {"game": "sea-change", "seats": 2, "public": True}


class Player:
    """Somebody on a server inside the test."""

    def __init__(self, inside: Inside, name: str) -> None:
        self.inside = inside
        self.token = inside.guest(name)
        self.id: str = self.get("/me")["id"]

    def get(self, path: str) -> Any:
        answer = self.inside.request("GET", f"/api{path}", self.token)
        return answer.json() if answer.status_code < 300 else answer.json()["error"]["key"]

    def post(self, path: str, **body: Any) -> Any:
        answer = self.inside.request("POST", f"/api{path}", self.token, **body)
        return answer.json() if answer.status_code < 300 else answer.json()["error"]["key"]


@pytest.fixture
def inside(tmp_path: Path) -> Iterator[Inside]:
    running = Inside(tmp_path)
    yield running
    running.close()


def made_host(inside: Inside, player: Player, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["host-link", "--origin", "https://play.example.org", "--database", f"sqlite:///{tmp_path}/inside.db"]) == 0
    link = capsys.readouterr().out.strip()
    assert link.startswith("https://play.example.org/host#")
    secret = link.partition("#")[2]
    assert player.post("/host/enter", secret=ids.new_token()) == "host.dead_link"
    assert player.get("/host") == "host.only"
    assert player.post("/host/enter", secret=secret) == {"done": True}
    assert Player(inside, "Late").post("/host/enter", secret=secret) == "host.dead_link"  # it works once


def test_a_report_reaches_the_host_with_the_chat_and_a_ban_settles_it(
    inside: Inside, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    ada, eve, zoe, host = (Player(inside, name) for name in ("Ada", "Eve", "Zoe", "Host"))
    table = ada.post("/tables", **TABLE)["id"]
    eve.post(f"/tables/{table}/sit")
    ada.post(f"/tables/{table}/start")
    inside.live(table, eve.token, [{"type": "chat", "text": "you play like a crab", "id": "q1"}])

    asked = {"table": table, "reason": "chat", "words": "rude"}
    assert ada.post(f"/people/{eve.id}/report", **asked) == {"done": True}
    assert ada.post(f"/people/{eve.id}/report", **{**asked, "words": "very rude"}) == {"done": True}  # the same, said anew
    assert ada.post(f"/people/{ada.id}/report", **asked) == "report.yourself"
    assert ada.post(f"/people/{zoe.id}/report", **asked) == "person.unknown"  # who was never there
    assert ada.post(f"/people/{eve.id}/report", **{**asked, "reason": "ugly"}) == "request.invalid"
    assert ada.post(f"/people/{eve.id}/report", **{**asked, "words": "a\u202eb"}) == "text.characters"
    assert eve.get("/host") == "host.only"
    assert "rude" not in inside.request("GET", "/api/you/export", eve.token).text.replace("like a crab", "")

    made_host(inside, host, tmp_path, capsys)
    page = host.get("/host")
    (report,) = page["reports"]
    assert (report["person"]["name"], report["reporter"]["name"], report["words"], report["others"]) == ("Eve", "Ada", "very rude", 0)
    assert [line["text"] for line in report["chat"]] == ["you play like a crab"]
    assert [one["id"] for one in page["tables"]] == [table]

    assert host.post(f"/host/people/{host.id}/ban", kind="ban", hours=1) == "host.yourself"
    assert host.post(f"/host/people/{eve.id}/ban", kind="mute", hours=1)["reports"] == []
    told = inside.live(table, eve.token, [{"type": "chat", "text": "again", "id": "q2"}])
    assert any("mute.person" in text for text in told)
    assert host.post(f"/host/people/{eve.id}/ban", kind="ban", hours=None)["bans"][0]["name"] == "Eve"
    assert eve.get("/me") == "ban.person_for_good"
    assert ada.get(f"/tables/{table}")["chairs"][1]["covered"] == "left"
    host.post("/host/lift", subject=eve.id, kind="ban")
    assert eve.get("/me")["name"] == "Eve"

    zoe_report = {"table": table, "reason": "other"}
    assert zoe.post(f"/people/{ada.id}/report", **zoe_report) == {"done": True}
    (report,) = host.get("/host")["reports"]
    assert host.post(f"/host/reports/{report['id']}/dismiss")["reports"] == []
    assert host.post(f"/host/reports/{report['id']}/dismiss") == "report.settled"
    closed = host.post(f"/host/tables/{table}/close")
    assert closed["tables"] == []
    assert ada.get(f"/tables/{table}")["stage"] == "over"
    assert [act["act"] for act in closed["acts"]][:6] == ["close", "dismiss", "unban", "ban", "mute", "host"]
    assert zoe.post("/host/lift", subject=eve.id, kind="mute") == "host.only"


def test_who_is_muted_says_nothing_by_a_new_name_either(inside: Inside, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    ada, eve, host = (Player(inside, name) for name in ("Ada", "Eve", "Host"))
    table = ada.post("/tables", **TABLE)["id"]
    eve.post(f"/tables/{table}/sit")
    made_host(inside, host, tmp_path, capsys)
    host.post(f"/host/people/{eve.id}/ban", kind="mute", hours=1)
    assert eve.post("/guest", name="Ada is a cheat") == "mute.person"
    assert ada.get(f"/tables/{table}")["chairs"][1]["name"] == eve.get("/me")["name"] == "Eve"
    assert eve.post("/guest", name=" Eve ")["name"] == "Eve"  # a page says who it is again
    assert eve.post(f"/tables/{table}/stand")["chairs"][1]["kind"] == "empty"
    host.post("/host/lift", subject=eve.id, kind="mute")
    assert eve.post("/guest", name="Evelyn")["name"] == "Evelyn"


def test_who_is_muted_is_so_as_somebody_else_too(inside: Inside, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    ada, eve, nina, host = (Player(inside, name) for name in ("Ada", "Eve", "Nina", "Host"))
    table = ada.post("/tables", **TABLE)["id"]
    eve.post(f"/tables/{table}/sit")
    made_host(inside, host, tmp_path, capsys)
    host.post(f"/host/people/{eve.id}/ban", kind="mute", hours=1)
    code = nina.post("/devices/code")["code"]  # of a guest that they have made in another window
    eve.token = inside.request("POST", "/api/sign-in/code", eve.token, code=code).cookies["seaboard"]
    assert eve.get("/me")["name"] == "Nina"
    assert eve.post("/guest", name="Ada is a cheat") == "mute.person"
    told = inside.live(table, eve.token, [{"type": "chat", "text": "again", "id": "q2"}])
    assert any("mute.person" in text for text in told)


def test_who_is_muted_does_not_write_on_as_a_new_guest(inside: Inside, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    ada, eve, zoe, host = (Player(inside, name) for name in ("Ada", "Eve", "Zoe", "Host"))
    table = ada.post("/tables", **TABLE | {"seats": 5})["id"]

    def told(player: Player, address: str) -> str:
        player.post(f"/tables/{table}/sit")
        return "".join(inside.live(table, player.token, [{"type": "chat", "text": "again", "id": "q1"}], address=address)[1:])

    made_host(inside, host, tmp_path, capsys)
    assert '"ack"' in told(eve, "192.0.2.7")
    host.post(f"/host/people/{eve.id}/ban", kind="mute", hours=1)
    monkey = Player(inside, "Monkey")
    assert "mute.newcomer" in told(monkey, "192.0.2.7")
    assert '"ack"' in told(zoe, "192.0.2.7")  # who was there before
    assert '"ack"' in told(Player(inside, "Nina"), "192.0.2.8")
    host.post("/host/lift", subject=eve.id, kind="mute")
    assert '"ack"' in told(monkey, "192.0.2.7")


def test_behind_a_proxy_that_hides_addresses_a_mute_is_for_one_person(
    inside: Inside, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    ada, eve, host = (Player(inside, name) for name in ("Ada", "Eve", "Host"))
    table = ada.post("/tables", **TABLE)["id"]
    made_host(inside, host, tmp_path, capsys)
    host.post(f"/host/people/{eve.id}/ban", kind="mute", hours=1)
    nina = Player(inside, "Nina")
    nina.post(f"/tables/{table}/sit")
    assert '"ack"' in "".join(inside.live(table, nina.token, [{"type": "chat", "text": "hello", "id": "q1"}], address="127.0.0.1")[1:])


def test_who_is_deleted_is_named_in_no_report_any_more(inside: Inside) -> None:
    ada, eve, bob = (Player(inside, name) for name in ("Ada", "Eve", "Bob"))
    table = ada.post("/tables", game="sea-change", seats=3)["id"]
    for one in (eve, bob):
        one.post(f"/tables/{table}/sit")
    for number, one in enumerate((eve, bob, ada)):
        inside.live(table, one.token, [{"type": "chat", "text": "ahoy", "id": f"q{number}"}])
    assert ada.post(f"/people/{eve.id}/report", table=table, reason="other") == {"done": True}
    assert eve.post(f"/people/{bob.id}/report", table=table, reason="other") == {"done": True}
    assert ada.post("/you/delete", name="Ada") == {"done": True}
    assert bob.post("/you/delete", name="Bob") == {"done": True}
    about_eve, about_bob = inside.run(inside.server.store.read(reports.unsettled))
    assert (about_eve.person.id, about_eve.reporter.id, about_eve.reporter.name) == (eve.id, "", "")
    assert {line.person for line in about_eve.chat} == {eve.id}
    # What Bob is reported for waits for a moderator all the same: without his name, and with what was said.
    assert (about_bob.person.name, about_bob.reporter.name) == ("", "Eve")
    assert {(line.person, line.name) for line in about_bob.chat} == {(eve.id, "Eve"), (about_bob.person.id, "")}


def test_who_is_reported_does_not_get_away_by_deleting_themselves(
    inside: Inside, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    ada, eve, host = (Player(inside, name) for name in ("Ada", "Eve", "Host"))
    table = ada.post("/tables", **TABLE)["id"]
    eve.post(f"/tables/{table}/sit")
    inside.live(table, eve.token, [{"type": "chat", "text": "you play like a crab", "id": "q1"}])
    made_host(inside, host, tmp_path, capsys)
    assert ada.post(f"/people/{eve.id}/report", table=table, reason="chat") == {"done": True}
    inside.run(inside.server.store.write(lambda c: banning.ban_person(c, eve.id, seconds=None)))
    assert eve.post("/you/delete", name="Eve") == {"done": True}

    page = host.get("/host")
    (report,) = page["reports"]
    assert (report["person"], [line["text"] for line in report["chat"]]) == ({"id": eve.id, "name": ""}, ["you play like a crab"])
    assert [one["subject"] for one in page["bans"]] == [eve.id]
    assert host.post(f"/host/people/{eve.id}/ban", kind="mute", hours=1) == "person.unknown"
    asked = {"kind": "ban", "hours": None, "network": True}
    inside.server.rooms.whereabouts.note(eve.id, "192.0.2.7")  # where she came from, as this server remembers it
    page = host.post(f"/host/people/{eve.id}/ban", **asked)
    assert page["reports"] == []
    assert {one["subject"] for one in page["bans"]} == {eve.id, "192.0.2.7"}

    command = ["prune", "--keep-deleted", "30", "--database", f"sqlite:///{tmp_path}/inside.db"]
    assert main(command) == 0
    assert len(host.get("/host")["bans"]) == 2
    inside.run(inside.server.store.write(lambda c: c.execute(schema.bans.update().values(at=time.time() - 31 * 86400))))
    assert main(command) == 0
    assert "Bans of people who are gone: 1 deleted." in capsys.readouterr().out
    assert [one["subject"] for one in host.get("/host")["bans"]] == ["192.0.2.7"]


def test_a_ban_with_the_network_is_for_a_week_and_tells_nobody_the_address(
    inside: Inside, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    eve, host = Player(inside, "Eve"), Player(inside, "Host")
    made_host(inside, host, tmp_path, capsys)
    networks, store = inside.server.rooms.whereabouts, inside.server.store
    asked = {"kind": "ban", "hours": None, "network": True}
    assert networks.of(eve.id) == networks.of(host.id) != "", "every request says where somebody is"
    assert host.post(f"/host/people/{eve.id}/ban", **asked) == "host.your_network"
    networks.note(eve.id, "2001:db8:1:2:3::4")
    page = host.post(f"/host/people/{eve.id}/ban", **asked)
    bans = {one["subject"]: one["until"] for one in page["bans"]}
    assert bans[eve.id] is None
    assert 6.9 < (bans["2001:db8:1:2::/64"] - time.time()) / 86400 <= 7
    assert [(act["act"], act["subject"]) for act in page["acts"][:2]] == [("network", eve.id), ("ban", eve.id)]

    for subject in bans:
        host.post("/host/lift", subject=subject, kind="ban")
    before = inside.run(store.read(host_decisions.last_news))
    command = ["ban", eve.id, "--with-address", "--for", "12h", "--database", f"sqlite:///{tmp_path}/inside.db"]
    assert main(command) == 0
    assert "if a running server knows it" in capsys.readouterr().out
    notes = [note for _, note in inside.run(store.read(lambda c: host_decisions.news_since(c, before)))]
    assert "2001" not in str(notes)
    for note in notes:
        inside.run(inside.server.elsewhere.apply(note))
    page = host.get("/host")
    assert {one["subject"] for one in page["bans"]} == {eve.id, "2001:db8:1:2::/64"}
    assert all(0.4 < (one["until"] - time.time()) / 86400 <= 0.5 for one in page["bans"])

    # Behind a proxy that doesn't say who asks, everybody comes from this machine: nobody is banned with it.
    before = {one["subject"] for one in page["bans"]}
    networks.note(eve.id, "::1")
    assert {one["subject"] for one in host.post(f"/host/people/{eve.id}/ban", **asked)["bans"]} == before


def test_networks_are_forgotten_after_a_day_and_when_there_are_many(monkeypatch: pytest.MonkeyPatch) -> None:
    known = whereabouts.Whereabouts()
    known.note("p1", "192.0.2.1")
    assert (known.of("p1"), known.of("p2")) == ("192.0.2.1", "")
    monkeypatch.setattr(whereabouts, "MOST_REMEMBERED", 2)
    known.note("p2", "192.0.2.2")
    known.note("p3", "192.0.2.3")
    assert (known.of("p1"), known.of("p3")) == ("", "192.0.2.3")
    monkeypatch.setattr(whereabouts, "REMEMBERED", 0.0)
    known.note("p3", "192.0.2.3")
    assert known.of("p3") == ""


def test_nobody_floods_the_hosts() -> None:
    limits = Limits(on=True)
    for _ in range(5):
        limits.report("p1", "192.0.2.1")
    with pytest.raises(Refused):
        limits.report("p1", "192.0.2.1")
    limits.report("p2", "192.0.2.1")


def test_maintenance_refuses_what_is_new_and_lets_what_is_played_go_on(
    inside: Inside, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    ada = Player(inside, "Ada")
    table = ada.post("/tables", game="sea-change", seats=2, bots=[None, "cabin-boy"], start=True)
    waiting = ada.post("/tables", game="sea-change", seats=2, bots=[None, "cabin-boy"])["id"]
    command = ["maintenance", "on", "--message", "Back at noon", "--database", f"sqlite:///{tmp_path}/inside.db"]
    assert main(command) == 0
    ((_, note),) = inside.run(inside.server.store.read(lambda c: host_decisions.news_since(c, 0)))
    inside.run(inside.server.elsewhere.apply(note))
    assert ada.post("/tables", **TABLE) == "server.maintenance"
    assert ada.post(f"/tables/{waiting}/start") == "server.maintenance"
    assert ada.post("/games/sea-change/show") == "server.maintenance"
    assert inside.request("POST", "/api/guest", name="New").status_code == 503
    assert inside.request("GET", "/api/health").json()["maintenance"] is True
    assert ada.get("/notice") == ada.get("/my/tables")["notice"] == {"maintenance": "Back at noon", "protocol": PROTOCOL}
    assert ada.post("/guest", name="Ada B")["name"] == "Ada B"  # who is here stays
    view = inside.live(table["id"], ada.token, [])
    assert view
    assert ada.post(f"/tables/{table['id']}/resign")["stage"] == "over"
    assert main(["maintenance", "off", *command[-2:]]) == 0
    inside.run(inside.server.elsewhere.apply(note))
    assert ada.get("/notice") == {"maintenance": None, "protocol": PROTOCOL}
    assert ada.post("/tables", **TABLE)["stage"] == "open"
    assert "at most" in (main(["maintenance", "on", "--message", "x" * 301, *command[-2:]]), capsys.readouterr().err)[1]
