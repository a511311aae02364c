"""Players report others, and hosts of the server act on it; and maintenance, which refuses what is new."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from seaboard.cli import main
from seaboard.server.limits import Limits
from seaboard.server.refusals import Refused
from seaboard.server.storage import house, ids
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


def test_who_is_deleted_is_in_no_report_any_more(inside: Inside) -> None:
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
    from seaboard.server.storage import reports

    (report,) = inside.run(inside.server.store.read(reports.unsettled))
    assert (report.person.id, report.reporter.id, report.reporter.name) == (eve.id, "", "")
    assert {line.person for line in report.chat} == {eve.id}


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
    ((_, note),) = inside.run(inside.server.store.read(lambda c: house.news_since(c, 0)))
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
    assert "characters at most" in (main(["maintenance", "on", "--message", "x" * 301, *command[-2:]]), capsys.readouterr().err)[1]
