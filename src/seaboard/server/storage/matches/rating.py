"""People's ratings in the database, and who is listed on leaderboards."""

import time

import sqlalchemy as sa
from msgspec import Struct
from sqlalchemy.engine import Connection

from seaboard import locales
from seaboard.server.storage import schema
from seaboard.server.storage.matches import finished
from seaboard.server.storage.rows import Finished

PAGE = 50
"""People on a page of a leaderboard."""
SURE = 1.959964
"""Spreads below the mean that a rating surely has, by which people are listed."""
NAMELESS = frozenset(locales.texts(language, "page")["guest.name"] for language in locales.LANGUAGES)
"""The page's name for a person who has not given one."""
_r = schema.ratings


class Rating(Struct, frozen=True):
    """A person's rating in a game, and its number of matches."""

    game: str
    mean: float
    spread: float
    matches: int


class Ranked(Struct, frozen=True):
    """A line of a leaderboard."""

    person: str
    name: str
    low: float
    rating: Rating


def lock(c: Connection) -> None:
    """Let no other server change ratings until this transaction is over; SQLite has one writer anyway."""
    if c.dialect.name == "postgresql":
        c.execute(sa.text("SELECT pg_advisory_xact_lock(7325333)"))


def next_unrated(c: Connection) -> Finished | None:
    """Return the first match that ended and has not been rated; matches that everyone left come last, because they take longer."""
    f, m = schema.finished, schema.matches
    is_left = sa.case((m.c.ended == "abandoned", 1), else_=0)
    query = sa.select(f.c.doc).outerjoin(m, m.c.id == f.c.match_id).where(f.c.rated.is_(None))
    doc = c.execute(query.order_by(is_left, f.c.at).limit(1)).scalar()
    return finished.read(doc) if doc else None


def note(c: Connection, found: Finished, *, why: str) -> bool:
    """Mark a match as rated; return False if another server was faster."""
    f, p = schema.finished, schema.played
    done = f.update().where(f.c.match_id == found.match, f.c.rated.is_(None)).values(rated=why == finished.COUNTS, why=why)
    if not c.execute(done).rowcount:
        return False
    if why:
        c.execute(p.update().where(p.c.match_id == found.match).values(why=why))
    return True


def of(c: Connection, game: str, person: str) -> Rating | None:
    """A person's rating."""
    row = c.execute(sa.select(_r.c.game, _r.c.mean, _r.c.spread, _r.c.matches).where(_r.c.game == game, _r.c.person == person)).first()
    return Rating(*row) if row else None


def all_of(c: Connection, person: str) -> list[Rating]:
    """A person's ratings."""
    query = sa.select(_r.c.game, _r.c.mean, _r.c.spread, _r.c.matches).where(_r.c.person == person, _r.c.matches > 0)
    return [Rating(*row) for row in c.execute(query.order_by(_r.c.game))]


def put(c: Connection, person: str, rating: Rating, *, stale: bool = False) -> None:
    """Store a person's rating."""
    listed = _may_list(c, person)
    if listed is None:
        return  # they have been deleted meanwhile
    values = {
        "mean": rating.mean,
        "spread": rating.spread,
        "low": low(rating),
        "matches": rating.matches,
        "at": time.time(),
        "listed": listed and rating.matches > 0,
        "stale": stale,
    }
    if not c.execute(_r.update().where(_r.c.game == rating.game, _r.c.person == person).values(**values)).rowcount:
        c.execute(_r.insert().values(game=rating.game, person=person, **values))


def low(rating: Rating) -> float:
    """Return the lower end of a rating's interval."""
    return rating.mean - SURE * rating.spread


def note_played(c: Connection, match: str, person: str, mean: float, spread: float) -> None:
    """A person's rating after a match, for their history."""
    p = schema.played
    c.execute(p.update().where(p.c.match_id == match, p.c.person == person).values(mean=mean, spread=spread))


