"""Together again: the score of a series between the same people."""

import asyncio
import random
from pathlib import Path
from typing import Any

import pytest

from seaboard.server.protocol import Series, Standing
from seaboard.server.storage.rows import Chair, Result, Table
from seaboard.server.tables.series import series
from tests.server.harness import Guest, served, table_of


def result(*people: str | None, won: int, ended: Any = "over") -> Result:
    return Result("m", ended, 0.0, winners=[won], people=list(people), names=[(person or "").title() for person in people])


def seated(*people: str | None, results: list[Result]) -> Table:
    chairs = [Chair(person, (person or "").title(), level=None if person else "sailor") for person in people]
    return Table(
        id="t", game="sea-change", seats=len(chairs), options={}, public=False, clock=None, memory_aid=False, maker="ada",
        maker_name="Ada", made=0.0, chairs=chairs, stage="over", results=results,
    )  # fmt: skip


BOTH = [result("ada", "grace", won=0), result("grace", "ada", won=0), result("ada", "grace", won=0)]


@pytest.mark.parametrize(
    ("table", "score"),
    [
        (seated("ada", "grace", results=[]), None),
        (seated("ada", "grace", results=BOTH), {"ada": 2, "grace": 1}),
        (seated("grace", "ada", results=[result("ada", "eve", won=0), *BOTH]), {"ada": 2, "grace": 1}),
        (seated("ada", "grace", results=[*BOTH, result("ada", "grace", won=0, ended="abandoned")]), {"ada": 2, "grace": 1}),
        (seated("ada", "eve", results=BOTH), None),
        (seated("ada", None, results=[result("ada", None, won=1), result("ada", None, won=0)]), {"ada": 1, None: 1}),
        (seated("ada", results=[result("ada", won=0), result("ada", won=1)]), {"ada": 1, None: 1}),
    ],
    ids=["none yet", "whatever the chairs", "others before", "abandoned", "somebody new", "bots are one side", "a bot without a chair"],
)
def test_a_series_counts_what_the_same_people_have_won_in_a_row(table: Table, score: dict[str | None, int] | None) -> None:
    found = series(table)
    assert (found and {one.person: one.wins for one in found.standings}) == score


def test_who_has_got_up_is_still_part_of_the_series() -> None:
    table = seated("ada", "grace", results=BOTH)
    table.chairs[1] = Chair()
    table.stage = "open"
    assert series(table) == Series(3, [Standing("ada", "Ada", 2), Standing("grace", "Grace", 1)])


def play_out(table: str, *guests: Guest) -> list[int]:
    """All play to the end; who won."""

    async def play() -> list[int]:
        async with guests[0].at(table) as a, guests[1].at(table) as b:
            await asyncio.gather(a.play_on(random.Random(1)), b.play_on(random.Random(2)))
            winners: list[int] = a.view["winners"]
            return winners

    return asyncio.run(play())


def test_the_score_survives_a_restart_and_rows_say_when_and_by_what(tmp_path: Path) -> None:
    with served(data=tmp_path) as server:
        ada, grace = Guest(server.url, "Ada"), Guest(server.url, "Grace")
        table = table_of([ada, grace], "sea-change", options={"target": 1})["id"]
        assert ada.get(f"/tables/{table}")["series"] is None
        winners = play_out(table, ada, grace)
        for guest in (ada, grace):
            guest.post(f"/tables/{table}/rematch")
        server.kill()
        server.start()
        winners += play_out(table, ada, grace)
        wins = [{"person": guest.id, "name": guest.name, "wins": winners.count(seat)} for seat, guest in enumerate((ada, grace))]
        assert ada.get(f"/tables/{table}")["series"] == {"matches": 2, "standings": wins}
        [row] = ada.get("/my/tables")["tables"]
        last = row["results"][-1]
        assert row["at"] == last["at"] > row["results"][0]["at"] > row["made"]
        assert max(last["scores"]) == last["scores"][winners[-1]]
