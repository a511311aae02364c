"""Thousands of matches of one game as numpy arrays, stepped in one compiled call."""

from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from seaboard import state
from seaboard.compiled import twin
from seaboard.errors import IllegalAction, SeaboardError
from seaboard.game import Game
from seaboard.games import find


class Batch:
    """`size` matches side by side.

    `seat[i]` is who acts in match i and `mask[i]` which actions that seat has; both are arrays that each call
    fills anew. A match that ends is replaced by a new one at the next `step`, when `over[i]` is set and
    `final[i]` holds who won it, as a share of the win for each entry.
    """

    def __init__(
        self,
        game: str | Game,
        *,
        size: int = 4096,
        seats: int | None = None,
        options: Mapping[str, Any] | None = None,
        seed: int = 0,
    ) -> None:
        self.game = find(game)
        if size < 1:
            raise SeaboardError(f"a batch has at least one match, not {size}")
        self.size = size
        self.seats = self.game.check_seats(seats)
        self.options = self.game.check_options(self.seats, options or {})
        self._kernel = twin(self.game).kernel("batch")
        self._blank = state.to_record(self.game.new_state(seats=self.seats, seed=0, options=self.options))
        self.states: NDArray[np.void] = twin(self.game).blank(size)
        self.seat: NDArray[np.int64] = np.zeros(size, np.int64)
        width = -(-self.game.rules.ACTIONS // 8)
        self._words: NDArray[np.int64] = np.zeros((size, width), np.int64)
        self.mask: NDArray[np.uint8] = self._words.view(np.uint8)[:, : self.game.rules.ACTIONS]
        self._scratch = np.zeros(self.game.rules.ACTIONS, np.int64)
        self._dice = np.array([88172645463325252], np.int64)
        self.reset(seed=seed)

    def reset(self, *, seed: int = 0) -> None:
        """Begin every match anew; the same seed deals the same matches."""
        self._seed = seed
        self._begun = 0
        self._renew(np.arange(self.size))
        self._look()

    def step(self, actions: NDArray[np.int64]) -> None:
        """One action in every match; matches that were over begin anew instead."""
        actions = np.ascontiguousarray(actions, np.int64)
        over = self.seat < 0
        if actions.shape != (self.size,):
            raise SeaboardError(f"one action for each of the {self.size} matches is needed, not an array of shape {actions.shape}")
        index = np.where(over, 0, actions)
        if index.min() < 0 or index.max() >= self.mask.shape[1] or not (self.mask[np.arange(self.size), index].astype(bool) | over).all():
            raise IllegalAction("an action is not legal: choose where `mask` is 1")
        self._kernel.step(self.states, self.seat, actions)
        if over.any():
            self._renew(np.flatnonzero(over))
        self._look()

    def random_actions(self) -> NDArray[np.int64]:
        """A legal action for each match, chosen at random."""
        actions = np.zeros(self.size, np.int64)
        self._kernel.pick(self._words, self._dice, actions)
        return actions

    def _renew(self, which: NDArray[np.int64]) -> None:
        numbers = np.arange(self._begun, self._begun + len(which), dtype=np.uint64)
        self._begun += len(which)
        fresh = np.full(len(which), self._blank)
        low, high = self._seed & 0xFFFFFFFF, self._seed >> 32
        fresh["seed"] = np.stack([numbers & 0xFFFFFFFF, numbers >> 32, np.full(len(which), low), np.full(len(which), high)], axis=1)
        self._kernel.begin(fresh)
        self.states[which] = fresh

    def _look(self) -> None:
        self._kernel.look(self.states, self.seat, self.mask, self._words, self._scratch)
