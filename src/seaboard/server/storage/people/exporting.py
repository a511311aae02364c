"""The contents of a person's data export."""

from typing import Any

import msgspec
import sqlalchemy as sa
from sqlalchemy.engine import Connection

from seaboard.server.storage import schema
from seaboard.server.storage.rows import Table

AT_ONCE = 100
_table = msgspec.json.Decoder(Table)


def since(c: Connection, person: str) -> float | None:
    """Return when a person was first here."""
    return c.execute(sa.select(schema.people.c.made).where(schema.people.c.id == person)).scalar()


def notifications(c: Connection, person: str) -> list[dict[str, Any]]:
    """The devices on which they are notified."""
    s, d = schema.subscriptions, schema.devices
    query = sa.select(s.c.endpoint, s.c.language, s.c.made).join(d, d.c.id == s.c.device).where(d.c.person == person)
    return [dict(row) for row in c.execute(query).mappings()]


def said(c: Connection, person: str) -> list[dict[str, Any]]:
    """Return a person's chat, as far as it is kept, at the tables they have been at."""
    t, m = schema.chat, schema.members
    query = sa.select(t.c.table_id, t.c.text, t.c.at).join(m, m.c.table_id == t.c.table_id)
    query = query.where(m.c.person == person, t.c.person == person).order_by(t.c.at)
    return [{"table": row.table_id, "text": row.text, "at": row.at} for row in c.execute(query)]


def tables(c: Connection, person: str) -> list[dict[str, Any]]:
    """Their tables."""
    t, m = schema.tables, schema.members
    docs = c.execute(sa.select(t.c.doc).join(m, m.c.table_id == t.c.id).where(m.c.person == person).order_by(t.c.id)).scalars()
    names = ("id", "game", "seats", "options", "made", "stage", "matches")
    return [{name: getattr(table, name) for name in names} | {"seat": table.seat_of(person)} for table in map(_table.decode, docs)]


def tries(c: Connection, person: str) -> list[dict[str, Any]]:
    """Return the deals that they have played, and their results."""
    d, t = schema.deals, schema.tries
    columns = [d.c.kind, d.c.game, *(t.c[name] for name in ("day", "seat", "started", "ended", "place", "score"))]
    query = sa.select(t.c.deal_id.label("deal"), t.c.match_id.label("match"), *columns).join(d, d.c.id == t.c.deal_id)
    return [dict(row) for row in c.execute(query.where(t.c.person == person).order_by(t.c.started)).mappings()]


def challenges(c: Connection, person: str) -> list[dict[str, Any]]:
    """The challenges and duplicates that they have made."""
    d = schema.deals
    query = sa.select(*(d.c[name] for name in ("id", "kind", "game", "seats", "made"))).where(d.c.maker == person)
    return [dict(row) for row in c.execute(query.order_by(d.c.made)).mappings()]


def invitations(c: Connection, person: str) -> list[dict[str, Any]]:
    """Return their invitations, sent and received, by name."""
    i = schema.invitations
    rows = c.execute(sa.select(i).where(sa.or_(i.c.person == person, i.c.inviter == person)).order_by(i.c.at)).all()
    others = [row.inviter if row.person == person else row.person for row in rows]
    p = schema.people
    names = {row.id: row.name for row in c.execute(sa.select(p.c.id, p.c.name).where(p.c.id.in_(others)))}
    return [
        {"table": row.table_id, "from_you": row.inviter == person, "who": names.get(other, ""), "declined": row.declined, "at": row.at}
        for row, other in zip(rows, others, strict=True)
    ]


def reports(c: Connection, person: str) -> list[dict[str, Any]]:
    """Whom they have reported to the moderators, and why."""
    r = schema.reports
    columns = (r.c.at, r.c.table_id.label("table"), r.c.name.label("who"), r.c.reason, r.c.words)
    return [dict(row) for row in c.execute(sa.select(*columns).where(r.c.reporter == person).order_by(r.c.at)).mappings()]


def matches(c: Connection, person: str, after: tuple[float, str] | None) -> list[tuple[float, str]]:
    """Their next finished matches, oldest first."""
    p = schema.played
    query = sa.select(p.c.at, p.c.match_id).where(p.c.person == person)
    if after is not None:
        query = query.where(sa.tuple_(p.c.at, p.c.match_id) > sa.tuple_(*map(sa.literal, after)))
    return [(row.at, row.match_id) for row in c.execute(query.order_by(p.c.at, p.c.match_id).limit(AT_ONCE))]


def played(c: Connection, person: str, match: str) -> dict[str, Any]:
    """Return the result of a match for a person."""
    p = schema.played
    row = c.execute(sa.select(p).where(p.c.match_id == match, p.c.person == person)).mappings().one()
    return {name: value for name, value in row.items() if name not in {"person", "match_id", "others"}}
