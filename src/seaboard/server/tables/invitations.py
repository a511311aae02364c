"""Inviting people by name: a host can invite people they have played with before.

Hosts refer to people by handles, made for that host alone: they reveal nothing about anyone, and are of no use to others.
"""

import hashlib
import hmac
import secrets
from collections import Counter
from collections.abc import Callable

from msgspec import Struct
from sqlalchemy.engine import Connection as Database

from seaboard.server.protocol import Person
from seaboard.server.refusals import Refused
from seaboard.server.storage import queries
from seaboard.server.storage.people import invitations, subscriptions
from seaboard.server.storage.people.invitations import Companion, Sent
from seaboard.server.storage.rows import Table
from seaboard.server.tables import seating
from seaboard.server.tables.registry import Rooms

MOST_COMPANIONS = 20
"""People whom a host is offered: the last ones."""
HARBOUR = "harbour"
"""The pseudo-table at which a person is present while they can see their invitations."""


class Invited(Struct, frozen=True):
    """A person was invited to a table through this server; `is_in_harbour`: they can see their invitations, through another server."""

    person: str
    table: Table
    by: str
    is_in_harbour: bool


class Known(Struct, frozen=True):
    """A person a host may invite, with a handle, and when they last played together."""

    handle: str
    name: str
    at: float


class KnownBot(Struct, frozen=True):
    """A bot account that a host may invite, with a handle."""

    handle: str
    name: str


class Invitations:
    """Invitations. `listen` to hear of new ones, and `watch` to hear whose lists have changed."""

    def __init__(self, rooms: Rooms) -> None:
        self._rooms = rooms
        self._store = rooms.store
        self._secret: bytes | None = None
        self._listeners: list[Callable[[Invited], None]] = []
        self._watchers: list[Callable[[str], None]] = []
        self._looking: Counter[str] = Counter()  # visible pages of this server, by person

    def listen(self, listener: Callable[[Invited], None]) -> None:
        """Call this function for every invitation."""
        self._listeners.append(listener)

    def watch(self, watcher: Callable[[str], None]) -> None:
        """Call this function for every person whose invitations have changed."""
        self._watchers.append(watcher)

    def is_looking(self, person: str) -> bool:
        """Whether a person would see an invitation at once, on a page of this server."""
        return person in self._looking

    async def begin_to_look(self, person: str) -> None:
        """Note that a person can see their invitations; other servers find this with presence."""
        self._looking[person] += 1
        if self._looking[person] == 1:
            await self._tell_others(queries.arrive, person)

    async def look_away(self, person: str) -> None:
        """Note that a person can no longer see them, on one page."""
        self._looking[person] -= 1
        if not self._looking[person]:
            del self._looking[person]
            await self._tell_others(queries.leave, person)

    async def _tell_others(self, note: Callable[[Database, str, str, str], object], person: str) -> None:
        if self._store.is_shared:
            await self._store.write(lambda c: note(c, self._store.process, HARBOUR, person))

    async def companions(self, person: Person, table: str | None = None) -> list[Known]:
        """Return whom a person has recently played with and can invite to this table."""
        if person.bot:
            return []  # programs don't invite people
        secret = await self._key()

        def work(c: Database) -> list[Companion]:
            at = queries.find_table(c, table) if table else None
            there = {*at.people, *at.banned} if at else set()
            return [one for one in invitations.companions(c, person.id) if one.person.id not in there]

        found = (await self._store.read(work))[:MOST_COMPANIONS]
        return [Known(_handle(secret, person.id, one.person.id), one.person.name, one.at) for one in found]

    async def bots(self, person: Person, table: str | None = None) -> list[KnownBot]:
        """Return the bot accounts that a person can invite to this table and that are listening now."""
        secret = await self._key()

        def work(c: Database) -> tuple[list[Person], set[str]]:
            at = queries.find_table(c, table) if table else None
            there = {*at.people, *at.banned} if at else set()
            elsewhere = queries.present(c, self._store.process, HARBOUR)[0] if self._store.is_shared else set()
            return [one for one in invitations.bots(c, person.id) if one.id not in there], elsewhere

        found, elsewhere = await self._store.read(work)
        here = [one for one in found if one.id in elsewhere or self.is_looking(one.id)]
        return [KnownBot(_handle(secret, person.id, one.id), one.name) for one in here]

    async def handles(self, person: Person, sent: list[Sent]) -> list[str]:
        """Return the handles of people that a person has invited."""
        if not sent:
            return []
        secret = await self._key()
        return [_handle(secret, person.id, one.person.id) for one in sent]

    async def invite(self, table: str, host: Person, handle: str) -> None:
        """Invite a person; one who was already invited to this table is not notified again."""
        secret = await self._key()
        notes: list[str] = []  # filled by the transaction, which finds the person

        def work(c: Database) -> Invited | None:
            notes.clear()
            found = queries.find_table(c, table, lock=True)
            if found is None:
                raise Refused("table.unknown", status=404)
            seating.check_invite(found, host)
            people = [] if host.bot else [one.person.id for one in invitations.companions(c, host.id)]
            known = [*people, *(one.id for one in invitations.bots(c, host.id))]
            person = next((one for one in known if hmac.compare_digest(_handle(secret, host.id, one), handle)), None)
            if person is None or person in found.banned:
                raise Refused("invite.unknown", status=404)
            if found.seat_of(person) is not None:
                raise Refused("invite.seated")
            if not invitations.add(c, table, host.id, person):
                return None
            notes.extend((f"i:{person}", f"i:{host.id}"))
            is_in_harbour = self._store.is_shared and person in queries.present(c, self._store.process, HARBOUR)[0]
            return Invited(person, found, host.name, is_in_harbour)

        invited = await self._store.write(work, order=table, notes=notes)
        if invited is not None:
            for listener in self._listeners:
                listener(invited)
            self._changed(invited.person, host.id)

    async def decline(self, table: str, person: Person) -> None:
        """Decline an invitation; one that has ended meanwhile needs no answer."""
        notes: list[str] = []

        def work(c: Database) -> str | None:
            inviter = invitations.decline(c, table, person.id)
            notes[:] = [f"i:{person.id}", f"i:{inviter}"] if inviter else []
            return inviter

        inviter = await self._store.write(work, order=table, notes=notes)
        if inviter is not None:
            self._changed(person.id, inviter)

    def _changed(self, *people: str) -> None:
        for watcher in self._watchers:
            for person in people:
                watcher(person)

    async def _key(self) -> bytes:
        if self._secret is None:
            made = secrets.token_bytes(32)
            self._secret = await self._store.write(lambda c: subscriptions.secret(c, "handles", made))
        return self._secret


def _handle(secret: bytes, host: str, person: str) -> str:
    return hmac.digest(secret, f"{host} {person}".encode(), hashlib.sha256).hex()[:32]
