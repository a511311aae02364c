"""Finished matches for histories and ratings: written with a match's last move, so that none is missed or counted twice."""

from collections.abc import Sequence

import msgspec
import sqlalchemy as sa
from sqlalchemy.engine import Connection

from seaboard.bots.levels import LEVELS, current
from seaboard.server.storage import schema
from seaboard.server.storage.people import known_people
from seaboard.server.storage.rows import Finished, Result, Table

COUNTS = ""
"""Why a match counts for no rating, of one that does."""
_finished = msgspec.json.Decoder(Finished)


def add(c: Connection, table: Table) -> None:
    """Add a table's last match to the histories of everyone who played in it, including those who gave up their seat."""
    result = table.results[-1]
    people = _people(table)
    e = schema.entries
    moves = c.execute(sa.select(sa.func.count()).where(e.c.match_id == result.match, e.c.action >= 0)).scalar_one()
    found = Finished(
        match=result.match,
        game=table.game,
        at=result.at,
        ended=result.ended,
        names=result.names,
        levels=[None if person else chair.level for person, chair in zip(people, table.chairs, strict=True)],
        winners=result.winners,
        scores=result.scores,
        moves=moves,
        gave_up=[seat for seat, chair in enumerate(table.chairs) if chair.gave_up],
    )
    if any(people):
        insert(c, found, people, table=table.id, why=_why_not(c, table, result))


def _people(table: Table) -> list[str | None]:
    """Return whose seats they were at the end: nobody's twice, even if two people who have since been merged sat there."""
    found: list[str | None] = [chair.person for chair in table.chairs]
    for seat, chair in enumerate(table.chairs):
        if chair.gave_up and chair.gave_up not in found:
            found[seat] = chair.gave_up
    return found


def insert(c: Connection, found: Finished, people: Sequence[str | None], *, table: str, why: str) -> None:
    """Write a finished match, for all and for each person, unless it is already there."""
    f = schema.finished
    if c.execute(sa.select(f.c.match_id).where(f.c.match_id == found.match)).scalar():
        return
    values = {"match_id": found.match, "table_id": table, "game": found.game, "at": found.at, "why": why, "doc": _written(found)}
    c.execute(f.insert().values(rated=None if why == COUNTS else False, **values))
    rows = [{"person": person, "why": why, **_row(found, seat)} for seat, person in enumerate(people) if person]
    c.execute(schema.played.insert(), rows)


def _row(found: Finished, seat: int) -> dict[str, object]:
    return {
        "at": found.at,
        "match_id": found.match,
        "game": found.game,
        "seat": seat,
        "seats": len(found.levels),
        "level": _strongest(found.levels),
        "others": search_text(found, seat),
        "ended": found.ended,
        "moves": found.moves,
        **result_of(found, seat),
    }


def result_of(found: Finished, seat: int) -> dict[str, object]:
    """Return the result for a seat."""
    won = seat in found.winners
    score = found.scores[seat] if seat < len(found.scores) else None
    others = [other for place, other in enumerate(found.scores) if place not in found.winners]
    return {
        "won": won,
        "place": 0 if not found.winners else 1 if won else 1 + _before(found, seat),
        "score": score,
        "margin": score - max(others) if won and others and score is not None else None,
    }


def _before(found: Finished, seat: int) -> int:
    """Count how many were ahead of a player who did not win."""
    scores = dict(enumerate(found.scores))
    own = scores.get(seat)
    return sum(other in found.winners or (own is not None and score > own) for other, score in scores.items() if other != seat)


def _strongest(levels: Sequence[str | None]) -> str:
    named = [current(level) for level in levels if level is not None]
    return max((level for level in named if level in LEVELS), key=LEVELS.index, default="")


def search_text(found: Finished, seat: int) -> str:
    """Return the names of the other people, for searching."""
    return "\n".join(name.casefold() for other, name in enumerate(found.names) if other != seat and found.levels[other] is None)


def _why_not(c: Connection, table: Table, result: Result) -> str:
    """Return why the match doesn't count for ratings, or `COUNTS`."""
    e, h = schema.entries, schema.hints
    if table.practice:
        return "practice"
    if table.deal and table.deal.kind != "day":
        return "deal"  # friends have played it, and may have shared the cards
    if table.deal and table.deal.day and not _is_known(c, table, table.deal.day):
        return "new"  # a new guest may have seen the cards as someone else
    if any(isinstance(value, str) and "\n" in value for value in table.options.values()):
        return "deck"  # with one's own deck, the bots' strength is unknown
    if any(chair.bot for chair in table.chairs):
        return "bots"  # a program may change from day to day
    if len(table.chairs) < 2 or len(result.scores) > len(table.chairs):
        return "alone"
    if c.execute(sa.select(e.c.number).where(e.c.match_id == result.match, e.c.action < 0).limit(1)).first():
        return "take-back"
    if c.execute(sa.select(h.c.move).where(h.c.match_id == result.match).limit(1)).first():
        return "hint"
    return COUNTS


def _is_known(c: Connection, table: Table, day: str) -> bool:
    return all(known_people.is_known(c, person, day, table.made) for person in _people(table) if person)


def find(c: Connection, match: str) -> Finished | None:
    """A finished match."""
    doc = c.execute(sa.select(schema.finished.c.doc).where(schema.finished.c.match_id == match)).scalar()
    return read(doc) if doc else None


def read(doc: str) -> Finished:
    """Read a finished match as it is stored."""
    return _finished.decode(doc)


def people_of(c: Connection, match: str) -> dict[int, str]:
    """Return who played in a finished match, by seat, without people who have been deleted."""
    p = schema.played
    return {row.seat: row.person for row in c.execute(sa.select(p.c.seat, p.c.person).where(p.c.match_id == match))}


def change(c: Connection, found: Finished) -> None:
    """Update a finished match."""
    c.execute(schema.finished.update().where(schema.finished.c.match_id == found.match).values(doc=_written(found)))


def note_result(c: Connection, found: Finished, seat: int) -> None:
    """Store a seat's result that is only known now."""
    p = schema.played
    c.execute(p.update().where(p.c.match_id == found.match, p.c.seat == seat).values(**result_of(found, seat)))


def note_review(c: Connection, match: str, seat: int, *, luck: float, error_rate: float | None) -> None:
    """Store what a review has found about a seat."""
    p = schema.played
    values: dict[str, float] = {"luck": luck} | ({} if error_rate is None else {"error_rate": error_rate})
    c.execute(p.update().where(p.c.match_id == match, p.c.seat == seat).values(**values))


def _written(found: Finished) -> str:
    return msgspec.json.encode(found).decode()
