"""Deals that are played more than once, as people are shown them."""

from sqlalchemy.engine import Connection as Database

from seaboard.bots.levels import current
from seaboard.games import GAMES
from seaboard.server.deals.shared import SharedDeals
from seaboard.server.http.deals import schemas
from seaboard.server.matches import days
from seaboard.server.matches.seat_standings import better_than
from seaboard.server.protocol import Person
from seaboard.server.storage.matches import deals
from seaboard.server.storage.people import known_people
from seaboard.server.storage.rows import Deal, Duplicate, Table, Try
from seaboard.server.storage.store import Store
from seaboard.server.tables import sharing
from seaboard.server.tables.sharing import has_rules

SHOWN = 50
"""How many tries are listed."""


async def daily(shared: SharedDeals, store: Store, person: Person | None) -> schemas.Daily:
    """Return today's deals, and yesterday's results."""
    day = shared.day
    found = await shared.today()
    before = days.day_after(day, -1)

    def read(c: Database) -> tuple[dict[str, Try], dict[str, int], list[schemas.Best], list[str], dict[str, int], bool]:
        ids = [deal.id for deal in found.values()]
        mine = deals.tries_of(c, person.id, ids) if person else {}
        ranks = {one.deal: deals.rank(c, one)[0] + 1 for one in mine.values() if one.place is not None}
        best = [one for deal in deals.of_day(c, before).values() if (one := _best(c, deal))]
        counts = person is not None and known_people.is_known(c, person.id, day, shared.now())
        return mine, deals.count(c, ids), best, deals.days_of(c, person.id) if person else [], ranks, counts

    mine, played, best, played_days, ranks, counts = await store.read(read)
    order = list(GAMES)
    games = [
        schemas.DailyDeal(
            game=deal.game,
            deal=deal.id,
            open=has_rules(deal),
            played=played.get(deal.id, 0),
            you=_own(mine.get(deal.id), ranks.get(deal.id)),
            of=deal.seats,
        )
        for deal in sorted(found.values(), key=lambda one: order.index(one.game) if one.game in order else len(order))
    ]
    keys = [await day_key(shared, one) for one in (before, day, days.day_after(day))]
    return schemas.Daily(day, days.end_of(day), days.streak(played_days, day), games, keys, best, counts)


async def day_key(shared: SharedDeals, day: str) -> schemas.DayKey:
    """Return the published key or commitment of a day."""
    return schemas.DayKey(day, await shared.commitment(day), await shared.revealed(day))


def _best(c: Database, deal: Deal) -> schemas.Best | None:
    first = next(iter(deals.ranked(c, deal.id, 1)), None)
    if first is None or first.place is None or first.score is None or first.match is None:
        return None
    return schemas.Best(deal.game, deal.id, first.name, first.place, first.score, first.match)


async def deal(shared: SharedDeals, store: Store, found: Deal, person: Person | None) -> schemas.Deal:
    """Return a deal; before a person has played it, only who has."""
    may_look = await shared.may_look(found, person)

    def read(c: Database) -> schemas.Deal:
        own = deals.find_try(c, found.id, person.id) if person else None
        rank = deals.rank(c, own)[0] + 1 if own and own.place is not None else None
        unended = [one for one in deals.unranked(c, found.id) if one.ended is None]
        is_for_friends = found.kind == "challenge"
        return schemas.Deal(
            id=found.id,
            kind=found.kind,
            day=found.day,
            game=found.game,
            seats=found.seats,
            options=found.options,
            chairs=[current(level) for level in found.chairs],
            maker=found.maker_name or None,
            made=found.made,
            open=has_rules(found) and (found.day is None or found.day == shared.day),
            you=None if found.kind == "duplicate" else _own(own, rank),
            played=deals.count(c, [found.id]).get(found.id, 0),
            tries=_listed(deals.ranked(c, found.id, SHOWN), person) if may_look and found.kind != "duplicate" else [],
            playing=[one.name for one in unended] if is_for_friends else [],
            bots=_levels(deals.bots_of(c, found.id), own, shared.bot_tries) if found.kind == "day" and shared.bot_tries else [],
            duplicate=_duplicate(sharing.tables_of(c, found), person, is_over=may_look) if found.kind == "duplicate" else None,
        )

    return await store.read(read)


