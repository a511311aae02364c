"""Compiling in a process of its own, which leaves its results in the cache: the compiler takes hundreds of megabytes, and Python's lock for
most of a minute. A server has better use for both.

    python -m seaboard.bots.compiling GAME

It writes the number of each step that is done, and ends with the process that started it.
"""

import logging
import os
import signal
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from typing import Any

from seaboard.game import Game
from seaboard.games import GAMES
from seaboard.kit import lowest

NICE = 5
"""Whoever plays comes first."""
_log = logging.getLogger(__name__)


def elsewhere(game: Game) -> Iterator[int]:
    """Compile a game in another process, and yield the number of steps done; nothing, if all is in the cache, or that can't be done."""
    from seaboard.compiled import cache_folder, twin

    if twin(game).is_complete or GAMES.get(game.name) is not game:
        return
    command = [sys.executable, "-m", __name__, game.name]
    environment = {**os.environ, "SEABOARD_CACHE": str(cache_folder().parent), "PYTHONPATH": os.pathsep.join(sys.path)}
    try:
        process = subprocess.Popen(command, env=environment, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    except OSError as error:
        _log.warning("could not start a process that compiles %s (%s): it is compiled here", game.name, error)
        return
    with process:
        assert process.stdout is not None
        yield from map(int, process.stdout)
    if process.returncode:
        _log.warning("the process that compiled %s ended with %s: it is compiled here", game.name, process.returncode)


def note_complete(game: Game) -> None:
    """Note that all that bots need of a game is in the cache."""
    from seaboard.compiled import twin

    twin(game).note_complete()


def main() -> None:
    """Compile the game that is named, as long as somebody waits for it."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl+C at the terminal is for whoever waits
    threading.Thread(target=_end_with_parent, daemon=True).start()
    if hasattr(os, "nice"):
        os.nice(NICE)
    game = GAMES[sys.argv[1]]
    of_search, others = steps(game)
    for number, step in enumerate(of_search + others, 1):
        step()
        print(number, flush=True)


def _end_with_parent() -> None:
    while os.read(sys.stdin.fileno(), 1):
        pass
    os._exit(0)


def steps(game: Game) -> tuple[list[Callable[[], Any]], list[Callable[[], Any]]]:
    """List the calls to make once, for searches and then for the rest: numba compiles a function, or finds it, on its first call."""
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


if __name__ == "__main__":
    main()
