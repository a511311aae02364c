"""Moderators' actions on the page: each is logged, and takes effect at once on every server."""

from collections.abc import Awaitable, Callable
from functools import partial

from sqlalchemy.engine import Connection as Database

from seaboard.errors import SeaboardError
from seaboard.server.http import listings
from seaboard.server.http.moderation import schemas as shapes
from seaboard.server.plain_text import plain_text
from seaboard.server.protocol import Person
from seaboard.server.refusals import Refused
from seaboard.server.storage import ids, queries
from seaboard.server.storage.matches import listing
from seaboard.server.storage.moderation import host_decisions, reports
from seaboard.server.storage.moderation.host_decisions import Kind
from seaboard.server.storage.people import people
from seaboard.server.storage.rows import Table
from seaboard.server.tables import banning
from seaboard.server.tables.registry import Rooms

LONGEST_WORDS = 500
MOST_ACTS = 30
Work = Callable[[Database, list[str]], None]
"""What is done, and a list to which it adds what servers are to be told."""


class Moderation:
    """Reports, and actions on them. `apply` makes this server react to its own writes like any other."""

    def __init__(self, rooms: Rooms, apply: Callable[[str], Awaitable[None]]) -> None:
        self._rooms = rooms
        self._store = rooms.store
        self._apply = apply

    async def report(self, reporter: Person, other: str, asked: shapes.ReportRequest) -> None:
        """Report a person visible at the same table, who isn't told."""
        if reporter.id == other:
            raise Refused("report.yourself")
        words = plain_text(asked.words, longest=LONGEST_WORDS, what="message") if asked.words.strip() else ""
        table = (await self._rooms.room(asked.table)).table

        def add(c: Database) -> None:
            chat = queries.lines_of(c, table.id)
            found = people.find(c, other)
            if found is None or not (_is_at(table, other) or any(line.person == other for line in chat)):
                raise Refused("person.unknown", status=404)
            reports.add(c, table=table.id, person=found, reporter=reporter, reason=asked.reason, words=words, chat=chat)

        await self._store.write(add, order=table.id)

    async def enter(self, person: Person, secret: str) -> None:
        """Make the person who opens a moderator's link a moderator."""
        if not ids.TOKEN.fullmatch(secret):
            raise Refused("host.dead_link")

        def use(c: Database) -> None:
            reports.use_host_link(c, ids.fingerprint(secret), person.id)
            host_decisions.note(c, "host", person.id, host=person.id)

        await self._store.write(use)

    async def check(self, person: Person) -> None:
        """Refuse anyone but a moderator."""
        if not await self._store.read(partial(reports.is_host, person=person.id)):
            raise Refused("host.only", status=403)

    async def page(self) -> shapes.HostPage:
        """Return the moderation page."""

        def look(c: Database) -> tuple[shapes.HostPage, list[listing.Listed]]:
            found = host_decisions.bans(c)
            names = people.names(c, [ban.subject for ban in found])
            bans = [shapes.BanListing(one.subject, one.kind, one.at, one.until, names.get(one.subject, "")) for one in found]
            hosts = [person for person, _ in reports.hosts(c)]
            return shapes.HostPage(reports.unsettled(c), [], bans, host_decisions.acts(c, most=MOST_ACTS), hosts), listing.public_tables(c)

        page, tables = await self._store.read(look)
        return shapes.HostPage(page.reports, list(listings.public_tables(self._rooms, tables).tables), page.bans, page.acts, page.hosts)

    async def settle(self, host: Person, report: str) -> None:
        """Dismiss a report."""

        def work(c: Database, _notes: list[str]) -> None:
            host_decisions.note(c, "dismiss", reports.settle(c, report), host=host.id)

        await self._do(work)

    async def ban(self, host: Person, person: str, asked: shapes.BanRequest) -> None:
        """Ban or mute a person, or ban them with their network; this settles all reports about them."""
        if person == host.id:
            raise Refused("host.yourself")
        with_network = asked.network and asked.kind == "ban"
        whereabouts = self._rooms.whereabouts
        if with_network and whereabouts.of(person) and whereabouts.of(person) == whereabouts.of(host.id):
            raise Refused("host.your_network")
        seconds = None if asked.hours is None else asked.hours * 3600

        def work(c: Database, notes: list[str]) -> None:
            is_gone = people.find(c, person) is None
            if is_gone and not (with_network and reports.is_reported(c, person)):
                raise Refused("person.unknown", status=404)
            if not is_gone:
                do = banning.ban_person if asked.kind == "ban" else banning.mute
                notes += do(c, person, seconds=seconds, host=host.id)
            if with_network:
                notes.append(banning.with_network(person, seconds=seconds, host=host.id))
            reports.settle_of(c, person)

        await self._do(work)

    async def ban_network_of(self, person: str, seconds: float, host: str) -> None:
        """Ban the network a person comes from, if this server knows it and it isn't everybody's."""
        known = self._rooms.whereabouts.of(person)
        try:
            found = known and banning.network_of(known)
        except SeaboardError:  # this machine: a proxy doesn't forward addresses
            return
        if found:
            await self._do(lambda c, notes: notes.extend(banning.ban_network_of(c, person, found, seconds=seconds, host=host)))

    async def lift(self, host: Person, subject: str, kind: Kind) -> None:
        """Lift a ban or a mute."""

        def work(c: Database, notes: list[str]) -> None:
            if banning.lift(c, subject, kind, host=host.id):
                notes.append(banning.DECIDED)

        await self._do(work)

    async def close(self, host: Person, table: str) -> None:
        """Close a table."""

        def work(c: Database, notes: list[str]) -> None:
            banning.close_table(c, table)
            host_decisions.note(c, "close", table, host=host.id)
            notes.append(f"t:{table}")

        await self._do(work)

    async def _do(self, work: Work) -> None:
        notes: list[str] = []

        def run(c: Database) -> None:
            notes.clear()  # it may be run twice
            work(c, notes)

        await self._store.write(run, order="people", notes=notes)
        for note in notes:
            await self._apply(note)


def _is_at(table: Table, person: str) -> bool:
    """Whether a person sits or sat at a table, or is its host."""
    return person == table.maker or person in table.people or any(person in result.people for result in table.results)
