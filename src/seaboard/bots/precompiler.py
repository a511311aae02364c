"""Compiling ahead of time: in the background, once per process and game, with progress.

The first time on a machine this takes a while for each game; after that it is read from a cache folder. Search bots wait until it is done,
except on a server: there they play like `simple` meanwhile, so that players don't wait.
"""

import logging
import sys
import threading
from collections.abc import Callable
from functools import cache
from typing import Any

from seaboard.game import Game
from seaboard.games import find
from seaboard.kit import lowest

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
    """Compiles one game in a thread of its own."""

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
        try:
            of_search, others = _steps(self.game)
            steps = of_search + others
            for number, step in enumerate(steps):
                self._report(number, len(steps))
                step()
                if number + 1 == len(of_search):
                    self.searchable.set()
            self._report(len(steps), len(steps))
        except BaseException as error:
            self.error = error
            log.exception("could not compile %s: a server's search bots go on playing like 'simple'", self.game.name)
        finally:
            self.done.set()

    def _report(self, number: int, count: int) -> None:
        self._progress = (number, count)
        for progress in list(self._listeners):
            progress(number, count)


@cache
def _precompiler(game: Game) -> Precompiler:
    return Precompiler(game)


def _steps(game: Game) -> tuple[list[Callable[[], Any]], list[Callable[[], Any]]]:
    """List the calls to make once, for searches and then for the rest: numba compiles a function on its first call."""
    import numpy as np

    from seaboard import state
    from seaboard.bots.learned import Intuition
    from seaboard.bots.memory import SearchMemory
    from seaboard.bots.weights import has_learned
    from seaboard.compiled import twin
    from seaboard.kit import LOG_INTS

    compiled = twin(game)
    seats = game.default_seats
    begun = game.new_state(seats=seats, seed=1, options=game.check_options(seats, {}))
    s = state.to_record(begun)
    game.rules.start(begun, None)
    seat = lowest(game.rules.to_act(begun))
    legal = [0] * game.state.ACTIONS
    game.rules.legal_actions(begun, seat, legal)
    whole = state.to_record(begun)
    game.view.hide(begun, seat)
    known = state.to_record(begun)
    out = np.zeros(game.state.ACTIONS, np.int64)
    new_log = np.zeros(LOG_INTS, np.int64)
    prepare = compiled.prepare

    def think() -> None:
        memory = SearchMemory(game, simulations=1)
        memory.begin(1)
        memory.think(known, seat, 1)
        memory.best_action(known, seat)

    def know() -> None:
        if game.facts is not None:
            memory = SearchMemory(game, simulations=1)
            names = len(game.facts.CHANCES) + len(game.facts.AMOUNTS) + 1
            scratch = (memory.notes, memory.world, memory.log, memory.out, np.zeros(names), np.zeros((2, names)))
            compiled.kernel("facts").play(known, seat, legal[0], np.ones(1, np.int64), *scratch)

    def consult() -> None:
        if has_learned(game):
            Intuition(game).advise(whole, seat)

    def foresee() -> None:
        if has_learned(game):
            Intuition(game).foresee(known, seat, tries=1, dice=1)

    of_search = [
        lambda: compiled.rules,
        lambda: prepare("rules", "start", s, None),
        lambda: (
            prepare("rules", "to_act", s),
            prepare("rules", "legal_actions", s, seat, out),
            prepare("rules", "apply", s, seat, 0, None),
        ),
        lambda: prepare("rules", "apply", s, seat, 0, new_log),
        lambda: (prepare("view", "hide", s, seat), prepare("redeal", "redeal", s, seat)),
        lambda: (prepare("strategy", "simple", s, seat, out, 1), prepare("strategy", "outlook", s, seat)),
        think,
    ]
    return of_search, [consult, foresee, know]
