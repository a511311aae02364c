"""Deals that are played more than once, people's tries, and bots' tries: functions over a connection, called through `Store`."""

import time
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import msgspec
import sqlalchemy as sa
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.engine import Connection

from seaboard.games import has_rules
from seaboard.server.protocol import Ended
from seaboard.server.storage import queries, schema
from seaboard.server.storage.matches import rating
from seaboard.server.storage.rows import Deal, MatchRow, Try

_d, _t, _b, _p = schema.deals, schema.tries, schema.bot_tries, schema.people
LEASE = 900.0
"""Seconds after which a server that lets bots play a deal, and hasn't said so since, is considered gone."""
LISTED = 100
_ENCODED = ("options", "chairs", "tables")
_results = msgspec.json.Decoder(list[tuple[int, int]])

# ---- Deals ---------------------------------------------------------------------------------------


def add(c: Connection, deal: Deal) -> None:
    """Add a deal; a second deal for the same day and game is ignored."""
    row = msgspec.structs.asdict(deal)
    row |= {name: msgspec.json.encode(row[name]).decode() for name in _ENCODED}
    _insert_first(c, _d, row)


def find(c: Connection, deal: str) -> Deal | None:
    """Find a deal by its id."""
    return _deal(c.execute(sa.select(_d).where(_d.c.id == deal)).mappings().first())


def lock(c: Connection, deal: str) -> None:
    """Lock a duplicate, so that nobody else takes a seat in it until this transaction is over."""
    c.execute(sa.select(_d.c.id).where(_d.c.id == deal).with_for_update())


def delete(c: Connection, deal: str) -> None:
    """Delete a deal that nobody has played."""
    is_tried = sa.exists().where(_t.c.deal_id == _d.c.id)
    c.execute(_d.delete().where(_d.c.id == deal, ~is_tried))


def of_person(c: Connection, person: str, most: int) -> list[Deal]:
    """Return the challenges and duplicates that a person has made or taken part in, newest first."""
    is_tried = _d.c.id.in_(sa.select(_t.c.deal_id).where(_t.c.person == person, _t.c.day.is_(None)))
    query = sa.select(_d).where(sa.or_(_d.c.maker == person, is_tried), _d.c.day.is_(None)).order_by(_d.c.made.desc())
    return [deal for row in c.execute(query.limit(most)).mappings() if (deal := _deal(row))]


def of_day(c: Connection, day: str) -> dict[str, Deal]:
    """Return the deals of a day, by game."""
    found = (_deal(row) for row in c.execute(sa.select(_d).where(_d.c.day == day)).mappings())
    return {deal.game: deal for deal in found if deal}


def find_of_match(c: Connection, match: str) -> Deal | None:
    """Find the deal that was made from a match, or that it was played with."""
    return _deal(c.execute(sa.select(_d).join(_t, _t.c.deal_id == _d.c.id).where(_t.c.match_id == match)).mappings().first())


def of_match(c: Connection, row: MatchRow) -> Deal | None:
    """Find the deal whose cards a match has: it is played with that deal, or a challenge was made from it or from the match it plays on
    from.
    """
    found: MatchRow | None = row
    while found is not None:
        deal = find(c, found.deal) if found.deal else find_of_match(c, found.id)
        if deal is not None or found.origin is None:
            return deal
        found = queries.find_match(c, found.origin)
    return None


def _deal(row: sa.RowMapping | None) -> Deal | None:
    if row is None:
        return None
    fields: dict[str, Any] = {name: row[name] for name in Deal.__struct_fields__}
    fields |= {name: msgspec.json.decode(row[name]) for name in _ENCODED}
    return Deal(**fields)


# ---- Tries ---------------------------------------------------------------------------------------


def begin(c: Connection, one: Try) -> bool:
    """Begin a person's try; return False if they already have one, here or on another server."""
    return _insert_first(c, _t, _columns(one))


def _columns(one: Try) -> dict[str, Any]:
    row = msgspec.structs.asdict(one)
    del row["name"]  # people have theirs
    return {{"deal": "deal_id", "table": "table_id", "match": "match_id"}.get(name, name): value for name, value in row.items()}


def set_match(c: Connection, table: str, match: str) -> None:
    """Set the match of a try."""
    c.execute(_t.update().where(_t.c.table_id == table, _t.c.match_id.is_(None)).values(match_id=match))


