"""The deals that people share: where they come from, who may play them, and who may see others' results."""

import secrets
import time
from typing import Any

from sqlalchemy.engine import Connection as Database

from seaboard.games import GAMES
from seaboard.server.deals.of_day import OPPONENTS, deal_of, tries_by_level
from seaboard.server.matches import days
from seaboard.server.matches.bots import LEVELS
from seaboard.server.matches.seat_standings import standings
from seaboard.server.matches.session import Session
from seaboard.server.protocol import Person
from seaboard.server.refusals import Refused
from seaboard.server.storage import ids, queries
from seaboard.server.storage.matches import deals
from seaboard.server.storage.people import people, subscriptions
from seaboard.server.storage.rows import Chair, Deal, MatchRow, Table, Try
from seaboard.server.tables import opening, seating, sharing
from seaboard.server.tables.dealing import Dealer
from seaboard.server.tables.registry import Rooms
from seaboard.server.tables.room import Room


class SharedDeals:
    """The deals of the day, and those that people challenge each other to."""

    def __init__(self, rooms: Rooms, dealer: Dealer) -> None:
        self._rooms = rooms
        self._dealer = dealer
        self._store = rooms.store
        self.now = time.time
        self._secret: bytes | None = None
        self._of_day: tuple[str, dict[str, Deal]] = ("", {})

    def check_on(self) -> None:
        """Refuse on a server that has only tables."""
        if self._rooms.settings.only_tables:
            raise Refused("deal.off", status=404)

    @property
    def bot_tries(self) -> dict[str, int]:
        """How often bots of each level play a deal of the day; empty if they don't."""
        return tries_by_level(self._rooms.settings.deal_tries)

    # ---- The day -------------------------------------------------------------------------------

    @property
    def day(self) -> str:
        """Today."""
        return days.day_of(self.now())

    async def today(self) -> dict[str, Deal]:
        """Return today's deals by game; a day's deals are made once, and never change."""
        day = self.day
        if self._of_day[0] == day:
            return self._of_day[1]
        key = await self._key(day)

        def make(c: Database) -> dict[str, Deal]:
            known = deals.of_day(c, day)
            for game in GAMES:
                if game not in known:
                    deals.add(c, deal_of(day, key, game))
            return deals.of_day(c, day)

        found = await self._store.write(make)
        self._of_day = (day, found)
        return found

    async def commitment(self, day: str) -> str:
        """Return the published commitment to a day's key."""
        return days.commitment_to(day, await self._key(day))

    async def revealed(self, day: str) -> str | None:
        """Return a day's key, once the day is over."""
        return await self._key(day) if day < self.day else None

    async def _key(self, day: str) -> str:
        if self._secret is None:
            fresh = secrets.token_bytes(32)
            self._secret = await self._store.write(lambda c: subscriptions.secret(c, "days", fresh))
        return days.key_of(self._secret, day)

    # ---- Challenges ----------------------------------------------------------------------------

    async def find(self, deal: str) -> Deal:
        """A deal by its id."""
        found = await self._store.read(lambda c: deals.find(c, deal))
        if found is None:
            raise Refused("deal.unknown", status=404)
        return found

    async def challenge_with(self, game: str, seats: int, options: dict[str, Any], level: str, person: Person) -> Deal:
        """Make a challenge with cards that nobody has seen."""
        seed = ids.new_seed()
        seat = int(seed, 16) % seats
        chairs: list[str | None] = [level] * seats
        chairs[seat] = None
        deal = _challenge(game, seats, options, seed, chairs, person, rules=GAMES[game].version)
        await self._store.write(lambda c: deals.add(c, deal))
        return deal

    async def challenge_from(self, session: Session, table: Table, person: Person) -> Deal:
        """Make a challenge from a match against bots, for others to play in the same seat; that match is the first try."""
        row, match = session.row, session.match
        result = next((result for result in table.results if result.match == row.id), None)
        if session.ended != "over" or result is None:
            raise Refused("match.not_over")
        if person.id not in result.people:
            raise Refused("table.not_seated", status=403)
        if sum(one is not None for one in result.people) > 1:
            raise Refused("deal.people")
        if row.deal or row.origin:
            raise Refused("deal.again")
        seat = result.people.index(person.id)
        chairs: list[str | None] = [name if name in LEVELS else OPPONENTS for name in row.names]
        chairs[seat] = None
        deal = _challenge(row.game, row.seats, row.options, row.seed, chairs, person, rules=row.rules)
        place, margin, score = standings(match.scores, match.winners)[seat]
        first = Try(deal.id, person.id, person.name, seat, row.table, row.started, None, row.id, "over", result.at, place, margin, score)

        def add(c: Database) -> Deal:
            known = deals.find_of_match(c, row.id)
            if known is not None:
                return known
            deals.add(c, deal)
            deals.begin(c, first)
            return deal

        return await self._store.write(add, order=row.id)

    # ---- Playing and looking -------------------------------------------------------------------

    async def play(self, deal: Deal, person: Person, *, language: str | None) -> Room:
        """Return the table of a person's one try at a deal; the first call makes it."""
        rooms = self._rooms
        if deal.kind == "duplicate":
            raise Refused("table.not_seated", status=403)
        if not sharing.has_rules(deal):
            raise Refused("deal.old_rules")
        if deal.day is not None and deal.day != self.day:
            raise Refused("deal.day_over")
        table = _table_for(deal, person, language)
        one = Try(deal.id, person.id, person.name, deal.seat, table.id, table.made, deal.day)

        def add(c: Database) -> str:
            people.check_there(c, person.id)
            if deals.begin(c, one):
                rooms.house.check_open()
                if rooms.settings.limits and queries.open_tables_of(c, person.id) >= opening.MOST_TABLES:
                    raise Refused("table.too_many", most=opening.MOST_TABLES)
                queries.add_table(c, table)
                return table.id
            found = deals.find_try(c, deal.id, person.id)
            assert found is not None
            return found.table

        name = await self._store.write(add, order=table.id, notes=(f"t:{table.id}",))
        # a server that died in between has left a table at which nothing has started
        return await self._dealer.start(name, lambda t: t.stage == "open" and not t.matches and seating.ready(t, person, None))

    async def may_look(self, deal: Deal, person: Person | None) -> bool:
        """Whether a person may see a deal's cards: they have played them, its day is over, or both tables of a duplicate are over."""
        if deal.kind == "duplicate":
            return await self._store.read(lambda c: sharing.is_over(c, deal))
        if deal.day is not None and deal.day < self.day:
            return True
        one = await self._store.read(lambda c: deals.find_try(c, deal.id, person.id)) if person else None
        return one is not None and one.ended is not None

    async def check_look(self, row: MatchRow, person: Person | None) -> None:
        """Refuse to show a match to a person who may still play its cards."""
        deal = await self.deal_of(row)
        if deal is None or await self.may_look(deal, person):
            return
        if deal.kind != "duplicate":
            raise Refused("deal.hidden", status=403)
        one = await self._store.read(lambda c: deals.find_try(c, deal.id, person.id)) if person else None
        if one is None or one.match != row.id:  # they have seen the match at their own table
            raise Refused("deal.other_playing", status=403)

    async def check_sit(self, table: Table, person: Person) -> None:
        """Refuse a seat at a practice table to a person who may still play its cards."""
        if table.practice is None or table.seat_of(person.id) is not None:
            return
        name = table.practice.match
        row = await self._store.read(lambda c: queries.find_match(c, name))
        if row is not None:
            await self.check_look(row, person)

    async def deal_of(self, row: MatchRow) -> Deal | None:
        """Find the deal whose cards a match has, if others play them too."""
        return await self._store.read(lambda c: deals.of_match(c, row))

    async def check_share(self, row: MatchRow) -> None:
        """Refuse to share cards that are still being played at the other table of a duplicate."""
        if row.deal is not None:
            deal = await self.find(row.deal)
            if deal.kind == "duplicate" and not await self.may_look(deal, None):
                raise Refused("deal.other_playing", status=403)

    async def for_record(self, row: MatchRow) -> dict[str, Any]:
        """Return a record's part about a deal of the day, for `seaboard verify`; the key only once the day is over."""
        deal = await self.find(row.deal) if row.deal else None
        if deal is None or deal.day is None:
            return {}
        key = await self.revealed(deal.day)
        return {"daily": {"day": deal.day, "commitment": await self.commitment(deal.day), **({"key": key} if key else {})}}


def _challenge(game: str, seats: int, options: dict[str, Any], seed: str, chairs: list[str | None], person: Person, *, rules: int) -> Deal:
    return Deal(
        id=ids.new_id("d"),
        kind="challenge",
        game=game,
        rules=rules,
        seats=seats,
        options=options,
        seed=seed,
        chairs=chairs,
        made=time.time(),
        maker=person.id,
        maker_name=person.name,
    )


def _table_for(deal: Deal, person: Person, language: str | None) -> Table:
    return Table(
        id=ids.new_id("t"),
        game=deal.game,
        seats=deal.seats,
        options=deal.options,
        maker=person.id,
        maker_name=person.name,
        chairs=[Chair(person=person.id, name=person.name) if level is None else Chair(level=level) for level in deal.chairs],
        chat=False,
        language=language,
        deal=deal.shared,
    )
