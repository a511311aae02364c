"""Whom each person has blocked: they can't take a seat at that person's tables, and nothing they say is sent to that person."""

from collections import OrderedDict
from collections.abc import Callable

from seaboard.server.protocol import Person
from seaboard.server.refusals import Refused
from seaboard.server.storage.people import blocking
from seaboard.server.storage.rows import Table
from seaboard.server.storage.store import Store

MOST_REMEMBERED = 10_000
"""People of whom it is known without asking the database."""


class Blocks:
    """Who has blocked whom, cached for people who are here. `tell` is called with a person and everyone they now block."""

    def __init__(self, store: Store, tell: Callable[[str, frozenset[str]], None]) -> None:
        self._store = store
        self._tell = tell
        self._known: OrderedDict[str, frozenset[str]] = OrderedDict()
        self._changes = 0

    async def of(self, person: str | None) -> frozenset[str]:
        """Return whom a person has blocked; nobody, without a person."""
        if person is None:
            return frozenset()
        while person not in self._known:
            changes = self._changes
            found = await self._store.read(lambda c: blocking.blocked_by(c, person))
            if changes == self._changes:  # otherwise the result may be out of date
                self._remember(person, found)
        self._known.move_to_end(person)
        return self._known[person]

    async def people(self, person: Person) -> list[Person]:
        """Return whom a person has blocked, by name."""
        return await self._store.read(lambda c: blocking.blocked_people(c, person.id))

    async def block(self, person: Person, other: str) -> None:
        """Block a person, who isn't told."""
        if person.id == other:
            raise Refused("block.yourself")
        found = await self._store.write(lambda c: blocking.block(c, person.id, other), notes=(f"b:{person.id}",))
        self._apply(person.id, found)

    async def unblock(self, person: Person, other: str) -> None:
        """Unblock a person."""
        found = await self._store.write(lambda c: blocking.unblock(c, person.id, other), notes=(f"b:{person.id}",))
        self._apply(person.id, found)

    async def hear_of(self, person: str) -> None:
        """Handle another server's change of whom this person blocks."""
        self._changes += 1
        if self._known.pop(person, None) is not None:
            self._apply(person, await self._store.read(lambda c: blocking.blocked_by(c, person)))

    async def hear_of_person(self, person: str | None) -> None:
        """Handle a merge of a person, or (None) perhaps of anybody: look up again who blocks them, and whom they block."""
        for one, blocked in list(self._known.items()):
            if person is None or person == one or person in blocked:
                await self.hear_of(one)

    async def check_sit(self, table: Table, person: Person) -> None:
        """Refuse a seat to anyone the host has blocked, through any server, unless they already sit there."""
        if table.seat_of(person.id) is not None:
            return
        if person.id in await self._store.read(lambda c: blocking.blocked_by(c, table.maker)):
            raise Refused("table.closed", status=403)

    def _apply(self, person: str, blocked: frozenset[str]) -> None:
        self._changes += 1
        self._remember(person, blocked)
        self._tell(person, blocked)

    def _remember(self, person: str, blocked: frozenset[str]) -> None:
        self._known[person] = blocked
        self._known.move_to_end(person)
        if len(self._known) > MOST_REMEMBERED:
            self._known.popitem(last=False)
