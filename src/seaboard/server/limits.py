"""Rate limits: buckets that fill at a steady rate and are emptied by requests."""

import time
from collections import OrderedDict
from functools import lru_cache
from ipaddress import IPv4Address, IPv6Address, ip_address, ip_network
from typing import Any

from msgspec import Struct, field

from seaboard.server.refusals import Refused

MESSAGES = 20, 60
"""On a socket, in a second and at once."""
NETWORKS = 16
"""A /48 may do as much as this many households: whoever rents a server may use every network in one."""
MOST_FAST = 100
"""Messages that may come too fast before a socket is closed."""


class Bucket:
    """Allows `burst` at once and `rate` a second in the long run."""

    __slots__ = ("_at", "_burst", "_left", "_rate")

    def __init__(self, rate: float, burst: float) -> None:
        self._rate = rate
        self._burst = burst
        self._left = burst
        self._at = time.monotonic()

    def take(self, amount: float = 1) -> bool:
        """Take one, or this amount, if it is allowed now, and say whether it was."""
        now = time.monotonic()
        self._left = min(self._burst, self._left + (now - self._at) * self._rate)
        self._at = now
        if self._left < amount:
            return False
        self._left -= amount
        return True


class Buckets:
    """A bucket for each address or person; the least recently used are forgotten first."""

    def __init__(self, rate: float, burst: float, *, most_remembered: int = 10_000) -> None:
        self.rate, self.burst, self._most = rate, burst, most_remembered
        self._of: OrderedDict[str, Bucket] = OrderedDict()

    def check(self, who: str, amount: float = 1) -> None:
        """Refuse a client that is too fast."""
        bucket = self._of.get(who)
        if bucket is None:
            bucket = self._of[who] = Bucket(self.rate, self.burst)
            if len(self._of) > self._most:
                self._of.popitem(last=False)
        self._of.move_to_end(who)
        if not bucket.take(amount):
            raise Refused("too_fast", status=429)


def _each(rate: float, burst: float) -> Buckets:
    return field(default_factory=lambda: Buckets(rate, burst))


class Rates(Struct, frozen=True, kw_only=True):
    """How often each thing may be done in the long run, in a second, and at once."""

    requests: Buckets = _each(30, 300)
    pages: Buckets = _each(100, 4000)
    guests: Buckets = _each(0.2, 100)
    connections: Buckets = _each(10, 300)
    asks: Buckets = _each(30, 300)
    lists: Buckets = _each(40, 400)
    own_lists: Buckets = _each(4, 60)
    tables: Buckets = _each(0.2, 20)
    tables_of_address: Buckets = _each(1, 100)
    tables_of_day: Buckets = _each(1000 / 86400, 1000)
    decks_of_day: Buckets = _each(5e6 / 86400, 5e6)
    public: Buckets = _each(1 / 300, 10)
    decks: Buckets = _each(1, 30)
    changes: Buckets = _each(2, 60)
    replays: Buckets = _each(0.5, 30)
    records: Buckets = _each(2, 60)
    lessons: Buckets = _each(10, 200)
    blocks: Buckets = _each(1, 20)
    chat: Buckets = _each(1, 10)
    hints: Buckets = _each(0.5, 20)
    sign_ins: Buckets = _each(1 / 6, 20)
    sign_ins_of_all: Buckets = _each(10, 300)
    sign_ins_made: Buckets = _each(1 / 6, 30)
    reactions: Buckets = _each(0.5, 5)
    shuffles: Buckets = _each(0.5, 10)
    devices: Buckets = _each(0.1, 10)
    invitations: Buckets = _each(1 / 30, 20)
    invitations_of_pair: Buckets = _each(1 / 600, 3)
    reviews: Buckets = _each(1 / 20, 10)
    reviews_of_address: Buckets = _each(1 / 10, 30)
    devices_of_address: Buckets = _each(0.2, 30)
    reports: Buckets = _each(1 / 60, 5)
    reports_of_address: Buckets = _each(1 / 30, 20)
    exports: Buckets = _each(1 / 60, 3)
    erasures: Buckets = _each(1 / 60, 10)


