"""Data deleted by age alone: settled reports and moderators' log, unplayed deals, and guests who never played."""

import time
from collections.abc import Callable
from typing import Literal

import sqlalchemy as sa
from msgspec import Struct
from sqlalchemy.engine import Connection

from seaboard.server.storage import schema
from seaboard.server.storage.people import mentions

_r, _a, _b, _p, _d = schema.reports, schema.audit, schema.bans, schema.people, schema.deals


class Kind(Struct, frozen=True):
    """Rows deleted together: their name in `seaboard prune`, the setting for their age, and how to select them."""

    called: str
    setting: Literal["keep_reports", "keep_deleted", "keep_deals"]
    table: sa.Table
    is_old: Callable[[float], sa.ColumnElement[bool]]


def _is_gone(column: sa.Column[str]) -> sa.ColumnElement[bool]:
    """Whether the person whose id this is has been deleted."""
    return ~sa.exists().where(_p.c.id == column)


def _is_unplayed(before: float) -> sa.ColumnElement[bool]:
    is_tried = sa.exists().where(schema.tries.c.deal_id == _d.c.id)
    return sa.and_(_d.c.made < before, _d.c.kind != "duplicate", ~is_tried)  # a duplicate waits at its tables


def _is_of_old_deal(before: float) -> sa.ColumnElement[bool]:
    return ~sa.exists().where(_d.c.id == schema.bot_tries.c.deal_id, _d.c.made >= before)


KINDS = (
    Kind("Settled reports", "keep_reports", _r, lambda before: _r.c.settled < before),
    Kind("Acts of moderators", "keep_reports", _a, lambda before: _a.c.at < before),
    Kind("Open reports about people who are gone", "keep_deleted", _r, lambda before: sa.and_(_r.c.at < before, _is_gone(_r.c.person))),
    Kind(
        "Bans of people who are gone",
        "keep_deleted",
        _b,
        lambda before: sa.and_(_b.c.at < before, _b.c.subject.startswith("p"), _is_gone(_b.c.subject)),  # no address begins like this
    ),
    Kind("Bans that are over", "keep_deleted", _b, lambda _: _b.c.until < time.time()),
    Kind("Deals that nobody played", "keep_deals", _d, _is_unplayed),
    Kind("Bots' results at old deals of the day", "keep_deals", schema.bot_tries, _is_of_old_deal),
)


def last_sign(c: Connection, now: float) -> float | None:
    """Return when the database was last used, as far as it shows; later times than now are ignored, since a wrong clock wrote them."""
    s, t = schema.processes, schema.tables
    times = [_p.c.made, schema.devices.c.seen, t.c.touched, s.c.seen]
    found = [c.execute(sa.select(sa.func.max(at)).where(at <= now)).scalar() for at in times]
    return max((at for at in found if at is not None), default=None)


def count(c: Connection, kind: Kind, before: float) -> int:
    """Count the rows of a kind to delete."""
    return c.execute(sa.select(sa.func.count()).select_from(kind.table).where(kind.is_old(before))).scalar_one()


def delete(c: Connection, kind: Kind, before: float) -> None:
    """Delete them."""
    if kind.table is _r:
        mentions.forget(c, sa.select(_r.c.id).where(kind.is_old(before)))
    c.execute(kind.table.delete().where(kind.is_old(before)))


def forget_reported_chat(c: Connection, before: float) -> None:
    """Delete chat before this time from settled reports, too."""
    c.execute(_r.update().where(_r.c.settled.is_not(None), _r.c.at < before, _r.c.chat != "[]").values(chat="[]"))


def unused_guests(c: Connection, before: float) -> list[str]:
    """Return guests not seen since then who have never sat down, nor made a recovery code or passkey."""
    return list(c.execute(sa.select(_p.c.id).where(is_unused(before))).scalars())


def is_unused(before: float) -> sa.ColumnElement[bool]:
    """Say whether a person is such a guest."""
    d, of = schema.devices, schema.metadata.tables
    traces = ("members", "played", "tries", "recovery_codes", "passkeys", "hosts", "bot_accounts")
    is_seen = sa.exists().where(d.c.person == _p.c.id, d.c.seen >= before)
    is_used = [sa.exists().where(of[name].c.person == _p.c.id) for name in traces]
    return sa.and_(_p.c.made < before, ~is_seen, *(~one for one in is_used))
