"""Random play of any game, for the laws."""

import os
import random
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np

from seaboard import GAMES, state
from seaboard.compiled import twin
from seaboard.game import Game
from seaboard.kit import LOG_INTS

MOST_MOVES = 100_000


@dataclass(frozen=True)
class Setup:
    """A game with a number of seats and options."""

    game: Game
    seats: int
    options: dict[str, Any] = field(default_factory=dict)

    def __str__(self) -> str:
        chosen = "".join(f"-{name}={value}" for name, value in self.options.items())
        return f"{self.game.name}-{self.seats}{chosen}"

    def new_state(self, seed: int) -> Any:
        options = self.game.check_options(self.seats, self.options)
        return self.game.new_state(seats=self.seats, seed=seed, options=options)


def setups(*, all_options: bool = False) -> list[Setup]:
    """Every game with every number of seats, and with other choices of each option, one at a time.

    Where an option has many choices, one stands for the rest; with `all_options`, at the usual number of seats, the first and the last.
    """
    found = []
    for game in GAMES.values():
        for seats in game.seats:
            found.append(Setup(game, seats))
            for option in game.options:
                choices = option.choices(seats)[1:]
                both_ends = all_options and seats == game.default_seats
                kept = choices if len(choices) <= 2 else [choices[0], choices[-1]] if both_ends else choices[:1]
                found += [Setup(game, seats, {option.name: choice}) for choice in kept]
    return found


def some_setups() -> list[Setup]:
    """Some of the set-ups, unless all are asked for: for what tries an environment more than the rules.

    Each option is tried with the usual number of seats, and nothing else with the fewest and the most.
    """
    if os.environ.get("SEABOARD_ALL_SETUPS"):
        return setups()
    ends = {game: (game.default_seats, game.seats[0], game.seats[-1]) for game in GAMES.values()}
    return [setup for setup in setups() if setup.seats in ends[setup.game][: 1 if setup.options else 3]]


def new_log(events: int = 0) -> Any:
    return [1] + [0] * (LOG_INTS - 1 + 5 * events)


def empty_log(*, compiled: bool) -> Any:
    """A log with room for a whole match, emptied: in each mode there is one, for there is no time to make many."""
    log = _long_log(compiled)
    log[0] = 1
    return log


@cache
def _long_log(compiled: bool) -> Any:
    return np.array(new_log(60_000)) if compiled else new_log(60_000)


def members(bits: int) -> list[int]:
    return [seat for seat in range(bits.bit_length()) if bits >> seat & 1]


def seat_to_act(game: Game, s: Any, rng: random.Random) -> int:
    """One of the seats to act or, now and then, one that has acted and may still change its mind."""
    rules = game.rules
    acting = members(rules.to_act(s))
    if len(acting) < s.seats and rng.random() < 0.1:
        out = [0] * game.state.ACTIONS
        acting = [seat for seat in range(s.seats) if rules.legal_actions(s, seat, out)]
    return rng.choice(acting)


def random_steps(setup: Setup, seed: int) -> Iterator[tuple[Any, int, int, list[int]]]:
    """Play one match at random. Yields (state, seat, action, legal actions) before each action is applied."""
    rules = setup.game.rules
    rng = random.Random(seed)
    s = setup.new_state(seed)
    rules.start(s, None)
    out = [0] * setup.game.state.ACTIONS
    for _ in range(MOST_MOVES):
        if rules.is_over(s):
            return
        seat = seat_to_act(setup.game, s, rng)
        legal = out[: rules.legal_actions(s, seat, out)]
        action = rng.choice(legal)
        yield s, seat, action, legal
        rules.apply(s, seat, action, None)
    raise AssertionError(f"{setup} with seed {seed} does not end")


def played(setup: Setup, seed: int) -> tuple[Any, list[tuple[int, int]], Any]:
    """A whole random match: final state, moves, and its log (that of the last match played)."""
    rules = setup.game.rules
    log = empty_log(compiled=False)
    rng = random.Random(seed)
    s = setup.new_state(seed)
    rules.start(s, log)
    out = [0] * setup.game.state.ACTIONS
    moves: list[tuple[int, int]] = []
    while not rules.is_over(s) and len(moves) < MOST_MOVES:
        seat = seat_to_act(setup.game, s, rng)
        action = out[rng.randrange(rules.legal_actions(s, seat, out))]
        rules.apply(s, seat, action, log)
        moves.append((seat, action))
    assert rules.is_over(s), f"{setup} with seed {seed} does not end"
    return s, moves, log


def kernel(game: Game, name: str) -> Any:
    """A loop over the rules that only these tests need, compiled for a game."""
    return twin(game).written(name, (Path(__file__).parent / f"{name}.py").read_text)


def as_bytes(s: Any) -> bytes:
    return bytes(state.to_record(s).tobytes())
