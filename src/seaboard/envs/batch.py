"""Thousands of matches of one game as numpy arrays, stepped in one compiled call."""

import copy
from collections.abc import Mapping
from typing import Any, Self

import numpy as np
from numpy.typing import NDArray

from seaboard import state
from seaboard.compiled import twin
from seaboard.envs.arguments import as_actions, check_batch_seed
from seaboard.envs.observations import refuse_history
from seaboard.envs.slices import Slices, usual_threads
from seaboard.errors import IllegalAction, SeaboardError
from seaboard.features import Features, features
from seaboard.game import Game, following_seed, in_range
from seaboard.games import find
from seaboard.kernels.dice import first
from seaboard.match import Match

PICKLED = (
    "size",
    "seats",
    "options",
    "auto_reset",
    "in_place",
    "threads",
    "states",
    "seat",
    "share",
    "_words",
    "_base",
    "_resets",
    "_seed",
    "_dice",
)  # the rest is made anew


class Batch:
    """`size` matches side by side.

    `seat[i]` is who acts in match i and `mask[i]` which actions that seat has. When a match ends, `seat[i]` is -1, `mask[i]` allows action
    0 only (so that a softmax over it is defined) and `share[i]` holds the share of the win of each entry (the seats, and an AI if one plays
    along); the next `step` begins another match in its place, whatever its action. `step` and `reset` refill `seat`, `mask` and `share` in
    place: copy what you keep, or pass `in_place=False` to get new arrays. `states` is the array of records itself, secrets included, and
    always changed in place.

    `threads` share the work, one per core by default; the results are the same for any number of them.
    """

    def __init__(
        self,
        game: str | Game,
        *,
        size: int = 4096,
        seats: int | None = None,
        options: Mapping[str, Any] | None = None,
        seed: int = 0,
        auto_reset: bool = True,
        history: int | str = 0,
        in_place: bool = True,
        threads: int | None = None,
    ) -> None:
        self.game = find(game)
        refuse_history(history)
        self.size = size = in_range(size, 1, None, "a batch has a whole number of matches, at least one")
        self.seats = self.game.check_seats(seats)
        self.options = self.game.check_options(self.seats, {} if options is None else options)
        self.auto_reset = auto_reset
        self._base, self._resets = 0, 0
        self.in_place = in_place
        counted = "a batch is stepped by a whole number of threads, at least one"
        self.threads = usual_threads(size) if threads is None else in_range(threads, 1, None, counted)
        self._prepare()
        entries = self.game.entries(self.seats, self.options)
        self.states: NDArray[np.void] = twin(self.game).blank(size)
        self.seat: NDArray[np.int64] = np.zeros(size, np.int64)
        self.share: NDArray[np.float32] = np.zeros((size, entries), np.float32)
        self._words: NDArray[np.int64] = np.zeros((size, -(-self.game.state.ACTIONS // 8)), np.int64)
        self.mask = self._mask()
        self.reset(seed=seed)

    def _prepare(self) -> None:
        """Set up everything that is the same for all batches of the game."""
        self._kernel = twin(self.game).kernel("batch")
        self._blank = twin(self.game).blank(1)
        self._blank[0] = state.to_record(self.game.new_state(seats=self.seats, seed=0, options=self.options))
        self._slices = Slices(self.size, threads=self.threads, serve=twin(self.game).kernel("crew").serve)
        parts = self._slices.parts
        self._seeds = np.zeros((parts, 3), np.int64)
        self._parts_dice = np.zeros((parts, 1), np.int64)
        self._known = twin(self.game).blank(parts)
        self._scratch = np.zeros((parts, self.game.state.ACTIONS), np.int64)

    def _mask(self) -> NDArray[np.uint8]:
        return self._words.view(np.uint8)[:, : self.game.state.ACTIONS]

    @property
    def over(self) -> NDArray[np.bool_]:
        """Which matches are over."""
        return self.seat < 0

    def reset(self, *, seed: int | None = None, is_rehearsal: bool = False) -> None:
        """Begin every match anew: the same seed deals the same matches, and without one they are the next of the last seed's sequence.

        After a rehearsal, the matches that begin next are the same once more.
        """
        if seed is None:
            self._resets += 1
            seed = following_seed(self._base, self._resets, bits=64)
        else:
            self._base = seed = check_batch_seed(seed)
            self._resets = 0
        self._seed = np.array([seed & 0xFFFFFFFF, seed >> 32, 0], np.int64)
        self._dice = np.array([first(seed)], np.int64)
        self._renew()
        self.seat[:] = -1
        self._go_on(np.zeros(self.size, np.int64), again=True)
        if is_rehearsal:
            self._seed[2] = 0

    def _renew(self) -> None:
        """Allocate new arrays, so that those of the last step stay as they are."""
        if not self.in_place:
            self.seat, self.share, self._words = self.seat.copy(), self.share.copy(), self._words.copy()
            self.mask = self._mask()

    def step(self, actions: NDArray[np.int64]) -> None:
        """One action in every match; matches that were over begin anew instead. An illegal action raises and changes nothing."""
        actions = as_actions(actions, self.size)
        wrong = self._kernel.illegal(self.seat, actions, self.mask)
        if wrong >= 0:
            raise IllegalAction(f"action {actions[wrong]} of match {wrong} is not legal: choose where `mask` is 1")
        self._renew()
        self._go_on(actions, again=self.auto_reset)

    def _go_on(self, actions: NDArray[np.int64], *, again: bool) -> None:
        """Apply the actions; where a match is over, begin the next (if `again`)."""
        with self._slices as desk:
            if again:
                self._kernel.number(desk, self.seat, self._seed, self._seeds)
            self._kernel.step(desk, self.states, actions, self._blank, self._seeds, *self._seen, self._scratch, int(again))

    @property
    def _seen(self) -> tuple[Any, ...]:
        return self.seat, self.mask, self._words, self.share

    def random_actions(self) -> NDArray[np.int64]:
        """A legal action for each match, chosen at random; 0 where it is over."""
        actions = np.empty(self.size, np.int64)
        with self._slices as desk:
            self._kernel.pick(desk, self._words, self._dice, self._parts_dice, actions)
        return actions

    def simple_actions(self) -> NDArray[np.int64]:
        """What the game's simple strategy plays for each seat to act, from what it may know; 0 where the match is over."""
        actions = np.empty(self.size, np.int64)
        kernel = twin(self.game).kernel("rivals").advise_all  # it uses no dice
        with self._slices as desk:
            kernel(desk, self.states, self.seat, self._dice, self._known, self._scratch, actions)
        return actions

    def random_steps(self, count: int) -> None:
        """Take this many random steps in every match, in one compiled call and one thread: the matches share their dice."""
        self._renew()
        self._kernel.play_on(self.states, count, self._dice, self._blank, self._seed, *self._seen, self._scratch[0])

    @property
    def beginnings(self) -> tuple[Any, Any]:
        """What compiled code needs to begin the next matches: an empty state, and the seed, which counts them."""
        return self._blank, self._seed

    @property
    def features(self) -> Features:
        """What the numbers of an observation mean."""
        return features(self.game, self.seats)

    def observe(self, seats: NDArray[np.int64] | int | None = None, *, out: NDArray[np.int8] | None = None) -> NDArray[np.int8]:
        """What a seat of each match sees, a row for each: the seat to act (zeros where the match is over), or those named."""
        who = self._who(seats, least=0)
        shape = (self.size, self.features.size)
        rows = np.empty(shape, np.int8) if out is None else out
        if rows.shape != shape or rows.dtype != np.int8 or not rows.flags.c_contiguous:
            raise SeaboardError(f"`out` must be a contiguous array of {shape[0]} x {shape[1]} numbers of int8")
        with self._slices as desk:
            twin(self.game).kernel("look").observe(desk, self.states, who, rows)
        return rows

    def known(self, seats: NDArray[np.int64] | int | None = None, *, out: NDArray[np.void] | None = None) -> NDArray[np.void]:
        """The same as records like `states`, with what the seat (-1: a spectator) may not know wiped out: the fastest way to observe."""
        records = twin(self.game).blank(self.size) if out is None else out
        if records.shape != (self.size,) or records.dtype != self.states.dtype:
            raise SeaboardError(f"`out` must be an array of {self.size} records like `states`")
        who = self._who(seats, least=-1)
        with self._slices as desk:
            self._kernel.know(desk, self.states, who, records)
        return records

    def _who(self, seats: NDArray[np.int64] | int | None, *, least: int) -> NDArray[np.int64]:
        if seats is None:
            return self.seat
        who = np.ascontiguousarray(np.broadcast_to(np.asarray(seats, np.int64), (self.size,)))
        if not ((who >= least) & (who < self.seats)).all():
            spectator = ", and -1 for a spectator" if least < 0 else "; a spectator has no observation, but `known` has one's records"
            raise SeaboardError(f"seats are 0 to {self.seats - 1}{spectator}")
        return who

    def match(self, i: int) -> Match:
        """Return one of the matches, to look at; playing it does not change the batch."""
        return Match.from_state(self.game, state.from_record(self.game.state.State, self.states[i]))

    def copy(self) -> Self:
        """An independent batch in the same state."""
        return copy.deepcopy(self)

    def __getstate__(self) -> dict[str, Any]:
        return {"game": self.game, **{name: getattr(self, name) for name in PICKLED}}

    def __setstate__(self, kept: dict[str, Any]) -> None:
        self.__dict__.update(kept)
        self._prepare()
        self.mask = self._mask()
