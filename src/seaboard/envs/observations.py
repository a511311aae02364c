"""What an environment shows a seat: a row of the game's features, the actions that it has and, if asked for, what happened."""

from collections.abc import Mapping
from functools import cache
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from seaboard import position, state
from seaboard.compiled import twin
from seaboard.errors import SeaboardError
from seaboard.events import RawEvent
from seaboard.features import Features, features
from seaboard.game import Game
from seaboard.games import find
from seaboard.kit import EVENT_INTS

if TYPE_CHECKING:
    from gymnasium import spaces

HIDDEN = -(1 << 15)
"""In a history: a number that the seat was not shown. No number of an event is so small."""
HISTORY = np.dtype(np.int64)  # a set of cards, as bits, is one number


def layout(game: str | Game, seats: int | None = None) -> Features:
    """What the numbers of an observation mean, with so many seats at the table (the usual number, if none is named)."""
    found = find(game)
    return features(found, found.check_seats(seats))


def observe(view: Mapping[str, Any]) -> dict[str, NDArray[Any]]:
    """What an environment would show the seat of a view: its `observation` and its `action_mask`.

    So a network that was trained in an environment plays as a bot: it gets a view, and sees what it is used to.
    """
    game, seat = find(view["game"]), view["seat"]
    if seat is None:
        raise SeaboardError("a spectator has no observation: give the view of a seat")
    known = state.to_record(position.remembered(game, view))
    row = np.zeros(features(game, view["seats"]).size, np.int8)
    twin(game).module("features").observe(known, seat, row)
    mask = np.zeros(game.state.ACTIONS, np.int8)
    mask[list(view["legal"].values())] = 1
    return {"observation": row, "action_mask": mask}


@cache
def turned(game: str | Game, seats: int | None = None) -> NDArray[np.int64]:
    """By seat and action: the action's number as somebody would count who sits in that seat, as observations do.

    Only an action that names a seat changes. `mask[turned(game)[seat].argsort()]` is a mask turned to the seat.
    """
    found = find(game)
    count = found.check_seats(seats)
    layout(found, count)  # says so if there is none
    turn = getattr(found.features, "turned", lambda s, seat, action: action)
    s = found.new_state(seats=count, seed=0, options=found.check_options(count, {}))
    table = np.array([[turn(s, seat, action) for action in range(found.state.ACTIONS)] for seat in range(count)], np.int64)
    table.setflags(write=False)
    return table


def space(game: Game, seats: int, history: int) -> "spaces.Dict":
    """The space of what `Table.observation` shows."""
    from gymnasium import spaces

    rows = features(game, seats)
    parts: dict[str, spaces.Space[Any]] = {
        "observation": spaces.Box(rows.low, rows.high, dtype=np.int8),
        "action_mask": spaces.Box(0, 1, (game.state.ACTIONS,), np.int8),
    }
    if history:
        parts["history"] = spaces.Box(HIDDEN, np.iinfo(HISTORY).max, (history, EVENT_INTS), HISTORY.type)
    return spaces.Dict(parts)


class History:
    """What each seat was shown since the match began, event by event."""

    def __init__(self, game: Game, seats: int) -> None:
        self._kinds = game.view.EVENTS
        self._seats = seats
        self.shown: list[list[tuple[int, ...]]] = []
        self.clear()

    def clear(self) -> None:
        """A new match begins."""
        self.shown = [[] for _ in range(self._seats)]

    def add(self, events: list[RawEvent]) -> None:
        """Write down what each seat saw of what has just happened."""
        for raw in events:
            kind = self._kinds[raw[0]]
            told = {at for at, _ in kind.shown_to_all}
            whole = {at for at, _ in kind.shown}
            for seat, shown in enumerate(self.shown):
                if kind.is_seen_by(raw, seat):
                    seen = whole if kind.is_known_to(raw, seat) else told
                    numbers = (raw[at] if at in seen else HIDDEN if at in whole else 0 for at in range(1, EVENT_INTS))
                    shown.append((raw[0] + 1, *numbers))

    def rows(self, seat: int, count: int) -> NDArray[np.int64]:
        """The last events that a seat was shown, oldest first, a row for each; zeros after them."""
        rows = np.zeros((count, EVENT_INTS), HISTORY)
        last = self.shown[seat][-count:]
        if last:
            rows[: len(last)] = last
        return rows

    def copy(self) -> "History":
        """An independent history of the same match."""
        other = History.__new__(History)
        other._kinds, other._seats = self._kinds, self._seats
        other.shown = [shown.copy() for shown in self.shown]
        return other
