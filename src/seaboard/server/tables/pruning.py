"""What a server deletes by itself: tables that nobody came back to, people not seen for long, and old data.

Finished matches stay, for the people who played them.
"""

import asyncio
import logging
import time
from collections.abc import Awaitable, Callable, Iterable
from functools import partial

import sqlalchemy as sa
from msgspec import Struct
from sqlalchemy.engine import Connection as Database

from seaboard.server.settings import Settings
from seaboard.server.storage import queries, schema
from seaboard.server.storage.matches import deals, finished
from seaboard.server.storage.people import erasing as stored
from seaboard.server.storage.rows import Table
from seaboard.server.storage.upkeep import retention
from seaboard.server.tables import erasing, seating, sharing
from seaboard.server.tables.registry import Rooms

DAY = 86400.0
GAP = 1.5 * DAY
"""Seconds without a sign of life after which nothing is pruned for a day: people who were away because the server was off may come back,
and a clock that is ahead may be set right.
"""
FEW = 10
"""Up to this many tables or people may all be deleted."""
_log = logging.getLogger("seaboard.pruning")


class Pruned(Struct):
    """How much is deleted, or would be."""

    unstarted: list[str]
    """Tables at which nothing was ever played to its end, and nobody is playing."""
    unfinished: list[str]
    """Tables whose match nobody continued: it ends, abandoned."""
    people: list[str]
    """Who was not seen."""
    lines: int
    """Of chat."""
    guests: list[str]
    """Who was not seen and never sat down."""
    aged: list[tuple[retention.Kind, float, int]]
    """What is deleted by its age alone: up to when, and how many."""
    tables: dict[str, int] = {}
    """How many tables know each of these people."""
    most: list[str] = []
    """What would lose most of its rows: people, tables."""


def find(c: Database, settings: Settings, now: float) -> Pruned:
    """Find what to delete."""
    pruned = Pruned([], [], [], 0, [], [])
    t, h = schema.tables, schema.chat
    if settings.keep_tables is not None:
        is_old = _is_left(now - settings.keep_tables * DAY)
        pruned.unfinished = list(c.execute(sa.select(t.c.id).where(t.c.stage == "playing", is_old)).scalars())
        pruned.unstarted = list(c.execute(sa.select(t.c.id).where(_is_nothing(), is_old)).scalars())
    if settings.keep_people is not None:
        is_old = _is_unseen(now - settings.keep_people * DAY)
        pruned.people = list(c.execute(sa.select(schema.people.c.id).where(is_old)).scalars())
        pruned.tables = {person: len(stored.tables_of(c, person)) for person in pruned.people}
    if settings.keep_chat is not None:
        pruned.lines = c.execute(sa.select(sa.func.count()).where(h.c.at < now - settings.keep_chat * DAY)).scalar_one()
    if settings.keep_guests is not None:
        gone = set(pruned.people)
        pruned.guests = [one for one in retention.unused_guests(c, now - settings.keep_guests * DAY) if one not in gone]
    pruned.most = _most(c, pruned)
    for kind in retention.KINDS:
        days: float | None = getattr(settings, kind.setting)
        if days is not None:
            pruned.aged.append((kind, now - days * DAY, retention.count(c, kind, now - days * DAY)))
    return pruned


def _most(c: Database, found: Pruned) -> list[str]:
    """Return what would lose more than half of its rows; guests who never sat down are not counted."""
    counts = {
        "people": (len(found.people), schema.people, len(found.guests)),
        "tables": (len(found.unstarted) + len(found.unfinished), schema.tables, 0),
    }
    most: list[str] = []
    for name, (going, rows, nobody) in counts.items():
        if going > FEW and 2 * going > c.execute(sa.select(sa.func.count()).select_from(rows)).scalar_one() - nobody:
            most.append(name)
    return most


def _is_left(before: float) -> sa.ColumnElement[bool]:
    """Say whether nobody has come back to a table since then."""
    t, e, m = schema.tables, schema.entries, schema.matches
    last = sa.select(sa.func.max(e.c.at)).join(m, m.c.id == e.c.match_id).where(m.c.table_id == t.c.id).scalar_subquery()
    return sa.and_(t.c.touched < before, sa.func.coalesce(last, 0.0) < before)


def _is_nothing() -> sa.ColumnElement[bool]:
    """Say whether a table waits for its first match, or everybody left all of its matches."""
    t, m = schema.tables, schema.matches
    has_match = sa.exists().where(m.c.table_id == t.c.id)
    return sa.or_(sa.and_(t.c.stage == "open", ~has_match), sa.and_(t.c.stage == "over", ~queries.has_result()))


def _is_unseen(before: float) -> sa.ColumnElement[bool]:
    """Say whether a person was not seen since then; bot accounts are made and revoked by the operator."""
    p, d, a = schema.people, schema.devices, schema.bot_accounts
    is_seen = sa.exists().where(d.c.person == p.c.id, d.c.seen >= before)
    is_account = sa.exists().where(a.c.person == p.c.id)
    return sa.and_(p.c.made < before, ~is_seen, ~is_account)


Step = tuple[Callable[[Database], None], list[str]]
"""A transaction, and the notes for the servers, which the transaction fills in."""


