"""Thousands of matches of one game that live on a GPU."""

from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from seaboard import state
from seaboard.cuda import cuda_twin
from seaboard.envs.arguments import check_batch_seed
from seaboard.envs.observations import refuse_history
from seaboard.errors import IllegalAction, SeaboardError
from seaboard.features import features
from seaboard.game import Game, following_seed, in_range
from seaboard.games import find
from seaboard.match import Match

WARP = 32  # threads that run in step
SHARED = 48 * 1024  # bytes of shared memory that a block of threads may have


class CudaBatch:
    """`size` matches side by side on a GPU.

    `seat`, `mask` and `share` are numba's arrays there, always the same objects, and refilled by `step` and `reset`: PyTorch uses them
    without a copy (`torch.as_tensor(batch.mask, device="cuda")`). They mean the same as those of `Batch`. Two things differ. An illegal
    action is skipped and counted, since raising would mean waiting for the GPU at each step: `check` reports it. And the k-th match in
    place i is match number i + k * size, whatever happens in other places.

    Unlike `Batch` it has no `simple_actions`, `known`, `over` (`seat` is -1 there), `in_place=False`, copies or pickles, and `observe`
    serves only the seats to act, in one array of its own.
    """

    def __init__(
        self,
        game: str | Game,
        *,
        size: int = 65_536,
        seats: int | None = None,
        options: Mapping[str, Any] | None = None,
        seed: int = 0,
        auto_reset: bool = True,
        history: int | str = 0,
    ) -> None:
        self.game = find(game)
        refuse_history(history)
        self.size = size = in_range(size, 1, None, "a batch has a whole number of matches, at least one")
        self.seats = self.game.check_seats(seats)
        self.options = self.game.check_options(self.seats, {} if options is None else options)
        self.auto_reset = auto_reset
        self._base, self._resets = 0, 0
        self._twin = cuda_twin(self.game)
        from numba import cuda

        blank = np.zeros(1, self._twin.record_type)
        blank[0] = state.to_record(self.game.new_state(seats=self.seats, seed=0, options=self.options))
        actions, entries = self.game.state.ACTIONS, self.game.entries(self.seats, self.options)
        self._kernel = self._twin.kernel("gpu")
        self._blank = cuda.to_device(blank)
        self._begun = cuda.to_device(np.zeros(size, np.int64))
        self._wrong = cuda.to_device(np.zeros(1, np.int64))
        self._dice = cuda.to_device(np.zeros(size, np.int64))
        self._actions = cuda.to_device(np.zeros(size, np.int64))
        self.states: Any = cuda.to_device(np.zeros(size, self._twin.record_type))
        self.seat: Any = cuda.to_device(np.zeros(size, np.int64))
        word = next(kind for kind in (np.int64, np.int32, np.int16, np.int8) if actions % np.dtype(kind).itemsize == 0)
        self._words: Any = cuda.to_device(np.zeros((size, actions // np.dtype(word).itemsize), word))
        self.mask: Any = self._words.view(np.uint8)
        self.share: Any = cuda.to_device(np.zeros((size, entries), np.float32))
        self._rows: Any = None
        self.reset(seed=seed)

    def reset(self, *, seed: int | None = None) -> None:
        """Begin every match anew: the same seed deals the same matches, and without one they are the next of the last seed's sequence."""
        if seed is None:
            self._resets += 1
            seed = following_seed(self._base, self._resets, bits=64)
        else:
            self._base = seed = check_batch_seed(seed)
            self._resets = 0
        from numba import cuda

        self._seed = cuda.to_device(np.array([seed & 0xFFFFFFFF, seed >> 32], np.int64))
        self._kernel.reset(self.size, self.states, self._dice, self._blank, self._begun, self._seed, *self._look)

    @property
    def _look(self) -> tuple[Any, ...]:
        return self.seat, self.mask, self._words, self.share

    def step(self, actions: Any) -> None:
        """One action in every match; matches that were over begin anew instead. `actions` may be any array of whole numbers on the GPU."""
        if actions.shape != (self.size,):
            raise SeaboardError(f"one action for each of the {self.size} matches is needed, not an array of shape {tuple(actions.shape)}")
        if getattr(actions.dtype, "kind", "i") not in "iu" or getattr(actions.dtype, "is_floating_point", False):  # numba's, or PyTorch's
            raise SeaboardError(f"actions are an array of whole numbers, such as int64, not of {actions.dtype}")
        begin = (self._blank, self._begun, self._seed)
        self._kernel.step(self.size, self.states, actions, *begin, *self._look, int(self.auto_reset), self._wrong)

    def check(self) -> None:
        """Raise if any action since the last check was not legal."""
        wrong = int(self._wrong.copy_to_host()[0])
        if wrong:
            self._wrong.copy_to_device(np.zeros(1, np.int64))
            raise IllegalAction(f"{wrong} actions were not legal, and skipped: choose where `mask` is 1")

    def random_actions(self) -> Any:
        """A legal action for each match, chosen at random; 0 where it is over. The same array each time."""
        self._kernel.pick(self.size, self._words, 8 * self._words.dtype.itemsize, self._dice, self._actions)
        return self._actions

    def random_steps(self, count: int) -> None:
        """Take this many random steps in every match, all in one launch."""
        begin = (self._blank, self._begun, self._seed)
        self._kernel.play_on(self.size, self.states, count, self._dice, *begin, *self._look)

    def observe(self) -> Any:
        """What the seat to act in each match sees, a row of `features` for each; zeros where it is over. The same array each time."""
        if self._rows is None:
            from numba import cuda

            self._width = features(self.game, self.seats).size
            self._row_words = cuda.to_device(np.zeros(-(-self.size * self._width // 8), np.int64))
            self._rows = self._row_words.view(np.int8)[: self.size * self._width].reshape(self.size, self._width)
        block = WARP if WARP * self._width <= SHARED else WARP // 2
        self._kernel.observe(self.size, self.states, self.seat, self._width, self._row_words, block=block, shared=block * self._width)
        return self._rows

    def match(self, i: int) -> Match:
        """One of the matches, to look at; playing it does not change the batch."""
        record: NDArray[np.void] = self.states.copy_to_host()[i]
        return Match.from_state(self.game, state.from_record(self.game.state.State, record))
