"""Identity: the cookie, the device it signs in, and the person the device belongs to."""

import time
from collections import OrderedDict
from collections.abc import Awaitable, Callable
from functools import partial

from msgspec import Struct
from starlette.requests import HTTPConnection
from starlette.responses import Response

from seaboard.server.http.people.device_names import describe
from seaboard.server.http.transport.cookie import COOKIE, token_in
from seaboard.server.plain_text import plain_text
from seaboard.server.protocol import Person
from seaboard.server.refusals import Refused
from seaboard.server.settings import Settings
from seaboard.server.storage import ids
from seaboard.server.storage.people import bot_accounts, people
from seaboard.server.storage.rows import Device
from seaboard.server.storage.store import Store

LONGEST_NAME = 24
YEAR = 365 * 86400
MOST_REMEMBERED = 10_000
"""Devices whose cookies are known without asking the database."""
REMEMBERED = 60.0
"""Seconds for which they are: a device that was signed out elsewhere is noticed even if the notification was lost."""
SEEN_EVERY = 600.0
"""Seconds after which it is written that a device is still in use."""

Listener = Callable[[str | None], Awaitable[None]]
"""Called when something has changed about a person, or (None) may have about anybody."""


class Visitor(Struct, frozen=True):
    """The person of a request, and their device."""

    person: Person
    device: str
    token: str
    until: float


class Guests:
    """People by their tokens, with a cache of recent ones."""

    def __init__(self, store: Store, *, bot_accounts: bool = False) -> None:
        self._store = store
        self._lets_bots_in = bot_accounts
        self._known: OrderedDict[bytes, Visitor] = OrderedDict()
        self._forgotten = 0  # counts changes of people: anything read before the last one may be out of date
        self._listeners: list[Listener] = []

    async def of_headers(self, cookie: str, authorization: str) -> Visitor | None:
        """Return who sends these two headers: a person by their cookie, or a bot account by its token; refused if the token is invalid."""
        scheme, _, credentials = authorization.partition(" ")
        if scheme.lower() == "bearer":  # other schemes are between a browser and a proxy
            return await self._of_bearer(credentials.strip())
        token = token_in(cookie)
        found = await self.of_token(token) if ids.TOKEN.fullmatch(token) else None
        return None if found is None or found.person.bot else found

    async def _of_bearer(self, token: str) -> Visitor:
        if not self._lets_bots_in:
            raise Refused("bot.off", status=403)
        found = await self.of_token(token) if ids.TOKEN.fullmatch(token) else None
        if found is None or not found.person.bot:
            raise Refused("bot.token", status=401)
        return found

    async def of_token(self, token: str) -> Visitor | None:
        """Return whom a token signs in."""
        key = ids.fingerprint(token)
        while True:
            known = self._known.get(key)
            if known is not None and known.until > time.monotonic():
                self._known.move_to_end(key)
                return known
            asked = self._forgotten
            found = await self._store.read(lambda c: people.of_token(c, key))
            if found is None:
                self._known.pop(key, None)
                return None
            person, device = found
            if device.seen < time.time() - SEEN_EVERY:
                await self._store.write(partial(people.touch, device=device.id))
            if asked == self._forgotten:
                return self._remember(key, person, device.id, token)

    async def welcome(self, name: str, visitor: Visitor | None, agent: str) -> Visitor:
        """Make a new guest, or rename a known one."""
        name = typed_name(name)
        if visitor is None:
            person, token = Person(ids.new_id("p"), name), ids.new_token()
            device, key = new_device(person.id, agent), ids.fingerprint(token)
            await self._store.write(lambda c: people.add(c, person, device, key))
            return self._remember(key, person, device.id, token)
        named = Person(visitor.person.id, name)
        if named != visitor.person:
            await self._store.write(lambda c: people.rename(c, named), notes=(f"g:{named.id}",))
            await self.changed(named.id)
        return self._remember(ids.fingerprint(visitor.token), named, visitor.device, visitor.token)

    # ---- Changes -------------------------------------------------------------------------------

    def listen(self, listener: Listener) -> None:
        """Call this function on every change."""
        self._listeners.append(listener)

    async def changed(self, person: str | None) -> None:
        """Handle a change of a person, or (None) perhaps of anybody: devices, name, or a merge with another person."""
        self._forgotten += 1
        for key in [key for key, known in self._known.items() if person is None or known.person.id == person]:
            del self._known[key]
        for listener in self._listeners:
            await listener(person)

    def _remember(self, key: bytes, person: Person, device: str, token: str) -> Visitor:
        visitor = self._known[key] = Visitor(person, device, token, time.monotonic() + REMEMBERED)
        self._known.move_to_end(key)
        if len(self._known) > MOST_REMEMBERED:
            self._known.popitem(last=False)
        return visitor


def typed_name(name: str) -> str:
    """Return a typed name with its spaces normalised; refuse one that isn't allowed or looks like a bot account's."""
    name = plain_text(name, longest=LONGEST_NAME, what="name")
    if bot_accounts.looks_like_one(name):
        raise Refused("bot.name", status=422)
    return name


def new_device(person: str, agent: str) -> Device:
    """Make a device on which a person signs in now."""
    browser, system = describe(agent)
    now = time.time()
    return Device(ids.new_id("d"), person, browser, system, made=now, seen=now)


def set_cookie(response: Response, token: str, request: HTTPConnection, settings: Settings) -> Response:
    """Set the cookie that signs a device in, or delete it (with an empty token)."""
    secure = settings.secure or request.url.scheme == "https"
    age = YEAR if token else 0
    response.set_cookie(COOKIE, token, max_age=age, httponly=True, samesite="strict", secure=secure, path="/")
    return response
