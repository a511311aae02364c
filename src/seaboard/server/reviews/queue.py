"""The queue of reviews: one is made at a time, a person waits for one at a time, and knows their place.

People who ask for the same review share it. A review that nobody waits for any more is not begun; one that has begun is finished, and kept.
"""

import asyncio
import logging
import zlib
from collections.abc import AsyncGenerator

import msgspec
from sqlalchemy.engine import Connection as Database

from seaboard.review.model import VERSION, SeatReview
from seaboard.server import metrics
from seaboard.server.protocol import write
from seaboard.server.refusals import Refused
from seaboard.server.review_parts import ReviewFailed, ReviewWaits
from seaboard.server.reviews.process import DONE, LAST, Died, Process
from seaboard.server.reviews.worker import Work
from seaboard.server.settings import Settings
from seaboard.server.storage import queries
from seaboard.server.storage.matches import finished
from seaboard.server.storage.store import Store

MOST_WAITING = 100
"""Most reviews in the queue; more are refused."""
STILL_THERE = 5.0
"""Seconds of silence after which it is checked that a client is still there."""
_log = logging.getLogger("seaboard.reviews")


class Job:
    """A requested review, and the people who wait for it."""

    def __init__(self, match: str, work: Work) -> None:
        self.match = match
        self.work = work
        self.parts: list[bytes] = []  # for those who come later
        self.listeners: dict[asyncio.Queue[bytes], str] = {}  # with the person
        self.is_begun = False

    def tell(self, part: bytes) -> None:
        """Send a part to all who wait."""
        self.parts.append(part)
        for listener in self.listeners:
            listener.put_nowait(part)


class Reviews:
    """Makes reviews and keeps them."""

    def __init__(self, store: Store, settings: Settings) -> None:
        self._store = store
        self._process = Process(settings.review_nice)
        self._jobs: dict[tuple[str, int | None], Job] = {}  # in the order in which they are made
        self._task: asyncio.Task[None] | None = None
        self._is_closing = False

    async def kept(self, match: str, seat: int | None, *, any_version: bool = False) -> bytes | None:
        """Return a stored review as a single part; one of another version if it can't be made again."""
        found = await self._store.read(lambda c: queries.find_review(c, match, _column(seat)))
        if found is None or (found[0] != VERSION and not any_version):
            return None
        return await asyncio.to_thread(lambda: write(_Done(seat, msgspec.Raw(zlib.decompress(found[1])))))

    def check_room(self) -> None:
        """Refuse if too many wait already."""
        if len(self._jobs) >= MOST_WAITING or self._is_closing:
            raise Refused("review.queue_full", status=503)

    async def follow(self, match: str, work: Work, who: str) -> AsyncGenerator[bytes]:
        """Wait for a review, yielding its parts as they come, with an empty one now and then to check that the client is still there."""
        key = match, work.seat
        self._leave_others(who, key)
        job = self._jobs.setdefault(key, Job(match, work))
        listener: asyncio.Queue[bytes] = asyncio.Queue()
        for part in job.parts:
            listener.put_nowait(part)
        job.listeners[listener] = who
        if not job.is_begun:
            self._tell_places()
        if self._task is None:
            self._task = asyncio.create_task(self._make_all())
        part = b""
        try:
            while not part.startswith(LAST):
                try:
                    async with asyncio.timeout(STILL_THERE):
                        part = await listener.get()
                except TimeoutError:
                    part = b""
                yield part
        finally:
            job.listeners.pop(listener, None)
            self._drop_unwanted()

    def _leave_others(self, who: str, wanted: tuple[str, int | None]) -> None:
        """Remove a person who asks for another review from the one before."""
        for key, job in self._jobs.items():
            for listener, person in list(job.listeners.items()):
                if person == who and key != wanted:
                    listener.put_nowait(write(ReviewFailed(Refused("review.one_at_a_time").reason())))
                    del job.listeners[listener]
        self._drop_unwanted()

    def _drop_unwanted(self) -> None:
        unwanted = [key for key, job in self._jobs.items() if not job.listeners and not job.is_begun]
        for key in unwanted:
            del self._jobs[key]
        if unwanted:
            self._tell_places()

    def _tell_places(self) -> None:
        metrics.REVIEWS_WAITING.set(len(self._jobs))
        waiting = [job for job in self._jobs.values() if not job.is_begun]
        for place, job in enumerate(waiting, start=1):
            part = write(ReviewWaits(place))
            for listener in job.listeners:
                listener.put_nowait(part)

    async def _make_all(self) -> None:
        try:
            while self._jobs:
                key, job = next(iter(self._jobs.items()))
                job.is_begun = True
                self._tell_places()
                last = await self._make(job)
                del self._jobs[key]
                for listener in job.listeners:
                    listener.put_nowait(last)
        finally:
            self._task = None

    async def _make(self, job: Job) -> bytes:
        """Make a review and store it; return its last part."""
        last = write(ReviewFailed(Refused("review.failed").reason()))
        try:
            async for part in self._process.make(job.work):
                if part.startswith(LAST):
                    last = part
                else:
                    job.tell(part)
            if last.startswith(DONE):
                await self._keep(job, last)
                metrics.REVIEWS.inc()
        except Died:
            _log.error("the process that makes reviews died", extra={"game": job.work.record.get("game")})
        except Exception:
            _log.exception("a review failed", extra={"game": job.work.record.get("game")})
        return last

    async def _keep(self, job: Job, part: bytes) -> None:
        body, seats = await asyncio.to_thread(_packed, part)

        def keep(c: Database) -> None:
            queries.keep_review(c, job.match, _column(job.work.seat), VERSION, body)
            for seat in seats:
                finished.note_review(c, job.match, seat.seat, luck=seat.luck, error_rate=seat.error_rate)

        await self._store.write(keep, patience=None)

    async def close(self) -> None:
        """Tell everyone who waits that there will be no review."""
        self._is_closing = True
        failed = write(ReviewFailed(Refused("review.failed").reason()))
        for job in self._jobs.values():
            for listener in job.listeners:
                listener.put_nowait(failed)
        if self._task:
            self._task.cancel()
            await asyncio.wait([self._task])
        await self._process.close()


class _Done(msgspec.Struct, tag_field="type", tag="review"):
    """A `ReviewDone` whose review is left as the text that it is."""

    seat: int | None
    review: msgspec.Raw


class _Seats(msgspec.Struct):
    """A review, but for everything that is not about a seat."""

    seats: list[SeatReview]


_done = msgspec.json.Decoder(_Done)
_seats = msgspec.json.Decoder(_Seats)


def _packed(part: bytes) -> tuple[bytes, list[SeatReview]]:
    """Return a review as it is stored, and the part stored in histories."""
    text = bytes(_done.decode(part).review)
    return zlib.compress(text), _seats.decode(text).seats


def _column(seat: int | None) -> int:
    """Convert to the database's value, since a key can't be null."""
    return -1 if seat is None else seat
