"""The memory that a search works in."""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any

import numpy as np

from seaboard.compiled import twin
from seaboard.game import Game
from seaboard.kernels.search import MOST_DEPTH
from seaboard.kit import SEARCH_LOG_INTS

# Tuned in matches against tables of `simple`, in Sea Change and Sea Salt & Paper; also worked well in the other games.
EXPLORE = 0.5  # as a share of the range of outlooks met so far
HOPE = 0.25  # as a share of that range: how much better than the mean an untried action is assumed to be
STRAY = 100
TRUST = 1.0  # of that span: how much a prior of 1 adds, at first, to what an action promises
MOST_PLACES = 1 << 20  # 24 MiB; when it is full a search learns more about the branches it has

MOST_IDLE = 8
"""Memories that are kept for the next search, which may be another bot's."""

BRANCH = np.dtype([("key", "i8"), ("value", "f8"), ("visits", "i4"), ("available", "i4")], align=True)


def notes_type(kinds: int, seats: int, actions: int) -> np.dtype[np.void]:
    """The record type of what a search remembers besides its branches."""
    return np.dtype(
        [
            ("dice", "i8", (1,)),
            ("explore", "f8"),
            ("hope", "f8"),
            ("stray", "i8"),  # how many of 1000 moves of a playout are at random
            ("low", "f8"),  # the lowest and the highest outlook met
            ("high", "f8"),
            ("places", "i8"),  # slots of the hash table in use now: a power of two
            ("count", "i8"),  # branches in use
            ("path", "i8", (MOST_DEPTH,)),  # the branches of the current simulation, and who took them
            ("walkers", "i8", (MOST_DEPTH,)),
            ("open", "i8"),  # a hash of what everybody has seen in it
            ("own", "i8", (seats,)),  # likewise of what only this seat has, and of its choices
            ("outlook", "f8", (seats,)),
            ("kinds", "i8", (kinds, 4)),  # see event_kinds
            ("trust", "f8"),  # how much the first choice follows the prior; 0: there is none
            ("prior", "f8", (actions,)),  # how likely each action is to be the best, before any thinking
        ],
        align=True,
    )


class SearchMemory:
    """The memory of a search."""

    def __init__(self, game: Game, *, simulations: int, explore: float = EXPLORE, hope: float = HOPE, stray: int = STRAY) -> None:
        self.game = game
        places = places_for(simulations)
        kinds = event_kinds(game)
        self.notes: Any = np.zeros(1, notes_type(len(kinds), game.seats[-1], game.state.ACTIONS))[0]
        self.notes["dice"] = 1
        self.notes["explore"] = explore
        self.notes["hope"] = hope
        self.notes["stray"] = stray
        self.notes["kinds"] = kinds
        self.branches = np.zeros(places, BRANCH)
        self.world = twin(game).blank(1)
        self.log = np.zeros(SEARCH_LOG_INTS, np.int64)
        self.out = np.zeros(game.state.ACTIONS, np.int64)
        self.visits = np.zeros(game.state.ACTIONS, np.int64)
        self.values = np.zeros(game.state.ACTIONS)
        self._kernel = twin(game).kernel("search")

    def begin(self, simulations: int) -> None:
        """Forget everything before another decision."""
        self._kernel.begin(simulations, self.notes, self.branches)

    def trust(self, prior: Mapping[int, float]) -> None:
        """Start the search from a prior: how likely each action is to be the best; with none, it has no preference."""
        self.notes["trust"] = TRUST if prior else 0.0
        self.notes["prior"] = 0.0
        for action, chance in prior.items():
            self.notes["prior"][action] = chance

    def think(self, root: Any, seat: int, simulations: int) -> None:
        """Do more simulations."""
        self._kernel.search(root, seat, simulations, self.notes, self.branches, self.world, self.log, self.out)

    def best_action(self, root: Any, seat: int) -> int:
        """The best action found so far; `visits` and `values` tell why, in the order of the legal actions."""
        return int(self._kernel.best_action(root, seat, self.notes, self.branches, self.out, self.visits, self.values))


def places_for(simulations: int) -> int:
    """How many branches a search of so many simulations has space for."""
    return min(max(16, 1 << (2 * simulations - 1).bit_length()), MOST_PLACES)


_idle: list[SearchMemory] = []


@contextmanager
def borrowed(game: Game, *, simulations: int) -> Iterator[SearchMemory]:
    """Lend a memory for one decision: a search forgets everything before the next one, so bots that think in turn can share one."""
    places, found = places_for(simulations), None
    for one in list(_idle):
        if one.game is game and len(one.branches) == places:
            try:
                _idle.remove(one)
            except ValueError:  # another thread was faster
                continue
            found = one
            break
    memory = found or SearchMemory(game, simulations=simulations)
    try:
        yield memory
    finally:
        _idle.append(memory)
        del _idle[:-MOST_IDLE]


def event_kinds(game: Game) -> Any:
    """The game's `EVENTS` as numbers, so that compiled code can show each seat what `seaboard.events.show` would.

    By kind: the numbers shown to all and those shown to the seats that know, as bits; the numbers that name those seats; whether the others
    are told nothing.
    """
    kinds = game.view.EVENTS
    table = np.zeros((max(kinds) + 1, 4), np.int64)
    for number, kind in kinds.items():
        for place, name in enumerate(kind.fields):
            if name:
                table[number][0] |= (name not in kind.secret) << place
                table[number][1] |= 1 << place
                table[number][2] |= (name in kind.known_to and bool(kind.secret or kind.private)) << place
        table[number][3] = kind.private
    return table
