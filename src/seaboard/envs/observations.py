"""What an environment shows a seat: a row of the game's features, the actions that it has and, if asked for, what happened."""

from collections.abc import Mapping, Sequence
from functools import cache
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from seaboard import position, state
from seaboard.compiled import twin
from seaboard.errors import HistoryFull, SeaboardError
from seaboard.events import RawEvent, told
from seaboard.features import Features, event_bounds, features, most_events
from seaboard.game import Game, in_range
from seaboard.games import find
from seaboard.kit import EVENT_INTS

if TYPE_CHECKING:
    from gymnasium import spaces

HISTORY = np.dtype(np.int64)  # a set of cards, as bits, is one number
WHOLE = "all"


def layout(game: str | Game, seats: int | None = None) -> Features:
    """Return what the numbers of an observation mean, for a number of seats (by default the usual one)."""
    found = find(game)
    return features(found, found.check_seats(seats))


def observe(view: Mapping[str, Any], *, history: int | str = 0) -> dict[str, NDArray[Any]]:
    """Return what an environment would show the seat of a view: its `observation`, its `action_mask` and, if asked for, its `history`.

    This lets a network trained in an environment play as a bot: it gets a view, and sees what it is used to. Views contain a history only
    on request: `match.view(seat, history=True)`, or a bot with `history = True`.
    """
    if not isinstance(view, Mapping) or not {"game", "seat", "seats", "legal"} <= view.keys():
        raise SeaboardError(f"this is not a view: observe what match.view(seat) returns, not {str(view)[:40]}")
    game, seat = find(view["game"]), view["seat"]
    if seat is None:
        raise SeaboardError("a spectator has no observation: give the view of a seat")
    s = position.remembered(game, view)
    known = state.to_record(s)
    row = np.zeros(features(game, view["seats"]).size, np.int8)
    twin(game).module("features").observe(known, seat, row)
    mask = np.zeros(game.state.ACTIONS, np.int8)
    mask[list(view["legal"].values())] = 1
    seen: dict[str, NDArray[Any]] = {"observation": row, "action_mask": mask}
    if history:
        if "history" not in view:
            raise SeaboardError("this view has no history: take match.view(seat, history=True), or give the bot `history = True`")
        seen["history"] = rows_of(view["history"], room(game, s, history), whole=history == WHOLE)
    return seen


@cache
def turned(game: str | Game, seats: int | None = None) -> NDArray[np.int64]:
    """Return, by seat and action, the action's number counted from that seat, as observations do.

    Only an action that names a seat changes. `mask[turned(game)[seat].argsort()]` is a mask turned to the seat.
    """
    found = find(game)
    count = found.check_seats(seats)
    layout(found, count)  # raises if there is none
    turn = getattr(found.features, "turned", lambda s, seat, action: action)
    s = found.new_state(seats=count, seed=0, options=found.check_options(count, {}))
    table = np.array([[turn(s, seat, action) for action in range(found.state.ACTIONS)] for seat in range(count)], np.int64)
    table.setflags(write=False)
    return table


def longest_history(game: str | Game, seats: int | None = None, options: Mapping[str, Any] | None = None) -> int:
    """Return how many events `history="all"` has space for: as many as a seat is shown in any match with these seats and options."""
    found = find(game)
    count = found.check_seats(seats)
    chosen = found.check_options(count, {} if options is None else options)
    return most_events(found, found.new_state(seats=count, seed=0, options=chosen))


def room(game: Game, s: Any, history: int | str) -> int:
    """Return how many events a history has space for: the given number, or as many as any match that is set up like this State has."""
    if history == WHOLE:
        return most_events(game, s)
    return in_range(history, 0, None, f"a history is of so many events, 0 for none, or {WHOLE!r}")


def refuse_history(history: int | str) -> None:
    """Refuse a history for many matches at once."""
    if history:
        raise SeaboardError("a batch gives rows only: for a history use envs.aec, envs.parallel or envs.gym, or keep a sequence of rows")


def rows_of(shown: Sequence[Sequence[int]], count: int, *, whole: bool) -> NDArray[np.int64]:
    """Return the last events of a history, oldest first, a row for each, followed by zeros. A whole history is never cut."""
    if whole and len(shown) > count:
        raise HistoryFull(
            f"{len(shown)} events were shown, and history={WHOLE!r} has space for {count}: give a number to get the last ones"
        )
    rows = np.zeros((count, EVENT_INTS), HISTORY)
    last = shown[-count:]
    if last:
        rows[: len(last)] = last
    return rows


def space(game: Game, seats: int, options: Mapping[str, Any], history: int) -> "spaces.Dict":
    """Return the space of `Table.observation`."""
    from gymnasium import spaces

    rows = features(game, seats)
    parts: dict[str, spaces.Space[Any]] = {
        "observation": spaces.Box(rows.low, rows.high, dtype=np.int8),
        "action_mask": spaces.Box(0, 1, (game.state.ACTIONS,), np.int8),
    }
    if history:
        low, high = (np.tile(bound, (history, 1)) for bound in event_bounds(game, game.new_state(seats=seats, seed=0, options=options)))
        parts["history"] = spaces.Box(low, high, dtype=HISTORY.type)
    return spaces.Dict(parts)


class History:
    """What each seat was shown since the match began, event by event."""

    def __init__(self, game: Game, seats: int) -> None:
        self._kinds = game.view.EVENTS
        self._seats = seats
        self.shown: list[list[tuple[int, ...]]] = []
        self.clear()

    def clear(self) -> None:
        """Start over for a new match."""
        self.shown = [[] for _ in range(self._seats)]

    def add(self, events: list[RawEvent]) -> None:
        """Record what each seat saw of the latest events."""
        for raw in events:
            for seat, shown in enumerate(self.shown):
                if numbers := told(raw, seat, kinds=self._kinds):
                    shown.append(numbers)

    def copy(self) -> "History":
        """An independent history of the same match."""
        other = History.__new__(History)
        other._kinds, other._seats = self._kinds, self._seats
        other.shown = [shown.copy() for shown in self.shown]
        return other
