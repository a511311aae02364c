"""Bots at the table: their levels, and their choices, made off the event loop."""

import asyncio
import logging
import os
import random
import sys
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING, Any, cast

from seaboard import bots
from seaboard.bots.levels import bot_of
from seaboard.bots.simple import SimpleBot
from seaboard.games import find
from seaboard.server import metrics
from seaboard.server.matches.dice import roll
from seaboard.server.matches.fair_turns import FairTurns
from seaboard.server.matches.session import Session
from seaboard.server.protocol import View
from seaboard.server.refusals import Refused
from seaboard.server.time_slices import let_others_interrupt

if TYPE_CHECKING:
    from seaboard.hints import Hint

LEVELS = bots.LEVELS
QUICK = LEVELS[0]
"""The level that doesn't search."""
COVERING = LEVELS[1]
"""The level that covers for a person: one that neither ruins their game nor wins it for them."""

PLACES = max(1, (os.cpu_count() or 2) - 1)
"""Bots that think at once: one core is left to everything else."""
YIELDING = 5
"""The niceness of threads that think, since answering people comes first."""
HINT = 5.0
"""The cost of a hint, relative to a search of a thousand simulations."""


def _yield_to_others() -> None:
    if sys.platform == "linux":  # on other systems threads have no priority of their own
        os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), os.getpriority(os.PRIO_PROCESS, 0) + YIELDING)
    let_others_interrupt()


_threads = ThreadPoolExecutor(PLACES, "seaboard-bot", _yield_to_others)
_compiling = ThreadPoolExecutor(8, "seaboard-compiling")  # separate, so that nothing else queues behind those that wait for a compiler
_log = logging.getLogger("seaboard.bots")


def check_level(level: str) -> str:
    """Check a level; the refusal names the existing ones."""
    if level not in LEVELS:
        raise Refused("bot.unknown_level", status=422, levels=", ".join(LEVELS))
    return level


def make(level: str, game: str) -> bots.Bot:
    """A bot of a level."""
    if bot_of(level, game) is None:  # a level that no longer exists
        level = COVERING
    return bots.make(level, game, patient=False)  # players should not wait for a compiler


def _cost(level: str, game: str) -> float:
    """Return the cost of a decision, relative to a search of a thousand simulations."""
    spec = bots.Spec.read(level if bot_of(level, game) else COVERING, game=game)
    return (spec.simulations or 100) / 1000


async def advise(game: str, view: View, *, person: str, network: str, turns: FairTurns) -> "Hint":
    """Return the best move and why, once it is this person's turn in the queue for thinking."""
    await turns.acquire(person, HINT, network=network)
    try:
        return await asyncio.get_running_loop().run_in_executor(_threads, _advise, game, view)
    finally:
        turns.release()


def _advise(game: str, view: View) -> "Hint":
    from seaboard.hints import hint  # imported late: numba is slow to import

    found = hint(find(game), cast(dict[str, Any], view))
    assert found is not None, "there is a choice"
    return found


class Seat:
    """A bot in a seat, made when it first has to choose."""

    def __init__(self, level: str, game: str, *, person: str, turns: FairTurns, dice: str | None = None) -> None:
        self.level = level
        self.game = game
        self.dice = dice  # in a shared deal: the same dice for everybody; other bots have their own
        self._bot: bots.Bot | None = None
        self._person = person  # whose table it is
        self._turns = turns

    @property
    def is_quick(self) -> bool:
        """Whether it needs no time and no dice, so that it can choose on the spot."""
        return self.level == QUICK and self.dice is None

    def choose_at_once(self, session: Session, seat: int) -> int:
        """Return a quick bot's action, from what its seat knows now."""
        legal = session.legal(seat)
        if len(legal) == 1:
            return legal[0]
        try:
            return _checked(SimpleBot(find(self.game)).advise(session.match.known_state(seat), seat, legal), legal)
        except Exception:
            return self._fail(legal)

    async def choose(self, view: View, *, network: str = "", is_wanted: Callable[[], bool] = lambda: True) -> int | None:
        """Return an action that is legal whatever the bot does: a table must never be stuck because a bot failed. None if it is no longer
        wanted when the bot's turn to think comes, among those of all networks.
        """
        legal = list(view["legal"].values())
        try:
            action = await self._think(view, network, is_wanted)
            return None if action is None else _checked(action, legal)
        except Exception:
            return self._fail(legal)

    def _fail(self, legal: list[int]) -> int:
        _log.exception("a bot failed", extra={"game": self.game, "level": self.level})
        metrics.BOT_FAILURES.inc()
        return int(random.choice(legal))

    async def _think(self, view: View, network: str, is_wanted: Callable[[], bool]) -> int | None:
        if self.level == QUICK:
            return self._choose(view)
        loop = asyncio.get_running_loop()
        if self.dice is not None:  # no replacement: everybody must meet the same bot
            await loop.run_in_executor(_compiling, bots.precompile, self.game)
        await self._turns.acquire(self._person, _cost(self.level, self.game), network=network)
        try:
            return await loop.run_in_executor(_threads, self._choose, view) if is_wanted() else None
        finally:
            self._turns.release()

    def _choose(self, view: View) -> int:
        if self._bot is None:
            self._bot = make(self.level, self.game)
        if self.dice is not None:
            roll(self._bot, self.dice, view)
        return int(self._bot.choose(cast(dict[str, Any], view)))


def _checked(action: int, legal: list[int]) -> int:
    if action not in legal:
        raise ValueError(f"action {action} is not legal")
    return action
