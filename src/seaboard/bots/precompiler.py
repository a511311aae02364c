"""Compiling ahead of time: in the background, once per process and game, with progress.

The first time on a machine this takes a while for each game, in a process of its own (`compiling.py`); after that it is read from a cache
folder. Search bots wait until it is done, except on a server: there they play like `simple` meanwhile, so that players don't wait.
"""

import logging
import sys
import threading
from collections.abc import Callable
from functools import cache
from typing import Any

from seaboard.game import Game
from seaboard.games import find

Progress = Callable[[int, int], None]
"""Called with the number of steps done and the total."""

log = logging.getLogger(__name__)


def precompile(game: str | Game, progress: Progress | None = None) -> None:
    """Compile what the bots of a game need, and return when it is done."""
    precompile_in_background(game, progress)
    precompiler = _precompiler(find(game))
    precompiler.done.wait()
    if precompiler.error is not None:
        raise precompiler.error


def precompile_on_terminal(game: str | Game) -> None:
    """The same, with a progress bar while it lasts if standard error is a terminal."""
    found = find(game)
    if is_compiled(found) or not sys.stderr.isatty():
        precompile(found)
        return
    from rich.console import Console
    from rich.progress import Progress as Bar

    with Bar(console=Console(stderr=True), transient=True) as bar:
        compiling = bar.add_task(f"{found.title}: compiling")
        precompile(found, lambda done, count: bar.update(compiling, completed=done, total=count))


def precompile_in_background(game: str | Game, progress: Progress | None = None) -> None:
    """Start compiling what the bots of a game need, and return at once."""
    precompiler = _precompiler(find(game))
    if progress:
        precompiler.listen(progress)
    precompiler.start()


def is_compiled(game: str | Game) -> bool:
    """Whether everything is compiled."""
    precompiler = _precompiler(find(game))
    return precompiler.done.is_set() and precompiler.error is None


def can_search(game: str | Game) -> bool:
    """Whether what a search needs is compiled; what learned bots need is compiled after that."""
    return _precompiler(find(game)).searchable.is_set()


class Precompiler:
    """Gets one game's compiled code, in a thread of its own."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.done = threading.Event()
        self.searchable = threading.Event()
        self.error: BaseException | None = None
        self._is_started = False
        self._lock = threading.Lock()
        self._listeners: list[Progress] = []
        self._progress = (0, 1)

    def listen(self, progress: Progress) -> None:
        """Report progress from now on."""
        self._listeners.append(progress)
        progress(*self._progress)

    def start(self) -> None:
        """Start, unless already started."""
        with self._lock:
            if not self._is_started:
                self._is_started = True
                threading.Thread(target=self._run, name=f"compile {self.game.name}", daemon=True).start()

    def _run(self) -> None:
        from seaboard.bots import compiling  # here, for it is also a program

        try:
            of_search, others = compiling.steps(self.game)
            count, known = len(of_search) + len(others), 0
            for known in compiling.elsewhere(self.game):
                self._report(known, count)
                if known == len(of_search):
                    self._take_search(of_search)
            for number, step in enumerate(of_search + others):
                if number >= len(of_search) or not self.searchable.is_set():
                    self._report(max(number, known), count)
                    step()
                if number + 1 == len(of_search):
                    self.searchable.set()
            compiling.note_complete(self.game)
            self._report(count, count)
        except BaseException as error:
            self.error = error
            log.exception("could not compile %s: a server's search bots go on playing like 'simple'", self.game.name)
        finally:
            self.done.set()

    def _take_search(self, of_search: list[Callable[[], Any]]) -> None:
        """Read what a search needs from the cache, before the rest is compiled."""
        for step in of_search:
            step()
        self.searchable.set()

    def _report(self, number: int, count: int) -> None:
        self._progress = (number, count)
        for progress in list(self._listeners):
            progress(number, count)


@cache
def _precompiler(game: Game) -> Precompiler:
    return Precompiler(game)
