"""One seat of many matches learns; fast bots play the others in compiled code."""

from typing import Any

from seaboard.kernels.batch import renew
from seaboard.kernels.dice import roll
from seaboard.kit import lowest, size

rules: Any = None  # the game's, bound when compiled
strategy: Any = None
view: Any = None

RANDOM, SIMPLE, ASKED = range(3)
ASKING = -1


def choose(states: Any, i: int, seat: int, kind: int, dice: Any, known: Any, out: Any) -> int:
    """Return a bot's action in one match, from what its seat may know; `known` is space for one record."""
    count = rules.legal_actions(states[i], seat, out)
    if count == 1:
        return out[0]
    if kind == RANDOM:
        return out[roll(dice, count)]
    known[0] = states[i]
    view.hide(known[0], seat)
    return strategy.simple(known[0], seat, out, count)


def step(
    states: Any,
    actions: Any,
    me: int,
    kinds: Any,
    dice: Any,
    blank: Any,
    seed: Any,
    over: Any,
    masks: Any,
    shares: Any,
    results: Any,
    gains: Any,
    paid: Any,
    asked: Any,
    known: Any,
    out: Any,
    again: int,
    forced: int,
    last: Any,
) -> int:
    """Apply an action of seat `me` in each match (an illegal one is replaced by a legal one), or begin the next if it was over; then the
    bots play until the seat is to act again, or the match is over. Returns how many matches wait for a bot that must be asked in Python.

    With `again` the next match begins as soon as one is over, and `last` keeps the end of that one. With `forced` the seat's moves without
    an alternative are made too. `results` are the seat's shares of the matches that end. `gains` pays the same as rounds go by, as the
    seat's outlook changes: its sum over a match is the share minus a fair one. `paid` is that sum so far. `asked` are the seats that must
    be asked, or -1.
    """
    waiting = 0
    for i in range(len(states)):
        results[i] = 0.0
        gains[i] = 0.0
        if over[i] and not again:
            renew(states, i, blank, seed, shares)
            paid[i] = 0.0
        else:
            action = actions[i]
            if action < 0 or action >= masks.shape[1] or masks[i, action] == 0:
                action = out[action % rules.legal_actions(states[i], me, out)]
            do(states[i], me, action, me, i, gains, paid, shares.shape[1])
        over[i] = 0
        settle(states, i, me, kinds, dice, blank, seed, over, masks, shares, results, gains, paid, asked, known, out, again, forced, last)
        waiting += asked[i] >= 0
    return waiting


def answer(
    states: Any,
    answers: Any,
    me: int,
    kinds: Any,
    dice: Any,
    blank: Any,
    seed: Any,
    over: Any,
    masks: Any,
    shares: Any,
    results: Any,
    gains: Any,
    paid: Any,
    asked: Any,
    known: Any,
    out: Any,
    again: int,
    forced: int,
    last: Any,
) -> int:
    """Continue `step` with the answers of bots that were asked. Returns how many matches wait again."""
    waiting = 0
    for i in range(len(states)):
        if asked[i] >= 0:
            do(states[i], asked[i], answers[i], me, i, gains, paid, shares.shape[1])
            settle(
                states, i, me, kinds, dice, blank, seed, over, masks, shares, results, gains, paid, asked, known, out, again, forced, last
            )
            waiting += asked[i] >= 0
    return waiting


def settle(
    states: Any,
    i: int,
    me: int,
    kinds: Any,
    dice: Any,
    blank: Any,
    seed: Any,
    over: Any,
    masks: Any,
    shares: Any,
    results: Any,
    gains: Any,
    paid: Any,
    asked: Any,
    known: Any,
    out: Any,
    again: int,
    forced: int,
    last: Any,
) -> None:
    """Let the bots play one match until seat `me` is to act, it is over, or a bot must be asked; then write the outcome."""
    count = go_on(states, i, me, kinds, dice, known, out, forced, gains, paid, shares.shape[1])
    while count == 0:
        if not over[i]:
            over[i] = 1
            won = rules.winners(states[i])
            for entry in range(shares.shape[1]):
                shares[i, entry] = (won >> entry & 1) / size(won)
            results[i] = shares[i, me]
            gains[i] += results[i] - 1.0 / shares.shape[1] - paid[i]
            if again:
                last[i] = states[i]
        if not again:
            break
        renew(states, i, blank, seed, shares)
        paid[i] = 0.0
        count = go_on(states, i, me, kinds, dice, known, out, forced, gains, paid, shares.shape[1])
    asked[i] = ASKING - count if count < 0 else -1
    for k in range(masks.shape[1]):
        masks[i, k] = 0
    masks[i, 0] = count == 0
    for k in range(count):
        masks[i, out[k]] = 1


def go_on(
    states: Any, i: int, me: int, kinds: Any, dice: Any, known: Any, out: Any, forced: int, gains: Any, paid: Any, entries: int
) -> int:
    """Let the bots play until seat `me` is to act; writes its actions to `out` and returns how many: none once the match is over.

    If a bot must be asked in Python, it returns a negative number: `ASKING` minus its seat.
    """
    acting = rules.to_act(states[i])
    while acting:
        if acting >> me & 1:
            count = rules.legal_actions(states[i], me, out)
            if count > 1 or not forced:
                return count
            do(states[i], me, out[0], me, i, gains, paid, entries)
        else:
            seat = lowest(acting)
            if kinds[seat] == ASKED and rules.legal_actions(states[i], seat, out) > 1:
                return ASKING - seat
            do(states[i], seat, choose(states, i, seat, kinds[seat], dice, known, out), me, i, gains, paid, entries)
        acting = rules.to_act(states[i])
    return 0


def do(s: Any, seat: int, action: int, me: int, i: int, gains: Any, paid: Any, entries: int) -> None:
    """Apply an action; if it ends a round, but not the match, seat `me` gains the change in its outlook."""
    stream = s.stream
    rules.apply(s, seat, action, None)
    if s.stream != stream and strategy.AHEAD == 0 and rules.to_act(s):
        due = strategy.outlook(s, me) - 1.0 / entries
        gains[i] += due - paid[i]
        paid[i] = due


def advise_all(states: Any, seats: Any, dice: Any, known: Any, out: Any, actions: Any) -> None:
    """Write what `strategy.simple` plays for the seat to act of each match; 0 where it is over."""
    for i in range(len(states)):
        actions[i] = 0 if seats[i] < 0 else choose(states, i, seats[i], SIMPLE, dice, known, out)
