"""Thousands of matches stepped together: the seats to act, their legal actions, and one action in each."""

from typing import Any

from seaboard.kernels.dice import roll
from seaboard.kit import lowest, size

rules: Any = None  # the game's, bound when compiled
view: Any = None  # likewise

WORD = 0xFFFFFFFF
EACH_BYTE = 0x0101010101010101
UPPERMOST = -0x7F7F7F7F7F7F7F80  # the uppermost bit of each byte


def begin(s: Any, seed: Any) -> None:
    """Start the next match of a sequence; `seed` is the batch's seed in two words, and how many matches have begun."""
    s.seed[0] = seed[2] & WORD
    s.seed[1] = seed[2] >> 32
    s.seed[2] = seed[0]
    s.seed[3] = seed[1]
    seed[2] += 1
    rules.start(s, None)


def look(s: Any, i: int, seats: Any, masks: Any, packed: Any, shares: Any, scratch: Any) -> None:
    """Look at match i: the first seat to act (-1: it is over), a row with 1 for each of its legal actions, and shares of the win.

    If it is over, the row allows action 0 only, so that a softmax over it is defined; any action is accepted then. `packed` holds the same
    rows as the masks, eight bytes per 64-bit number.
    """
    for k in range(packed.shape[1]):
        packed[i, k] = 0
    acting = rules.to_act(s)
    if acting:
        seat = lowest(acting)
        seats[i] = seat
        for k in range(rules.legal_actions(s, seat, scratch)):
            masks[i, scratch[k]] = 1
    else:
        masks[i, 0] = 1
        if seats[i] >= 0:
            seats[i] = -1
            won = rules.winners(s)
            for entry in range(shares.shape[1]):
                shares[i, entry] = (won >> entry & 1) / size(won)


def reset(states: Any, blank: Any, seed: Any, seats: Any, masks: Any, packed: Any, shares: Any, scratch: Any) -> None:
    """Begin every match anew."""
    for i in range(len(states)):
        renew(states, i, blank, seed, shares)
        look(states[i], i, seats, masks, packed, shares, scratch)


def renew(states: Any, i: int, blank: Any, seed: Any, shares: Any) -> None:
    """Put a new match into a place."""
    states[i] = blank[0]
    begin(states[i], seed)
    for entry in range(shares.shape[1]):
        shares[i, entry] = 0


def illegal(seats: Any, actions: Any, masks: Any) -> int:
    """The first match whose action is not legal, or -1. Matches that are over take any."""
    for i in range(len(seats)):
        if seats[i] >= 0:
            action = actions[i]
            if action < 0 or action >= masks.shape[1] or masks[i, action] == 0:
                return i
    return -1


def step(
    states: Any, actions: Any, blank: Any, seed: Any, seats: Any, masks: Any, packed: Any, shares: Any, scratch: Any, again: int
) -> None:
    """Apply one legal action in each match; where a match was over, begin the next (if `again`)."""
    for i in range(len(states)):
        if seats[i] >= 0:
            rules.apply(states[i], seats[i], actions[i], None)
        elif again:
            renew(states, i, blank, seed, shares)
        look(states[i], i, seats, masks, packed, shares, scratch)


def pick(packed: Any, dice: Any, actions: Any) -> None:
    """Choose one of the actions of each row at random. Nothing branches on what is legal, since no processor could predict it."""
    for i in range(len(packed)):
        legal = 0
        for k in range(packed.shape[1]):
            legal += size(packed[i, k])
        skip = roll(dice, legal)
        at, before, passed = 0, 0, 0
        for k in range(packed.shape[1]):
            passed += size(packed[i, k])
            at, before = (k + 1, passed) if passed <= skip else (at, before)
        up_to = packed[i, at] * EACH_BYTE  # in each byte, how many are legal from the word's first byte to this one
        enough = UPPERMOST + (skip - before) * EACH_BYTE - up_to
        actions[i] = at * 8 + size(enough & UPPERMOST)


def play_on(
    states: Any, count: int, dice: Any, blank: Any, seed: Any, seats: Any, masks: Any, packed: Any, shares: Any, scratch: Any
) -> None:
    """Take this many random steps in each match, one match after another: its state stays in the cache, and no mask is needed."""
    for i in range(len(states)):
        for _ in range(count):
            acting = rules.to_act(states[i])
            if acting:
                seat = lowest(acting)
                legal = rules.legal_actions(states[i], seat, scratch)
                rules.apply(states[i], seat, scratch[roll(dice, legal)], None)
            else:
                renew(states, i, blank, seed, shares)
        seats[i] = 0
        look(states[i], i, seats, masks, packed, shares, scratch)


def know(states: Any, seats: Any, known: Any) -> None:
    """Copy each match as one of its seats knows it (-1: a spectator)."""
    for i in range(len(states)):
        known[i] = states[i]
        view.hide(known[i], seats[i])
