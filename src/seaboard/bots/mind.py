"""The memory that a search works in."""

from typing import Any

import numpy as np

from seaboard.compiled import twin
from seaboard.game import Game
from seaboard.kernels.search import MOST_DEPTH, Mind
from seaboard.kit import LOG_INTS

EXPLORE = 0.5  # of the span between the worst and the best outlook met
STRAY = 200
MOST_PLACES = 1 << 20  # 32 MiB; when it is full a search learns more about the branches it has

BRANCH = np.dtype([("key", "i8"), ("value", "f8"), ("visits", "i4"), ("available", "i4"), ("action", "i4")], align=True)


def new_mind(game: Game, *, simulations: int, explore: float = EXPLORE, stray: int = STRAY) -> Any:
    """Room for a search of so many simulations."""
    places = min(max(16, 1 << (2 * simulations - 1).bit_length()), MOST_PLACES)
    return Mind(
        branches=np.zeros(places, BRANCH),
        tally=np.zeros(4),
        dice=np.ones(1, np.int64),
        kinds=event_kinds(game),
        explore=explore,
        stray=stray,
        world=twin(game).blank(1),
        path=np.zeros(MOST_DEPTH, np.int64),
        walkers=np.zeros(MOST_DEPTH, np.int64),
        seen=np.zeros(game.seats[-1], np.int64),
        log=np.zeros(LOG_INTS, np.int64),
        out=np.zeros(game.rules.ACTIONS, np.int64),
    )


def event_kinds(game: Game) -> Any:
    """The game's `EVENTS` as numbers: what `seaboard.events.show` shows to whom, for compiled code."""
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
