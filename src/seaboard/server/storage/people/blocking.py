"""Who has blocked whom, in the database."""

import time

import sqlalchemy as sa
from sqlalchemy.engine import Connection

from seaboard.server.protocol import Person
from seaboard.server.refusals import Refused
from seaboard.server.storage import schema

MOST_BLOCKED = 500
"""People that one person may block."""
NOBODY: frozenset[str] = frozenset()
"""Whom most people have blocked: one set for all of them, instead of one for each connection."""


def block(c: Connection, person: str, other: str) -> frozenset[str]:
    """Block a person for another; return everyone they then block."""
    b, p = schema.blocks, schema.people
    if c.execute(sa.select(p.c.id).where(p.c.id == other)).scalar() is None:
        raise Refused("person.unknown", status=404)
    found = blocked_by(c, person)
    if other in found:
        return found
    if len(found) >= MOST_BLOCKED:
        raise Refused("block.too_many", most=MOST_BLOCKED)
    c.execute(b.insert().values(person=person, blocked=other, at=time.time()))
    return found | {other}


def unblock(c: Connection, person: str, other: str) -> frozenset[str]:
    """Unblock a person; return everyone they still block."""
    b = schema.blocks
    c.execute(b.delete().where(b.c.person == person, b.c.blocked == other))
    return blocked_by(c, person)


def blocked_by(c: Connection, person: str) -> frozenset[str]:
    """Return whom a person has blocked."""
    b = schema.blocks
    return frozenset(c.execute(sa.select(b.c.blocked).where(b.c.person == person)).scalars()) or NOBODY


def strangers_to(c: Connection, person: str) -> frozenset[str]:
    """Return whom a person has blocked, and who has blocked them."""
    b = schema.blocks
    return blocked_by(c, person) | frozenset(c.execute(sa.select(b.c.person).where(b.c.blocked == person)).scalars())


def blocked_people(c: Connection, person: str) -> list[Person]:
    """Return whom a person has blocked, with their names, most recent first."""
    b, p = schema.blocks, schema.people
    query = sa.select(p.c.id, p.c.name).join(b, b.c.blocked == p.c.id).where(b.c.person == person).order_by(b.c.at.desc(), p.c.id)
    return [Person(row.id, row.name) for row in c.execute(query)]


def move(c: Connection, old: str, new: str) -> None:
    """Merge two people: anyone whom either has blocked is blocked, and anyone who has blocked either blocks them."""
    b = schema.blocks
    rows = c.execute(sa.select(b).where(sa.or_(b.c.person == old, b.c.blocked == old))).all()
    c.execute(b.delete().where(sa.or_(b.c.person == old, b.c.blocked == old)))
    known = {tuple(pair) for pair in c.execute(sa.select(b.c.person, b.c.blocked).where(sa.or_(b.c.person == new, b.c.blocked == new)))}
    for row in rows:
        pair = tuple(new if person == old else person for person in (row.person, row.blocked))
        if pair[0] != pair[1] and pair not in known:
            c.execute(b.insert().values(person=pair[0], blocked=pair[1], at=row.at))
