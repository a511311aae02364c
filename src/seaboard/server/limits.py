"""How fast is too fast: buckets that fill at a steady rate and are emptied by what people do."""

import time
from collections import OrderedDict
from functools import lru_cache
from ipaddress import ip_address, ip_network
from typing import Any

from seaboard.server.refusals import Refused

MESSAGES = 20, 60
"""On a socket, in a second and at once."""
MOST_FAST = 100
"""Messages that came too fast before a socket is closed."""


class Bucket:
    """Allows `burst` at once and `rate` a second in the long run."""

    __slots__ = ("_at", "_burst", "_left", "_rate")

    def __init__(self, rate: float, burst: float) -> None:
        self._rate = rate
        self._burst = burst
        self._left = burst
        self._at = time.monotonic()

    def take(self, amount: float = 1) -> bool:
        """Whether one more, or so much, is allowed now."""
        now = time.monotonic()
        self._left = min(self._burst, self._left + (now - self._at) * self._rate)
        self._at = now
        if self._left < amount:
            return False
        self._left -= amount
        return True


class Buckets:
    """A bucket for each address or person, the least recently used forgotten first."""

    def __init__(self, rate: float, burst: float, *, most_remembered: int = 10_000) -> None:
        self.rate, self.burst, self._most = rate, burst, most_remembered
        self._of: OrderedDict[str, Bucket] = OrderedDict()

    def check(self, who: str, amount: float = 1) -> None:
        """Refuse whoever is too fast."""
        bucket = self._of.get(who)
        if bucket is None:
            bucket = self._of[who] = Bucket(self.rate, self.burst)
            if len(self._of) > self._most:
                self._of.popitem(last=False)
        self._of.move_to_end(who)
        if not bucket.take(amount):
            raise Refused("too_fast", status=429)