def end(c: Connection, match: str, ended: Ended, results: Sequence[tuple[int, int, int]] = ()) -> None:
    """End a person's try: with a place, a margin and a score for each seat, if it was played to its end."""
    for person, seat in c.execute(sa.select(_t.c.person, _t.c.seat).where(_t.c.match_id == match)).all():
        place, margin, score = results[seat] if results else (None, None, None)
        mine = _t.update().where(_t.c.match_id == match, _t.c.person == person)
        c.execute(mine.values(ended=ended, at=time.time(), place=place, margin=margin, score=score))


def find_try(c: Connection, deal: str, person: str) -> Try | None:
    """Find a person's try at a deal."""
    row = c.execute(_tries().where(_t.c.deal_id == deal, _t.c.person == person)).first()
    return _try(row) if row else None


def tries_of(c: Connection, person: str, deals: Iterable[str]) -> dict[str, Try]:
    """Return a person's tries at these deals."""
    rows = c.execute(_tries().where(_t.c.person == person, _t.c.deal_id.in_(list(deals))))
    return {one.deal: one for one in map(_try, rows)}


def ranked(c: Connection, deal: str, most: int = LISTED) -> list[Try]:
    """Return the best tries at a deal, best first; of equal ones the earlier first."""
    query = _tries().where(_t.c.deal_id == deal, _t.c.place.is_not(None))
    return [_try(row) for row in c.execute(query.order_by(_t.c.place, _t.c.margin.desc(), _t.c.at).limit(most))]


def unranked(c: Connection, deal: str, most: int = LISTED) -> list[Try]:
    """Return the tries at a deal that are not finished."""
    query = _tries().where(_t.c.deal_id == deal, _t.c.place.is_(None))
    return [_try(row) for row in c.execute(query.order_by(_t.c.started).limit(most))]


def count(c: Connection, deals: Iterable[str]) -> dict[str, int]:
    """Count how many have finished each of these deals."""
    query = sa.select(_t.c.deal_id, sa.func.count()).where(_t.c.deal_id.in_(list(deals)), _t.c.place.is_not(None))
    return {row[0]: row[1] for row in c.execute(query.group_by(_t.c.deal_id))}


def count_begun(c: Connection, deals: Iterable[str]) -> dict[str, int]:
    """Count how many have begun each of these deals without finishing it."""
    query = sa.select(_t.c.deal_id, sa.func.count()).where(_t.c.deal_id.in_(list(deals)), _t.c.ended.is_(None))
    return {row[0]: row[1] for row in c.execute(query.group_by(_t.c.deal_id))}


def rank(c: Connection, one: Try) -> tuple[int, int]:
    """Count how many did better at a deal, and how many did equally well (including themselves)."""
    better = sa.or_(_t.c.place < one.place, sa.and_(_t.c.place == one.place, _t.c.margin > one.margin))
    same = sa.and_(_t.c.place == one.place, _t.c.margin == one.margin)
    query = sa.select(sa.func.count()).where(_t.c.deal_id == one.deal)
    return c.execute(query.where(better)).scalar_one(), c.execute(query.where(same)).scalar_one()


def days_of(c: Connection, person: str, most: int = 1000) -> list[str]:
    """Return the days on which a person has finished a deal, latest first."""
    query = sa.select(_t.c.day).where(_t.c.person == person, _t.c.day.is_not(None), _t.c.place.is_not(None))
    return [str(day) for day in c.execute(query.distinct().order_by(_t.c.day.desc()).limit(most)).scalars()]


def _tries() -> sa.Select[Any]:
    columns = [_t.c[name] for name in ("deal_id", "person", "seat", "table_id", "started", "day", "match_id", "ended", "at")]
    return sa.select(*columns, _t.c.place, _t.c.margin, _t.c.score, _p.c.name).outerjoin(_p, _p.c.id == _t.c.person)


def _try(row: Any) -> Try:
    return Try(
        deal=row.deal_id,
        person=row.person,
        name=row.name or "",
        seat=row.seat,
        table=row.table_id,
        started=row.started,
        day=row.day,
        match=row.match_id,
        ended=row.ended,
        at=row.at,
        place=row.place,
        margin=row.margin,
        score=row.score,
    )


def duplicates_of(c: Connection, one: str, other: str) -> list[tuple[str, str]]:
    """Return the tables of duplicates that two people play, one at each table."""
    a, b = _t.alias(), _t.alias()
    query = sa.select(a.c.table_id, b.c.table_id.label("other_id")).join(b, b.c.deal_id == a.c.deal_id).join(_d, _d.c.id == a.c.deal_id)
    query = query.where(a.c.person == one, b.c.person == other, _d.c.kind == "duplicate", a.c.ended.is_(None), b.c.ended.is_(None))
    return [(row.table_id, row.other_id) for row in c.execute(query)]


