"""Information-set Monte Carlo tree search (Cowling, Powley, Whitehouse 2012), for any game, simultaneous moves included.

Each simulation re-deals the hidden cards, walks down the tree as far as it goes, adds one branch, plays the rest of the round (and
`strategy.AHEAD` more) by the game's simple strategy with some random moves, and credits each seat on the way with its outlook.

The tree has no nodes, only branches: an action of a seat after everything this seat has seen since the root. What a seat has seen is a hash
of the events shown to it. So no seat's choice depends on what it can't see: neither a card drawn in secret nor a choice that lies face
down, waiting for the others'. Every seat, partner or rival, maximizes its own outlook.
"""

import math
from typing import Any

from seaboard.kernels.dice import roll, word
from seaboard.kit import EVENT_INTS, lowest

rules: Any = None  # the game's, bound when compiled
redeal: Any = None
strategy: Any = None

MOST_DEPTH = 64
FIRST = 0x1B873593  # the hash of having seen nothing: any number but 0
SPREAD = 0x2545F4914F6CDD1D
STIR = 0x106689D45497FDB5
LEAST_SPAN = 0.02  # assumed range of outlooks, before many have been met
FULLEST = 0.75  # a fuller hash table gets slow

# A search works with
#     notes      a record: the fields of `seaboard.bots.memory.notes_type`
#     branches   a hash table, each place a record: key (0: free), value (the mean), visits, available
#     world      space for a state, in an array of one
#     log, out   space for events and for legal actions
# Not bundled in one tuple: that would be copied whole at each call.


def search(root: Any, seat: int, simulations: int, notes: Any, branches: Any, world: Any, log: Any, out: Any) -> None:
    """Run more simulations from a hidden state in which `seat` is to act."""
    s = world[0]
    open_choices = 0
    for number in range(simulations):
        world[0] = root
        for i in range(4):
            s.seed[i] = word(notes.dice)
        redeal.redeal(s, seat)
        if number == 0:
            open_choices = choices_still_open(s, out)
        depth = descend(s, seat, open_choices, notes, branches, log, out)
        play_out(s, root.stream, notes, out)
        credit(s, depth, notes, branches)


def choices_still_open(s: Any, out: Any) -> int:
    """Return the seats, as bits, that have made a choice nobody has seen yet, and could still change it."""
    found = 0
    acting = rules.to_act(s)
    for seat in range(s.seats):
        if not acting >> seat & 1 and rules.legal_actions(s, seat, out) > 1:
            found |= 1 << seat
    return found


def descend(s: Any, thinker: int, open_choices: int, notes: Any, branches: Any, log: Any, out: Any) -> int:
    """Walk down the tree and one step beyond; `notes.path` gets the branches taken. Returns how many.

    A player chose a face-down card with thought, but a re-deal chooses at random, so such choices are redone first. Seats that choose
    before the thinker at the same moment don't end the walk.
    """
    forget_seen(notes)
    stream = s.stream
    depth = 0
    beyond, has_chosen = False, False
    acting = open_choices if open_choices else rules.to_act(s)
    while acting and s.stream == stream and depth < MOST_DEPTH:
        seat = lowest(acting)
        open_choices &= ~(1 << seat)
        has_chosen = has_chosen or seat == thinker
        count = rules.legal_actions(s, seat, out)
        action = out[0]
        if count > 1:
            if seat == thinker and notes.trust > 0.0 and has_seen_nothing(seat, notes):
                chosen = choose_by_prior(seat, notes, branches, out, count, depth)
            else:
                chosen = choose(s, seat, notes, branches, out, count, depth)
            if chosen < 0:
                beyond = True
                action = strategy.simple(s, seat, out, count)
            else:
                action = out[chosen]
                beyond = beyond or branches[notes.path[depth]].visits == 0
                notes.walkers[depth] = seat
                depth += 1
        if beyond and has_chosen:
            rules.apply(s, seat, action, None)  # nobody chooses after this move, so nobody needs to see it
            return depth
        log[0] = 1
        rules.apply(s, seat, action, log)
        if s.stream == stream:
            notes.own[seat] = key_of(seen_by(seat, notes), action) * STIR  # a face-down choice makes no event
            observe(s, notes, log)
        acting = open_choices if open_choices else rules.to_act(s)
    return depth


