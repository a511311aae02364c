"""Whole matches between bots in compiled code: the same results as through views, only faster."""

from typing import Any

from seaboard.kernels.dice import roll
from seaboard.kernels.search import begin, best_action, search
from seaboard.kit import lowest

rules: Any = None  # the game's, bound when compiled
redeal: Any = None
strategy: Any = None
view: Any = None

RANDOM, SIMPLE, SEARCH = range(3)


def play(
    states: Any,
    bots: Any,
    simulations: Any,
    dice: Any,
    notes: Any,
    branches: Any,
    world: Any,
    log: Any,
    out: Any,
    visits: Any,
    values: Any,
    moves: Any,
) -> int:
    """Start a match in `states[0]` and play it to its end, or until `moves` is full; returns how many moves were made.

    `bots` says who plays each seat, each with its own dice. Every choice is made on a copy, in `states[1]`, from which `view.hide` has
    wiped what the seat can't see.
    """
    s, known = states[0], states[1]
    rules.start(s, None)
    made = 0
    acting = rules.to_act(s)
    while acting and made < len(moves):
        seat = lowest(acting)
        count = rules.legal_actions(s, seat, out)
        action = out[0]
        if count > 1:
            states[1] = s
            view.hide(known, seat)
            notes.dice[0] = dice[seat]
            if bots[seat] == RANDOM:
                action = out[roll(notes.dice, count)]
            elif bots[seat] == SIMPLE:
                action = strategy.simple(known, seat, out, count)
            else:
                begin(simulations[seat], notes, branches)
                search(known, seat, simulations[seat], notes, branches, world, log, out)
                action = best_action(known, seat, notes, branches, out, visits, values)
            dice[seat] = notes.dice[0]
        rules.apply(s, seat, action, None)
        moves[made][0], moves[made][1] = seat, action
        made += 1
        acting = rules.to_act(s)
    return made