def move(c: Connection, old: str, new: str) -> None:
    """Merge two people: of two tries at a deal the earlier counts."""
    mine, theirs = ({row.deal_id: row for row in c.execute(sa.select(_t).where(_t.c.person == one)).all()} for one in (new, old))
    for deal, one in theirs.items():
        other = mine.get(deal)
        is_earlier = other is None or one.started < other.started
        late = other if is_earlier else one
        if late is not None:
            c.execute(_t.delete().where(_t.c.deal_id == deal, _t.c.person == late.person))
            if late.match_id is not None:
                rating.discount(c, late.match_id, why="practice")
        if is_earlier:
            c.execute(_t.update().where(_t.c.deal_id == deal, _t.c.person == old).values(person=new))
    c.execute(_d.update().where(_d.c.maker == old).values(maker=new))


# ---- Bots' tries ---------------------------------------------------------------------------------


def bots_of(c: Connection, deal: str) -> dict[str, list[tuple[int, int]]]:
    """The place and the margin of each bot's try at a deal, by level."""
    rows = c.execute(sa.select(_b.c.level, _b.c.results).where(_b.c.deal_id == deal))
    return {level: _results.decode(results) for level, results in rows}


def is_wanted(c: Connection, days: Sequence[str], now: float, server: str, wanted: int) -> bool:
    """Whether a person has begun a deal of these days that fewer bots have played than wanted; called often, so it locks nothing."""
    is_free = sa.or_(_d.c.server.is_(None), _d.c.server == server, _d.c.server_at < now - LEASE)
    is_tried = sa.exists().where(_t.c.deal_id == _d.c.id)
    played = sa.select(sa.func.coalesce(sa.func.sum(_b.c["count"]), 0)).where(_b.c.deal_id == _d.c.id).scalar_subquery()
    query = sa.select(_d.c.id).where(_d.c.day.in_(days), is_free, is_tried, played < wanted)
    return c.execute(query.limit(1)).first() is not None


def claim(c: Connection, server: str, days: Sequence[str], wanted: Mapping[str, int]) -> tuple[Deal, str, int] | None:
    """Claim a deal of these days that a person has begun, for this server's bots to play next: at which level, and from which number on.

    `wanted` says how often bots of each level should play it.
    """
    levels = list(wanted)
    is_free = sa.or_(_d.c.server.is_(None), _d.c.server == server, _d.c.server_at < time.time() - LEASE)
    is_tried = sa.exists().where(_t.c.deal_id == _d.c.id)
    rows = c.execute(sa.select(_d).where(_d.c.day.in_(days), is_free, is_tried).order_by(_d.c.day.desc(), _d.c.made).with_for_update())
    found: list[tuple[int, int, int, Deal]] = []
    for row in rows.mappings().all():
        deal = _deal(row)
        if deal is None or not has_rules(deal.game, deal.rules):
            continue
        done: dict[str, int] = {one[0]: one[1] for one in c.execute(sa.select(_b.c.level, _b.c["count"]).where(_b.c.deal_id == deal.id))}
        missing = [(done.get(level, 0), place) for place, level in enumerate(levels) if done.get(level, 0) < wanted[level]]
        if missing:
            found.append((days.index(str(deal.day)), *min(missing), deal))
    if not found:
        return None
    _, number, level, deal = min(found, key=lambda one: one[:3])
    c.execute(_d.update().where(_d.c.id == deal.id).values(server=server, server_at=time.time()))
    return deal, levels[level], number


def keep_bots(c: Connection, deal: str, level: str, first: int, results: Sequence[tuple[int, int]]) -> None:
    """Store more bots' tries at a deal, after the `first` ones; another server may have been faster."""
    row = c.execute(sa.select(_b.c.results).where(_b.c.deal_id == deal, _b.c.level == level).with_for_update()).first()
    known = _results.decode(row.results) if row else []
    if len(known) != first:
        return
    values = {"count": first + len(results), "results": msgspec.json.encode([*known, *results]).decode()}
    if row:
        c.execute(_b.update().where(_b.c.deal_id == deal, _b.c.level == level).values(values))
    else:
        _insert_first(c, _b, {"deal_id": deal, "level": level, **values})


def _insert_first(c: Connection, table: sa.Table, row: dict[str, Any]) -> bool:
    """Add a row unless its key exists: the second to come, on whichever server, finds it there."""
    insert = postgresql.insert if c.dialect.name == "postgresql" else sqlite.insert
    added = insert(table).values(**row).on_conflict_do_nothing().returning(*table.primary_key)  # some drivers count no rows
    return c.execute(added).first() is not None
