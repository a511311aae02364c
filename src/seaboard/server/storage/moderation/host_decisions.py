"""Moderators' and operators' decisions in the database: bans, mutes, maintenance, and a log; and news for a server on SQLite."""

import time
from collections.abc import Callable
from typing import Literal

import msgspec
import sqlalchemy as sa
from msgspec import Struct
from msgspec.structs import replace
from sqlalchemy.engine import Connection

from seaboard.server.protocol import Line
from seaboard.server.storage import ids, schema
from seaboard.server.storage.people import mentions

Kind = Literal["ban", "mute"]
DAY = 86400.0
NEWS_KEPT = 3600.0
"""Seconds after which a server has surely heard of something."""
MAINTENANCE = "maintenance"
_lines = msgspec.json.Decoder(list[Line])


class Ban(Struct, frozen=True):
    """A person or network that is banned (`ban`), or a person who is muted (`mute`); `until` is null for good."""

    subject: str
    kind: Kind
    at: float
    until: float | None


class Act(Struct, frozen=True):
    """A moderator's action; `host` is "" for a command."""

    at: float
    host: str
    act: str
    subject: str
    why: str


class Decided(Struct, frozen=True):
    """Everything that a server needs to know at every request."""

    bans: list[Ban]
    maintenance: str | None
    """What is said of it; null: there is none."""


def decided(c: Connection) -> Decided:
    """Return the decisions in force."""
    h = schema.house
    return Decided(bans(c), c.execute(sa.select(h.c.value).where(h.c.name == MAINTENANCE)).scalar())


def bans(c: Connection) -> list[Ban]:
    """Return those in force, newest first."""
    b = schema.bans
    query = sa.select(b).where(sa.or_(b.c.until.is_(None), b.c.until > time.time())).order_by(b.c.at.desc(), b.c.subject)
    return [Ban(row.subject, row.kind, row.at, row.until) for row in c.execute(query)]


def set_ban(c: Connection, subject: str, kind: Kind, until: float | None) -> None:
    """Ban or mute a person or network, replacing earlier decisions about them and dropping expired ones."""
    b, now = schema.bans, time.time()
    c.execute(b.delete().where(sa.or_(sa.and_(b.c.subject == subject, b.c.kind == kind), b.c.until < now)))
    c.execute(b.insert().values(subject=subject, kind=kind, at=now, until=until))


def lift_ban(c: Connection, subject: str, kind: Kind) -> bool:
    """Lift a ban or a mute; return whether there was one."""
    b = schema.bans
    return bool(c.execute(b.delete().where(b.c.subject == subject, b.c.kind == kind)).rowcount)


def tables_now(c: Connection, person: str) -> list[str]:
    """Return a person's tables, except those that were over long ago, in the order in which rows are locked everywhere."""
    m, t = schema.members, schema.tables
    is_now = sa.or_(t.c.stage != "over", t.c.touched > time.time() - DAY)
    query = sa.select(t.c.id).join(m, m.c.table_id == t.c.id).where(m.c.person == person, is_now)
    return list(c.execute(query.order_by(t.c.id)).scalars())


def set_maintenance(c: Connection, message: str | None) -> None:
    """Begin maintenance, with a message, or (None) end it."""
    h = schema.house
    c.execute(h.delete().where(h.c.name == MAINTENANCE))
    if message is not None:
        c.execute(h.insert().values(name=MAINTENANCE, value=message))


def note(c: Connection, act: str, subject: str, *, host: str = "", why: str = "") -> None:
    """Log a moderator's action."""
    c.execute(schema.audit.insert().values(id=ids.new_id("a"), at=time.time(), host=host, act=act, subject=subject, why=why))


def acts(c: Connection, *, most: int) -> list[Act]:
    """Return moderators' latest actions, newest first."""
    a = schema.audit
    rows = c.execute(sa.select(a).order_by(a.c.at.desc(), a.c.id).limit(most))
    return [Act(row.at, row.host, row.act, row.subject, row.why) for row in rows]


# ---- Two who turn out to be one, and who is deleted ------------------------------------------------


def move(c: Connection, old: str, new: str) -> None:
    """Merge two people: decisions about either apply, the longer of two bans."""
    b, h, r, a = schema.bans, schema.hosts, schema.reports, schema.audit
    for kind in ("ban", "mute"):
        ends = {row.subject: row.until for row in c.execute(sa.select(b).where(b.c.subject.in_([old, new]), b.c.kind == kind))}
        if old in ends:
            longest = None if None in ends.values() else max(until for until in ends.values() if until is not None)
            c.execute(b.delete().where(b.c.subject.in_([old, new]), b.c.kind == kind))
            c.execute(b.insert().values(subject=new, kind=kind, at=time.time(), until=longest))
    if c.execute(sa.select(h.c.person).where(h.c.person == new)).scalar() is None:
        c.execute(h.update().where(h.c.person == old).values(person=new))
    c.execute(h.delete().where(h.c.person == old))
    for column in (r.c.person, r.c.reporter, a.c.host, a.c.subject):
        c.execute(column.table.update().where(column == old).values({column.name: new}))
    _change_chat(c, old, lambda line, _about: replace(line, person=new))
    mentions.move(c, old, new)


def forget(c: Connection, person: str) -> None:
    """Delete a person from moderation data, which no longer names them; their reports of others stay.

    Open reports about them stay too, for a while (`retention`), and so does a ban in force: otherwise offenders could simply delete
    themselves before a moderator looks.
    """
    b, h, r, a = schema.bans, schema.hosts, schema.reports, schema.audit
    c.execute(b.delete().where(b.c.subject == person, b.c.until < time.time()))
    c.execute(h.delete().where(h.c.person == person))
    mentions.forget(c, sa.select(r.c.id).where(r.c.person == person, r.c.settled.is_not(None)))
    c.execute(r.delete().where(r.c.person == person, r.c.settled.is_not(None)))
    c.execute(r.update().where(r.c.person == person).values(name=""))
    c.execute(r.update().where(r.c.reporter == person).values(reporter="", reporter_name=""))
    for column in (a.c.host, a.c.subject):
        c.execute(column.table.update().where(column == person).values({column.name: ""}))
    _change_chat(c, person, lambda line, about: replace(line, name="") if about == person else None)


def _change_chat(c: Connection, person: str, change: Callable[[Line, str], Line | None]) -> None:
    """Change a person's lines in the chat of any report, given whom the report is about, or (None) remove them."""
    r = schema.reports
    for report in list(c.execute(mentions.reports_of(person)).scalars()):
        about, chat = c.execute(sa.select(r.c.person, r.c.chat).where(r.c.id == report)).one()
        lines = [kept for line in _lines.decode(chat) if (kept := change(line, about) if line.person == person else line)]
        c.execute(r.update().where(r.c.id == report).values(chat=msgspec.json.encode(lines).decode()))


# ---- News for a server on SQLite -------------------------------------------------------------------


def add_news(c: Connection, notes: list[str]) -> None:
    """Record a command's change for the server."""
    n, now = schema.news, time.time()
    c.execute(n.delete().where(n.c.at < now - NEWS_KEPT))
    if notes:
        c.execute(n.insert(), [{"at": now, "note": one} for one in notes])


def last_news(c: Connection) -> int:
    """Return the number of the latest news."""
    return c.execute(sa.select(sa.func.max(schema.news.c.number))).scalar() or 0


def news_since(c: Connection, number: int) -> list[tuple[int, str]]:
    """Return the news after that number, with their numbers."""
    n = schema.news
    return [(row.number, row.note) for row in c.execute(sa.select(n).where(n.c.number > number).order_by(n.c.number))]
