"""Invitations by name, and whom a person has played with, in the database.

An invitation lasts as long as its table waits for people: `queries.change_table` ends it in the transaction that ends the waiting.
"""

import time

import sqlalchemy as sa
from msgspec import Struct
from sqlalchemy.engine import Connection

from seaboard.server.protocol import Person
from seaboard.server.refusals import Refused
from seaboard.server.storage import queries, schema
from seaboard.server.storage.people import blocking, bot_accounts
from seaboard.server.storage.rows import Table

MOST_LISTED = 20
"""Invitations that a person is shown: the newest."""
MOST_AT_TABLE = 20
"""People who can be invited to one table."""
LASTS = 3 * 86400.0
"""Seconds after which a host who still waits has surely gone."""

_i = schema.invitations


class Companion(Struct, frozen=True):
    """A person someone has played with, and when they last did."""

    person: Person
    at: float


class Invitation(Struct, frozen=True):
    """An invitation to a table."""

    table: Table
    inviter: Person
    at: float


class Sent(Struct, frozen=True):
    """A person invited to a table, and whether they have declined."""

    table: str
    person: Person
    declined: bool


def companions(c: Connection, person: str) -> list[Companion]:
    """Return whom a person has played with at the tables on their list, most recent first, without anyone who has blocked the other."""
    last: dict[str, float] = {}
    for table in queries.tables_of(c, person):
        together = [(result.people, result.at) for result in table.results]
        if table.stage == "playing":
            together.append(([chair.person for chair in table.chairs], time.time()))
        for people, at in together:
            if person in people:
                last.update({one: max(at, last.get(one, 0.0)) for one in people if one})
    wanted = last.keys() - {person} - blocking.strangers_to(c, person)
    wanted -= bot_accounts.of(c, set(wanted))
    p = schema.people
    found = c.execute(sa.select(p.c.id, p.c.name).where(p.c.id.in_(wanted)))
    known = [Companion(Person(row.id, row.name), last[row.id]) for row in found]
    return sorted(known, key=lambda one: (-one.at, one.person.id))


def bots(c: Connection, person: str) -> list[Person]:
    """Return the bot accounts that a person may invite, by name: not themselves, and none that they have blocked."""
    strangers = blocking.strangers_to(c, person)
    return [one for one in bot_accounts.signed_in(c) if one.id != person and one.id not in strangers]


def add(c: Connection, table: str, inviter: str, person: str) -> bool:
    """Invite a person to a table, replacing the same host's earlier invitation; return False if they were already invited there."""
    invited = set(c.execute(sa.select(_i.c.person).where(_i.c.table_id == table)).scalars())
    if person in invited:
        return False
    if len(invited) >= MOST_AT_TABLE:
        raise Refused("invite.too_many", most=MOST_AT_TABLE)
    c.execute(_i.delete().where(_i.c.inviter == inviter, _i.c.person == person, _i.c.declined.is_(False)))
    c.execute(_i.insert().values(table_id=table, person=person, inviter=inviter, declined=False, at=time.time()))
    return True


def decline(c: Connection, table: str, person: str) -> str | None:
    """Decline an invitation; return who sent it, if there was one."""
    declined = _i.update().where(_i.c.table_id == table, _i.c.person == person).values(declined=True)
    return c.execute(declined.returning(_i.c.inviter)).scalar()


def of_person(c: Connection, person: str) -> list[Invitation]:
    """Return a person's invitations, most recent first."""
    t, p = schema.tables, schema.people
    query = sa.select(t.c.id, _i.c.at, p.c.id.label("inviter"), p.c.name).join(t, t.c.id == _i.c.table_id).join(p, p.c.id == _i.c.inviter)
    query = query.where(_i.c.person == person, _i.c.declined.is_(False), _i.c.at > time.time() - LASTS, t.c.stage == "open")
    rows = c.execute(query.order_by(_i.c.at.desc(), t.c.id).limit(MOST_LISTED)).all()
    strangers = blocking.strangers_to(c, person) if rows else frozenset()
    found = [(queries.find_table(c, row.id), row) for row in rows if row.inviter not in strangers]
    return [
        Invitation(table, Person(row.inviter, row.name), row.at)
        for table, row in found
        if table and table.has_free_chair and table.seat_of(person) is None and person not in table.banned
    ]


def sent_by(c: Connection, person: str) -> list[Sent]:
    """Return whom a person has invited to tables that still wait, oldest first."""
    p = schema.people
    query = sa.select(_i.c.table_id, _i.c.declined, p.c.id, p.c.name).join(p, p.c.id == _i.c.person).where(_i.c.inviter == person)
    return [Sent(row.table_id, Person(row.id, row.name), row.declined) for row in c.execute(query.order_by(_i.c.at, p.c.id))]


def move(c: Connection, old: str, new: str) -> None:
    """Merge two people: invitations to and by either belong to the new one; nobody invites themselves."""
    known = sa.select(_i.c.table_id).where(_i.c.person == new)
    c.execute(_i.delete().where(_i.c.person == old, _i.c.table_id.in_(list(c.execute(known).scalars()))))
    c.execute(_i.update().where(_i.c.person == old).values(person=new))
    c.execute(_i.update().where(_i.c.inviter == old).values(inviter=new))
    c.execute(_i.delete().where(_i.c.person == _i.c.inviter))
