"""Duplicate: two tables with the same cards and the sides in each other's seats, scored by the difference."""

import asyncio
import time
from typing import Any

from msgspec.structs import replace
from sqlalchemy.engine import Connection as Database

from seaboard import summary
from seaboard.games import GAMES
from seaboard.match import Match
from seaboard.server.protocol import Person
from seaboard.server.refusals import Refused
from seaboard.server.storage import ids, queries
from seaboard.server.storage.matches import deals
from seaboard.server.storage.people import people
from seaboard.server.storage.rows import Chair, Deal, Duplicate, SharedDeal, Table
from seaboard.server.tables import opening, seating, sharing
from seaboard.server.tables.changes import Change
from seaboard.server.tables.dealing import Dealer
from seaboard.server.tables.registry import Rooms
from seaboard.server.tables.room import Room


class Duplicates:
    """Makes pairs of tables, starts them together, and makes the next pair."""

    def __init__(self, rooms: Rooms, dealer: Dealer) -> None:
        self._rooms = rooms
        self._dealer = dealer
        self._store = rooms.store

    async def make(
        self,
        game: str,
        seats: int,
        options: dict[str, Any],
        *,
        level: str,
        clock: float | None,
        memory_aid: bool,
        person: Person,
        language: str | None,
    ) -> Room:
        """Make two tables; their host sits at the first."""
        units = await asyncio.to_thread(units_of, game, seats, options)
        deal = Deal(
            id=ids.new_id("d"),
            kind="duplicate",
            game=game,
            rules=GAMES[game].version,
            seats=seats,
            options=options,
            seed=ids.new_seed(),
            chairs=[level] * seats,
            made=time.time(),
            maker=person.id,
            maker_name=person.name,
            tables=[ids.new_id("t"), ids.new_id("t")],
        )
        pair = _tables(deal, units, clock=clock, memory_aid=memory_aid, person=person, language=language)
        seating.sit(pair[0], person, None)
        await self._store.write(lambda c: self._add(c, deal, pair), order=deal.id, notes=[f"t:{table}" for table in deal.tables])
        room = await self._rooms.room(deal.tables[0])
        self._rooms.tell(room, Change.TABLE)
        return room

    def _add(self, c: Database, deal: Deal, pair: list[Table]) -> None:
        assert deal.maker is not None
        self._rooms.house.check_open()
        people.check_there(c, deal.maker)
        if self._rooms.settings.limits and queries.open_tables_of(c, deal.maker) + len(pair) > opening.MOST_TABLES:
            raise Refused("table.too_many", most=opening.MOST_TABLES)
        deals.add(c, deal)
        for table in pair:
            queries.add_table(c, table)

    async def start(self, table: str, person: Person) -> Room:
        """Deal the same cards at both tables, once there is a person at each; bots take the other chairs.

        If a server dies in between, it has started one of them; starting again starts the other.
        """
        deal = await self._deal_of((await self._rooms.room(table)).table)
        pair = await self._store.read(lambda c: sharing.tables_of(c, deal))
        if len(pair) < len(deal.tables):
            raise Refused("table.unknown", status=404)
        if not any(person.id in {one.maker, *one.people} for one in pair):
            raise Refused("table.not_seated", status=403)
        if not all(one.people for one in pair):
            raise Refused("deal.empty_table")
        if set(pair[0].people) & set(pair[1].people):  # two guests who turned out to be one person
            raise Refused("deal.other_table")
        for one in pair:
            await self._dealer.start(one.id, _may_start)
        return await self._rooms.room(table)

    async def again(self, deal: Deal, person: Person, *, language: str | None) -> tuple[str, int | None]:
        """Return the table and seat for a person in the next duplicate with the same people, made by the first to ask: on the same side as
        before, in their partner's place.
        """
        pair, own, is_over = await self._store.read(
            lambda c: (sharing.tables_of(c, deal), deals.find_try(c, deal.id, person.id), sharing.is_over(c, deal))
        )
        if not is_over:
            raise Refused("deal.other_playing")
        if not sharing.has_rules(deal):
            raise Refused("deal.old_rules")
        was = next((table for table in pair if own and table.id == own.table), None)
        if own is None or was is None or was.duplicate is None or len(pair) < len(deal.tables):
            raise Refused("table.not_seated", status=403)
        fresh = replace(
            deal,
            id=ids.new_id("d"),
            rules=GAMES[deal.game].version,
            seed=ids.new_seed(),
            made=time.time(),
            maker=person.id,
            maker_name=person.name,
            tables=[ids.new_id("t"), ids.new_id("t")],
        )
        tables = _tables(fresh, was.duplicate.units, clock=was.clock, memory_aid=was.memory_aid, person=person, language=language)
        number, seat = was.duplicate.after(own.seat)
        found: list[str] = []  # this duplicate, or the one made by a faster request

        def change(t: Table) -> None:
            assert t.duplicate is not None
            found[:] = [t.duplicate.next or fresh.id]
            t.duplicate = replace(t.duplicate, next=found[0])

        def add(c: Database, _: Table) -> None:
            if found[0] == fresh.id:
                self._add(c, fresh, tables)

        await self._rooms.change(deal.tables[0], change, add)
        coming = await self._store.read(lambda c: deals.find(c, found[0]))
        if coming is None:
            raise Refused("deal.unknown", status=404)
        return await self._place(coming, number, seat, person)

    async def _place(self, deal: Deal, number: int, seat: int, person: Person) -> tuple[str, int | None]:
        """Return where they already sit, or their place, or a table with another free one."""
        pair = [(await self._rooms.room(table)).table for table in deal.tables]
        for table in pair:
            if table.seat_of(person.id) is not None:
                return table.id, None
        if pair[number].stage == "open" and pair[number].chairs[seat].kind == "empty":
            return pair[number].id, seat
        free = next((table for table in pair if table.stage == "open" and table.has_free_chair), None)
        if free is None:
            raise Refused("table.full")
        return free.id, None

    async def _deal_of(self, table: Table) -> Deal:
        found = await self._store.read(lambda c: deals.find(c, table.deal.id if table.deal else ""))
        if found is None:
            raise Refused("deal.unknown", status=404)
        return found


def units_of(game: str, seats: int, options: dict[str, Any]) -> list[list[int]]:
    """Return the seats that score together: teams, or each seat alone; refused if there aren't two sides."""
    units = summary.sides(Match(game, seats=seats, seed=0, options=options))
    if len(units) < 2 or sum(map(len, units)) > seats:
        raise Refused("deal.two_sides", status=422)
    return units


def _may_start(table: Table) -> bool:
    if table.stage != "open" or table.matches:
        return False
    assert table.duplicate is not None
    seating.fill_up(table, table.duplicate.level)
    return True


def _tables(
    deal: Deal, units: list[list[int]], *, clock: float | None, memory_aid: bool, person: Person, language: str | None
) -> list[Table]:
    tables = []
    for number, (own, other) in enumerate(zip(deal.tables, deal.tables[::-1], strict=True)):
        duplicate = Duplicate(number, other, units, deal.chairs[0] or "")
        tables.append(
            Table(
                id=own,
                game=deal.game,
                seats=deal.seats,
                options=deal.options,
                clock=clock,
                memory_aid=memory_aid,
                maker=person.id,
                maker_name=person.name,
                made=deal.made,
                chairs=[Chair(level=None if side is not None else duplicate.level) for side in duplicate.sides],
                language=language,
                deal=SharedDeal(deal.id, deal.kind),
                duplicate=duplicate,
            )
        )
    return tables
