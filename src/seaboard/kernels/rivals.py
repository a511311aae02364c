"""One seat of many matches learns; quick bots play the others without leaving compiled code."""

from typing import Any

from seaboard.kernels.batch import begin
from seaboard.kernels.dice import roll
from seaboard.kit import lowest, size

rules: Any = None  # the game's, bound when compiled
strategy: Any = None
view: Any = None

RANDOM, SIMPLE = range(2)


def choose(states: Any, i: int, seat: int, kind: int, dice: Any, known: Any, out: Any) -> int:
    """What a bot plays in one match, from what its seat may know; `known` is space for one record."""
    count = rules.legal_actions(states[i], seat, out)
    if count == 1:
        return out[0]
    if kind == RANDOM:
        return out[roll(dice, count)]
    known[0] = states[i]
    view.hide(known[0], seat)
    return strategy.simple(known[0], seat, out, count)


def step(
    states: Any,
    actions: Any,
    me: int,
    kinds: Any,
    dice: Any,
    blank: Any,
    seed: Any,
    over: Any,
    masks: Any,
    shares: Any,
    known: Any,
    out: Any,
) -> None:
    """Apply an action of seat `me` in each match (an illegal one stands for one of the legal ones), or begin the next where it was over;
    then the bots play until the seat is to act again, or the match is over.
    """
    for i in range(len(states)):
        s = states[i]
        if over[i]:
            states[i] = blank[0]
            begin(s, seed)
            for entry in range(shares.shape[1]):
                shares[i, entry] = 0
            over[i] = 0
        else:
            action = actions[i]
            if action < 0 or action >= masks.shape[1] or masks[i, action] == 0:
                action = out[action % rules.legal_actions(s, me, out)]
            rules.apply(s, me, action, None)
        acting = rules.to_act(s)
        while acting and not acting >> me & 1:
            seat = lowest(acting)
            rules.apply(s, seat, choose(states, i, seat, kinds[seat], dice, known, out), None)
            acting = rules.to_act(s)
        for k in range(masks.shape[1]):
            masks[i, k] = 0
        if acting:
            for k in range(rules.legal_actions(s, me, out)):
                masks[i, out[k]] = 1
        else:
            over[i] = 1
            masks[i, 0] = 1
            won = rules.winners(s)
            for entry in range(shares.shape[1]):
                shares[i, entry] = (won >> entry & 1) / size(won)


def advise_all(states: Any, seats: Any, dice: Any, known: Any, out: Any, actions: Any) -> None:
    """What `strategy.simple` plays for the seat to act of each match; 0 where it is over."""
    for i in range(len(states)):
        actions[i] = 0 if seats[i] < 0 else choose(states, i, seats[i], SIMPLE, dice, known, out)
