"""`selfplay` with a thread for each match."""

from typing import Any

from numba import cuda

from seaboard.kernels.gpu import fetch, in_place, keep_in_place, unfilled
from seaboard.kernels.selfplay import OVER, act, advise, begin, look

ACTIONS = 0  # how many actions the game has, bound when compiled
KERNELS = ("step_all",)


def step_all(
    states: Any,
    chosen: Any,
    asked: Any,
    blank: Any,
    numbers: Any,
    seed: Any,
    seats: Any,
    masks: Any,
    rows: Any,
    rewards: Any,
    cut: Any,
) -> None:
    """Do what `selfplay.step_all` does, in one kernel: each further kernel would compile all the rules again."""
    i = cuda.grid(1)
    if i < len(states):
        out = unfilled(ACTIONS)
        s = in_place(states, i)
        ending = OVER
        if chosen[i] >= 0:
            choice = int(chosen[i])
            if asked[i]:
                known = fetch(states, i)
                choice = advise(known, int(seats[i]), out)
            ending = act(s, int(seats[i]), choice, rewards[i], out)
        cut[i] = ending
        if ending == OVER:
            numbers[i] += len(states)
            states[i] = blank[0]
            s = in_place(states, i)
            begin(s, int(numbers[i]), seed, out)
        seats[i] = look(s, masks[i], rows[i], out)
        keep_in_place(states, i, s)
