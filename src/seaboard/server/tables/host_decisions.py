"""Moderators' and operators' decisions in memory: who is banned or muted, and whether there is maintenance."""

import time
from collections.abc import Callable
from ipaddress import ip_address

from seaboard.server.limits import network
from seaboard.server.refusals import Refused
from seaboard.server.storage.moderation import host_decisions
from seaboard.server.storage.moderation.host_decisions import Kind
from seaboard.server.storage.people import people
from seaboard.server.storage.store import Store
from seaboard.server.whereabouts import Whereabouts


class House:
    """Decisions, read at the start and after every change, which listeners hear of."""

    def __init__(self, store: Store, whereabouts: Whereabouts) -> None:
        self._store = store
        self._whereabouts = whereabouts
        self._muted: dict[str, float] = {}  # since when
        self._until: dict[tuple[str, Kind], float | None] = {}
        self._listeners: list[Callable[[], None]] = []
        self.maintenance: str | None = None
        self.is_ending = False  # this server is draining; others may keep running

    def listen(self, listener: Callable[[], None]) -> None:
        """Call this function after every decision."""
        self._listeners.append(listener)

    def begin_to_end(self) -> None:
        """Start draining this server."""
        self.is_ending = True

    async def load(self) -> None:
        """Reload the decisions, which may have changed."""
        found = await self._store.read(host_decisions.decided)
        self._until = {(ban.subject, ban.kind): ban.until for ban in found.bans}
        self._muted = {ban.subject: ban.at for ban in found.bans if ban.kind == "mute"}
        self.maintenance = found.maintenance
        for listener in self._listeners:
            listener()

    def is_banned(self, person: str | None, address: str) -> bool:
        """Whether a person or a network is banned."""
        return self._counts(person or "", "ban") or self._counts(network(address), "ban")

    def has_decided(self, person: str) -> bool:
        """Whether a person is banned or muted."""
        return self._counts(person, "ban") or self._counts(person, "mute")

    def check_person(self, person: str) -> None:
        """Refuse a banned person."""
        self._check(person, "ban", "ban.person")

    def check_address(self, address: str) -> None:
        """Refuse a banned address."""
        self._check(network(address), "ban", "ban.address")

    def check_mute(self, person: str) -> None:
        """Refuse a muted person."""
        self._check(person, "mute", "mute.person")

    async def check_newcomer(self, person: str) -> None:
        """Refuse a guest who came after somebody in their network was muted: it may be that person, back as a new guest."""
        here = self._whereabouts.of(person)
        mutes = [at for muted, at in self._muted.items() if self._whereabouts.of(muted) == here and self._counts(muted, "mute")]
        if not mutes or not here or _is_everybody(here):
            return
        made = await self._store.read(lambda c: people.made(c, person))
        if made is not None and made > min(mutes):
            raise Refused("mute.newcomer", status=403)

    def check_open(self) -> None:
        """Refuse new tables, matches and guests during maintenance."""
        if self.maintenance is not None:
            raise Refused("server.maintenance", status=503)

    def _check(self, subject: str, kind: Kind, key: str) -> None:
        if self._counts(subject, kind):
            until = self._until[subject, kind]
            if until is None:
                raise Refused(f"{key}_for_good", status=403)
            raise Refused(key, status=403, until=time.strftime("%Y-%m-%d %H:%M UTC", time.gmtime(until)))

    def _counts(self, subject: str, kind: Kind) -> bool:
        until = self._until.get((subject, kind), 0.0)
        return until is None or until > time.time()


def _is_everybody(network: str) -> bool:
    """Whether this is the machine itself: behind a proxy that doesn't forward addresses, everybody seems to be here."""
    try:
        return ip_address(network).is_loopback
    except ValueError:  # a network of IPv6
        return False
