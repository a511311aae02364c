"""Luck and play: the value of every step of a match, split so that the parts add up to the result exactly."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

import numpy as np

from seaboard import state
from seaboard.compiled import twin
from seaboard.game import Game
from seaboard.kernels.dice import first

PLAYOUTS = 256
GRID = float(1 << 40)
"""Values are whole multiples of 1 / GRID: sums and differences of such numbers lose nothing, so parts add up to the last digit."""

NOTES = np.dtype([("dice", "i8", (1,)), ("stray", "i8")], align=True)


@dataclass(frozen=True)
class Walk:
    """A match step by step, step 0 being the first deal; each row has a share of the win for each seat."""

    values: Any
    """After the step."""
    expected: Any
    """After the step's decision, before its chance."""

    @property
    def luck(self) -> Any:
        """What chance did at each step."""
        return self.values - self.expected


def walk(
    game: Game,
    *,
    seats: int,
    options: dict[str, Any],
    seed: int,
    moves: Sequence[tuple[int, int]],
    playouts: int = PLAYOUTS,
    fates: int = PLAYOUTS,
    dice: int = 0,
    thorough: bool = True,
    rules: int | None = None,
) -> Walk:
    """Play a match again and value each step. Without `thorough`, only luck is correct, which takes less time."""
    blank = game.new_state(seats=seats, seed=seed, options=options, rules=rules)
    return _walker(game).walk(blank, moves, playouts, fates, dice, thorough)


@cache
def _walker(game: Game) -> "_Walker":
    return _Walker(game)


class _Walker:
    """The compiled game, and scratch memory."""

    def __init__(self, game: Game) -> None:
        self._kernel = twin(game).kernel("luck")
        self._states = twin(game).blank(5)
        self._raw = self._states.view(np.uint8).reshape(5, -1)
        self._out = np.zeros(game.state.ACTIONS, np.int64)
        self._notes: Any = np.zeros(1, NOTES)[0]

    def walk(self, blank: Any, moves: Sequence[tuple[int, int]], playouts: int, fates: int, dice: int, thorough: bool) -> Walk:
        self._states[0] = state.to_record(blank)
        values = np.zeros((len(moves) + 1, blank.seats))
        expected = np.zeros_like(values)
        starts = np.array([first(dice * 0x9E3779B97F4A7C15 + i) for i in range(playouts + fates)])
        played = np.array(moves, np.int64).reshape(-1, 2)
        self._kernel.walk(
            self._states, self._raw, played, thorough, self._notes, starts[:playouts], starts[playouts:], self._out, values, expected
        )
        return Walk(np.rint(values * GRID) / GRID, np.rint(expected * GRID) / GRID)