class Limits:
    """All the limits of a server, by person or by where they come from: generous to a household behind one address."""

    def __init__(self, *, on: bool) -> None:
        self.on = on
        self._requests = Buckets(30, 300)
        self._pages = Buckets(100, 4000)
        self._guests = Buckets(0.2, 100)
        self._connections = Buckets(10, 300)
        self._asks = Buckets(30, 300)
        self._lists = Buckets(40, 400)
        self._tables = Buckets(0.2, 20)
        self._tables_of_address = Buckets(1, 100)
        self._tables_of_day = Buckets(1000 / 86400, 1000)
        self._decks_of_day = Buckets(5e6 / 86400, 5e6)
        self._public = Buckets(1 / 300, 10)
        self._changes = Buckets(2, 60)
        self._replays = Buckets(0.5, 30)
        self._records = Buckets(2, 60)
        self._lessons = Buckets(10, 200)
        self._blocks = Buckets(1, 20)
        self._chat = Buckets(1, 10)
        self._hints = Buckets(0.5, 20)
        self._sign_ins = Buckets(1 / 6, 20)
        self._sign_ins_of_all = Buckets(10, 300)
        self._sign_ins_made = Buckets(1 / 6, 30)
        self._reactions = Buckets(0.5, 5)
        self._shuffles = Buckets(0.5, 10)
        self._devices = Buckets(0.1, 10)
        self._invitations = Buckets(1 / 30, 20)
        self._invitations_of_pair = Buckets(1 / 600, 3)
        self._reviews = Buckets(1 / 20, 10)
        self._reviews_of_address = Buckets(1 / 10, 30)
        self._devices_of_address = Buckets(0.2, 30)
        self._reports = Buckets(1 / 60, 5)
        self._reports_of_address = Buckets(1 / 30, 20)
        self._exports = Buckets(1 / 60, 3)
        self._erasures = Buckets(1 / 60, 10)

    def request(self, address: str) -> None:
        """Any request of the API."""
        self._check(self._requests, network(address))

    def page(self, address: str) -> None:
        """The page, or one of its files, of which it has dozens."""
        self._check(self._pages, network(address))

    def guest(self, address: str) -> None:
        """A new guest."""
        self._check(self._guests, network(address))

    def connect(self, address: str) -> None:
        """A new socket."""
        self._check(self._connections, network(address))

    def ask(self, address: str) -> None:
        """A message on a stream of lists, which has one made."""
        self._check(self._asks, network(address))

    def listing(self, address: str) -> None:
        """Somebody's list of tables is made for a stream, whoever has changed something."""
        self._check(self._lists, network(address))

    def table(self, person: str, address: str, *, public: bool) -> None:
        """A new table."""
        self._check(self._tables, person)
        self._check(self._tables_of_address, network(address))
        self._check(self._tables_of_day, network(address))
        if public:
            self._check(self._public, network(address))

    def deck(self, options: dict[str, Any], address: str) -> None:
        """A match with a deck of the host's own, which is stored with it; or a table that is to have one."""
        size = sum(len(value) for value in options.values() if isinstance(value, str) and "\n" in value)
        if size:
            self._check(self._decks_of_day, network(address), size)

    def change(self, person: str) -> None:
        """Something about a table that is there, of which everybody at it is told."""
        self._check(self._changes, person)

    def replay(self, address: str) -> None:
        """A replay, which costs more than most."""
        self._check(self._replays, network(address))

    def record(self, address: str) -> None:
        """A record, for which a match is rebuilt."""
        self._check(self._records, network(address))

    def lesson(self, address: str) -> None:
        """A step in a lesson, or a puzzle, for which a match is set up: a whole class may sit behind one address."""
        self._check(self._lessons, network(address))

    def block(self, person: str) -> None:
        """Somebody blocks somebody, or doesn't any more: every socket of theirs is told everything anew."""
        self._check(self._blocks, person)

    def review(self, person: str, address: str) -> None:
        """A review to be made, which costs the most."""
        self._check(self._reviews, person)
        self._check(self._reviews_of_address, network(address))

    def export(self, person: str) -> None:
        """A file of everything that is kept of somebody."""
        self._check(self._exports, person)

    def erasure(self, address: str) -> None:
        """Everything of somebody is to be deleted."""
        self._check(self._erasures, network(address))

    def report(self, person: str, address: str) -> None:
        """A report of another player."""
        self._check(self._reports, person)
        self._check(self._reports_of_address, network(address))

    def hint(self, person: str) -> None:
        """A hint, for which a bot has to think."""
        self._check(self._hints, person)

    def chat(self, person: str) -> None:
        """Something said."""
        self._check(self._chat, person)

    def sign_in(self, address: str) -> None:
        """Somebody tries a link, a recovery code or a passkey: from their address, and with everybody else."""
        self._check(self._sign_ins, network(address))
        self._check(self._sign_ins_of_all, "")

    def sign_in_made(self, person: str) -> None:
        """Another link, recovery code or passkey of a person."""
        self._check(self._sign_ins_made, person)

    def react(self, person: str) -> None:
        """A reaction."""
        self._check(self._reactions, person)

    def invite(self, person: str, other: str) -> None:
        """An invitation by name: of one person, and to the same other."""
        self._check(self._invitations, person)
        self._check(self._invitations_of_pair, other)

    def shuffle(self, person: str) -> None:
        """Other bytes for a shuffle, of which everybody at the table is told."""
        self._check(self._shuffles, person)

    def device(self, person: str, address: str) -> None:
        """A device that wants to be told, whose push service is looked up."""
        self._check(self._devices, person)
        self._check(self._devices_of_address, network(address))

    def _check(self, buckets: Buckets, who: str, amount: float = 1) -> None:
        if self.on:
            buckets.check(who, amount)


@lru_cache(maxsize=10_000)
def network(address: str) -> str:
    """The client behind an address: with IPv6 a client has 2**64 of them, so its /64 network."""
    try:
        found = ip_address(address.partition("%")[0])
    except ValueError:
        return address
    if found.version == 4:
        return str(found)
    return str(found.ipv4_mapped or ip_network((found, 64), strict=False))
