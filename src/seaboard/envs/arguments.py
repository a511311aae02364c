"""Checks of the arguments of environments: seats, bots, cycles, seeds, and actions as any type of whole number."""

import operator
from collections.abc import Iterable, Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from seaboard.bots.specs import Spec
from seaboard.errors import IllegalAction, SeaboardError
from seaboard.game import Game, in_range, plain

ILLEGALS = ("raise", "replace")
REWARDS = ("share", "zero-sum")


def one_of(name: str, given: str, choices: tuple[str, ...]) -> str:
    """Return the value if it is one of the choices; SeaboardError if not."""
    if given not in choices:
        raise SeaboardError(f"{name} can't be {given!r}; choose one of: {', '.join(choices)}")
    return given


def check_seat(seat: Any, seats: int) -> int:
    """Return the learner's seat as an `int`; SeaboardError if there is no such seat."""
    number = plain(seat)
    if type(number) is not int or not 0 <= number < seats:
        raise SeaboardError(f"there is no seat {seat!r}; choose one from 0 to {seats - 1}")
    return number


def check_bots(given: Any, game: Game, seats: int, *, able: tuple[str, ...]) -> tuple[Any, ...]:
    """Return the bots of the other seats: names, or bots that have one of the `able` methods."""
    if isinstance(given, str | bytes | Mapping) or not isinstance(given, Iterable):
        raise SeaboardError(f"bots are a list of names and of your own bots, such as bots=['simple'], not {given!r}")
    bots = tuple(given)
    for bot in bots:
        if isinstance(bot, str):
            Spec.read(bot, game=game.name)
        elif isinstance(bot, type):
            raise SeaboardError(f"{bot.__name__} is a class: make a bot of it, bots=[{bot.__name__}()]")
        elif not any(callable(getattr(bot, name, None)) for name in able):
            raise SeaboardError(f"{bot!r} is not a bot: give a name, such as 'simple', or an object with {' or '.join(able)}")
    if not bots and seats > 1:
        raise SeaboardError("somebody must play the other seats: name a bot, such as bots=['simple']")
    return bots


def check_cycles(given: Any) -> int | None:
    """Return the number of cycles after which a match is truncated; None: never."""
    return None if given is None else in_range(given, 1, None, "max_cycles is a whole number from 1, or None for whole matches")


def check_batch_seed(given: Any) -> int:
    """Return the seed of a batch as an `int`; SeaboardError if it can't be one."""
    return in_range(given, 0, (1 << 64) - 1, "a batch's seed is a whole number from 0 to 2**64 - 1")


def as_action(given: Any) -> int:
    """Return an action, given as any type of whole number, as an `int`; IllegalAction if it is anything else."""
    if not isinstance(given, bool | np.bool_):
        try:
            return operator.index(given)
        except TypeError:
            pass
    raise IllegalAction(f"an action is a whole number, one of those that are 1 in `action_mask`, not {given!r}")


def as_actions(given: Any, size: int) -> NDArray[np.int64]:
    """Return an action for each match as one array; fractions are refused, not truncated."""
    actions = np.asarray(given)
    if actions.shape != (size,):
        raise SeaboardError(f"one action for each of the {size} matches is needed, not an array of shape {actions.shape}")
    if actions.dtype.kind not in "iu":
        raise SeaboardError(f"actions are an array of whole numbers, such as int64, not of {actions.dtype}")
    return np.ascontiguousarray(actions, np.int64)
