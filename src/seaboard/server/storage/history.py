"""A person's history: pages of finished matches, and what they add up to."""

from typing import Literal

import sqlalchemy as sa
from msgspec import Struct
from sqlalchemy.engine import Connection

from seaboard.server.protocol import Ended
from seaboard.server.storage import finished, schema
from seaboard.server.storage.rows import Finished

PAGE = 20
"""Matches on a page."""
REVIEWED = 200
"""Reviewed matches whose error rates are shown: the last ones."""
_p = schema.played


class Wanted(Struct, frozen=True):
    """Which matches: those that fit all of it."""

    game: str = ""
    result: Literal["", "won", "lost"] = ""
    level: str = ""  # of the strongest bot; "people" for matches without any
    search: str = ""  # in the names of others


class Played(Struct, frozen=True):
    """A match in somebody's history."""

    match: str
    game: str
    at: float
    seat: int
    ended: Ended
    why: str
    won: bool
    place: int
    luck: float | None
    error_rate: float | None
    mean: float | None
    spread: float | None
    match_as_known: Finished


class Tally(Struct, frozen=True):
    """How often somebody has played, and won, in one way."""

    game: str
    seats: int
    level: str
    matches: int
    won: int


class Streak(Struct, frozen=True):
    """Matches of a game won in a row: until now, and at best."""

    game: str
    now: int
    best: int


class Peak(Struct, frozen=True):
    """A match that stands out in somebody's history."""

    kind: Literal["longest", "best", "luckiest"]
    match: str
    game: str
    at: float
    value: float


class Reviewed(Struct, frozen=True):
    """What a review has found out about a match of somebody's."""

    match: str
    game: str
    at: float
    error_rate: float


def page(c: Connection, person: str, wanted: Wanted, after: tuple[float, str] | None) -> list[Played]:
    """The next matches, newest first, one more than a page if there are more; `after` is the last one of the page before."""
    query = sa.select(_p, schema.finished.c.doc).join(schema.finished, schema.finished.c.match_id == _p.c.match_id)
    query = query.where(_p.c.person == person, *_conditions(wanted))
    if after is not None:
        query = query.where(sa.tuple_(_p.c.at, _p.c.match_id) < sa.tuple_(*map(sa.literal, after)))
    rows = c.execute(query.order_by(_p.c.at.desc(), _p.c.match_id.desc()).limit(PAGE + 1))
    return [_played(row) for row in rows.mappings()]


def _conditions(wanted: Wanted) -> list[sa.ColumnElement[bool]]:
    found: list[sa.ColumnElement[bool]] = []
    if wanted.game:
        found.append(_p.c.game == wanted.game)
    if wanted.result:
        found.append(_p.c.won.is_(wanted.result == "won"))
    if wanted.level:
        found.append(_p.c.level == ("" if wanted.level == "people" else wanted.level))
    if wanted.search:
        found.append(_p.c.others.contains(wanted.search.casefold(), autoescape=True))
    return found


def _played(row: sa.RowMapping) -> Played:
    names = [name for name in Played.__struct_fields__ if name not in {"match", "match_as_known"}]
    return Played(row["match_id"], **{name: row[name] for name in names}, match_as_known=finished.read(row["doc"]))


def _counted(person: str) -> list[sa.ColumnElement[bool]]:
    """What is added up: everything but practice and matches that nobody finished."""
    return [_p.c.person == person, _p.c.ended == "over", _p.c.why != "practice"]


def tallies(c: Connection, person: str) -> list[Tally]:
    """How often a person has played and won, by game, seats and the bots' level."""
    ways = (_p.c.game, _p.c.seats, _p.c.level)
    won = sa.func.sum(sa.case((_p.c.won, 1), else_=0))
    query = sa.select(*ways, sa.func.count(), won).where(*_counted(person)).group_by(*ways).order_by(*ways)
    return [Tally(*row) for row in c.execute(query)]


def streaks(c: Connection, person: str) -> list[Streak]:
    """Matches won in a row, by game."""
    order = (_p.c.at, _p.c.match_id)
    apart = sa.func.row_number().over(partition_by=_p.c.game, order_by=order)
    together = sa.func.row_number().over(partition_by=(_p.c.game, _p.c.won), order_by=order)
    runs = sa.select(_p.c.game, _p.c.won, _p.c.at, (apart - together).label("run")).where(*_counted(person)).subquery()
    rows = sa.select(runs.c.game, sa.func.count().label("n"), sa.func.max(runs.c.at).label("at")).where(runs.c.won)
    wins = rows.group_by(runs.c.game, runs.c.run).subquery()
    last = sa.select(_p.c.game, sa.func.max(_p.c.at).label("at")).where(*_counted(person)).group_by(_p.c.game).subquery()
    now = sa.func.max(sa.case((wins.c.at == last.c.at, wins.c.n), else_=0))
    query = sa.select(wins.c.game, now, sa.func.max(wins.c.n)).join(last, last.c.game == wins.c.game)
    return [Streak(*row) for row in c.execute(query.group_by(wins.c.game).order_by(wins.c.game))]


def peaks(c: Connection, person: str) -> list[Peak]:
    """The longest, the best and the luckiest match of a person in each game, of those that have one."""
    found = []
    measures: tuple[tuple[Literal["longest", "best", "luckiest"], sa.ColumnElement[float]], ...] = (
        ("longest", _p.c.moves),
        ("best", _p.c.margin),
        ("luckiest", _p.c.luck),
    )
    for kind, measure in measures:
        place = sa.func.row_number().over(partition_by=_p.c.game, order_by=(measure.desc(), _p.c.at.desc()))
        ranked = sa.select(_p.c.match_id, _p.c.game, _p.c.at, measure.label("value"), place.label("place"))
        rows = ranked.where(*_counted(person), measure.is_not(None)).subquery()
        columns = (rows.c.match_id, rows.c.game, rows.c.at, rows.c.value)
        found += [Peak(kind, *row) for row in c.execute(sa.select(*columns).where(rows.c.place == 1).order_by(rows.c.game))]
    return found


def reviewed(c: Connection, person: str) -> list[Reviewed]:
    """A person's error rates, oldest first."""
    query = sa.select(_p.c.match_id, _p.c.game, _p.c.at, _p.c.error_rate).where(_p.c.person == person, _p.c.error_rate.is_not(None))
    return [Reviewed(*row) for row in c.execute(query.order_by(_p.c.at.desc()).limit(REVIEWED))][::-1]


def move(c: Connection, old: str, new: str) -> None:
    """One person turns out to be another. Where both played in the same match, it is in their history once."""
    theirs = sa.select(_p.c.match_id).where(_p.c.person == new).scalar_subquery()
    c.execute(_p.delete().where(_p.c.person == old, _p.c.match_id.in_(theirs)))
    c.execute(_p.update().where(_p.c.person == old).values(person=new))
