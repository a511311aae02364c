"""Choices of searching and learned bots in many matches at once, from what their seat may know."""

from typing import Any

from seaboard.kernels.network import advise
from seaboard.kernels.search import begin, best_action, search

view: Any = None  # the game's, bound when compiled


def search_all(
    states: Any,
    asked: Any,
    seat: int,
    answers: Any,
    known: Any,
    simulations: int,
    notes: Any,
    branches: Any,
    world: Any,
    log: Any,
    out: Any,
    visits: Any,
    values: Any,
) -> None:
    """Write the action that a search tries most, wherever this seat is asked; `known` is space for one record."""
    for i in range(len(states)):
        if asked[i] == seat:
            known[0] = states[i]
            view.hide(known[0], seat)
            begin(simulations, notes, branches)
            search(known[0], seat, simulations, notes, branches, world, log, out)
            answers[i] = best_action(known[0], seat, notes, branches, out, visits, values)


def advise_all(
    states: Any,
    asked: Any,
    seat: int,
    answers: Any,
    known: Any,
    network: Any,
    row: Any,
    inputs: Any,
    sums: Any,
    units: Any,
    out: Any,
    chances: Any,
) -> None:
    """Write the network's favourite action, wherever this seat is asked."""
    for i in range(len(states)):
        if asked[i] == seat:
            known[0] = states[i]
            view.hide(known[0], seat)
            answers[i] = out[advise(known[0], seat, network, row, inputs, sums, units, out, chances)]
