"""Thousands of matches stepped together: who is to act, what is legal, and one action in each."""

from typing import Any

from seaboard.kit import lowest, size

rules: Any = None  # the game's, bound when compiled


def begin(states: Any) -> None:
    """Start every match; seats, seed and options are written into the states already."""
    for i in range(len(states)):
        rules.start(states[i], None)


def look(states: Any, seats: Any, masks: Any, words: Any, scratch: Any) -> None:
    """For each match: the first seat to act (-1: it is over), and a row with 1 for each of its legal actions.

    `words` are the same rows eight numbers at a time.
    """
    for i in range(len(states)):
        s = states[i]
        for k in range(words.shape[1]):
            words[i][k] = 0
        acting = rules.to_act(s)
        if acting:
            seat = lowest(acting)
            seats[i] = seat
            for k in range(rules.legal_actions(s, seat, scratch)):
                masks[i][scratch[k]] = 1
        else:
            seats[i] = -1


def pick(words: Any, dice: Any, actions: Any) -> None:
    """Choose one of the legal actions of each row at random; -1 where there is none."""
    x = dice[0]
    for i in range(len(words)):
        legal = 0
        for k in range(words.shape[1]):
            legal += size(words[i][k])
        x ^= (x >> 12) & 0xFFFFFFFFFFFFF
        x ^= x << 25
        x ^= (x >> 27) & 0x1FFFFFFFFF
        skip = (((x * 0x2545F4914F6CDD1D) >> 32 & 0xFFFFFFFF) * legal) >> 32
        actions[i] = -1
        for k in range(words.shape[1]):
            word = words[i][k]
            here = size(word)
            if skip < here:
                while skip:
                    word &= word - 1
                    skip -= 1
                actions[i] = k * 8 + lowest(word) // 8
                break
            skip -= here
    dice[0] = x


def step(states: Any, seats: Any, actions: Any) -> None:
    """Apply one action in each match that is not over; they must be legal."""
    for i in range(len(states)):
        if seats[i] >= 0:
            rules.apply(states[i], seats[i], actions[i], None)
