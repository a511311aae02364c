"""Sends pushes: independently of moves, from a bounded queue, each once, and again only if the push service asks for it."""

import asyncio
import logging
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

import httpx
import msgspec

from seaboard import locales
from seaboard.server import metrics
from seaboard.server.limits import Buckets
from seaboard.server.push.addresses import find_target
from seaboard.server.push.encryption import Signer, encrypt, new_private_key
from seaboard.server.push.notice import Notice
from seaboard.server.refusals import Refused
from seaboard.server.settings import Settings
from seaboard.server.storage.people import subscriptions
from seaboard.server.storage.rows import Subscription
from seaboard.server.storage.store import Store

MOST_WAITING = 2000
PLACES = 8
"""Pushes that are sent at once."""
PATIENCE = 15.0
"""Seconds for one push to be sent."""
AGAIN = (2.0, 15.0, 60.0)
"""Seconds before it is tried again, unless the push service says how many."""
LONGEST_WAIT = 300.0
MOST_FAILURES = 5
"""Failures in a row after which a device is forgotten."""
NOBODY = "https://localhost"
"""The sender to name when the page's public address isn't known."""
_log = logging.getLogger("seaboard.push")


IsWanted = Callable[[str, Notice], bool]
"""Whether the person should still be notified; they may have come meanwhile."""


@dataclass(frozen=True, slots=True)
class _Job:
    person: str
    notice: Notice
    is_wanted: IsWanted
    device: Subscription | None = None
    """The device that is tried again; None: all of the person's."""
    attempt: int = 0

    @property
    def key(self) -> tuple[str, str, str]:
        return self.person, self.notice.table, self.device.endpoint if self.device else ""


