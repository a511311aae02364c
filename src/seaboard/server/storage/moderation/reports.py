"""Players' reports of players, and moderators, in the database."""

import time
from typing import Literal

import msgspec
import sqlalchemy as sa
from msgspec import Struct
from sqlalchemy.engine import Connection

from seaboard.server.protocol import Line, Person
from seaboard.server.refusals import Refused
from seaboard.server.storage import ids, schema
from seaboard.server.storage.people import mentions

ReportReason = Literal["chat", "name", "cheating", "leaving", "other"]
MOST_LINES = 50
"""Lines of chat that a report includes: the last ones."""
MOST_OPEN = 20
"""Open reports that one person may have made."""
MOST_LISTED = 200
_lines = msgspec.json.Decoder(list[Line])


class Report(Struct, frozen=True):
    """A player's report of another, with the table's chat until then, and how many `others` report them."""

    id: str
    at: float
    table: str
    person: Person
    reporter: Person
    reason: ReportReason
    words: str
    chat: list[Line]
    others: int


def add(c: Connection, *, table: str, person: Person, reporter: Person, reason: ReportReason, words: str, chat: list[Line]) -> None:
    """Add a report, replacing the same person's earlier one from this table."""
    r = schema.reports
    is_before = sa.and_(r.c.reporter == reporter.id, r.c.person == person.id, r.c.table_id == table, r.c.settled.is_(None))
    mentions.forget(c, sa.select(r.c.id).where(is_before))
    c.execute(r.delete().where(is_before))
    if c.execute(sa.select(sa.func.count()).where(r.c.reporter == reporter.id, r.c.settled.is_(None))).scalar_one() >= MOST_OPEN:
        raise Refused("report.too_many", status=429)
    report, said = ids.new_id("r"), chat[-MOST_LINES:]
    c.execute(
        r.insert().values(
            id=report,
            at=time.time(),
            table_id=table,
            person=person.id,
            name=person.name,
            reporter=reporter.id,
            reporter_name=reporter.name,
            reason=reason,
            words=words,
            chat=msgspec.json.encode(said).decode(),
            indexed=1,
        )
    )
    mentions.add(c, report, {line.person for line in said})


def unsettled(c: Connection) -> list[Report]:
    """Return open reports, oldest first."""
    r = schema.reports
    other = r.alias()
    others = sa.select(sa.func.count() - 1).select_from(other).where(other.c.person == r.c.person).scalar_subquery()
    query = sa.select(r, others.label("others")).where(r.c.settled.is_(None)).order_by(r.c.at, r.c.id).limit(MOST_LISTED)
    return [
        Report(
            row.id,
            row.at,
            row.table_id,
            Person(row.person, row.name),
            Person(row.reporter, row.reporter_name),
            row.reason,
            row.words,
            _lines.decode(row.chat),
            row.others,
        )
        for row in c.execute(query)
    ]


def is_reported(c: Connection, person: str) -> bool:
    """Whether there is an open report about a person."""
    r = schema.reports
    return c.execute(sa.select(r.c.id).where(r.c.person == person, r.c.settled.is_(None)).limit(1)).first() is not None


def settle(c: Connection, report: str) -> str:
    """Settle a report; return whom it was about."""
    r = schema.reports
    done = r.update().where(r.c.id == report, r.c.settled.is_(None)).values(settled=time.time()).returning(r.c.person)
    person = c.execute(done).scalar()
    if person is None:
        raise Refused("report.settled")
    return str(person)


def settle_of(c: Connection, person: str) -> None:
    """Settle all reports about a person, since a moderator has acted."""
    r = schema.reports
    c.execute(r.update().where(r.c.person == person, r.c.settled.is_(None)).values(settled=time.time()))


# ---- Moderators --------------------------------------------------------------------------------------


def is_host(c: Connection, person: str) -> bool:
    """Whether a person may see and settle reports."""
    h = schema.hosts
    return c.execute(sa.select(h.c.person).where(h.c.person == person)).scalar() is not None


def hosts(c: Connection) -> list[tuple[Person, float]]:
    """Return the moderators, and since when."""
    h, p = schema.hosts, schema.people
    query = sa.select(h.c.person, p.c.name, h.c.at).join(p, p.c.id == h.c.person).order_by(h.c.at)
    return [(Person(row.person, row.name), row.at) for row in c.execute(query)]


def remove_host(c: Connection, person: str) -> bool:
    """Revoke a moderator; return whether they were one."""
    return bool(c.execute(schema.hosts.delete().where(schema.hosts.c.person == person)).rowcount)


def add_host_link(c: Connection, token: bytes, until: float) -> None:
    """Add a link that makes a person a moderator, once."""
    t = schema.host_links
    c.execute(t.delete().where(t.c.until < time.time()))
    c.execute(t.insert().values(token=token, until=until))


def use_host_link(c: Connection, token: bytes, person: str) -> None:
    """Use such a link."""
    t, h = schema.host_links, schema.hosts
    if not c.execute(t.delete().where(t.c.token == token, t.c.until > time.time())).rowcount:
        raise Refused("host.dead_link")
    if not is_host(c, person):
        c.execute(h.insert().values(person=person, at=time.time()))
