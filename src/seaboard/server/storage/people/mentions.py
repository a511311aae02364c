"""Where people are named: at which tables, and in the chat of which reports, so that a person to be deleted is found quickly.

A row says that a person was named there once. A server of the previous release writes none: its later writes are recognised by `indexed`,
and read.
"""

from collections.abc import Set

import sqlalchemy as sa
from sqlalchemy.engine import Connection

from seaboard.server.storage import schema


def add(c: Connection, place: str, people: Set[str]) -> None:
    """Store whom a table or a report names."""
    m = schema.mentions
    known = set(c.execute(sa.select(m.c.person).where(m.c.place == place)).scalars())
    if people - known:
        c.execute(m.insert(), [{"person": person, "place": place} for person in sorted(people - known)])


def forget(c: Connection, places: list[str] | sa.Select[tuple[str]]) -> None:
    """Remove deleted tables or reports."""
    c.execute(schema.mentions.delete().where(schema.mentions.c.place.in_(places)))


def move(c: Connection, old: str, new: str) -> None:
    """Merge two people."""
    m = schema.mentions
    theirs = list(c.execute(sa.select(m.c.place).where(m.c.person == old)).scalars())
    c.execute(m.delete().where(m.c.person == old))
    for place in theirs:
        add(c, place, {new})


def tables_of(person: str) -> sa.Select[tuple[str]]:
    """Return the tables that name, or may name, a person."""
    t, m = schema.tables, schema.mentions
    is_named = sa.select(m.c.place).where(m.c.person == person)
    may_be = sa.select(t.c.id).where(schema.UNINDEXED_TABLE, t.c.doc.contains(person, autoescape=True))
    return sa.select(t.c.id).where(t.c.id.in_(sa.union_all(is_named, may_be)))


def reports_of(person: str) -> sa.Select[tuple[str]]:
    """Return the reports whose chat has, or may have, lines of a person."""
    r, m = schema.reports, schema.mentions
    is_named = sa.select(m.c.place).where(m.c.person == person)
    may_be = sa.select(r.c.id).where(schema.UNINDEXED_REPORT, r.c.chat.contains(person, autoescape=True))
    return sa.select(r.c.id).where(r.c.id.in_(sa.union_all(is_named, may_be)))
