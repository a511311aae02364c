"""Thousands of matches on a GPU, a thread for each: whole matches at random, or steps with masks and auto-reset."""

from typing import Any

from numba import cuda

from seaboard.kernels.dice import first, roll
from seaboard.kernels.playout import finish
from seaboard.kit import lowest, scratch, size

rules: Any = None  # the game's, bound when compiled
features: Any = None
ACTIONS = 0  # how many actions the game has, likewise

KERNELS = ("play_all", "reset", "step", "pick", "play_on", "observe", "clear")
WORD = 0xFFFFFFFF


def fetch(states: Any, i: int) -> Any:
    """One match of an array, copied to where its thread can work with it. Bound to what the device has for it."""


def keep(states: Any, i: int, s: Any) -> None:
    """Put a match back into its array. Bound to what the device has for it."""


def play_all(states: Any, seeds: Any, steps: Any, scores: Any, winners: Any, most_steps: int) -> None:
    """Start and finish every match, each with dice from its own seed, and write down how it went."""
    i = cuda.grid(1)
    if i < len(states):
        s = fetch(states, i)
        actions = scratch(ACTIONS)
        dice = scratch(1)
        dice[0] = first(int(seeds[i]))
        rules.start(s, None)
        steps[i] = finish(s, dice, actions, most_steps)
        winners[i] = rules.winners(s)
        for entry in range(rules.entries(s)):
            scores[i, entry] = rules.score(s, entry)
        keep(states, i, s)


def begin(s: Any, i: int, places: int, begun: Any, seed: Any) -> None:
    """Start the next match of a place: the k-th there (from 0) is match number i + k * (how many places there are)."""
    number = i + begun[i] * places
    begun[i] += 1
    s.seed[0] = number & WORD
    s.seed[1] = number >> 32
    s.seed[2] = seed[0]
    s.seed[3] = seed[1]
    rules.start(s, None)


def look(s: Any, i: int, seats: Any, masks: Any, shares: Any) -> None:
    """The first seat to act (-1: the match is over), a row with 1 for each of its legal actions, and the shares of the win.

    Where it is over, the row has action 0 alone, as in `seaboard.kernels.batch`.
    """
    for k in range(masks.shape[1]):
        masks[i, k] = 0
    acting = rules.to_act(s)
    if acting:
        seat = lowest(acting)
        actions = scratch(ACTIONS)
        seats[i] = seat
        for k in range(rules.legal_actions(s, seat, actions)):
            masks[i, actions[k]] = 1
        for entry in range(shares.shape[1]):
            shares[i, entry] = 0.0
    else:
        seats[i] = -1
        masks[i, 0] = 1
        won = rules.winners(s)
        for entry in range(shares.shape[1]):
            shares[i, entry] = (won >> entry & 1) / size(won)


def reset(states: Any, dice: Any, blank: Any, begun: Any, seed: Any, seats: Any, masks: Any, shares: Any) -> None:
    """Begin every match anew."""
    i = cuda.grid(1)
    if i < len(states):
        s = fetch(blank, 0)
        begun[i] = 0
        dice[i] = first(int(seed[0]) ^ i << 32 ^ int(seed[1]) << 16)
        begin(s, i, len(states), begun, seed)
        look(s, i, seats, masks, shares)
        keep(states, i, s)


def step(states: Any, actions: Any, blank: Any, begun: Any, seed: Any, seats: Any, masks: Any, shares: Any, again: int, wrong: Any) -> None:
    """Apply one action in each match; where a match was over, begin the next (if `again`).

    An action that is not legal is not done; how many there were is counted in `wrong`.
    """
    i = cuda.grid(1)
    if i < len(states):
        if seats[i] >= 0:
            action = int(actions[i])
            if action < 0 or action >= ACTIONS or masks[i, action] == 0:
                cuda.atomic.add(wrong, 0, 1)
            else:
                s = fetch(states, i)
                rules.apply(s, int(seats[i]), action, None)
                look(s, i, seats, masks, shares)
                keep(states, i, s)
        elif again:
            s = fetch(blank, 0)
            begin(s, i, len(states), begun, seed)
            look(s, i, seats, masks, shares)
            keep(states, i, s)


def pick(masks: Any, dice: Any, actions: Any) -> None:
    """Choose one of the actions of each row at random."""
    i = cuda.grid(1)
    if i < len(masks):
        legal = 0
        for k in range(masks.shape[1]):
            legal += masks[i, k]
        skip = roll(dice[i : i + 1], legal)
        chosen = 0
        for k in range(masks.shape[1]):
            if masks[i, k]:
                if skip == 0:
                    chosen = k
                skip -= 1
        actions[i] = chosen


def play_on(states: Any, count: int, dice: Any, blank: Any, begun: Any, seed: Any, seats: Any, masks: Any, shares: Any) -> None:
    """So many steps at random in each match."""
    i = cuda.grid(1)
    if i < len(states):
        s = fetch(states, i)
        actions = scratch(ACTIONS)
        for _ in range(count):
            acting = rules.to_act(s)
            if acting:
                seat = lowest(acting)
                legal = rules.legal_actions(s, seat, actions)
                rules.apply(s, seat, actions[roll(dice[i : i + 1], legal)], None)
            else:
                s = fetch(blank, 0)
                begin(s, i, len(states), begun, seed)
        look(s, i, seats, masks, shares)
        keep(states, i, s)


def observe(states: Any, seats: Any, rows: Any) -> None:
    """What a seat of each match sees, written into rows of zeros; they stay so where the seat is -1."""
    i = cuda.grid(1)
    if i < len(states) and seats[i] >= 0:
        s = fetch(states, i)
        features.observe(s, int(seats[i]), rows[i])


def clear(words: Any) -> None:
    """Fill an array with zeros."""
    i = cuda.grid(1)
    if i < len(words):
        words[i] = 0
