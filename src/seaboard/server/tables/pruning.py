"""What a server deletes by itself: tables that nobody came back to, people not seen for long, and old data.

Finished matches stay, for the people who played them.
"""

import asyncio
import logging
import time
from collections.abc import Callable, Iterable
from functools import partial

import sqlalchemy as sa
from msgspec import Struct
from sqlalchemy.engine import Connection as Database

from seaboard.server.settings import Settings
from seaboard.server.storage import queries, schema
from seaboard.server.storage.matches import deals, finished, rating
from seaboard.server.storage.people import erasing as stored
from seaboard.server.storage.rows import Table
from seaboard.server.storage.upkeep import retention
from seaboard.server.tables import erasing, seating, sharing
from seaboard.server.tables.registry import Rooms

DAY = 86400.0
_log = logging.getLogger("seaboard.pruning")


class Pruned(Struct):
    """How much is deleted, or would be."""

    unstarted: list[str]
    """Tables at which nothing was ever played."""
    unfinished: list[str]
    """Tables whose match nobody went on with: it ends, abandoned."""
    people: list[str]
    """Who was not seen."""
    lines: int
    """Of chat."""
    guests: list[str]
    """Who was not seen and never sat down."""
    aged: list[tuple[retention.Kind, float, int]]
    """What goes by its age alone: until when, and how many."""
    tables: dict[str, int] = {}
    """How many tables know each of these people."""


def find(c: Database, settings: Settings, now: float) -> Pruned:
    """Find what to delete."""
    pruned = Pruned([], [], [], 0, [], [])
    t, e, m, h = schema.tables, schema.entries, schema.matches, schema.chat
    if settings.keep_tables is not None:
        before = now - settings.keep_tables * DAY
        last = sa.select(sa.func.max(e.c.at)).join(m, m.c.id == e.c.match_id).where(m.c.table_id == t.c.id).scalar_subquery()
        is_old = sa.and_(t.c.touched < before, sa.func.coalesce(last, 0.0) < before)
        pruned.unfinished = list(c.execute(sa.select(t.c.id).where(t.c.stage == "playing", is_old)).scalars())
        has_match = sa.exists().where(m.c.table_id == t.c.id)
        pruned.unstarted = list(c.execute(sa.select(t.c.id).where(t.c.stage == "open", is_old, ~has_match)).scalars())
    if settings.keep_people is not None:
        before, p, d, a = now - settings.keep_people * DAY, schema.people, schema.devices, schema.bot_accounts
        is_seen = sa.exists().where(d.c.person == p.c.id, d.c.seen >= before)
        is_account = sa.exists().where(a.c.person == p.c.id)  # bot accounts are made and revoked by the operator
        pruned.people = list(c.execute(sa.select(p.c.id).where(p.c.made < before, ~is_seen, ~is_account)).scalars())
        pruned.tables = {person: len(stored.tables_of(c, person)) for person in pruned.people}
    if settings.keep_chat is not None:
        pruned.lines = c.execute(sa.select(sa.func.count()).where(h.c.at < now - settings.keep_chat * DAY)).scalar_one()
    if settings.keep_guests is not None:
        gone = set(pruned.people)
        pruned.guests = [one for one in retention.unused_guests(c, now - settings.keep_guests * DAY) if one not in gone]
    for kind in retention.KINDS:
        days: float | None = getattr(settings, kind.setting)
        if days is not None:
            pruned.aged.append((kind, now - days * DAY, retention.count(c, kind, now - days * DAY)))
    return pruned


def steps(found: Pruned, settings: Settings, now: float) -> Iterable[tuple[Callable[[Database], None], list[str]]]:
    """Yield steps to delete it: a transaction each, so that no move waits long, with notes for the other servers."""
    for table in found.unstarted:
        yield partial(_delete_unstarted, table=table), [f"t:{table}"]
    for table in found.unfinished:
        yield partial(_end, table=table), [f"t:{table}"]
    for person in (*found.people, *found.guests):
        yield from erasure(person, found.tables.get(person, 0))
    if settings.keep_chat is not None:
        yield partial(_forget_chat, before=now - settings.keep_chat * DAY), []
    for kind, before, count in found.aged:
        if count:
            yield partial(retention.delete, kind=kind, before=before), []


def _delete_unstarted(c: Database, table: str) -> None:
    found = queries.find_table(c, table)
    if found and found.stage == "open" and not found.matches:
        stored.delete_table(c, table)
        sharing.forget(c, found)


def _end(c: Database, table: str) -> None:
    def change(t: Table) -> None:
        if t.stage == "playing":
            seating.end(t)

    before = queries.find_table(c, table)
    after = queries.change_table(c, table, change)
    if before and before.stage == "playing" and after.match:
        queries.end_match(c, after.match, "abandoned")
        deals.end(c, after.match, "abandoned")
        finished.add(c, after)


def erasure(person: str, tables: int) -> Iterable[tuple[Callable[[Database], None], list[str]]]:
    """Yield steps to delete a person with all their data: tables first, several per transaction."""
    for _ in range(tables // erasing.AT_ONCE):
        yield partial(_forget_tables, person=person, most=erasing.AT_ONCE), []
    yield partial(_erase, person=person), [f"g:{person}"]


def _forget_tables(c: Database, person: str, most: int | None = None) -> None:
    rating.lock(c)
    for table in stored.tables_of(c, person)[:most]:
        erasing.forget_table(c, table, person)


def _erase(c: Database, person: str) -> None:
    _forget_tables(c, person)
    stored.delete_person(c, person)


def _forget_chat(c: Database, before: float) -> None:
    c.execute(schema.chat.delete().where(schema.chat.c.at < before))
    retention.forget_reported_chat(c, before)


class Pruner:
    """Prunes once a day, by the server's settings."""

    def __init__(self, rooms: Rooms) -> None:
        self._rooms = rooms
        self._settings = rooms.settings

    async def run(self) -> None:
        """Run until cancelled; several servers do no more than one would."""
        while True:
            try:
                await self.prune()
            except Exception:
                _log.exception("what is old could not be pruned; it will be tried again tomorrow")
            await asyncio.sleep(DAY)

    async def prune(self) -> Pruned:
        """Delete old data."""
        now = time.time()
        found = await self._rooms.store.read(lambda c: find(c, self._settings, now), patience=None)
        for work, notes in steps(found, self._settings, now):
            await self._rooms.store.write(work, order="people", notes=notes, patience=None)
        for table in found.unstarted:
            room = self._rooms.get(table)
            if room:
                self._rooms.remove(room)
        return found
