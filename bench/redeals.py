"""The cost of a re-deal of Sea Change, in nanoseconds of CPU time by seats: positions of random matches, each re-dealt 400 times.

python -m bench.redeals

It needs nothing that older checkouts lack: run it in two of them, in turn, to compare (`PYTHONPATH=OLDER/src python bench/redeals.py`).
"""

import random
import time
from typing import Any

from seaboard import GAMES, state
from seaboard.compiled import twin

SEATS = (2, 3, 4, 5, 6, 8)
MATCHES, POSITIONS, DEALS, TIMES = 6, 60, 400, 3
LOOP = """
from typing import Any

redeal: Any = None


def deal_all(hidden: Any, seat: int, deals: Any, first: int) -> None:
    for i in range(len(deals)):
        deals[i] = hidden
        deals[i].seed[0] = first + i
        deals[i].seed[1] = 5
        redeal.redeal(deals[i], seat)
"""
GAME = GAMES["sea-change"]


def positions(seats: int) -> list[tuple[Any, int]]:
    """What seats to act know, somewhere in random matches of one round."""
    found = []
    rules, legal = GAME.rules, [0] * GAME.state.ACTIONS
    for seed in range(MATCHES):
        rng = random.Random(seed)
        s = GAME.new_state(seats=seats, seed=seed, options=GAME.check_options(seats, {"target": 1}))
        rules.start(s, None)
        while rules.to_act(s):
            seat = rules.to_act(s).bit_length() - 1
            count = rules.legal_actions(s, seat, legal)
            if rng.random() < 0.3:
                hidden = state.copy(s)
                GAME.view.hide(hidden, seat)
                found.append((state.to_record(hidden), seat))
            rules.apply(s, seat, rng.choice(legal[:count]), None)
    return found[:POSITIONS]


def main() -> None:
    """Print the mean over positions, of each the best of three."""
    deal_all = twin(GAME).written("time_redeal", lambda: LOOP).deal_all
    deals = twin(GAME).blank(DEALS)
    for seats in SEATS:
        total = 0.0
        places = positions(seats)
        deal_all(*places[0], deals, 0)  # compiled before it is timed
        for hidden, seat in places:
            best = float("inf")
            for number in range(TIMES):
                began = time.thread_time()
                deal_all(hidden, seat, deals, number * DEALS)
                best = min(best, time.thread_time() - began)
            total += best
        print(f"{seats} seats: {1e9 * total / len(places) / DEALS:.0f} ns", flush=True)


if __name__ == "__main__":
    main()
