"""Information-set Monte Carlo tree search (Cowling, Powley, Whitehouse 2012), for any game, moves at the same time included.

Each simulation imagines the hidden cards anew, walks down the tree as long as it knows the way, adds one branch, plays
the rest of the round by the game's simple strategy mixed with chance, and credits each seat on the way with its outlook.

The tree has no nodes, only branches: an action of a seat after all that this seat has seen since the root. What a seat
has seen is a hash of the events shown to it. So nobody's choice depends on what it can't see: neither a card that was drawn
in secret nor a choice that waits face down for the others'. Every seat, partners and rivals, wants its own outlook.
"""

import math
from typing import Any, NamedTuple

from seaboard.kernels.dice import roll, word
from seaboard.kit import EVENT_INTS, lowest

rules: Any = None  # the game's, bound when compiled
redeal: Any = None
strategy: Any = None

MOST_DEPTH = 64
FIRST = 0x1B873593  # the hash of having seen nothing: any number that is not 0
SPREAD = 0x2545F4914F6CDD1D
STIR = 0x106689D45497FDB5
FULLEST = 0.75  # beyond this a hash table gets slow


class Mind(NamedTuple):
    """What a search remembers and the room it works in; `seaboard.bots.search` makes one."""

    branches: Any  # a hash table of records: key, action, visits, available, value
    tally: Any  # lowest and highest outlook met; how many branches there are, and places for them
    dice: Any
    kinds: Any  # for each kind of event: numbers shown to all, shown to those who know, who they are, whether others miss it
    explore: float
    stray: int  # how many of 1000 moves of a playout are at random
    world: Any
    path: Any
    walkers: Any
    seen: Any
    log: Any
    out: Any


def search(root: Any, seat: int, simulations: int, mind: Any) -> None:
    """Think on: more simulations from a hidden state in which `seat` is to act."""
    for _ in range(simulations):
        mind.world[0] = root
        s = mind.world[0]
        for i in range(4):
            s.seed[i] = word(mind.dice)
        redeal.redeal(s, seat)
        depth = descend(s, mind)
        play_out(s, root.stream, mind)
        credit(s, depth, mind)


def descend(s: Any, mind: Any) -> int:
    """Walk down the tree and one step beyond; `path` gets the branches taken. Returns how many."""
    for i in range(len(mind.seen)):
        mind.seen[i] = FIRST + i
    stream = s.stream
    depth = 0
    fresh = False
    acting = rules.to_act(s)
    while acting and s.stream == stream and depth < MOST_DEPTH and not fresh:
        seat = lowest(acting)
        count = rules.legal_actions(s, seat, mind.out)
        action = mind.out[0]
        if count > 1:
            at = choose(s, seat, count, mind)
            if at < 0:
                return depth
            fresh = mind.branches[at].visits == 0
            action = mind.branches[at].action
            mind.path[depth] = at
            mind.walkers[depth] = seat
            depth += 1
        mind.log[0] = 1
        rules.apply(s, seat, action, mind.log)
        observe(s, mind)
        acting = rules.to_act(s)
    return depth


def choose(s: Any, seat: int, count: int, mind: Any) -> int:
    """The branch to take: an untried action first, else the best by UCB1 among those that could be taken.

    -1 when an action is untried but the memory is full.
    """
    explore = mind.explore * (mind.tally[1] - mind.tally[0])
    best, most = -1, -1e30
    untried, chosen, empty = 0, 0, -1
    for i in range(count):
        at = find(mind, seat, mind.out[i])
        branch = mind.branches[at]
        if branch.key == 0:
            untried += 1
            if roll(mind.dice, untried) == 0:
                chosen, empty = i, at
        else:
            branch.available += 1
            merit = branch.value / branch.visits + explore * math.sqrt(math.log(branch.available) / branch.visits)
            if merit > most:
                best, most = at, merit
    if untried == 0:
        return best
    if mind.tally[2] >= FULLEST * mind.tally[3]:
        return -1
    mind.tally[2] += 1
    branch = mind.branches[empty]
    branch.key = key_of(mind, seat, mind.out[chosen])
    branch.action = mind.out[chosen]
    branch.available = 1
    return empty


