"""Thousands of matches on a GPU, one thread each: whole matches at random, or steps with masks and auto-reset."""

from typing import Any

from numba import cuda, int8, int64

from seaboard.kernels.dice import first, roll
from seaboard.kernels.playout import finish
from seaboard.kit import lowest, scratch, size

rules: Any = None  # the game's, bound when compiled
features: Any = None
ACTIONS = 0  # how many actions the game has, likewise

KERNELS = ("play_all", "reset", "step", "pick", "play_on", "observe")
WORD = 0xFFFFFFFF


def fetch(states: Any, i: int) -> Any:
    """Copy one match of an array to where its thread can work on it. Bound to the device's implementation."""


def keep(states: Any, i: int, s: Any) -> None:
    """Put a match back into its array. Bound to the device's implementation."""


def in_place(states: Any, i: int) -> Any:
    """Return one match of an array, to be changed in place: better for a single step, which touches little of it. Likewise."""


def unfilled(count: int) -> Any:
    """Return uninitialized space for numbers. Likewise."""


def keep_in_place(states: Any, i: int, s: Any) -> None:
    """Mark a match as changed in place. Likewise."""


def play_all(states: Any, seeds: Any, steps: Any, scores: Any, winners: Any, most_steps: int) -> None:
    """Start and finish every match, each with dice from its own seed, and record its result."""
    i = cuda.grid(1)
    if i < len(states):
        s = fetch(states, i)
        actions = unfilled(ACTIONS)
        dice = scratch(1)
        dice[0] = first(int(seeds[i]))
        rules.start(s, None)
        steps[i] = finish(s, dice, actions, most_steps)
        winners[i] = rules.winners(s)
        for entry in range(rules.entries(s)):
            scores[i, entry] = rules.score(s, entry)
        keep(states, i, s)


def begin(s: Any, i: int, places: int, begun: Any, seed: Any, shares: Any) -> None:
    """Start the next match of a place: the k-th there (from 0) is match number i + k * (how many places there are)."""
    number = i + begun[i] * places
    begun[i] += 1
    s.seed[0] = number & WORD
    s.seed[1] = number >> 32
    s.seed[2] = seed[0]
    s.seed[3] = seed[1]
    for entry in range(shares.shape[1]):
        shares[i, entry] = 0.0
    rules.start(s, None)


def look(s: Any, i: int, seats: Any, masks: Any, words: Any, shares: Any) -> None:
    """Look at a match: the first seat to act (-1: it is over), a row with 1 for each of its legal actions, and the shares of the win.

    `words` are the masks, as many bytes at a time as divide a row evenly. The shares are 0 while a match goes on. If it is over, the row
    allows action 0 only, as in `seaboard.kernels.batch`.
    """
    for k in range(words.shape[1]):
        words[i, k] = 0
    acting = rules.to_act(s)
    if acting:
        seat = lowest(acting)
        actions = unfilled(ACTIONS)
        seats[i] = seat
        for k in range(rules.legal_actions(s, seat, actions)):
            masks[i, actions[k]] = 1
    else:
        seats[i] = -1
        masks[i, 0] = 1
        won = rules.winners(s)
        for entry in range(shares.shape[1]):
            shares[i, entry] = (won >> entry & 1) / size(won)


def reset(states: Any, dice: Any, blank: Any, begun: Any, seed: Any, seats: Any, masks: Any, words: Any, shares: Any) -> None:
    """Begin every match anew."""
    i = cuda.grid(1)
    if i < len(states):
        s = fetch(blank, 0)
        begun[i] = 0
        dice[i] = first(int(seed[0]) ^ i << 32 ^ int(seed[1]) << 16)
        begin(s, i, len(states), begun, seed, shares)
        look(s, i, seats, masks, words, shares)
        keep(states, i, s)


def step(
    states: Any,
    actions: Any,
    blank: Any,
    begun: Any,
    seed: Any,
    seats: Any,
    masks: Any,
    words: Any,
    shares: Any,
    again: int,
    wrong: Any,
) -> None:
    """Apply one action in each match; where a match was over, begin the next (if `again`).

    An illegal action is skipped; `wrong` counts them.
    """
    i = cuda.grid(1)
    if i < len(states):
        if seats[i] >= 0:
            action = int(actions[i])
            if action < 0 or action >= ACTIONS or masks[i, action] == 0:
                cuda.atomic.add(wrong, 0, 1)
            else:
                s = in_place(states, i)
                rules.apply(s, int(seats[i]), action, None)
                look(s, i, seats, masks, words, shares)
                keep_in_place(states, i, s)
        elif again:
            states[i] = blank[0]
            s = in_place(states, i)
            begin(s, i, len(states), begun, seed, shares)
            look(s, i, seats, masks, words, shares)
            keep_in_place(states, i, s)


def pick(words: Any, bits: int, dice: Any, actions: Any) -> None:
    """Choose one of the actions of each row at random. A word has this many bits."""
    i = cuda.grid(1)
    if i < len(words):
        legal = 0
        for k in range(words.shape[1]):
            legal += size(int(words[i, k]))
        skip = roll(dice[i : i + 1], legal)
        chosen = 0
        for k in range(words.shape[1]):
            word = int(words[i, k])
            count = size(word)
            if 0 <= skip < count:
                for _ in range(skip):
                    word &= word - 1
                chosen = (k * bits + lowest(word)) >> 3
            skip -= count
        actions[i] = chosen


def play_on(states: Any, count: int, dice: Any, blank: Any, begun: Any, seed: Any, seats: Any, masks: Any, words: Any, shares: Any) -> None:
    """Take this many random steps in each match."""
    i = cuda.grid(1)
    if i < len(states):
        s = fetch(states, i)
        actions = unfilled(ACTIONS)
        for _ in range(count):
            acting = rules.to_act(s)
            if acting:
                seat = lowest(acting)
                legal = rules.legal_actions(s, seat, actions)
                rules.apply(s, seat, actions[roll(dice[i : i + 1], legal)], None)
            else:
                s = fetch(blank, 0)
                begin(s, i, len(states), begun, seed, shares)
        look(s, i, seats, masks, words, shares)
        keep(states, i, s)


def observe(states: Any, seats: Any, width: int, rows: Any) -> None:
    """Write what a seat of each match sees, a row of this many bytes; zeros where the seat is -1.

    `rows` are the bytes of all rows, eight at a time. A block of threads writes its rows to shared memory first, since scattered bytes are
    slow to write to global memory; both arrays below are that shared memory.
    """
    cells = cuda.shared.array(0, int8)
    words = cuda.shared.array(0, int64)
    thread, threads = cuda.threadIdx.x, cuda.blockDim.x
    count = threads * width // 8
    for k in range(thread, count, threads):
        words[k] = 0
    cuda.syncthreads()
    i = cuda.grid(1)
    if i < len(states) and seats[i] >= 0:
        s = in_place(states, i)
        features.observe(s, int(seats[i]), cells[thread * width : (thread + 1) * width])
    cuda.syncthreads()
    start = cuda.blockIdx.x * count
    for k in range(thread, count, threads):
        if start + k < len(rows):
            rows[start + k] = words[k]
