"""How fast is too fast: buckets that fill at a steady rate and are emptied by what people do."""

import time
from collections import OrderedDict

from seaboard.server.refusals import Refused


class Bucket:
    """Allows `burst` at once and `rate` a second in the long run."""

    __slots__ = ("_at", "_burst", "_left", "_rate")

    def __init__(self, rate: float, burst: float) -> None:
        self._rate = rate
        self._burst = burst
        self._left = burst
        self._at = time.monotonic()

    def take(self) -> bool:
        """Whether one more is allowed now."""
        now = time.monotonic()
        self._left = min(self._burst, self._left + (now - self._at) * self._rate)
        self._at = now
        if self._left < 1:
            return False
        self._left -= 1
        return True


class Buckets:
    """A bucket for each address or person, the least recently used forgotten first."""

    def __init__(self, rate: float, burst: float, *, most_remembered: int = 10_000) -> None:
        self._rate, self._burst, self._most = rate, burst, most_remembered
        self._of: OrderedDict[str, Bucket] = OrderedDict()

    def check(self, who: str) -> None:
        """Refuse whoever is too fast."""
        bucket = self._of.get(who)
        if bucket is None:
            bucket = self._of[who] = Bucket(self._rate, self._burst)
            if len(self._of) > self._most:
                self._of.popitem(last=False)
        self._of.move_to_end(who)
        if not bucket.take():
            raise Refused("too_fast", status=429)


class Limits:
    """All the limits of a server."""

    def __init__(self, *, on: bool) -> None:
        self.on = on
        self._requests = Buckets(20, 60)
        self._guests = Buckets(0.5, 30)
        self._tables = Buckets(0.2, 20)
        self._replays = Buckets(0.5, 10)

    def request(self, address: str) -> None:
        """Any request."""
        if self.on:
            self._requests.check(address)

    def guest(self, address: str) -> None:
        """A new guest."""
        if self.on:
            self._guests.check(address)

    def table(self, person: str) -> None:
        """A new table."""
        if self.on:
            self._tables.check(person)

    def replay(self, address: str) -> None:
        """A replay, which costs more than most."""
        if self.on:
            self._replays.check(address)