def steps(found: Pruned, settings: Settings, now: float) -> Iterable[Step]:
    """Yield steps to delete it: a transaction each, so that no move waits long, with notes for the servers. Each step checks again
    whether to delete, since people may have come back in the meantime.
    """
    if settings.keep_tables is not None:
        before = now - settings.keep_tables * DAY
        for change, tables in ((_delete_unstarted, found.unstarted), (_end, found.unfinished)):
            for table in tables:
                notes: list[str] = []
                yield partial(change, table=table, before=before, notes=notes), notes
    if settings.keep_people is not None:
        is_old = _is_unseen(now - settings.keep_people * DAY)
        for person in found.people:
            yield from erasure(person, found.tables.get(person, 0), only_if=is_old)
    if settings.keep_guests is not None:
        is_old = retention.is_unused(now - settings.keep_guests * DAY)
        for person in found.guests:
            yield from erasure(person, 0, only_if=is_old)
    if settings.keep_chat is not None:
        yield partial(_forget_chat, before=now - settings.keep_chat * DAY), []
    for kind, before, count in found.aged:
        if count:
            yield partial(retention.delete, kind=kind, before=before), []


def _left(c: Database, table: str, before: float) -> Table | None:
    """Lock and return a table that is still to be deleted; None if people have come back to it."""
    found = queries.find_table(c, table, lock=True)
    if found and found.match:
        queries.close_match(c, found.match)  # whoever is moving at this moment has come back
    t = schema.tables
    return found if c.execute(sa.select(t.c.id).where(t.c.id == table, _is_left(before))).scalar() else None


def _delete_unstarted(c: Database, table: str, before: float, notes: list[str]) -> None:
    found = _left(c, table, before)
    notes[:] = []
    t = schema.tables
    if found and c.execute(sa.select(t.c.id).where(t.c.id == table, _is_nothing())).scalar():
        stored.delete_table(c, table)
        sharing.forget(c, found)
        notes[:] = [f"t:{table}"]


def _end(c: Database, table: str, before: float, notes: list[str]) -> None:
    found = _left(c, table, before)
    notes[:] = []
    if found and found.stage == "playing" and found.match:
        after = queries.change_table(c, table, seating.end)
        queries.end_match(c, found.match, "abandoned")
        deals.end(c, found.match, "abandoned")
        finished.add(c, after)
        notes[:] = [f"t:{table}"]


def erasure(person: str, tables: int, *, only_if: sa.ColumnElement[bool] | None = None) -> Iterable[Step]:
    """Yield steps to delete a person with all their data: tables first, several per transaction; each checks `only_if` first."""
    for _ in range(tables // erasing.AT_ONCE):
        notes: list[str] = []
        yield partial(_erase, person=person, notes=notes, only_if=only_if, most=erasing.AT_ONCE), notes
    notes = []
    yield partial(_erase, person=person, notes=notes, only_if=only_if), notes


def _erase(c: Database, person: str, notes: list[str], only_if: sa.ColumnElement[bool] | None, most: int | None = None) -> None:
    notes[:] = []
    p = schema.people
    if only_if is not None and c.execute(sa.select(p.c.id).where(p.c.id == person, only_if)).scalar() is None:
        return
    erasing.forget_tables(c, stored.tables_of(c, person)[:most], person, notes)
    if most is None:
        stored.delete_person(c, person)
        notes.append(f"g:{person}")


def _forget_chat(c: Database, before: float) -> None:
    c.execute(schema.chat.delete().where(schema.chat.c.at < before))
    retention.forget_reported_chat(c, before)


class Pruner:
    """Prunes once a day, by the server's settings."""

    def __init__(self, rooms: Rooms, settings: Settings, apply: Callable[[str], Awaitable[None]]) -> None:
        self._rooms = rooms
        self._settings = settings
        self._apply = apply
        self._alive: float | None = None

    async def open(self) -> None:
        """Look up when this server was last used, before anybody comes."""
        now = time.time()
        self._alive = await self._rooms.store.read(lambda c: retention.last_sign(c, now))

    async def run(self) -> None:
        """Run until cancelled; several servers do no more than one would."""
        while True:
            try:
                await self.prune_if_alive()
            except Exception:
                _log.exception("old data could not be pruned; it will be tried again tomorrow")
            await asyncio.sleep(DAY)

    async def prune_if_alive(self) -> None:
        """Prune, unless nobody was here for long; in that case wait for the next day."""
        now = time.time()
        gap = 0.0 if self._alive is None else now - self._alive
        self._alive = now
        if gap > GAP:
            _log.warning("nobody was here for %.0f days, or a clock is wrong: old data is deleted in a day", gap / DAY)
        else:
            await self.prune()

    async def prune(self) -> Pruned:
        """Delete old data."""
        now = time.time()
        found = await self._rooms.store.read(lambda c: find(c, self._settings, now), patience=None)
        for name in found.most:
            _log.error("most %s would be deleted, so none are: if that is right, run `seaboard prune --even-most`", name)
        if "people" in found.most:
            found.people = []
        if "tables" in found.most:
            found.unstarted, found.unfinished = [], []
        for work, notes in steps(found, self._settings, now):
            await self._rooms.store.write(work, order="people", notes=notes, patience=None)
            for note in notes:
                await self._apply(note)  # a server doesn't hear its own
        return found
