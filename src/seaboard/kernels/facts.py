"""The consequences of a move: many deals that fit what a seat knows, played on by the simple strategy, and the game's facts about each."""

from typing import Any

from seaboard.kernels.dice import roll, word
from seaboard.kernels.search import choices_still_open
from seaboard.kit import EVENT_INTS, lowest

rules: Any = None  # the game's, bound when compiled
redeal: Any = None
strategy: Any = None
facts: Any = None

# It works with
#     notes      as for a search: its dice and stray
#     dice       the initial dice of each deal, the same for every move: so each gets the same cards
#     world      space for a state, in an array of one
#     log, out   space for events and for legal actions
#     found      space for the facts of one deal, and one more place that the game may use
#     sums       the sum of each fact over the deals, and in a second row the sum of its squares


def play(root: Any, seat: int, action: int, dice: Any, notes: Any, world: Any, log: Any, out: Any, found: Any, sums: Any) -> None:
    """Play a move from a hidden state in as many deals as there are dice."""
    s = world[0]
    for number in range(len(dice)):
        world[0] = root
        notes.dice[0] = dice[number]
        for i in range(4):
            s.seed[i] = word(notes.dice)
        redeal.redeal(s, seat)
        for i in range(len(found)):
            found[i] = 0.0
        choose_anew(s, seat, out)
        step(s, seat, seat, action, log, found)
        play_on(s, root.stream, seat, notes, log, out, found)
        for i in range(len(found)):
            sums[0][i] += found[i]
            sums[1][i] += found[i] * found[i]


def choose_anew(s: Any, thinker: int, out: Any) -> None:
    """Redo a choice that lies face down: the player chose with thought, but a re-deal chooses at random."""
    waiting = choices_still_open(s, out)
    while waiting:
        seat = lowest(waiting)
        waiting &= ~(1 << seat)
        if seat != thinker:
            rules.apply(s, seat, strategy.simple(s, seat, out, rules.legal_actions(s, seat, out)), None)


def play_on(s: Any, stream: int, thinker: int, notes: Any, log: Any, out: Any, found: Any) -> None:
    """Play as far as a search does, by the simple strategy with an occasional random move."""
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
        step(s, seat, thinker, action, log, found)
        acting = rules.to_act(s)


def step(s: Any, seat: int, thinker: int, action: int, log: Any, found: Any) -> None:
    """Make a move, and let the game note what it means for the seat."""
    log[0] = 1
    rules.apply(s, seat, action, log)
    for at in range(1, log[0], EVENT_INTS):
        facts.note(s, thinker, log[at], log[at + 1], log[at + 2], log[at + 3], log[at + 4], found)
