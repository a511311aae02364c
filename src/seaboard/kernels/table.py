"""One match stepped from Python, with one call for each question of an environment."""

from typing import Any

from seaboard.kernels.dice import roll

rules: Any = None  # the game's, bound when compiled

ILLEGAL = -1


def start(states: Any, log: Any) -> int:
    """Begin the match; seats, seed and options are already set. Returns who is to act, as bits."""
    rules.start(states[0], log)
    return rules.to_act(states[0])


def play(states: Any, seat: int, action: int, log: Any) -> int:
    """Do an action if it is legal, and return who is to act next, as bits; ILLEGAL if it isn't."""
    s = states[0]
    if not rules.to_act(s) >> seat & 1 or rules.why_not(s, seat, action):
        return ILLEGAL
    rules.apply(s, seat, action, log)
    return rules.to_act(s)


def legal(states: Any, seat: int, out: Any) -> int:
    """Write a seat's legal actions to `out` and return how many there are."""
    return rules.legal_actions(states[0], seat, out)


def winners(states: Any) -> int:
    """Who has won, as bits."""
    return rules.winners(states[0])


def entries(states: Any) -> int:
    """Return how many have a score: the seats, and an AI that plays along."""
    return rules.entries(states[0])


def pick(states: Any, seat: int, out: Any, dice: Any) -> int:
    """Return a random legal action of a seat: the one that a `RandomBot` with these dice chooses."""
    count = rules.legal_actions(states[0], seat, out)
    return out[0] if count == 1 else out[roll(dice, count)]