async def own_deals(store: Store, person: Person) -> schemas.Deals:
    """Return a person's challenges and duplicates."""

    def read(c: Database) -> schemas.Deals:
        found = deals.of_person(c, person.id, SHOWN)
        names = [deal.id for deal in found]
        mine, played, begun = deals.tries_of(c, person.id, names), deals.count(c, names), deals.count_begun(c, names)
        return schemas.Deals(
            [
                schemas.DealListing(
                    id=deal.id,
                    kind=deal.kind,
                    game=deal.game,
                    maker=deal.maker_name or None,
                    yours=deal.maker == person.id,
                    made=deal.made,
                    open=has_rules(deal),
                    played=played.get(deal.id, 0),
                    playing=begun.get(deal.id, 0),
                    seats=deal.seats,
                    you=_own(mine.get(deal.id), None) if deal.kind == "challenge" else None,
                )
                for deal in found
            ]
        )

    return await store.read(read)


def _duplicate(pair: list[Table], person: Person | None, *, is_over: bool) -> schemas.Duplicate:
    """Return a duplicate; until both tables are over, only who sits where."""
    shown = [_duplicate_table(table, table.duplicate, person, is_over=is_over) for table in pair if table.duplicate]
    totals = [one.totals for one in shown if one.totals is not None]
    return schemas.Duplicate(
        tables=shown,
        over=is_over,
        totals=[sum(both) for both in zip(*totals, strict=True)] if len(totals) == 2 else None,
        side=next((chair.side for one in shown for chair in one.chairs if chair.you), None),
        next=next((table.duplicate.next for table in pair if table.duplicate and table.duplicate.next), None),
    )


def _duplicate_table(table: Table, duplicate: Duplicate, person: Person | None, *, is_over: bool) -> schemas.DuplicateTable:
    result = table.results[-1] if table.results and is_over else None
    scores = result.scores if result and result.ended == "over" else []
    who = person.id if person else None
    people = table.results[-1].people if table.results else [chair.person or chair.gave_up for chair in table.chairs]
    names = table.results[-1].names if table.results else [chair.name for chair in table.chairs]
    return schemas.DuplicateTable(
        table=table.id,
        stage=table.stage,
        chairs=[
            schemas.DuplicateChair(
                name=names[seat],
                level=current(chair.level),
                side=side,
                you=who is not None and who in {people[seat], chair.gave_up},
                score=scores[seat] if scores else None,
            )
            for seat, (chair, side) in enumerate(zip(table.chairs, duplicate.sides, strict=True))
        ],
        match=result.match if result else None,
        ended=result.ended if result else None,
        totals=duplicate.totals(scores) if scores else None,
    )


def _listed(tries: list[Try], person: Person | None) -> list[schemas.Try]:
    shown: list[schemas.Try] = []
    for number, one in enumerate(tries):
        is_equal = number > 0 and (one.place, one.margin) == (tries[number - 1].place, tries[number - 1].margin)
        rank = shown[-1].rank if is_equal else number + 1
        shown.append(_shown(one, is_you=person is not None and one.person == person.id, rank=rank))
    return shown


def _own(one: Try | None, rank: int | None) -> schemas.Try | None:
    return None if one is None else _shown(one, is_you=True, rank=rank)


def _shown(one: Try, *, is_you: bool, rank: int | None) -> schemas.Try:
    return schemas.Try(
        name=one.name,
        you=is_you,
        table=one.table if is_you else None,
        match=one.match,
        ended=one.ended,
        at=one.at,
        place=one.place,
        score=one.score,
        rank=rank,
    )


def _levels(played: dict[str, list[tuple[int, int]]], own: Try | None, wanted: dict[str, int]) -> list[schemas.LevelTries]:
    shown = []
    for level, count in wanted.items():
        others = played.get(level, [])
        better = None
        if others and own is not None and own.place is not None and own.margin is not None:
            better = better_than(own.place, own.margin, others)
        shown.append(schemas.LevelTries(level, len(others), count, better))
    return shown