class Sender:
    """Notifies people's devices."""

    def __init__(self, store: Store, settings: Settings) -> None:
        self.trusted = settings.push_services
        self._store = store
        self._signer: Signer | None = None
        self._people = Buckets(1 / 15, 20) if settings.limits else None
        self._waiting: OrderedDict[tuple[str, str, str], _Job] = OrderedDict()
        self._later: dict[tuple[str, str, str], asyncio.TimerHandle] = {}
        self._working: set[asyncio.Task[None]] = set()
        self._client: httpx.AsyncClient | None = None
        self._is_closing = False

    async def open(self) -> None:
        """Prepare, so that the first push causes no delay."""
        await self.signer()
        self._client = await asyncio.to_thread(_client)

    async def signer(self) -> Signer:
        """Return the server's key, made at the first start and shared by all servers on a database."""
        if self._signer is None:
            made = new_private_key()
            self._signer = Signer(await self._store.write(lambda c: subscriptions.secret(c, "vapid", made)))
        return self._signer

    def send(self, person: str, notice: Notice, *, is_wanted: IsWanted = lambda _person, _notice: True) -> None:
        """Notify a person soon, if still wanted then; this replaces an unsent notification about the same table."""
        if self._people is not None:
            try:
                self._people.check(person)
            except Refused:
                metrics.PUSHES.labels("limited").inc()
                return
        for key in [key for key in self._later if key[:2] == (person, notice.table)]:
            self._later.pop(key).cancel()
        self._put(_Job(person, notice, is_wanted))

    def _put(self, job: _Job) -> None:
        if self._is_closing:
            return
        self._waiting[job.key] = job
        if len(self._waiting) > MOST_WAITING:
            self._waiting.popitem(last=False)
            metrics.PUSHES.labels("dropped").inc()
        if len(self._working) < PLACES:
            task = asyncio.get_running_loop().create_task(self._work())
            self._working.add(task)
            task.add_done_callback(self._working.discard)

    async def _work(self) -> None:
        while self._waiting:
            _, job = self._waiting.popitem(last=False)
            try:
                if not job.is_wanted(job.person, job.notice):
                    continue
                devices = [job.device] if job.device else await self._devices(job.person)
                await asyncio.gather(*(self._send_to(replace(job, device=device)) for device in devices))
            except Exception as error:  # one failure must not stop the rest; its text may contain a person's address
                _log.error("a push could not be sent: %s", type(error).__name__)

    async def _devices(self, person: str) -> list[Subscription]:
        return await self._store.read(lambda c: subscriptions.of_person(c, person))

    async def _send_to(self, job: _Job) -> None:
        device = job.device
        assert device is not None
        answer, wait = await self._post(device, job.notice)
        metrics.PUSHES.labels(answer).inc()
        if answer == "again" and job.attempt < len(AGAIN):
            wait = AGAIN[job.attempt] if wait is None else min(wait, LONGEST_WAIT)
            again = replace(job, attempt=job.attempt + 1)
            self._later[job.key] = asyncio.get_running_loop().call_later(wait, self._try_again, again)
        elif answer == "gone":
            await self._store.write(lambda c: subscriptions.remove(c, device.endpoint))
        elif answer != "sent":
            await self._store.write(lambda c: subscriptions.note_failure(c, device.endpoint, MOST_FAILURES))
        elif device.failures:
            await self._store.write(lambda c: subscriptions.note_success(c, device.endpoint))

    def _try_again(self, job: _Job) -> None:
        self._later.pop(job.key, None)
        self._put(job)

    async def _post(self, device: Subscription, notice: Notice) -> tuple[str, float | None]:
        """Return the outcome of a push: "sent", "gone", "again" (after some seconds, if the service says) or "failed"."""
        try:
            async with asyncio.timeout(PATIENCE):
                target = await find_target(device.endpoint, self.trusted)
                signer = await self.signer()
                headers = {
                    "Host": target.host,
                    "Authorization": signer.authorization(target.origin, device.origin or NOBODY),
                    "Content-Encoding": "aes128gcm",
                    "Content-Type": "application/octet-stream",
                    "TTL": str(notice.lasts),
                    "Urgency": "high" if notice.urgent else "normal",
                    "Topic": notice.table,
                }
                body = encrypt(_text(notice, device.language), key=device.key, auth=device.auth)
                extensions = {"sni_hostname": target.host.strip("[]")}
                # only the head of the answer is read, and no redirect is followed
                async with self._http().stream("POST", target.url, headers=headers, content=body, extensions=extensions) as answer:
                    return _outcome(answer.status_code), _seconds(answer.headers.get("retry-after"))
        except Refused as no:
            return ("again" if no.key == "push.unreachable" else "failed"), None
        except (httpx.TransportError, TimeoutError):
            return "again", None

    def _http(self) -> httpx.AsyncClient:
        if self._client is None:
            self._client = _client()
        return self._client

    async def close(self) -> None:
        """Stop; unsent pushes are lost."""
        self._is_closing = True
        self._waiting.clear()
        for timer in self._later.values():
            timer.cancel()
        if self._working:
            await asyncio.wait(self._working, timeout=2)
        for task in list(self._working):
            task.cancel()
        if self._client is not None:
            await self._client.aclose()


def _client() -> httpx.AsyncClient:
    # Connections are not reused: one that was checked for a name must not serve another name at the same address.
    limits = httpx.Limits(max_connections=64, max_keepalive_connections=0)
    return httpx.AsyncClient(limits=limits, timeout=PATIENCE, follow_redirects=False, trust_env=False)


def _text(notice: Notice, language: str) -> bytes:
    """Return the text for the device, in its language, without anything that only a seat may know."""
    told: dict[str, Any] = {
        "table": notice.table,
        "game": notice.game,
        "kind": notice.kind,
        "language": language,
        "title": locales.say(language, "away", f"push.{notice.kind}", name=notice.name),
        "body": locales.say(language, notice.game, "title"),
    }
    return msgspec.json.encode(told)


def _outcome(status: int) -> str:
    if 200 <= status < 300:
        return "sent"
    if status in (404, 410):
        return "gone"
    return "again" if status == 429 or status >= 500 else "failed"


def _seconds(header: str | None) -> float | None:
    return float(header) if header and header.isascii() and header.isdigit() and len(header) < 8 else None
