"""Matches for a learner: from one real choice to the next, with what the choosing seat sees, and the outlook where play is cut.

Play is cut where a search would end its playouts: at the end of each round, or of the match in games whose rounds say too little
(`strategy.AHEAD`).
"""

from typing import Any

from seaboard.kit import lowest

rules: Any = None  # the game's, bound when compiled
strategy: Any = None
features: Any = None
view: Any = None

WORD = 0xFFFFFFFF
GOES_ON, CUT, OVER = range(3)


def begin(s: Any, number: int, seed: Any, out: Any) -> None:
    """Start a match and go on to its first choice; `seed` is the seed of all matches, in two words."""
    s.seed[0] = number & WORD
    s.seed[1] = number >> 32
    s.seed[2] = seed[0]
    s.seed[3] = seed[1]
    rules.start(s, None)
    go_on(s, out)


def go_on(s: Any, out: Any) -> None:
    """Make forced moves, up to a choice."""
    acting = rules.to_act(s)
    while acting:
        seat = lowest(acting)
        if rules.legal_actions(s, seat, out) > 1:
            return
        rules.apply(s, seat, out[0], None)
        acting = rules.to_act(s)


def act(s: Any, seat: int, chosen: int, rewards: Any, out: Any) -> int:
    """Do a seat's action (turned to it), and forced moves until there is a choice or play is cut.

    Returns GOES_ON, or else CUT or OVER, and then `rewards` has the outlook of each seat.
    """
    stream = s.stream
    action = out[0]
    for k in range(rules.legal_actions(s, seat, out)):
        if features.turned(s, seat, out[k]) == chosen:
            action = out[k]
    rules.apply(s, seat, action, None)
    acting = rules.to_act(s)
    while acting and (strategy.AHEAD > 0 or s.stream == stream):
        actor = lowest(acting)
        if rules.legal_actions(s, actor, out) > 1:
            return GOES_ON
        rules.apply(s, actor, out[0], None)
        acting = rules.to_act(s)
    for other in range(s.seats):
        rewards[other] = strategy.outlook(s, other)
    if acting == 0:
        return OVER
    go_on(s, out)
    return CUT if rules.to_act(s) else OVER


def look(s: Any, mask: Any, row: Any, out: Any) -> int:
    """Write the choosing seat's actions as a mask, and what it sees, both into zeros."""
    seat = lowest(rules.to_act(s))
    for k in range(rules.legal_actions(s, seat, out)):
        mask[features.turned(s, seat, out[k])] = 1
    features.observe(s, seat, row)
    return seat


def advise(known: Any, seat: int, out: Any) -> int:
    """Return what `strategy.simple` would choose, turned to its seat; `known` is the state with nothing hidden yet, and is overwritten."""
    view.hide(known, seat)
    return features.turned(known, seat, strategy.simple(known, seat, out, rules.legal_actions(known, seat, out)))


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
    known: Any,
    out: Any,
) -> None:
    """Make a choice in every match; if it is -1, or ends a match, the next one begins.

    Where `asked` is 1, `strategy.simple` chooses instead. Masks, rows and rewards are written into zeros.
    """
    for i in range(len(states)):
        cut[i] = OVER
        if chosen[i] >= 0:
            choice = chosen[i]
            if asked[i]:
                known[0] = states[i]
                choice = advise(known[0], seats[i], out)
            cut[i] = act(states[i], seats[i], choice, rewards[i], out)
        if cut[i] == OVER:
            numbers[i] += len(states)
            states[i] = blank[0]
            begin(states[i], numbers[i], seed, out)
        seats[i] = look(states[i], masks[i], rows[i], out)
