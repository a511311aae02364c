"""Who somebody is: the cookie, and the person it stands for."""

import contextlib
from collections import OrderedDict
from http.cookies import CookieError, SimpleCookie

from seaboard.server.plain_text import plain_text
from seaboard.server.protocol import Person
from seaboard.server.storage import ids, queries
from seaboard.server.storage.store import Store

COOKIE = "seaboard"
LONGEST_NAME = 24
YEAR = 365 * 86400
MOST_REMEMBERED = 10_000
"""People whose cookies are known without asking the database."""


class Guests:
    """People by their tokens; those seen lately are remembered."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._known: OrderedDict[bytes, Person] = OrderedDict()

    async def of_cookies(self, header: str) -> tuple[Person | None, str | None]:
        """The person that a Cookie header belongs to, and their token."""
        if len(header) > 8192:
            return None, None
        cookies = SimpleCookie()
        with contextlib.suppress(CookieError):
            cookies.load(header)
        token = cookies[COOKIE].value if COOKIE in cookies else ""
        if not ids.TOKEN.fullmatch(token):
            return None, None
        key = ids.fingerprint(token)
        person = self._known.get(key) or await self._store.read(lambda c: queries.person_of_token(c, key))
        if person is None:
            return None, None
        self._remember(key, person)
        return person, token

    async def welcome(self, name: str, person: Person | None, token: str | None) -> tuple[Person, str]:
        """A new guest, or a known one under another name; with the token."""
        name = plain_text(name, longest=LONGEST_NAME, what="name")
        if person is not None and token is not None:
            named = Person(person.id, name)
            if name != person.name:
                await self._store.write(lambda c: queries.rename_person(c, named))
        else:
            named, token = Person(ids.new_id("p"), name), ids.new_token()
            key = ids.fingerprint(token)
            await self._store.write(lambda c: queries.add_person(c, named, key))
        self._remember(ids.fingerprint(token), named)
        return named, token

    def _remember(self, key: bytes, person: Person) -> None:
        self._known[key] = person
        self._known.move_to_end(key)
        if len(self._known) > MOST_REMEMBERED:
            self._known.popitem(last=False)