def discount(c: Connection, match: str, *, why: str) -> None:
    """Stop counting a finished match: ratings that include it have to be recomputed."""
    f, p = schema.finished, schema.played
    game = c.execute(sa.select(f.c.game).where(f.c.match_id == match)).scalar()
    if game is None:
        return
    c.execute(f.update().where(f.c.match_id == match).values(rated=False, why=why))
    c.execute(p.update().where(p.c.match_id == match).values(why=why, mean=None, spread=None))
    people = list(finished.people_of(c, match).values())
    c.execute(_r.update().where(_r.c.game == game, _r.c.person.in_(people)).values(stale=True))


# ---- Leaderboards --------------------------------------------------------------------------------


def leaderboard(c: Connection, game: str, after: tuple[float, str] | None) -> list[Ranked]:
    """Return the next people of a leaderboard, one more than a page if there are more; `after` is the last one of the previous page."""
    p = schema.people
    query = sa.select(_r.c.person, p.c.name, _r.c.low, _r.c.mean, _r.c.spread, _r.c.matches).join(p, p.c.id == _r.c.person)
    query = query.where(_r.c.game == game, _r.c.listed.is_(True))
    if after is not None:
        query = query.where(sa.tuple_(_r.c.low, _r.c.person) < sa.tuple_(*map(sa.literal, after)))
    rows = c.execute(query.order_by(_r.c.low.desc(), _r.c.person.desc()).limit(PAGE + 1))
    return [Ranked(row.person, row.name, row.low, Rating(game, row.mean, row.spread, row.matches)) for row in rows]


def place_of(c: Connection, game: str, person: str) -> int | None:
    """A person's place on a leaderboard, from 1; None if they aren't on it."""
    mine = c.execute(sa.select(_r.c.low).where(_r.c.game == game, _r.c.person == person, _r.c.listed.is_(True))).scalar()
    if mine is None:
        return None
    key = sa.tuple_(_r.c.low, _r.c.person) > sa.tuple_(sa.literal(mine), sa.literal(person))
    query = sa.select(sa.func.count()).select_from(_r).where(_r.c.game == game, _r.c.listed.is_(True), key)
    return 1 + c.execute(query).scalar_one()


def is_listed(c: Connection, person: str) -> bool:
    """Whether leaderboards may show a person."""
    return bool(c.execute(sa.select(schema.people.c.listed).where(schema.people.c.id == person)).scalar())


def set_listed(c: Connection, person: str, listed: bool) -> None:
    """Set whether a person wants to be on leaderboards."""
    c.execute(schema.people.update().where(schema.people.c.id == person).values(listed=listed))
    relist(c, person)


def relist(c: Connection, person: str) -> None:
    """Update whether a person may be listed."""
    c.execute(_r.update().where(_r.c.person == person, _r.c.matches > 0).values(listed=bool(_may_list(c, person))))


def _may_list(c: Connection, person: str) -> bool | None:
    """Whether leaderboards show a person: if they want it and have a name; None if the person doesn't exist."""
    p = schema.people
    row = c.execute(sa.select(p.c.listed, p.c.name).where(p.c.id == person)).first()
    return None if row is None else row.listed and row.name not in NAMELESS


# ---- Two who turn out to be one ------------------------------------------------------------------


def move(c: Connection, old: str, new: str) -> None:
    """Merge two people; their ratings have to be recomputed."""
    for rating in all_of(c, old):
        known = of(c, rating.game, new)
        put(c, new, known or rating, stale=True)
    c.execute(_r.delete().where(_r.c.person == old))


def next_stale(c: Connection) -> tuple[str, str] | None:
    """Return a game and a person whose rating has to be recomputed."""
    row = c.execute(sa.select(_r.c.game, _r.c.person).where(sa.text("stale")).limit(1)).first()
    return (row.game, row.person) if row else None


def rated_matches(c: Connection, game: str, person: str) -> list[tuple[int, Finished]]:
    """Return the matches that a person's rating comes from, and their seats, oldest first."""
    p, f = schema.played, schema.finished
    query = sa.select(p.c.seat, f.c.doc).join(f, f.c.match_id == p.c.match_id)
    query = query.where(p.c.person == person, p.c.game == game, f.c.rated.is_(True)).order_by(p.c.at, p.c.match_id)
    return [(seat, finished.read(doc)) for seat, doc in c.execute(query)]
