"""What seats see of their matches: a row of the game's features for each, and which actions they have."""

from typing import Any

rules: Any = None  # the game's, bound when compiled
features: Any = None


def observe(states: Any, seats: Any, rows: Any) -> None:
    """Write what a seat of each match sees; zeros where the seat is -1. `features` uses nothing that the seat may not know."""
    for i in range(len(states)):
        rows[i, :] = 0
        if seats[i] >= 0:
            features.observe(states[i], seats[i], rows[i])


def look(states: Any, seats: Any, rows: Any, masks: Any, scratch: Any) -> None:
    """The same, and a 1 for each action that the seat can do now."""
    observe(states, seats, rows)
    for i in range(len(states)):
        if seats[i] >= 0 and rules.to_act(states[i]) >> seats[i] & 1:
            for k in range(rules.legal_actions(states[i], seats[i], scratch)):
                masks[i, scratch[k]] = 1
