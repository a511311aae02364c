"""Matches to try bots on, and the same matches as a seat might imagine them."""

import random
from collections.abc import Iterator

import seaboard
from seaboard import position, state
from seaboard.game import Game


def moments(game: Game, *, seats: int | None = None, seed: int = 1, every: int = 1) -> Iterator[tuple[seaboard.Match, int]]:
    """A random match, stopped at some of the real choices: the match and the seat that is to choose."""
    m = seaboard.Match(game, seats=seats, seed=seed)
    rng = random.Random(seed)
    number = 0
    while not m.over:
        seat = rng.choice(m.to_act)
        legal = m.legal(seat)
        if len(legal) > 1:
            if number % every == 0:
                yield m, seat
            number += 1
        m.play(seat, rng.choice(legal))


def imagined(m: seaboard.Match, seat: int, seed: int) -> seaboard.Match:
    """The same match with everything that a seat can't see dealt anew."""
    other = state.copy(m.plain_state())
    m.game.view.hide(other, seat)
    rng = random.Random(seed)
    other.seed = [rng.getrandbits(32) for _ in range(4)]
    m.game.redeal.redeal(other, seat)
    return seaboard.Match.from_position(m.game, position.write(m.game, other))
