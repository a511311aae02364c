"""A person's history: pages of finished matches, and totals."""

from typing import Literal, get_args

import sqlalchemy as sa
from msgspec import Struct
from sqlalchemy.engine import Connection

from seaboard.server.protocol import Ended
from seaboard.server.storage import schema
from seaboard.server.storage.matches import finished
from seaboard.server.storage.rows import Finished

PAGE = 20
"""Matches on a page."""
REVIEWED = 200
"""Reviewed matches whose error rates are shown: the last ones."""
_p = schema.played

PeakKind = Literal["longest", "best", "luckiest"]


class Wanted(Struct, frozen=True):
    """A filter for matches, which must meet all conditions."""

    game: str = ""
    result: Literal["", "won", "lost"] = ""
    level: str = ""  # of the strongest bot; "people" for matches without any
    search: str = ""  # searched in others' names


class Played(Struct, frozen=True):
    """A match in a person's history."""

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
    """How often a person has played and won, in one category."""

    game: str
    seats: int
    level: str
    matches: int
    won: int


class Streak(Struct, frozen=True):
    """Matches of a game won in a row: currently, and at best."""

    game: str
    now: int
    best: int


class Peak(Struct, frozen=True):
    """A match that stands out in a person's history."""

    kind: PeakKind
    match: str
    game: str
    at: float
    value: float


class Reviewed(Struct, frozen=True):
    """What a review has found about a person's match."""

    match: str
    game: str
    at: float
    error_rate: float


def page(c: Connection, person: str, wanted: Wanted, after: tuple[float, str] | None) -> list[Played]:
    """Return the next matches, newest first, one more than a page if there are more; `after` is the last one of the previous page."""
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
        found += [_p.c.others != sa.literal_column("''"), _p.c.others.contains(wanted.search.casefold(), autoescape=True)]
    return found


def _played(row: sa.RowMapping) -> Played:
    names = [name for name in Played.__struct_fields__ if name not in {"match", "match_as_known"}]
    return Played(row["match_id"], **{name: row[name] for name in names}, match_as_known=finished.read(row["doc"]))


class Totals(Struct, frozen=True):
    """Totals of a person's history."""

    tallies: list[Tally]
    streaks: list[Streak]
    peaks: list[Peak]


def totals(c: Connection, person: str) -> Totals:
    """Compute totals without practice and unfinished matches, reading them once, which is faster than one query per sum."""
    columns = (_p.c.game, _p.c.seats, _p.c.level, _p.c.won, _p.c.moves, _p.c.margin, _p.c.luck, _p.c.at, _p.c.match_id)
    query = sa.select(*columns).where(_p.c.person == person, _p.c.ended == "over", _p.c.why != "practice")
    tallies: dict[tuple[str, int, str], list[int]] = {}
    streaks: dict[str, list[int]] = {}
    peaks: dict[tuple[PeakKind, str], Peak] = {}
    cursor = c.execute(query.order_by(_p.c.at, _p.c.match_id)).cursor
    assert cursor is not None, "a SELECT has rows"
    # Plain rows from the driver: for a long history, making an object of each row takes a third of the time.
    for game, seats, level, won, moves, margin, luck, at, match in cursor.fetchall():
        tally = tallies.setdefault((game, seats, level), [0, 0])
        tally[0] += 1
        tally[1] += won
        streak = streaks.setdefault(game, [0, 0])
        streak[0] = streak[0] + 1 if won else 0
        streak[1] = max(streak)
        kind: PeakKind
        lucky = luck if luck is not None and luck > 0 else None
        for kind, value in (("longest", moves), ("best", margin), ("luckiest", lucky)):
            if value is not None and ((kind, game) not in peaks or value >= peaks[kind, game].value):
                peaks[kind, game] = Peak(kind, match, game, at, value)
    return Totals(
        [Tally(*way, *tallies[way]) for way in sorted(tallies)],
        [Streak(game, *streaks[game]) for game in sorted(streaks) if streaks[game][1]],
        [peaks[key] for kind in get_args(PeakKind) for key in sorted(peaks) if key[0] == kind],
    )


def reviewed(c: Connection, person: str) -> list[Reviewed]:
    """Return a person's error rates, oldest first."""
    query = sa.select(_p.c.match_id, _p.c.game, _p.c.at, _p.c.error_rate).where(_p.c.person == person, _p.c.error_rate.is_not(None))
    return [Reviewed(*row) for row in c.execute(query.order_by(_p.c.at.desc()).limit(REVIEWED))][::-1]


def move(c: Connection, old: str, new: str) -> None:
    """Merge two people. A match that both played in appears in their history once."""
    theirs = sa.select(_p.c.match_id).where(_p.c.person == new).scalar_subquery()
    c.execute(_p.delete().where(_p.c.person == old, _p.c.match_id.in_(theirs)))
    c.execute(_p.update().where(_p.c.person == old).values(person=new))