def choose(s: Any, seat: int, notes: Any, branches: Any, out: Any, count: int, depth: int) -> int:
    """Choose one of the legal actions, by UCB1 over those available; its branch is written to `notes.path`.

    If nothing was tried yet, the simple strategy's advice is tried first. Later an untried action gets its turn when the best of the others
    promises less than their mean plus a margin. When the memory is full it stays untried; returns -1 if there is no other.
    """
    span = notes.high - notes.low
    most, total, visits = -1e30, 0.0, 0
    chosen, best, untried, fresh = -1, 0, 0, -1
    seen = seen_by(seat, notes)
    for i in range(count):
        at = find(notes, branches, seen, out[i])
        branch = branches[at]
        if branch.key == 0:
            untried += 1
            if roll(notes.dice, untried) == 0:
                fresh = i
        else:
            branch.available += 1
            total += branch.value * branch.visits
            visits += branch.visits
            # the bit length stands in for the logarithm, which is ten times as slow
            merit = branch.value + notes.explore * span * math.sqrt(int(branch.available).bit_length() / branch.visits)
            if merit > most:
                chosen, most, best = i, merit, at
    notes.path[depth] = best
    if untried == 0 or notes.count >= FULLEST * notes.places:
        return chosen
    if visits == 0:
        action = strategy.simple(s, seat, out, count)
        for i in range(count):
            if out[i] == action:
                fresh = i
    elif most > total / visits + notes.hope * span:
        return chosen
    at = find(notes, branches, seen, out[fresh])
    branches[at].key = key_of(seen, out[fresh])
    branches[at].available = 1
    notes.path[depth] = at
    notes.count += 1
    return fresh


def choose_by_prior(seat: int, notes: Any, branches: Any, out: Any, count: int, depth: int) -> int:
    """The same at the root, if there is a prior: actions it prefers are tried first and most (PUCT).

    An untried action is assumed to be as good as the average of the others.
    """
    span = max(notes.high - notes.low, LEAST_SPAN)
    total, visits = 0.0, 0
    seen = seen_by(seat, notes)
    for i in range(count):
        branch = branches[find(notes, branches, seen, out[i])]
        if branch.key != 0:
            total += branch.value * branch.visits
            visits += branch.visits
    mean = total / visits if visits else 0.0
    chosen, most = 0, -1e30
    for i in range(count):
        branch = branches[find(notes, branches, seen, out[i])]
        value = branch.value if branch.visits else mean
        merit = value + notes.trust * span * notes.prior[out[i]] * math.sqrt(visits + 1.0) / (1 + branch.visits)
        if merit > most:
            chosen, most = i, merit
    at = find(notes, branches, seen, out[chosen])
    if branches[at].key == 0:
        branches[at].key = key_of(seen, out[chosen])
        notes.count += 1
    branches[at].available += 1
    notes.path[depth] = at
    return chosen


def key_of(seen: int, action: int) -> int:
    """Return the key of a branch: an action after everything a seat has seen. Never 0."""
    return (seen ^ (action + 1) * SPREAD) | 1


def find(notes: Any, branches: Any, seen: int, action: int) -> int:
    """Return the place of a branch in the table: an action after everything that was seen. Its key is 0 if it is not there yet.

    The branches of one position are close to each other: they are looked up together, and memory is slow.
    """
    key = key_of(seen, action)
    last = notes.places - 1
    at = ((seen >> 24) + action) & last
    while branches[at].key != 0 and branches[at].key != key:
        at = (at + 1) & last
    return at


def forget_seen(notes: Any) -> None:
    """Start a walk, before which nobody has seen anything."""
    notes.open = 0
    for seat in range(len(notes.own)):
        notes.own[seat] = FIRST + seat


