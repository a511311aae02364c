"""Whole matches between bots without leaving compiled code: what a tournament would get from views, only faster."""

from typing import Any

from seaboard.kernels.dice import roll
from seaboard.kernels.search import begin, search, weigh
from seaboard.kit import lowest

rules: Any = None  # the game's, bound when compiled
redeal: Any = None
strategy: Any = None
view: Any = None

RANDOM, SIMPLE, SEARCH = range(3)


def play(s: Any, root: Any, bots: Any, simulations: Any, dice: Any, mind: Any, visits: Any, values: Any, most_moves: int) -> int:
    """Start a match and play it to its end; for each seat `bots` says who plays it, with dice of its own. Returns the number of moves.

    Every choice is made on a state in which `view.hide` wiped out what the seat can't see.
    """
    rules.start(s, None)
    moves = 0
    acting = rules.to_act(s)
    while acting and moves < most_moves:
        seat = lowest(acting)
        count = rules.legal_actions(s, seat, mind.out)
        action = mind.out[0]
        if count > 1:
            root[0] = s
            known = root[0]
            view.hide(known, seat)
            mind.dice[0] = dice[seat]
            if bots[seat] == RANDOM:
                action = mind.out[roll(mind.dice, count)]
            elif bots[seat] == SIMPLE:
                action = strategy.simple(known, seat, mind.out, count)
            else:
                begin(mind, simulations[seat])
                search(known, seat, simulations[seat], mind)
                action = weigh(known, seat, mind, visits, values)
            dice[seat] = mind.dice[0]
        rules.apply(s, seat, action, None)
        moves += 1
        acting = rules.to_act(s)
    return moves
