"""What hosts have decided, in the database: bans, mutes, maintenance, and what they did; and news for a server on SQLite."""

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
    """Somebody who may not be here (`ban`) or not say anything (`mute`); `until` is null for good."""

    subject: str
    kind: Kind
    at: float
    until: float | None


class Act(Struct, frozen=True):
    """What a host did; `host` is "" for a command."""

    at: float
    host: str
    act: str
    subject: str
    why: str


class Decided(Struct, frozen=True):
    """Everything that a server has to know at every request."""

    bans: list[Ban]
    maintenance: str | None
    """What is said of it; null: there is none."""


def decided(c: Connection) -> Decided:
    """What counts now."""
    h = schema.house
    return Decided(bans(c), c.execute(sa.select(h.c.value).where(h.c.name == MAINTENANCE)).scalar())


def bans(c: Connection) -> list[Ban]:
    """Those that count now, the newest first."""
    b = schema.bans
    query = sa.select(b).where(sa.or_(b.c.until.is_(None), b.c.until > time.time())).order_by(b.c.at.desc(), b.c.subject)
    return [Ban(row.subject, row.kind, row.at, row.until) for row in c.execute(query)]


def set_ban(c: Connection, subject: str, kind: Kind, until: float | None) -> None:
    """Ban or mute somebody; what was decided of them before, and what is over by now, counts no more."""
    b, now = schema.bans, time.time()
    c.execute(b.delete().where(sa.or_(sa.and_(b.c.subject == subject, b.c.kind == kind), b.c.until < now)))
    c.execute(b.insert().values(subject=subject, kind=kind, at=now, until=until))


def lift_ban(c: Connection, subject: str, kind: Kind) -> bool:
    """Lift a ban or a mute; whether there was one."""
    b = schema.bans
    return bool(c.execute(b.delete().where(b.c.subject == subject, b.c.kind == kind)).rowcount)


def tables_now(c: Connection, person: str) -> list[str]:
    """A person's tables, but for those that were over long ago, in the order in which their rows are locked everywhere."""
    m, t = schema.members, schema.tables
    is_now = sa.or_(t.c.stage != "over", t.c.touched > time.time() - DAY)
    query = sa.select(t.c.id).join(m, m.c.table_id == t.c.id).where(m.c.person == person, is_now)
    return list(c.execute(query.order_by(t.c.id)).scalars())


def set_maintenance(c: Connection, message: str | None) -> None:
    """Maintenance begins, with what is said of it, or (None) is over."""
    h = schema.house
    c.execute(h.delete().where(h.c.name == MAINTENANCE))
    if message is not None:
        c.execute(h.insert().values(name=MAINTENANCE, value=message))


def note(c: Connection, act: str, subject: str, *, host: str = "", why: str = "") -> None:
    """Write down what a host did."""
    c.execute(schema.audit.insert().values(id=ids.new_id("a"), at=time.time(), host=host, act=act, subject=subject, why=why))


def acts(c: Connection, *, most: int) -> list[Act]:
    """What hosts did last, the newest first."""
    a = schema.audit
    rows = c.execute(sa.select(a).order_by(a.c.at.desc(), a.c.id).limit(most))
    return [Act(row.at, row.host, row.act, row.subject, row.why) for row in rows]


# ---- Two who turn out to be one, and who is deleted ------------------------------------------------


def move(c: Connection, old: str, new: str) -> None:
    """One person turns out to be another: what was decided of either counts, the longer one of two bans."""
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
    """Somebody is deleted: nothing that hosts keep names them; what they have reported others for stays.

    What they are reported for and nobody has settled yet stays too, for a while (`retention`), and so does a ban that still counts: else
    whoever was rude would only have to go before a moderator looks.
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
    """Change what a person says in the chat of any report, given whom that is about, or (None) take it out."""
    r = schema.reports
    for report in list(c.execute(mentions.reports_of(person)).scalars()):
        about, chat = c.execute(sa.select(r.c.person, r.c.chat).where(r.c.id == report)).one()
        lines = [kept for line in _lines.decode(chat) if (kept := change(line, about) if line.person == person else line)]
        c.execute(r.update().where(r.c.id == report).values(chat=msgspec.json.encode(lines).decode()))


# ---- News for a server on SQLite -------------------------------------------------------------------


def add_news(c: Connection, notes: list[str]) -> None:
    """A command tells the server what it has changed."""
    n, now = schema.news, time.time()
    c.execute(n.delete().where(n.c.at < now - NEWS_KEPT))
    if notes:
        c.execute(n.insert(), [{"at": now, "note": one} for one in notes])


def last_news(c: Connection) -> int:
    """The number of what was told last."""
    return c.execute(sa.select(sa.func.max(schema.news.c.number))).scalar() or 0


def news_since(c: Connection, number: int) -> list[tuple[int, str]]:
    """What was told after that, with its numbers."""
    n = schema.news
    return [(row.number, row.note) for row in c.execute(sa.select(n).where(n.c.number > number).order_by(n.c.number))]