def has_seen_nothing(seat: int, notes: Any) -> bool:
    """Whether a seat has seen nothing since the root."""
    return notes.open == 0 and notes.own[seat] == FIRST + seat


def seen_by(seat: int, notes: Any) -> int:
    """Hash everything a seat has seen: what all have, and what is its own (which it saw when all had seen so much)."""
    return notes.own[seat] ^ notes.open


def observe(s: Any, notes: Any, log: Any) -> None:
    """Add the events of a move to what all have seen, and to what is a seat's own."""
    for at in range(1, log[0], EVENT_INTS):
        kind = log[at]
        known_to = notes.kinds[kind][2]
        if not notes.kinds[kind][3]:
            notes.open = (notes.open ^ digest(log, at, notes.kinds[kind][0])) * STIR
        if known_to:
            for seat in range(s.seats):
                if knows(log, at, known_to, seat):
                    notes.own[seat] = (seen_by(seat, notes) ^ digest(log, at, notes.kinds[kind][1])) * STIR


def digest(log: Any, at: int, shown: int) -> int:
    """Hash the numbers of an event that are shown."""
    mixed = log[at] + 1
    for i in range(EVENT_INTS - 1):
        mixed *= SPREAD
        if shown >> i & 1:
            mixed += log[at + 1 + i] + 7
        mixed ^= mixed >> 31 & 0x1FFFFFFFF
    return mixed


def knows(log: Any, at: int, known_to: int, seat: int) -> bool:
    """Whether an event names a seat among those that know its secrets."""
    found = False
    for i in range(EVENT_INTS - 1):
        found = found or (known_to >> i & 1 == 1 and log[at + 1 + i] == seat)
    return found


def play_out(s: Any, stream: int, notes: Any, out: Any) -> None:
    """Play to the end of the round (or a few more) by the simple strategy, with an occasional random move."""
    acting = rules.to_act(s)
    while acting and s.stream <= stream + strategy.AHEAD:
        seat = lowest(acting)
        count = rules.legal_actions(s, seat, out)
        if count == 1:
            action = out[0]
        elif roll(notes.dice, 1000) < notes.stray:
            action = out[roll(notes.dice, count)]
        else:
            action = strategy.simple(s, seat, out, count)
        rules.apply(s, seat, action, None)
        acting = rules.to_act(s)


def credit(s: Any, depth: int, notes: Any, branches: Any) -> None:
    """Credit each branch of the path with the outlook of the seat that took it."""
    asked = 0
    for i in range(depth):
        seat = notes.walkers[i]
        if not asked >> seat & 1:
            asked |= 1 << seat
            notes.outlook[seat] = strategy.outlook(s, seat)
            notes.low = min(notes.low, notes.outlook[seat])
            notes.high = max(notes.high, notes.outlook[seat])
        branch = branches[notes.path[i]]
        branch.visits += 1
        branch.value += (notes.outlook[seat] - branch.value) / branch.visits


def begin(simulations: int, notes: Any, branches: Any) -> None:
    """Forget everything, and make space for this many simulations."""
    places = 16
    while places < 2 * simulations and 2 * places <= len(branches):
        places *= 2
    for at in range(places):
        branches[at].key = 0
        branches[at].value = 0.0
        branches[at].visits = 0
        branches[at].available = 0
    notes.places = places
    notes.count = 0
    notes.low = 1.0
    notes.high = 0.0


def best_action(root: Any, seat: int, notes: Any, branches: Any, out: Any, visits: Any, values: Any) -> int:
    """Return the most visited action; `visits` and `values` get the visits and the mean outlook of each legal action."""
    forget_seen(notes)
    count = rules.legal_actions(root, seat, out)
    best, most = out[0], -1.0
    seen = seen_by(seat, notes)
    for i in range(count):
        branch = branches[find(notes, branches, seen, out[i])]
        visits[i] = branch.visits
        values[i] = branch.value
        if visits[i] + values[i] > most:
            best, most = out[i], visits[i] + values[i]
    return best
