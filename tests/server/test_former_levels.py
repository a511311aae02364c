"""What was begun when a level was another bot goes on with that bot, under the same name."""

from pathlib import Path

from seaboard.bots import Spec
from seaboard.server.storage import queries
from seaboard.server.storage.matches import deals
from tests.server.careers import Person
from tests.server.inside import Inside
from tests.server.test_you import make_older


def test_a_match_that_runs_keeps_its_bots_and_an_open_table_gets_todays(tmp_path: Path) -> None:
    inside = Inside(tmp_path)
    ada = Person(inside, "Ada")
    begun = {
        game: ada.post("/tables", game=game, seats=3, bots=[None, "captain", "cabin-boy"], start=True)["id"]
        for game in ("land-unter", "sea-salt-and-paper")
    }
    waiting = ada.post("/tables", game="land-unter", seats=3, bots=[None, "captain", None])["id"]
    daily = inside.run(inside.server.deals.today())["land-unter"]
    inside.close()
    make_older(tmp_path / "inside.db", "0019")

    again = Inside(tmp_path)
    ada.inside = again

    def levels(table: str) -> list[str | None]:
        kept = again.run(again.server.store.read(lambda c: queries.find_table(c, table)))
        return [chair.level for chair in kept.chairs]

    assert levels(begun["land-unter"]) == [None, "captain-1", "cabin-boy"]
    assert str(Spec.read("captain-1", game="land-unter")) == "search:1000", "as it was"
    assert levels(begun["sea-salt-and-paper"]) == [None, "captain", "cabin-boy"], "the same bot then and now"
    assert levels(waiting) == [None, "captain", None]
    shown = ada.get(f"/tables/{begun['land-unter']}")
    assert [chair["level"] for chair in shown["chairs"]] == [None, "captain", "cabin-boy"], "players know it by its name"
    deal = again.run(again.server.store.read(lambda c: deals.find(c, daily.id)))
    assert sorted(level for level in deal.chairs if level) == ["sailor-1"] * (deal.seats - 1)
    assert set(ada.get(f"/deals/{daily.id}")["chairs"]) == {None, "sailor"}
    again.close()
