"""What seats see of their matches: a row of the game's features for each, and which actions they have."""

from typing import Any

from seaboard.kernels.crew import finish, share

rules: Any = None  # the game's, bound when compiled
features: Any = None


def see(states: Any, i: int, seat: int, rows: Any) -> None:
    """Write what a seat of one match sees; zeros if the seat is -1. `features` uses nothing that the seat may not know."""
    rows[i, :] = 0
    if seat >= 0:
        features.observe(states[i], seat, rows[i])


def observe(desk: Any, states: Any, seats: Any, rows: Any) -> None:
    """Write what a seat of each match sees; zeros where the seat is -1."""
    share(desk, observe_part, (states, seats, rows))
    finish(desk)


def observe_part(part: int, begin: int, end: int, states: Any, seats: Any, rows: Any) -> None:
    """Do the same for the matches of one part."""
    for i in range(begin, end):
        see(states, i, seats[i], rows)


def look(states: Any, seats: Any, rows: Any, masks: Any, scratch: Any) -> None:
    """What a seat of each match sees, and a 1 for each action that it can do now."""
    for i in range(len(states)):
        see(states, i, seats[i], rows)
        if seats[i] >= 0 and rules.to_act(states[i]) >> seats[i] & 1:
            for k in range(rules.legal_actions(states[i], seats[i], scratch)):
                masks[i, scratch[k]] = 1