def key_of(mind: Any, seat: int, action: int) -> int:
    """The hash of an action after all that a seat has seen."""
    key = (mind.seen[seat] ^ (action + 1) * SPREAD) * STIR
    key ^= key >> 29 & 0x7FFFFFFFF
    return key | 1


def find(mind: Any, seat: int, action: int) -> int:
    """The place of a branch in the table; its key is 0 if it is not there yet."""
    key = key_of(mind, seat, action)
    last = int(mind.tally[3]) - 1
    at = key >> 1 & last
    while mind.branches[at].key != 0 and mind.branches[at].key != key:
        at = (at + 1) & last
    return at


def observe(s: Any, mind: Any) -> None:
    """Add the events of a move to what each seat has seen."""
    log = mind.log
    for at in range(1, log[0], EVENT_INTS):
        kind = log[at]
        shown, secret, known_to, private = mind.kinds[kind][0], mind.kinds[kind][1], mind.kinds[kind][2], mind.kinds[kind][3]
        told = digest(log, at, shown)
        for seat in range(s.seats):
            if known_to and knows(log, at, known_to, seat):
                mind.seen[seat] = (mind.seen[seat] ^ digest(log, at, secret)) * STIR
            elif not private:
                mind.seen[seat] = (mind.seen[seat] ^ told) * STIR


def digest(log: Any, at: int, shown: int) -> int:
    """A hash of the numbers of an event that are shown."""
    mixed = log[at] + 1
    for i in range(EVENT_INTS - 1):
        mixed *= SPREAD
        if shown >> i & 1:
            mixed += log[at + 1 + i] + 7
        mixed ^= mixed >> 31 & 0x1FFFFFFFF
    return mixed


def knows(log: Any, at: int, known_to: int, seat: int) -> bool:
    """Whether an event names a seat as one of those that know its secrets."""
    for i in range(EVENT_INTS - 1):
        if known_to >> i & 1 and log[at + 1 + i] == seat:
            return True
    return False


def play_out(s: Any, stream: int, mind: Any) -> None:
    """Play to the end of the round by the simple strategy, straying from it now and then."""
    acting = rules.to_act(s)
    while acting and s.stream == stream:
        seat = lowest(acting)
        count = rules.legal_actions(s, seat, mind.out)
        if count == 1:
            action = mind.out[0]
        elif roll(mind.dice, 1000) < mind.stray:
            action = mind.out[roll(mind.dice, count)]
        else:
            action = strategy.simple(s, seat, mind.out, count)
        rules.apply(s, seat, action, None)
        acting = rules.to_act(s)


def credit(s: Any, depth: int, mind: Any) -> None:
    """Credit each branch of the path with the outlook of the seat that took it."""
    for i in range(depth):
        value = strategy.outlook(s, mind.walkers[i])
        branch = mind.branches[mind.path[i]]
        branch.visits += 1
        branch.value += value
        mind.tally[0] = min(mind.tally[0], value)
        mind.tally[1] = max(mind.tally[1], value)


def begin(mind: Any, simulations: int) -> None:
    """Forget everything, and make room for so many simulations."""
    places = 16
    while places < 2 * simulations and 2 * places <= len(mind.branches):
        places *= 2
    mind.tally[3] = places
    for at in range(places):
        mind.branches[at].key = 0
        mind.branches[at].visits = 0
        mind.branches[at].available = 0
        mind.branches[at].value = 0.0
    mind.tally[0] = 1.0
    mind.tally[1] = 0.0
    mind.tally[2] = 0.0


def weigh(root: Any, seat: int, mind: Any, visits: Any, values: Any) -> int:
    """What came of thinking: for each legal action its visits and its mean outlook. Returns the action visited most."""
    for i in range(len(mind.seen)):
        mind.seen[i] = FIRST + i
    count = rules.legal_actions(root, seat, mind.out)
    best, most = mind.out[0], -1.0
    for i in range(count):
        branch = mind.branches[find(mind, seat, mind.out[i])]
        visits[i] = branch.visits
        values[i] = branch.value / branch.visits if branch.visits else 0.0
        if visits[i] + values[i] > most:
            best, most = mind.out[i], visits[i] + values[i]
    return best
