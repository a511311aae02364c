"""Rates finished matches: each once, in the order in which they ended, whatever happens to a server meanwhile.

A match is marked finished in the transaction of its last move, and rated in the one that changes the ratings. So a server that dies in
between misses nothing, and of two servers that rate the same match the second finds it rated.
"""

import asyncio
import logging
import threading
import time
from collections.abc import Sequence

from msgspec.structs import replace
from sqlalchemy.engine import Connection as Database

from seaboard import summary
from seaboard.bots import make
from seaboard.server.matches.session import Session, has_rules
from seaboard.server.ratings import model
from seaboard.server.ratings.model import NEWCOMER, Strength
from seaboard.server.storage import queries
from seaboard.server.storage.matches import finished, rating
from seaboard.server.storage.matches.rating import Rating
from seaboard.server.storage.rows import Entry, Finished, MatchRow
from seaboard.server.storage.store import Store

_log = logging.getLogger("seaboard.ratings")


class Rater:
    """Rates finished matches."""

    def __init__(self, store: Store, every: float) -> None:
        self._store = store
        self._every = every
        self._is_closing = threading.Event()
        self._has_played_on = False  # a bot had to play the last match to its end

    async def run(self) -> None:
        """Rate all matches that end, until cancelled."""
        while True:
            await asyncio.sleep(self._every)
            try:
                await self.rate_some()
            except Interrupted:
                return
            except Exception:
                _log.exception("a finished match could not be rated; it will be tried again")

    def close(self) -> None:
        """Begin no more long work."""
        self._is_closing.set()

    async def rate_some(self) -> None:
        """Rate all matches that can be rated at once, and at most one that a bot must play to its end, since nobody waits for it."""
        while await self.rate_one():
            if self._has_played_on:
                break

    async def rate_one(self) -> bool:
        """Rate a match, or recompute a rating; return False if there is nothing to do."""
        self._has_played_on = False
        stale = await self._store.read(rating.next_stale)
        if stale is not None:
            await self._refresh(*stale)
            return True
        found = await self._store.read(rating.next_unrated)
        if found is None:
            return False
        self._has_played_on = found.ended == "abandoned"
        row, entries = await self._store.read(lambda c: (queries.find_match(c, found.match), queries.entries_of(c, found.match)))
        completed = await asyncio.to_thread(complete, found, row, entries, self._is_closing)
        await self._store.write(lambda c: rate(c, found, completed), order="ratings", patience=None)
        return True

    async def _refresh(self, game: str, person: str) -> None:
        """Recompute a rating from all its matches."""
        matches = await self._store.read(lambda c: rating.rated_matches(c, game, person), patience=None)
        steps = await asyncio.to_thread(_fold, matches)

        def write(c: Database) -> None:
            rating.lock(c)
            known = rating.rated_matches(c, game, person) if len(matches) < MOST_READ_TWICE else matches
            if [found.match for _, found in known] != [found.match for _, found in matches]:
                return  # it still has to be recomputed
            for (_, found), (mean, spread) in zip(matches, steps, strict=True):
                rating.note_played(c, found.match, person, mean, spread)
            mean, spread = steps[-1] if steps else NEWCOMER
            rating.put(c, person, Rating(game, mean, spread, len(steps)))

        await self._store.write(write, order="ratings", patience=None)


MOST_READ_TWICE = 1000
"""With fewer matches than this, it is checked that no other was rated while a rating was being recomputed."""


PLAYS_ON = "simple"
"""The bot that finishes matches which everyone has left."""
BREATH = 2.0
"""After each of its moves it rests this many times as long as the move took: somebody may have left a thousand matches, and others play."""
MOST_MOVES = 10_000
"""Moves after which such a match isn't rated: only one with a custom deck takes that many."""


class Interrupted(Exception):
    """The server is stopping before the match was played out; that is done after the restart."""


def complete(found: Finished, row: MatchRow | None, entries: Sequence[Entry], is_closing: threading.Event) -> Finished | None:
    """Return the match with what ratings need to know about it; None if that can't be found out.

    The game says who scores together. If everyone left a match, a bot plays every seat to the end: the same bot for all, so that the
    result shows what the position was worth, and a fast one, since nobody watches.
    """
    if row is None or not has_rules(row):
        return None
    session = Session(row, entries)
    match = session.match
    if found.ended == "abandoned":
        bot, most = make(PLAYS_ON, row.game), len(match.moves) + MOST_MOVES
        while not match.over:
            if is_closing.is_set():
                raise Interrupted
            if len(match.moves) >= most:
                return None
            began, seat = time.perf_counter(), match.to_act[0]
            match.play(seat, bot.choose(match.view(seat, memory=True)))
            time.sleep(BREATH * (time.perf_counter() - began))
    sides = [rank.entries for rank in summary.summary(match).ranking]
    return replace(found, sides=sides, winners=match.winners, scores=match.scores)


def rate(c: Database, found: Finished, completed: Finished | None) -> None:
    """Apply a match to the ratings, unless that was done already."""
    rating.lock(c)
    people = finished.people_of(c, found.match)
    known = {seat: rating.of(c, found.game, person) for seat, person in people.items()}
    before = _strengths(completed, known) if completed else None
    if completed is None or before is None:
        rating.note(c, found, why="bots" if completed else "rules")
        return
    if not rating.note(c, found, why=finished.COUNTS):
        return
    finished.change(c, replace(completed, before=before))
    after = model.rate(before, completed.sides, completed.winners)
    for seat, person in people.items():
        mean, spread = _allowed(completed, seat, before[seat], after[seat])
        own = known[seat]
        rating.put(c, person, Rating(found.game, mean, spread, own.matches + 1 if own else 1))
        rating.note_played(c, found.match, person, mean, spread)
        if found.ended == "abandoned":
            finished.note_result(c, completed, seat)


def _strengths(found: Finished, people: dict[int, Rating | None]) -> list[Strength] | None:
    """Return everybody's strength before the match; None if a bot's is unknown."""
    strengths: list[Strength] = []
    for seat, level in enumerate(found.levels):
        own = people.get(seat)
        strength = (own.mean, own.spread) if own else NEWCOMER if level is None else model.of_bot(found.game, level)
        if strength is None:
            return None
        strengths.append(strength)
    return strengths


def _allowed(found: Finished, seat: int, before: Strength, after: Strength) -> Strength:
    """Limit the change for players who left: the bot's result counts, but nobody gains by leaving their seat to a bot."""
    return (min(before[0], after[0]), after[1]) if seat in found.gave_up else after


def _fold(matches: list[tuple[int, Finished]]) -> list[Strength]:
    """Compute a person's strength after each of their matches, with the others as they were rated then."""
    steps: list[Strength] = []
    now = NEWCOMER
    for seat, found in matches:
        before = [*found.before[:seat], now, *found.before[seat + 1 :]]
        now = _allowed(found, seat, now, model.rate(before, found.sides, found.winners)[seat])
        steps.append(now)
    return steps