class Limits:
    """All the limits of a server, by person or by address: generous to a household behind one address."""

    def __init__(self, *, on: bool, rates: Rates | None = None) -> None:
        self.on = on
        self.rates = rates or Rates()

    def request(self, address: str) -> None:
        """Any request of the API."""
        self._check_network(self.rates.requests, address)

    def page(self, address: str) -> None:
        """The page, or one of its files, of which it has dozens."""
        self._check_network(self.rates.pages, address)

    def guest(self, address: str) -> None:
        """A new guest."""
        self._check_network(self.rates.guests, address)

    def connect(self, address: str) -> None:
        """A new socket."""
        self._check_network(self.rates.connections, address)

    def ask(self, address: str) -> None:
        """A message on a stream of lists, which requests a list."""
        self._check_network(self.rates.asks, address)

    def listing(self, address: str) -> None:
        """Making a person's list of tables for a stream, for whatever reason."""
        self._check_network(self.rates.lists, address)

    def own_list(self, person: str) -> None:
        """A person's list of tables, for a stream or a request; a long one takes a while to make."""
        self._check(self.rates.own_lists, person)

    def table(self, person: str, address: str, *, public: bool) -> None:
        """A new table."""
        self._check(self.rates.tables, person)
        self._check_network(self.rates.tables_of_address, address)
        self._check_network(self.rates.tables_of_day, address)
        if public:
            self._check_network(self.rates.public, address)

    def deck(self, address: str) -> None:
        """A host's own deck, which takes a while to read."""
        self._check_network(self.rates.decks, address)

    def keep_deck(self, options: dict[str, Any], address: str) -> None:
        """A table or match with a deck of the host's own, which is stored with it."""
        size = sum(len(value) for value in options.values() if isinstance(value, str) and "\n" in value)
        if size:
            self._check_network(self.rates.decks_of_day, address, size)

    def change(self, person: str) -> None:
        """A change of a table, which everybody at it is sent."""
        self._check(self.rates.changes, person)

    def replay(self, address: str) -> None:
        """A replay, which costs more than most."""
        self._check_network(self.rates.replays, address)

    def record(self, address: str) -> None:
        """A record, for which a match is rebuilt."""
        self._check_network(self.rates.records, address)

    def lesson(self, address: str) -> None:
        """A step in a lesson, or a puzzle, for which a match is set up; a whole class may share one address."""
        self._check_network(self.rates.lessons, address)

    def block(self, person: str) -> None:
        """Blocking or unblocking a person, after which all sockets of the blocker are sent everything again."""
        self._check(self.rates.blocks, person)

    def review(self, person: str, address: str) -> None:
        """A review to be made, which costs the most."""
        self._check(self.rates.reviews, person)
        self._check_network(self.rates.reviews_of_address, address)

    def export(self, person: str) -> None:
        """An export of a person's data."""
        self._check(self.rates.exports, person)

    def erasure(self, address: str) -> None:
        """Deleting a person's data."""
        self._check_network(self.rates.erasures, address)

    def report(self, person: str, address: str) -> None:
        """A report of another player."""
        self._check(self.rates.reports, person)
        self._check_network(self.rates.reports_of_address, address)

    def hint(self, person: str) -> None:
        """A hint, for which a bot has to think."""
        self._check(self.rates.hints, person)

    def chat(self, person: str) -> None:
        """A chat line."""
        self._check(self.rates.chat, person)

    def sign_in(self, address: str) -> None:
        """An attempt to sign in with a link, a recovery code or a passkey; all addresses together pass a turnstile after this."""
        self._check_network(self.rates.sign_ins, address)

    def sign_in_made(self, person: str) -> None:
        """Another link, recovery code or passkey of a person."""
        self._check(self.rates.sign_ins_made, person)

    def react(self, person: str) -> None:
        """A reaction."""
        self._check(self.rates.reactions, person)

    def invite(self, person: str, other: str) -> None:
        """An invitation by name: by host, and by host and guest."""
        self._check(self.rates.invitations, person)
        self._check(self.rates.invitations_of_pair, other)

    def shuffle(self, person: str) -> None:
        """Changing one's bytes for a shuffle, which everybody at the table is sent."""
        self._check(self.rates.shuffles, person)

    def device(self, person: str, address: str) -> None:
        """A device that subscribes to notifications, whose push service is looked up."""
        self._check(self.rates.devices, person)
        self._check_network(self.rates.devices_of_address, address)

    def _check_network(self, buckets: Buckets, address: str, amount: float = 1) -> None:
        self._check(buckets, network(address), amount)
        if wide := wide_network(address):
            self._check(buckets, wide, amount / NETWORKS)

    def _check(self, buckets: Buckets, who: str, amount: float = 1) -> None:
        if self.on:
            buckets.check(who, amount)


def _read(address: str) -> IPv4Address | IPv6Address | None:
    try:
        found = ip_address(address.partition("%")[0])
    except ValueError:
        return None
    return (found.ipv4_mapped or found) if found.version == 6 else found


@lru_cache(maxsize=10_000)
def network(address: str) -> str:
    """The client behind an address: with IPv6 a client has 2**64 of them, so its /64 network."""
    found = _read(address)
    if found is None:
        return address
    return str(found if found.version == 4 else ip_network((found, 64), strict=False))


@lru_cache(maxsize=10_000)
def wide_network(address: str) -> str:
    """The /48 network around an IPv6 address, since one customer may have all of its 65,536 networks; "" for IPv4."""
    found = _read(address)
    return str(ip_network((found, 48), strict=False)) if found is not None and found.version == 6 else ""


@lru_cache(maxsize=10_000)
def neighbourhood(address: str) -> str:
    """The network around an address that may all be one customer's: its /24, with IPv6 its /48."""
    found = _read(address)
    if found is None:
        return address
    return str(ip_network((found, 24 if found.version == 4 else 48), strict=False))
