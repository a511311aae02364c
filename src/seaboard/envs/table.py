"""The match inside an environment: a compiled record that can be stepped, observed, copied and pickled at any moment."""

import secrets
from collections.abc import Mapping
from typing import Any, Self

import numpy as np
from numpy.typing import NDArray

from seaboard import state
from seaboard.compiled import twin
from seaboard.envs.arguments import ILLEGALS, REWARDS, as_action, one_of
from seaboard.envs.observations import WHOLE, History, room, rows_of
from seaboard.errors import IllegalAction, SeaboardError
from seaboard.events import RawEvent, read_log
from seaboard.features import features
from seaboard.game import Game, check_seed, following_seed, seed_words
from seaboard.games import find
from seaboard.kernels.table import ILLEGAL
from seaboard.kit import LOG_INTS
from seaboard.match import Match

NOT_DEALT = "no match has begun yet: call reset"
PICKLED = (
    "seats",
    "options",
    "illegal",
    "reward_kind",
    "history",
    "is_whole",
    "remembers",
    "events",
    "acting",
    "is_dealt",
    "seed",
    "_base",
    "_begun",
)  # the rest is made anew


class Table:
    """A game, seats and options, and the current match.

    `acting` are the seats to act, as bits; 0 once the match is over. With `illegal="replace"` an illegal action is replaced by a legal one
    (its number modulo their count), for programs that sample without looking at masks. With `events`, the events of the last step are kept
    for `last_events`; with `history`, an observation contains this many of the last events, or all of them. With `remembers`, they are kept
    for `told` without being part of observations.
    """

    def __init__(
        self,
        game: str | Game,
        *,
        seats: int | None = None,
        options: Mapping[str, Any] | None = None,
        illegal: str = "raise",
        rewards: str = "share",
        history: int | str = 0,
        events: bool = False,
        remembers: bool = False,
    ) -> None:
        self.game = find(game)
        self.seats = self.game.check_seats(seats)
        self.options = self.game.check_options(self.seats, {} if options is None else options)
        self.illegal = one_of("illegal", illegal, ILLEGALS)
        self.reward_kind = one_of("rewards", rewards, REWARDS)
        self.history = room(self.game, self.game.new_state(seats=self.seats, seed=0, options=self.options), history)
        self.is_whole = history == WHOLE
        self.remembers = remembers or self.history > 0
        self.events = events or self.remembers
        self.acting = 0
        self.is_dealt = False
        self.seed = 0
        self._base = secrets.randbits(128)
        self._begun = 0
        self.record: NDArray[np.void] = twin(self.game).blank(1)
        self._shown = History(self.game, self.seats)
        self._prepare()

    def _prepare(self) -> None:
        """Set up everything that is the same for all tables of the game."""
        compiled = twin(self.game)
        self.features = features(self.game, self.seats)
        self.actions: int = self.game.state.ACTIONS
        self._kernel = compiled.kernel("table")
        self._blank = state.to_record(self.game.new_state(seats=self.seats, seed=0, options=self.options))
        self._look = compiled.kernel("look").look
        self._allocate()

    def _allocate(self) -> None:
        """Scratch memory, which tables must not share: they may be in different threads."""
        self._known = twin(self.game).blank(1)
        self._scratch = np.zeros(self.actions, np.int64)
        self._who = np.zeros(1, np.int64)
        self._log = np.ones(LOG_INTS, np.int64) if self.events else None

    def reset(self, seed: int | None = None) -> None:
        """Begin a match: that of `Match(seed=seed)`, or without a seed the next in the sequence that follows from the last seed."""
        if seed is not None:
            self.seed = self._base = check_seed(seed)
            self._begun = 0
        else:
            self._begun += 1
            self.seed = following_seed(self._base, self._begun)
        self.record[0] = self._blank
        self.record["seed"][0] = seed_words(self.seed)
        self.acting = self._kernel.start(self.record, self._fresh_log())
        self.is_dealt = True
        self._shown.clear()
        self._remember()

    def step(self, seat: int, action: int, *, strict: bool = False) -> None:
        """Do an action; an illegal one raises and changes nothing, or is replaced, unless `strict`: a bot's action is never replaced."""
        if type(action) is not int:
            action = as_action(action)
        acting = self._kernel.play(self.record, seat, action, self._fresh_log()) if 0 <= action < self.actions else ILLEGAL
        if acting == ILLEGAL:
            count = self._kernel.legal(self.record, seat, self._scratch)
            if self.illegal == "raise" or strict or not count:
                raise IllegalAction(self.match().why_not(seat, action) or f"seat {seat} can't act now")
            acting = self._kernel.play(self.record, seat, self._scratch[action % count], self._fresh_log())
        self.acting = acting
        self._remember()

    def _remember(self) -> None:
        if self.remembers:
            self._shown.add(self.last_events())

    def _fresh_log(self) -> Any:
        if self._log is not None:
            self._log[0] = 1
        return self._log

    def last_events(self) -> list[RawEvent]:
        """Return the events of the last `reset` or `step`, if the table keeps events."""
        return [] if self._log is None else read_log(self._log)

    def look(self, seat: int) -> tuple[NDArray[np.int8], NDArray[np.int8]]:
        """Return what a seat sees, and a 1 for each action that it can do now, both as new arrays."""
        if not self.is_dealt:
            raise SeaboardError(NOT_DEALT)
        row = np.empty((1, self.features.size), np.int8)
        mask = np.zeros((1, self.actions), np.int8)
        self._who[0] = seat
        self._look(self.record, self._who, row, mask, self._scratch)
        return row[0], mask[0]

    def observation(self, seat: int) -> dict[str, NDArray[Any]]:
        """The same by name, and the history if there is one: what `observations.space` describes."""
        row, mask = self.look(seat)
        seen: dict[str, NDArray[Any]] = {"observation": row, "action_mask": mask}
        if self.history:
            seen["history"] = self.history_rows(seat)
        return seen

    def history_rows(self, seat: int) -> NDArray[np.int64]:
        """Return the last events that a seat was shown, in the form of an observation: see `rows_of`."""
        return rows_of(self._shown.shown[seat], self.history, whole=self.is_whole)

    def known(self, seat: int) -> Any:
        """Return the record with everything wiped out that a seat (-1: a spectator) may not know; always the same object."""
        self._known[0] = self.record[0]
        twin(self.game).module("view").hide(self._known[0], seat)
        return self._known[0]

    def told(self, seat: int) -> list[tuple[int, ...]]:
        """All events that a seat was shown, if the table remembers."""
        return self._shown.shown[seat]

    def shown(self, seat: int) -> dict[str, Any]:
        """What a seat (-1: a spectator) sees, as plain data: the `table` of its view."""
        shown: dict[str, Any] = self.game.view.table(state.from_record(self.game.state.State, self.known(seat)), seat)
        return shown

    def legal(self, seat: int) -> list[int]:
        """A seat's legal actions."""
        return [int(a) for a in self._scratch[: self._kernel.legal(self.record, seat, self._scratch)]]

    def pick(self, seat: int, dice: NDArray[np.int64]) -> int:
        """One of a seat's legal actions at random."""
        return int(self._kernel.pick(self.record, seat, self._scratch, dice))

    def advise(self, seat: int) -> int:
        """What the game's simple strategy plays, from what the seat may know."""
        return int(twin(self.game).kernel("advise").simple(self.record, seat, self._known, self._scratch))

    def rewards(self) -> list[float]:
        """What each seat gets when the match is over; zeros before.

        A `share` is 1 for the winner, divided among those who share the win; `zero-sum` is that less the fair share, 1 / entries.
        """
        won = self._kernel.winners(self.record)
        if not won:
            return [0.0] * self.seats
        fair = 1 / self.entries() if self.reward_kind == "zero-sum" else 0.0
        share = 1 / won.bit_count()
        return [(share if won >> seat & 1 else 0.0) - fair for seat in range(self.seats)]

    def entries(self) -> int:
        """How many can win: the seats, and an AI that plays along."""
        return int(self._kernel.entries(self.record))

    def match(self) -> Match:
        """The current match, for views, notation and positions; playing it does not change the table."""
        if not self.is_dealt:
            raise SeaboardError(NOT_DEALT)
        return Match.from_state(self.game, state.from_record(self.game.state.State, self.record[0]))

    def copy(self) -> Self:
        """An independent table in the same state."""
        other = type(self).__new__(type(self))
        other.__dict__.update(self.__dict__)
        other.record = self.record.copy()
        other._shown = self._shown.copy()
        other._allocate()
        return other

    def __deepcopy__(self, memo: dict[int, Any]) -> Self:
        return self.copy()

    def __getstate__(self) -> dict[str, Any]:
        return {
            **{name: getattr(self, name) for name in PICKLED},
            "game": self.game.name,
            "record": self.record.copy(),
            "shown": self._shown.shown,
        }

    def __setstate__(self, kept: dict[str, Any]) -> None:
        shown = kept.pop("shown")
        self.__dict__.update(kept)
        self.game = find(kept["game"])
        self._shown = History(self.game, self.seats)
        self._shown.shown = shown
        self._prepare()
