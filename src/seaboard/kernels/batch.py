"""Thousands of matches stepped together: who is to act, what is legal, and one action in each."""

from typing import Any

from seaboard.kit import lowest

rules: Any = None  # the game's, bound when compiled


def begin(states: Any) -> None:
    """Start every match; seats, seed and options are written into the states already."""
    for i in range(len(states)):
        rules.start(states[i], None)


def look(states: Any, seats: Any, masks: Any, scratch: Any) -> None:
    """For each match: the first seat to act (-1: it is over), and a row with 1 for each of its legal actions."""
    for i in range(len(states)):
        s = states[i]
        mask = masks[i]
        mask[:] = 0
        acting = rules.to_act(s)
        if acting:
            seat = lowest(acting)
            seats[i] = seat
            for k in range(rules.legal_actions(s, seat, scratch)):
                mask[scratch[k]] = 1
        else:
            seats[i] = -1


def pick(masks: Any, dice: Any, actions: Any) -> None:
    """Choose one of the legal actions of each row at random; -1 where there is none."""
    x = dice[0]
    width = len(masks[0])
    whole = width - width % 8
    for i in range(len(masks)):
        mask = masks[i]
        legal = 0
        for k in range(width):
            legal += mask[k]
        x ^= (x >> 12) & 0xFFFFFFFFFFFFF
        x ^= x << 25
        x ^= (x >> 27) & 0x1FFFFFFFFF
        skip = (((x * 0x2545F4914F6CDD1D) >> 32 & 0xFFFFFFFF) * legal) >> 32
        action = 0
        for k in range(0, whole, 8):  # eight at a time, then one by one
            here = mask[k] + mask[k + 1] + mask[k + 2] + mask[k + 3] + mask[k + 4] + mask[k + 5] + mask[k + 6] + mask[k + 7]
            if skip < here:
                break
            skip -= here
            action += 8
        while action < width and skip >= mask[action]:
            skip -= mask[action]
            action += 1
        actions[i] = action if legal else -1
    dice[0] = x


def step(states: Any, seats: Any, actions: Any) -> None:
    """Apply one action in each match that is not over; they must be legal."""
    for i in range(len(states)):
        if seats[i] >= 0:
            rules.apply(states[i], seats[i], actions[i], None)
